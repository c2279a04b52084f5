"""The text of a file of the target: never a withheld file, never a secret."""

from dataclasses import dataclass

from luminos_core.errors import ToolError
from luminos_core.redaction.redact import redact
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.scan.classify.language import is_source_name
from luminos_core.scan.classify.withheld import is_withheld
from luminos_core.scan.text_facts import bom_encoding, is_binary
from luminos_core.text.escape import printable_name

MAX_READ = 8 << 20  # bytes read of one file


class NoText(ToolError):
    """The file has no text that may be shown: it is withheld or binary."""


@dataclass(frozen=True)
class SourceText:
    """A whole file, its secrets replaced before it is cut into lines or searched."""

    path: str
    text: str
    content: bytes  # the text's bytes: the file's own unless a secret was replaced
    cut: bool  # the file is longer than `MAX_READ`

    @property
    def lines(self) -> list[str]:
        """Lines as an editor numbers them: only a line feed ends one."""
        lines = self.text.split("\n")
        return lines[:-1] if lines[-1] == "" else lines


def read_text(files: SandboxedDir, path: str) -> SourceText:
    """Read the text at `path`. NoText if it is withheld or binary, ToolError if it is no file."""
    relative = files.relative(path)
    refuse_withheld(relative)
    content, cut = files.read(relative, MAX_READ)
    if is_binary(content, lambda: is_source_name(relative.rpartition("/")[2])):
        shown = printable_name(relative)
        raise NoText(
            f"{shown} is binary; call run_command with ['file', '{shown}'] to see what it is"
        )
    text = _decoded(content)
    clean = redact(text).text
    if clean != text:
        content = clean.encode()
    return SourceText(path=relative, text=clean, content=content, cut=cut)


def refuse_withheld(path: str) -> None:
    """NoText if files of this name usually hold secrets."""
    if is_withheld(path.rpartition("/")[2]):
        shown = printable_name(path)
        raise NoText(f"{shown} is withheld: files of this name hold secrets and are never shown")


def _decoded(content: bytes) -> str:
    """The text, without a byte order mark; line feeds in place of lone carriage returns."""
    text = content.decode(bom_encoding(content) or "utf-8", "replace").removeprefix("\ufeff")
    return text if "\n" in text else text.replace("\r", "\n")
