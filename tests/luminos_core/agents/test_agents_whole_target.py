"""Planner and synthesis are given everything: each directory and each flag is in some prompt."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from luminos_core.agents.passes.plan import PLAN, PlanResult
from luminos_core.agents.passes.plan_update import PLAN_UPDATE
from luminos_core.agents.passes.synthesis import SYNTHESIS
from luminos_core.agents.planning.plan_blocks import assigned_block
from luminos_core.agents.planning.tree_lines import tree_lines
from luminos_core.agents.prompt_limits import PROMPT_LIMITS
from luminos_core.agents.run_state import RunState
from luminos_core.agents.subtrees import Piece, in_tree_order, split
from luminos_core.records.briefing import (
    PlanBriefing,
    PlanUpdateBriefing,
    SynthesisBriefing,
    TreeLine,
)
from luminos_core.records.directory import DirectoryState, LeftOut
from luminos_core.records.flag import Flag, Severity
from luminos_core.records.plan import (
    Assignment,
    Order,
    Plan,
    PlannedDirectory,
    PriorityDirectory,
    Tier,
)
from luminos_core.records.report import Synthesis
from luminos_core.records.settings import Settings
from luminos_core.records.snapshot import DirectoryRecord, SurveySignals
from tests.fakes.agent_bench import MakeBench, run_pass
from tests.fakes.audits import parent_of, trees
from tests.luminos_core.agents.test_agents_synthesis import report, submits
from tests.luminos_core.report.report_runs import file, snapshot

SIGNALS = SurveySignals(
    total_files=7, extension_histogram=(), file_descriptions=(), filename_samples=()
)


def tree(paths: Sequence[str], language: str = "Python") -> list[DirectoryRecord]:
    """Directories with a file of ten lines each."""
    known = sorted({*paths, "."}, key=lambda path: (path == ".", -path.count("/"), path))
    return [
        DirectoryRecord(
            path=path,
            children=tuple(p for p in known if p != "." and parent_of(p) == path),
            files=(file(f"{path}/a.py", lines=10, language=language, size=100),),
        )
        for path in known
    ]


def shown(lines: Sequence[TreeLine]) -> list[str]:
    return sorted(path for line in lines for path in line.directories)


def text_of(lines: Sequence[TreeLine]) -> str:
    return "\n".join(line.text for line in lines)


wide = st.integers(0, 60).map(lambda n: [f"w/c{number}" for number in range(n)])
deep = st.integers(0, 12).map(lambda n: ["/".join(["x"] * level) for level in range(1, n + 1)])


# -- the planner's tree ----------------------------------------------------------------------------


@given(trees(40), wide, deep, st.data())
@settings(max_examples=50, deadline=None)
def test_every_directory_is_in_the_planners_tree_or_counted_in_a_fold(
    random: list[DirectoryRecord], many: list[str], nested: list[str], data: st.DataObject
) -> None:
    extra = ["w", *many] if many else []
    records = tree([*(each.path for each in random), *extra, *nested])
    paths = [each.path for each in records]
    serious = data.draw(st.lists(st.sampled_from(paths), max_size=3))
    flags = {
        path: [Flag(path=f"{path}/a.py", finding="f", severity=Severity.CRITICAL)]
        for path in serious
    }
    lines = tree_lines(records, flags, {})
    assert shown(lines) == sorted(paths)
    assert {line.path for line in lines if not line.folded} >= set(serious)
    for line in lines:
        count = re.search(r"\*: ([\d,]+) more director", line.text)
        assert (int(count[1]) if count else 0) == len(line.folded)
    files = re.findall(r": (\d+) files?, (\d+) lines?, Python", text_of(lines))
    assert sum(int(number) for number, _ in files) == len(paths)  # one in each
    assert sum(int(number) for _, number in files) == 10 * len(paths)


def test_alike_siblings_are_folded_with_their_names_and_counts_and_others_are_not() -> None:
    many = [f"cases/c{number:02}" for number in range(30)]
    records = tree(["src", "src/core", "cases", *many, "cases/c07/inner"])
    flags = {
        "cases/c20": [Flag(path="cases/c20/a.py", finding="f", severity=Severity.CONCERN)],
        "cases/c21": [Flag(path="cases/c21/a.py", finding="f", severity=Severity.INFO)],
        "src": [Flag(path="src/a.py", finding="f", severity=Severity.CRITICAL, more=2)],
    }
    states = {"src/core": "changed", "cases/c29": "stored", "src": "stored"}
    hint = Flag(path="src/core/a.py", finding="f", severity=Severity.INFO, is_hint=True)
    lines = tree_lines(records, flags, states, hints={"src/core": [hint]})
    text = text_of(lines)
    assert "src/: 1 file, 10 lines, Python; checks: 1 critical in 3 places; stored" in text
    assert "src/core/: 1 file, 10 lines, Python; 1 hint; changed" in text
    assert "cases/c20/: 1 file, 10 lines, Python; checks: 1 concern" in text
    assert "cases/c07/inner/: 1 file" in text  # it has a child, as no other has
    assert "cases/c29/: 1 file, 10 lines, Python; stored" in text
    (fold,) = (line for line in lines if line.folded)
    assert fold.text.startswith(
        "cases/*: 23 more directories alike: 23 files, 230 lines, Python; "
        "checks: 1 info; named c04, c05, c06, c08,"
    )


def test_what_is_deep_is_folded_but_not_what_is_serious() -> None:
    nested = ["/".join(["x"] * level) for level in range(1, 10)]
    lines = tree_lines(tree(nested), {}, {})
    assert [len(line.folded) for line in lines] == [0] * 7 + [3]
    assert "x/x/x/x/x/x/*: 3 more directories deeper: 3 files, 30 lines" in text_of(lines)
    flag = Flag(path=f"{nested[-1]}/a.py", finding="f", severity=Severity.CRITICAL)
    assert not any(line.folded for line in tree_lines(tree(nested), {nested[-1]: [flag]}, {}))


def test_a_tree_deeper_than_the_stack_is_shown() -> None:
    nested = ["/".join(["x"] * level) for level in range(1, 2_001)]
    assert shown(tree_lines(tree(nested), {}, {})) == sorted([".", *nested])


# -- planned by subtree ----------------------------------------------------------------------------


def plan_briefing(records: list[DirectoryRecord], characters: int) -> PlanBriefing:
    return PlanBriefing(
        target="t",
        target_path="/t",
        survey=None,
        signals=SIGNALS,
        directories=tuple(records),
        tree=tree_lines(records, {}, {}),
        default_turns=10,
        characters=characters,
    )


@given(trees(40), st.integers(50, 3_000))
@settings(max_examples=50, deadline=None)
def test_each_directory_is_in_one_part_of_the_plan_and_each_part_fits(
    random: list[DirectoryRecord], characters: int
) -> None:
    briefing = plan_briefing(tree([each.path for each in random]), characters)
    parts = PLAN.parts(briefing)
    if not parts:
        assert len(text_of(briefing.tree)) < characters + 1
        return
    assert shown([line for part in parts for line in part.tree]) == shown(briefing.tree)
    assert len({PLAN.cache_key(part, "m") for part in parts}) == len(parts)
    for part in parts:
        assert len(part.tree) == 1 or len(text_of(part.tree)) <= characters
        assert part.scope in PLAN.prompts.task(**PLAN.slots(part))


@given(trees(40), st.integers(20, 400))
@settings(max_examples=50, deadline=None)
def test_a_subtree_that_fits_is_in_one_part(random: list[DirectoryRecord], limit: int) -> None:
    paths = in_tree_order(each.path for each in random)
    pieces = [Piece(path, size) for path in paths for size in (6, 4)]  # as a report and a flag
    groups = split(pieces, limit)
    group_of = {pieces[position].path: n for n, group in enumerate(groups) for position in group}
    assert sorted(position for group in groups for position in group) == [*range(len(pieces))]
    for path in paths:
        below = [each for each in paths if path == "." or f"{each}/".startswith(f"{path}/")]
        if 10 * len(below) <= limit:
            assert len({group_of[each] for each in below}) == 1
            positions = [n for n, piece in enumerate(pieces) if piece.path in below]
            assert sum(any(n in group for n in positions) for group in groups) == 1


@pytest.mark.parametrize(("characters", "skipped"), [(60, []), (110, ["a"])])
def test_the_plans_of_the_parts_are_one_plan(characters: int, skipped: list[str]) -> None:
    """A directory is skipped with all below it, so only by a part that has all of it."""
    records = tree(["a", "a/one", "a/two", "b", "b/three"])
    briefing = plan_briefing(records, characters)
    parts = PLAN.parts(briefing)
    own = [shown(part.tree) for part in parts]
    assert len(parts) > 1

    def listing(part: PlanBriefing) -> PlanResult:
        """Each part lists all of the target; only its own directories count."""
        everything = [PlannedDirectory(path=path, reason="") for path in shown(briefing.tree)]
        skips = tuple(each for each in everything if each.path == "a")
        rest = [each.path for each in everything if each.path != "a"]
        priority = tuple(
            PriorityDirectory(path=path, reason=part.scope, suggested_turns=15) for path in rest
        )
        order = Order.PRIORITY_FIRST if part is parts[-1] else Order.LEAF_FIRST
        plan = Plan(
            priority_dirs=priority, skip_dirs=skips, investigation_order=order, notes=part.scope
        )
        return PlanResult(plan=plan, gap="it failed" if part is parts[0] else "")

    result = PLAN.combined(briefing, [(part, listing(part)) for part in parts])
    assert isinstance(result, PlanResult)
    listed = {entry.path: entry.reason for entry in result.plan.priority_dirs}
    assert listed == {
        path: part.scope
        for part, paths in zip(parts, own, strict=True)
        for path in paths
        if path != "a"
    }
    assert [entry.path for entry in result.plan.skip_dirs] == skipped
    assert result.plan.investigation_order is Order.PRIORITY_FIRST
    assert [part.scope in result.plan.notes for part in parts] == [True] * len(parts)
    assert result.gap == f"{parts[0].scope}: it failed"


def update_briefing(count: int) -> PlanUpdateBriefing:
    records = tree([f"new/d{number:04}" for number in range(count)] + ["old"])
    return PlanUpdateBriefing(
        target="t",
        target_path="/t",
        shape="s",
        survey=None,
        plan=Plan(shallow_dirs=(PlannedDirectory(path="old", reason="as before"),), notes="Old."),
        last_plan="l",
        directories=tuple(each for each in records if each.path.startswith("new/")),
        paths=tuple(each.path for each in records),
        default_turns=10,
    )


def test_new_directories_that_do_not_fit_are_placed_in_parts() -> None:
    assert PLAN_UPDATE.parts(update_briefing(5)) == ()
    briefing = update_briefing(1_500)
    parts = PLAN_UPDATE.parts(briefing)
    texts = [PLAN_UPDATE.prompts.task(**PLAN_UPDATE.slots(part)) for part in parts]
    assert len(parts) > 1
    for directory in briefing.directories:
        assert sum(f"- {directory.path}: " in text for text in texts) == 1
    results = [
        (
            part,
            PlanResult(
                plan=Plan(
                    skip_dirs=(PlannedDirectory(path=part.directories[0].path, reason="r"),),
                    shallow_dirs=briefing.plan.shallow_dirs,
                )
            ),
        )
        for part in parts
    ]
    plan = PLAN_UPDATE.combined(briefing, results).plan
    assert [each.path for each in plan.skip_dirs] == [p.directories[0].path for p in parts]
    assert [each.path for each in plan.shallow_dirs] == ["old"]


def test_a_revision_counts_the_directories_that_it_cannot_name() -> None:
    records = tree([f"p{n % 7}/d{n}" for n in range(4_000)])
    assignments = [Assignment(path=r.path, tier=Tier.DEFAULT, turns=10, band=0) for r in records]
    text = assigned_block(records, assignments)
    assert len(text) <= PROMPT_LIMITS.directories_characters
    counted = sum(int(n.replace(",", "")) for n in re.findall(r": ([\d,]+) director", text))
    named = sum("/*:" not in line for line in text.splitlines())
    assert counted + named == len(records)
    few = assigned_block(records[:3], assignments[:3])
    assert ": 1 file, 100 bytes, 10 lines; Python 1; a.py" in few


# -- the synthesis ---------------------------------------------------------------------------------


def synthesis_briefing(
    records: Sequence[DirectoryRecord], data: st.DataObject, characters: int
) -> SynthesisBriefing:
    paths = [each.path for each in records]
    fates = st.sampled_from(["report", "partial", "skipped", "deferred"])
    fate = {path: data.draw(fates) for path in paths}
    states = {"report": DirectoryState.INVESTIGATED, "partial": DirectoryState.PARTIAL}
    places = data.draw(st.lists(st.sampled_from([*paths, "general", "gone"]), max_size=30))
    return SynthesisBriefing(
        target="t",
        survey=None,
        languages=(),
        reports=tuple(
            report(path, f"About {path}.", states[fate[path]])
            for path in paths
            if fate[path] in states
        ),
        left_out=(
            *(
                LeftOut(path=path, state=DirectoryState(fate[path]), reason="because")
                for path in paths
                if fate[path] not in states
            ),
            LeftOut(path="vendor", state=DirectoryState.EXCLUDED, directories=7),
        ),
        flags=tuple(
            Flag(
                path=place if place == "general" else f"{place}/a.py",
                finding=f"Finding {number}.",
                severity=Severity.INFO,
                line=number + 1,
            )
            for number, place in enumerate(places)
        ),
        characters=characters,
    )


@given(trees(25), st.data(), st.integers(60, 6_000))
@settings(max_examples=60, deadline=None)
def test_every_flag_and_directory_is_in_some_synthesis_input(
    records: list[DirectoryRecord], data: st.DataObject, characters: int
) -> None:
    briefing = synthesis_briefing(records, data, characters)
    parts = SYNTHESIS.parts(briefing) or (briefing,)
    texts = [SYNTHESIS.prompts.task(**SYNTHESIS.slots(part)) for part in parts]
    for path in (each.path for each in briefing.reports):
        assert sum(f"## {path} (source)" in text for text in texts) == 1
    for each in briefing.left_out:
        assert sum(f"- {each.path} [{each.state}" in text for text in texts) == 1
    for flag in briefing.flags:
        place = f"[info] {flag.path}:{flag.line} (model) {flag.finding}"
        assert sum(place in text for text in texts) == 1
    counts = Counter(report.state for report in briefing.reports)
    whole = SYNTHESIS.prompts.task(**SYNTHESIS.slots(briefing))
    for state in DirectoryState:
        left = sum(each.directories for each in briefing.left_out if each.state is state)
        if total := counts[state] + left:
            assert f"{total} {state}" in whole.split("\n\n")[0]


def test_the_synthesis_is_given_the_flags_of_checks_and_of_agents_and_what_was_left_out() -> None:
    records = tree(["a"])
    found = Flag(
        path="a/a.py", finding="By a check.", severity=Severity.INFO, rule="code-injection"
    )
    raised = Flag(
        path="a/a.py",
        finding="By an agent.",
        severity=Severity.CRITICAL,
        quotation="x",
        verified=True,
    )
    invented = raised.model_copy(update={"quotation": "y", "verified": False})
    late = LeftOut(path=".", state=DirectoryState.DEFERRED, reason="not reached")
    state = RunState(
        settings=Settings(store="/s"),  # type: ignore[arg-type]
        snapshot=snapshot(*(each for each in records if each.path != ".")),
        flags=(found,),
        reports={"a": report("a", "A.").model_copy(update={"flags": (invented, raised)})},
        left_out=(late,),
    )
    briefing = SYNTHESIS.briefing(state)
    assert briefing.flags == (raised, found, invented)
    text = SYNTHESIS.prompts.task(**SYNTHESIS.slots(briefing))
    assert "[unverified] a/a.py (model) By an agent. | y" in text
    assert "Directories by state: 1 investigated, 1 deferred." in text
    assert "- . [deferred: not reached]" in text


def test_a_synthesis_that_does_not_fit_is_made_of_partial_ones(make_bench: MakeBench) -> None:
    briefing = SynthesisBriefing(
        target="t",
        survey=None,
        languages=(),
        reports=tuple(report(f"d{n}/e", f"About {n}. " + "x" * 300) for n in range(20)),
        left_out=(LeftOut(path="late", state=DirectoryState.DEFERRED, reason="not reached"),),
        flags=(Flag(path="d3/e/a.py", finding="Bad.", severity=Severity.CRITICAL),),
        characters=2_000,
    )
    parts = SYNTHESIS.parts(briefing)
    assert len(parts) > 2
    raised = Flag(path="general", finding="Two make one.", severity=Severity.CONCERN)
    results = [
        Synthesis(brief=f"Brief {n}.", detailed=f"Detail {n}.", flags=(raised,) if n == 1 else ())
        for n in range(len(parts))
    ]
    results[2] = results[2].model_copy(update={"gap": "no synthesis was written: overloaded"})
    whole = SYNTHESIS.combined(briefing, list(zip(parts, results, strict=True)))
    bench = make_bench([submits()])
    result = run_pass(SYNTHESIS, whole, bench.context)
    text = bench.model.requests[0].messages[0].text
    for number, part in enumerate(parts):
        assert f"## {part.scope} (" in text
        assert f"Brief {number}.\n\nDetail {number}." in text
    assert "1 directory [deferred: not reached]" in text
    assert "[critical] d3/e/a.py (model) Bad." in text
    assert result.flags == (raised,)
    assert (result.brief, result.mechanical) == ("A shop.", False)
    assert result.gap == f"of {parts[2].scope}: no synthesis was written: overloaded"
    assert SYNTHESIS.fallback(whole, "interrupted").flags == (raised,)
    assert SYNTHESIS.cache_key(whole, "m") != SYNTHESIS.cache_key(briefing, "m")


def test_partial_syntheses_that_are_long_are_cut_to_fit(make_bench: MakeBench) -> None:
    reports = tuple(report(f"d{n}", "x" * 900) for n in range(40))
    briefing = SynthesisBriefing(
        target="t", survey=None, languages=(), reports=reports, flags=(), characters=8_000
    )
    parts = SYNTHESIS.parts(briefing)
    long = Synthesis(brief="b" * 900, detailed="d" * 9_000)
    whole: Any = SYNTHESIS.combined(briefing, [(part, long) for part in parts])
    slots = SYNTHESIS.slots(whole)
    assert len(str(slots["sections"])) < briefing.characters
    assert str(slots["sections"]).count("## ") == len(parts)


@pytest.mark.parametrize("characters", [100, 100_000])
def test_a_stored_report_makes_the_same_parts(characters: int) -> None:
    """Else a partial synthesis that an interrupted run has paid for would be bought again."""
    reports = tuple(report(f"d{n}", "About it.") for n in range(5))
    stored = tuple(r.model_copy(update={"state": DirectoryState.CACHED}) for r in reports)
    base = SynthesisBriefing(
        target="t", survey=None, languages=(), reports=reports, flags=(), characters=characters
    )
    again = base.model_copy(update={"reports": stored})
    keys = [
        [SYNTHESIS.cache_key(part, "m") for part in SYNTHESIS.parts(each)] for each in (base, again)
    ]
    assert keys[0] == keys[1]
    assert bool(keys[0]) is (characters == 100)
