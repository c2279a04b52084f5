"""The estimate against bills: scripted models of many habits audit random trees."""

import json
import random
from pathlib import Path

from luminos_core.agents.context import AgentContext
from luminos_core.agents.directory import investigate
from luminos_core.agents.estimate.estimate import Ahead, estimate
from luminos_core.agents.plan import plan
from luminos_core.agents.schedule import DEFAULT_TURNS, apply_plan
from luminos_core.agents.survey import survey
from luminos_core.agents.synthesis import synthesize
from luminos_core.beneath import Beneath
from luminos_core.cache.tree import Asking, tree_keys
from luminos_core.calls.account import Account
from luminos_core.calls.caller import Caller
from luminos_core.calls.throttle import Throttle
from luminos_core.calls.transcript import NoTranscripts
from luminos_core.llm.price_file import Price
from luminos_core.llm.pricing import PriceBook
from luminos_core.llm.wire import request_body
from luminos_core.records.briefing import PlanBriefing, SurveyBriefing, SynthesisBriefing
from luminos_core.records.conversation import ModelRequest, Turn, Usage
from luminos_core.records.cost import Pass
from luminos_core.records.directory import (
    ChildSummary,
    DirectoryReport,
    DirectoryState,
    DirectoryWork,
)
from luminos_core.records.estimate import Estimate
from luminos_core.records.plan import Plan, Schedule
from luminos_core.records.snapshot import Snapshot
from luminos_core.records.survey import Survey
from luminos_core.scan.context import ScanContext, nothing_known
from luminos_core.scan.snapshot import ScanOptions, take_snapshot
from luminos_core.scan.tree import render_tree
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

    def turn(self, request: ModelRequest, stop: StopSignal) -> Turn:
        answer = self._script(request)
        counted = self._cache.account(request_body(request))
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
        looking = ScanContext(lambda _: None, StopSignal(), nothing_known())
        self.snapshot: Snapshot = take_snapshot(root, ScanOptions(), looking)
        self.preload = chance.choice([4_000, 8_000, 20_000])
        self.model = BilledModel(Investigator(drawn(chance), chance))
        self._caller = Caller(
            model=self.model,
            throttle=Throttle(1),
            account=Account(None),
            prices=PriceBook([Price.model_validate(FREE | {"model": m}) for m in MODELS.values()]),
            observe=lambda _: None,
            now=lambda: NOW,
        )
        self._root = root

    def estimate(self) -> Estimate:
        ahead = Ahead(
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
            caller=self._caller,
            transcripts=NoTranscripts(),
            run_id="run-1",
            model_id=MODELS[pass_name],
            effort=None,
            fallback_model=None,
            files=Beneath(self._root),
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
        told, paid = run.estimate(), run.bill()
        assert told.usd is not None
        assert told.usd_low is not None
        assert told.usd_high is not None
        off.append(told.usd / paid - 1)
    assert sum(abs(each) <= 0.25 for each in off) >= 45, sorted(off)
