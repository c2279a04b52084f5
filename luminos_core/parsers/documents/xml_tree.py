"""XML: elements by name, attributes as "@name"."""

from xml.parsers import expat

from luminos_core.parsers.documents.node import Node

_DEPTH = 200


def read_xml(text: str) -> list[Node]:
    """Raises ValueError when it is not XML, or declares entities."""
    parser = expat.ParserCreate()
    root = Node(1, 1)
    open_nodes = [root]

    def start(name: str, attributes: dict[str, str]) -> None:
        line = parser.CurrentLineNumber
        node = Node(line, line)
        for key, value in attributes.items():
            node.add(f"@{key}", Node(line, line, value))
        open_nodes[-1].add(name.rpartition(":")[2], node)
        open_nodes.append(node)
        if len(open_nodes) > _DEPTH:
            raise ValueError("nested too deeply")

    def end(_name: str) -> None:
        node = open_nodes.pop()
        node.end_line = max(node.end_line, parser.CurrentLineNumber)
        node.value = node.value.strip()

    def text_of(piece: str) -> None:
        open_nodes[-1].value += piece

    def entity(*_parts: object) -> None:
        raise ValueError("it declares entities")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = text_of
    parser.EntityDeclHandler = entity
    try:
        parser.Parse(text.encode("utf-8", "replace"), True)
    except expat.ExpatError as error:
        raise ValueError(f"not XML: {error}") from error
    return [root]
