"""The command in a build: what its log folds and marks, and what a file or a terminal gets."""

import os
import pty
import subprocess
from pathlib import Path

import pytest

from luminos_core.settings import build_server
from tests.fakes.build_server import obeyed
from tests.fakes.trees import make_tree
from tests.flows.command import Command, program

GITHUB, GITLAB = {"GITHUB_ACTIONS": "true"}, {"GITLAB_CI": "true"}
EVIL = "::error::evil"
TREE = {
    "app.py": "import os, sys\n\n\ndef run(name):\n    os.system('ls ' + sys.argv[1])\n",
    f"{EVIL}.md": f"# {EVIL}\n\n{EVIL}\n\n##[add-mask]evil\n",
}


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_tree(tmp_path_factory.mktemp("builds") / "sample", TREE)


@pytest.fixture(scope="module")
def luminos(tree: Path, prefect_url: str) -> Command:
    return Command(tree.parent / "store", {"PREFECT_API_URL": prefect_url})


@pytest.fixture(scope="module")
def at_github(luminos: Command, tree: Path) -> subprocess.CompletedProcess[str]:
    """An audit in a pipe, there."""
    given = Command(luminos.store, {**luminos.extra, **GITHUB}, prepared=True)
    return given.run("audit", str(tree), "--model", "static")


def test_an_audit_at_github_folds_its_parts_and_marks_the_flag(
    at_github: subprocess.CompletedProcess[str],
) -> None:
    assert at_github.returncode == 0, at_github.stderr
    told = [line.split(" ")[0] for line in obeyed(at_github.stdout)]
    assert told.count("::group::Directories") == 1
    assert told.count("::endgroup::") == sum(line.startswith("::group::") for line in told)
    marks = [line for line in obeyed(at_github.stdout) if " file=" in line]
    assert [line.partition(",title")[0] for line in marks] in (
        ["::error file=app.py,line=5,endLine=5"],
        ["::warning file=app.py,line=5,endLine=5"],
    )
    assert not [line for line in obeyed(at_github.stdout) if "evil" in line]


def test_its_progress_is_folded_and_obeys_nothing(
    at_github: subprocess.CompletedProcess[str],
) -> None:
    assert obeyed(at_github.stderr) == ["::group::Progress", "::endgroup::"]
    assert at_github.stderr.startswith("::group::Progress\n")


def test_a_stored_report_is_folded_and_marks_nothing_again(
    luminos: Command, at_github: subprocess.CompletedProcess[str]
) -> None:
    given = Command(luminos.store, GITHUB)
    shown = given.run("report").stdout
    assert "::group::Directories" in shown
    assert " file=" not in "".join(obeyed(shown))
    assert not obeyed(given.run("report", "--json").stdout)
    assert not obeyed(given.run("report", "--markdown").stdout)
    assert "section_start:" in Command(luminos.store, GITLAB).run("report").stdout


def test_a_file_and_a_terminal_get_no_command(
    luminos: Command, tmp_path: Path, at_github: subprocess.CompletedProcess[str]
) -> None:
    given = Command(luminos.store, GITHUB)
    plain = luminos.run("report").stdout
    with (tmp_path / "report.txt").open("wb") as file:
        subprocess.run([program(), "report"], env=given.environment, stdout=file, check=True)
    assert (tmp_path / "report.txt").read_text() == plain
    assert not obeyed(plain)
    assert b"::group::" not in on_terminal(given)


def on_terminal(given: Command) -> bytes:
    ours, theirs = pty.openpty()
    process = subprocess.Popen([program(), "report"], env=given.environment, stdout=theirs)
    os.close(theirs)
    shown = b""
    try:
        while part := os.read(ours, 65_536):
            shown += part
    except OSError:  # the process has closed its side
        pass
    os.close(ours)
    assert process.wait() == 0
    return shown


def test_a_variable_says_which_server_it_is() -> None:
    assert build_server(GITHUB) == "github"
    assert build_server(GITLAB) == "gitlab"
    assert build_server({"GITHUB_ACTIONS": "false", "CI": "true"}) is None
