"""The step that makes patterns of what is remembered of earlier runs."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from luminos_core.audit.memory_ledger import load_ledger
from luminos_core.audit.memory_use import turned_down
from luminos_core.audit.runtime import Runtime
from luminos_core.audit.steps import Step, StepResult
from luminos_core.memory.code import code_of
from luminos_core.memory.episodes import Episodes
from luminos_core.memory.known_flags import may_be_known, said_of_flags, still_known
from luminos_core.memory.patterns import remembered
from luminos_core.memory.size import own_size
from luminos_core.records.event import PhaseStarted, Warned
from luminos_core.records.memory import Episode, KnownFlag
from luminos_core.records.snapshot import Snapshot


@dataclass(frozen=True)
class MemoryStep(Step):
    """By rule, from the stored episodes: no model is asked, and nothing is stored."""

    snapshot: Snapshot
    name = title = "memory"

    def run(self, runtime: Runtime, *, last_attempt: bool) -> StepResult:
        runtime.observe(PhaseStarted(phase=self.name, text="recalling earlier runs"))
        loaded = Episodes(runtime.store, runtime.target).load()
        if loaded.problem:
            runtime.observe(Warned(text=loaded.problem))
        reason = turned_down(load_ledger(runtime))
        if reason:
            runtime.observe(Warned(text=f"memory is turned down: {reason}"))
        sizes = {each.path: own_size(each) for each in self.snapshot.directories}
        memory = remembered(loaded.episodes, sizes)
        known = self._known(loaded.episodes, runtime)
        return StepResult(replace(memory, turned_down=reason, known=known))

    def _known(self, episodes: Sequence[Episode], runtime: Runtime) -> tuple[KnownFlag, ...]:
        said = said_of_flags(episodes)
        code = code_of(may_be_known(said), runtime.files, self.snapshot.files)
        return still_known(said, code)


def memory_step(runtime: Runtime, snapshot: Snapshot) -> MemoryStep | None:
    """None when nobody is told of it, or nothing is remembered."""
    is_told = runtime.settings.memory and runtime.agents is not None
    if not is_told or not Episodes(runtime.store, runtime.target).exist():
        return None
    return MemoryStep(snapshot)
