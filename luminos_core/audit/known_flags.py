"""A report's flags with what is remembered of them from earlier runs, and from persons."""

from luminos_core.audit.runtime import Runtime
from luminos_core.flags.ranking import in_order
from luminos_core.memory.code import code_of
from luminos_core.memory.episodes import Episodes
from luminos_core.memory.known_flags import said_of_flags, with_known
from luminos_core.records.report import AuditReport
from luminos_core.records.snapshot import Snapshot

_LISTS = ("flags", "unverified_flags", "refuted_flags", "hints", "dismissed_hints")


def with_known_flags(report: AuditReport, snapshot: Snapshot, runtime: Runtime) -> AuditReport:
    """After its policy was judged: what is remembered changes the order of flags, and nothing that
    is counted. Also without a model."""
    if not runtime.settings.memory:
        return report
    said = said_of_flags(Episodes(runtime.store, runtime.target).load().episodes)
    lists = {name: getattr(report, name) for name in _LISTS} if said else {}
    about = [flag for flags in lists.values() for flag in flags if flag.fingerprint in said]
    if not about:
        return report
    code = code_of(about, runtime.files, snapshot.files)
    marked = {name: in_order(with_known(flags, said, code)) for name, flags in lists.items()}
    return report.model_copy(update=marked)
