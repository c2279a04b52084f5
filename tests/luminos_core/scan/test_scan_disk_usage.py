import contextlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st


def make_tree(root: Path) -> None:
    for name, size in [("a/b/c/x", 50_000), ("a/y", 1), ("d/z", 200_000), ("node_modules/m", 9000)]:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(os.urandom(size))
    os.link(root / "d/z", root / "a/z2")
    os.link(root / "d/z", root / "node_modules/z3")
    with (root / "sparse").open("wb") as file:
        file.truncate(1 << 30)
    (root / "link").symlink_to("x" * 200)
    (root / ".gitignore").write_text("d/\n")


def du(*arguments: str) -> dict[str, int]:
    """Bytes by path, as du prints; `-k` is in every du."""
    listed = subprocess.run(["du", "-k", *arguments], check=True, capture_output=True, text=True)  # noqa: S607
    rows = (line.split("\t") for line in listed.stdout.splitlines())
    return {path: int(size) * 1024 for size, path in rows}


@pytest.mark.skipif(shutil.which("du") is None, reason="du is not installed")
def test_disk_usage_equals_that_of_du(tmp_path: Path, scan) -> None:
    make_tree(tmp_path)
    snapshot = scan(tmp_path)
    assert abs(snapshot.disk_use - du("-s", str(tmp_path))[str(tmp_path)]) < 1024


paths = st.lists(st.sampled_from("abc"), min_size=1, max_size=4).map("/".join)
files = st.tuples(paths, st.sampled_from(["file", "hole", "link", "symlink", "ignored"]), paths)


@pytest.mark.skipif(shutil.which("du") is None, reason="du is not installed")
@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(files, max_size=12), st.integers(0, 40_000))
def test_disk_usage_equals_that_of_du_for_any_tree(
    scan, made: list[tuple[str, str, str]], size
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / ".gitignore").write_text("*.o\n")
        for path, kind, other in made:
            with contextlib.suppress(OSError):  # a file is where a directory should be, or no file
                make(root / path, kind, root / other, size)
        snapshot = scan(root)
        by_path = du(str(root))
        assert snapshot.disk_use == by_path.pop(str(root))
        for total in snapshot.top_directories:  # du gives a hard link to the first that has it
            assert total.size <= snapshot.disk_use
        if not any(kind == "link" for _, kind, _ in made):
            for total in snapshot.top_directories:
                assert total.size == by_path[f"{root}/{total.path}"]


def make(path: Path, kind: str, other: Path, size: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    match kind:
        case "file":
            path.write_bytes(os.urandom(size))
        case "ignored":
            path.with_suffix(".o").write_bytes(os.urandom(size))
        case "hole":
            with path.open("wb") as file:
                file.truncate(1 << 30)
                file.seek(1 << 20)
                file.write(b"x" * (size + 1))
        case "link":
            other.parent.mkdir(parents=True, exist_ok=True)
            other.write_bytes(os.urandom(size))
            os.link(other, path, follow_symlinks=False)
        case "symlink":
            path.symlink_to(other)


def test_a_hard_link_counts_once_and_a_hole_not_at_all(tmp_path: Path, scan) -> None:
    (tmp_path / "a").write_bytes(bytes(range(256)) * 4000)
    once = scan(tmp_path).disk_use
    os.link(tmp_path / "a", tmp_path / "b")
    with (tmp_path / "hole").open("wb") as file:
        file.truncate(1 << 30)
    assert scan(tmp_path).disk_use - once < 100_000


def test_the_largest_directories_are_named_with_all_they_hold(tmp_path: Path, scan) -> None:
    for name, size in [("a/b/c/x", 90_000), ("a/y", 5000), ("d/e/z", 40_000), ("f/g", 20_000)]:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(os.urandom(size))
    top = scan(tmp_path).top_directories
    assert [entry.path for entry in top] == ["a", "a/b", "d", "d/e", "f"]
    assert top[0].size - top[1].size >= 5000
    assert top[1].size >= 90_000
