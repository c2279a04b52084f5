"""How the page of a report looks in Chromium: contrast, sizes of text, windows of every size."""

import base64
from itertools import pairwise

import pytest

from luminos_core.records.flag import Severity
from tests.browser.report_page import ReportOpener, ReportPage
from tests.browser.report_sample import NIGHTLY, compared, flag, report

SECTIONS = ("flags", "where", "tree-section")


def opened_whole(page: ReportPage) -> ReportPage:
    """Every section started, and every list unfolded."""
    for section in SECTIONS:
        page.see(section)
    page.run("document.querySelectorAll('details').forEach((e) => { e.open = true; })")
    page.run("document.querySelectorAll('.flag-head')[1].click()")
    page.run("document.querySelectorAll('.suppress').forEach((e) => { e.open = true; })")
    return page


# Each text, with its ground and its size: what is drawn over what is found by going up the tree.
_TEXTS = """
const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
const pixel = (...colours) => {
  context.clearRect(0, 0, 1, 1);
  for (const colour of colours) { context.fillStyle = colour; context.fillRect(0, 0, 1, 1); }
  return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
};
const linear = (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
const luminance = (rgb) => {
  const [r, g, b] = rgb.map((v) => linear(v / 255));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
const found = [];
while (walker.nextNode()) {
  const element = walker.currentNode.parentElement;
  if (!walker.currentNode.data.trim() || !element.checkVisibility()) continue;
  if (["SCRIPT", "STYLE", "TITLE", "OPTION"].includes(element.tagName)) continue;
  const style = getComputedStyle(element);
  const grounds = [];
  for (let up = element; up; up = up.parentElement) {
    const fill = up.tagName === "g" ? getComputedStyle(up.querySelector("rect") ?? up).fill : "";
    grounds.unshift(fill && up.querySelector("rect") ? fill : getComputedStyle(up).backgroundColor);
  }
  const ground = luminance(pixel(...grounds));
  const isSvg = element instanceof SVGElement;
  const ink = luminance(pixel(...grounds, isSvg ? style.fill : style.color));
  found.push({
    text: walker.currentNode.data.trim().slice(0, 40),
    of: element.className.baseVal ?? element.className,
    size: parseFloat(style.fontSize),
    contrast: (Math.max(ground, ink) + 0.05) / (Math.min(ground, ink) + 0.05),
  });
}
return found;
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_has_enough_contrast_and_size(report_opened: ReportOpener, scheme: str) -> None:
    page = opened_whole(report_opened(NIGHTLY, scheme=scheme))
    texts = page.run(_TEXTS)
    assert len(texts) > 150
    assert [each for each in texts if each["contrast"] < 4.5] == []
    assert [each for each in texts if each["size"] < 12] == []


@pytest.mark.parametrize("width", [320, 390, 760, 1280, 2400])
def test_nothing_is_wider_than_the_window(report_opened: ReportOpener, width: int) -> None:
    page = opened_whole(report_opened(NIGHTLY, width=width))
    assert page.run("return document.documentElement.scrollWidth <= innerWidth")


def test_the_verdict_is_on_the_first_screen_of_a_phone(report_opened: ReportOpener) -> None:
    page = report_opened(NIGHTLY, width=390, height=844)
    bottoms = "return [...document.querySelectorAll('h1, .what, .verdict, .first, .tile')]"
    found = page.run(f"{bottoms}.map((e) => e.getBoundingClientRect().bottom)")
    assert max(found) <= 844


def test_rows_lie_one_below_the_other_when_one_is_open(report_opened: ReportOpener) -> None:
    many = tuple(flag(f"src/f{n:02}.py", severity=Severity.INFO) for n in range(40))
    page = report_opened(report(*many, comparison=compared()))
    page.see("flags")
    page.run("document.querySelectorAll('.flag-head')[2].click()")
    page.run("document.getElementById('flag-list').scrollTop = 700")
    overlaps = """
      const elements = [...document.querySelectorAll(".flag-row")];
      const rows = elements.map((e) => e.getBoundingClientRect());
      rows.sort((a, b) => a.top - b.top);
      return rows.slice(1).map((row, index) => Math.round(row.top - rows[index].bottom));
    """
    page.await_true(lambda: max(map(abs, page.run(overlaps))) <= 1)


def test_a_printed_report_has_what_can_be_read_on_paper(report_opened: ReportOpener) -> None:
    page = report_opened(NIGHTLY, scheme="dark")
    page.run(
        """
        matchMedia("print").addEventListener("change", (event) => {
          if (!event.matches) return;
          const shown = (selector) => document.querySelector(selector).checkVisibility();
          const read = [".card", ".tile", "#map .box", ".print-only"];
          window.printed = [...read, "#flag-list", ".sections"].map(shown);
          window.ground = getComputedStyle(document.documentElement).colorScheme;
        });
        """
    )
    pdf = page.chromium.execute_cdp_cmd("Page.printToPDF", {"printBackground": True})
    assert len(base64.b64decode(pdf["data"])) > 10_000
    assert page.run("return window.printed") == [True, True, True, True, False, False]
    assert page.run("return window.ground") == "light"


def test_sections_have_headings_and_pictures_have_words(report_opened: ReportOpener) -> None:
    page = opened_whole(report_opened(NIGHTLY))
    unnamed = """
      return [...document.querySelectorAll("main > section, nav, [role=tree], [role=list], svg")]
        .filter((e) => !e.closest("[aria-hidden=true]"))
        .filter((e) => !(e.getAttribute("aria-label")
          || document.getElementById(e.getAttribute("aria-labelledby"))?.textContent))
        .map((e) => e.outerHTML.slice(0, 80));
    """
    assert page.run(unnamed) == []
    levels = "return [...document.querySelectorAll('h1,h2,h3,h4,h5,h6')].map((e) => +e.tagName[1])"
    found = page.run(levels)
    assert found[0] == 1
    assert all(after - before <= 1 for before, after in pairwise(found))
    unlabelled = """
      return [...document.querySelectorAll("button, select, input, a")].filter((e) =>
        !(e.textContent.trim() || e.getAttribute("aria-label") || e.labels?.length)).length;
    """
    assert page.run(unlabelled) == 0
    assert page.run("return document.querySelectorAll('[id]').length") == page.run(
        "return new Set([...document.querySelectorAll('[id]')].map((e) => e.id)).size"
    )
