import contextlib
import os
import subprocess
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from luminos_core.errors import Interrupted
from luminos_core.git import commit_times
from luminos_core.git.commit_log import ARGUMENTS, CommitLog
from luminos_core.git.commit_times import CommitTimes, CommitTimesReader, NoCommitTimes
from luminos_core.git.find_repository import find_repository
from luminos_core.stop import StopSignal


def read(
    root: Path, prefix: str = "", known: CommitTimes | None = None
) -> CommitTimes | NoCommitTimes:
    found = find_repository(root)
    with contextlib.closing(CommitTimesReader(found, prefix, known)) as reader:
        return reader.finish(StopSignal())


def reason(root: Path) -> str:
    answer = read(root)
    assert isinstance(answer, NoCommitTimes)
    return answer.reason


def test_each_file_has_the_time_of_the_last_commit_that_changed_it(repo) -> None:
    first = repo.commit("a", "b/c")
    second = repo.commit("b/c")
    assert read(repo.root) == CommitTimes(repo.head(), {"a": first, "b/c": second}, True, None, 2)


def test_a_renamed_file_has_the_time_of_its_renaming_and_a_deleted_one_none(repo) -> None:
    repo.commit("a", "gone")
    (repo.root / "a").rename(repo.root / "b")
    (repo.root / "gone").unlink()
    moved = repo.commit()
    assert read(repo.root).times == {"b": moved}


def test_a_file_that_was_restored_has_the_time_of_its_restoration(repo) -> None:
    repo.commit("a")
    (repo.root / "a").unlink()
    repo.commit("b")
    again = repo.commit("a")
    assert read(repo.root).times["a"] == again


def test_a_merge_counts_for_the_files_it_changed_itself(repo) -> None:
    repo.commit("a", "shared")
    repo.git("checkout", "-q", "-b", "side")
    side = repo.commit("shared", "new")
    repo.git("checkout", "-q", "main")
    repo.commit("shared", text="ours")
    with pytest.raises(subprocess.CalledProcessError):
        repo.merge("side")  # a conflict
    merged = repo.commit("shared", text="both")
    times = read(repo.root).times
    assert (times["shared"], times["new"]) == (merged, side)


@pytest.mark.parametrize("name", ["x\ny", "\udcff\udcfe", "é", " ", "M", "\\", "\n", "a" * 250])
def test_a_name_of_any_bytes_is_escaped(repo, name) -> None:
    moment = repo.commit(name)
    (path,) = read(repo.root).times
    assert path.isprintable() or "\n" in path
    assert read(repo.root).times == {path: moment}
    assert path.encode().decode() == path
    assert (repo.root / os.fsdecode(_unescaped(path))).exists()


def _unescaped(path: str) -> str:
    from luminos_core.text.filenames import decode_name

    return decode_name(path)


def test_a_target_inside_the_work_tree_has_the_times_of_its_own_files_alone(repo) -> None:
    moment = repo.commit("src/deep/a", "src/b", "src/deeper/c")
    assert read(repo.root / "src/deep", prefix="src/deep/").times == {"a": moment}


@pytest.mark.parametrize(
    "arrange",
    [
        ("checkout", "-q", "--detach"),
        ("pack-refs", "--all"),
        ("gc", "-q"),
        ("symbolic-ref", "refs/heads/alias", "refs/heads/main"),
    ],
)
def test_head_is_found_wherever_git_keeps_it(repo, arrange) -> None:
    moment = repo.commit("a")
    repo.git(*arrange)
    if arrange[0] == "symbolic-ref":
        repo.git("symbolic-ref", "HEAD", "refs/heads/alias")
    assert read(repo.root).times == {"a": moment}


def test_a_repository_with_sha256_ids_is_read(tmp_path, repo) -> None:
    other = type(repo)(tmp_path / "other", "--object-format=sha256")
    moment = other.commit("a")
    assert read(other.root).times == {"a": moment}


def test_a_repository_without_a_commit_says_so(repo) -> None:
    assert reason(repo.root) == "there is no commit yet"


def test_a_folder_in_no_repository_says_so(tmp_path) -> None:
    assert reason(tmp_path) == "it is in no git repository"


def test_a_shallow_clone_has_times_only_for_files_its_commits_changed(tmp_path, repo) -> None:
    repo.commit("a", "b")
    boundary = repo.commit("b")
    last = repo.commit("c")
    repo.git("clone", "-q", "--depth=2", f"file://{repo.root}", str(tmp_path / "clone"))
    found = read(tmp_path / "clone")
    assert found == CommitTimes(repo.head(), {"c": last}, False, boundary, 2, shallow=True)


def test_a_linked_work_tree_inside_has_a_history_of_its_own(repo) -> None:
    moment = repo.commit("a")
    repo.git("worktree", "add", "-q", "-b", "other", "linked")
    linked = repo.root / "linked"
    (linked / "new").write_text("")
    repo.git("-C", "linked", "add", "new")
    repo.git("-C", "linked", "commit", "-qm", "m", at=moment + 5)
    assert read(linked).times == {"a": moment, "new": moment + 5}
    assert read(repo.root).times == {"a": moment}


def test_a_submodule_has_a_history_of_its_own(tmp_path, repo) -> None:
    inner = type(repo)(tmp_path / "inner")
    moment = inner.commit("x")
    repo.commit("a")
    repo.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(inner.root), "sub")
    assert (repo.root / "sub/.git").is_file()
    assert read(repo.root / "sub").times == {"x": moment}


def test_the_log_is_parsed_the_same_in_any_chunks(repo) -> None:
    first = repo.commit("a\nb", "\n", "M", "\udcff", "0" * 40)
    (repo.root / "M").unlink()
    second = repo.commit("\n")
    printed = repo.git(*ARGUMENTS)
    for size in (1, 2, 3, 7, 50):
        log = CommitLog(frozenset())
        for at in range(0, len(printed), size):
            log.feed(printed[at : at + size])
        found = {b"a\nb": first, b"\n": second, b"\xff": first, b"0" * 40: first}
        assert (log.commits, log.times({})) == (2, found)


# -- only new commits ------------------------------------------------------------------------------

ACTIONS = st.lists(
    st.tuples(st.sampled_from(["write", "delete", "branch", "merge"]), st.sampled_from("abc")),
    min_size=2,
    max_size=7,
)


def act(repo, action: str, name: str) -> None:
    match action:
        case "write":
            repo.commit(name)
        case "delete":
            (repo.root / name).unlink(missing_ok=True)
            repo.commit()
        case "branch":
            repo.git("checkout", "-q", "-B", "side")
            repo.commit(f"{name}-side")
            repo.git("checkout", "-q", "main")
        case "merge" if b"side" in repo.git("branch"):
            repo.merge("side")


@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(actions=ACTIONS, cut=st.integers(0, 6))
def test_reading_new_commits_equals_reading_all(repo, actions, cut) -> None:
    with tempfile.TemporaryDirectory() as folder:
        made = type(repo)(Path(folder))
        made.commit("always")
        known = None
        for number, (action, name) in enumerate(actions):
            act(made, action, name)
            if number == cut:
                known = read(made.root)
        again, whole = read(made.root, known=known), read(made.root)
        assert again.times == whole.times
        assert again.complete
        for path, moment in whole.times.items():
            assert (made.root / path).exists()
            printed = made.git("log", "--format=%ct", "-1", "--", path)
            assert int(printed) == moment


def test_known_commits_are_not_read_again(repo) -> None:
    repo.commit("a")
    repo.commit("b")
    known = read(repo.root)
    repo.commit("c")
    assert read(repo.root, known=known).commits == 1
    assert read(repo.root, known=read(repo.root)).commits == 0


def test_a_rewritten_history_is_read_completely(repo) -> None:
    first = repo.commit("a")
    repo.commit("b")
    known = read(repo.root)
    repo.git("reset", "-q", "--hard", "HEAD~1")
    last = repo.commit("c")
    found = read(repo.root, known=known)
    assert (found.times, found.commits) == ({"a": first, "c": last}, 2)


def test_a_known_head_that_no_longer_exists_is_ignored(repo) -> None:
    moment = repo.commit("a")
    assert read(repo.root, known=CommitTimes("0" * 40, {"x": 1}, True, None, 1)).times == {
        "a": moment
    }


# -- the time limit, the stop signal ---------------------------------------------------------------


def many_commits(repo, count: int) -> None:
    commit = (
        b"commit refs/heads/main\ncommitter a <a> %d +0000\ndata 0\n"
        b"M 644 inline d%d/%d\ndata 1\nx\n"
    )
    stream = b"".join(
        commit % (1_700_000_000 + number, number // 100, number) for number in range(count)
    )
    repo.git("fast-import", "--quiet", text=stream)


def leftovers(temporary: Path) -> list[Path]:
    return list(temporary.glob("luminos-git-*"))


@pytest.fixture
def temporary(tmp_path, monkeypatch) -> Path:
    """Where temporary files of this test are made."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr("luminos_core.settings._MEMORY", str(folder))
    return folder


def test_the_work_tree_is_not_written_to_for_temporary_files(repo, monkeypatch) -> None:
    moment = repo.commit("a")
    inside = repo.root / "tmp"
    inside.mkdir()
    monkeypatch.setenv("TMPDIR", str(inside))
    monkeypatch.setattr(tempfile, "tempdir", None)  # it remembers an earlier $TMPDIR
    monkeypatch.setattr("luminos_core.settings._MEMORY", str(inside))
    before = inside.stat().st_mtime_ns
    assert read(repo.root).times == {"a": moment}
    assert inside.stat().st_mtime_ns == before


def test_without_a_place_for_temporary_files_git_is_not_run(repo, monkeypatch) -> None:
    repo.commit("a")
    monkeypatch.setenv("TMPDIR", str(repo.root))
    monkeypatch.setattr("luminos_core.settings._MEMORY", str(repo.root))
    monkeypatch.setattr("luminos_core.settings._TEMPORARY", ())
    found = read(repo.root)
    assert isinstance(found, NoCommitTimes)
    assert "set TMPDIR" in found.reason


def test_a_timeout_says_up_to_which_time_the_history_is_complete(repo, monkeypatch) -> None:
    many_commits(repo, 5_000)
    for limit in (0.03, 0.01, 0.003, 0.001):  # a fast machine reads all in the first
        monkeypatch.setattr(commit_times, "_TIME_LIMIT", limit)
        with contextlib.closing(CommitTimesReader(find_repository(repo.root), "")) as reader:
            found = reader.finish(StopSignal())
        if isinstance(found, NoCommitTimes) or not found.complete:
            break
    if isinstance(found, NoCommitTimes):  # not one commit in that time
        assert found.reason == "git cannot read its commits"
        return
    assert not found.complete
    made = {f"d{number // 100}/{number}": 1_700_000_000 + number for number in range(5_000)}
    newest = {path: moment for path, moment in made.items() if moment > found.oldest}
    assert newest.items() <= found.times.items() <= made.items()
    assert 0 < found.commits < 5_000


def gits() -> list[int]:
    """Our children that are git, living or dead."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            process, rest = stat.read_text().split(" (", 1)
            name, _, after = rest.rpartition(") ")
            if name == "git" and int(after.split()[1]) == os.getpid():
                found.append(int(process))
    return found


def test_stopping_ends_git_and_leaves_nothing_behind(repo, temporary) -> None:
    many_commits(repo, 5_000)
    stop = StopSignal()
    stop.set()
    with contextlib.closing(CommitTimesReader(find_repository(repo.root), "")) as reader:
        assert len(leftovers(temporary)) == 1
        with pytest.raises(Interrupted):
            reader.finish(stop)
    assert leftovers(temporary) == []
    assert gits() == []


def test_git_is_killed_on_leaving_an_unfinished_reader(repo, temporary) -> None:
    many_commits(repo, 5_000)
    with contextlib.closing(CommitTimesReader(find_repository(repo.root), "")) as reader:
        reader.advance()
    assert leftovers(temporary) == []
    assert gits() == []


def test_the_shadow_repository_is_private_and_inherits_no_environment(
    repo, temporary, monkeypatch
) -> None:
    moment = repo.commit("a")
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    monkeypatch.setenv("GIT_TRACE", str(temporary / "trace"))
    with contextlib.closing(CommitTimesReader(find_repository(repo.root), "")) as reader:
        (folder,) = leftovers(temporary)
        assert folder.stat().st_mode & 0o777 == 0o700
        assert reader.finish(StopSignal()).times == {"a": moment}
    assert list(temporary.iterdir()) == []
