import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from luminos_core.git.find_repository import find_repository
from luminos_core.git.index import parse_index, read_tracked_paths

NAMES = st.lists(
    st.sampled_from(["a", "ab", "b", "é", "\udcff", " ", "\n", "-", "x" * 200]),
    min_size=1,
    max_size=3,
).map("".join)
PATHS = st.lists(NAMES, min_size=1, max_size=4).map("/".join)
BLOB = b"e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"


def tracked(root: Path):
    return read_tracked_paths(find_repository(root))


def add(repo, *paths: str) -> None:
    """Enter paths into the index without making the files."""
    lines = b"".join(b"100644 %s\t%s\0" % (BLOB, os.fsencode(path)) for path in paths)
    repo.git("update-index", "-z", "--index-info", text=lines)


def listed(repo) -> tuple[bytes, ...]:
    return tuple(name for name in repo.git("ls-files", "-z").split(b"\0") if name)


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(paths=st.sets(PATHS, min_size=1, max_size=15), version=st.sampled_from(["2", "3", "4"]))
def test_an_index_of_any_version_lists_what_git_lists(repo, paths, version) -> None:
    with tempfile.TemporaryDirectory() as folder:
        made = type(repo)(Path(folder))
        add(made, *sorted(paths))
        made.git("update-index", "--index-version", version)
        found = tracked(made.root)
        assert (found.paths, found.problem) == (listed(made), None)
        assert all(found.contains(path) for path in listed(made))
        assert not found.contains(b"none")


@pytest.mark.parametrize("version", ["2", "4"])
def test_paths_longer_than_the_length_field_are_read(repo, version) -> None:
    add(repo, "/".join(["d" * 200] * 30), "z")
    repo.git("update-index", "--index-version", version)
    assert tracked(repo.root).paths == listed(repo)
    assert len(listed(repo)[0]) > 0xFFF


def test_entries_with_more_flags_and_unmerged_ones_are_read(repo) -> None:
    repo.write("later")
    repo.git("add", "-N", "later")  # the flag needs version 3
    text = b"".join(b"100644 %s %d\tboth\0" % (BLOB, stage) for stage in (1, 2, 3))
    repo.git("update-index", "-z", "--index-info", text=text)
    assert set(tracked(repo.root).paths) == {b"both", b"later"}


def test_an_index_with_sha256_ids_is_read(tmp_path, repo) -> None:
    other = type(repo)(tmp_path / "other", "--object-format=sha256")
    other.commit("a", "b/c")
    assert tracked(other.root).paths == (b"a", b"b/c")


def test_a_directory_contains_paths_below_it_and_no_others(repo) -> None:
    add(repo, "a-b/x", "a/b/c", "a.c")
    found = tracked(repo.root)
    assert found.contains_below(b"a")
    assert found.contains_below(b"a/b")
    assert not found.contains_below(b"a/b/c/d")
    assert not found.contains_below(b"a.")
    assert not found.contains(b"a")


def test_a_submodule_is_contained_as_a_directory(tmp_path, repo) -> None:
    repo.git("update-index", "--add", "--cacheinfo", f"160000,{'a' * 40},sub")
    assert tracked(repo.root).contains_below(b"sub")


def test_a_repository_without_an_index_tracks_nothing(repo) -> None:
    assert (tracked(repo.root).paths, tracked(repo.root).problem) == ((), None)


@pytest.mark.parametrize("option", ["split", "sparse"])
def test_an_index_that_needs_more_is_named_and_not_half_read(repo, option) -> None:
    repo.commit("a/b", "c/d")
    if option == "split":
        repo.git("update-index", "--split-index")
    else:
        repo.git("sparse-checkout", "set", "--cone", "--sparse-index", "a")
    found = tracked(repo.root)
    assert found.paths == ()
    assert (
        found.problem == f"it needs '{'link' if option == 'split' else 'sdir'}', which is not read"
    )


def test_an_index_that_is_a_link_is_not_followed(tmp_path, repo) -> None:
    other = type(repo)(tmp_path / "outside")
    other.commit("private")
    (repo.root / ".git/index").symlink_to(other.root / ".git/index")
    assert tracked(repo.root).paths == ()
    assert tracked(repo.root).problem == "it cannot be read, or is too large"


@pytest.mark.parametrize("version", ["2", "4"])
def test_a_cut_index_is_damaged_wherever_it_is_cut(repo, version) -> None:
    add(repo, "a", "a/b", "abc")
    repo.git("update-index", "--index-version", version)
    content = (repo.root / ".git/index").read_bytes()
    for length in range(len(content)):
        found = parse_index(content[:length])
        assert found.paths == ()
        assert found.problem


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=300), st.sampled_from([2, 3, 4]), st.integers(0, 2**32 - 1))
def test_no_bytes_break_the_parser(body, version, count) -> None:
    found = parse_index(b"DIRC" + version.to_bytes(4) + count.to_bytes(4) + body)
    assert found.problem is None or not found.paths
