"""Which run a run is compared with: branches, incomplete runs, lost histories."""

import shutil
from pathlib import Path

import pytest

from luminos_core.comparison import history_store
from luminos_core.records.comparison import SourceVersion
from luminos_core.records.flag import FlagState
from luminos_core.records.report import AuditReport
from luminos_core.store.layout import Store
from luminos_core.store.prune import Kept, prune
from tests.fakes.unreadable import refuse_to_open
from tests.luminos_core.comparison.nights import EVAL, SHELL, Nights, flags_in, states
from tests.luminos_core.git.conftest import Repo

TOKEN = "token = 'ghp_aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5'\n"


@pytest.fixture
def nights(tmp_path: Path) -> Nights:
    made = Nights(tmp_path)
    made.write("README.md", "# T\n\nIt is a target.\n")
    made.write("LICENSE", "MIT License\n")
    made.write("src/a.py", EVAL)
    return made


@pytest.fixture
def repo(nights: Nights) -> Repo:
    made = Repo(nights.target)
    made.commit()
    return made


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Names of files that cannot be opened."""
    return refuse_to_open(monkeypatch, PermissionError)


def previous(report: AuditReport) -> str:
    return report.comparison.previous.run_id if report.comparison else ""


def cut(nights: Nights, refused: set[str]) -> AuditReport:
    """A night on which one file cannot be read."""
    refused.add("LICENSE")
    report = nights.audit()
    refused.clear()
    assert report.status == "incomplete"
    return report


def test_a_run_is_compared_with_the_last_that_was_complete(
    nights: Nights, refused: set[str]
) -> None:
    nights.audit(run_id="whole")
    nights.write("src/b.py", SHELL)
    report = cut(nights, refused)
    assert previous(report) == "whole"
    assert states(report) == [("src/a.py", "persisting"), ("src/b.py", "new")]
    report = nights.audit()
    assert previous(report) == "whole"
    assert states(report) == [("src/a.py", "persisting"), ("src/b.py", "new")]
    assert states(nights.audit()) == [("src/a.py", "persisting"), ("src/b.py", "persisting")]


def test_a_flag_is_first_seen_in_the_incomplete_run_that_found_it(
    nights: Nights, refused: set[str]
) -> None:
    nights.audit()
    nights.write("src/b.py", SHELL)
    (flag,) = flags_in(cut(nights, refused), FlagState.NEW)
    (again,) = flags_in(nights.audit(), FlagState.NEW)
    assert again.first_seen == flag.first_seen
    assert again.first_seen <= again.last_seen


def test_what_an_incomplete_run_did_not_read_is_not_resolved(
    nights: Nights, refused: set[str]
) -> None:
    nights.audit()
    refused.add("a.py")
    report = nights.audit()
    assert states(report) == [("src/a.py", "persisting")]
    assert report.comparison is not None
    assert report.comparison.read_less == (
        "1 directory was not investigated whole (src); 1 file was not read whole (src/a.py)"
    )
    refused.clear()
    assert states(nights.audit()) == [("src/a.py", "persisting")]


def test_what_an_incomplete_run_shows_to_be_gone_is_told_by_the_next_whole_one_again(
    nights: Nights, refused: set[str]
) -> None:
    nights.audit()
    (nights.target / "src" / "a.py").unlink()
    assert states(cut(nights, refused)) == [("src/a.py", "resolved")]
    assert states(nights.audit()) == [("src/a.py", "resolved")]
    assert states(nights.audit()) == []


def test_before_the_first_complete_run_nothing_is_compared(
    nights: Nights, refused: set[str]
) -> None:
    first = cut(nights, refused)
    assert first.comparison is None
    report = nights.audit()
    assert report.comparison is None
    assert states(report) == [("src/a.py", None)]


def test_a_branch_in_between_is_another_history(nights: Nights, repo: Repo) -> None:
    nights.audit(run_id="on main")
    repo.git("checkout", "-q", "-b", "topic")
    nights.write("src/a.py", "")
    nights.write("src/b.py", SHELL)
    repo.commit()
    topic = nights.audit(run_id="on topic")
    assert previous(topic) == "on main"
    assert states(topic) == [("src/a.py", "resolved"), ("src/b.py", "new")]
    repo.git("checkout", "-q", "main")
    main = nights.audit()
    assert previous(main) == "on main"
    assert states(main) == [("src/a.py", "persisting")]
    repo.git("checkout", "-q", "topic")
    again = nights.audit()
    assert previous(again) == "on topic"
    assert states(again) == [("src/b.py", "persisting")]


def test_a_new_branch_begins_with_the_branch_that_it_contains(nights: Nights, repo: Repo) -> None:
    nights.audit(run_id="on main")
    repo.git("checkout", "-q", "-b", "other")
    repo.commit("c.txt")
    nights.audit(run_id="on other")
    repo.git("checkout", "-q", "main")
    repo.git("checkout", "-q", "-b", "topic")
    repo.commit("d.txt")
    report = nights.audit()
    assert previous(report) == "on main"
    assert report.comparison is not None
    assert report.comparison.previous.version == SourceVersion(
        commit=repo.git("rev-parse", "main").decode().strip(), branch="main"
    )


def test_a_rebased_branch_is_compared_with_itself(nights: Nights, repo: Repo) -> None:
    repo.git("checkout", "-q", "-b", "topic")
    nights.write("src/b.py", SHELL)
    repo.commit()
    nights.audit(run_id="before")
    repo.git("checkout", "-q", "main")
    repo.commit("c.txt")
    repo.git("checkout", "-q", "topic")
    repo.git("rebase", "-q", "main")
    report = nights.audit()
    assert previous(report) == "before"
    assert set(states(report)) == {("src/a.py", "persisting"), ("src/b.py", "persisting")}


def test_a_shallow_clone_is_compared_as_a_whole_one(nights: Nights, repo: Repo) -> None:
    repo.commit("c.txt")
    nights.audit(run_id="whole")
    whole, clone = nights.target, nights.target.with_name("clone")
    Repo(clone.parent / "elsewhere").git("clone", "-q", "--depth=1", f"file://{whole}", str(clone))
    shutil.rmtree(whole)
    clone.rename(whole)
    report = nights.audit()
    assert previous(report) == "whole"
    assert states(report) == [("src/a.py", "persisting")]
    assert report.comparison is not None
    assert report.comparison.facts == ()


def test_a_history_that_was_changed_is_told_and_not_used(nights: Nights) -> None:
    nights.audit()
    (file,) = (path for path in nights.store.glob("targets/*/history/branch-*"))
    file.write_bytes(file.read_bytes().replace(b"a.py", b"b.py"))
    report = nights.audit()
    assert report.status == "complete"
    assert report.comparison is None
    assert "is not as Luminos wrote it" in report.not_compared
    assert "It is not compared with earlier runs: " in report.brief
    assert states(nights.audit()) == [("src/a.py", "persisting")]


def test_the_history_stays_when_runs_are_pruned(nights: Nights) -> None:
    nights.audit(run_id="gone")
    prune(Store(nights.store), Kept(runs=1, days=0.0001), 0.0)
    shutil.rmtree(nights.store / "runs")
    report = nights.audit()
    assert previous(report) == "gone"


def test_the_histories_of_old_branches_fall_away(
    nights: Nights, repo: Repo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history_store, "_BRANCHES", 2)
    for name in ("a", "b", "c"):
        repo.git("checkout", "-q", "-b", name)
        nights.audit()
    names = {path.name for path in nights.store.glob("targets/*/history/branch-*")}
    assert len({name.removesuffix("-before") for name in names}) == 2


def test_a_history_has_no_secrets_and_their_flags_are_known_again(nights: Nights) -> None:
    nights.write("src/b.py", TOKEN)
    nights.audit()
    for path in nights.store.glob("targets/*/history/*"):
        assert b"ghp_aB3d" not in path.read_bytes()
    nights.write("src/b.py", f"import os\n\n\nif os.name:\n    {TOKEN}")
    assert states(nights.audit(), "secret") == [("src/b.py", "persisting")]
    nights.write("src/b.py", "token = os.environ['TOKEN']\n")
    assert states(nights.audit(), "secret") == [("src/b.py", "resolved")]


def test_what_is_secret_now_is_not_shown_in_an_old_quotation(nights: Nights) -> None:
    value = "correct-horse-battery-9"
    nights.write("src/b.py", f"def run(formula):\n    return eval(formula + '{value}')\n")
    (flag,) = (each for each in nights.audit().flags if each.path == "src/b.py")
    assert value in flag.quotation
    nights.write(".env", f"PASSWORD={value}\n")
    (nights.target / "src" / "b.py").unlink()
    (gone,) = flags_in(nights.audit(), FlagState.RESOLVED)
    assert gone.path == "src/b.py"
    assert value not in gone.quotation
    (file,) = nights.store.glob(f"targets/*/history/branch-{'?' * 16}")
    assert value.encode() not in file.read_bytes()
