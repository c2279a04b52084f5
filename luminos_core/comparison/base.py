"""What is kept of a complete run, for the next ones."""

from luminos_core.comparison.audited import AuditedRun
from luminos_core.comparison.facts import facts_of
from luminos_core.comparison.history import Base, KnownDirectory
from luminos_core.records.comparison import ComparedRun

_UNSEEN, _UNREAD = 5_000, 5_000  # paths
_SUMMARY = 1_000  # characters


def base_of(run: AuditedRun) -> Base:
    report = run.report
    return Base(
        run=ComparedRun(
            run_id=report.run_id, finished_at=report.finished_at, version=report.version
        ),
        language_model=report.language_model,
        rules=run.rules,
        tools=run.tools,
        model=run.model,
        luminos_version=report.luminos_version,
        directories=_directories(run),
        files=str(run.known_files),
        unread=tuple(sorted(run.unread)[:_UNREAD]),
        unseen=tuple(sorted(run.tree.unseen)[:_UNSEEN]),
        facts=facts_of(run),
    )


def _directories(run: AuditedRun) -> tuple[KnownDirectory, ...]:
    return tuple(
        KnownDirectory(
            path=each.path,
            state=each.state,
            summary=each.summary[:_SUMMARY],
            purpose=run.purposes.get(each.path, ""),
        )
        for each in run.report.directories
    )
