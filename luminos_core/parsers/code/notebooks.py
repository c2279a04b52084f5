"""The programs in a Jupyter notebook: its code cells, in the language of its kernel."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import re2

_KERNELS = {
    "bash": "Shell",
    "c": "C",
    "c#": "C#",
    "c++": "C++",
    "c++11": "C++",
    "c++14": "C++",
    "c++17": "C++",
    "csharp": "C#",
    "go": "Go",
    "java": "Java",
    "javascript": "JavaScript",
    "js": "JavaScript",
    "kotlin": "Kotlin",
    "php": "PHP",
    "python": "Python",
    "python2": "Python",
    "python3": "Python",
    "ruby": "Ruby",
    "rust": "Rust",
    "sh": "Shell",
    "typescript": "TypeScript",
    "zsh": "Shell",
}
_TRANSPARENT = ("capture", "debug", "memit", "prun", "time", "timeit")  # magics of whole cells
_SHELL = re2.compile(r"^(\s*)(?:[\w.,\s]+=\s*)?!+([^=].*)")
_MAGIC = re2.compile(r"^(\s*)(?:%|\?|[\w.]+\s*=\s*%|[\w.]+\?{1,2}\s*$)")
_LINE = re2.compile(r"[^\n]*\n|[^\n]+")
_KEY = re2.compile(r'^(\s*)"(cell_type|source)"\s*:')


@dataclass
class Program:
    """Lines of one language, each with its line in the file, from 1 on."""

    lines: list[str] = field(default_factory=list)
    places: list[int] = field(default_factory=list)

    def add(self, line: str, place: int) -> None:
        self.lines.append(line)
        self.places.append(place)

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


def programs_of(text: str) -> dict[str, Program]:
    """By language. What begins with "!" is shell; other magics are no code."""
    notebook = _parsed(text)
    cells = [cell for cell in _list(notebook.get("cells")) if isinstance(cell, dict)]
    kernel = _kernel(notebook)
    found: dict[str, Program] = {}
    for cell, places in zip(cells, _places(text, cells), strict=True):
        is_code = cell.get("cell_type") == "code"
        lines = [line for line, _ in _source(cell)] if is_code else []
        for language, line, number in _code(lines, kernel):
            found.setdefault(language, Program()).add(line, places[number])
    return found


def _parsed(text: str) -> dict[str, Any]:
    try:
        notebook = json.loads(text)
    except ValueError:
        return {}
    return notebook if isinstance(notebook, dict) else {}


def _kernel(notebook: dict[str, Any]) -> str:
    """Linguist's name of its language; "" for one without rules, Python when none is named."""
    metadata = _dict(notebook.get("metadata"))
    named = (
        _dict(metadata.get("kernelspec")).get("language"),
        _dict(metadata.get("language_info")).get("name"),
    )
    name = next((each for each in named if isinstance(each, str) and each), "python")
    return _KERNELS.get(name.lower(), "")


def _code(lines: list[str], kernel: str) -> Iterator[tuple[str, str, int]]:
    """Each line of a cell with its language and number; without those that are no code."""
    first = next((line for line in lines if line.strip()), "")
    language = _language_of_cell(first.split(), kernel) if first.startswith("%%") else kernel
    is_python = language == "Python"
    for number, line in enumerate(lines):
        shell = _SHELL.match(line) if is_python else None
        magic = shell or (_MAGIC.match(line) if is_python else line.startswith("%%"))
        if shell:
            yield "Shell", shell.group(2), number
        if language:
            instead = f"{shell.group(1)}pass" if shell and shell.group(1) else ""
            yield language, instead if magic else line, number


def _language_of_cell(magic: list[str], kernel: str) -> str:
    """Of the rest of a cell that begins with a magic; "" for one that is not searched."""
    name = magic[0].removeprefix("%%")
    if name in _TRANSPARENT:
        return kernel
    named = magic[1] if name == "script" and len(magic) > 1 else name
    return _KERNELS.get(named.rpartition("/")[2].lower(), "")


def _places(text: str, cells: list[dict[str, Any]]) -> Iterator[list[int]]:
    """Of each cell, the line of the file on which each of its lines stands."""
    lines = text.split("\n")
    keys = [(key, number) for number, line in enumerate(lines) if (key := _KEY.match(line))]
    indent = next((key.group(1) for key, _ in keys if key.group(2) == "cell_type"), None)
    starts = [n for key, n in keys if key.group(2) == "source" and key.group(1) == indent]
    for number, cell in enumerate(cells):
        start = starts[number] if len(starts) == len(cells) else 0
        pieces = _pieces(cell)
        shown = lines[start + 1 : start + 1 + len(pieces)]
        is_apart = list(map(_literal, shown)) == pieces
        yield [start + 1 + (piece + 1 if is_apart else 0) for _, piece in _source(cell)]


def _source(cell: dict[str, Any]) -> list[tuple[str, int]]:
    """Its lines, each with the number of the piece of the source in which it begins."""
    lines: list[tuple[str, int]] = []
    is_open = False
    for number, piece in enumerate(_pieces(cell)):
        for part in _LINE.findall(piece):
            text = part.removesuffix("\n")
            begun, at = lines.pop() if is_open else ("", number)
            lines.append((begun + text, at))
            is_open = not part.endswith("\n")
    return lines


def _pieces(cell: dict[str, Any]) -> list[str]:
    source = cell.get("source")
    return [source] if isinstance(source, str) else list(map(str, _list(source)))


def _literal(line: str) -> str | None:
    """The text that stands on a line of the file as JSON."""
    try:
        value = json.loads(line.strip().removesuffix(","))
    except ValueError:
        return None
    return value if isinstance(value, str) else None


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _dict(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
