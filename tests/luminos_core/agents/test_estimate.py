"""The estimate against bills: scripted models of many habits audit random trees."""

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from luminos_core.agents.context import AgentContext
from luminos_core.agents.estimate.directory_calls import directory_answer
from luminos_core.agents.estimate.estimate import estimate
from luminos_core.agents.estimate.model_profile import ModelProfile
from luminos_core.agents.estimate.remaining_work import RemainingWork
from luminos_core.agents.passes.definition import AnyPass
from luminos_core.agents.passes.directory import DIRECTORY
from luminos_core.agents.passes.plan import PLAN
from luminos_core.agents.passes.plan_update import plan_of
from luminos_core.agents.passes.survey import SURVEY, survey_of
from luminos_core.agents.passes.synthesis import SYNTHESIS
from luminos_core.agents.passes.verification import VERIFICATION
from luminos_core.agents.planning.schedule import apply_plan
from luminos_core.agents.prompt_limits import sections_characters
from luminos_core.agents.run_state import RunState
from luminos_core.cache.directory_key import tree_keys
from luminos_core.calls.budget import Budget
from luminos_core.calls.client import ModelClient
from luminos_core.calls.rate_limiter import RateLimiter
from luminos_core.llm.anthropic.request import request_body, request_bytes
from luminos_core.llm.price_file import Price
from luminos_core.llm.pricing import PriceBook
from luminos_core.records.conversation import ModelRequest, ModelResponse, Usage
from luminos_core.records.directory import (
    ChildSummary,
    DirectoryReport,
    DirectoryState,
    DirectoryWork,
)
from luminos_core.records.estimate import Estimate
from luminos_core.records.flag import Severity
from luminos_core.records.key_context import KeyContext
from luminos_core.records.settings import Settings
from luminos_core.records.snapshot import DirectoryRecord, FileRecord
from luminos_core.scan.scan_context import ScanContext
from luminos_core.scan.scanned_files import ScannedFiles
from luminos_core.scan.snapshot import ScanOptions, take_snapshot
from luminos_core.stop import StopSignal
from tests.fakes.agent_bench import NOW, run_pass
from tests.fakes.core_passes import CORE_PASSES
from tests.fakes.memory_store import EmptySummaries, MemoryTranscripts
from tests.fakes.messages_cache import PromptCache
from tests.fakes.temperaments import Investigator, drawn

BOOK = PriceBook()
MODELS = {
    "survey": "claude-haiku-5-5",
    "plan": "claude-opus-5-5",
    "plan-update": "claude-opus-5-5",
    "directory": "claude-sonnet-5-5",
    "plan-revision": "claude-opus-5-5",
    "synthesis": "claude-opus-5-5",
}
FREE = {"from": NOW.date(), "input": 0.0, "output": 0.0}  # billed at the end of a run
CONTEXT = KeyContext(prompt="p", tools="t", model="m")
STEPS = "".join(f"    value_{n} = parse(table[{n}], 'name') if ready else {n}\n" for n in range(17))
CODE = "".join(
    f'def handle_{n}(request, ready):\n    """Read the table once."""\n{STEPS}\n\n'
    for n in range(130)
)


def price(model: str, usage: Usage) -> float | None:
    return BOOK.usd(model, usage, NOW)


class BilledModel:
    """Answers by a script and counts the tokens that a server would bill."""

    name = "billed"

    def __init__(self, script: Investigator) -> None:
        self._script = script
        self._cache = PromptCache()
        self.used: dict[str, Usage] = {}

    def check(self, model: str, stop: StopSignal) -> bool:
        return True

    def encode(self, request: ModelRequest) -> bytes:
        return request_bytes(request)

    def complete(self, request: ModelRequest, stop: StopSignal) -> ModelResponse:
        response = self._script(request)
        counted = self._cache.budget(request_body(request))
        blocks = [{"type": "text", "text": response.message.text}]
        blocks += [{"type": "tool_use", **call.model_dump()} for call in response.message.calls]
        usage = Usage(
            input=counted["input_tokens"],
            cache_read=counted["cache_read_input_tokens"],
            cache_write=counted["cache_creation_input_tokens"],
            output=len(json.dumps(blocks)) // 4,
        )
        self.used[request.model] = self.used.get(request.model, Usage()) + usage
        return response.model_copy(update={"usage": usage, "model": request.model})


def random_tree(root: Path, chance: random.Random) -> None:
    """A handful to dozens of directories of a few files each; a few files are large, and some are
    nothing to read."""
    folders = [root]
    for number in range(chance.randint(5, 30)):
        folders.append(chance.choice(folders[-8:]) / f"part{number}")
    typical = chance.uniform(600, 4_000)  # bytes; half of the files are smaller
    for folder in folders:
        folder.mkdir()
        for number in range(min(int(chance.expovariate(1 / 4)), 20)):
            size = min(int(chance.lognormvariate(0, 1.1) * typical), 120_000)
            _write(folder, number, size, chance)


def _write(folder: Path, number: int, size: int, chance: random.Random) -> None:
    kind = chance.choices(["py", "md", "json", "png"], [8, 4, 7, 1])[0]
    file = folder / f"file_{number}.{kind}"
    if kind == "png":
        file.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(size))
    else:
        start = chance.randrange(5_000)
        file.write_text(CODE[start : start + size])


class Run:
    """One audit without Prefect: its estimate, then its bill."""

    def __init__(self, root: Path, seed: int) -> None:
        chance = random.Random(seed)  # noqa: S311 - a reproducible script
        random_tree(root, chance)
        scan = ScanContext(lambda _: None, StopSignal())
        snapshot = take_snapshot(root, ScanOptions(), scan)
        preload = chance.choice([4_000, 8_000, 20_000])
        settings = Settings(store=root, preload_tokens=preload)
        self.model = BilledModel(Investigator(drawn(chance), chance, snapshot))
        self._state = RunState(settings=settings, snapshot=snapshot)
        self._files = ScannedFiles(root)
        prices = [Price.model_validate(FREE | {"model": m}) for m in {*MODELS.values()}]
        self._client = ModelClient(
            model=self.model,
            rate_limiter=RateLimiter(1),
            budget=Budget(None),
            prices=PriceBook(prices),
            observe=lambda _: None,
            now=lambda: NOW,
        )

    def estimate(self) -> Estimate:
        briefings = {step.name: step.briefing(self._state) for step in (SURVEY, PLAN)}
        work = RemainingWork(
            directories=self._state.snapshot.directories,
            briefings={name: briefing for name, briefing in briefings.items() if briefing},
            preload_tokens=self._state.settings.preload_tokens,
            synthesis_characters=sections_characters(self._state.settings.context_budget),
        )
        return estimate(work, CORE_PASSES, MODELS, price)

    def bill(self) -> float:
        for step in (SURVEY, PLAN):
            result = self._run(step, step.briefing(self._state))
            results = {**self._state.results, step.name: result}
            self._state = replace(self._state, results=results)
        self._state = replace(self._state, reports=self._directories())
        self._run(SYNTHESIS, SYNTHESIS.briefing(self._state))
        return sum(price(model, usage) or 0.0 for model, usage in self.model.used.items())

    def _directories(self) -> dict[str, DirectoryReport]:
        reports: dict[str, DirectoryReport] = {}
        for work in self._works(reports):
            reports[work.directory.path] = self._run(DIRECTORY, work)
        return reports

    def _works(self, reports: dict[str, DirectoryReport]) -> Iterator[DirectoryWork]:
        snapshot, plan = self._state.snapshot, plan_of(self._state).plan
        keys = tree_keys(snapshot.directories, (), CONTEXT)
        for assignment in apply_plan(snapshot.directories, plan, snapshot.target).assignments:
            directory = snapshot.directory(assignment.path)
            yield DirectoryWork(
                target=snapshot.target,
                target_name=snapshot.name,
                directory=directory,
                assignment=assignment,
                children=tuple(_child(path, reports) for path in directory.children),
                flags=(),
                survey=survey_of(self._state),
                notes=plan.notes,
                key=keys[directory.path],
                change="new",
            )

    def _run(self, step: AnyPass, briefing: Any) -> Any:
        return run_pass(step, briefing, self._context(step))

    def _context(self, step: AnyPass) -> AgentContext:
        return AgentContext(
            client=self._client,
            transcripts=MemoryTranscripts(),
            summaries=EmptySummaries(),
            run_id="run-1",
            model_id=MODELS[step.name],
            effort=None,
            fallback_model=None,
            files=self._files,
            observe=lambda _: None,
            stop=StopSignal(),
            context_budget=self._state.settings.context_budget,
            max_tokens=8_192,
            now=lambda: NOW,
            preload_tokens=self._state.settings.preload_tokens,
        )


def _child(path: str, reports: dict[str, DirectoryReport]) -> ChildSummary:
    if path not in reports:
        return ChildSummary(path=path, state=DirectoryState.SKIPPED, reason="left out")
    return ChildSummary(path=path, state=reports[path].state, summary=reports[path].summary)


def test_the_estimate_is_within_a_quarter_of_the_bill_in_five_of_six_runs(tmp_path: Path) -> None:
    off = []
    for seed in range(36):
        run = Run(tmp_path / str(seed), seed)
        usd, paid = run.estimate().usd, run.bill()
        assert usd is not None
        off.append(usd / paid - 1)
    assert sum(abs(each) <= 0.25 for each in off) >= 30, sorted(off)


def directories(count: int, size: int = 6_000) -> tuple[DirectoryRecord, ...]:
    """So many directories of one file."""
    files = [
        FileRecord(
            path=f"d{number}/a.py", size=size, mtime_ns=1, lines=size // 30, language="Python"
        )
        for number in range(count)
    ]
    return tuple(DirectoryRecord(path=f"d{n}", files=(file,)) for n, file in enumerate(files))


def work(found: tuple[DirectoryRecord, ...], **changes: Any) -> RemainingWork:
    given = {"preload_tokens": 20_000, "synthesis_characters": 210_000, **changes}
    return RemainingWork(directories=found, **given)


def estimated(work: RemainingWork, models: Mapping[str, str] = MODELS) -> Estimate:
    return estimate(work, CORE_PASSES, models, price)


def test_a_run_with_all_results_in_the_store_buys_nothing() -> None:
    nothing = estimated(work((), cached=12))

    assert nothing.buys_nothing
    assert (nothing.usd, nothing.usd_low, nothing.usd_high) == (0.0, 0.0, 0.0)
    assert (nothing.directories, nothing.stored) == (0, 12)


@given(count=some.integers(1, 40), size=some.integers(0, 400_000), preload=some.integers(0, 40_000))
def test_the_estimate_lies_within_its_range(count: int, size: int, preload: int) -> None:
    one = estimated(work(directories(count, size), preload_tokens=preload))

    assert 0 < (one.usd_low or 0) < (one.usd or 0) < (one.usd_high or 0)
    assert one.calls >= count + 1
    assert sum(used.usd or 0 for used in one.usage) == pytest.approx(one.usd)


def test_twice_the_directories_cost_about_twice_as_much() -> None:
    few, many = estimated(work(directories(50))), estimated(work(directories(100)))
    assert 1.8 < (many.usd or 0) / (few.usd or 1) < 2.05


def test_a_file_that_is_known_by_its_content_costs_little() -> None:
    new, known = (
        estimated(work(directories(20, 40_000), is_known=lambda _, known=known: known))
        for known in (False, True)
    )
    assert (known.usd or 0) < 0.5 * (new.usd or 0)


def test_one_unknown_price_makes_the_estimate_unknown_and_is_named() -> None:
    one = estimated(work(directories(3)), {**MODELS, "synthesis": "house-model"})

    assert (one.usd, one.usd_low, one.usd_high) == (None, None, None)
    assert one.unknown_prices == ("house-model",)
    assert one.calls > 3


def test_a_calibration_changes_the_estimate_of_directories_and_nothing_else() -> None:
    plain = estimated(work(directories(9)))
    calibrated = estimated(work(directories(9), calibration=1.5))
    costs = [{used.pass_name: used.usd or 0 for used in each.usage} for each in (plain, calibrated)]

    assert costs[1]["directory"] == pytest.approx(1.5 * costs[0]["directory"])
    assert costs[1]["synthesis"] == costs[0]["synthesis"]
    assert calibrated.usd == pytest.approx(sum(costs[1].values()))


def test_a_directory_is_estimated_at_no_more_than_one_conversation_can_read() -> None:
    """CPython's own tests, 700 long files, were half of an estimate that was twice the bill."""

    def one_directory(count: int) -> float:
        files = tuple(
            FileRecord(path=f"d/{n}.py", size=60_000, mtime_ns=1, lines=2_000, language="Python")
            for n in range(count)
        )
        return estimated(work((DirectoryRecord(path="d", files=files),))).usd or 0.0

    few, many = one_directory(40), one_directory(800)
    assert many < 1.2 * few
    assert many < 140_000 * 2.5e-6 + 10 * 140_000 * 0.1e-6 + 0.3  # written once, read ten times


def test_the_upper_end_has_the_further_conversations_of_a_directory_that_one_cannot_hold() -> None:
    def one_directory(count: int) -> Estimate:
        files = tuple(
            FileRecord(path=f"d/{n}.py", size=60_000, mtime_ns=1, lines=2_000, language="Python")
            for n in range(count)
        )
        return estimated(work((DirectoryRecord(path="d", files=files),)))

    fits, parts, most = one_directory(5), one_directory(40), one_directory(4_000)
    assert fits.usd_high and parts.usd_high and most.usd_high and most.usd
    assert 2.5 * fits.usd_high < parts.usd_high
    assert most.usd_high < 30 * 140_000 * 3e-6 + 30 * 0.3  # as many as one run makes
    assert most.usd < most.usd_high / 10  # the likely value has one conversation


def test_a_run_that_plans_is_estimated_with_a_revision_of_the_plan(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(CODE)
    state = RunState(
        settings=Settings(store=tmp_path, survey_min_files=0),
        snapshot=take_snapshot(tmp_path, ScanOptions(), ScanContext(lambda _: None, StopSignal())),
    )
    briefing = PLAN.briefing(state)
    assert briefing is not None
    planned = estimated(work(directories(9), briefings={PLAN.name: briefing}))
    again = estimated(work(directories(9)))

    calls = {used.pass_name: used.calls for used in planned.usage}
    assert calls["plan"] == calls["plan-revision"] == 1
    assert {used.pass_name for used in again.usage} == {"directory", "synthesis"}


def test_an_answer_has_an_entry_for_each_of_many_small_files() -> None:
    """122 files that one message shows whole were estimated at 60 entries, and under a cap the
    answer had room for no more."""
    sixty, more = (
        directory_answer(count, ModelProfile(0.5, 0.5, 1.0, 1.0)) for count in (60.0, 122.0)
    )
    assert more > 1.9 * sixty


def test_a_directory_with_nothing_left_to_read_writes_no_message_into_the_cache() -> None:
    shown, left = (
        next(
            used
            for used in estimated(work(directories(9, 40_000), preload_tokens=preload)).usage
            if used.pass_name == "directory"
        )
        for preload in (20_000, 2_000)
    )
    prefix = DIRECTORY.prefix_tokens
    assert shown.cache_write == pytest.approx(prefix, rel=0.01)
    assert left.cache_write > 9 * 10_000 * 0.3
    assert left.input < shown.input


def test_in_directories_of_next_to_no_text_next_to_nothing_is_claimed() -> None:
    """Django has 3,246 directories, most of a file or two; the estimate of their reviews was $21 of
    $74, the bill of all $55."""
    reviewers = {Severity.CONCERN: 1}
    much, little = (
        VERIFICATION.expected(work(directories(100, size), reviewers=reviewers))
        for size in (40_000, 200)
    )
    assert much == pytest.approx(22)
    assert little < 0.1 * much
