"""A treemap page in a browser, as a person sees and works it."""

from dataclasses import dataclass
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

from luminos_core.records.snapshot import Snapshot
from luminos_core.report.treemap.treemap_page import treemap_page
from tests.browser.page import Page

_BOXES = """
return [...document.querySelectorAll("#map .box")].map((box) => {
  const { left, top, width, height } = box.getBoundingClientRect();
  return {
    name: box.getAttribute("aria-label"),
    kind: ["file", "open", "folded", "rest"].find((kind) => box.classList.contains(kind)),
    level: Number(box.getAttribute("aria-level")),
    left, top, width, height,
    colour: getComputedStyle(box).backgroundColor,
    hatched: box.classList.contains("muted"),
    dim: box.classList.contains("dim"),
  };
});
"""
_NAMED = """
const boxes = [...document.querySelectorAll("#map .box")];
return boxes.find((box) => box.getAttribute("aria-label") === arguments[0]);
"""


@dataclass(frozen=True)
class Box:
    name: str
    kind: str
    level: int
    left: float
    top: float
    width: float
    height: float
    colour: str
    hatched: bool
    dim: bool

    @property
    def area(self) -> float:
        """In square pixels, with the pixel that parts it from its neighbours."""
        return (self.width + 1) * (self.height + 1)


class Treemap(Page):
    def boxes(self) -> dict[str, Box]:
        """By name; pages of the tests have no name twice on one level."""
        return {found["name"]: Box(**found) for found in self.run(_BOXES)}

    def names(self) -> set[str]:
        return set(self.boxes())

    def box(self, name: str) -> WebElement:
        found: WebElement | None = self.run(_NAMED, name)
        assert found is not None, f"no box named {name}"
        return found

    def enter(self, name: str) -> None:
        """Click a directory's title."""
        self.box(name).find_element(By.CLASS_NAME, "name").click()

    def crumbs(self) -> list[str]:
        every = "return [...document.querySelectorAll('#crumbs button')].map((c) => c.textContent)"
        return list(self.run(every))

    @property
    def focused(self) -> str | None:
        return self.chromium.switch_to.active_element.get_attribute("aria-label")

    def await_crumbs(self, *crumbs: str) -> None:
        """Wait until the map is at a place, which the address's change brings about."""
        self.await_true(lambda: self.crumbs() == list(crumbs))


class Opener:
    """Opens snapshots as pages."""

    def __init__(self, chromium: webdriver.Chrome, folder: Path) -> None:
        self._chromium = chromium
        self._folder = folder

    def __call__(
        self,
        snapshot: Snapshot,
        *,
        width: int = 1200,
        height: int = 800,
        scheme: str = "light",
    ) -> Treemap:
        page = self._folder / "page.html"
        page.write_text(treemap_page(snapshot), encoding="utf-8")
        treemap = Treemap(self._chromium)
        treemap.look(width, height, scheme)
        self._chromium.get("about:blank")
        self._chromium.get(page.as_uri())
        return treemap
