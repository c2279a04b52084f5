"""What else belongs into a directory's summary: documents, settings, data, children, flags, and
what was left unread."""

from collections.abc import Iterable, Sequence

from luminos_core.offline.static_model.choice import is_readme
from luminos_core.offline.static_model.facts import DirectoryFacts
from luminos_core.offline.static_model.marks import BELOW, DOCUMENTS, FLAG
from luminos_core.offline.static_model.wording import (
    agree,
    as_gloss,
    code,
    codes,
    count,
    first_sentence,
    listed,
    one_line,
    path_code,
    shortened,
)
from luminos_core.records.directory import ChildSummary, DirectoryState
from luminos_core.records.flag import Flag, Severity
from luminos_core.records.snapshot import FileKind

_CHILDREN = 10  # that get a clause
_PLAIN = 4  # kinds of files without code that get a clause
_FINDING = 300  # characters
_CLAUSE = 150  # characters of one
_STATES = {
    DirectoryState.PARTIAL: "partial",
    DirectoryState.FAILED: "failed",
    DirectoryState.REFUSED: "refused by the model",
    DirectoryState.SKIPPED: "skipped",
    DirectoryState.EXCLUDED: "excluded",
    DirectoryState.DEFERRED: "deferred",
}
_SEVERITIES = {Severity.CRITICAL: "critical", Severity.CONCERN: "concern", Severity.INFO: "note"}


def documents(facts: DirectoryFacts) -> str:
    """The other documents by title."""
    found = [
        f"{code(name)} (“{opening.title}”)" if opening.title else code(name)
        for name, opening in sorted(facts.documents.items())
        if not is_readme(facts.by_name[name]) and (opening.title or opening.paragraph)
    ]
    return f"{agree(len(found), DOCUMENTS)}: {listed(found, 6)}." if found else ""


def plain_files(facts: DirectoryFacts) -> str:
    """What structures the files that are neither code nor documents nor manifests."""
    groups: dict[str, list[str]] = {}
    for name, landmarks in sorted(facts.landmarks.items()):
        if name not in facts.documents and name not in facts.manifests:
            groups.setdefault(landmarks.phrase(), []).append(name)
    clauses = [
        f"{codes(names, 2)} {agree(len(names), 'has')} {phrase}" for phrase, names in groups.items()
    ]
    return f"{'; '.join(clauses[:_PLAIN])}." if clauses else ""


def withheld(facts: DirectoryFacts) -> str:
    """Files that are known for secrets, and links, which are never followed."""
    secret = [file.name for file in facts.files if file.withheld]
    links = [file.name for file in facts.files if file.kind is FileKind.SYMLINK]
    parts: list[str] = []
    if secret:
        are, were = agree(len(secret), "is"), agree(len(secret), "was")
        named = codes(secret, 4)
        parts.append(f"{named} {are} known by name to hold secrets and {were} not opened.")
    if links:
        what = "is a symbolic link" if len(links) == 1 else "are symbolic links"
        parts.append(f"{codes(links, 4)} {what}, not followed.")
    return " ".join(parts)


def children(facts: DirectoryFacts) -> str:
    """A clause for each child directory, truthful about those that are not complete."""
    known = facts.briefing.children
    if len(known) == 1 and known[0].state.is_complete and not facts.files:
        return ""  # its first sentence is this directory's own
    clauses = [_child(child) for child in known[:_CHILDREN]]
    if len(known) > _CHILDREN + 1:
        names = [f"{child.path.rpartition('/')[2]}/" for child in known[_CHILDREN:]]
        clauses.append(f"and {codes(names, 12)}")
    elif len(known) > _CHILDREN:
        clauses.append(_child(known[_CHILDREN]))
    return f"{BELOW}{'; '.join(clauses)}." if clauses else ""


def _child(child: ChildSummary) -> str:
    name = code(child.path.rpartition("/")[2] + "/")
    state = incomplete(child.state, child.reason)
    shown = f"{name} ({state})" if state else name
    gloss = as_gloss(first_sentence(one_line(child.summary), _CLAUSE))
    return f"{shown}: {gloss}" if gloss else shown


def incomplete(state: DirectoryState, reason: str) -> str:
    """Why a directory is not complete, without a full stop; "" when it is."""
    named = _STATES.get(state, "")
    reason = as_gloss(shortened(one_line(reason), _CLAUSE))
    return f"{named}: {reason}" if named and reason else named


def flags(facts: DirectoryFacts) -> str:
    """The analyzers' flags counted, the worst with its place."""
    found = facts.briefing.flags
    if not found:
        return ""
    named = f"{told(worst_first(found)[0])}."
    if len(found) == 1:
        return f"{FLAG}{named}"
    return f"{FLAG}{severities(found)}; the first to look at: {named}"


def told(flag: Flag) -> str:
    """The finding's first sentence and its place, without a full stop."""
    return f"{as_gloss(first_sentence(one_line(flag.finding), _FINDING))} ({place(flag)})"


def worst_first(found: Iterable[Flag]) -> list[Flag]:
    order = list(Severity)
    return sorted(
        found, key=lambda flag: (order.index(flag.severity), flag.path, flag.line or 0, flag.rule)
    )


def severities(found: Sequence[Flag]) -> str:
    """ "1 critical, 2 concerns and 3 notes"."""
    parts: list[str] = []
    for severity, word in _SEVERITIES.items():
        number = sum(flag.severity is severity for flag in found)
        if number:
            parts.append(f"{number:,} critical" if word == "critical" else count(number, word))
    return listed(parts)


def place(flag: Flag) -> str:
    return path_code(f"{flag.path}:{flag.line}" if flag.line else flag.path)


def unread(facts: DirectoryFacts) -> str:
    """What is known by name only."""
    missing = facts.unread
    if not missing:
        return ""
    names = [file.name for file in missing]
    were = agree(len(missing), "was")
    if len(missing) <= 3:
        return f"{codes(names)} {were} not read."
    return f"{count(len(missing), 'text file')} {were} not read, among them {codes(names[:3])}."
