"""How the treemap page looks in Chromium: areas, contrast, and windows of every size."""

import pytest
from selenium.webdriver.common.keys import Keys

from luminos_core.report.page.colours import common_colours
from tests.browser.sample import PROJECT, file, snapshot
from tests.browser.treemap import Opener


def test_areas_are_in_proportion_to_sizes_and_fill_the_map(opened: Opener) -> None:
    tree = snapshot(*(file(f"f{size}", size * 1000) for size in (1, 2, 3, 5, 8, 13, 21, 34)))
    page = opened(tree)
    boxes = page.boxes()
    assert len(boxes) == 8
    per_byte = [box.area / int(name[1:]) for name, box in boxes.items()]
    assert max(per_byte) / min(per_byte) < 1.04  # whole pixels
    map_area = page.run(
        "const m = document.getElementById('map').getBoundingClientRect(); "
        "return m.width * m.height"
    )
    assert sum(box.area for box in boxes.values()) == pytest.approx(map_area, rel=0.01)


def test_boxes_are_nearly_square(opened: Opener) -> None:
    boxes = opened(snapshot(*(file(f"f{n}", 1000 + 10 * n) for n in range(60)))).boxes().values()
    longest = [max(b.width, b.height) / min(b.width, b.height) for b in boxes]
    assert max(longest) < 3


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


@pytest.mark.parametrize("width", [360, 820, 1600])
def test_nothing_is_wider_than_the_window(opened: Opener, width: int) -> None:
    tree = snapshot(
        file(f"{'n' * 255}/{'m' * 255}/x", 90_000, language="Python"),
        file("short", 40_000, language="A language with a long name, which there are"),
        name="t" * 255,
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


def test_a_printed_map_is_laid_out_for_paper(opened: Opener) -> None:
    page = opened(PROJECT, width=1600)
    printed = """
        addEventListener("beforeprint", () => {
          const map = document.getElementById("map").getBoundingClientRect();
          const boxes = [...document.querySelectorAll(".box")];
          const ends = boxes.map((box) => box.getBoundingClientRect().right - map.left);
          window.printed = [map.width, Math.max(...ends)];
        });
    """
    page.run(printed)
    page.chromium.execute_cdp_cmd("Page.printToPDF", {})
    width, right = page.run("return window.printed")
    assert width == 680
    assert 670 < right <= 680
    on_screen = "return document.getElementById('map').clientWidth"
    page.await_true(lambda: page.run(on_screen) > 1000)
    assert max(box.left + box.width for box in page.boxes().values()) > 1000


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_label_has_enough_contrast(opened: Opener, scheme: str) -> None:
    languages = [*common_colours(), *(f"Language {number}" for number in range(40))]
    page = opened(
        snapshot(*(file(f"f{n}", 9000, language=name) for n, name in enumerate(languages))),
        scheme=scheme,
    )
    classes = [f"language-{n}" for n in range(len(languages))]
    classes += [f"age-{n}" for n in range(7)] + ["future", "unknown", "other", "none"]
    looks = ["open"]
    looks += [f"file {extra} {name}" for name in classes for extra in ("", "muted")]
    contrasts = dict(zip(looks, page.run(_CONTRASTS, looks), strict=True))
    assert min(contrasts.values()) >= 4.5, contrasts


# The contrast of WCAG 2 between a box's text and its ground, of which a hatch is the worst.
_CONTRASTS = """
const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
const pixel = (...colours) => {
  for (const colour of colours) { context.fillStyle = colour; context.fillRect(0, 0, 1, 1); }
  return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
};
const linear = (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
const luminance = (rgb) => {
  const [r, g, b] = rgb.map((v) => linear(v / 255));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
return arguments[0].map((look) => {
  const element = document.createElement("div");
  element.className = `box ${look}`;
  document.querySelector(".layer").append(element);
  const style = getComputedStyle(element);
  const hatched = document.createElement("i");
  hatched.style.color = look.includes("muted") ? "var(--hatch)" : "transparent";
  element.append(hatched);
  const hatch = getComputedStyle(hatched).color;
  const ground = luminance(pixel(style.backgroundColor, hatch));
  const text = luminance(pixel(style.color));
  return (Math.max(ground, text) + 0.05) / (Math.min(ground, text) + 0.05);
});
"""


def test_a_tree_of_eighty_thousand_files_is_drawn(opened: Opener) -> None:
    files = (
        file(f"d{n % 400}/f{n}.c", 100 + n * 7919 % 30_011, lines=n % 900, language="C")
        for n in range(80_000)
    )
    page = opened(snapshot(*files))
    assert "80,000 files" in page.text("#extent")
    assert page.run("return document.querySelectorAll('#map .file').length") > 400
