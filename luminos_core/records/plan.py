"""The plan as the planner submitted it, and the schedule that follows from it."""

from enum import StrEnum

from luminos_core.records.base import Record
from luminos_core.records.key_context import KeyContext


class Tier(StrEnum):
    PRIORITY = "priority"
    DEFAULT = "default"
    SHALLOW = "shallow"
    SKIP = "skip"


class Order(StrEnum):
    LEAF_FIRST = "leaf-first"
    PRIORITY_FIRST = "priority-first"


class PriorityDirectory(Record):
    path: str
    reason: str
    suggested_turns: int


class PlannedDirectory(Record):
    path: str
    reason: str


class Plan(Record):
    """As the planner submitted it; a directory it does not list is in the default tier."""

    priority_dirs: tuple[PriorityDirectory, ...] = ()
    shallow_dirs: tuple[PlannedDirectory, ...] = ()
    skip_dirs: tuple[PlannedDirectory, ...] = ()
    investigation_order: Order = Order.LEAF_FIRST
    notes: str = ""


class LastPlan(Record):
    """The plan of a target's last run without a gap, and what it depends on."""

    plan: Plan  # every path in it is that of a directory
    directories: tuple[str, ...]  # paths of all directories of the target at that time, sorted
    context: KeyContext  # of the pass that made it


class Assignment(Record):
    """One directory's place in the schedule."""

    path: str
    tier: Tier
    turns: int  # 1 to 25
    band: int  # for the order: the lowest of its own and its ancestors'
    reason: str = ""


class Skip(Record):
    path: str
    reason: str


class Schedule(Record):
    """A plan, applied to the directories of the tree."""

    assignments: tuple[Assignment, ...]  # in order; a child always before its parent
    skipped: tuple[Skip, ...] = ()
    unmatched: tuple[str, ...] = ()  # paths in the plan that are not in the tree, as written
