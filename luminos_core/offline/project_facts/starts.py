"""Source files in which running starts."""

from enum import StrEnum

import re2

from luminos_core.offline.file_kinds import is_test_name
from luminos_core.records.base import Record
from luminos_core.records.snapshot import FileRecord
from luminos_core.text.tree_paths import ROOT, parent_of

_AIDS = frozenset(
    ("scripts", "tools", "utils", "hack", "ci", ".github", ".ci", "script", "contrib")
)
_C_MAIN = re2.compile(r"(?m)^(?:int|void)?[ \t]*\n?(?:int|void)?[ \t]*\bmain[ \t]*\([^;{]*\)\s*\{")
_MAINS = {
    "Go": re2.compile(r"(?m)^package main\b[^\x00]*?^func main\(\)"),
    "C": _C_MAIN,
    "C++": _C_MAIN,
    "Rust": re2.compile(r"(?m)^(?:pub )?(?:async )?fn main\(\)"),
    "C#": re2.compile(r"\bstatic\s+(?:async\s+)?(?:void|int|Task(?:<int>)?)\s+Main\s*\("),
    "Zig": re2.compile(r"(?m)^pub fn main\("),
}
_GUARDS = {  # that many a file has which nobody starts
    "Python": re2.compile(r"""(?m)^if\s+__name__\s*==\s*["']__main__["']"""),
    "Java": re2.compile(r"\bpublic\s+static\s+void\s+main\s*\("),
    "Kotlin": re2.compile(r"(?m)^fun\s+main\s*\("),
    "Dart": re2.compile(r"(?m)^(?:void\s+)?main\s*\("),
}
_RUST_MAIN = re2.compile(r"(?:^|/)src/(?:main|bin/[^/]+|bin/[^/]+/main)\.rs$")
_DIRECTIVE = re2.compile(r"(?m)^[ \t]*#[ \t]*(if(?:n?def)?|endif)\b([^\n]*)")
_TRIES = re2.compile(r"(?i)test|main|demo|example|bench|standalone")


class Rank(StrEnum):
    """How sure it is that somebody starts it."""

    NAMED = "named"  # by a file that says how the project is started
    COMPILED = "compiled"
    POSSIBLE = "possible"  # it counts where nothing else is known


class Start(Record):
    name: str  # a command, or the file's path
    calls: str = ""
    path: str  # of the file
    rank: Rank = Rank.NAMED


def starts(file: FileRecord, text: str) -> tuple[Start, ...]:
    """Of one source file, which is of the project itself; one at most. What helps to develop the
    project, and what tests it, is none."""
    folder = parent_of(file.path)
    if _AIDS.intersection(folder.split("/")) or is_test_name(file.name):
        return ()
    rank = _by_name(file) or _by_text(file, text)
    if rank is None:
        return ()
    is_module = file.name == "__main__.py" and folder != ROOT
    module = folder.removeprefix("src/").replace("/", ".")
    name = f"python -m {module}" if is_module else file.path
    return (Start(name=name, path=file.path, rank=rank),)


def _by_name(file: FileRecord) -> Rank | None:
    if file.name == "manage.py":
        return Rank.NAMED
    is_page = file.language == "PHP" and file.name == "index.php"
    return Rank.POSSIBLE if is_page or file.name == "__main__.py" else None


def _by_text(file: FileRecord, text: str) -> Rank | None:
    language = file.language or ""
    if language == "Rust" and not _RUST_MAIN.search(file.path):
        return None
    for patterns, rank in ((_MAINS, Rank.COMPILED), (_GUARDS, Rank.POSSIBLE)):
        pattern = patterns.get(language)
        found = pattern.search(text) if pattern else None
        if found and not _is_of_a_test(text[: found.start() + 1], language):
            return rank
    return None


def _is_of_a_test(before: str, language: str) -> bool:
    """Whether what follows `before` is compiled only to try the file alone."""
    if language not in ("C", "C++"):
        return False
    conditions: list[str] = []
    for kind, words in _DIRECTIVE.findall(before):
        if kind.startswith("if"):
            conditions.append(words)
        elif conditions:
            conditions.pop()
    return any(_TRIES.search(words) for words in conditions)
