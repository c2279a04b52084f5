"""Markdown: a parser must find nothing in it that the template did not put there."""

import re
from itertools import pairwise

from hypothesis import given, settings
from markdown_it import MarkdownIt
from markdown_it.token import Token

from luminos_core.audit.assemble import RunFacts, assemble
from luminos_core.audit.costs import total_cost
from luminos_core.records.directory import DirectoryState
from luminos_core.records.estimate import Estimate
from luminos_core.records.flag import Severity, Verdict
from luminos_core.records.report import Synthesis
from luminos_core.report.markdown_escape import block, code, inline, prose
from luminos_core.report.registry import render
from tests.luminos_core.report.report_runs import (
    HOSTILE,
    check_flag,
    directory_report,
    entry,
    facts,
    flag,
    hostile_text,
    paid,
    runs,
)
from tests.luminos_core.report.report_states import agents_flag, with_flags

OUR_HTML = re.compile(r"<details>\n<summary>[\d,]+ rows?</summary>\n|</details>\n?")
LINKED = re.compile(
    r"(?:https?|ftp)://\w|www\.\w|@\w", re.IGNORECASE
)  # GitHub makes links of these


def parsed(markdown: str) -> list[Token]:
    reader = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    tokens = reader.parse(markdown)
    return [*tokens, *(child for token in tokens for child in token.children or ())]


def texts(tokens: list[Token]) -> list[str]:
    """Running text, without code, as a reader that makes links sees it."""
    inlines = [token.children or [] for token in tokens if token.type == "inline"]
    pieces = [[c.content if c.type == "text" else "\0" for c in children] for children in inlines]
    return ["".join(line) for line in pieces]


def assert_tame(markdown: str) -> list[Token]:
    tokens = parsed(markdown)
    kinds = {token.type for token in tokens}
    assert not kinds & {"link_open", "image", "html_inline", "code_block", "blockquote_open"}
    assert all(OUR_HTML.fullmatch(t.content) for t in tokens if t.type == "html_block")
    assert not [text for text in texts(tokens) if LINKED.search(text)]
    return tokens


@given(runs())
@settings(max_examples=25, deadline=None)
def test_no_hostile_text_becomes_markup(run: RunFacts) -> None:
    report = assemble(run)
    tokens = assert_tame(render("markdown", report))
    headings = [
        following.content
        for token, following in pairwise(tokens)
        if token.type == "heading_open" and token.tag in ("h1", "h2")
    ]
    assert headings[1:] == ["Flags", "In detail", "Directories", "Coverage", "Cost", "The scan"]
    bodies = [t for t in tokens if t.type == "tbody_open"]
    rows = [t for t in tokens if t.type == "tr_open"]
    cells = [t for t in tokens if t.type == "td_open"]
    wanted = len(report.directories)
    assert len(bodies) == len(set(map(id, bodies)))
    assert len(rows) >= wanted
    assert len(cells) >= 4 * wanted


@given(hostile_text(10))
@settings(max_examples=100, deadline=None)
def test_no_form_of_a_text_becomes_markup(text: str) -> None:
    for form in (inline(text), code(text), block(text), block(text, "  "), prose(text)):
        assert_tame(form)
    assert not {t.tag for t in assert_tame(prose(text)) if t.type == "heading_open"} - {"h4"}


@given(hostile_text(10))
@settings(max_examples=100, deadline=None)
def test_a_text_stays_in_its_cell(text: str) -> None:
    for form in (inline(text), code(text)):
        tokens = parsed(f"| a | b |\n|--|--|\n| {form} | second |\n\nafter")
        cells = [
            following.content for token, following in pairwise(tokens) if token.type == "td_open"
        ]
        assert len(cells) == 2
        assert cells[1] == "second"


def test_each_hostile_snippet_is_escaped_everywhere() -> None:
    for snippet in HOSTILE:
        found = flag(finding=snippet, quotation=snippet, path=snippet, severity=Severity.CRITICAL)
        directory = directory_report(
            ".", DirectoryState.FAILED, reason=snippet, entry=entry(".", snippet)
        )
        words = Synthesis(brief=snippet, detailed=snippet)
        report = assemble(facts(check_flags=(found,), reports=(directory,), synthesis=words))
        assert_tame(render("markdown", report))


def test_the_order_is_brief_flags_detail_directories_coverage_cost_scan() -> None:
    found = flag(path="a.py", line=3, quotation="eval(x)", verified=True, rule="code-injection")
    text = render("markdown", assemble(facts(check_flags=(found,))))
    parts = ("It is a thing.", "**`a.py:3`** Something. (`code-injection`)", "  eval(x)")
    parts += ("It has parts.", "| `.` | investigated | 4 of 10 |", "| investigated | 1 |")
    places = [text.index(part) for part in (*parts, "## Cost", "## The scan")]
    assert places == sorted(places)


def test_a_models_emphasis_lists_and_code_survive_and_its_headings_sink() -> None:
    text = "# Shape\n\nIt is **bold** and `code_here`.\n\n- one\n  - two"
    kinds = [t.type for t in parsed(prose(text))]
    assert prose(text).startswith("#### Shape\n")
    assert kinds.count("bullet_list_open") == 2
    assert {"strong_open", "code_inline"} <= set(kinds)


def test_an_unverified_quotation_says_so_and_no_flags_come_with_coverage() -> None:
    doubtful = flag(quotation="not there", verified=False)
    assert "*Unverified:" in render("markdown", assemble(facts(check_flags=(doubtful,))))
    clean = render("markdown", assemble(facts()))
    assert "No flags in 1 directory looked at completely, of 1 directory." in clean


def test_a_quotation_with_fences_stays_in_its_fence() -> None:
    fences = [t for t in parsed(block("a\n````\n# b")) if t.type == "fence"]
    assert [t.content for t in fences] == ["a\n````\n# b\n"]


def test_the_cost_is_shown_by_pass_model_and_directory_beside_its_estimate() -> None:
    estimate = Estimate(
        directories=1,
        stored=0,
        usage=total_cost([paid(".")], language_model=True).usage,
        usd=2.0,
        usd_low=1.0,
        usd_high=4.0,
    )
    ledger = (paid("(survey)"), paid(".", model="model-b", usd=2.0), paid(".", answered=False))
    lines = render("markdown", assemble(facts(ledger=ledger, estimate=estimate))).splitlines()
    assert any(line.startswith("| `.` | investigated | 4 of 10 | \\$2.50 |") for line in lines)
    assert (
        "By pass: directory \\$2.50, survey \\$0.50. By model: `model-b` \\$2.00, `model-a` "
        "\\$1.00. By directory: in the table of directories."
    ) in lines
    assert "With 1 attempt that the server counted and that gave no answer." in lines
    assert "Total: \\$3.00, estimated at \\$2.00 (\\$1.00 to \\$4.00)." in lines


def test_places_of_a_flag_are_told_with_it_and_counted() -> None:
    places = [check_flag(line=line, quotation=f"x{line}", ordinal=2) for line in (3, 9, 12)]
    text = render(
        "markdown", assemble(facts(check_flags=(*places, check_flag(path="b.py", more=7))))
    )
    assert "### Concern (2 in 11 places)" in text
    assert "- **`a.py:3`** Something. (`code-injection`) 3 places: lines 3, 9, 12.\n" in text
    assert text.count("x9") == 0
    assert "- **`b.py`** Something. (`code-injection`) 8 places.\n" in text
    assert "place" not in render("markdown", assemble(facts(check_flags=(flag(),))))


def test_what_an_agent_says_of_a_flag_and_what_reviewers_say_stands_below_it() -> None:
    claim = agents_flag(
        trigger="Whoever [logs](http://in.example).",
        verdict=Verdict.CONFIRMED,
        verdict_reason="The log has it (a.py:3)",
    )
    text = render("markdown", with_flags(claim))
    said = text[text.index("The password is logged.") :].split("\n\n")
    assert said[1].split("\n") == [
        "  - Trigger: Whoever \\[logs\\](`http://in.example`).",
        "  - Consequence: Readers of the log have the password.",
        "  - What to do: Log the name alone.",
        "  - Reviewers: confirmed: The log has it (a.py:3)",
    ]
    refuted = claim.model_copy(
        update={
            "severity": Severity.INFO,
            "was": Severity.CRITICAL,
            "verdict": Verdict.REFUTED,
        }
    )
    assert "Reviewers: refuted, it was critical: " in render("markdown", with_flags(refuted))
