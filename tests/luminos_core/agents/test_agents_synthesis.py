"""The synthesis, and the mechanical one that replaces it."""

from collections.abc import Sequence
from typing import Any

import pytest

from luminos_core.agents.passes.synthesis import SYNTHESIS
from luminos_core.agents.synthesis_blocks import sections_block
from luminos_core.errors import Interrupted, ModelUnavailable, RequestTooLarge, SettingsError
from luminos_core.records.boundary import Boundary, Reached, Sink
from luminos_core.records.briefing import SynthesisBriefing
from luminos_core.records.conversation import StopReason
from luminos_core.records.directory import DirectoryEntry, DirectoryReport, DirectoryState
from luminos_core.records.flag import Flag, Severity
from tests.fakes.agent_bench import MakeBench, run_pass
from tests.fakes.scripted_model import says


def report(
    path: str,
    summary: str = "",
    state: DirectoryState = DirectoryState.INVESTIGATED,
    reason: str = "",
    **fields: Any,
) -> DirectoryReport:
    given = {"confidence": 0.9, **fields}
    entry = DirectoryEntry(
        relative_path=path,
        child_count=1,
        summary=summary,
        dominant_category="source",
        cached_at="",
        **given,
    )
    return DirectoryReport(path=path, state=state, reason=reason, entry=entry if summary else None)


REPORTS = (
    report("src/auth", "Checks passwords.", notable_files=("src/auth/login.py",)),
    report("src", "The program.", confidence=0.65, confidence_reason="Guessed from names."),
    report("docs", "Prose.", DirectoryState.PARTIAL, "max turns reached"),
    report("gen", state=DirectoryState.FAILED, reason="api error: overloaded"),
    report(".", "A web shop.", confidence=None),
)


def briefing(reports: Sequence[DirectoryReport] = REPORTS) -> SynthesisBriefing:
    return SynthesisBriefing(
        target="shop",
        survey=None,
        languages=(),
        reports=tuple(reports),
        flags=(Flag(path="src/a.py", finding="eval of input.", severity=Severity.CRITICAL),),
    )


def submits(brief: str = "A shop.", detailed: str = "# Shop\n\nSells.") -> Any:
    return says(("submit_report", {"brief": brief, "detailed": detailed}))


def test_its_first_message_is_the_same_for_stored_reports(
    make_bench: MakeBench,
) -> None:
    """Else a response that an interrupted run has paid for would be bought again."""
    stored = [
        each.model_copy(update={"state": DirectoryState.CACHED}) if each.state.is_complete else each
        for each in REPORTS
    ]
    bench = make_bench([submits(), submits()])
    for reports in (REPORTS, stored):
        run_pass(SYNTHESIS, briefing(reports), bench.context)
    one, other = bench.model.requests
    assert one.messages == other.messages


def test_brief_and_detail_are_what_was_submitted(make_bench: MakeBench) -> None:
    bench = make_bench([submits()])
    result = run_pass(SYNTHESIS, briefing(), bench.context)
    assert (result.brief, result.detailed) == ("A shop.", "# Shop\n\nSells.")
    assert (result.mechanical, result.gap) == (False, "")
    assert [line.pass_name for line in bench.bill] == ["synthesis"]


def test_a_secret_in_brief_or_detail_is_redacted(make_bench: MakeBench) -> None:
    token = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"
    bench = make_bench([submits(brief=f"Brief {token}.", detailed=f"Detail {token}.")])
    result = run_pass(SYNTHESIS, briefing(), bench.context)
    assert token not in result.brief + result.detailed
    assert (result.brief + result.detailed).count("<redacted:") == 2


def test_it_has_its_own_tools(make_bench: MakeBench) -> None:
    bench = make_bench([says(("read_cache", {"path": "src"})), submits()])
    run_pass(SYNTHESIS, briefing(), bench.context)
    names = [spec.name for spec in bench.model.requests[0].tools]
    assert names == ["read_cache", "list_cache", "read_file", "flag", "submit_report"]
    assert "The program." in bench.model.requests[1].messages[-1].results[0].text  # type: ignore[union-attr]


def test_each_directory_has_a_section_and_uncertain_ones_are_marked(make_bench: MakeBench) -> None:
    bench = make_bench([submits()])
    run_pass(SYNTHESIS, briefing(), bench.context)
    text = bench.model.requests[0].messages[0].text
    assert text.split("<directories>\n")[1].split("\n</directories>")[0].split("\n\n") == [
        "## src/auth (source)\nChecks passwords.\nSelf-rating: confidence 0.90\n"
        "Notable files: src/auth/login.py",
        "## src (source) [low confidence 0.65: Guessed from names.]\nThe program.\n"
        "Self-rating: confidence 0.65",
        "## docs (source) [partial: max turns reached]\nProse.\nSelf-rating: confidence 0.90",
        "## gen [failed: api error: overloaded]\n(no summary)",
        "## . (source) [confidence not rated]\nA web shop.",
    ]
    assert "3 investigated, 1 partial, 1 failed" in text
    assert "[critical] src/a.py (model) eval of input." in text


def test_a_confidence_of_exactly_the_limit_is_not_low() -> None:
    assert "low confidence" not in sections_block([report("a", "A.", confidence=0.7)])
    assert "low confidence" in sections_block([report("a", "A.", confidence=0.699)])


def test_a_flag_raised_here_is_in_the_result_whatever_else_fails(make_bench: MakeBench) -> None:
    flag = ("flag", {"path": "general", "finding": "Two make one.", "severity": "critical"})
    for failure in (ModelUnavailable("gone"), Interrupted("stop")):
        bench = make_bench([says(flag), failure])
        result = run_pass(SYNTHESIS, briefing(), bench.context)
        assert [raised.finding for raised in result.flags] == ["Two make one."]
        assert result.mechanical


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ([says(text="Hm.")] * 2, "nothing was submitted"),
        ([submits(brief="")] * 5, "max turns reached"),
        ([submits(detailed=" \n")] * 5, "max turns reached"),
        ([ModelUnavailable("overloaded")], "overloaded"),
        ([RequestTooLarge("prompt is too long")], "prompt is too long"),
        ([Interrupted("stopped before it was done")], "interrupted"),
        ([says(stop_reason=StopReason.REFUSAL)], "refused"),
    ],
)
def test_whenever_brief_or_detail_is_missing_it_is_mechanical_and_says_why(
    make_bench: MakeBench, script: list[Any], reason: str
) -> None:
    result = run_pass(SYNTHESIS, briefing(), make_bench(script).context)
    assert result.mechanical
    assert reason in result.gap
    assert result.brief == "A web shop."
    assert "**src/auth**: Checks passwords." in result.detailed


def test_a_bad_key_is_raised(make_bench: MakeBench) -> None:
    with pytest.raises(SettingsError):
        run_pass(SYNTHESIS, briefing(), make_bench([SettingsError("bad key")]).context)


def test_a_mechanical_detail_has_every_summary_root_first_with_marks() -> None:
    result = SYNTHESIS.fallback(briefing(), "interrupted")
    assert (result.mechanical, result.gap) == (True, "no synthesis was written: interrupted")
    assert result.detailed.split("\n\n") == [
        "**.** [confidence not rated]: A web shop.",
        "**docs** [partial: max turns reached]: Prose.",
        "**src** [low confidence 0.65: Guessed from names.]: The program.",
        "**src/auth**: Checks passwords.",
    ]


def test_without_the_root_the_nearest_summary_is_the_brief() -> None:
    result = SYNTHESIS.fallback(briefing([report("a/b/c", "Deep."), report("z", "Near.")]), "x")
    assert result.brief == "Near."


def test_with_no_summary_at_all_it_says_so() -> None:
    for reports in ((), (report("gen", state=DirectoryState.FAILED),)):
        result = SYNTHESIS.fallback(briefing(reports), "x")
        assert "no directory of the target has a summary" in result.brief
        assert result.brief == result.detailed


# -- what no single directory can see --------------------------------------------------------------


def test_it_is_shown_what_comes_in_and_what_is_reached_by_directory(make_bench: MakeBench) -> None:
    takes = Boundary(takes_from_outside=("the name in a.py: create()",))
    runs = Boundary(reaches=(Reached(kind=Sink.SHELL, what="os.system in b.py: export()"),))
    reports = (
        report("web", "Takes orders.", boundary=takes),
        report("jobs", "Runs exports.", boundary=runs),
        report("docs", "Prose."),
    )
    bench = make_bench([submits()])
    run_pass(SYNTHESIS, briefing(reports), bench.context)
    text = bench.model.requests[0].messages[0].text
    assert text.split("<boundaries>\n")[1].split("\n</boundaries>")[0].splitlines() == [
        "in: web: the name in a.py: create()",
        "out: jobs: shell: os.system in b.py: export()",
    ]


def test_it_reads_a_few_places_to_settle_a_pair_and_then_no_more(make_bench: MakeBench) -> None:
    read = ("read_file", {"path": "src/a.py"})
    flag = (
        "flag",
        {
            "path": "src/a.py",
            "finding": "The name of web/ reaches eval here.",
            "severity": "critical",
            "quotation": "print(eval(password))",
        },
    )
    script = [
        says(*[read] * 5),
        says(*[read] * 4),
        says(flag, ("submit_report", {"brief": "B.", "detailed": "D."})),
    ]
    bench = make_bench(script)
    result = run_pass(SYNTHESIS, briefing(), bench.context)
    replies = [request.messages[-1] for request in bench.model.requests[1:]]
    answers = [answer for reply in replies for answer in reply.results]  # type: ignore[union-attr]
    assert [answer.is_error for answer in answers] == [False] * 8 + [True]
    assert "conclude from what you know" in answers[-1].text
    (flagged,) = result.flags
    assert (flagged.path, flagged.line, flagged.verified) == ("src/a.py", 2, True)
