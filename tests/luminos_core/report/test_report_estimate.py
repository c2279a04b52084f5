"""An estimate, wherever it is shown."""

import io
from pathlib import Path

from rich.console import Console

from luminos_core.records.cost import ModelUsage
from luminos_core.records.estimate import Estimate
from luminos_core.records.event import Estimated
from luminos_core.report.estimate_line import estimate_line
from luminos_core.report.progress.live_progress import LiveProgress
from luminos_core.report.progress.plain_progress import PlainProgress
from luminos_core.report.progress.run_log import RunLog
from luminos_core.sandboxed_dir import SandboxedDir

USED = ModelUsage(
    pass_name="directory",
    model="model-x",
    calls=15,
    input=0,
    output=10_000,
    cache_read=150_000,
    cache_write=50_000,
    usd=0.61,
)
ESTIMATE = Estimate(
    directories=12, stored=1_340, usage=(USED,), usd=0.61, usd_low=0.38, usd_high=1.4
)
LINE = (
    "12 directories to investigate, 1,340 from the store; about 15 calls, 210k tokens: "
    "$0.61 ($0.38 to $1.40)"
)


def test_an_estimate_is_a_line() -> None:
    assert estimate_line(ESTIMATE) == LINE


def test_a_run_that_buys_nothing_says_so() -> None:
    line = estimate_line(Estimate(directories=0, stored=3))
    assert line == "0 directories to investigate, 3 from the store; nothing to buy"


def test_results_of_other_models_are_counted_or_offered() -> None:
    kept = estimate_line(ESTIMATE.model_copy(update={"kept": 1_300}))
    assert kept == LINE.replace("from the store", "from the store (1,300 of other models)")
    offered = estimate_line(ESTIMATE.model_copy(update={"could_be_kept": 12}))
    assert offered == f"{LINE}; --keep-results would keep 12 results of other models"


def test_an_unknown_cost_names_the_model_whose_price_is_not_known() -> None:
    unknown = {"usd": None, "usd_low": None, "usd_high": None, "unknown_prices": ("model-x",)}
    line = estimate_line(ESTIMATE.model_copy(update=unknown))
    assert line.endswith("tokens: an unknown cost, since no price is known for model-x")


def test_the_whole_line_is_in_every_log_and_terminal(tmp_path: Path) -> None:
    event = Estimated(estimate=ESTIMATE)
    plain, terminal = io.StringIO(), io.StringIO()
    PlainProgress(plain).record(event)
    LiveProgress(Console(file=terminal, width=40)).record(event)
    assert plain.getvalue() == f"[run] estimate: {LINE}\n"
    assert " ".join(terminal.getvalue().split()) == f"Estimate {LINE}"
    assert list(RunLog(SandboxedDir(tmp_path), ()).lines([event])) == [f"estimate: {LINE}"]
