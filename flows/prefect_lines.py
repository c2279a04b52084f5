"""Prefect's own lines in a run's log: those that tell a person nothing new are left out.

A worker raises every failed state again, with a traceback, and logs each task run. Our log has a
line for each directory, and the state says why a run has ended; what is left is the traceback of a
bug.
"""

import logging

from prefect.exceptions import CancelledRun, FailedRun

from luminos_core.errors import LuminosError

_FLOW_RUNS = logging.getLogger("prefect.flow_runs")
_TASK_RUNS = logging.getLogger("prefect.task_runs")


def leave_out_lines() -> None:
    """From now on, in this process."""
    _FLOW_RUNS.addFilter(_is_news)  # once, however often it is added
    _TASK_RUNS.addFilter(_is_bug)


def _is_news(record: logging.LogRecord) -> bool:
    return _error(record) is None or _is_bug(record)


def _is_bug(record: logging.LogRecord) -> bool:
    error = _error(record)
    return error is not None and not isinstance(error, LuminosError | FailedRun | CancelledRun)


def _error(record: logging.LogRecord) -> BaseException | None:
    return record.exc_info[1] if record.exc_info else None
