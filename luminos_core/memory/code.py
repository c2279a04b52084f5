"""The code that a flag is about, as a digest: what was said of the flag holds while it stays."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from luminos_core.digest import digest_bytes
from luminos_core.errors import ToolError
from luminos_core.flags.evidence import locate
from luminos_core.flags.fingerprint import compared
from luminos_core.memory.judgement import QUOTED
from luminos_core.outline.outline import whole_outline
from luminos_core.records.flag import Flag
from luminos_core.records.memory import Judgement
from luminos_core.records.outline import Outline, Symbol, SymbolKind
from luminos_core.records.project import MappedFile
from luminos_core.records.snapshot import FileRecord
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.scan.source_text import SourceText, read_text

_FUNCTIONS = (SymbolKind.FUNCTION, SymbolKind.METHOD)
_AROUND = 5  # lines, before and after a place that is in no function


def code_of(
    flags: Iterable[Flag | Judgement],
    files: SandboxedDir,
    known: Iterable[FileRecord | MappedFile],
) -> dict[str, str]:
    """By fingerprint: the function of the flag, else the lines around it, else its file; without
    what a formatter changes. "" for a flag about no file that can be read. `known`: the target's
    files."""
    in_order = sorted(flags, key=lambda flag: flag.path)
    languages = {file.path: file.language for file in known} if in_order else {}
    return {
        flag.fingerprint: digest
        for path, found in groupby(in_order, key=lambda flag: flag.path)
        for flag, digest in _in_file(path, list(found), files, languages)
    }


def _in_file(
    path: str,
    flags: list[Flag | Judgement],
    files: SandboxedDir,
    languages: Mapping[str, str | None],
) -> Iterator[tuple[Flag | Judgement, str]]:
    try:
        source = read_text(files, path) if path in languages else None
    except ToolError:
        source = None
    if source is None:
        yield from ((flag, "") for flag in flags)
        return
    outline = whole_outline(path, source.content, languages[path])
    for flag in flags:
        text = compared("\n".join(_lines(flag, source, outline)))
        yield flag, digest_bytes(text.encode("utf-8", "surrogatepass"))[:32]


def _lines(flag: Flag | Judgement, source: SourceText, outline: Outline | None) -> list[str]:
    found = locate(source.text, flag.quotation[:QUOTED], flag.line)
    if found is None and flag.line is None:
        return source.lines
    first, last = (found.line, found.end_line) if found else (flag.line or 1, flag.line or 1)
    around = [each for each in (outline.symbols if outline else ()) if _holds(each, first)]
    if around:
        symbol = min(around, key=lambda each: each.end_line - each.line)
        return source.lines[symbol.line - 1 : max(symbol.end_line, last)]
    return source.lines[max(first - 1 - _AROUND, 0) : last + _AROUND]


def _holds(symbol: Symbol, line: int) -> bool:
    return symbol.kind in _FUNCTIONS and symbol.line <= line <= symbol.end_line
