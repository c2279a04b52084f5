"""grep: the lines that match, in files whose secrets were replaced before the search."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from luminos_core.errors import ToolError
from luminos_core.records.snapshot import FileKind
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.scan.source_text import NoText, SourceText, read_text
from luminos_core.tools.commands.command import Arguments, Command, parse
from luminos_core.tools.commands.output import Output
from luminos_core.tools.commands.pattern import (
    OVERLAP,
    Syntax,
    compile_glob,
    compile_patterns,
    matches,
    piece_size,
)
from luminos_core.tools.commands.traverse import Visit, traverse
from luminos_core.tools.listing import Entry, entry_at

_FLAGS = (
    "-n,--line-number -i,--ignore-case,-y -r,--recursive,-R -l,--files-with-matches "
    "-L,--files-without-match -c,--count -o,--only-matching -v,--invert-match -w,--word-regexp "
    "-x,--line-regexp -E,--extended-regexp,-P,--perl-regexp -F,--fixed-strings "
    "-G,--basic-regexp -h,--no-filename -H,--with-filename -I -s,--no-messages"
)
_VALUED = (
    "-e,--regexp -m,--max-count -A,--after-context -B,--before-context -C,--context "
    "--include --exclude --exclude-dir"
)


def run(argv: Sequence[str], files: SandboxedDir, output: Output) -> None:
    arguments = parse("grep", argv, flags=_FLAGS, valued=_VALUED)
    patterns, paths = _patterns_and_paths(arguments)
    named = "-H" in arguments or "-r" in arguments or len(paths) > 1
    named = named and "-h" not in arguments
    search = _Search(arguments, _expression(arguments, patterns), named, output)
    for path in paths:
        for entry in _searched(files, path, arguments, output):
            if source := _read(files, entry.path, output):
                search.show(source)
    if not output.lines:
        output.note("No line matches.")


def _patterns_and_paths(arguments: Arguments) -> tuple[tuple[str, ...], tuple[str, ...]]:
    patterns, paths = arguments.values("-e"), arguments.operands
    if not patterns:
        if not paths:
            raise ToolError("grep needs a pattern")
        patterns, paths = paths[:1], paths[1:]
    if not paths and "-r" not in arguments:
        raise ToolError("grep needs a file, or -r and a directory")
    return tuple(line for text in patterns for line in text.split("\n")), paths or (".",)


def _expression(arguments: Arguments, patterns: Sequence[str]) -> Any:
    syntax: Syntax = "fixed" if "-F" in arguments else "extended" if "-E" in arguments else "basic"
    whole = "line" if "-x" in arguments else "word" if "-w" in arguments else ""
    return compile_patterns(patterns, syntax, ignore_case="-i" in arguments, whole=whole)


def _searched(
    files: SandboxedDir, path: str, arguments: Arguments, output: Output
) -> Iterator[Entry]:
    """The regular files to search at `path` or, with -r, beneath it."""
    start = entry_at(files, path)
    if not start.is_directory:
        yield start
        return
    if "-r" not in arguments:
        raise ToolError(f"{start.path} is a directory; add -r to search the files in it")
    for visit in traverse(files, path, output):
        if visit.entry.is_directory:
            visit.prune = visit.depth > 0 and _matches(visit, arguments.values("--exclude-dir"))
            continue
        included = _matches(visit, arguments.values("--include") or ("*",))
        excluded = _matches(visit, arguments.values("--exclude"))
        if included and not excluded and visit.entry.kind is FileKind.FILE:
            yield visit.entry


def _matches(visit: Visit, globs: Sequence[str]) -> bool:
    return any(compile_glob(glob).fullmatch(visit.entry.name) for glob in globs)


def _read(files: SandboxedDir, path: str, output: Output) -> SourceText | None:
    """None, with a note, for a file without a text to search."""
    try:
        source = read_text(files, path)
    except NoText as error:
        output.note(f"{str(error).partition(';')[0]}: not searched.")
        return None
    except ToolError as error:
        output.note(f"{error}.")
        return None
    if source.remark:
        output.note(f"{source.path}: {source.remark}.")
    if source.cut:
        output.note(f"Only the first 8 MB of {source.path} were searched.")
    return source


@dataclass(frozen=True)
class _Search:
    arguments: Arguments
    expression: Any
    named: bool  # whether lines begin with their file's path
    output: Output

    def show(self, source: SourceText) -> None:
        """Write the result for one file."""
        lines = source.lines
        found = self._matching(lines)
        if "-l" in self.arguments or "-L" in self.arguments:
            if bool(found) is ("-l" in self.arguments):
                self.output.line(source.path)
        elif "-c" in self.arguments:
            self.output.line(f"{source.path}:{len(found)}" if self.named else str(len(found)))
        else:
            self._show_lines(source.path, lines, found)

    def _matching(self, lines: Sequence[str]) -> list[int]:
        """Indices of the matching lines, at most -m of them."""
        matching = (index for index, line in enumerate(lines) if self._matches(line))
        return list(islice(matching, self.arguments.number("-m", len(lines))))

    def _matches(self, line: str) -> bool:
        content = _content(line)
        found = next(matches(self.expression, content, self.output.check), None)
        if found is None and len(content) > piece_size(self.expression):
            self.output.note(f"Of very long lines, no match of over {OVERLAP:,} bytes is found.")
        return (found is None) is ("-v" in self.arguments)

    def _show_lines(self, path: str, lines: Sequence[str], found: Sequence[int]) -> None:
        """The lines at `found` with their context, and "--" where lines between are left out."""
        around = self.arguments.number("-C", 0)
        before, after = self.arguments.number("-B", around), self.arguments.number("-A", around)
        matching, last = frozenset(found), -1
        for index in found:
            start = max(index - before, last + 1)
            if last >= 0 and start > last + 1 and (before or after):
                self.output.line("--")
            for shown in range(start, min(index + after, len(lines) - 1) + 1):
                mark = ":" if shown in matching else "-"
                head = f"{path}{mark}" if self.named else ""
                head += f"{shown + 1}{mark}" if "-n" in self.arguments else ""
                self._show_line(head, lines[shown])
                last = shown

    def _show_line(self, head: str, line: str) -> None:
        if "-o" not in self.arguments:
            self.output.line(head + line.rstrip("\r"))
            return
        for match in matches(self.expression, _content(line), self.output.check):
            if match.group():
                self.output.line(head + match.group().decode("utf-8", "replace"))


def _content(line: str) -> bytes:
    return line.encode("utf-8", "replace").rstrip(b"\r")


GREP = Command(
    name="grep",
    usage="grep [-n -i -r -l -L -c -o -v -w -x -E -F -G -h -H -I -s] [-m N] [-A N] [-B N] [-C N] "
    "[-e PATTERN] [--include GLOB] [--exclude GLOB] [--exclude-dir GLOB] PATTERN PATH...",
    run=run,
)
