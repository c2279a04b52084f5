"""XML: elements by name, attributes as "@name", and text beside others as "#text"."""

from xml.parsers import expat

from luminos_core.parsers.documents.node import Node

_DEPTH = 200


def read_xml(text: str) -> list[Node]:
    """Raises ValueError when it is not XML, or declares entities."""
    try:
        return [_Reader().read(text)]
    except expat.ExpatError as error:
        raise ValueError(f"not XML: {error}") from error


class _Reader:
    """Of one document."""

    def __init__(self) -> None:
        self._open = [Node(1, 1)]
        self._texts = [Node(1, 1)]  # of each open node, its text since its last entry
        self._parser = expat.ParserCreate()
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._add_text
        self._parser.EntityDeclHandler = self._entity

    def read(self, text: str) -> Node:
        root = self._open[0]
        self._parser.Parse(text.encode("utf-8", "replace"), True)
        return root

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._take_text()
        line = self._parser.CurrentLineNumber
        node = Node(line, line)
        for key, value in attributes.items():
            node.add(f"@{key}", Node(line, line, value))
        self._open[-1].add(name.rpartition(":")[2], node)
        self._open.append(node)
        self._texts.append(Node(1, 1))
        if len(self._open) > _DEPTH:
            raise ValueError("nested too deeply")

    def _end(self, _name: str) -> None:
        if self._open[-1].entries:
            self._take_text()
        self._texts.pop()
        node = self._open.pop()
        node.end_line = max(node.end_line, self._parser.CurrentLineNumber)
        node.value = node.value.strip()

    def _add_text(self, piece: str) -> None:
        self._open[-1].value += piece
        text = self._texts[-1]
        if not text.value and piece.strip():
            text.line = text.end_line = self._parser.CurrentLineNumber
        if text.value or piece.strip():
            text.value += piece

    def _take_text(self) -> None:
        text, self._texts[-1] = self._texts[-1], Node(1, 1)
        if text.value:
            text.value = text.value.strip()
            self._open[-1].add("#text", text)

    def _entity(self, *_parts: object) -> None:
        raise ValueError("it declares entities")
