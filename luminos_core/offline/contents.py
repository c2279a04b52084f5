"""The files of a directory counted by kind."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from luminos_core.offline.count_tests import count_marked_tests
from luminos_core.offline.file_facts import FileFacts
from luminos_core.offline.file_kinds import is_source, is_test_name, language_name
from luminos_core.offline.tables import tables
from luminos_core.records.directory_facts import Contents, KindCount, Names
from luminos_core.records.snapshot import Category, DirectoryRecord, FileKind, FileRecord

_ROLES = ("manifest", "document", "structure")  # fields of FileFacts
_KINDS = 5  # named; of more, one less, and the rest is only counted
_FEW = 10  # files without code among them are named one by one


def contents(directory: DirectoryRecord, name: str, known: Mapping[str, FileFacts]) -> Contents:
    """`name` is the directory's, and `known` are the files that were read."""
    files = directory.files
    kinds = _count_kinds(files)
    few = len(files) <= _FEW and not any(kind.is_code for kind in kinds)
    names = {file.name for file in files}
    read = [file for file in files if not file.problem]
    empty = {file.name for file in read if file.kind is not FileKind.FILE or file.size == 0}
    roles = {role: {n for n, facts in known.items() if getattr(facts, role)} for role in _ROLES}
    return Contents(
        files=len(files),
        seen=len(names & ({name for name, facts in known.items() if not facts.partly} | empty)),
        kinds=kinds,
        other_files=len(files) - sum(kind.files for kind in kinds),
        names=tuple(file.name for file in files) if few else (),
        is_package="__init__.py" in names,
        is_tests=_is_tests(directory, name),
        tests=sum(map(_tests, known.values())),
        alike=next((role for role in _ROLES if names and names == roles[role]), ""),
        described_by_name=names <= roles["manifest"] | roles["document"],
        generated=Names.of(file.name for file in files if file.generated),
        withheld=Names.of(file.name for file in files if file.withheld),
        links=Names.of(file.name for file in files if file.kind is FileKind.SYMLINK),
    )


def dominant_category(files: Iterable[FileRecord]) -> Category:
    """The category of most files; of two that are as many, the one that `Category` has first."""
    counts = Counter(file.category for file in files)
    return max(Category, key=lambda category: counts[category]) if counts else Category.UNKNOWN


def lines_of(files: Iterable[FileRecord]) -> int:
    return sum(file.lines or 0 for file in files)


def _count_kinds(files: Sequence[FileRecord]) -> tuple[KindCount, ...]:
    """Code first, then the most files."""
    groups: dict[tuple[bool, str], list[FileRecord]] = defaultdict(list)
    for file in files:
        groups[(is_source(file), _noun(file))].append(file)
    ranked = sorted(groups.items(), key=lambda pair: (not pair[0][0], -len(pair[1]), pair[0][1]))
    return tuple(
        KindCount(
            noun=noun,
            files=len(found),
            lines=lines_of(found),
            size=sum(file.size for file in found),
            is_code=code,
        )
        for (code, noun), found in (ranked if len(ranked) <= _KINDS else ranked[: _KINDS - 1])
    )


def _noun(file: FileRecord) -> str:
    nouns = tables().nouns
    if file.problem or file.kind is not FileKind.FILE:
        return "unreadable file" if file.problem else nouns.get(file.kind, file.kind.value)
    if file.language:
        if is_source(file) and file.language == "Python":
            return "Python module"
        return nouns.get(file.language, f"{language_name(file.language)} file")
    if file.name == "py.typed":
        return "typing marker"
    extension = file.name.rpartition(".")[2] if "." in file.name.lstrip(".") else ""
    if 0 < len(extension) <= 5 and extension.isalnum() and extension[0].isalpha():
        return f"{extension.upper()} file"
    return "text file" if file.lines is not None else "other file"


def _tests(facts: FileFacts) -> int:
    if facts.source:
        return facts.source.tests
    return count_marked_tests(facts.file, facts.text)


def _is_tests(directory: DirectoryRecord, name: str) -> bool:
    """Whether the directory's name or most of its source files say that it holds tests. A root with
    directories below is the whole, whatever the few files beside them are."""
    is_root = directory.path == "."
    source = [file for file in directory.files if file.category is Category.SOURCE]
    named = sum(is_test_name(file.name) for file in source)
    if is_root and directory.children:
        return False
    return name.lower() in tables().test_folders or named * 2 > len(source)
