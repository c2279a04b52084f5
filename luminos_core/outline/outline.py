"""The outline of one file: its doc, its imports, and what it defines, by line."""

from luminos_core.outline.grammars import grammars
from luminos_core.parsing.parser import NotParsed, Parser
from luminos_core.parsing.pool import parse
from luminos_core.records.outline import Outline

LIMIT = 512 * 1024  # bytes of a file that are parsed for a model
WHOLE = 8 << 20  # and for us: all that is ever read of one
PROSE = ("Markdown", "reStructuredText")  # outlined by headings
_PARSER = Parser("outline", Outline)


def outline(path: str, content: bytes, language: str | None) -> Outline | None:
    """The structure of `content`, as far as a model is shown one; None when there is no grammar for
    `language` (Linguist's name).

    Does not raise, whatever the content. Secrets in signatures and docs are replaced by tags.
    """
    return _outlined(path, content[: LIMIT + 1], language)


def whole_outline(
    path: str, content: bytes, language: str | None, *, has_secrets: bool = True
) -> Outline | None:
    """As `outline`, of all of `content`; of what shows of its start when that takes too much. They
    are not looked for in a text of which it is known that it has none."""
    clean = {} if has_secrets or len(content) > WHOLE else {"clean": "yes"}
    found = _outlined(path, content[: WHOLE + 1], language, whole="yes", **clean)
    if found is None or not found.problem or len(content) <= LIMIT:
        return found
    start = outline(path, content, language)
    if start is None or start.problem:
        return found
    return start.model_copy(update={"truncated": f"of its first 512 KB, since {found.problem}"})


def _outlined(path: str, content: bytes, language: str | None, **options: str) -> Outline | None:
    if language is None or not has_outline(language):
        return None
    found = parse(_PARSER, content, path=path, language=language, **options)
    if isinstance(found, NotParsed):
        return Outline(path=path, language=language, parsed=False, problem=found.reason)
    return found


def has_outline(language: str | None) -> bool:
    """Whether `outline` supports `language` (Linguist's name)."""
    return language in grammars() or language in PROSE
