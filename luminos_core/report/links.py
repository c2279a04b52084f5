"""Where a place of the target is shown on the web: at its forge, at the commit that was read."""

from typing import Protocol
from urllib.parse import quote

import re2

from luminos_core.records.comparison import Forge, SourceVersion
from luminos_core.records.flag import Flag, FlagState
from luminos_core.text.filenames import decode_name

_PAGE = re2.compile(r"https?://[A-Za-z0-9.-]+(?::[0-9]{1,5})?(?:/[A-Za-z0-9._~+%-]+)+")
_ADDRESS = re2.compile(r"https?://[A-Za-z0-9._~:/?#@!$&*+,;=%-]+")
_COMMIT = re2.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_RENDERED = (  # by forges: a link to a line asks for the source
    *(".adoc", ".asciidoc", ".creole", ".ipynb", ".markdown", ".md", ".mdown", ".mediawiki"),
    *(".mkd", ".org", ".pod", ".rdoc", ".rst", ".textile"),
)
_NO_FILE = ("", "general", ".")
_FOLDERS = {
    Forge.GITHUB: "blob/{}",
    Forge.GITLAB: "-/blob/{}",
    Forge.BITBUCKET: "src/{}",
    Forge.GITEA: "src/commit/{}",
    Forge.SOURCEHUT: "tree/{}/item",
}
_SOURCE = {Forge.GITHUB: "?plain=1", Forge.GITLAB: "?plain=1", Forge.GITEA: "?display=source"}
_LINE = {Forge.BITBUCKET: "lines-{}"}
_LINES = {
    Forge.GITLAB: "L{}-{}",
    Forge.SOURCEHUT: "L{}-{}",
    Forge.BITBUCKET: "lines-{}:{}",
}


class Versioned(Protocol):
    """A report, or a part of one."""

    @property
    def version(self) -> SourceVersion: ...


def link_to_flag(report: Versioned, flag: Flag) -> str:
    """As `link_to`. What is gone is not at this commit any more, or elsewhere."""
    gone = flag.state in (FlagState.RESOLVED, FlagState.UNKNOWN)
    return "" if gone else link_to(report, flag.path, flag.line, flag.end_line)


def link_to(
    report: Versioned, path: str, line: int | None = None, end_line: int | None = None
) -> str:
    """The address of a file, or of lines of it, as text that any format can hold: ASCII without
    white space, brackets or quotation marks. "" when the forge or the commit is not known, or
    `path` is no file's."""
    version, name = report.version, decode_name(path).encode("utf-8", "surrogateescape")
    page = page_of(version)
    if (
        not page
        or version.forge is None
        or path in _NO_FILE
        or not _COMMIT.fullmatch(version.commit)
    ):
        return ""
    folder = decode_name(version.folder).encode("utf-8", "surrogateescape")
    whole = quote(b"/".join(filter(None, (folder, name))))
    if version.forge is Forge.AZURE:
        return f"{page}?path=/{whole}&version=GC{version.commit}{_azure(line, end_line)}"
    address = f"{page}/{_FOLDERS[version.forge].format(version.commit)}/{whole}"
    return address + _lines(version.forge, path, line, end_line)


def in_repository(report: Versioned, path: str) -> str:
    """The file's path from the top of the repository, where one is known, as people write it;
    "." for a flag of no file."""
    named = "" if path in _NO_FILE else path
    return "/".join(filter(None, (report.version.folder, named))) or "."


def web_address(address: str) -> str:
    """The address, when it is one of the web that any format can hold; else ""."""
    return address if _ADDRESS.fullmatch(address) else ""


def page_of(version: SourceVersion) -> str:
    """The repository's page; "" when it is not known, or nothing that should be linked."""
    return version.remote if _PAGE.fullmatch(version.remote) else ""


def _lines(forge: Forge, path: str, line: int | None, end_line: int | None) -> str:
    if line is None or line < 1:
        return ""
    source = _SOURCE.get(forge, "") if path.lower().endswith(_RENDERED) else ""
    one, several = _LINE.get(forge, "L{}"), _LINES.get(forge, "L{}-L{}")
    is_one = end_line is None or end_line <= line
    return f"{source}#{one.format(line) if is_one else several.format(line, end_line)}"


def _azure(line: int | None, end_line: int | None) -> str:
    """Up to the beginning of the line after the last."""
    if line is None or line < 1:
        return ""
    end = max(line, end_line or line) + 1
    return f"&line={line}&lineEnd={end}&lineStartColumn=1&lineEndColumn=1"
