"""A model that does whatever an attacker wants gets nothing from outside and changes nothing."""

import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from luminos_core.records.conversation import ToolResult

CANARY = "CANARY-THAT-MUST-STAY-OUTSIDE"
WITHHELD = "CANARY-THAT-IS-WITHHELD"

Call = Callable[..., ToolResult]

HOSTILE_ARGV = [
    ["cat", "/etc/passwd"],
    ["sh", "-c", "cat ../outside/secret.txt"],
    ["/bin/cat", "../outside/secret.txt"],
    ["../../bin/sh"],
    ["grep ROOT /etc/passwd; id"],
    ["env"],
    ["git", "log"],
    ["head", "/etc/passwd"],
    ["head", "../outside/secret.txt"],
    ["head", "src/../../outside/secret.txt"],
    ["head", "./src/../../outside/secret.txt"],
    ["head", r"\x2e\x2e/outside/secret.txt"],
    ["head", r"src\x2f..\x2f..\x2foutside\x2fsecret.txt"],
    ["head", r"\x2e./outside/secret.txt"],
    ["head", "link"],
    ["head", "linked/secret.txt"],
    ["head", "pipe"],
    ["head", "/proc/self/environ"],
    ["head", "/dev/zero"],
    ["head", "README.md\0/../../outside/secret.txt"],
    ["head", "$(cat ../outside/secret.txt)"],
    ["head", "`cat ../outside/secret.txt`"],
    ["head", "README.md", ";", "cat", "../outside/secret.txt"],
    ["head", "README.md|cat ../outside/secret.txt"],
    ["head", "~/.ssh/id_rsa"],
    ["head", "-n", "$((1))", "README.md"],
    ["head", ".env"],
    ["head", "./.env"],
    ["head", "src/..//.env"],
    ["tail", ".env"],
    ["tail", "-f", "README.md"],
    ["tail", "--pid=1", "README.md"],
    ["tail", "-c", "+1", "linked/secret.txt"],
    ["grep", "-r", "CANARY", "."],
    ["grep", "-R", "CANARY", "."],
    ["grep", "-rL", "NOTHING", ".."],
    ["grep", "CANARY", "../outside/secret.txt"],
    ["grep", "CANARY", "link"],
    ["grep", "-r", "CANARY", "linked"],
    ["grep", "-c", "CANARY", ".env"],
    ["grep", "-f", "../outside/secret.txt", "README.md"],
    ["grep", "--file=../outside/secret.txt", "README.md"],
    ["grep", "-rn", "--include=*", "CANARY", "/"],
    ["grep", "--", "-f", "../outside/secret.txt"],
    ["grep", "-e", "CANARY", "pipe"],
    ["grep", "--devices=read", "CANARY", "pipe"],
    ["grep", "--binary-files=text", "-r", "CANARY", "."],
    ["find", "/", "-name", "secret.txt"],
    ["find", "..", "-name", "secret.txt"],
    ["find", ".", "-delete"],
    ["find", ".", "-exec", "cat", "{}", ";"],
    ["find", ".", "-execdir", "sh", "-c", "id", ";"],
    ["find", ".", "-ok", "rm", "{}", ";"],
    ["find", ".", "-name", "*", "-delete"],
    ["find", ".", "-fprint", "written"],
    ["find", ".", "-fprint0", "written"],
    ["find", ".", "-fprintf", "written", "%p"],
    ["find", ".", "-fls", "written"],
    ["find", "-L", ".", "-name", "secret.txt"],
    ["find", ".", "-follow", "-name", "secret.txt"],
    ["find", "linked/", "-name", "secret.txt"],
    ["find", "-files0-from", "../outside/secret.txt"],
    ["find", ".", "-newer", "../outside/secret.txt"],
    ["find", ".", "-printf", "%p"],
    ["wc", "--files0-from=../outside/secret.txt"],
    ["wc", "-c", "/etc/passwd"],
    ["wc", "linked/secret.txt"],
    ["wc", "pipe"],
    ["ls", ".."],
    ["ls", "/"],
    ["ls", "linked/"],
    ["ls", "-L", "link"],
    ["ls", "-lR", "/root"],
    ["ls", "--hyperlink", "."],
    ["stat", "/etc/passwd"],
    ["stat", "linked/secret.txt"],
    ["stat", "-f", "/"],
    ["stat", "--printf=%n", "README.md"],
    ["du", "-s", ".."],
    ["du", "--files0-from=-"],
    ["du", "-L", "linked"],
    ["du", "-X", "../outside/secret.txt", "."],
    ["file", "-f", "../outside/secret.txt"],
    ["file", "-m", "../outside/secret.txt", "README.md"],
    ["file", "-C", "-m", "README.md"],
    ["file", "../outside/secret.txt"],
    ["file", "-L", "link"],
    ["file", "-z", "README.md"],
]

HOSTILE_PATHS = [
    "../outside/secret.txt",
    "src/../../outside/secret.txt",
    r"\x2e\x2e/outside/secret.txt",
    r"\x2e\x2e\x2foutside\x2fsecret.txt",
    r"src/\x2e\x2e/\x2e\x2e/outside/secret.txt",
    "/etc/passwd",
    "//etc/passwd",
    "/proc/self/environ",
    "/proc/self/fd/0",
    "/dev/stdin",
    "link",
    "linked",
    "linked/secret.txt",
    "linked/../secret.txt",
    "pipe",
    "src/app.py/../../../outside/secret.txt",
    "README.md\0",
    "\0",
    "a" * 5_000,
    "x/" * 3_000,
    ".env",
    "./.env",
    "src/../.env",
]


@pytest.mark.parametrize("argv", HOSTILE_ARGV, ids=" ".join)
def test_no_command_shows_what_is_outside_or_withheld_or_changes_the_target(
    argv: list[str], sh: Call, target: Path
) -> None:
    before = _photograph(target.parent)
    result = sh(*argv)
    assert CANARY not in result.text
    assert WITHHELD not in result.text
    assert "root:x:0" not in result.text
    assert "unguessed" not in result.text
    assert _photograph(target.parent) == before


@pytest.mark.parametrize(
    "tool", ["read_file", "list_directory", "parse_structure", "flag", "write_cache"]
)
@pytest.mark.parametrize("path", HOSTILE_PATHS, ids=lambda path: repr(path)[:40])
def test_no_tool_shows_what_is_outside_or_withheld(
    tool: str, path: str, use: Call, target: Path
) -> None:
    extra: dict[str, dict[str, Any]] = {
        "flag": {"finding": "leak", "severity": "info", "quotation": "CANARY"},
        "write_cache": {"kind": "file", "data": {"summary": "s"}},
    }
    before = _photograph(target.parent)
    result = use(tool, path=path, **extra.get(tool, {}))
    assert CANARY not in result.text
    assert WITHHELD not in result.text
    assert "unguessed" not in result.text
    if tool in ("read_file", "list_directory", "parse_structure"):
        assert result.is_error
    assert _photograph(target.parent) == before


def test_an_absolute_path_with_the_targets_name_as_its_prefix_is_outside(
    use: Call, target: Path
) -> None:
    result = use("read_file", path=f"{target}-sibling/secret.txt")
    assert result.is_error
    assert "outside" in result.text


def test_shell_characters_in_an_argument_are_only_characters(sh: Call, target: Path) -> None:
    (target / "a;b $(x).txt").write_text("plain words\n")
    result = sh("head", "a;b $(x).txt")
    assert not result.is_error
    assert "plain words" in result.text


def test_a_path_that_is_swapped_for_a_link_while_it_is_read_never_leads_outside(
    use: Call, target: Path
) -> None:
    directory, aside = target / "swapped", target / "aside"
    directory.mkdir()
    (directory / "secret.txt").write_text("inside\n")
    done = threading.Event()

    def swap() -> None:
        while not done.is_set():
            directory.rename(aside)
            directory.symlink_to(target.parent / "outside")
            directory.unlink()
            aside.rename(directory)
            done.wait(0.0002)  # so that reads meet the directory, too

    attacker = threading.Thread(target=swap)
    attacker.start()
    try:
        texts = [use("read_file", path="swapped/secret.txt").text for _ in range(400)]
        texts += [use("run_command", argv=["grep", "-r", "N", "."]).text for _ in range(20)]
    finally:
        done.set()
        attacker.join()
    assert not any(CANARY in text for text in texts)
    assert "inside" in use("read_file", path="swapped/secret.txt").text  # once nobody swaps


def test_a_fifo_is_listed_and_never_waited_for(use: Call, sh: Call) -> None:
    assert "[fifo]" in use("list_directory").text
    assert use("read_file", path="pipe").is_error
    assert "is not a regular file" in use("read_file", path="pipe").text
    assert "fifo" in sh("file", "pipe").text


def _photograph(root: Path) -> dict[str, tuple[int, int, int]]:
    """Every name beneath `root` with its mode, size and time of change."""
    return {
        path: (found.st_mode, found.st_size, found.st_mtime_ns)
        for folder, directories, files in os.walk(root)
        for name in directories + files
        for path in [os.path.join(folder, name)]  # noqa: PTH118
        for found in [os.lstat(path)]
    }
