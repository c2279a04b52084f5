"""The files of a directory counted by kind."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from luminos_core.offline.file_kinds import is_source, is_test_name, language_name
from luminos_core.records.directory_facts import KindCount
from luminos_core.records.snapshot import Category, DirectoryRecord, FileKind, FileRecord

_KINDS = 5  # named; of more, one less, and the rest is only counted
_SPECIAL_NOUNS = {
    FileKind.SYMLINK: "symbolic link",
    FileKind.FIFO: "named pipe",
    FileKind.SOCKET: "socket",
    FileKind.DEVICE: "device",
}
_NOUNS = {
    "Dockerfile": "Dockerfile",
    "Dotenv": "dotenv file",
    "Go Module": "Go module file",
    "Ignore List": "ignore file",
    "Makefile": "makefile",
    "Pip Requirements": "requirements file",
    "Text": "text file",
}
_TEST_FOLDERS = frozenset({"test", "tests", "spec", "specs", "__tests__", "testing"})


def count_kinds(files: Sequence[FileRecord]) -> tuple[tuple[KindCount, ...], int]:
    """The kinds of `files`, code first, then the most files; and how many files are of others."""
    groups: dict[tuple[bool, str], list[FileRecord]] = defaultdict(list)
    for file in files:
        groups[(is_source(file), _noun(file))].append(file)
    ranked = sorted(groups.items(), key=lambda pair: (not pair[0][0], -len(pair[1]), pair[0][1]))
    kept = ranked if len(ranked) <= _KINDS else ranked[: _KINDS - 1]
    kinds = tuple(
        KindCount(
            noun=noun,
            files=len(found),
            lines=lines_of(found),
            size=sum(file.size for file in found),
            is_code=code,
        )
        for (code, noun), found in kept
    )
    return kinds, len(files) - sum(kind.files for kind in kinds)


def is_tests(directory: DirectoryRecord, name: str) -> bool:
    """Whether the directory's name or most of its source files say that it holds tests."""
    source = [file for file in directory.files if file.category is Category.SOURCE]
    named = sum(is_test_name(file.name) for file in source)
    return name.lower() in _TEST_FOLDERS or named * 2 > len(source)


def dominant_category(files: Iterable[FileRecord]) -> Category:
    """The category of most files; of two that are as many, the one that `Category` has first."""
    counts = Counter(file.category for file in files)
    return max(Category, key=lambda category: counts[category]) if counts else Category.UNKNOWN


def lines_of(files: Iterable[FileRecord]) -> int:
    return sum(file.lines or 0 for file in files)


def _noun(file: FileRecord) -> str:
    if file.kind is not FileKind.FILE:
        return _SPECIAL_NOUNS[file.kind]
    if file.language:
        if is_source(file) and file.language == "Python":
            return "Python module"
        return _NOUNS.get(file.language, f"{language_name(file.language)} file")
    extension = file.name.rpartition(".")[2] if "." in file.name.lstrip(".") else ""
    if file.name == "py.typed":
        return "typing marker"
    if 0 < len(extension) <= 5 and extension.isalnum() and extension[0].isalpha():
        return f"{extension.upper()} file"
    return "text file" if file.lines is not None else "other file"
