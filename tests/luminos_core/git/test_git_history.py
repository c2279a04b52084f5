"""Who changed what how often, read as the commit times are."""

import contextlib
from pathlib import Path

from luminos_core.git.commit_times import CommitTimes, CommitTimesReader
from luminos_core.git.find_repository import find_repository
from luminos_core.records.snapshot import Snapshot
from luminos_core.scan.scan_context import ScanContext
from luminos_core.scan.snapshot import ScanOptions, take_snapshot
from luminos_core.stop import StopSignal


def read(root: Path, known: CommitTimes | None = None) -> CommitTimes:
    with contextlib.closing(CommitTimesReader(find_repository(root), "", known)) as reader:
        found = reader.finish(StopSignal())
    assert isinstance(found, CommitTimes)
    return found


def commit(repo, author: str, *paths: str, text: str = "") -> int:
    moment = repo.commit(*paths, text=text)
    repo.git("commit", "-q", "--amend", "--no-edit", "--allow-empty", "--author", author, at=moment)
    return moment


def scanned(root: Path) -> Snapshot:
    return take_snapshot(root, ScanOptions(), ScanContext(lambda event: None, StopSignal()))


def test_commits_are_counted_by_author_and_the_first_is_known(repo) -> None:
    first = commit(repo, "Ada L <a@x>", "a.py", "b.py", text="1")
    commit(repo, "Bob <b@x>", "a.py", text="2")
    commit(repo, "Ada L <a@x>", "a.py", text="3")
    changes = read(repo.root).changes
    assert changes["a.py"] == (first, {"Ada L": 2, "Bob": 1})
    assert changes["b.py"] == (first, {"Ada L": 1})


def test_later_commits_are_added_to_what_is_known_as_if_all_were_read_at_once(repo) -> None:
    commit(repo, "Ada <a@x>", "a.py", "gone.py", text="1")
    known = read(repo.root)
    (repo.root / "gone.py").unlink()
    commit(repo, "Bob <b@x>", "a.py", "new.py", text="2")
    later = read(repo.root, known)
    assert later.commits == 1
    assert dict(later.changes) == dict(read(repo.root).changes)
    assert "gone.py" not in later.changes


def test_a_merge_counts_for_nobody_and_names_cannot_forge_a_line(repo) -> None:
    commit(repo, "Ada <a@x>", "a.py", text="1")
    repo.git("checkout", "-q", "-b", "side")
    commit(repo, "M\tX\u202e\u0007 a.py <m@x>", "b.py", text="1")
    repo.git("checkout", "-q", "main")
    commit(repo, "Ada <a@x>", "c.py", text="1")
    repo.merge("side")
    changes = read(repo.root).changes
    assert {path: sum(authors.values()) for path, (_, authors) in changes.items()} == {
        "a.py": 1, "b.py": 1, "c.py": 1,
    }  # fmt: skip
    [name] = changes["b.py"][1]
    assert "\u202e" not in name
    assert "\n" not in name


def test_a_hot_spot_is_large_and_often_changed_and_says_whose_it_is(repo) -> None:
    long = "x = 1\n" * 50
    for number in range(4):
        commit(repo, "Ada <a@x>" if number else "Bob <b@x>", "hot.py", text=f"{long}y = {number}\n")
    commit(repo, "Bob <b@x>", "small.py", text="x = 1\n")
    commit(repo, "Bob <b@x>", "small.py", text="x = 2\n")
    commit(repo, "Bob <b@x>", "once.py", text=long * 9)
    commit(repo, "Eve <e@x>", "notes.md", text="words\n")
    found = scanned(repo.root)
    history = found.history
    assert [spot.path for spot in history.hot_spots] == ["hot.py", "small.py"]
    hot = history.hot_spots[0]
    assert (hot.commits, hot.lines, hot.authors, hot.author, hot.share) == (4, 51, 2, "Ada", 0.75)
    assert hot.first < hot.last
    assert (history.author_count, history.bus_factor) == (2, 1)  # Bob has two files of three
    assert found.main_authors["notes.md"] == "Eve"
    assert found.commit_counts == {"hot.py": 4, "small.py": 2, "once.py": 1, "notes.md": 1}


def test_a_target_without_a_repository_has_no_history(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")
    found = scanned(tmp_path)
    assert (found.history.hot_spots, found.history.author_count, found.main_authors) == ((), 0, {})
