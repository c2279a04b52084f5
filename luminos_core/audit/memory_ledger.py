"""The last runs' costs and savings of memory, in the store."""

from luminos_core.audit.assemble import RunFacts
from luminos_core.audit.memory_use import memory_use, with_run
from luminos_core.audit.runtime import Runtime
from luminos_core.errors import StoreError
from luminos_core.records.memory_use import MemoryLedger
from luminos_core.records.report import AuditReport
from luminos_core.store.layout import MEMORY, target_id
from luminos_core.store.signed import SignedFolder

_NAME = "use"


def load_ledger(runtime: Runtime) -> MemoryLedger:
    """An empty one when there is none, or it cannot be read."""
    try:
        return _folder(runtime).load_record(_NAME, MemoryLedger) or MemoryLedger()
    except StoreError:  # a run that cannot write its folder is reported all the same
        return MemoryLedger()


def with_memory_use(report: AuditReport, facts: RunFacts, runtime: Runtime) -> AuditReport:
    """Of a run that investigated something, and was told what is remembered."""
    is_told = runtime.settings.memory and runtime.agents is not None
    if not is_told or not any(each.calls for each in report.directories):
        return report
    use = memory_use(
        report.run_id,
        report.directories,
        facts.adjusted,
        facts.memory_tokens,
        load_ledger(runtime),
    )
    return report.model_copy(update={"memory_use": use})


def keep_memory_use(report: AuditReport, runtime: Runtime) -> None:
    """For the runs after this one. StoreError when it cannot be written."""
    if report.memory_use is not None:
        ledger = with_run(load_ledger(runtime), report.run_id, report.memory_use)
        _folder(runtime).write(_NAME, ledger.model_dump_json().encode())


def _folder(runtime: Runtime) -> SignedFolder:
    return runtime.store.signed("targets", target_id(runtime.target), MEMORY)
