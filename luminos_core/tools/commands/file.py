"""file: what an entry is, by libmagic for binary content and by name and text for the rest; by
libmagic for all with -i."""

from collections.abc import Sequence

from luminos_core.errors import ToolError
from luminos_core.records.snapshot import FileKind
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.scan.classify.language import is_source_name, language_of
from luminos_core.scan.classify.withheld import is_withheld
from luminos_core.scan.text import BINARY_PROBE, is_binary, marked_encoding
from luminos_core.tools.commands.command import Command
from luminos_core.tools.commands.grammar import Option, parse
from luminos_core.tools.commands.output import Output
from luminos_core.tools.listing import Entry, entry_at, mime_type

_OPTIONS = (
    Option(("-b", "--brief")),
    Option(("-i", "--mime-type", "--mime")),
)


def run(argv: Sequence[str], files: SandboxedDir, output: Output) -> None:
    arguments = parse("file", argv, _OPTIONS)
    if not arguments.operands:
        raise ToolError("file needs a path")
    for path in arguments.operands:
        with output.noting(several=len(arguments.operands) > 1):
            entry = entry_at(files, path)
            head = "" if arguments.has("-b") else f"{entry.path}: "
            output.line(head + _described(files, entry, exactly=arguments.has("-i")))


def _described(files: SandboxedDir, entry: Entry, *, exactly: bool) -> str:
    if entry.is_directory:
        return "directory"
    if entry.kind is not FileKind.FILE:
        return entry.kind.value
    if is_withheld(entry.name):
        return "withheld by its name; not opened"
    exact = mime_type(files, entry.path) if exactly else ""
    return exact or _told(files, entry)


def _told(files: SandboxedDir, entry: Entry) -> str:
    if entry.stat.st_size == 0:
        return "empty"
    content, _ = files.read(entry.path, BINARY_PROBE)
    if is_binary(content, lambda: is_source_name(entry.name)):
        return f"{mime_type(files, entry.path) or 'binary'}, {entry.stat.st_size} bytes"
    language = language_of(entry.name, content)
    return f"{language or 'plain'} text, {marked_encoding(content) or 'utf-8 or ascii'}"


FILE = Command(name="file", usage="file [-b -i] PATH...", run=run)
