"""What a person reads first at a terminal is Luminos's."""

import os
import pty
import subprocess
import sys
from pathlib import Path

from tests.flows.command import HANGING, Command

PREPARE = """
from pathlib import Path
from flows.local_run import prepare_prefect
from luminos_core.store.layout import Store
prepare_prefect(Store(Path({store!r})))
import prefect
print("ready")
"""
CI = ("CI", "GITHUB_ACTIONS", "GITLAB_CI", "CIRCLECI", "TRAVIS", "BUILDKITE", "JENKINS_URL")


def test_prefects_notice_of_usage_data_is_not_shown(tmp_path: Path) -> None:
    """It is at a terminal, outside of CI, when a user's home is new."""
    settings = Command(tmp_path / "store", {"HOME": str(tmp_path), "PYTHONSAFEPATH": "1"})
    unset = (*CI, "DO_NOT_TRACK")
    environment = {k: v for k, v in settings.environment.items() if k not in unset}
    program = PREPARE.format(store=str(tmp_path / "store"))
    assert _shown(program, environment) == "ready"
    notice = _shown('import prefect; print("ready")', environment)
    assert "usage data" in notice  # so a terminal would show it


def _shown(program: str, environment: dict[str, str]) -> str:
    """What it prints at a terminal."""
    keyboard, terminal = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", program],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        env={**environment, "TERM": "xterm"},
    ) as process:
        os.close(terminal)
        text = b""
        while chunk := _read(keyboard):
            text += chunk
        process.wait(HANGING)
    os.close(keyboard)
    return text.decode().strip()


def _read(keyboard: int) -> bytes:
    try:
        return os.read(keyboard, 4096)
    except OSError:  # the other end has closed
        return b""
