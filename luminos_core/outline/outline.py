"""The outline of one file: its doc, its imports, and what it defines, by line."""

from luminos_core.outline.grammars import grammars
from luminos_core.parsing.parser import NotParsed, Parser
from luminos_core.parsing.pool import parse
from luminos_core.records.outline import Outline

LIMIT = 512 * 1024  # bytes of a file that are parsed
PROSE = ("Markdown", "reStructuredText")  # outlined by headings
_PARSER = Parser("outline", Outline)


def outline(path: str, content: bytes, language: str | None) -> Outline | None:
    """The structure of `content`; None when there is no grammar for `language` (Linguist's name).

    Does not raise, whatever the content. Secrets in signatures and docs are replaced by tags.
    """
    if language is None or not has_outline(language):
        return None
    found = parse(_PARSER, content[: LIMIT + 1], path=path, language=language)
    if isinstance(found, NotParsed):
        return Outline(path=path, language=language, parsed=False, problem=found.reason)
    return found


def has_outline(language: str | None) -> bool:
    """Whether `outline` supports `language` (Linguist's name)."""
    return language in grammars() or language in PROSE
