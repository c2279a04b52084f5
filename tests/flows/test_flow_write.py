"""`--write`: the report of an audit in files that the user names."""

from pathlib import Path

import pytest

from tests.fakes.trees import make_tree
from tests.flows.command import Command

TREE = {"app.py": "import os, sys\nos.system('ls ' + sys.argv[1])\n"}


@pytest.fixture
def luminos(tmp_path: Path, prefect_url: str) -> Command:
    return Command(tmp_path / "store", {"PREFECT_API_URL": prefect_url}, prepared=True)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    return make_tree(tmp_path / "sample", TREE)


def test_an_audit_writes_its_report_where_it_was_started(
    luminos: Command, tree: Path, tmp_path: Path
) -> None:
    (tmp_path / "out").mkdir()
    written = ("--write", "markdown=out/a=b.md", "--write", "json=report.json")
    done = luminos.run("audit", str(tree), "--model", "static", *written, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    report = luminos.run("report", "--json").stdout
    assert (tmp_path / "report.json").read_text().strip() == report.strip()
    assert (tmp_path / "out/a=b.md").read_text() == luminos.run("report", "--markdown").stdout
    assert "app.py" in done.stdout


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ("report.md", "FORMAT=FILE"),
        ("markdown=", "FORMAT=FILE"),
        ("paper=report", "no format 'paper'"),
        ("markdown=none/report.md", "no directory"),
    ],
)
def test_what_cannot_be_written_is_an_error_before_the_audit(
    luminos: Command, tree: Path, value: str, says: str
) -> None:
    done = luminos.inside("audit", str(tree), "--model", "static", "--write", value)
    assert done.returncode == 2
    assert says in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (luminos.store / "runs").exists()


def test_a_file_that_cannot_be_replaced_is_one_line(luminos: Command, tree: Path) -> None:
    folder = tree.with_name("taken.md")
    folder.mkdir()
    written = ("--write", f"markdown={folder}")
    done = luminos.inside("audit", str(tree), "--model", "static", *written)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith("luminos: ")
    assert "it is a directory" in done.stderr
    assert "app.py" in done.stdout
