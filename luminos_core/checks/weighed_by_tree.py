"""What the flag of a file weighs in its tree: a floating version nothing where a lock file has
chosen one, or in a library; of several files of one old library, the first."""

from collections.abc import Callable
from functools import cache

import re2

from luminos_core.checks.missing_locks import Lock, Locks
from luminos_core.checks.project import Project
from luminos_core.records.flag import Flag, Severity

_OF_LIBRARIES = ("package.json", "composer.json", "pyproject.toml", "Cargo.toml", "Gemfile")
_TAG = re2.compile(r'\("(?:latest|next|beta|canary)"\)')  # it moves with each update of the lock
_OF_PYTHON = ("pyproject.toml", "setup.py", "setup.cfg")  # whose requirements are for tests, say
_RULES = ("floating-package", "package-from-branch")


def weighed_by_tree(project: Project) -> Callable[[Flag], Flag]:
    """Takes the flags in the order of the files, and lowers those that weigh nothing."""
    locks = cache(lambda: Locks(project))
    copies: set[str] = set()

    def weighed(flag: Flag) -> Flag:
        if flag.severity is Severity.INFO:
            return flag
        if flag.rule == "old-copy":
            is_light = flag.finding in copies
            copies.add(flag.finding)
        else:
            is_light = flag.rule in _RULES and _is_settled(flag, locks(), project)
        return flag.model_copy(update={"severity": Severity.INFO}) if is_light else flag

    return weighed


def _is_settled(flag: Flag, locks: Locks, project: Project) -> bool:
    """Whether a lock file has chosen the version, or those who use the library do."""
    state = locks.state_of(flag.path)
    folder, slash, name = flag.path.rpartition("/")
    beside = {f"{folder}{slash}{each}" for each in _OF_PYTHON}
    is_library = state is Lock.NOT_NEEDED and name in _OF_LIBRARIES
    is_for_tests = name.endswith(".txt") and bool(beside & project.files.keys())
    is_locked = state is Lock.THERE and not _TAG.search(flag.finding)
    return is_locked or is_library or is_for_tests
