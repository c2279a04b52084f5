"""The treemap page in Chromium: what a person can do with it by click and by keyboard."""

from itertools import pairwise

import pytest
from selenium.webdriver.common.keys import Keys

from luminos_core.records.snapshot import Exclusion, LastModified, ScanError
from tests.browser.sample import DAY, PROJECT, TODAY, file, snapshot
from tests.browser.treemap import Opener, Treemap


def test_a_click_on_a_directory_goes_in_and_the_crumbs_come_back(opened: Opener) -> None:
    page = opened(PROJECT)
    page.enter("src")
    page.await_crumbs("sample", "src")
    assert page.names() == {"core", "engine.py", "model.py", "page.js"}
    page.enter("core")
    page.await_crumbs("sample", "src", "core")
    page.click("#crumbs button")
    page.await_crumbs("sample")
    assert "guide.md" in page.names()


def test_the_address_keeps_the_place_and_back_comes_back(opened: Opener) -> None:
    page = opened(PROJECT)
    page.enter("core")
    page.await_crumbs("sample", "src", "core")
    assert page.chromium.current_url.endswith("#/src/core")
    page.chromium.refresh()
    page.await_crumbs("sample", "src", "core")
    page.chromium.back()
    page.await_crumbs("sample")


@pytest.mark.parametrize("address", ["#/no/such", "#/%", "#/src%2Fcore", "#main", "#/../.."])
def test_an_address_that_leads_nowhere_shows_the_top(opened: Opener, address: str) -> None:
    page = opened(PROJECT)
    page.run("location.hash = arguments[0]", address)
    page.chromium.refresh()
    assert page.crumbs() == ["sample"]
    assert "guide.md" in page.names()


def test_a_chain_of_single_directories_is_one_box(opened: Opener) -> None:
    page = opened(snapshot(file("src/main/java/A.java", 9_000), file("README", 3_000)))
    assert page.names() == {"src/main/java", "A.java", "README"}
    page.enter("src/main/java")
    page.await_crumbs("sample", "src", "main", "java")


def test_the_keyboard_goes_in_and_up_and_home(opened: Opener) -> None:
    page = opened(PROJECT)
    page.box("core").send_keys(Keys.ENTER)
    page.await_crumbs("sample", "src", "core")
    assert page.focused == "engine.py"
    page.press(Keys.BACKSPACE)
    page.await_crumbs("sample", "src")
    assert page.focused == "core"
    page.press(Keys.ESCAPE)
    page.await_crumbs("sample")
    assert page.focused == "src"
    page.press(Keys.ENTER)
    page.await_crumbs("sample", "src")
    page.press(Keys.HOME)
    page.await_crumbs("sample")


def test_enter_on_a_file_goes_to_its_directory(opened: Opener) -> None:
    page = opened(PROJECT)
    page.box("model.py").send_keys(Keys.ENTER)
    page.await_crumbs("sample", "src", "core")


@pytest.mark.parametrize(
    ("key", "back", "axis"),
    [(Keys.ARROW_RIGHT, Keys.ARROW_LEFT, "left"), (Keys.ARROW_DOWN, Keys.ARROW_UP, "top")],
)
def test_arrows_move_in_their_direction(opened: Opener, key: str, back: str, axis: str) -> None:
    page = opened(snapshot(*(file(f"f{n}", 1000) for n in range(9))))
    boxes = page.boxes()
    page.box(min(boxes, key=lambda name: (boxes[name].left, boxes[name].top))).send_keys(key)
    passed = [page.focused]
    page.press(key)
    passed.append(page.focused)
    places = [getattr(boxes[str(name)], axis) for name in passed]
    assert all(before < after for before, after in pairwise([boxes["f0"].left, *places]))
    page.press(back)
    assert page.focused == passed[0]


def test_page_keys_reach_every_box_and_stop_at_the_ends(opened: Opener) -> None:
    page = opened(PROJECT)
    page.run("document.querySelector('#map .box').focus()")
    seen = [page.focused]
    for _ in range(10):
        page.press(Keys.PAGE_DOWN)
        seen.append(page.focused)
    assert set(seen) == page.names()
    page.press(*[Keys.PAGE_UP] * 20)
    assert page.focused == seen[0]


def test_the_focused_box_is_described_in_a_live_region(opened: Opener) -> None:
    page = opened(PROJECT)
    page.run("arguments[0].focus()", page.box("page.js"))
    live = page.chromium.find_element("css selector", "[aria-live=polite]")
    assert live.text == (
        "src/page.js: JavaScript, 300 lines, 45 kB, changed 56 years ago (1970-01-01), "
        "18% of the map"
    )
    page.run("arguments[0].focus()", page.box("src"))
    assert live.text.startswith("src/: 3 files, 1,300 lines, 135 kB, last changed today")


def test_the_focus_is_visible_and_tab_leaves_the_map(opened: Opener) -> None:
    page = opened(PROJECT)
    outline = page.run(
        "arguments[0].focus(); return getComputedStyle(arguments[0]).outlineWidth",
        page.box("guide.md"),
    )
    assert outline == "2px"
    page.press(Keys.TAB)
    assert page.focused not in page.names()
    reachable = "return document.querySelectorAll('#map [tabindex=\"0\"]').length"
    assert page.run(reachable) == 1


def test_areas_may_be_by_lines_and_files_without_lines_are_counted(opened: Opener) -> None:
    page = opened(PROJECT)
    by_size = page.boxes()
    assert "Not drawn: 1 empty file." in page.text("#undrawn")
    page.click("[data-area=lines]")
    by_lines = page.boxes()
    assert by_size["engine.py"].area > by_size["model.py"].area
    assert by_lines["engine.py"].area < by_lines["model.py"].area
    assert "logo.png" not in by_lines
    assert "Not drawn: 2 files without lines." in page.text("#undrawn")
    assert "2,110 lines" in page.text("#extent")


def test_colours_are_of_language_or_of_age(opened: Opener) -> None:
    page = opened(PROJECT)
    boxes = page.boxes()
    assert boxes["engine.py"].colour == boxes["model.py"].colour != boxes["page.js"].colour
    assert boxes["page.js"].colour == boxes["bundle.js"].colour
    page.click("[data-colour=age]")
    boxes = page.boxes()
    assert boxes["engine.py"].colour == boxes["guide.md"].colour != boxes["page.js"].colour
    assert page.text("#legend-title") == "Last change, by mtime"
    assert legend(page) == {"7 days or newer": "82%", "older than 5 years": "18%"}


def test_age_may_come_from_a_history(opened: Opener) -> None:
    history = LastModified(
        source="git history",
        note="as far back as 2024",
        times={"old": TODAY - 100 * DAY, "new": TODAY - 2 * DAY, "next": TODAY + 9 * DAY},
    )
    tree = snapshot(
        file("old", 9000),
        file("new", 8000),
        file("odd", 7000),
        file("next", 6000),
        last_modified=history,
    )
    page = opened(tree)
    page.click("[data-colour=age]")
    assert page.text("#legend-title") == "Last change, by git history"
    assert page.text("#age-note") == "as far back as 2024"
    assert legend(page) == {
        "in the future": "20%",
        "7 days or newer": "27%",
        "up to 1 year": "30%",
        "unknown": "23%",
    }


def legend(page: Treemap) -> dict[str, str]:
    """The share of each class that has any."""
    words = page.text("#legend-list").split("\n")
    return {
        name: share for name, share in zip(words[::2], words[1::2], strict=True) if share != "0%"
    }


def test_a_class_of_the_legend_can_be_shown_alone(opened: Opener) -> None:
    page = opened(PROJECT)
    page.click("#legend [data-class=language-1]")  # of JavaScript, Markdown, …
    assert {n for n, box in page.boxes().items() if not box.dim and box.kind == "file"} == {
        "guide.md"
    }
    page.click("#legend [aria-pressed=true]")
    assert not any(box.dim for box in page.boxes().values())


def test_generated_and_binary_files_are_hatched_and_can_be_hidden(opened: Opener) -> None:
    page = opened(PROJECT)
    assert {n for n, box in page.boxes().items() if box.hatched} == {"bundle.js", "logo.png"}
    page.click("#filters input[value=generated]")
    assert "bundle.js" not in page.names()
    assert "1 file hidden by the filter" in page.text("#undrawn")
    page.click("#filters input[value=binary]")
    assert "logo.png" not in page.names()
    assert not page.chromium.find_element("css selector", "[value=vendored]").is_displayed()
    page.click("#filters input[value=generated]")
    assert "bundle.js" in page.names()


def test_a_search_dims_what_it_does_not_find(opened: Opener) -> None:
    page = opened(PROJECT)
    page.run("document.querySelector('#map .box').focus()")
    page.press("/")
    page.press("CORE/")
    assert page.text("#found") == "2 files"
    shown = {n for n, box in page.boxes().items() if not box.dim}
    assert shown == {"src", "core", "engine.py", "model.py"}
    page.press(Keys.ENTER)
    assert page.focused == "engine.py"
    page.press("/")
    page.press(Keys.ESCAPE)
    assert not any(box.dim for box in page.boxes().values())


def test_small_files_are_drawn_together_and_counted(opened: Opener) -> None:
    tiny = [file(f"many/f{n}", 10) for n in range(3_000)]
    page = opened(snapshot(*tiny, file("many/large", 900_000), file("other", 900_000)))
    rest = page.boxes()["3,000 smaller files"]
    assert rest.kind == "rest"
    page.run("arguments[0].focus()", page.box("3,000 smaller files"))
    assert "many: 3,000 smaller files" in page.text("#focused")


def test_exclusions_and_errors_are_listed_and_can_be_opened(opened: Opener) -> None:
    page = opened(
        snapshot(
            file("a", 9),
            exclusions=(Exclusion(path="out", is_directory=True, reason="hidden", files=4),),
            scan_errors=(ScanError(path="shut", problem="no permission"),),
        )
    )
    page.click("header a[href='#left-out']")
    page.await_true(lambda: "hidden" in page.text("#left-out"))
    page.click("header a[href='#errors']")
    page.await_true(lambda: "no permission" in page.text("#errors"))
    assert page.crumbs() == ["sample"]


def test_an_empty_tree_says_so(opened: Opener) -> None:
    page = opened(snapshot(file("empty", 0)))
    assert page.names() == set()
    content = "return getComputedStyle(document.getElementById('map'), '::after').content"
    assert "Nothing here" in page.run(content)
    page.click("[data-area=lines]")
    page.click("[data-colour=age]")


def test_a_map_without_any_area_can_be_left_by_key(opened: Opener) -> None:
    tree = snapshot(file("only/logo.png", 9_000, binary=True), file("a", 9_000))
    page = opened(tree)
    page.enter("only")
    page.await_crumbs("sample", "only")
    page.click("#filters input[value=binary]")
    assert page.names() == set()
    page.press(*[Keys.TAB] * 4, Keys.BACKSPACE)  # past the search and two crumbs
    page.await_crumbs("sample")
