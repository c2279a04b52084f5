import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from luminos_core.errors import NothingToAudit
from luminos_core.scan.ignore import judge, parse_rules
from luminos_core.scan.snapshot import ScanOptions, take_snapshot
from luminos_core.stop import StopSignal


def write(root: Path, files: dict[str, str]) -> None:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(os.fsencode(content))


def kept(root: Path, target: Path | None = None, exclude: tuple[str, ...] = ()) -> set[str]:
    options = ScanOptions(exclude=exclude, include_hidden=True)
    snapshot = take_snapshot(target or root, options, lambda event: None, StopSignal())
    return {file.path for directory in snapshot.directories for file in directory.files}


def git_files(root: Path, *arguments: str) -> set[str]:
    """What git itself would list. Only in tests, and only on trees a test has made."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(root), "GIT_CONFIG_NOSYSTEM": "1"}
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "-z", *arguments],  # noqa: S607
        cwd=root,
        env=environment,
        check=True,
        capture_output=True,
    ).stdout
    return {os.fsdecode(name) for name in listed.split(b"\0") if name}


def git_init(root: Path) -> None:
    """The least that git takes for a repository."""
    for folder in ("objects", "refs"):
        (root / ".git" / folder).mkdir(parents=True)
    (root / ".git/HEAD").write_text("ref: refs/heads/main\n")


needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")

NAMES = st.sampled_from(["a", "b", "ab", "a.o", "b.py", "x y", "foo ", "[a]", "#a", "!a", "é"])
PIECES = st.sampled_from(
    [
        "a",
        "b",
        "ab",
        "*",
        "**",
        "?",
        "*.o",
        "b*",
        "[ab]",
        "[!a]",
        "\\#a",
        "\\!a",
        "x y",
        "foo\\ ",
        "é",
    ]
)


@st.composite
def patterns(draw: st.DrawFn) -> str:
    pieces = draw(st.lists(PIECES, min_size=1, max_size=3))
    return (
        draw(st.sampled_from(["", "", "!"]))
        + draw(st.sampled_from(["", "", "/"]))
        + "/".join(pieces)
        + draw(st.sampled_from(["", "", "/", "  ", "\r"]))
    )


RULES = st.lists(
    st.one_of(patterns(), st.sampled_from(["", "!", "/", "# a", "[", "a[", "\\"])), max_size=5
).map("\n".join)
PATHS = st.lists(NAMES, min_size=1, max_size=4).map("/".join)


@needs_git
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    files=st.sets(PATHS, min_size=1, max_size=12),
    rules=st.dictionaries(st.sampled_from(["", "a/", "b/", "a/b/", "ab/"]), RULES, max_size=3),
    own=RULES,
)
def test_the_tree_holds_the_files_that_git_would_list(
    files: set[str], rules: dict[str, str], own: str
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        git_init(root)
        for path in [*files, "always"]:
            try:
                write(root, {path: ""})
            except OSError:  # a file is already where a directory would be
                continue
        for base, text in rules.items():
            if (root / base).is_dir():
                write(root, {f"{base}.gitignore": text})
        write(root, {".git/info/exclude": own})
        try:
            ours = kept(root)
        except NothingToAudit:
            ours = set()
        assert ours == git_files(root)


def verdict(rules: bytes, path: str, is_directory: bool = False) -> bool | None:
    parsed = parse_rules(rules, ".", ".gitignore")
    found = judge((parsed,), path, is_directory) if parsed else None
    return found.ignored if found else None


@pytest.mark.parametrize(
    ("rules", "path", "ignored"),
    [
        (b"foo\\   \n", "foo ", True),  # an escaped space stays, those after it go
        (b"foo   \n", "foo", True),
        (b"!\n", "a", None),
        (b"\xef\xbb\xbfa\n", "a", True),  # a byte order mark is not part of a name
        (b"a\r\n", "a", True),
        (b"*\n!*.py\n", "a/b.py", False),
        (b"a/**/b\n", "a/x/y/b", True),
        (b"a/**/b\n", "a/b", True),
        (b"/a\n", "b/a", None),
        (b"a/\n", "a", None),  # a file called "a" is not a directory
        (b"\xff\n", "\udcff", True),
    ],
)
def test_a_rule_reads_as_git_reads_it(rules: bytes, path: str, ignored: bool | None) -> None:
    assert verdict(rules, path) is ignored


def test_a_pattern_made_to_backtrack_takes_no_time() -> None:
    started = time.perf_counter()
    assert verdict(b"*a" * 40 + b"b", "a" * 250 + "c") is None
    assert time.perf_counter() - started < 1


def test_an_excluded_file_names_the_line_that_excludes_it(tmp_path: Path, scan) -> None:
    write(tmp_path, {"a/.gitignore": "# objects\n\n*.o\n", "a/x.o": "", "a/x.c": ""})
    (exclusion,) = scan(tmp_path).exclusions
    assert (exclusion.path, exclusion.reason) == ("a/x.o", "a/.gitignore:3: *.o")


def test_rules_above_the_target_reach_it_inside_a_work_tree(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            ".git/HEAD": "",
            ".git/info/exclude": "*.tmp",
            ".gitignore": "*.o\n/src/deep/top.c\n/top.c",
            "src/.gitignore": "deep/*.log",
            "src/deep/.gitignore": "!keep.o",
            "src/deep/x.o": "",
            "src/deep/keep.o": "",
            "src/deep/x.log": "",
            "src/deep/x.tmp": "",
            "src/deep/top.c": "",
            "src/deep/x.c": "",
        },
    )
    assert kept(tmp_path, tmp_path / "src/deep") == {".gitignore", "keep.o", "x.c"}


def test_a_target_inside_an_ignored_directory_is_still_scanned(tmp_path: Path) -> None:
    write(tmp_path, {".git/HEAD": "", ".gitignore": "out", "out/deep/a.c": ""})
    assert kept(tmp_path, tmp_path / "out") == {"deep/a.c"}


def test_rules_stop_at_the_top_of_another_repository(tmp_path: Path) -> None:
    write(
        tmp_path,
        {".gitignore": "*.o", "module/.git": "gitdir: ../x", "module/a.o": "", "b.o": "", "c": ""},
    )
    assert kept(tmp_path) == {".gitignore", "c", "module/a.o"}


def test_a_gitignore_that_is_a_link_or_a_fifo_is_not_read(tmp_path: Path) -> None:
    write(tmp_path, {"rules": "*.c", "a/x.c": "", "b/x.c": ""})
    (tmp_path / "a/.gitignore").symlink_to("../rules")
    os.mkfifo(tmp_path / "b/.gitignore")
    assert {"a/x.c", "b/x.c"} < kept(tmp_path)
