"""One check over the files that it names. What was not read may hold what was not found: then it is
unknown, never unmet."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import re2

from luminos_core.outline.grammars import grammars
from luminos_core.outline.outline import whole_outline
from luminos_core.records.requirement import (
    CheckKind,
    Evidence,
    RequirementCheck,
    RequirementState,
)
from luminos_core.records.snapshot import FileRecord
from luminos_core.requirements.candidates import Tree
from luminos_core.requirements.deadline import Deadline
from luminos_core.requirements.read_texts import Texts
from luminos_core.text import formats
from luminos_core.text.escape import one_line
from luminos_core.text.line_pattern import line_pattern

_PLACES = 5  # of what must be absent
_SOUGHT = 80  # characters of it in a reason
_DEFINES_NOTHING = ("Markdown", "reStructuredText")


@dataclass(frozen=True)
class Checked:
    state: RequirementState
    reason: str  # a clause
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True)
class Sources:
    tree: Tree
    texts: Texts


_Hit = tuple[int | None, str]  # the line where a file has it; and why it may be there all the same
_Look = Callable[[FileRecord, str], _Hit]


def run_check(check: RequirementCheck, sources: Sources, deadline: Deadline) -> Checked:
    """OutOfTime at the deadline."""
    files = sources.tree.files(check.path)
    unseen = list(sources.tree.unseen(check.path))
    if not files:
        return _without_files(check, unseen)
    if check.kind is CheckKind.FILE_EXISTS:
        first = Evidence(path=files[0].path)
        more = f", and {len(files) - 1:,} more" if len(files) > 1 else ""
        return Checked(RequirementState.MET, f"{files[0].path} is there{more}", (first,))
    found, unsure = _search(check, files, sources.texts, deadline)
    return _judged(check, len(files), found, [*unseen, *unsure])


def _without_files(check: RequirementCheck, unseen: Sequence[tuple[str, str]]) -> Checked:
    nothing = f"no file matches {one_line(check.path)}"
    if unseen:
        reason = f"{nothing} in what was looked at: {formats.with_reasons(unseen)}"
        return Checked(RequirementState.UNKNOWN, reason)
    if check.kind is CheckKind.ABSENT:  # a wrong path must not look as if all were well
        return Checked(RequirementState.UNKNOWN, f"{nothing}, so nothing was looked at")
    return Checked(RequirementState.UNMET, nothing)


def _search(
    check: RequirementCheck, files: Sequence[FileRecord], texts: Texts, deadline: Deadline
) -> tuple[list[Evidence], list[tuple[str, str]]]:
    """Where it is, as far as one must know, and the files of which one cannot tell."""
    look = _symbol(check.sought) if check.kind is CheckKind.SYMBOL else _pattern(check.sought)
    most = _PLACES if check.kind is CheckKind.ABSENT else 1
    found: list[Evidence] = []
    unsure: list[tuple[str, str]] = []
    for file in files:
        deadline.check()
        text, unread = texts.of(file)
        line, doubt = look(file, text) if text else (None, "")
        if line is not None:
            found.append(Evidence(path=file.path, line=line))
        elif problem := unread or doubt:
            unsure.append((file.path, problem))
        if len(found) == most:
            break
    deadline.check()
    return found, unsure


def _judged(
    check: RequirementCheck,
    files: int,
    found: Sequence[Evidence],
    unsure: Sequence[tuple[str, str]],
) -> Checked:
    """What was found decides; what was not found decides when all was read."""
    sought = f"{_noun(check)} {one_line(check.sought, _SOUGHT)}"
    is_to_be_there = check.kind is not CheckKind.ABSENT
    if found:
        state = RequirementState.MET if is_to_be_there else RequirementState.UNMET
        return Checked(state, f"{sought} is there", tuple(found))
    missing = f"{sought} is not in {formats.pluralize(files, 'file')}"
    if unsure:
        reason = f"{missing}, of which not all was read: {formats.with_reasons(unsure)}"
        return Checked(RequirementState.UNKNOWN, reason)
    return Checked(RequirementState.UNMET if is_to_be_there else RequirementState.MET, missing)


def _noun(check: RequirementCheck) -> str:
    return "the symbol" if check.kind is CheckKind.SYMBOL else "the pattern"


def _pattern(sought: str) -> _Look:
    pattern = line_pattern(sought)

    def look(_file: FileRecord, text: str) -> _Hit:
        found = pattern.search(text)
        return (text.count("\n", 0, found.start()) + 1 if found else None), ""

    return look


def _symbol(sought: str) -> _Look:
    """A name, or one with what encloses it: "Session.get". A file without the word defines no
    such symbol, and is not parsed."""
    name = sought.rpartition(".")[2]
    word = re2.compile(rf"\b{re2.escape(name)}\b") if name.isidentifier() else None

    def look(file: FileRecord, text: str) -> _Hit:
        if not (word.search(text) if word else name in text):
            return None, ""
        if file.language not in grammars():
            return None, _unparsed(file)
        outline = whole_outline(file.path, text.encode("utf-8", "replace"), file.language)
        for symbol in outline.symbols if outline else ():
            if sought in _names_of(symbol.parent, symbol.name):
                return symbol.line, ""
        if outline is None or outline.problem or outline.truncated:
            reason = outline and (outline.problem or outline.truncated)
            return None, f"it has the word, and is not parsed whole: {reason or 'no parser'}"
        return None, "" if outline.parsed else "it has the word, and errors of syntax"

    return look


def _names_of(parent: str, name: str) -> Iterator[str]:
    """ "get", "Session.get", "http.Session.get"."""
    yield name
    enclosing = parent
    while enclosing:
        yield f"{enclosing}.{name}"
        enclosing = enclosing.partition(".")[2]


def _unparsed(file: FileRecord) -> str:
    """Of a file that has the word and no parser; "" when it is no code."""
    if file.category != "source" or file.language in _DEFINES_NOTHING:
        return ""
    return f"it has the word, and there is no parser for {file.language or 'its language'}"
