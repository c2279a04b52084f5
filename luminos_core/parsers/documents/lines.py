"""Files of lines: settings in sections, and lines that begin with a name."""

import re2

from luminos_core.parsers.documents.node import Node

_SECTION = re2.compile(r"^\s*\[\[?\s*([^\]]+?)\s*\]\]?\s*(?:[#;].*)?$")
_SETTING = re2.compile(
    r"""^\s*(?:export\s+)?["']?([\w./:@*-]+)["']?\s*(?:=|:\s|:$|\s)\s*(.*?)\s*$"""
)
_QUOTED = re2.compile(r"""^(?:"([^"]*)"|'([^']*)')(?:\s*[#;,].*)?$""")
_ITEM = re2.compile(r"""["']([^"']*)["']""")
_COMMENT = ("#", ";", "!")


def read_sections(text: str) -> list[Node]:
    """`[section]` and `name = value`, as in INI, TOML and properties. A list has entries."""
    root = section = Node(1, 1)
    lines = text.split("\n")
    number = 0
    while number < len(lines):
        line = lines[number]
        number += 1
        if not line.strip() or line.lstrip().startswith(_COMMENT):
            continue
        if found := _SECTION.match(line):
            section = _section(root, found.group(1), number)
        elif found := _SETTING.match(line):
            start, value = number, found.group(2)
            while value.startswith(("[", "{")) and not _is_closed(value) and number < len(lines):
                value += "\n" + lines[number]
                number += 1
            _add(section, found.group(1), _setting(value, start, number))
    return [root]


def read_lines(text: str) -> list[Node]:
    """Each line under its first word, with the rest as its value."""
    root = Node(1, 1)
    for number, line in enumerate(text.split("\n"), start=1):
        name, _, rest = line.strip().partition(" ")
        if name and not name.startswith("#"):
            root.add(name, Node(number, number, rest.strip().rstrip(";")))
    return [root]


def _section(root: Node, name: str, number: int) -> Node:
    node = root
    for part in name.replace('"', "").split("."):
        child = next((entry for key, entry in node.entries if key == part.strip()), None)
        if child is None:
            child = Node(number, number)
            node.add(part.strip(), child)
        node = child
    return node


def _setting(value: str, line: int, end_line: int) -> Node:
    node = Node(line, end_line, value)
    quoted = _QUOTED.match(value)
    if quoted:
        node.value = quoted.group(1) or quoted.group(2) or ""
    elif value.startswith("["):
        for place, row in enumerate(value.split("\n")):
            for item in _ITEM.findall(row):
                node.add(str(len(node.entries)), Node(line + place, line + place, item))
    return node


def _add(section: Node, name: str, node: Node) -> None:
    section.add(name, node)


def _is_closed(value: str) -> bool:
    return value.count("[") <= value.count("]") and value.count("{") <= value.count("}")
