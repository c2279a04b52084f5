import contextlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path, PurePosixPath

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from luminos_core.scan.directory_walk import walk
from luminos_core.scan.rules.exclusion_rules import exclusion_rules
from luminos_core.scan.rules.ignore_file import (
    RULE_FILE_LIMIT,
    IgnoreFile,
    last_match,
    parse_ignore_file,
)
from luminos_core.scan.rules.ignore_rule import IgnoreRule
from tests.processor_time import costs_less_than


def write(root: Path, files: dict[str, str]) -> None:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(os.fsencode(content))


def reasons_of(root: Path, exclude: tuple[str, ...] = ()) -> dict[str, str | None]:
    """The reason why each entry is excluded, None when it is kept, by exact path. Directories
    have a "/" at the end."""
    reasons: dict[str, str | None] = {}
    descriptor = os.open(root, os.O_RDONLY)
    pending = {".": exclusion_rules(root, exclude, include_hidden=True)}
    try:
        for listing in walk(descriptor):
            if listing.path not in pending:
                continue
            names = {entry.name for entry in (*listing.files, *listing.directories)}
            rules = pending[listing.path].for_directory(listing.path, names, listing.descriptor)
            pending |= {e.path: rules for e in listing.directories if rules.reason(e) is None}
            reasons |= {f"{entry.path}/": rules.reason(entry) for entry in listing.directories}
            reasons |= {entry.path: rules.reason(entry) for entry in listing.files}
    finally:
        os.close(descriptor)
    return reasons


def kept(root: Path, exclude: tuple[str, ...] = ()) -> set[str]:
    """The files that the rules leave in the tree."""
    reasons = reasons_of(root, exclude)
    return {path for path, reason in reasons.items() if reason is None and path[-1] != "/"}


def excluded(root: Path) -> dict[str, str]:
    return {path: reason for path, reason in reasons_of(root).items() if reason is not None}


def git(root: Path, *arguments: str, text: bytes = b"") -> list[str]:
    """What git itself answers. Only in tests, and only on trees a test has made."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(root), "GIT_CONFIG_NOSYSTEM": "1"}
    done = subprocess.run(
        ["git", "-c", "core.fsync=none", *arguments],  # noqa: S607
        cwd=root,
        env=environment,
        check=False,
        input=text,
        capture_output=True,
    )
    assert done.returncode in (0, 1), done.stderr
    return [os.fsdecode(field) for field in done.stdout.split(b"\0")[:-1]]


def git_files(root: Path) -> set[str]:
    """The files that git tracks or would add."""
    listed = git(root, "ls-files", "-co", "--exclude-standard", "-z")
    return {name for name in listed if os.path.lexists(os.fsencode(root / name))}


def git_init(root: Path) -> None:
    """The least that git takes for a repository."""
    for folder in ("objects", "refs"):
        (root / ".git" / folder).mkdir(parents=True)
    (root / ".git/HEAD").write_text("ref: refs/heads/main\n")


AUTHOR = ("-c", "user.name=a", "-c", "user.email=a@example.com")
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


ODD_NAMES = st.lists(
    st.sampled_from([*"abc-][!^*\\ #:", ".a", "é", "\udca9"]), min_size=1, max_size=4
).map("".join)
ODD_PATTERNS = st.lists(
    st.sampled_from(
        [
            *"aabbc-][!^*?/\\ #.:\r",
            *("**", "/**", "**/", "é", "\udca9", "[a-c]", "[!b]", "[]a]", "[a-]", "[\\]b]"),
            *("[[:alpha:]]", "[[:punct:]-z]", "[[:a]", "[[:b:]]"),
        ]
    ),
    min_size=1,
    max_size=7,
).map("".join)

RULES = st.lists(
    st.one_of(patterns(), st.sampled_from(["", "!", "/", "# a", "[", "a[", "\\"])), max_size=5
).map("\n".join)
PATHS = st.lists(NAMES, min_size=1, max_size=4).map("/".join)


@st.composite
def trees(draw: st.DrawFn) -> tuple[set[str], dict[str, str], str, set[str]]:
    """Files, ignore files by directory, the repository's own excludes, and what is tracked."""
    files = draw(st.sets(PATHS, min_size=1, max_size=12))
    rules = draw(
        st.dictionaries(st.sampled_from(["", "a/", "b/", "a/b/", "ab/"]), RULES, max_size=3)
    )
    tracked = draw(st.one_of(st.just(set()), st.sets(st.sampled_from(sorted(files)))))
    return files, rules, draw(RULES), tracked


def make(root: Path, files: set[str], rules: dict[str, str], own: str) -> None:
    git_init(root)
    for path in sorted(files):
        with contextlib.suppress(OSError):  # a file is already where a directory would be
            write(root, {path: ""})
    for base, text in rules.items():
        if (root / base).is_dir():
            write(root, {f"{base}.gitignore": text})
    write(root, {".git/info/exclude": own})


@needs_git
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(trees())
def test_the_tree_holds_the_files_that_git_would_list(
    tree: tuple[set[str], dict[str, str], str, set[str]],
) -> None:
    files, rules, own, tracked = tree
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        make(root, files, rules, own)
        present = sorted(path for path in tracked if (root / path).is_file())
        if present:
            git(root, "--literal-pathspecs", "add", "-f", "--", *present)
        assert kept(root) == git_files(root)
        everything = {path for path in all_paths(root) if (root / path).is_file()}
        assert everything - kept(root) == ignored_by_git(root, everything)


def all_paths(root: Path) -> set[str]:
    """Of all paths in the work tree."""
    inside = {os.path.relpath(path, root) for path in root.rglob("*")}
    return {path for path in inside if path.partition("/")[0] != ".git"}


def ignored_by_git(root: Path, paths: set[str]) -> set[str]:
    stdin = os.fsencode("".join(f"./{path}\0" for path in paths))
    answers = git(root, "check-ignore", "-z", "--stdin", text=stdin)
    return {path.removeprefix("./") for path in answers}


@needs_git
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    files=st.sets(st.lists(ODD_NAMES, min_size=1, max_size=3).map("/".join), max_size=20),
    rules=st.lists(ODD_PATTERNS, min_size=1, max_size=8),
)
def test_the_deciding_rule_is_the_one_that_git_names(files: set[str], rules: list[str]) -> None:
    text = "\n".join(rules)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        make(root, files, {"": text}, "")
        parsed = parse_ignore_file(os.fsencode(text), ".", ".gitignore")
        stdin = os.fsencode("".join(f"./{path}\0" for path in all_paths(root)))
        answers = iter(git(root, "check-ignore", "--no-index", "-nvz", "--stdin", text=stdin))
        for source, line, _, path in zip(answers, answers, answers, answers, strict=True):
            rule = _deciding(root, parsed, path.removeprefix("./"))
            assert (rule.location if rule else ":") == f"{source}:{line}", path


def _deciding(root: Path, rules: IgnoreFile | None, path: str) -> IgnoreRule | None:
    """The rule that decides: that of the first ignored parent directory, or the entry's own."""
    rule = None
    for outer in (*reversed(PurePosixPath(path).parents[:-1]), PurePosixPath(path)):
        relative, is_directory = str(outer), (root / outer).is_dir()
        rule = last_match((rules,), relative, outer.name, is_directory) if rules else None
        if rule and rule.ignores and relative != path:
            return rule
    return rule


def is_ignored(rules: bytes, path: str, is_directory: bool = False) -> bool | None:
    parsed = parse_ignore_file(rules, ".", ".gitignore")
    name = path.rpartition("/")[2]
    found = last_match((parsed,), path, name, is_directory) if parsed else None
    return found.ignores if found else None


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
def test_a_rule_matches_as_in_git(rules: bytes, path: str, ignored: bool | None) -> None:
    assert is_ignored(rules, path) is ignored


def test_a_pattern_made_to_backtrack_takes_no_time() -> None:
    with costs_less_than(2):
        assert is_ignored(b"*a" * 40 + b"b", "a" * 250 + "c") is None


def test_a_pattern_that_the_limit_cuts_is_not_read_as_a_shorter_one(tmp_path: Path) -> None:
    filling = "x" * (RULE_FILE_LIMIT - 4)
    write(tmp_path, {".gitignore": f"b\n{filling}\nabcdef\n", "a": "", "b": "", "abcdef": ""})
    assert kept(tmp_path) == {".gitignore", "a", "abcdef"}


def test_an_excluded_file_names_the_line_that_excludes_it(tmp_path: Path) -> None:
    write(tmp_path, {"a/.gitignore": "# objects\n\n*.o\n", "a/x.o": "", "a/x.c": ""})
    assert excluded(tmp_path) == {"a/x.o": "a/.gitignore:3: *.o"}


def test_rules_of_parent_folders_apply_in_a_work_tree(tmp_path: Path) -> None:
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
    assert kept(tmp_path / "src/deep") == {".gitignore", "keep.o", "x.c"}


def test_a_target_inside_an_ignored_directory_is_still_scanned(tmp_path: Path) -> None:
    write(tmp_path, {".git/HEAD": "", ".gitignore": "out", "out/deep/a.c": ""})
    assert kept(tmp_path / "out") == {"deep/a.c"}


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


# -- what git tracks, and other repositories -------------------------------------------------------


@needs_git
def test_tracked_files_belong_to_the_tree_and_untracked_ones_beside_them_do_not(
    tmp_path: Path,
) -> None:
    git_init(tmp_path)
    write(
        tmp_path,
        {
            ".gitignore": "out/\n*.log\n",
            "out/deep/tracked": "",
            "out/deep/beside": "",
            "out/other/x": "",
            "kept.log": "",
            "left.log": "",
        },
    )
    git(tmp_path, "add", "-f", "out/deep/tracked", "kept.log")
    assert excluded(tmp_path) == {
        ".git/": "always skipped: .git",
        "out/deep/beside": ".gitignore:1: out/",
        "out/other/": ".gitignore:1: out/",
        "left.log": ".gitignore:2: *.log",
    }
    assert kept(tmp_path / "out") == {"deep/tracked", "deep/beside", "other/x"}  # the target itself
    assert "out/other/x" in kept(tmp_path, exclude=("!out",))


@needs_git
def test_a_target_inside_a_work_tree_keeps_tracked_files(tmp_path: Path) -> None:
    git_init(tmp_path)
    write(tmp_path, {".gitignore": "*.log", "src/a.log": "", "src/b.log": "", "src/d/c.log": ""})
    git(tmp_path, "add", "-f", "src/a.log", "src/d/c.log")
    assert kept(tmp_path / "src") == {"a.log", "d/c.log"}


@needs_git
def test_a_linked_work_tree_applies_the_excludes_of_its_repository(tmp_path: Path) -> None:
    git_init(tmp_path)
    write(tmp_path, {"a": ""})
    git(tmp_path, "add", "a")
    git(tmp_path, *AUTHOR, "commit", "-qm", "m")
    git(tmp_path, "worktree", "add", "-q", "linked")
    write(tmp_path, {".git/info/exclude": "*.tmp", "linked/x.tmp": "", "linked/b": ""})
    assert kept(tmp_path / "linked") == {"a", "b"} == git_files(tmp_path / "linked")
    assert kept(tmp_path) == {"a", "linked/a", "linked/b"}


@needs_git
def test_a_nested_repository_applies_its_own_excludes_and_keeps_tracked_files(
    tmp_path: Path,
) -> None:
    git_init(tmp_path)
    inner = tmp_path / "in/ner"
    git_init(inner)
    write(tmp_path, {".gitignore": "*.o", ".git/info/exclude": "*.tmp"})
    write(inner, {".git/info/exclude": "*.log\n/a", "a": "", "b.log": "", "c.o": "", "d.tmp": ""})
    git(inner, "add", "-f", "b.log")
    assert kept(tmp_path) == {".gitignore", "in/ner/b.log", "in/ner/c.o", "in/ner/d.tmp"}
    assert git_files(inner) == {"b.log", "c.o", "d.tmp"}


@needs_git
def test_a_submodule_keeps_its_files_even_where_it_is_ignored(tmp_path: Path) -> None:
    outer, inner = tmp_path / "outer", tmp_path / "inner"
    for root in (outer, inner):
        git_init(root)
        write(root, {"a": ""})
        git(root, "add", "a")
        git(root, *AUTHOR, "commit", "-qm", "m")
    git(outer, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(inner), "sub")
    write(outer, {".gitignore": "sub\n*.x\n", "sub/b.x": ""})
    assert kept(outer) == {".gitignore", ".gitmodules", "a", "sub/a", "sub/b.x"}


def test_a_git_file_that_leads_away_is_a_scan_error_and_its_excludes_are_not_read(
    tmp_path: Path,
) -> None:
    write(tmp_path, {"away/info/exclude": "*.c", "in/.git": "gitdir: ../away", "in/x.c": ""})
    assert kept(tmp_path / "in") == {"x.c"}
    problem = exclusion_rules(tmp_path / "in", (), include_hidden=True).work_tree.problem
    assert problem
    assert "is not followed" in problem


def test_an_index_that_cannot_be_read_is_a_scan_error(tmp_path: Path) -> None:
    write(tmp_path, {".git/index": "nonsense", ".gitignore": "*.o", "a.o": ""})
    rules = exclusion_rules(tmp_path, ("*.x",), include_hidden=True)
    assert rules.work_tree.problem is None  # nobody had to ask it yet
    assert not rules.work_tree.tracks("a.o", is_directory=False)
    assert rules.work_tree.problem == (
        "what git tracks is unknown; of its index: it is no index of git's"
    )


def test_many_hostile_rules_take_no_time(tmp_path: Path) -> None:
    text = "".join(f"*{number}a*b*\n{number}*\n*{number}\nx/{number}\n" for number in range(5000))
    rules = parse_ignore_file(text.encode(), ".", ".gitignore")
    assert rules
    with costs_less_than(5):
        for number in range(200):
            assert rules.last_match(f"q{number}-", f"q{number}-", is_directory=False) is None
    found = rules.last_match("q4999", "q4999", is_directory=False)
    assert found
    assert found.pattern == "*4999"
