"""A process that has imported Prefect and the flow, and forks for each command that is asked of it
at the socket of its first argument. It ends with its standard input."""

import io
import json
import os
import select
import signal
import socket
import sys
import tempfile
import threading
from importlib import import_module
from typing import NoReturn

from flows import local_run, server_check
from flows.cli import main as luminos
from flows.quick_import import quick_import
from luminos_core.llm.pricing import load_prices

_FROM, _MOST = 3, 256  # descriptors that a command does not inherit
_IMPORTED = (
    "flows.audit",
    "flows.commands.audit",
    "flows.commands.retry",
    # What these import when they are at work.
    "anthropic",
    "anyio._backends._asyncio",
    "fastapi.encoders",
    "luminos_core.report.html.report_page",
    "markdown_it",
    "prefect.concurrency.services",
    "prefect.flow_engine",
    "prefect.task_engine",
    "prefect.telemetry.run_telemetry",
    "prefect.utilities.visualization",
)
_read_with: dict[str, str] = {}


def main() -> None:
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(sys.argv[1])
    listener.listen()
    with quick_import():
        for module in _IMPORTED:
            import_module(module)

    load_prices()
    assert threading.active_count() == 1  # or a fork could wait for ever
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    while listener in select.select([listener, sys.stdin], [], [])[0]:
        connection, _ = listener.accept()
        if os.fork() == 0:
            _carry_out(connection)
        connection.close()


def _carry_out(connection: socket.socket) -> None:
    """Returns in the command's process."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    size, streams, _, _ = socket.recv_fds(connection, 8, 3)
    with connection.makefile("rb") as asked:
        arguments, folder, environment = json.loads(asked.read(int.from_bytes(size, "big")))
    pid = os.fork()
    if pid == 0:
        _run(arguments, folder, environment, streams)
    for stream in streams:
        os.close(stream)
    connection.sendall(f"{pid}\n".encode())
    _, status = os.waitpid(pid, 0)
    connection.sendall(f"{status}\n".encode())
    os._exit(0)


def _run(
    arguments: list[str], folder: str, environment: dict[str, str], streams: list[int]
) -> NoReturn:
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
    os.closerange(_FROM, _MOST)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["luminos", *arguments]
    sys.stdin, sys.stdout, sys.stderr = (_stream(number) for number in range(3))
    tempfile.tempdir = None
    _read_settings_again()
    luminos()
    raise AssertionError("it exits")


def _stream(number: int) -> io.TextIOWrapper:
    raw = open(number, "rb" if number == 0 else "wb", closefd=False)  # noqa: SIM115
    errors = "backslashreplace" if number == 2 else "strict"
    return io.TextIOWrapper(raw, "utf-8", errors, line_buffering=number == 2 or os.isatty(number))


def _read_settings_again() -> None:
    """Where a command imports Prefect: it is imported, with the settings of another process."""
    ask = server_check.server_problem

    def asked(url: str) -> str:
        _read_settings()
        return ask(url)

    server_check.server_problem = local_run.server_problem = asked
    local_run._import_flow = _read_settings


def _read_settings() -> None:
    """As the import of Prefect does, unless that was done with the same environment."""
    from prefect.context import refresh_global_settings_context
    from prefect.logging.configuration import setup_logging

    if os.environ != _read_with:
        _read_with.clear()
        _read_with.update(os.environ)
        refresh_global_settings_context()
        setup_logging(incremental=False)


if __name__ == "__main__":
    main()
