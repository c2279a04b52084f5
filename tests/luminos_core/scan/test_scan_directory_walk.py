import os
from pathlib import Path

import pytest

from luminos_core.scan.directory_walk import walk


def listings(root: Path):
    descriptor = os.open(root, os.O_RDONLY)
    try:
        yield from walk(descriptor)
    finally:
        os.close(descriptor)


def open_descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))


def dig(root: Path, depth: int) -> None:
    """A chain of directories "d" with one file "f" at its end; far deeper than a path can be."""
    descriptor = os.open(root, os.O_RDONLY)
    for _ in range(depth):
        os.mkdir("d", dir_fd=descriptor)
        inner = os.open("d", os.O_RDONLY, dir_fd=descriptor)
        os.close(descriptor)
        descriptor = inner
    os.close(os.open("f", os.O_CREAT | os.O_WRONLY, dir_fd=descriptor))
    os.close(descriptor)


def fill_in(root: Path) -> None:
    """Take the chain away again from its top, since shutil.rmtree recurses."""
    while (root / "d").is_dir():
        (root / "d").rename(root / "outer")
        if (root / "outer/d").is_dir():
            (root / "outer/d").rename(root / "d")
        else:
            (root / "outer/f").unlink()
        (root / "outer").rmdir()


needs_proc = pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="there is no /proc")


def test_a_tree_of_1500_levels_is_walked_and_counted(tmp_path: Path, scan) -> None:
    dig(tmp_path, 1500)
    try:
        snapshot = scan(tmp_path)
        assert len(snapshot.directories) == 1501
        assert snapshot.file_count == 1
        assert snapshot.directories[0].path == "/".join(["d"] * 1500)
        assert [file.note for file in snapshot.directories[0].files] == [None]
    finally:
        fill_in(tmp_path)


@needs_proc
def test_depth_costs_no_descriptors_and_none_is_left_open(tmp_path: Path) -> None:
    (tmp_path / "/".join("abcdefgh" * 8)).mkdir(parents=True)
    before = open_descriptors()
    deepest = max(open_descriptors() for _ in listings(tmp_path))
    assert deepest - before <= 3
    assert open_descriptors() == before


@needs_proc
def test_an_abandoned_walk_closes_its_descriptors(tmp_path: Path) -> None:
    (tmp_path / "a/b").mkdir(parents=True)
    before = open_descriptors()
    walking = listings(tmp_path)
    next(walking)
    next(walking)
    walking.close()
    assert open_descriptors() == before


def test_parents_come_first_and_names_are_in_order(tmp_path: Path) -> None:
    for name in ("b/x", "a/y/z", "c"):
        (tmp_path / name).mkdir(parents=True)
    assert [v.path for v in listings(tmp_path)] == [".", "a", "a/y", "a/y/z", "b", "b/x", "c"]


def test_a_link_is_listed_and_never_entered(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a/loop").symlink_to("..")
    (tmp_path / "out").symlink_to("/")
    found = list(listings(tmp_path))
    assert [v.path for v in found] == [".", "a"]
    assert [e.path for v in found for e in v.files] == ["out", "a/loop"]


def test_a_directory_swapped_for_a_link_is_not_entered(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    (outside / "secret").mkdir(parents=True)
    target = tmp_path / "target"
    (target / "a").mkdir(parents=True)
    walking = listings(target)
    next(walking)
    (target / "a").rename(tmp_path / "gone")
    (target / "a").symlink_to(outside)
    (listing,) = walking
    assert (listing.path, listing.descriptor) == ("a", -1)
    assert listing.problems != []


def test_a_directory_moved_away_during_the_walk_does_not_lead_it_outside(tmp_path: Path) -> None:
    """Its ".." is then another directory; the walk finds its way back from the root."""
    (tmp_path / "elsewhere/b").mkdir(parents=True)
    (tmp_path / "elsewhere/trap").mkdir()
    target = tmp_path / "target"
    (target / "a").mkdir(parents=True)
    (target / "b/inside").mkdir(parents=True)
    walking = listings(target)
    assert [next(walking).path, next(walking).path] == [".", "a"]
    (target / "a").rename(tmp_path / "elsewhere/a")
    assert [v.path for v in walking] == ["b", "b/inside"]


def test_children_of_a_directory_that_was_lost_are_named_as_changed(tmp_path: Path) -> None:
    target = tmp_path / "target"
    (target / "a/b").mkdir(parents=True)
    (target / "a/c").mkdir()
    (target / "d").mkdir()
    walking = listings(target)
    assert [next(walking).path for _ in range(3)] == [".", "a", "a/b"]
    (target / "a/b").rename(tmp_path / "b")
    (target / "a").rename(tmp_path / "a")
    rest = {listing.path: listing.problems for listing in walking}
    assert rest == {"a/c": ["changed while being read"], "d": []}
