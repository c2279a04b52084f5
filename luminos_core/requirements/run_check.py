"""One check over the files that it names. What was not read may hold what was not found: then it is
unknown, never unmet."""

from collections.abc import Sequence
from dataclasses import dataclass

from luminos_core.records.requirement import (
    CheckKind,
    Evidence,
    RequirementCheck,
    RequirementState,
)
from luminos_core.records.snapshot import FileRecord
from luminos_core.requirements.candidates import Tree
from luminos_core.requirements.deadline import Deadline
from luminos_core.requirements.look import look_for
from luminos_core.requirements.read_texts import Texts
from luminos_core.text import formats
from luminos_core.text.escape import one_line

_PLACES = 5  # of what must be absent
_SOUGHT = 80  # characters of it in a reason


@dataclass(frozen=True)
class Checked:
    state: RequirementState
    reason: str  # a clause
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True)
class Sources:
    tree: Tree
    texts: Texts


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
    return _judged(check, files, found, [*unseen, *unsure])


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
    look = look_for(check)
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
    files: Sequence[FileRecord],
    found: Sequence[Evidence],
    unsure: Sequence[tuple[str, str]],
) -> Checked:
    """What was found decides; what was not found decides when all was read."""
    sought = f"{_noun(check)} “{one_line(check.sought, _SOUGHT)}”"
    is_to_be_there = check.kind is not CheckKind.ABSENT
    if found:
        state = RequirementState.MET if is_to_be_there else RequirementState.UNMET
        return Checked(state, f"{sought} is there", tuple(found))
    several = f"in none of {len(files):,} files"
    missing = f"{sought} is {several if len(files) > 1 else f'not in {files[0].path}'}"
    if unsure:
        reason = f"{missing}, of which not all was read: {formats.with_reasons(unsure)}"
        return Checked(RequirementState.UNKNOWN, reason)
    return Checked(RequirementState.UNMET if is_to_be_there else RequirementState.MET, missing)


def _noun(check: RequirementCheck) -> str:
    return "the symbol" if check.kind is CheckKind.SYMBOL else "the pattern"
