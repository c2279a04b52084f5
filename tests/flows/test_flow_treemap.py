"""`luminos scan --html`: where the page goes, and where it never goes."""

from pathlib import Path

import pytest

from tests.fakes.irregular import MAKERS
from tests.flows.command import Command


def test_a_scan_writes_a_page_and_says_where(
    luminos: Command, target: Path, tmp_path: Path
) -> None:
    done = luminos.run("scan", str(target), "--html", "map.html", cwd=tmp_path)
    assert done.returncode == 0
    page = tmp_path / "map.html"
    assert f"The treemap is in {page}" in done.stderr
    assert "Languages" in done.stdout
    html = page.read_text()
    assert html.startswith("<!doctype html>")
    assert "adding.py" in html


def test_a_page_beside_json_leaves_json_alone(
    luminos: Command, target: Path, tmp_path: Path
) -> None:
    alone = luminos.run("scan", str(target), "--json")
    both = luminos.run("scan", str(target), "--json", "--html", str(tmp_path / "map.html"))
    assert both.stdout.count("\n") == alone.stdout.count("\n")
    assert (tmp_path / "map.html").exists()


@pytest.mark.parametrize(
    ("place", "says"),
    [
        ("{target}/map.html", "never written to"),
        ("{target}/src/../map.html", "never written to"),
        ("{link}/map.html", "never written to"),
        ("{tmp}/absent/map.html", "there is no directory"),
        ("{tmp}", "it is a directory"),
    ],
)
def test_a_page_that_cannot_be_is_refused_before_the_scan(
    luminos: Command, target: Path, tmp_path: Path, place: str, says: str
) -> None:
    link = tmp_path / "link"
    link.symlink_to(target / "src")
    before = sorted(target.rglob("*"))
    html = place.format(target=target, link=link, tmp=tmp_path)
    done = luminos.run("scan", str(target), "--html", html)
    assert done.returncode == 2
    assert says in done.stderr
    assert done.stdout == ""
    assert sorted(target.rglob("*")) == before


@pytest.mark.parametrize("kind", MAKERS)
def test_a_page_replaces_regular_files_alone(
    luminos: Command, target: Path, tmp_path: Path, kind: str
) -> None:
    page = tmp_path / "map.html"
    MAKERS[kind](page)
    before = page.lstat()
    done = luminos.run("scan", str(target), "--html", str(page))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert f"cannot write {page}: it is {kind.removesuffix(' to nothing')}" in done.stderr
    assert (page.lstat().st_ino, page.lstat().st_mode) == (before.st_ino, before.st_mode)
    assert kind != "a link" or page.read_bytes() == b"old"


def test_a_page_replaces_an_older_one(luminos: Command, target: Path, tmp_path: Path) -> None:
    page = tmp_path / "map.html"
    page.write_text("old")
    assert luminos.run("scan", str(target), "--html", str(page)).returncode == 0
    assert page.read_text().startswith("<!doctype html>")
