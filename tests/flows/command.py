"""The `luminos` command as a process of its own, as a person or cron starts it."""

import contextlib
import io
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from unittest import mock

from luminos_core.records.report import AuditReport
from tests.fakes.messages_server import MessagesServer
from tests.flows import prepared

# Seconds, of what waits for ever. What does not must come first on any machine.
HANGING = 300.0


@dataclass(frozen=True)
class Command:
    """`luminos` with its own store, and without a configured API unless `extra` names one."""

    store: Path
    extra: dict[str, str] = field(default_factory=dict)
    prepared: bool = False  # for tests that are not about how it starts

    @property
    def environment(self) -> dict[str, str]:
        ours = ("PREFECT_", "ANTHROPIC_", "LUMINOS_", "GITHUB_ACTIONS", "GITLAB_CI")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
        set_here = {
            "LUMINOS_STORE": str(self.store),
            "LUMINOS_TOOLS": "none",
            "LUMINOS_SURVEY_MIN_FILES": "0",  # trees of tests are small, and planned all the same
            "LUMINOS_COUNCIL_MEMBERS": "0",  # it has tests of its own
        }
        how = prepared.variables() if self.prepared else {}
        return {**kept, **set_here, **how, **self.extra}

    def run(self, *arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*(prepared.SHIM if self.prepared else (program(),)), *arguments],
            env=self.environment,
            cwd=cwd,
            capture_output=True,
            text=True,
            timeout=HANGING,
            check=False,
        )

    def inside(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """As `run`, but in this process, where Prefect is imported already. Its API is that of
        `prefect_url`, which is the only one that Prefect can have here."""
        from flows.cli import main

        out, err = io.StringIO(), io.StringIO()
        api = {name: url for name, url in os.environ.items() if name == "PREFECT_API_URL"}
        with (
            mock.patch.dict(os.environ, {**api, **self.environment}, clear=True),
            mock.patch.object(sys, "argv", ["luminos", *arguments]),
            contextlib.chdir(Path.cwd()),  # it goes elsewhere
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
        ):
            try:
                main()
            except SystemExit as ended:
                code = ended.code
        assert isinstance(code, int)
        return subprocess.CompletedProcess([*arguments], code, out.getvalue(), err.getvalue())

    def audit(self, target: Path, *options: str) -> AuditReport:
        done = self.run("audit", str(target), "--json", *options)
        assert done.stdout, done.stderr
        return AuditReport.model_validate_json(done.stdout)

    @contextmanager
    def started(
        self, *arguments: str, stdout: int = subprocess.PIPE, stderr: int = subprocess.PIPE
    ) -> Iterator[subprocess.Popen[str]]:
        """The process while it works; killed on leaving if it still does."""
        if self.prepared:
            streams = {"stdout": stdout, "stderr": stderr}
            with prepared.started([*arguments], self.environment, **streams) as command:
                yield command
            return
        process = subprocess.Popen(
            [program(), *arguments],
            env=self.environment,
            stdout=stdout,
            stderr=stderr,
            text=True,
        )
        try:
            yield process
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)
            process.communicate()


def command(
    store: Path, servers: Path, model: MessagesServer | None = None, *, prepared: bool = False
) -> Command:
    """With `model`, Anthropic's adapter speaks to it. The store begins with the database of
    `servers`, if it has one, since a new one costs 3 seconds of CPU."""
    for empty in servers.glob("empty-*.db"):
        (store / "server").mkdir(parents=True, mode=0o700)
        shutil.copyfile(empty, store / "server" / empty.name)
    if model is None:
        return Command(store, prepared=prepared)
    extra = {"ANTHROPIC_API_KEY": "sk-test", "ANTHROPIC_BASE_URL": model.base_url}
    return Command(store, extra, prepared)


def strays(store: Path) -> list[str]:
    """The command lines of processes that still work in this store."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            line = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            where = (folder / "cwd").readlink()
        except OSError:
            continue
        if where.is_relative_to(store):
            found.append(line)
    return found


def wait_until(condition: Callable[[], object], every: float = 0.05) -> bool:
    """Whether `condition()` came true in time."""
    deadline = time.monotonic() + HANGING
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(every)
    return False


def program() -> str:
    return str(Path(sys.executable).with_name("luminos"))
