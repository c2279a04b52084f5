"""Headless Chromium, started once, and pages opened in it."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium import webdriver

from tests.browser.report_page import ReportOpener
from tests.browser.treemap import Opener

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


@pytest.fixture
def opened(chromium: webdriver.Chrome, tmp_path: Path) -> Iterator[Opener]:
    """Every test's pages must leave nothing in the browser's console."""
    chromium.get_log("browser")
    yield Opener(chromium, tmp_path)
    assert chromium.get_log("browser") == []


@pytest.fixture
def report_opened(chromium: webdriver.Chrome, tmp_path: Path) -> Iterator[ReportOpener]:
    """As `opened`, for reports."""
    chromium.get_log("browser")
    yield ReportOpener(chromium, tmp_path)
    assert chromium.get_log("browser") == []
