"""A report as commands to GitHub's runner, which marks lines of a pull request by them."""

from collections.abc import Iterator, Mapping

from luminos_core.flags.groups import FlagGroup, group_flags
from luminos_core.records.flag import Flag, FlagState, Severity
from luminos_core.records.report import AuditReport
from luminos_core.report.verdict import verdict
from luminos_core.text.escape import escape_invisible, one_line
from luminos_core.text.filenames import decode_name

_SHOWN = 10  # of a kind in a step: GitHub drops the others
_KINDS = {Severity.CRITICAL: "error", Severity.CONCERN: "warning"}
_NEW = (FlagState.NEW, FlagState.REOPENED)
_TEXT = 1_000  # characters
_GENERAL = "general"  # the path of a flag that is about no single file
_IN_TEXT = (("%", "%25"), ("\r", "%0D"), ("\n", "%0A"))
_IN_PROPERTY = (*_IN_TEXT, (":", "%3A"), (",", "%2C"))


def annotations(report: AuditReport) -> Iterator[str]:
    """Lines: what became of the run, and the worst of what is new, from concern on; of all flags
    when there was no run to compare with."""
    kind, said = _outcome(report)
    yield _command(kind, {"title": f"Luminos: {report.name}"}, said)
    left = {each: _SHOWN - (each == kind) for each in _KINDS.values()}
    for group in group_flags(filter(lambda flag: _is_new(flag, report), report.flags)):
        kind = _KINDS[group.first.severity]
        if left[kind]:
            left[kind] -= 1
            yield _command(kind, _place(group.first, report.version.folder), _said(group))


def _outcome(report: AuditReport) -> tuple[str, str]:
    """The kind of the line for the whole run, and its text."""
    because = f"{'; '.join(report.incomplete_because)}." if report.incomplete_because else ""
    said = " ".join(filter(None, (because, report.policy_line, f"{verdict(report)}.")))
    if report.policy and report.policy.failed:
        return "error", said
    return "notice" if report.status == "complete" else "warning", said


def _is_new(flag: Flag, report: AuditReport) -> bool:
    return flag.severity in _KINDS and (report.comparison is None or flag.state in _NEW)


def _place(flag: Flag, folder: str) -> Mapping[str, object]:
    """Paths are the repository's there, with the names as they are."""
    title = "Luminos" if flag.rule == "model" else f"Luminos: {flag.rule}"
    if flag.path == _GENERAL:
        return {"title": title}
    path = escape_invisible(_name(f"{folder}/{flag.path}" if folder else flag.path))
    lines = {"line": flag.line, "endLine": flag.end_line or flag.line} if flag.line else {}
    return {"file": path, **lines, "title": title}


def _name(path: str) -> str:
    """As the file system has it; as records have it, where that is no text."""
    name = decode_name(path)
    return name if name.isprintable() else path


def _said(group: FlagGroup) -> str:
    flag = group.first
    owner = f"Owner: {flag.owner}" if flag.owner else ""
    remarks = ". ".join(filter(None, (group.elsewhere, owner, group.known_line)))
    return f"{flag.finding} {remarks}."[:_TEXT] if remarks else flag.finding[:_TEXT]


def _command(kind: str, properties: Mapping[str, object], text: str) -> str:
    told = ",".join(f"{name}={_escaped(str(value))}" for name, value in properties.items())
    return f"::{kind} {told}::{_escaped(one_line(text), _IN_TEXT)}\n"


def _escaped(text: str, escapes: tuple[tuple[str, str], ...] = _IN_PROPERTY) -> str:
    for character, code in escapes:
        text = text.replace(character, code)
    return text
