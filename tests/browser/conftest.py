"""Headless Chromium, started once, and pages opened in it."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium import webdriver

from luminos_core.records.snapshot import Snapshot
from luminos_core.report.treemap.page import treemap_page
from tests.browser.treemap import Treemap

_FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
)


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    program, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if program is None or driver is None:
        pytest.skip("no browser; on Debian: apt-get install chromium chromium-driver")
    options = webdriver.ChromeOptions()
    options.binary_location = program
    for flag in (*_FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('chromium')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    browser = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    yield browser
    browser.quit()


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


@pytest.fixture
def opened(chromium: webdriver.Chrome, tmp_path: Path) -> Iterator[Opener]:
    """Every test's pages must leave nothing in the browser's console."""
    chromium.get_log("browser")
    yield Opener(chromium, tmp_path)
    assert chromium.get_log("browser") == []
