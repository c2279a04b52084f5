"""The estimate against bills: scripted models of many habits audit random trees."""

import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from luminos_core.agents.context import AgentContext
from luminos_core.agents.estimate.estimate import RemainingWork, estimate
from luminos_core.agents.passes.directory import investigate
from luminos_core.agents.passes.plan import plan
from luminos_core.agents.passes.survey import survey
from luminos_core.agents.passes.synthesis import synthesize
from luminos_core.agents.planning.schedule import DEFAULT_TURNS, apply_plan
from luminos_core.cache.tree import Asking, tree_keys
from luminos_core.calls.budget import Budget
from luminos_core.calls.client import ModelClient
from luminos_core.calls.rate_limiter import RateLimiter
from luminos_core.calls.transcript import NoTranscripts
from luminos_core.llm.anthropic.request import request_body
from luminos_core.llm.price_file import Price
from luminos_core.llm.pricing import PriceBook
from luminos_core.records.briefing import PlanBriefing, SurveyBriefing, SynthesisBriefing
from luminos_core.records.conversation import ModelRequest, ModelResponse, Usage
from luminos_core.records.cost import Pass
from luminos_core.records.directory import (
    ChildSummary,
    DirectoryReport,
    DirectoryState,
    DirectoryWork,
)
from luminos_core.records.estimate import Estimate
from luminos_core.records.plan import Plan, Schedule
from luminos_core.records.snapshot import DirectoryRecord, FileRecord, Snapshot
from luminos_core.records.survey import Survey
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.scan.render_tree import render_tree
from luminos_core.scan.scan_cache import empty_cache
from luminos_core.scan.scan_context import ScanContext
from luminos_core.scan.snapshot import ScanOptions, take_snapshot
from luminos_core.stop import StopSignal
from tests.fakes.agent_bench import NOW
from tests.fakes.messages_cache import PromptCache
from tests.fakes.temperaments import Investigator, drawn

BOOK = PriceBook()
BUDGET = 140_000
MODELS = {
    Pass.SURVEY: "claude-haiku-5-5",
    Pass.PLAN: "claude-opus-5-5",
    Pass.DIRECTORY: "claude-sonnet-5-5",
    Pass.SYNTHESIS: "claude-opus-5-5",
}
FREE = {"from": NOW.date(), "input": 0.0, "output": 0.0}  # until the run's tokens are added up
ASKING = Asking(prompt="p", tools="t", model="m")
STEPS = "".join(f"    value_{n} = parse(table[{n}], 'name') if ready else {n}\n" for n in range(17))
CODE = "".join(
    f'def handle_{n}(request, ready):\n    """Read the table once."""\n{STEPS}\n\n'
    for n in range(130)
)


def price(model: str, usage: Usage) -> float | None:
    return BOOK.usd(model, usage, NOW)


class BilledModel:
    """Answers by a script and counts what a server would put on the bill."""

    name = "billed"
    is_language_model = True

    def __init__(self, script: Investigator) -> None:
        self._script = script
        self._cache = PromptCache()
        self.used: dict[str, Usage] = {}

    def turn(self, request: ModelRequest, stop: StopSignal) -> ModelResponse:
        answer = self._script(request)
        counted = self._cache.budget(request_body(request))
        said = [{"type": "text", "text": answer.message.text}]
        said += [{"type": "tool_use", **call.model_dump()} for call in answer.message.calls]
        usage = Usage(
            input=counted["input_tokens"],
            cache_read=counted["cache_read_input_tokens"],
            cache_write=counted["cache_creation_input_tokens"],
            output=len(json.dumps(said)) // 4,
        )
        self.used[request.model] = self.used.get(request.model, Usage()) + usage
        return answer.model_copy(update={"usage": usage, "model": request.model})


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
        looking = ScanContext(lambda _: None, StopSignal(), empty_cache())
        self.snapshot: Snapshot = take_snapshot(root, ScanOptions(), looking)
        self.preload = chance.choice([4_000, 8_000, 20_000])
        self.model = BilledModel(Investigator(drawn(chance), chance))
        self._client = ModelClient(
            model=self.model,
            rate_limiter=RateLimiter(1),
            budget=Budget(None),
            prices=PriceBook([Price.model_validate(FREE | {"model": m}) for m in MODELS.values()]),
            observe=lambda _: None,
            now=lambda: NOW,
        )
        self._root = root

    def estimate(self) -> Estimate:
        ahead = RemainingWork(
            directories=self.snapshot.directories,
            stored=0,
            survey=self._survey_briefing(),
            plan=self._plan_briefing(None),
            preload_tokens=self.preload,
            synthesis_limit=BUDGET * 3 // 2,
        )
        return estimate(ahead, MODELS.__getitem__, price)

    def bill(self) -> float:
        told = survey(self._survey_briefing(), self._context(Pass.SURVEY)).survey
        planned = plan(self._plan_briefing(told), self._context(Pass.PLAN)).plan
        reports = self._directories(told, planned)
        synthesize(
            SynthesisBriefing(
                target=self.snapshot.name,
                survey=told,
                languages=self.snapshot.languages,
                reports=tuple(reports.values()),
                flags=(),
            ),
            self._context(Pass.SYNTHESIS),
        )
        return sum(price(model, usage) or 0.0 for model, usage in self.model.used.items())

    def _directories(self, told: Survey | None, planned: Plan) -> dict[str, DirectoryReport]:
        schedule = apply_plan(self.snapshot.directories, planned, self.snapshot.target)
        reports: dict[str, DirectoryReport] = {}
        for work in self._works(schedule, told, planned, reports):
            reports[work.directory.path] = investigate(work, self._context(Pass.DIRECTORY))
        return reports

    def _works(self, schedule: Schedule, told: Survey | None, planned: Plan, reports):  # type: ignore[no-untyped-def]
        keys = tree_keys(self.snapshot.directories, (), ASKING)
        for assignment in schedule.assignments:
            directory = self.snapshot.directory(assignment.path)
            yield DirectoryWork(
                target=self.snapshot.target,
                target_name=self.snapshot.name,
                directory=directory,
                assignment=assignment,
                children=tuple(_child(path, reports) for path in directory.children),
                flags=(),
                survey=told,
                notes=planned.notes,
                key=keys[directory.path],
                change="new",
            )

    def _survey_briefing(self) -> SurveyBriefing:
        return SurveyBriefing(
            target=self.snapshot.name,
            signals=self.snapshot.signals,
            languages=self.snapshot.languages,
            directory_count=len(self.snapshot.directories),
            tree=render_tree(self.snapshot, 2),
            tools=("read_file", "run_command"),
        )

    def _plan_briefing(self, told: Survey | None) -> PlanBriefing:
        return PlanBriefing(
            target=self.snapshot.name,
            survey=told,
            signals=self.snapshot.signals,
            directories=self.snapshot.directories,
            tree=render_tree(self.snapshot, 6),
            stored=(),
            default_turns=DEFAULT_TURNS,
            turn_budget=DEFAULT_TURNS * len(self.snapshot.directories),
        )

    def _context(self, pass_name: Pass) -> AgentContext:
        return AgentContext(
            client=self._client,
            transcripts=NoTranscripts(),
            run_id="run-1",
            model_id=MODELS[pass_name],
            effort=None,
            fallback_model=None,
            files=SandboxedDir(self._root),
            observe=lambda _: None,
            stop=StopSignal(),
            context_budget=BUDGET,
            max_tokens=8_192,
            now=lambda: NOW,
            preload_tokens=self.preload,
        )


def _child(path: str, reports: dict[str, DirectoryReport]) -> ChildSummary:
    if path not in reports:
        return ChildSummary(path=path, state=DirectoryState.SKIPPED, reason="left out")
    return ChildSummary(path=path, state=reports[path].state, summary=reports[path].summary)


def test_the_estimate_is_within_a_quarter_of_the_bill_in_nine_of_ten_runs(tmp_path: Path) -> None:
    off = []
    for seed in range(50):
        run = Run(tmp_path / str(seed), seed)
        usd, paid = run.estimate().usd, run.bill()
        assert usd is not None
        off.append(usd / paid - 1)
    assert sum(abs(each) <= 0.25 for each in off) >= 45, sorted(off)


def directories(count: int, size: int = 6_000) -> tuple[DirectoryRecord, ...]:
    """So many directories of one file."""
    files = [
        FileRecord(
            path=f"d{number}/a.py", size=size, mtime_ns=1, lines=size // 30, language="Python"
        )
        for number in range(count)
    ]
    return tuple(DirectoryRecord(path=f"d{n}", files=(file,)) for n, file in enumerate(files))


def ahead(found: tuple[DirectoryRecord, ...], **changes: Any) -> RemainingWork:
    known = {"stored": 0, "survey": None, "plan": None, "preload_tokens": 20_000}
    return RemainingWork(directories=found, **(known | {"synthesis_limit": 210_000} | changes))


def told(work: RemainingWork, models: Mapping[Pass, str] = MODELS) -> Estimate:
    return estimate(work, models.__getitem__, price)


def test_a_run_with_all_results_in_the_store_buys_nothing() -> None:
    nothing = told(ahead((), stored=12))

    assert nothing.buys_nothing
    assert (nothing.usd, nothing.usd_low, nothing.usd_high) == (0.0, 0.0, 0.0)
    assert (nothing.directories, nothing.stored) == (0, 12)


@given(count=some.integers(1, 40), size=some.integers(0, 400_000), preload=some.integers(0, 40_000))
def test_the_estimate_lies_within_its_range(count: int, size: int, preload: int) -> None:
    one = told(ahead(directories(count, size), preload_tokens=preload))

    assert 0 < (one.usd_low or 0) < (one.usd or 0) < (one.usd_high or 0)
    assert one.calls >= count + 1
    assert sum(used.usd or 0 for used in one.usage) == pytest.approx(one.usd)


def test_twice_the_directories_cost_about_twice_as_much() -> None:
    few, many = told(ahead(directories(50))), told(ahead(directories(100)))
    assert 1.8 < (many.usd or 0) / (few.usd or 1) < 2.05


def test_a_file_that_is_known_by_its_content_costs_little() -> None:
    new, known = (
        told(ahead(directories(20, 40_000), is_known=lambda _, known=known: known))
        for known in (False, True)
    )
    assert (known.usd or 0) < 0.5 * (new.usd or 0)


def test_one_unknown_price_makes_the_estimate_unknown_and_is_named() -> None:
    one = told(ahead(directories(3)), {**MODELS, Pass.SYNTHESIS: "house-model"})

    assert (one.usd, one.usd_low, one.usd_high) == (None, None, None)
    assert one.unknown_prices == ("house-model",)
    assert one.calls > 3


def test_experience_moves_what_directories_are_estimated_at_and_nothing_else() -> None:
    bare, wiser = told(ahead(directories(9))), told(ahead(directories(9), experience=1.5))
    costs = [{used.pass_name: used.usd or 0 for used in each.usage} for each in (bare, wiser)]

    assert costs[1][Pass.DIRECTORY] == pytest.approx(1.5 * costs[0][Pass.DIRECTORY])
    assert costs[1][Pass.SYNTHESIS] == costs[0][Pass.SYNTHESIS]
    assert wiser.usd == pytest.approx(sum(costs[1].values()))
