"""How much of a cap a run uses: most of it while there is work, and never more."""

import json
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from luminos_core.agents.passes.definition import AnyPass
from luminos_core.agents.passes.verification import VERIFICATION
from luminos_core.audit.run import run_audit
from luminos_core.llm.anthropic.request import request_body, request_bytes
from luminos_core.records.conversation import ModelRequest, ModelResponse, Usage
from luminos_core.records.directory import DirectoryState
from luminos_core.records.event import CallBilled, DirectoryEnded, Event
from luminos_core.records.report import AuditReport
from luminos_core.stop import StopSignal
from luminos_core.store.layout import target_id
from tests.examples import examples
from tests.fakes.audit_script import submits
from tests.fakes.audits import runtime_over
from tests.fakes.core_passes import CORE_PASSES
from tests.fakes.messages_cache import PromptCache
from tests.fakes.scripted_model import says
from tests.fakes.thread_executor import MemoryResults, ThreadExecutor
from tests.fakes.trees import sized_tree

SENTENCE = "the parser reads each request before it answers, and keeps a table of open files. "
SUMMARY = {"summary": SENTENCE * 3, "completeness": 0.9, "confidence": 0.8}
FLAG = {"path": "general", "severity": "concern"}
ENTRY = {"summary": SENTENCE * 2, "confidence": 0.9, "completeness": 1.0}


KNOWN = tempfile.TemporaryDirectory()


class BilledModel:
    """Bills as the server does, and writes an entry for each file that it is shown."""

    name = "anthropic"

    def __init__(self, flags: int = 0) -> None:
        self._cache = PromptCache()
        self._verdict = says(("submit_verdict", {"opinion": "cannot tell", "reason": "No code."}))
        self._script = submits(
            lambda path: says(
                *(("flag", {**FLAG, "finding": f"{SENTENCE * 4}{n} {path}"}) for n in range(flags)),
                ("submit_report", SUMMARY),
            )
        )

    def check(self, model: str, stop: StopSignal) -> bool:
        return True

    def encode(self, request: ModelRequest) -> bytes:
        return request_bytes(request)

    def complete(self, request: ModelRequest, stop: StopSignal) -> ModelResponse:
        is_review = any(tool.name == "submit_verdict" for tool in request.tools)
        response = self._verdict if is_review else self._script(request)
        assert isinstance(response, ModelResponse)
        counted = self._cache.budget(request_body(request))
        said = json.dumps([call.model_dump() for call in response.message.calls])
        shown = json.dumps(request_body(request)["messages"]).count(" (whole, ")
        tokens = (len(said) + shown * (len(json.dumps(ENTRY)) + 150)) // 4
        usage = Usage(
            input=counted["input_tokens"],
            cache_read=counted["cache_read_input_tokens"],
            cache_write=counted["cache_creation_input_tokens"],
            output=min(tokens, request.max_tokens),
        )
        return response.model_copy(update={"usage": usage, "model": request.model})


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Some $0.63 of work, $0.04 of it the synthesis."""
    return sized_tree(tmp_path_factory.mktemp("project"), directories=40, seed=11)


def run(
    target: Path,
    cap: float | None,
    events: list[Event] | None = None,
    model: BilledModel | None = None,
    passes: tuple[AnyPass, ...] = CORE_PASSES,
    concurrency: int = 8,
) -> AuditReport:
    asked = {"max_usd": cap, "yes": True, "passes": passes, "concurrency": concurrency}
    results, model = MemoryResults(), model or BilledModel()
    with (
        checked_store(target) as store,
        runtime_over(
            target, model=model, results=results, events=events, store=store, **asked
        ) as runtime,
    ):
        return run_audit(runtime, ThreadExecutor(runtime, results))


@contextmanager
def checked_store(target: Path) -> Iterator[Path]:
    """A new store that knows nothing of the target but what the checks found in an earlier run:
    they take longer than all else."""
    known = Path(KNOWN.name) / target_id(target)
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "store"
        if known.exists():
            shutil.copytree(known, store)
        yield store
        if not known.exists():
            shutil.copytree(store / "checks", known / "checks")
            shutil.copy(store / "key", known)


@pytest.mark.parametrize(
    ("cap", "concurrency"),
    [
        *((cap, 1) for cap in (0.04, 0.05, 0.06, 0.1, 0.15, 0.2, 0.3, 0.4, 0.45, 0.5, 0.6)),
        *((cap, 8) for cap in (0.1, 0.3, 0.5)),  # of less, one directory may be the rest
    ],
)
def test_most_of_a_cap_is_used_while_there_is_work_and_never_more(
    target: Path, cap: float, concurrency: int
) -> None:
    report = run(target, cap, concurrency=concurrency)

    assert report.cost.usd is not None
    assert report.status == "incomplete"
    assert 0.85 * cap <= report.cost.usd <= cap, report.incomplete_because
    assert "the next directory would need a cap of $" in report.incomplete_because[0]


SHARES = some.floats(0.02, 1.2)  # of the bill, for a cap


@examples(3)
@given(directories=some.integers(3, 15), seed=some.integers(0, 999), share=SHARES)
def test_no_tree_costs_more_than_its_cap(directories: int, seed: int, share: float) -> None:
    with tempfile.TemporaryDirectory() as folder:
        target = sized_tree(Path(folder), directories, seed)
        cap = share * (run(target, None).cost.usd or 0.0)
        report = run(target, cap)

    assert report.cost.usd is not None and report.cost.usd <= cap
    needs = re.findall(r"would need a cap of|raise --max-usd to", str(report.incomplete_because))
    deferred = [each for each in report.directories if each.state is DirectoryState.DEFERRED]
    assert needs or not deferred  # a synthesis that lacks some asks for a cap, too


@examples(2)
@given(seed=some.integers(0, 999), share=some.floats(0.5, 1.0))
def test_a_cap_that_is_large_beside_each_directory_is_used(seed: int, share: float) -> None:
    with tempfile.TemporaryDirectory() as folder:
        target = sized_tree(Path(folder), 40, seed, largest=1_500)
        cap = share * (run(target, None).cost.usd or 0.0)
        report = run(target, cap)

    assert report.cost.usd is not None
    assert 0.85 * cap <= report.cost.usd <= cap, report.incomplete_because


def test_what_the_synthesis_leaves_of_its_part_buys_directories_that_it_then_lacks(
    target: Path,
) -> None:
    events: list[Event] = []
    report = run(target, 0.5, events)

    assert not report.synthesis_is_mechanical
    (gap,) = (gap.reason for gap in report.gaps if gap.pass_name == "synthesis")
    assert re.fullmatch(
        r"it lacks \d+ directories \(.+\), investigated with what it left of .+", gap
    )
    bills = [each.line.pass_name for each in events if isinstance(each, CallBilled)]
    assert "directory" in bills[bills.index("synthesis") :]
    states = {outcome.path: outcome.state for outcome in report.directories}
    assert all(states[path] is DirectoryState.INVESTIGATED for path in report_of(gap))
    ended = [e.directory for e in events if isinstance(e, DirectoryEnded) and e.state.is_complete]
    assert len(ended) == len(set(ended))  # none is investigated twice


def test_what_late_directories_flag_is_reviewed_while_there_is_money(target: Path) -> None:
    reviewed_late = 0
    for cap in (0.5, 0.6, 0.7, 0.8):
        events: list[Event] = []
        passes = (*CORE_PASSES[:-1], VERIFICATION, CORE_PASSES[-1])
        report = run(target, cap, events, BilledModel(flags=1), passes)
        bills = [each.line.pass_name for each in events if isinstance(each, CallBilled)]
        late = bills[bills.index("synthesis") :]
        if "directory" in late:
            reviewed_late += "verification" in late[late.index("directory") :]
        claims = [flag for flag in report.flags if flag.rule == "model"]
        assert len(claims) == sum(each.state.is_complete for each in report.directories)
        unreviewed = [flag for flag in claims if flag.verdict_reason != "cannot tell: No code."]
        gaps = [gap.reason for gap in report.gaps if gap.pass_name == "verification"]
        assert not unreviewed or gaps[0].startswith(f"{len(unreviewed)} of ")
    assert reviewed_late


def test_what_reviews_leave_of_their_part_buys_directories_that_the_synthesis_knows(
    target: Path,
) -> None:
    """Most of a cap that is not much above the bill is kept for reviews, by their estimate."""
    events: list[Event] = []
    passes = (*CORE_PASSES[:-1], VERIFICATION, CORE_PASSES[-1])
    report = run(target, 0.85, events, BilledModel(flags=1), passes)

    bills = [each.line.pass_name for each in events if isinstance(each, CallBilled)]
    first, synthesis = bills.index("verification"), bills.index("synthesis")
    assert "directory" in bills[first:synthesis] and "directory" not in bills[synthesis:]
    assert bills[synthesis - 1] == "verification"  # of what these directories flag
    assert (report.status, report.gaps) == ("complete", ())


def report_of(gap: str) -> list[str]:
    """The directories that are named."""
    return re.findall(r"[\w/]*part\w+", gap)


def test_directories_use_the_part_of_a_synthesis_that_costs_more_than_it(target: Path) -> None:
    model = BilledModel(flags=6)  # a directory; the estimate of the synthesis knows none
    report = run(target, 0.6, model=model)

    assert report.synthesis_is_mechanical
    assert report.cost.usd is not None and 0.85 * 0.6 <= report.cost.usd <= 0.6
    investigated = [each for each in report.directories if each.state.is_complete]
    assert all(each.path in report.detailed for each in investigated)


def test_a_cap_somewhat_above_the_bill_buys_a_synthesis_that_lacks_no_directory(
    target: Path,
) -> None:
    """By the estimate alone, $0.13 would be kept for a synthesis of $0.04: it answers in a line."""
    report = run(target, 0.74)

    assert (report.status, report.gaps) == ("complete", ())


def test_a_cap_for_nothing_buys_no_synthesis_of_nothing(target: Path) -> None:
    report = run(target, 0.004)

    assert report.synthesis_is_mechanical
    assert report.cost.usd is not None and report.cost.usd <= 0.004
    assert "synthesis" not in {each.name for each in report.cost.by_pass}


def test_a_cap_that_is_enough_changes_nothing(target: Path) -> None:
    free, capped = run(target, None), run(target, 5.0)
    assert (capped.status, capped.cost.usd) == ("complete", pytest.approx(free.cost.usd, rel=0.05))
