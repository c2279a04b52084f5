"""The document to which a README leads, when it says nothing itself: a link, or a link's text."""

import posixpath
from collections.abc import Mapping

import re2

from luminos_core.errors import ToolError
from luminos_core.offline.document import Document, read_document
from luminos_core.offline.file_facts import FileFacts
from luminos_core.offline.file_kinds import is_readme
from luminos_core.records.snapshot import DirectoryRecord
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.scan.source_text import NoText, read_text

_LINK = re2.compile(r"(?i)(?:\]\(|href=[\"']|^)\s*(?:\./)?([\w./-]+\.(?:md|rst|txt|markdown))\b")
_READ = 4_000  # characters of a README that only leads elsewhere
_TRIED = 3  # links


def linked_readme(
    directory: DirectoryRecord, known: Mapping[str, FileFacts], files: SandboxedDir
) -> tuple[str, Document] | None:
    """The path, from the directory, of the first that says something. Only below the directory,
    whose result depends on no file elsewhere."""
    readmes = [file for file in directory.files if is_readme(file)]
    told = [facts.document for name, facts in known.items() if is_readme(facts.file)]
    if not readmes or any(document and document.paragraph for document in told):
        return None
    for path in [path for file in readmes for path in _leads(file.path, file.link_target, files)]:
        full = path if directory.path == "." else f"{directory.path}/{path}"
        try:
            document = read_document(read_text(files, full).text)
        except (ToolError, NoText):
            continue
        if document.paragraph:
            return path, document
    return None


def _leads(readme: str, link: str | None, files: SandboxedDir) -> list[str]:
    if link is not None:
        return list(filter(_is_below, [posixpath.normpath(link)]))
    try:
        text = read_text(files, readme).text[:_READ]
    except (ToolError, NoText):
        return []
    return [path for path in _LINK.findall(text) if _is_below(path)][:_TRIED]


def _is_below(path: str) -> bool:
    """Not up, and not where licences, changes and rules of conduct are."""
    normal = posixpath.normpath(path)
    about = (
        posixpath.basename(normal)
        .lower()
        .startswith(
            ("license", "licence", "copying", "change", "code_of", "contrib", "security", "history")
        )
    )
    return not (normal.startswith(("..", "/")) or about)
