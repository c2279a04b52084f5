"""Prefect's own lines in a run's log."""

import logging
from collections.abc import Iterator

import pytest

from flows.prefect_lines import leave_out_lines
from luminos_core.errors import Interrupted, TargetError


@pytest.fixture
def logged(prefect_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Texts that pass both loggers, with `!` for a traceback."""
    lines: list[str] = []

    class Listener(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(record.getMessage() + ("!" if record.exc_info else ""))

    listener = Listener()
    for name in ("prefect.flow_runs", "prefect.task_runs"):
        logger = logging.getLogger(name)
        monkeypatch.setattr(logger, "handlers", [listener])
        monkeypatch.setattr(logger, "propagate", False)
        monkeypatch.setattr(logger, "level", logging.INFO)
        logger.manager._clear_cache()  # type: ignore[attr-defined]
    leave_out_lines()
    leave_out_lines()
    yield lines


@pytest.mark.parametrize("error", [TargetError("no such place"), Interrupted("stopped")])
def test_an_error_for_a_person_has_no_traceback_and_a_bug_has_one(
    logged: list[str], error: Exception
) -> None:
    for name in ("prefect.flow_runs", "prefect.task_runs"):
        logger = logging.getLogger(name)
        logger.error("told", exc_info=error)
        logger.error("bug", exc_info=ZeroDivisionError())
    assert logged == ["bug!", "bug!"]


def test_lines_about_task_runs_are_left_out(logged: list[str]) -> None:
    for name in ("prefect.flow_runs", "prefect.task_runs"):
        logging.getLogger(name).info("%s: Finished in state Completed()", name)
    assert logged == ["prefect.flow_runs: Finished in state Completed()"]


def test_a_failed_state_is_no_news(logged: list[str]) -> None:
    from prefect.exceptions import CancelledRun, FailedRun

    for error in (FailedRun("incomplete"), CancelledRun("by a person")):
        logging.getLogger("prefect.flow_runs").error("exited", exc_info=error)
    assert logged == []
