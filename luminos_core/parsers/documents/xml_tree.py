"""XML: elements by name, attributes as "@name", and text beside others as "#text"."""

from xml.parsers import expat

from luminos_core.parsers.documents.node import Node

_DEPTH = 200


def read_xml(text: str) -> list[Node]:
    """Raises ValueError when it is not XML, or declares entities."""
    parser = expat.ParserCreate()
    root = Node(1, 1)
    open_nodes = [root]
    texts = [Node(1, 1)]  # of each the text since its last entry

    def take_text() -> None:
        text, texts[-1] = texts[-1], Node(1, 1)
        if text.value:
            text.value = text.value.strip()
            open_nodes[-1].add("#text", text)

    def start(name: str, attributes: dict[str, str]) -> None:
        take_text()
        line = parser.CurrentLineNumber
        node = Node(line, line)
        for key, value in attributes.items():
            node.add(f"@{key}", Node(line, line, value))
        open_nodes[-1].add(name.rpartition(":")[2], node)
        open_nodes.append(node)
        texts.append(Node(1, 1))
        if len(open_nodes) > _DEPTH:
            raise ValueError("nested too deeply")

    def end(_name: str) -> None:
        if open_nodes[-1].entries:
            take_text()
        texts.pop()
        node = open_nodes.pop()
        node.end_line = max(node.end_line, parser.CurrentLineNumber)
        node.value = node.value.strip()

    def text_of(piece: str) -> None:
        open_nodes[-1].value += piece
        text = texts[-1]
        if text.value or piece.strip():
            text.line = text.end_line = text.line if text.value else parser.CurrentLineNumber
            text.value += piece

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
