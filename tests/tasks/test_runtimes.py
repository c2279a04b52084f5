"""The runtimes of open runs: one for each run, for as long as the run is open."""

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from luminos_core.errors import Interrupted
from luminos_core.records.event import FlagRaised
from tasks.runtimes import opened, runtime_of
from tests.fakes.audits import runtime_over
from tests.luminos_core.report.report_runs import flag


def test_every_thread_finds_the_one_runtime_of_its_run(tmp_path: Path) -> None:
    with (
        runtime_over(tmp_path, run_id="one") as one,
        runtime_over(tmp_path, run_id="other") as other,
        opened(one),
        opened(other),
        ThreadPoolExecutor(8) as pool,
    ):
        runs = [one.run, other.run] * 20
        assert list(pool.map(runtime_of, runs)) == [one, other] * 20
        assert runtime_of(one.run.model_copy()) is one


def test_a_run_that_is_not_open_has_no_runtime(tmp_path: Path) -> None:
    with (
        runtime_over(tmp_path, run_id="one") as one,
        runtime_over(tmp_path, run_id="other") as other,
        opened(other),
        pytest.raises(LookupError, match="the run one is not open in this process"),
    ):
        runtime_of(one.run)


def test_a_run_that_has_closed_has_no_runtime_and_writes_nothing_more(tmp_path: Path) -> None:
    with runtime_over(tmp_path) as runtime:
        with opened(runtime):
            runtime.observe(FlagRaised(flag=flag(finding="before")))
        with pytest.raises(LookupError):
            runtime_of(runtime.run)
        runtime.observe(FlagRaised(flag=flag(finding="after")))
        written = (runtime.folder.path / "flags.jsonl").read_text()
    assert "before" in written
    assert "after" not in written


def test_a_run_that_fails_is_closed_too(tmp_path: Path) -> None:
    with runtime_over(tmp_path) as runtime:
        with pytest.raises(Interrupted), opened(runtime):
            raise Interrupted("stopped before it was done")
        with pytest.raises(LookupError):
            runtime_of(runtime.run)


def test_a_retried_run_has_a_new_runtime(tmp_path: Path) -> None:
    for _ in range(2):
        with runtime_over(tmp_path) as runtime, opened(runtime):
            assert runtime_of(runtime.run) is runtime


def test_a_late_thread_of_a_closed_run_gets_no_other_runtime(tmp_path: Path) -> None:
    closed, errors = threading.Event(), []
    with runtime_over(tmp_path) as runtime:
        run = runtime.run

        def look_up() -> None:
            closed.wait(20)
            try:
                runtime_of(run)
            except LookupError as error:
                errors.append(error)

        with opened(runtime):
            thread = threading.Thread(target=look_up)
            thread.start()
        closed.set()
        thread.join()
    assert len(errors) == 1
