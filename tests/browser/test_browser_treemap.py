"""The treemap page in Chromium: what a person can do with it, and what a hostile tree cannot."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from itertools import pairwise
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.common.keys import Keys

from luminos_core.records.snapshot import (
    DirectoryRecord,
    Exclusion,
    FileRecord,
    Recency,
    Snapshot,
    SurveySignals,
    Trouble,
)
from luminos_core.report.treemap.colours import _KNOWN
from tests.browser.conftest import Opener
from tests.browser.treemap import Treemap

TODAY = 1_767_268_800  # 2026-01-01 12:00 UTC, in seconds since 1970
DAY = 86_400


def file(path: str, size: int, **known: Any) -> FileRecord:
    return FileRecord(path=path, size=size, **({"mtime_ns": TODAY * 10**9} | known))


def snapshot(*files: FileRecord, **known: Any) -> Snapshot:
    """The files in their directories, and these in theirs."""
    paths = {"."}
    for each in files:
        steps = each.path.split("/")[:-1]
        paths |= {"/".join(steps[:end]) for end in range(1, len(steps) + 1)}
    return Snapshot(
        target="/projects/sample",
        name="sample",
        scanned_at="2026-01-01T12:00:00+00:00",
        directories=tuple(
            DirectoryRecord(
                path=path,
                files=tuple(f for f in files if (f.path.rpartition("/")[0] or ".") == path),
            )
            for path in sorted(paths, reverse=True)
        ),
        signals=SurveySignals(
            total_files=len(files),
            extension_histogram=(),
            file_descriptions=(),
            filename_samples=(),
        ),
        **known,
    )


PROJECT = snapshot(
    file("src/core/engine.py", 60_000, lines=100, language="Python"),
    file("src/core/model.py", 30_000, lines=900, language="Python"),
    file("src/page.js", 45_000, lines=300, language="JavaScript", mtime_ns=0),
    file("docs/guide.md", 40_000, lines=800, language="Markdown"),
    file("docs/logo.png", 25_000, binary=True),
    file("bundle.js", 50_000, lines=10, language="JavaScript", generated=True),
    file("empty.txt", 0, lines=0, language="Text"),
)


def test_areas_are_in_proportion_to_sizes(opened: Opener) -> None:
    tree = snapshot(*(file(f"f{size}", size * 1000) for size in (1, 2, 3, 5, 8, 13, 21, 34)))
    boxes = opened(tree).boxes()
    assert len(boxes) == 8
    per_byte = [box.area / int(name[1:]) for name, box in boxes.items()]
    assert max(per_byte) / min(per_byte) < 1.04  # whole pixels


def test_boxes_lie_in_their_directory_and_not_over_each_other(opened: Opener) -> None:
    boxes = opened(PROJECT).boxes()
    outer, inner = boxes["src"], [boxes["core"], boxes["page.js"]]
    for box in inner:
        assert outer.left <= box.left
        assert box.left + box.width <= outer.left + outer.width
        assert outer.top < box.top
        assert box.top + box.height <= outer.top + outer.height
    a, b = inner
    assert (
        a.left + a.width <= b.left
        or b.left + b.width <= a.left
        or (a.top + a.height <= b.top or b.top + b.height <= a.top)
    )


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


def test_the_focused_box_is_told_in_a_live_region(opened: Opener) -> None:
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


def test_lines_give_other_areas_and_say_what_has_none(opened: Opener) -> None:
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
    told = Recency(
        source="git history",
        note="as far back as 2024",
        times={"old": TODAY - 100 * DAY, "new": TODAY - 2 * DAY},
    )
    tree = snapshot(file("old", 9000), file("new", 8000), file("odd", 7000), recency=told)
    page = opened(tree)
    page.click("[data-colour=age]")
    assert page.text("#legend-title") == "Last change, by git history"
    assert page.text("#age-note") == "as far back as 2024"
    assert legend(page) == {"7 days or newer": "33%", "up to 1 year": "38%", "unknown": "29%"}


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


def test_what_nobody_wrote_is_hatched_and_can_be_hidden(opened: Opener) -> None:
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


def test_what_was_left_out_is_said_and_can_be_opened(opened: Opener) -> None:
    page = opened(
        snapshot(
            file("a", 9),
            exclusions=(Exclusion(path="out", is_directory=True, reason="hidden", files=4),),
            troubles=(Trouble(path="shut", problem="no permission"),),
        )
    )
    page.click("header a[href='#left-out']")
    page.await_true(lambda: "hidden" in page.text("#left-out"))
    page.click("header a[href='#troubles']")
    page.await_true(lambda: "no permission" in page.text("#troubles"))
    assert page.crumbs() == ["sample"]


def test_a_tree_without_content_says_so(opened: Opener) -> None:
    page = opened(snapshot(file("empty", 0)))
    assert page.names() == set()
    said = "return getComputedStyle(document.getElementById('map'), '::after').content"
    assert "Nothing here" in page.run(said)
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


HOSTILE = (
    "<img src=x onerror=window.ran=1>",
    "</script><script>window.ran=1</script>",
    "<!--<script>",
    '"><svg onload=window.ran=1>',
    "'+(window.ran=1)+'",
    "${window.ran=1}",
    "__proto__",
    "constructor",
    "\u202egnp.exe",
    "two\nlines",
    "x" * 255,
    "%2e%2e",
    "#fragment",
    "שלום.py",
)


def test_hostile_names_are_text_and_run_nothing(opened: Opener) -> None:
    files = (file(f"{name}/{name}", 5_000, language=name, note=name) for name in HOSTILE)
    page = opened(snapshot(*(f for f in files if "</" not in f.path), *HOSTILE_SLASHES))
    page.run("document.querySelector('#map .box').focus()")
    page.press(*[Keys.PAGE_DOWN] * 30)
    names = page.names()
    assert "<img src=x onerror=window.ran=1>" in names
    assert "\\u202egnp.exe" in names
    assert "two\\nlines" in names
    assert page.run("return window.ran") is None
    assert page.run("return document.querySelectorAll('img, svg, object, iframe').length") == 0
    assert page.run("return document.scripts.length") == 2
    for name in ("<img src=x onerror=window.ran=1>", "%2e%2e", "__proto__", "#fragment", "שלום.py"):
        page.box(name).send_keys(Keys.ENTER)
        page.await_crumbs("sample", name)
        page.chromium.refresh()
        page.await_crumbs("sample", name)
        page.run("location.hash = '#/'")
        page.await_crumbs("sample")


HOSTILE_SLASHES = (file("a/<b>/script><script>window.ran=1<", 5_000),)


def test_the_policy_lets_nothing_in_and_nothing_out(
    opened: Opener, chromium: webdriver.Chrome
) -> None:
    page = opened(PROJECT)
    with counting_server() as (address, asked):
        page.run(
            """
            window.refused = [];
            addEventListener("securitypolicyviolation", (e) => refused.push(e.effectiveDirective));
            const image = new Image();
            image.src = arguments[0] + "/pixel.png";
            document.body.append(image);
            const script = document.createElement("script");
            try { script.text = "window.ran = 1"; } catch {}
            document.body.append(script);
            try { document.body.insertAdjacentHTML("beforeend", "<b id=made></b>"); } catch {}
            fetch(arguments[0]).catch(() => {});
            """,
            address,
        )
        page.await_true(lambda: page.run("return new Set(refused).size") >= 3)
        refused = set(page.run("return refused"))
    assert asked == []
    assert {"img-src", "connect-src", "require-trusted-types-for"} <= refused
    assert page.run("return [window.ran, document.getElementById('made')]") == [None, None]
    assert chromium.get_log("browser") != []  # what was refused here, and only here


@contextmanager
def counting_server() -> Iterator[tuple[str, list[str]]]:
    """A server on loopback, and the paths that it was asked for."""
    asked: list[str] = []

    class Counting(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_error(404)

    server = HTTPServer(("127.0.0.1", 0), Counting)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.parametrize("width", [360, 820, 1600])
def test_nothing_is_wider_than_the_window(opened: Opener, width: int) -> None:
    tree = snapshot(
        file(f"{'n' * 255}/{'m' * 255}/x", 90_000, language="Python"),
        file("short", 40_000, language="A language with a long name, which there are"),
    )
    page = opened(tree, width=width, height=740)
    assert page.run("return document.documentElement.scrollWidth <= innerWidth")
    page.box("x").send_keys(Keys.ENTER)
    page.await_true(lambda: len(page.crumbs()) == 3)
    assert page.run("return document.documentElement.scrollWidth <= innerWidth")
    assert page.boxes()["x"].width > 150


def test_a_new_size_of_the_window_is_a_new_layout(opened: Opener) -> None:
    page = opened(PROJECT, width=1200)
    page.look(600, 800, "light")
    inside = """
        const map = document.getElementById("map").getBoundingClientRect();
        const boxes = [...document.querySelectorAll(".box")].map((b) => b.getBoundingClientRect());
        return map.width < 600 && Math.max(...boxes.map((b) => b.right)) <= map.right;
    """
    page.await_true(lambda: page.run(inside))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_label_has_enough_contrast(opened: Opener, scheme: str) -> None:
    languages = [*_KNOWN, *(f"Language {number}" for number in range(40))]
    page = opened(
        snapshot(*(file(f"f{n}", 9000, language=name) for n, name in enumerate(languages))),
        scheme=scheme,
    )
    classes = [f"language-{n}" for n in range(len(languages))]
    classes += [f"age-{n}" for n in range(7)] + ["future", "unknown", "other", "none"]
    contrasts = {
        f"{name} {extra}": page.run(_CONTRAST, f"box file {extra} {name}")
        for name in classes
        for extra in ("", "muted")
    }
    assert min(contrasts.values()) >= 4.5, contrasts
    assert page.run(_CONTRAST, "box open") >= 4.5


# The contrast of WCAG 2 between an element's text and its ground, of which a hatch is the worst.
_CONTRAST = """
const element = document.createElement("div");
element.className = arguments[0];
document.querySelector(".layer").append(element);
const style = getComputedStyle(element);
const hatch = element.classList.contains("muted")
  ? style.getPropertyValue("--hatch") : "transparent";
const pixel = (...colours) => {
  const context = new OffscreenCanvas(1, 1).getContext("2d");
  for (const colour of colours) { context.fillStyle = colour; context.fillRect(0, 0, 1, 1); }
  return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
};
const linear = (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
const luminance = (rgb) => {
  const [r, g, b] = rgb.map((v) => linear(v / 255));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const ground = luminance(pixel(style.backgroundColor, hatch));
const text = luminance(pixel(style.color));
element.remove();
return (Math.max(ground, text) + 0.05) / (Math.min(ground, text) + 0.05);
"""


def test_a_tree_of_eighty_thousand_files_is_drawn(opened: Opener) -> None:
    files = (
        file(f"d{n % 400}/f{n}.c", 100 + n * 7919 % 30_011, lines=n % 900, language="C")
        for n in range(80_000)
    )
    page = opened(snapshot_of_many(list(files)))
    assert "80,000 files" in page.text("#extent")
    assert page.run("return document.querySelectorAll('#map .file').length") > 400


def snapshot_of_many(files: list[FileRecord]) -> Snapshot:
    whole = snapshot(file("d0/x", 1))
    within: dict[str, list[FileRecord]] = {}
    for each in files:
        within.setdefault(each.path.rpartition("/")[0], []).append(each)
    made = (DirectoryRecord(path=path, files=tuple(group)) for path, group in within.items())
    return Snapshot(
        target=whole.target,
        name=whole.name,
        scanned_at=whole.scanned_at,
        directories=(*made, DirectoryRecord(path=".")),
        signals=whole.signals,
    )
