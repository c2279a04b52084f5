"""A structured file of any format as one tree of named values."""

from collections.abc import Iterator
from dataclasses import dataclass, field

TEXT_LIMIT = 20_000  # characters of a value that are looked at


@dataclass
class Node:
    """A value with its place; a mapping or a list has entries, of a list named "0", "1", …"""

    line: int  # 1-based, of its name
    end_line: int
    value: str = ""  # of a scalar
    first: int = 0  # the line on which the value begins; 0: as `line`
    entries: list[tuple[str, "Node"]] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Its value, or all values below it, a line each."""
        if not self.entries:
            return self.value[:TEXT_LIMIT]
        return "\n".join(node.value for node in self.scalars())[:TEXT_LIMIT]

    def scalars(self) -> Iterator["Node"]:
        for _, node in self.entries:
            yield from node.scalars() if node.entries else (node,)

    def add(self, name: str, node: "Node") -> None:
        self.entries.append((name, node))
        self.end_line = max(self.end_line, node.end_line)
