"""What became of a flag that a run did not find again."""

from collections.abc import Mapping
from enum import Enum, auto

from luminos_core.checks.check_cache import READ_LIMIT, is_checked
from luminos_core.comparison.audited import CHECKS, AuditedRun
from luminos_core.comparison.elsewhere import Elsewhere
from luminos_core.comparison.history import Base, KnownFlag
from luminos_core.comparison.known_files import content_of
from luminos_core.comparison.rules import is_other_program, is_same_rule
from luminos_core.comparison.tree import Place
from luminos_core.flags.fingerprint import what_is_there
from luminos_core.flags.questions import earlier_id
from luminos_core.records.directory import DirectoryState
from luminos_core.records.flag import Flag, FlagSource
from luminos_core.text.tree_paths import parent_of

GENERAL = "general"  # the path of a flag about no file
_NOT_PARSED = "not-parsed"  # the rule that says that other rules were not applied


class Fate(Enum):
    STAYS = auto()  # nobody looked again
    NOT_REPEATED = auto()  # somebody did, and nothing shows that it is gone
    GONE = auto()


class Fates:
    """`moved`: new path by old path. `base` is None when no run before was complete."""

    def __init__(self, run: AuditedRun, base: Base | None, moved: Mapping[str, str]) -> None:
        self._run = run
        self._base = base
        self._moved = moved
        self._elsewhere = Elsewhere(run, base)
        self._not_parsed = {each.path for each in run.report.flags if each.rule == _NOT_PARSED}
        self._uncounted = {(each.rule, each.path) for each in run.report.flags if each.more}

    def of(self, known: KnownFlag) -> Fate:
        flag, path = known.flag, self.path_of(known.flag)
        if path != GENERAL and (place := self._run.tree.place(path)) is not Place.THERE:
            return Fate.GONE if place is Place.GONE else Fate.STAYS
        if flag.source is not FlagSource.MODEL and self._was_looked_for(known, path):
            return Fate.GONE
        if self._is_evidence_gone(known, path) or self.dismissal(known.flag):
            return Fate.GONE
        return Fate.NOT_REPEATED if self._was_looked_at(known, path) else Fate.STAYS

    def dismissal(self, flag: Flag) -> dict[str, object] | None:
        """What the flag says of an agent's answer that it is gone, if that came after the flag was
        last seen; None without one."""
        moved = flag.model_copy(update={"path": self.path_of(flag)})
        found = self._run.dismissed.get(earlier_id(moved))
        if found is None or found[1].investigated_at < flag.last_seen:
            return None
        answer, outcome = found
        return {"answered_by": outcome.path, "answer": answer.reason, "is_dismissed": True}

    def path_of(self, flag: Flag) -> str:
        return self._moved.get(flag.path, flag.path)

    def _was_looked_for(self, known: KnownFlag, path: str) -> bool:
        """Whether the same rule, in the same version, ran over the file as it now is."""
        if self._base is None or not is_same_rule(known.flag, self._run, self._base):
            return False
        if known.flag.quotation and is_other_program(self._run, self._base):
            return not self._is_unchanged(known, path) and self._ran(known.flag, path)
        return self._ran(known.flag, path)

    def _is_unchanged(self, known: KnownFlag, path: str) -> bool:
        return bool(known.content) and known.content == content_of(self._run.tree.files.get(path))

    def _ran(self, flag: Flag, path: str) -> bool:
        """Whether what found the flag ran over the file, in whatever version."""
        if path in self._not_parsed or (flag.rule, path) in self._uncounted:
            return False
        if flag.source is FlagSource.TOOL:
            tool = flag.rule.partition(":")[0]
            return tool in self._run.tools and tool not in self._run.gaps
        return CHECKS not in self._run.gaps and (flag.line is None or self._is_checked(path))

    def _is_checked(self, path: str) -> bool:
        """Whether our checks read the file whole."""
        file = self._run.tree.files.get(path)
        return file is not None and is_checked(file) and file.size <= READ_LIMIT

    def _is_evidence_gone(self, known: KnownFlag, path: str) -> bool:
        wanted = what_is_there(known.flag)
        file = self._run.tree.files.get(path)
        if not (known.flag.quotation and wanted and file):
            return False
        if self._is_unchanged(known, path):
            return False
        text = self._run.tree.text(path)
        if text is None or wanted in text:
            return False
        return not self._elsewhere.has(wanted)

    def _was_looked_at(self, known: KnownFlag, path: str) -> bool:
        """Whether what found the flag has had the chance to find it again."""
        if known.flag.source is not FlagSource.MODEL:
            return self._ran(known.flag, path)
        if not self._run.report.language_model:
            return False
        if known.teller == "" and known.flag.path == GENERAL:
            return not self._run.report.synthesis_is_mechanical
        teller = known.teller if known.teller in self._run.directories else parent_of(path)
        outcome = self._run.directories.get(teller)
        state = outcome.state if outcome else DirectoryState.DEFERRED
        return state.is_complete
