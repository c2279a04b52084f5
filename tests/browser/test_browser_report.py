"""The page of a report in Chromium: what a person can do with it by click and by keyboard."""

import pytest
from selenium.webdriver.common.keys import Keys

from luminos_core.records.comparison import Forge
from luminos_core.records.report import AuditReport
from tests.browser.report_page import ReportOpener
from tests.browser.report_sample import NEW, NIGHTLY, OLD, compared, report
from tests.browser.sample import file


def test_the_first_screen_says_what_it_is_what_is_new_and_where_to_look(
    report_opened: ReportOpener,
) -> None:
    page = report_opened(NIGHTLY)
    assert page.text("h1") == "sample"
    assert page.text(".what") == "It makes samples of things, so that they can be seen."
    assert page.text(".verdict").startswith("1 new, critical, 1 resolved; ")
    assert page.text(".first").startswith("Look first at src/core/engine.py:12: ")
    assert page.texts(".tile-name") == ["new", "open", "resolved", "read", "age"]
    assert page.texts(".tile-value")[:3] == ["1", "4", "1"]
    assert page.texts(".tile-value")[4] == "today"
    bottoms = "return Math.max(...[...document.querySelectorAll('.tile, .first, .verdict')]"
    assert page.run(f"{bottoms}.map((e) => e.getBoundingClientRect().bottom))") <= 800


def test_what_is_new_is_the_first_card_with_its_evidence(report_opened: ReportOpener) -> None:
    page = report_opened(NIGHTLY)
    assert page.texts("#act-1 .tags span") == ["critical", "new"]
    assert page.texts("#act-1 .number") == ["12", "13"]
    assert page.texts("#act-1 .excerpt code")[1] == "eval(text)"
    assert page.texts("#act-1 dt") == ["Why", "What to do", "Owner"]
    assert page.texts("#act-2 .path") == ["src/core/model.py:3", "src/core/model.py:30"]
    assert page.run("return document.querySelectorAll('.card').length") == 2  # no notes


def test_a_suppression_can_be_copied(report_opened: ReportOpener) -> None:
    page = report_opened(NIGHTLY)
    page.click("#act-1 .suppress summary")
    entry = page.run("return document.querySelector('#act-1 .copied').textContent")
    fingerprint = NIGHTLY.flags[0].fingerprint
    assert entry.splitlines()[:2] == ["[[suppress]]", f'fingerprint = "{fingerprint}"']
    page.run("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    page.click("#act-1 [data-copy]")
    page.await_true(lambda: page.text("#act-1 [data-copy]") == "Copied")
    assert page.run("return window.copied").strip() == entry.strip()
    page.run("navigator.clipboard.writeText = async () => { throw new Error(); }")
    page.click("#act-1 [data-copy]")
    page.await_true(lambda: "by key" in page.text("#act-1 [data-copy]"))
    assert page.run("return getSelection().toString()").strip() == entry.strip()


def test_the_tree_opens_on_demand_with_its_summaries(report_opened: ReportOpener) -> None:
    page = report_opened(NIGHTLY)
    page.see("tree-section")
    assert page.texts("#tree-list .node-name")[:3] == ["sample", "docs/", "src/"]
    assert "engine.py" not in page.texts("#tree-list .node-name")
    page.run("document.querySelector('#tree-list li').focus()")
    page.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ARROW_RIGHT, Keys.ARROW_DOWN)
    page.press(Keys.ARROW_RIGHT)
    assert "engine.py" in page.texts("#tree-list .node-name")
    core = "return document.activeElement.querySelector('.node').textContent"
    assert "What src/core is for." in page.run(core)
    assert "2 files · 1 critical, 1 concern" in page.run(core)
    page.press(Keys.ARROW_LEFT, Keys.ARROW_LEFT)
    assert "src/" in page.run(core)


def test_the_map_tells_flags_churn_and_what_was_read(report_opened: ReportOpener) -> None:
    page = report_opened(NIGHTLY)
    page.see("where")
    assert page.text("#legend-title") == "Worst flag"
    assert page.texts("#legend-list .name") == ["critical", "concern", "only notes", "no flags"]
    for colour, title in (("churn", "Commits that changed it"), ("unread", "What was read")):
        page.click(f"[data-colour={colour}]")
        assert page.text("#legend-title") == title
    page.run("location.hash = '#/src/core'")
    page.await_true(lambda: page.texts("#crumbs button") == ["sample", "src", "core"])
    page.run("location.hash = '#flags'")
    assert page.texts("#crumbs button") == ["sample", "src", "core"]


def test_parts_have_arrows_and_say_what_starts(report_opened: ReportOpener) -> None:
    page = report_opened(NIGHTLY)
    assert page.texts(".wide .part-name") == ["core", "app"]
    assert page.texts(".wide .part-kind") == ["Python package", "▶ app"]
    assert page.run("return document.querySelectorAll('.wide .arrow').length") == 1
    tops = "return [...document.querySelectorAll('.wide .part rect')].map((e) => Number("
    core, app = page.run(f"{tops}e.getAttribute('y')))")
    assert app < core


def test_everything_can_be_reached_by_tab_and_skipped(report_opened: ReportOpener) -> None:
    page = report_opened(NIGHTLY)
    page.press(Keys.TAB)
    assert page.run("return document.activeElement.className") == "skip"
    page.press(Keys.ENTER)
    assert page.chromium.current_url.endswith("#act")
    page.see("flags")
    visible = """
      const stops = [...document.querySelectorAll("a, button, select, input, summary, [tabindex]")];
      return stops.filter((e) => e.tabIndex >= 0 && e.checkVisibility()).map((e) => {
        e.focus();
        const style = getComputedStyle(e);
        const inner = getComputedStyle(e.querySelector(":scope > .node") ?? e);
        return document.activeElement !== e || e.matches(":focus-visible") === false ? ""
          : style.outlineStyle === "none" && inner.outlineStyle === "none" ? e.outerHTML : "";
      }).filter(Boolean);
    """
    page.press(Keys.TAB)
    assert page.run(visible) == []


def test_the_colours_can_be_turned_and_stay_so(report_opened: ReportOpener) -> None:
    page = report_opened(NIGHTLY, scheme="dark")
    ground = "return getComputedStyle(document.documentElement).backgroundColor"
    dark = page.run(ground)
    assert page.text("#theme") == "Light"
    page.click("#theme")
    light = page.run(ground)
    assert light != dark
    page.chromium.refresh()
    assert page.run(ground) == light
    page.click("#theme")
    assert page.run(ground) == dark
    page.run("localStorage.clear()")


def test_a_first_run_has_nothing_to_compare_with(report_opened: ReportOpener) -> None:
    first = [each.model_copy(update={"state": None, "first_seen": ""}) for each in (NEW, *OLD)]
    page = report_opened(report(*first))
    assert page.texts(".tile-value")[0] == "—"
    assert "first run" in page.texts(".tile-note")[0]
    assert page.texts("#act-1 .tags span") == ["critical"]
    page.see("flags")
    choices = "return [...document.querySelectorAll('#by-state option')].map((e) => e.value)"
    assert page.run(choices) == ["open", "all"]


EMPTY = report(files=(file("README", 0, lines=0),))


@pytest.mark.parametrize("shown", [EMPTY, report(comparison=compared())])
def test_a_report_without_flags_says_so(report_opened: ReportOpener, shown: AuditReport) -> None:
    page = report_opened(shown)
    assert "Nothing was flagged" in page.text("#act")
    page.see("flags")
    assert page.text(".empty-list") == "There are no flags."
    page.see("where")
    page.see("tree-section")
    assert "No packages or services are declared" in page.text("#parts")
    assert "There is no history of commits" in page.text("#hot")
    assert "Nothing in it says how it is built" in page.text("#work")
    assert "A trend begins with the next run" in page.text("#cost")


def test_an_incomplete_run_says_so_before_all(report_opened: ReportOpener) -> None:
    because = ("3 directories were not reached", "the server was away")
    page = report_opened(
        NIGHTLY.model_copy(update={"status": "incomplete", "incomplete_because": because})
    )
    assert (
        page.run("return document.querySelector('header').firstElementChild.className") == "alarm"
    )
    assert "the server was away" in page.text(".alarm")
    assert "incomplete" in page.chromium.title


def test_places_link_to_their_lines_where_the_forge_is_known(report_opened: ReportOpener) -> None:
    forge = {"remote": "https://github.com/owner/name", "forge": Forge.GITHUB}
    version = NIGHTLY.version.model_copy(update=forge)
    page = report_opened(NIGHTLY.model_copy(update={"version": version}))
    start = f"https://github.com/owner/name/blob/{'a' * 40}/src/core"
    address = "return document.querySelector(arguments[0]).href"
    assert page.run(address, "#act-1 .places a") == f"{start}/engine.py#L12-L13"
    page.see("flags")
    page.run("document.querySelectorAll('.flag-head')[1].click()")
    assert page.run(address, ".flag-place a") == f"{start}/model.py#L3"
    page.write("by-path", "engine")
    page.run("document.querySelector('.flag-head').click()")
    assert page.run(address, ".flag-place a") == f"{start}/engine.py#L12-L13"
