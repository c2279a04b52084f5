"""A directory that is asked something after it was investigated: what its agent begins with, and
what then counts."""

from luminos_core.digest import digest_json, digest_record
from luminos_core.records.directory import DirectoryReport, DirectoryState, DirectoryWork
from luminos_core.records.transcript import Notes


def notes_of(report: DirectoryReport) -> Notes:
    """What is known already, so that nothing of it is lost."""
    return Notes(files=report.files, flags=report.flags, answers=report.answers)


def refined(before: DirectoryReport, report: DirectoryReport) -> DirectoryReport:
    """`before` with what the agent has written now, which holds what it began with. Turns and
    whatever else came of the investigation itself stay."""
    if not report.state.is_complete:
        return report
    told = {name: getattr(report, name) for name in ("entry", "files", "flags", "answers")}
    return before.model_copy(update={**told, "state": DirectoryState.INVESTIGATED, "reason": ""})


def asked_mark(work: DirectoryWork) -> str:
    """Of its conversation: another one for other questions, or when something else was known
    before; "" when it is an investigation."""
    if work.refines is None:
        return ""
    asked = sorted(question.id for question in work.questions)
    # Not its state: after an interruption what was investigated is cached.
    entry = digest_record(work.refines.entry) if work.refines.entry else ""
    known = digest_record(notes_of(work.refines))
    return f"-asked-{digest_json([*asked, entry, known])[:16]}"
