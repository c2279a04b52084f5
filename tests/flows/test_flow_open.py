"""`luminos open`."""

import webbrowser
from pathlib import Path

import pytest

from luminos_core.settings import has_display
from luminos_core.store.layout import Store
from tests.flows.stored_nights import Nights, nights


@pytest.fixture
def made(tmp_path: Path) -> Nights:
    found = nights(tmp_path)
    (Store(found.store).run_path("bbbb-3") / "report.html").write_text("<!doctype html>")
    return found


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that a browser was started with."""
    addresses: list[str] = []

    def browser(address: str) -> bool:
        addresses.append(address)
        return "aaaa" not in address

    monkeypatch.setattr(webbrowser, "open", browser)
    return addresses


def test_the_page_is_opened_where_there_is_a_display_and_its_path_is_printed(
    made: Nights, opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = Store(made.store).run_path("bbbb-3") / "report.html"
    monkeypatch.setenv("DISPLAY", ":0")
    assert made.lines("open", "bbbb") == [str(page)]
    assert opened == [page.as_uri()]
    assert made.lines("open", "--print-path", "--target", str(made.target)) == [str(page)]
    assert len(opened) == 1


def test_without_a_display_the_path_is_all(
    made: Nights, opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    assert made.lines("open", "bbbb")[0].endswith("bbbb-3/report.html")
    assert opened == []


def test_a_display_is_a_window_system_or_the_browser_that_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    assert not has_display({"BROWSER": ""})
    for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"):
        assert has_display({name: "x"})
    monkeypatch.setattr("sys.platform", "darwin")
    assert has_display({})


def test_a_browser_that_does_not_start_is_told(
    made: Nights, opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BROWSER", "firefox")
    (Store(made.store).run_path("aaaa-1") / "report.html").write_text("<!doctype html>")
    done = made.call("open", "aaaa-1")
    assert "no browser could be started" in done.stderr
    assert done.stdout.endswith("aaaa-1/report.html\n")


def test_a_run_without_a_page_is_told_with_what_to_do(made: Nights, opened: list[str]) -> None:
    page = Store(made.store).run_path("aaaa-2") / "report.html"
    page.unlink(missing_ok=True)
    assert "run aaaa-2 has no report.html" in made.refused("open", "aaaa-2")
    page.symlink_to("/etc/passwd")
    assert "luminos report aaaa-2" in made.refused("open", "aaaa-2")
    assert opened == []
