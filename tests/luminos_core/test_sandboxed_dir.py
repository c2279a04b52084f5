import os
import threading
from pathlib import Path

import pytest

from luminos_core.errors import ToolError
from luminos_core.sandboxed_dir import SandboxedDir


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """A tree with a secret beside it, which nothing may reach."""
    (tmp_path / "secret").write_bytes(b"outside")
    (tmp_path / "target-sibling").mkdir()
    (tmp_path / "target-sibling/secret").write_bytes(b"outside")
    root = tmp_path / "target"
    (root / "a/b").mkdir(parents=True)
    (root / "a/b/f.py").write_bytes(b"inside")
    (root / "link").symlink_to("../secret")
    (root / "outlink").symlink_to("..")
    (root / "a/inlink").symlink_to("b")
    return root


@pytest.mark.parametrize("path", ["a/b/f.py", "./a//b/f.py", "a/./b/f.py", "{root}/a/b/f.py"])
def test_equivalent_paths_are_normalized(target: Path, path: str) -> None:
    files = SandboxedDir(target)
    spelling = path.format(root=target)
    assert files.relative(spelling) == "a/b/f.py"
    assert files.read(spelling, 100) == (b"inside", False)


@pytest.mark.parametrize("path", [".", "", "./", "{root}", "{root}/"])
def test_the_root_has_one_name(target: Path, path: str) -> None:
    assert SandboxedDir(target).relative(path.format(root=target)) == "."


@pytest.mark.parametrize(
    "path",
    [
        "../secret",
        "a/../../secret",
        "a/b/..",
        "\\x2e\\x2e/secret",
        "\\x2e./secret",
        "..\\x2fsecret",
        "/etc/passwd",
        "{root}/../secret",
        "{root}-sibling/secret",
        "link",
        "outlink/secret",
        "a/inlink/f.py",
        "link/x",
        "a/b/f.py/x",
        "missing",
        "a\0b",
        "\ud800",
        "x" * 300,
        "a/" * 3000,
    ],
)
def test_nothing_outside_and_no_link_can_be_read(target: Path, path: str) -> None:
    files = SandboxedDir(target)
    for method in (files.read, lambda spelling, _: files.names(spelling)):
        with pytest.raises(ToolError) as raised:
            method(path.format(root=target), 100)
        assert "\n" not in str(raised.value)


def test_a_sibling_with_the_same_prefix_is_outside(target: Path) -> None:
    with pytest.raises(ToolError, match="outside of the target"):
        SandboxedDir(target).relative(f"{target}-sibling/secret")


def test_lstat_does_not_follow_a_link(target: Path) -> None:
    assert (target / "link").is_symlink()
    assert SandboxedDir(target).lstat("link").st_size == len("../secret")
    with pytest.raises(ToolError, match="link"):
        SandboxedDir(target).read("link", 10)


def test_a_fifo_is_refused_at_once(target: Path) -> None:
    os.mkfifo(target / "pipe")
    with pytest.raises(ToolError, match="not a regular file"):
        SandboxedDir(target).read("pipe", 10)


def test_a_directory_is_not_a_file_and_a_file_no_directory(target: Path) -> None:
    with pytest.raises(ToolError, match="not a regular file"):
        SandboxedDir(target).read("a", 10)
    with pytest.raises(ToolError):
        SandboxedDir(target).names("a/b/f.py")


def test_reading_stops_at_the_limit_and_says_whether_there_is_more(target: Path) -> None:
    (target / "big").write_bytes(b"x" * 3_000_000)
    files = SandboxedDir(target)
    assert files.read("big", 3_000_000) == (b"x" * 3_000_000, False)
    assert files.read("big", 2_999_999) == (b"x" * 2_999_999, True)
    assert files.read("a/b/f.py", 0) == (b"", True)


def test_names_are_sorted_and_escaped(target: Path) -> None:
    for name in ("z", "\udcff", "back\\slash"):
        (target / "a/b" / name).write_text("x")
    files = SandboxedDir(target)
    assert files.names("a/b") == ["\\xff", "back\\\\slash", "f.py", "z"]
    assert files.read("a/b/\\xff", 5) == (b"x", False)


def test_no_descriptor_is_left_open(target: Path) -> None:
    files = SandboxedDir(target)
    before = os.open(target, os.O_RDONLY)
    os.close(before)
    for path in ("a/b/f.py", "missing/x", "link", "a/b", "outlink/secret"):
        try:
            files.read(path, 10)
        except ToolError:
            continue
    after = os.open(target, os.O_RDONLY)
    os.close(after)
    assert after == before


def test_swapping_a_directory_for_a_link_never_leads_outside(target: Path) -> None:
    """An attacker swaps while we read; every answer is the file inside, or a refusal."""
    files, done = SandboxedDir(target), threading.Event()
    (target / "evil").symlink_to("../target-sibling")
    (target / "good").mkdir()
    (target / "good/secret").write_bytes(b"inside")

    def swap() -> None:
        while not done.is_set():
            for name in ("evil", "good"):
                (target / name).rename(target / "now")
                (target / "now").rename(target / name)

    attacker = threading.Thread(target=swap, daemon=True)
    attacker.start()
    answers = set()
    for _ in range(3000):
        try:
            answers.add(files.read("now/secret", 100)[0])
        except ToolError:
            continue
    done.set()
    attacker.join()
    assert answers <= {b"inside"}


def test_an_error_shows_a_hostile_name_escaped(target: Path) -> None:
    os.mkfifo(target / "f\x1b[2J\u202e")
    (target / "link\x9b\n").symlink_to("/")
    files = SandboxedDir(target)
    for path in (
        "f\x1b[2J\u202e",
        "link\x9b\n",
        "gone\x1b",
        "/\x1b",
        "..\x1b/..",
        "f\x1b[2J\u202e/a",
    ):
        with pytest.raises(ToolError) as caught:
            files.read(path, 10)
        assert str(caught.value).isprintable()
        assert "\\x" in str(caught.value)


# -- deep trees ------------------------------------------------------------------------------------


@pytest.fixture
def chain(target: Path) -> list[str]:
    """The paths of 200 directories, one in the other, with a file in each that has its depth."""
    paths = ["/".join("d" * depth) for depth in range(1, 201)]
    for depth, path in enumerate(paths, start=1):
        (target / path).mkdir()
        (target / path / "f").write_text(str(depth))
    return paths


@pytest.mark.parametrize("order", [1, -1])
def test_a_chain_of_directories_takes_a_few_opens_for_each(
    target: Path, chain: list[str], order: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[object] = []
    system_open = os.open

    def counting(path: str, flags: int, **given: int) -> int:
        opened.append(path)
        return system_open(path, flags, **given)

    monkeypatch.setattr("os.open", counting)
    files = SandboxedDir(target)
    for path in chain[::order]:
        assert files.read(f"{path}/f", 9)[0] == str(path.count("/") + 1).encode()
        assert "f" in files.names(path)
    assert len(opened) < 10 * len(chain)


def test_a_directory_that_was_moved_outside_leads_nowhere_else(
    tmp_path: Path, target: Path, chain: list[str]
) -> None:
    files = SandboxedDir(target)
    assert files.read(f"{chain[59]}/f", 9) == (b"60", False)
    (tmp_path / "target-sibling" / "f").write_text("outside")
    (target / chain[39]).rename(tmp_path / "target-sibling" / "d")
    assert files.read(f"{chain[38]}/f", 9) == (b"39", False)
    with pytest.raises(ToolError, match="does not exist"):
        files.read(f"{chain[39]}/f", 9)
    (target / chain[39]).symlink_to(tmp_path / "target-sibling")
    with pytest.raises(ToolError, match="link"):
        files.read(f"{chain[39]}/f", 9)


def test_threads_do_not_move_each_others_directory(target: Path, chain: list[str]) -> None:
    files = SandboxedDir(target)
    wrong: list[str] = []

    def read(paths: list[str]) -> None:
        for path in paths:
            if files.read(f"{path}/f", 9)[0] != str(path.count("/") + 1).encode():
                wrong.append(path)

    orders = [chain, chain[::-1], chain[::7], chain[100:] + chain[:100]]
    threads = [threading.Thread(target=read, args=(order,)) for order in orders]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_the_deep_directory_is_closed_with_its_owner(target: Path, chain: list[str]) -> None:
    before = len(os.listdir("/proc/self/fd"))
    files = SandboxedDir(target)
    assert files.read(f"{chain[199]}/f", 9) == (b"200", False)
    assert len(os.listdir("/proc/self/fd")) == before + 1
    del files
    assert len(os.listdir("/proc/self/fd")) == before
