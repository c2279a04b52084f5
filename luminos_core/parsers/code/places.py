"""Where nodes of a syntax tree stand in its text, and which are in one another."""

from bisect import bisect_right
from collections.abc import Iterable

from ast_grep_py import SgNode

Span = tuple[int, int]  # the first character, and the one after the last


def span(node: SgNode) -> Span:
    place = node.range()
    return place.start.index, place.end.index


class Nesting:
    """Nodes that are in one another, for finding the innermost around a place: to climb the tree
    for it takes time with each level."""

    def __init__(self, nodes: Iterable[SgNode]) -> None:
        found = [(span(node), node) for node in nodes]
        found.sort(key=lambda pair: (pair[0][0], -pair[0][1]))
        self._nodes = [node for _, node in found]
        self._spans = [place for place, _ in found]
        self._starts = [start for start, _ in self._spans]
        self._outer: list[int] = []  # of each the number of the one around it; -1 for none
        for number, place in enumerate(self._spans):
            self._outer.append(self._holding(place, number - 1))

    def around(self, place: Span) -> SgNode | None:
        """None also for a place that is all of a node: it is not in it."""
        number = self._holding(place, bisect_right(self._starts, place[0]) - 1)
        return self._nodes[number] if number >= 0 else None

    def _holding(self, place: Span, number: int) -> int:
        """The node `number`, or the first around it that holds more than `place`."""
        while number >= 0:
            known = self._spans[number]
            if known[1] >= place[1] and known != place:
                return number
            number = self._outer[number]
        return -1
