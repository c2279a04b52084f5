"""The text of a file of the target: never a withheld file, never a secret."""

from dataclasses import dataclass

from luminos_core.errors import ToolError
from luminos_core.redaction.redact import redact
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.scan.classify.language import is_source_name
from luminos_core.scan.classify.withheld import is_withheld
from luminos_core.scan.text_facts import is_binary
from luminos_core.text.decode import decode
from luminos_core.text.escape import printable_name

MAX_READ = 8 << 20  # bytes read of one file


class NoText(ToolError):
    """The file has no text that may be shown: it is withheld or binary."""


@dataclass(frozen=True)
class SourceText:
    """A whole file, its secrets replaced before it is cut into lines or searched."""

    path: str
    text: str
    content: bytes  # the text in UTF-8: the file's own bytes unless it had to be changed
    cut: bool  # the file is longer than `MAX_READ`
    remark: str = ""  # what to know of its encoding before it is quoted
    has_secrets: bool = True  # or had; False when none was found in it

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
    decoded = decode(content, cut=cut)
    # A carriage return alone ends a line where there is no line feed.
    text = decoded.text if "\n" in decoded.text else decoded.text.replace("\r", "\n")
    clean = redact(text).text
    if clean != text or decoded.encoding != "utf-8":
        content = clean.encode("utf-8", "replace")
    has_secrets = clean != text
    return SourceText(relative, clean, content, cut, decoded.remark, has_secrets)


def refuse_withheld(path: str) -> None:
    """NoText if files of this name usually hold secrets."""
    if is_withheld(path):
        shown = printable_name(path)
        raise NoText(f"{shown} is withheld: files of this name hold secrets and are never shown")
