"""What a run may spend: whatever it costs and whatever is allowed, nothing without a yes."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from luminos_core.agents.estimate.remaining_work import RemainingWork
from luminos_core.agents.passes.plan import PLAN
from luminos_core.agents.passes.survey import SURVEY
from luminos_core.agents.run_state import RunState
from luminos_core.audit.approval import approve
from luminos_core.audit.remaining_work import remaining_work, starting_state
from luminos_core.audit.runtime import Runtime
from luminos_core.calls.budget import Budget
from luminos_core.errors import MoneyExhausted, NotApproved, SettingsError
from luminos_core.records.estimate import Estimate
from luminos_core.records.event import Estimated, Event
from luminos_core.records.settings import Settings
from luminos_core.records.snapshot import DirectoryRecord, FileRecord
from luminos_core.stop import StopSignal
from tests.examples import examples
from tests.fakes.audits import runtime_over
from tests.fakes.scripted_model import ScriptedModel
from tests.luminos_core.report.report_runs import paid, snapshot

UNPRICED = "house-model"
STATE = RunState(
    settings=Settings(store=Path("/s")),
    snapshot=snapshot(*(DirectoryRecord(path=f"d{number}") for number in range(40))),
)


class PricedModel(ScriptedModel):
    name = "anthropic"  # so that the models of the settings have prices


@pytest.fixture(scope="module")
def priced() -> Iterator[Runtime]:
    with runtime_over(Path("/t"), model=PricedModel([])) as runtime:
        yield runtime


@dataclass
class Run:
    """A run before its approval, and what came of it."""

    runtime: Runtime
    work: RemainingWork
    answer: bool | None  # of the person at the terminal; None without a terminal
    questions: list[str] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    def approve(self) -> Estimate | None:
        return approve(self.runtime, self.work)

    @property
    def estimate(self) -> Estimate:
        (event,) = self.events
        assert isinstance(event, Estimated)
        return event.estimate

    @property
    def threshold(self) -> float:
        asked = self.runtime.run.request.confirm_above_usd
        return self.runtime.settings.confirm_above_usd if asked is None else asked

    @property
    def must_ask(self) -> bool:
        """Whether a person has to agree, by the promise of the options."""
        request, usd = self.runtime.run.request, self.estimate.usd
        if self.estimate.buys_nothing or request.yes:
            return False
        if request.max_usd is not None and request.max_usd <= self.threshold:
            return False
        return not request.unknown_prices if usd is None else usd > self.threshold

    @property
    def cannot_be_capped(self) -> bool:
        """Whether a cap was set though a price is unknown, which nobody accepted."""
        request, fallback = self.runtime.run.request, self.runtime.settings.fallback_model
        unknown = bool(self.estimate.unknown_prices) or fallback == UNPRICED
        is_refused = request.max_usd is not None and not request.unknown_prices
        return unknown and is_refused and not self.estimate.buys_nothing


def run_of(
    runtime: Runtime,
    work: RemainingWork,
    answer: bool | None = None,
    models: dict[str, str] | None = None,
    **asked: Any,
) -> Run:
    """`models` are fields of the settings, `asked` of the request."""
    run = Run(runtime, work, answer)

    def confirm(question: str) -> bool:
        run.questions.append(question)
        return bool(answer)

    request = runtime.run.request.model_copy(update=asked)
    run.runtime = replace(
        runtime,
        run=runtime.run.model_copy(update={"request": request}),
        settings=runtime.settings.model_copy(update=models or {}),
        budget=Budget(request.max_usd),
        observe=run.events.append,
        confirm=None if answer is None else confirm,
    )
    return run


def work_of(count: int, **fields: Any) -> RemainingWork:
    """So many directories of a file: some two cents each."""
    directories = tuple(
        DirectoryRecord(
            path=f"part{number}",
            files=(FileRecord(path=f"part{number}/a.py", size=9_000, mtime_ns=1, lines=250),),
        )
        for number in range(count)
    )
    known = {"preload_tokens": 20_000, "synthesis_characters": 200_000}
    return RemainingWork(directories=directories, **(known | fields))


@st.composite
def works(draw: st.DrawFn) -> RemainingWork:
    passes = draw(st.sets(st.sampled_from([SURVEY, PLAN])))
    briefings = {each.name: each.briefing(STATE) for each in passes}
    return work_of(
        draw(st.sampled_from([0, 3, 40, 60])), cached=draw(st.integers(0, 9)), briefings=briefings
    )


dollars = st.none() | st.sampled_from([0.1, 0.15, 0.4, 0.6, 1.6]) | st.floats(0.01, 3)
requests = st.fixed_dictionaries(
    {
        "yes": st.booleans(),
        "unknown_prices": st.booleans(),
        "max_usd": dollars,
        "confirm_above_usd": st.just(0.0) | dollars,
    }
)
models = st.fixed_dictionaries(
    {},
    optional={
        name: st.just(UNPRICED)
        for name in ("development_model", "planning_model", "fallback_model")
    },
)


@examples(100)
@given(works(), st.sampled_from([None, True, False]), models, requests)
def test_a_run_above_the_threshold_begins_only_if_a_person_agrees(
    priced: Runtime,
    work: RemainingWork,
    answer: bool | None,
    models: dict[str, str],
    asked: dict[str, Any],
) -> None:
    run = run_of(priced, work, answer, models, **asked)
    try:
        approved = run.approve()
    except SettingsError as error:
        assert run.cannot_be_capped
        assert UNPRICED in str(error)
    except NotApproved as error:
        assert run.must_ask and not run.cannot_be_capped
        assert not answer
        assert ("no terminal" in str(error)) == (answer is None)
    else:
        assert approved == run.estimate
        assert not run.cannot_be_capped
        assert answer or not run.must_ask
    is_asked = answer is not None and run.must_ask and not run.cannot_be_capped
    assert len(run.questions) == is_asked
    assert run.runtime.budget.lines == ()


@examples(60)
@given(works(), st.floats(0.05, 5), st.floats(0, 1))
def test_a_cap_leaves_the_synthesis_its_estimate_and_the_directories_half(
    priced: Runtime, work: RemainingWork, cap: float, share: float
) -> None:
    assume(work.directories)
    run = run_of(priced, work, yes=True, max_usd=cap)
    made = run.approve()
    assert made is not None
    budget = run.runtime.budget
    reserve(budget, "directory", cap / 2)
    reserve(budget, "synthesis", cap)
    (synthesis,) = (used for used in made.usage if used.pass_name == "synthesis")
    budget.bill(paid("src", usd=most_that_fits(budget, "directory", cap) * share))
    reserve(budget, "synthesis", min(synthesis.usd or 0.0, cap / 2))


def reserve(budget: Budget, pass_name: str, usd: float) -> None:
    with budget.reserved(pass_name, usd - 1e-9, StopSignal()):
        pass


def most_that_fits(budget: Budget, pass_name: str, cap: float) -> float:
    """The largest reservation that the budget accepts, within a thousandth of the cap."""
    low, high = 0.0, cap
    while high - low > cap / 1_000:
        middle = (low + high) / 2
        try:
            reserve(budget, pass_name, middle)
        except MoneyExhausted:
            high = middle
        else:
            low = middle
    return low


def test_the_question_names_the_threshold(priced: Runtime) -> None:
    run = run_of(priced, work_of(40), answer=True, confirm_above_usd=0.5)
    run.approve()
    (question,) = run.questions
    assert re.fullmatch(
        r"The estimate is \$[\d.]+ \(\$[\d.]+ to \$[\d.]+\), above \$0\.50\. Go on\?", question
    )
    assert 0.5 < (run.estimate.usd or 0) < 2


def test_a_declined_estimate_is_named(priced: Runtime) -> None:
    run = run_of(priced, work_of(40), answer=False, confirm_above_usd=0.5)
    with pytest.raises(NotApproved, match=r"nothing was bought: the estimate was declined: \$"):
        run.approve()


def test_without_a_terminal_the_error_names_the_options_that_allow_it(priced: Runtime) -> None:
    with pytest.raises(NotApproved) as declined:
        run_of(priced, work_of(40), confirm_above_usd=0.5).approve()
    for word in ("$0.50", "no terminal", "--yes", "--max-usd", "--confirm-above-usd"):
        assert word in str(declined.value)


def test_a_cap_that_cannot_be_kept_names_the_options_that_allow_it(priced: Runtime) -> None:
    models = {"development_model": UNPRICED}
    with pytest.raises(SettingsError, match=UNPRICED) as refused:
        run_of(priced, work_of(4), True, models, max_usd=5.0).approve()
    for word in ("--max-usd", "LUMINOS_PRICES", "--unknown-prices"):
        assert word in str(refused.value)


def test_an_unknown_cost_names_the_model_without_a_price_and_what_helps(priced: Runtime) -> None:
    models = {"development_model": UNPRICED}
    with pytest.raises(NotApproved) as declined:
        run_of(priced, work_of(4), None, models).approve()
    assert str(declined.value) == (
        "nothing was bought: the estimate is an unknown cost, since no price is known for "
        f"{UNPRICED}, and there is no terminal to ask on; allow it with --yes, or put the price "
        "into the file that LUMINOS_PRICES names"
    )


def test_a_run_that_buys_nothing_asks_nothing(priced: Runtime) -> None:
    run = run_of(priced, work_of(0, cached=40), confirm_above_usd=0.0)
    run.approve()
    assert (run.estimate.stored, run.estimate.usd) == (40, 0.0)


def test_offline_nothing_is_left_to_buy_and_nothing_is_estimated(tmp_path: Path) -> None:
    events: list[Event] = []
    with runtime_over(tmp_path, events=events, confirm_above_usd=0.0, max_usd=0.01) as runtime:
        state = starting_state(runtime, STATE.snapshot, ())
        work = remaining_work(runtime, state)
        assert work is None
        assert approve(runtime, work) is None
    assert events == []
