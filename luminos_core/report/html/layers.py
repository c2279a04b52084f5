"""Nodes and arrows of a graph in layers, so that nearly every arrow points down."""

from collections.abc import Mapping, Sequence

Graph = Mapping[str, Sequence[str]]  # node: the nodes that it points to, itself not among them


def layered(graph: Graph) -> tuple[tuple[str, ...], ...]:
    """The layers, the first at the top. A node is one layer below the lowest that points to it; of
    a cycle, one arrow points up."""
    ranks = _ranks(without_cycles(graph))
    layers: list[list[str]] = [[] for _ in range(max(ranks.values(), default=-1) + 1)]
    for node in graph:
        layers[ranks[node]].append(node)
    return tuple(map(tuple, layers))


def without_cycles(graph: Graph) -> dict[str, tuple[str, ...]]:
    """The graph without the arrows that close a cycle, found depth first, from nodes to which
    nothing points where there are any."""
    pointed = {target for targets in graph.values() for target in targets}
    kept: dict[str, list[str]] = {node: [] for node in graph}
    done: set[str] = set()
    for start in sorted(graph, key=lambda node: node in pointed):
        _walk(start, graph, kept, done)
    return {node: tuple(targets) for node, targets in kept.items()}


def without_detours(graph: Graph) -> dict[str, tuple[str, ...]]:
    """The graph without arrows to what is also reached through another arrow. It has no cycle."""
    reached: dict[str, set[str]] = {}
    for node in reversed(_in_order(graph)):
        reached[node] = {node}.union(*(reached[target] for target in graph[node]))
    return {
        node: tuple(
            target
            for target in targets
            if not any(target in reached[other] for other in targets if other != target)
        )
        for node, targets in graph.items()
    }


def _walk(start: str, graph: Graph, kept: dict[str, list[str]], done: set[str]) -> None:
    """Depth first, with a stack of its own: a chain of parts may be longer than Python's."""
    if start in done:
        return
    stack = [(start, iter(graph[start]))]
    open_nodes = {start}
    while stack:
        node, targets = stack[-1]
        target = next((each for each in targets if each not in open_nodes), None)
        if target is None:
            open_nodes.discard(node)
            done.add(node)
            stack.pop()
            continue
        kept[node].append(target)
        if target not in done:
            open_nodes.add(target)
            stack.append((target, iter(graph[target])))


def _ranks(graph: Graph) -> dict[str, int]:
    ranks = dict.fromkeys(graph, 0)
    for node in _in_order(graph):
        for target in graph[node]:
            ranks[target] = max(ranks[target], ranks[node] + 1)
    return ranks


def _in_order(graph: Graph) -> list[str]:
    """Each node before those that it points to."""
    waiting = dict.fromkeys(graph, 0)
    for targets in graph.values():
        for target in targets:
            waiting[target] += 1
    order = [node for node, count in waiting.items() if not count]
    for node in order:
        for target in graph[node]:
            waiting[target] -= 1
            if not waiting[target]:
                order.append(target)
    return order
