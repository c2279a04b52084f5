"""The list of flags on the page of a report in Chromium: its filters, its rows, its keys."""

import pytest
from selenium.webdriver.common.keys import Keys

from luminos_core.records.flag import FlagState, Severity
from tests.browser.report_page import ReportOpener
from tests.browser.report_sample import NIGHTLY, compared, flag, report


def test_filters_leave_what_they_say(report_opened: ReportOpener) -> None:
    page = report_opened(NIGHTLY)
    page.see("flags")
    assert page.count == "4 flags in 5 places: 1 critical, 1 concern, 2 notes"
    page.choose("by-severity", "concern")
    assert page.rows() == ["src/core/model.py:3"]
    page.click("#flag-filters [type=reset]")
    page.await_true(lambda: len(page.rows()) == 4)
    page.choose("by-source", "tool")
    assert page.rows() == ["src/page.js:3"]
    page.click("#flag-filters [type=reset]")
    page.await_true(lambda: len(page.rows()) == 4)
    page.choose("by-owner", "bob")
    assert page.rows() == ["src/core/model.py:3"]
    page.choose("by-owner", "")
    page.choose("by-rule", "model")
    assert page.rows() == ["docs/guide.md:3"]
    page.choose("by-rule", "")
    page.write("by-path", "SRC/core")
    assert page.rows() == ["src/core/engine.py:12", "src/core/model.py:3"]
    page.write("by-text", "def run")
    assert page.rows() == ["src/core/engine.py:12"]
    page.write("by-text", "nothing says this")
    assert page.rows() == []
    assert page.text(".empty-list") == "No flag is left by these filters."
    assert page.count == "0 flags"


@pytest.mark.parametrize(
    ("state", "rows"),
    [
        ("new", ["src/core/engine.py:12"]),
        ("resolved", ["src/page.js:9"]),
        ("unknown", ["docs/guide.md:3"]),
        ("persisting", ["src/core/model.py:3", "docs/guide.md:3", "src/page.js:3"]),
    ],
)
def test_flags_are_filtered_by_what_became_of_them(
    report_opened: ReportOpener, state: str, rows: list[str]
) -> None:
    page = report_opened(NIGHTLY)
    page.see("flags")
    page.choose("by-state", state)
    assert page.rows() == rows


def test_a_tile_shows_its_flags(report_opened: ReportOpener) -> None:
    page = report_opened(NIGHTLY)
    page.click(".tile[data-show=resolved]")
    page.await_true(lambda: page.rows() == ["src/page.js:9"])
    page.run("scrollTo(0, 0)")
    page.click(".tile[data-show=age]")
    page.await_true(lambda: page.rows() == ["src/core/engine.py:12"])
    page.run("scrollTo(0, 0)")
    page.click(".tile:not([data-show])")
    page.await_true(lambda: page.rows() == ["src/core/engine.py:12"])


def test_a_row_opens_with_its_places_and_closes(report_opened: ReportOpener) -> None:
    page = report_opened(NIGHTLY)
    page.see("flags")
    page.run("document.querySelectorAll('.flag-head')[1].click()")
    assert page.texts(".flag-place .path") == ["src/core/model.py:3", "src/core/model.py:30"]
    assert page.texts(".flag-place .number") == ["3", "30"]
    tops = "return [...document.querySelectorAll('.flag-row')].map((e) => Math.round("
    rows = page.run(f"{tops}e.getBoundingClientRect().top))")
    height = "return document.querySelectorAll('.flag-row')[1].getBoundingClientRect().height"
    assert rows[2] - rows[1] == pytest.approx(page.run(height), abs=2)
    page.run("document.querySelectorAll('.flag-head')[1].click()")
    assert page.texts(".flag-place") == []


def test_the_list_is_worked_by_key(report_opened: ReportOpener) -> None:
    many = tuple(flag(f"src/f{n:03}.py", severity=Severity.INFO) for n in range(300))
    page = report_opened(report(*many, comparison=compared()))
    page.see("flags")
    page.run("document.querySelector('.flag-head').focus()")
    focused = "return document.activeElement.querySelector('.flag-where')?.textContent"
    page.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN)
    assert page.run(focused) == "src/f002.py:3"
    page.press(Keys.END)
    assert page.run(focused) == "src/f299.py:3"
    page.press(Keys.ENTER)
    page.await_true(lambda: len(page.texts(".flag-place")) == 1)
    page.press(Keys.HOME)
    assert page.run(focused) == "src/f000.py:3"
    assert page.run("return document.querySelectorAll('.flag-row').length") < 60
    page.press(Keys.TAB)
    assert page.run("return document.activeElement.closest('#flag-list')") is None


def test_a_slash_leads_to_the_text_filter_and_can_be_written_there(
    report_opened: ReportOpener,
) -> None:
    page = report_opened(NIGHTLY)
    page.press("/")
    page.press("g", "/", "e")
    assert page.run("return document.getElementById('by-text').value") == "g/e"


def test_a_state_is_told_of_part_of_a_flags_places(report_opened: ReportOpener) -> None:
    some = (
        flag("src/page.js", severity=Severity.CONCERN, line=3),
        flag("src/page.js", FlagState.NEW, severity=Severity.CONCERN, line=9),
    )
    page = report_opened(report(*some, comparison=compared()))
    assert page.texts("#act-1 .tags span") == ["concern", "new in 1 of 2 places"]
    page.see("flags")
    page.choose("by-state", "persisting")
    assert page.rows() == ["src/page.js:9"]


def test_a_finding_that_its_row_has_cut_is_told_whole(report_opened: ReportOpener) -> None:
    long = flag("a.py", severity=Severity.CONCERN, finding="A long story of a finding. " * 20)
    short = flag("b.py", severity=Severity.CONCERN, finding="A short one.")
    page = report_opened(report(long, short, comparison=compared()))
    page.see("flags")
    page.run("document.querySelectorAll('.flag-head')[0].click()")
    assert page.texts(".flag-more .finding") == [long.finding.strip()]
    page.run("document.querySelectorAll('.flag-head')[1].click()")
    assert page.texts(".flag-more .finding") == []
