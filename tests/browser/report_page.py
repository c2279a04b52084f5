"""A report's page in a browser, as a person sees and works it."""

from pathlib import Path

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.select import Select

from luminos_core.records.report import AuditReport
from luminos_core.report.html.render import render_html
from tests.browser.page import Page


class ReportPage(Page):
    def see(self, section: str) -> None:
        """Scroll to a section, which starts when it is near."""
        self.run("document.getElementById(arguments[0]).scrollIntoView()", section)
        self.await_true(lambda: self.run(_STARTED[section]) if section in _STARTED else True)

    def choose(self, id_: str, value: str) -> None:
        Select(self.chromium.find_element(By.ID, id_)).select_by_value(value)

    def write(self, id_: str, text: str) -> None:
        field = self.chromium.find_element(By.ID, id_)
        field.clear()
        field.send_keys(text)

    def rows(self) -> list[str]:
        """What the rows in sight say of their places."""
        found = "return [...document.querySelectorAll('.flag-where')].map((e) => e.textContent)"
        return list(self.run(found))

    @property
    def count(self) -> str:
        return self.text("#flag-count")

    def texts(self, selector: str) -> list[str]:
        found = "return [...document.querySelectorAll(arguments[0])].map((e) => e.textContent)"
        return [" ".join(text.split()) for text in self.run(found, selector)]


_STARTED = {
    "flags": "return !document.getElementById('flag-filters').hidden",
    "where": "return document.querySelector('#map .layer') !== null",
    "tree-section": "return document.querySelector('#tree-list li') !== null",
}


class ReportOpener:
    """Opens reports as pages."""

    def __init__(self, chromium: webdriver.Chrome, folder: Path) -> None:
        self._chromium = chromium
        self._folder = folder

    def __call__(
        self,
        report: AuditReport,
        *,
        width: int = 1280,
        height: int = 800,
        scheme: str = "light",
    ) -> ReportPage:
        file = self._folder / "report.html"
        file.write_text("".join(render_html(report)), encoding="utf-8")
        page = ReportPage(self._chromium)
        page.look(width, height, scheme)
        self._chromium.get("about:blank")
        self._chromium.get(file.as_uri())
        return page
