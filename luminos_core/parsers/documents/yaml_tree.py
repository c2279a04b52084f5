"""YAML and JSON, with the line of each value."""

import yaml

from luminos_core.parsers.documents.node import Node

_MOST = 200_000  # nodes; aliases can make a small text a large tree


def read_yaml(text: str) -> list[Node]:
    """Raises ValueError when it is not YAML."""
    try:
        documents = list(yaml.compose_all(_plain(text), yaml.CSafeLoader))
    except yaml.YAMLError as error:
        raise ValueError(f"not YAML: {error}") from error
    left = [_MOST]
    return [
        _node(document, document.start_mark.line + 1, left) for document in documents if document
    ]


def _plain(text: str) -> str:
    """JSON may be indented by tabs, YAML not."""
    return text.expandtabs(2) if text.lstrip().startswith(("{", "[")) else text


def _node(found: yaml.Node, line: int, left: list[int]) -> Node:
    left[0] -= 1
    if left[0] < 0:
        raise ValueError("too many values")
    node = Node(line, max(line, found.end_mark.line + 1))
    if isinstance(found, yaml.MappingNode):
        for key, value in found.value:
            name = key.value if isinstance(key, yaml.ScalarNode) else ""
            node.add(name, _node(value, key.start_mark.line + 1, left))
    elif isinstance(found, yaml.SequenceNode):
        for number, value in enumerate(found.value):
            node.add(str(number), _node(value, value.start_mark.line + 1, left))
    elif isinstance(found, yaml.ScalarNode):
        own = found.tag.startswith("!")  # a tag of the format's own: !Ref, !Sub, !vault
        node.value = f"{found.tag} {found.value}" if own else str(found.value)
        is_block = found.style in ("|", ">")
        node.first = found.start_mark.line + (2 if is_block else 1)
        if found.end_mark.column == 0 and is_block:
            node.end_line = max(line, found.end_mark.line)
    return node
