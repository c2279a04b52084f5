"""Tables, JSON and other formats of the commands that look into stored runs."""

import shutil
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from flows.standard_streams import print_utf8
from luminos_core.errors import SettingsError
from luminos_core.report.terminal.plain_console import PlainConsole
from luminos_core.settings import wants_colour
from luminos_core.store.atomic import write_text_atomically
from luminos_core.text.json_text import json_array

if TYPE_CHECKING:  # a scan starts without pydantic
    from luminos_core.records.base import Record


def plain_console(stream: TextIO) -> PlainConsole:
    """What `stream` can show."""
    ascii_only = not (stream.encoding or "ascii").lower().startswith("utf")
    is_terminal = stream.isatty()
    return PlainConsole(
        colour=is_terminal and wants_colour(),
        ascii_only=ascii_only,
        width=shutil.get_terminal_size().columns if is_terminal else None,
    )


def print_lines(lines: Iterable[str]) -> None:
    """Of text that is escaped already."""
    sys.stdout.writelines(f"{line}\n" for line in lines)


def print_records(records: Iterable["Record"]) -> None:
    """A JSON array, a record a line."""
    sys.stdout.writelines(json_array(records))


def write_text(text: str | Iterator[str], output: str | None) -> None:
    """Into the file `output`, whole or not at all; without one, or for "-", print it."""
    if output is not None and output != "-":
        path = Path(output)
        if not path.parent.is_dir():
            raise SettingsError(f"-o {output}: there is no directory {path.parent}")
        write_text_atomically(path, text)
        return
    print_utf8()
    last = ""
    for piece in (text,) if isinstance(text, str) else text:
        sys.stdout.write(piece)
        last = piece or last
    if not last.endswith("\n"):
        sys.stdout.write("\n")
