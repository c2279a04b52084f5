"""The outline of one file: its doc, its imports, and what it defines, by line."""

import time
from collections.abc import Callable

from tree_sitter import Tree

from luminos_core.outline.grammars import GRAMMARS, parser_for
from luminos_core.outline.headings import markdown_outline, restructured_outline
from luminos_core.outline.prose import comment_text, module_doc
from luminos_core.outline.shape import text_of
from luminos_core.outline.walk import Found, Source, docstring_of, is_comment, last_row, walk
from luminos_core.records.outline import Outline, SymbolKind
from luminos_core.redaction.find import find_secrets
from luminos_core.redaction.redact import redact

LIMIT = 512 * 1024  # bytes that are parsed; tree-sitter took 20 s for 80 KB of one hostile input
SECONDS = 2.0  # of processor time for one file: a busy machine gets the same outline
_PIECE = 64 * 1024  # bytes handed to the parser at a time; between two it looks at the clock
# tree-sitter's last step over 50,000 unclosed "<" of C# took minutes and asks no callback.
_UNCLOSED = 5_000
_LEADING = 200  # nodes of a file among which its leading comment is looked for
_PROSE = ("Markdown", "reStructuredText")
_BEFORE_CODE = ("php_tag", "hash_bang_line")


def outline(path: str, content: bytes, language: str | None) -> Outline | None:
    """The structure of `content`; None when there is no grammar for `language` (Linguist's name).

    Never raises on what a file holds. Secrets in signatures and docs are replaced by tags.
    """
    text, truncated = _readable(content)
    clean = _cleaner(text)
    match language:
        case "Markdown":
            headings = markdown_outline(path, text, clean)
            return headings.model_copy(update={"truncated": truncated})
        case "reStructuredText":
            headings = restructured_outline(path, text, clean)
            return headings.model_copy(update={"truncated": truncated})
    if language is None or language not in GRAMMARS:
        return None
    return _of_source(path, text.encode("utf-8"), language, clean, truncated)


def has_outline(language: str | None) -> bool:
    """Whether `outline` knows the structure of files in `language` (Linguist's name)."""
    return language in GRAMMARS or language in _PROSE


def _readable(content: bytes) -> tuple[str, str]:
    """The text within the limit, cut at a line's end, and why it is not whole."""
    encoding = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    kept = content[:LIMIT]
    if len(content) > LIMIT and encoding == "utf-8-sig":
        kept = kept[: kept.rfind(b"\n") + 1] or kept
    truncated = "over 512 KB" if len(content) > LIMIT else ""
    return kept.decode(encoding, "replace"), truncated


def _cleaner(text: str) -> Callable[[str], str]:
    """Redaction, for pieces of a text: only a text with secrets pays for it."""
    if not find_secrets(text):
        return str
    return lambda piece: redact(piece).text


def _of_source(
    path: str, content: bytes, language: str, clean: Callable[[str], str], truncated: str
) -> Outline:
    grammar = GRAMMARS[language]
    deadline = time.thread_time() + SECONDS
    if content.count(b"<") - content.count(b">") > _UNCLOSED:
        return Outline(path=path, language=language, parsed=False, truncated="too deeply nested")
    tree = _parsed(content, language, deadline)
    if tree is None:
        return Outline(path=path, language=language, parsed=False, truncated="stopped after 2 s")
    source = Source(tree.root_node, content, grammar, clean)
    found = walk(source, deadline)
    documented = docstring_of(source.root, content) if grammar.docstrings else ""
    return Outline(
        path=path,
        language=language,
        doc=module_doc(clean(documented or _leading_comment(source, found))),
        imports=tuple(found.imports),
        symbols=tuple(found.symbols),
        parsed=bool(truncated) or not source.root.has_error,  # a cut file's errors are not its own
        truncated=truncated or found.truncated,
    )


def _parsed(content: bytes, language: str, deadline: float) -> Tree | None:
    """The tree; None when the deadline came first."""
    parser = parser_for(language)
    try:
        # Only with a reading callback does tree-sitter ask the progress callback.
        return parser.parse(
            lambda offset, _point: content[offset : offset + _PIECE],
            progress_callback=lambda _offset, _has_error: time.thread_time() > deadline,
        )
    except ValueError:
        parser.reset()
        return None


def _leading_comment(source: Source, found: Found) -> str:
    """The comments before the first code, but not one that belongs to the first definition."""
    definitions = {
        symbol.line - 1 for symbol in found.symbols if symbol.kind != SymbolKind.CONSTANT
    }
    paragraphs: list[str] = []
    last = -1
    for child in source.root.named_children[:_LEADING]:
        if child.type in _BEFORE_CODE:
            continue
        if not is_comment(child) or last_row(child) + 1 in definitions:
            break
        raw = text_of(child, source.content)
        if child.start_point.row > last + 1 or raw.startswith("/*"):
            paragraphs.append("")
        paragraphs.append("" if raw.startswith("#!") else comment_text(raw))
        last = last_row(child)
    return "\n".join(paragraphs)
