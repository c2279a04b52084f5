"""The text of a file as tools may see it: never a withheld file, never a secret."""

from collections.abc import Iterable
from dataclasses import dataclass

from luminos_core.errors import ToolError
from luminos_core.redaction.redact import redact
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.scan.classify.language import is_source_name
from luminos_core.scan.classify.withheld import is_withheld
from luminos_core.scan.text import is_binary, marked_encoding

MAX_READ = 8 << 20  # bytes of one file that are looked at


class NoText(ToolError):
    """The file has no text that a tool may show: it is withheld, or binary."""


@dataclass(frozen=True)
class SourceText:
    """A whole file, its secrets replaced before it is cut into lines or searched."""

    path: str
    text: str
    content: bytes  # the text's bytes: the file's own unless a secret was replaced
    cut: bool  # the file goes on after `MAX_READ`

    @property
    def lines(self) -> list[str]:
        """Lines as an editor numbers them: only a line feed ends one."""
        lines = self.text.split("\n")
        return lines[:-1] if lines[-1] == "" else lines


def read_text(files: SandboxedDir, path: str) -> SourceText:
    """The text at `path`; NoText for what is withheld or binary, ToolError for what is no file."""
    shown = files.relative(path)
    refuse_withheld(shown)
    content, cut = files.read(shown, MAX_READ)
    if is_binary(content, lambda: is_source_name(shown.rpartition("/")[2])):
        raise NoText(
            f"{shown} is binary; call run_command with ['file', '{shown}'] to see what it is"
        )
    text = _decoded(content)
    clean = redact(text).text
    if clean != text:
        content = clean.encode()
    return SourceText(path=shown, text=clean, content=content, cut=cut)


def numbered(lines: Iterable[str], first: int = 1) -> str:
    """Each line behind its number and a tab."""
    return "\n".join(f"{number}\t{line}".rstrip("\r") for number, line in enumerate(lines, first))


def refuse_withheld(path: str) -> None:
    """NoText when the name of `path` is known for secrets."""
    if is_withheld(path.rpartition("/")[2]):
        raise NoText(f"{path} is withheld: files of this name hold secrets and are never shown")


def _decoded(content: bytes) -> str:
    """The text, without a byte order mark; line feeds in place of lone carriage returns."""
    text = content.decode(marked_encoding(content) or "utf-8", "replace").removeprefix("\ufeff")
    return text if "\n" in text else text.replace("\r", "\n")
