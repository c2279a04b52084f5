"""Which directory may start next: children before parents, the best band first, then the one with
the longest path of work up to the root: no run ends before its longest path has."""

import heapq
from collections.abc import Iterable, Mapping, Sequence

from luminos_core.records.plan import Assignment
from luminos_core.text.tree_paths import depth_of


class ReadyQueue:
    """Directories become ready when their last child is done. Belongs to one thread."""

    def __init__(
        self,
        assignments: Sequence[Assignment],
        children: Mapping[str, Sequence[str]],
        work: Mapping[str, float],
    ) -> None:
        """`children` names, for each assigned path, the assigned paths directly below it; `work` is
        how long each takes, in any unit, and nothing for those that are left out."""
        self._assignment = {assignment.path: assignment for assignment in assignments}
        self._waiting_for = {path: len(children[path]) for path in self._assignment}
        self._parent = {child: path for path in self._assignment for child in children[path]}
        self._remaining = self._paths_to_the_root(work)
        self._heap = [self._rank(path) for path, count in self._waiting_for.items() if not count]
        heapq.heapify(self._heap)

    def __bool__(self) -> bool:
        """Whether a directory is ready now."""
        return bool(self._heap)

    def pop(self) -> Assignment:
        return self._assignment[heapq.heappop(self._heap)[-1]]

    def done(self, path: str) -> None:
        """Release the parent when `path` was its last child to end, however it ended."""
        parent = self._parent.get(path)
        if parent is None:
            return
        self._waiting_for[parent] -= 1
        if not self._waiting_for[parent]:
            heapq.heappush(self._heap, self._rank(parent))

    def reassign(self, assignments: Iterable[Assignment]) -> None:
        """Other turns and bands for directories that are not yet popped; who waits for whom stays
        as it is. Directories that are not in the queue mean nothing."""
        known = {each.path: each for each in assignments if each.path in self._assignment}
        self._assignment.update(known)
        self._heap = [self._rank(path) for *_, path in self._heap]
        heapq.heapify(self._heap)

    def _paths_to_the_root(self, work: Mapping[str, float]) -> dict[str, float]:
        """The work of each directory and of all that wait for it, one after the other."""
        found: dict[str, float] = {}
        for path in sorted(self._assignment, key=depth_of):
            above = found.get(self._parent.get(path, ""), 0.0)
            found[path] = above + work.get(path, 0.0)
        return found

    def _rank(self, path: str) -> tuple[int, float, int, str]:
        return self._assignment[path].band, -self._remaining[path], -depth_of(path), path
