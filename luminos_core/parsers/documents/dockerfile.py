"""Dockerfiles: `stages.0.RUN.0`, and `final` for the last stage."""

import re2

from luminos_core.parsers.documents.node import Node

_HEREDOC = re2.compile(r"<<-?[\"']?(\w+)[\"']?")


def read_dockerfile(text: str) -> list[Node]:
    """Instructions by stage; what stands before the first FROM is in stage "global"."""
    root = Node(1, 1)
    stages = Node(1, 1)
    stage = Node(1, 1)
    root.add("global", stage)
    root.add("stages", stages)
    for name, node in _instructions(text):
        if name == "FROM":
            stage = Node(node.line, node.end_line)
            stages.add(str(len(stages.entries)), stage)
        _into(stage, name, node)
    if stages.entries:
        root.add("final", stages.entries[-1][1])
    return [root]


def _into(stage: Node, name: str, node: Node) -> None:
    """All instructions of one name are a list, as they may repeat."""
    group = next((entry for key, entry in stage.entries if key == name), None)
    if group is None:
        group = Node(node.line, node.end_line)
        stage.add(name, group)
    group.add(str(len(group.entries)), node)
    stage.end_line = max(stage.end_line, node.end_line)


def _instructions(text: str) -> list[tuple[str, Node]]:
    found: list[tuple[str, Node]] = []
    lines = text.split("\n")
    number = 0
    while number < len(lines):
        start, line = number + 1, lines[number].strip()
        number += 1
        if not line or line.startswith("#"):
            continue
        value = [line]
        while (value[-1].endswith("\\") or value[-1].lstrip().startswith("#")) and number < len(
            lines
        ):
            value.append(lines[number])
            number += 1
        if ends := _HEREDOC.search(line):
            while number < len(lines) and lines[number - 1].strip() != ends.group(1):
                value.append(lines[number])
                number += 1
        name, _, first = value[0].partition(" ")
        rest = "\n".join([first.strip(), *value[1:]])
        found.append((name.upper(), Node(start, max(start, number), rest)))
    return found
