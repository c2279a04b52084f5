"""Whether a flag that no run has found before is new in the code, or was only not looked for."""

from functools import cached_property

from luminos_core.comparison.audited import AuditedRun
from luminos_core.comparison.fate import GENERAL
from luminos_core.comparison.history import Base
from luminos_core.comparison.known_files import KnownFiles, content_of
from luminos_core.comparison.rules import is_other_program, is_same_rule
from luminos_core.records.flag import Flag, FlagSource, FlagState
from luminos_core.text.tree_paths import lineage, parent_of


class Novelty:
    def __init__(self, run: AuditedRun, base: Base) -> None:
        self._run = run
        self._base = base

    def of(self, flag: Flag) -> FlagState:
        was_checked = self._was_there(flag) and not self._could_be_found(flag)
        return FlagState.NEWLY_CHECKED if was_checked else FlagState.NEW

    def _was_there(self, flag: Flag) -> bool:
        """Whether its file was in the target; unknown when the run before could not see it."""
        file = self._run.tree.files.get(flag.path)
        if flag.path == GENERAL or file is None or self._before.has_path(file.path):
            return True
        if any(path in self._unseen for path in lineage(flag.path)):
            return True
        return self._before.has_content(content_of(file)) and not self._is_same_rule(flag)

    def _could_be_found(self, flag: Flag) -> bool:
        """Whether the run before would have found it, had it been there as it is now. What a model
        or another tool finds in an unchanged file is not new there: only our own checks find the
        same in the same tree each time."""
        if any(path in self._unseen for path in lineage(flag.path)):
            return False
        if flag.path in self._unread or not self._is_same_rule(flag):
            return False
        if flag.source is FlagSource.ANALYZER and not is_other_program(self._run, self._base):
            return True
        if flag.source is FlagSource.MODEL and parent_of(flag.path) not in self._complete:
            return False
        file = self._run.tree.files.get(flag.path)
        return not (file and self._before.has(file.path, content_of(file)))

    def _is_same_rule(self, flag: Flag) -> bool:
        return is_same_rule(flag, self._run, self._base)

    @cached_property
    def _before(self) -> KnownFiles:
        return KnownFiles.parse(self._base.files)

    @cached_property
    def _unseen(self) -> frozenset[str]:
        return frozenset(self._base.unseen)

    @cached_property
    def _unread(self) -> frozenset[str]:
        return frozenset(self._base.unread)

    @cached_property
    def _complete(self) -> frozenset[str]:
        known = self._base.directories
        return frozenset(each.path for each in known if each.state.is_complete)
