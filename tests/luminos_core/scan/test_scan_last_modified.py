"""When files changed last, and by what that is known."""

import os
import subprocess
from pathlib import Path

import pytest

from luminos_core.git.commit_times import CommitTimes, NoCommitTimes
from luminos_core.records.snapshot import FileKind, FileRecord
from luminos_core.scan.last_modified import last_modified_of
from luminos_core.scan.scan_cache import ScanCache

DAY = 86_400


def record(path: str, seconds: int = 0, **changes: object) -> FileRecord:
    return FileRecord(path=path, size=1, mtime_ns=seconds * 10**9, **changes)


def git(folder: Path, *arguments: str, when: int = 0) -> None:
    moment = {"GIT_AUTHOR_DATE": f"@{when} +0000", "GIT_COMMITTER_DATE": f"@{when} +0000"}
    who = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
    environment = {**os.environ, **moment, "GIT_CONFIG_GLOBAL": os.devnull}
    command = ["git", *who, *arguments]
    subprocess.run(command, cwd=folder, env=environment, check=True)


def commit(folder: Path, when: int, **contents: str) -> None:
    for name, content in contents.items():
        (folder / name).write_text(content)
    git(folder, "add", "-A", when=when)
    git(folder, "commit", "-qm", "x", when=when)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    git(tmp_path, "init", "-q")
    commit(tmp_path, 1 * DAY, old="1", twice="1")
    commit(tmp_path, 3 * DAY, twice="2", new="1")
    for path in tmp_path.iterdir():  # as a fresh clone leaves them
        os.utime(path, (9 * DAY, 9 * DAY))
    return tmp_path


def recent(last_modified) -> list[tuple[str, int]]:
    return [(file.path, file.changed_at) for file in last_modified.recent]


def test_without_a_repository_mtime_counts_and_the_report_says_why(tmp_path: Path, scan) -> None:
    for index in range(12):
        path = tmp_path / f"f{index:02}"
        path.write_text("x")
        os.utime(path, (0, 10**9 + index))
    last_modified = scan(tmp_path).last_modified
    assert recent(last_modified) == [(f"f{n:02}", 10**9 + n) for n in range(11, 1, -1)]
    assert (last_modified.source, last_modified.note) == ("mtime", "it is in no git repository")


def test_in_a_repository_the_last_commit_counts(repository: Path, scan) -> None:
    last_modified = scan(repository).last_modified
    assert recent(last_modified) == [("new", 3 * DAY), ("twice", 3 * DAY), ("old", 1 * DAY)]
    assert (last_modified.source, last_modified.note) == ("git history", "")


def test_what_was_never_committed_counts_by_its_mtime(repository: Path, scan) -> None:
    (repository / "draft").write_text("x")
    os.utime(repository / "draft", (2 * DAY, 2 * DAY))
    assert recent(scan(repository).last_modified)[2] == ("draft", 2 * DAY)


def test_a_folder_of_a_repository_has_its_history(repository: Path, scan) -> None:
    (repository / "part").mkdir()
    commit(repository, 5 * DAY, **{"part/inner": "1"})
    assert recent(scan(repository / "part").last_modified) == [("inner", 5 * DAY)]


def test_the_next_scan_reads_only_new_commits(repository: Path, scan) -> None:
    cache = ScanCache("")
    scan(repository, cache=cache)
    commit(repository, 6 * DAY, old="2")
    again = ScanCache.load("", b"".join(cache.dump() or ()))
    last_modified = scan(repository, cache=again).last_modified
    assert again.commit_times is not None
    assert again.commit_times.commits == 1
    assert recent(last_modified) == [("old", 6 * DAY), ("new", 3 * DAY), ("twice", 3 * DAY)]


def test_a_file_beyond_the_history_read_has_no_time() -> None:
    found = CommitTimes("c", {"read": 5 * DAY}, complete=False, oldest=4 * DAY, commits=1)
    last_modified = last_modified_of([record("read", 9 * DAY), record("older", 9 * DAY)], found)
    assert recent(last_modified) == [("read", 5 * DAY)]
    assert "older" not in last_modified.times
    assert last_modified.note == (
        "read back to 1970-01-05; what was not committed since has no known time"
    )


def test_a_link_is_not_a_recent_file() -> None:
    link = record("l", 9, kind=FileKind.SYMLINK)
    assert last_modified_of([link], NoCommitTimes("none")).recent == ()
    assert last_modified_of([link], CommitTimes("c", {"l": 1}, True, None, 1)).recent == ()
