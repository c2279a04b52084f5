"""file: the type of an entry: by libmagic for binary content, by name and text for the rest; with
-i by libmagic for all."""

from collections.abc import Sequence

from luminos_core.records.snapshot import FileKind
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.scan.classify.language import is_source_name, language_of
from luminos_core.scan.classify.withheld import is_withheld
from luminos_core.scan.text_facts import BINARY_PROBE, is_binary
from luminos_core.text.decode import decode
from luminos_core.tools.commands.command import Command, parse
from luminos_core.tools.commands.output import Output
from luminos_core.tools.listing import Entry, entry_at, mime_type


def run(argv: Sequence[str], files: SandboxedDir, output: Output) -> None:
    arguments = parse("file", argv, flags="-b,--brief -i,--mime-type,--mime", needs="a path")
    for path in arguments.operands:
        with output.errors_as_notes(several=len(arguments.operands) > 1):
            entry = entry_at(files, path)
            head = "" if "-b" in arguments else f"{entry.path}: "
            output.line(head + _described(files, entry, exactly="-i" in arguments))


def _described(files: SandboxedDir, entry: Entry, *, exactly: bool) -> str:
    if entry.is_directory:
        return "directory"
    if entry.kind is not FileKind.FILE:
        return entry.kind.value
    if is_withheld(entry.path):
        return "withheld by its name; not opened"
    exact = mime_type(files, entry.path) if exactly else ""
    return exact or _by_content(files, entry)


def _by_content(files: SandboxedDir, entry: Entry) -> str:
    if entry.stat.st_size == 0:
        return "empty"
    content, cut = files.read(entry.path, BINARY_PROBE)
    if is_binary(content, lambda: is_source_name(entry.name)):
        return f"{mime_type(files, entry.path) or 'binary'}, {entry.stat.st_size} bytes"
    language = language_of(entry.name, content)
    decoded = decode(content, cut=cut)
    encoding = decoded.encoding if decoded.exact else "unknown encoding"
    return f"{language or 'plain'} text, {'ascii' if content.isascii() else encoding}"


FILE = Command(name="file", usage="file [-b -i] PATH...", run=run)
