"""The question at a terminal, answered by key presses."""

import os
import pty
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.flows.command import HANGING

ASK = """
import sys
from rich.console import Console
from flows.question import question
from luminos_core.errors import Interrupted
from luminos_core.report.progress.live_progress import LiveProgress
with LiveProgress(Console(stderr=True)) as progress:
    try:
        answer = question(progress)("Go on?")
    except Interrupted:
        answer = "interrupted"
sys.stdout.write(str(answer))
"""


@pytest.mark.parametrize(
    ("keys", "answer"), [(b"y\n", "True"), (b"\n", "False"), (b"\x03", "interrupted")]
)
def test_a_question_takes_an_answer_or_an_interruption(
    keys: bytes, answer: str, pytestconfig: pytest.Config
) -> None:
    keyboard, terminal = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "PYTHONPATH": str(pytestconfig.rootpath)}
    process = subprocess.Popen(
        [sys.executable, "-c", ASK],
        stdin=terminal,
        stdout=subprocess.PIPE,
        stderr=terminal,
        env=environment,
        preexec_fn=lambda: _own(terminal),  # noqa: PLW1509 - ctrl-C goes to whom it belongs to
    )
    shown = b""
    while b"[y/N]" not in shown:
        shown += os.read(keyboard, 4096)
    _press(keys, keyboard, process)
    said, _ = process.communicate(timeout=HANGING)
    os.close(keyboard)
    os.close(terminal)
    assert said.decode() == answer
    assert b"Go on?" in shown


def test_without_a_terminal_there_is_nobody_to_ask(pytestconfig: pytest.Config) -> None:
    program = (
        "import sys; from flows.question import question;"
        "from luminos_core.report.progress.plain_progress import PlainProgress;"
        "sys.exit(question(PlainProgress(sys.stderr)) is not None)"
    )
    root: Path = pytestconfig.rootpath
    ended = subprocess.run([sys.executable, "-c", program], cwd=root, check=False)
    assert ended.returncode == 0


def _press(keys: bytes, keyboard: int, process: "subprocess.Popen[bytes]") -> None:
    """Again after a while: between its last look for a signal and its wait for a key, Python does
    not notice a ctrl-C until another key is pressed."""
    for _ in range(20):
        time.sleep(0.2)
        os.write(keyboard, keys)
        try:
            process.wait(3)
        except subprocess.TimeoutExpired:
            continue
        return


def _own(terminal: int) -> None:
    """Make the terminal that of a session of its own."""
    import fcntl
    import termios

    os.setsid()
    fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
