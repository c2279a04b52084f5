"""Dockerfiles: `stages.0.RUN.0`, and `final` for the last stage, with the user of the stage that it
begins as. `FROM` is an image, `STAGE` a stage of the same file."""

import re2

from luminos_core.parsers.documents.node import Node

_BASE = re2.compile(r"(?i)^(?:--platform=\S+\s+)?(\S+)(?:\s+AS\s+(\S+))?")
_VARIABLE = re2.compile(r"\$\{?\w+[^}]*\}?")
_LEAST = 3  # letters of a name beside its variables
_HEREDOC = re2.compile(r"<<-?[\"']?(\w+)[\"']?")


def read_dockerfile(text: str) -> list[Node]:
    """Instructions by stage; what stands before the first FROM is in stage "global"."""
    root = Node(1, 1)
    stages = Node(1, 1)
    stage = Node(1, 1)
    root.add("global", stage)
    root.add("stages", stages)
    named: dict[str, Node] = {}
    for name, node in _instructions(text):
        if name != "FROM":
            _into(stage, name, node)
            continue
        stage = Node(node.line, node.end_line)
        stages.add(str(len(stages.entries)), stage)
        found = _BASE.match(node.value)
        base, alias = found.groups() if found else ("", None)
        earlier = _earlier(base.lower(), named)
        _into(stage, "STAGE" if earlier else "FROM", node)
        if earlier:
            _inherit_user(stage, earlier)
        if alias:
            named[alias.lower()] = stage
    if stages.entries:
        root.add("final", stages.entries[-1][1])
    return [root]


def _earlier(base: str, stages: dict[str, Node]) -> Node | None:
    """The stage that is named; of a name with a variable, the first that it may be. None for an
    image."""
    written = _VARIABLE.split(base)
    if len("".join(written)) < _LEAST:
        return None
    pattern = ".*".join(map(re2.escape, written))
    return next((stage for name, stage in stages.items() if re2.fullmatch(pattern, name)), None)


def _inherit_user(stage: Node, earlier: Node) -> None:
    for name, group in earlier.entries:
        for _, user in group.entries if name == "USER" else ():
            _into(stage, name, user)


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
