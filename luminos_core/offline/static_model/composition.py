"""What a directory holds, by kind, in words: "21 Python modules (8,123 lines) and 2 PNG files"."""

from collections import defaultdict
from collections.abc import Iterable

from luminos_core.offline.static_model.kinds import is_code, language_name
from luminos_core.offline.static_model.wording import codes, count, listed, size
from luminos_core.records.snapshot import Category, FileKind, FileRecord

_LISTED = 4  # kinds named before the rest is only counted
_FEW = 10  # files without code among them are named one by one
_HEAVY = 100_000  # bytes from which the size of a kind is told
_KIND_WORDS = {
    FileKind.SYMLINK: "symbolic link",
    FileKind.FIFO: "named pipe",
    FileKind.SOCKET: "socket",
    FileKind.DEVICE: "device",
}
_PLAIN_WORDS = {
    "Dockerfile": "Dockerfile",
    "Dotenv": "dotenv file",
    "Go Module": "Go module file",
    "Ignore List": "ignore file",
    "Makefile": "makefile",
    "Pip Requirements": "requirements file",
    "Text": "text file",
}


def holdings(files: Iterable[FileRecord]) -> str:
    """The kinds of `files` with counts, code first, then the most files; "" for none."""
    groups: dict[tuple[bool, str], list[FileRecord]] = defaultdict(list)
    for file in files:
        groups[(is_source(file), _kind(file))].append(file)
    ranked = sorted(groups.items(), key=lambda pair: (not pair[0][0], -len(pair[1]), pair[0][1]))
    if not any(code for code, _ in groups) and sum(map(len, groups.values())) <= _FEW:
        return codes([file.name for group in groups.values() for file in group], _FEW)
    phrases = [_phrase(kind, found, code) for (code, kind), found in ranked]
    if len(phrases) > _LISTED + 1:
        rest = sum(len(found) for _, found in ranked[_LISTED:])
        phrases = [*phrases[:_LISTED], count(rest, "other file")]
    return listed(phrases, limit=len(phrases))


def is_source(file: FileRecord) -> bool:
    return file.category is Category.SOURCE and is_code(file.language)


def dominant_category(files: Iterable[FileRecord]) -> Category:
    """The category of most files, the more telling one of two that are as many."""
    order = list(Category)
    counts: dict[Category, int] = defaultdict(int)
    for file in files:
        counts[file.category] += 1
    ranked = sorted(counts, key=lambda item: (-counts[item], order.index(item)))
    return ranked[0] if ranked else Category.UNKNOWN


def lines_of(files: Iterable[FileRecord]) -> int:
    return sum(file.lines or 0 for file in files)


def _kind(file: FileRecord) -> str:
    if file.kind is not FileKind.FILE:
        return _KIND_WORDS[file.kind]
    if file.language:
        if is_source(file) and file.language == "Python":
            return "Python module"
        return _PLAIN_WORDS.get(file.language, f"{language_name(file.language)} file")
    extension = file.name.rpartition(".")[2] if "." in file.name.lstrip(".") else ""
    if file.name == "py.typed":
        return "typing marker"
    if 0 < len(extension) <= 5 and extension.isalnum() and extension[0].isalpha():
        return f"{extension.upper()} file"
    return "text file" if file.lines is not None else "other file"


def _phrase(kind: str, files: list[FileRecord], code: bool) -> str:
    counted = count(len(files), kind)
    if code:
        return f"{counted} ({count(lines_of(files), 'line')})"
    weight = sum(file.size for file in files)
    return f"{counted} ({size(weight)})" if weight >= _HEAVY else counted
