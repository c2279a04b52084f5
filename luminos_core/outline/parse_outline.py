"""Parsing a source file by tree-sitter: in the child process alone."""

from collections.abc import Callable

from luminos_core.outline.doc_text import comment_text, module_doc
from luminos_core.outline.grammars import MAX_SYMBOLS, WHOLE_SYMBOLS, grammars
from luminos_core.outline.headings import markdown_outline, restructured_outline
from luminos_core.outline.languages import parser_for
from luminos_core.outline.node_definition import text_of
from luminos_core.outline.outline import LIMIT, WHOLE
from luminos_core.outline.symbols import (
    Extracted,
    ParsedFile,
    docstring_of,
    extract_symbols,
    is_comment,
    last_row,
)
from luminos_core.records.outline import Outline, SymbolKind
from luminos_core.redaction.find_secrets import find_secrets
from luminos_core.redaction.redact import redact

_LEADING = 200  # nodes searched for the leading comment
_PROSE = {"Markdown": markdown_outline, "reStructuredText": restructured_outline}
_BEFORE_CODE = ("php_tag", "hash_bang_line")


def parse_outline(
    content: bytes, path: str, language: str, whole: str = "", clean: str = ""
) -> Outline:
    """As `outline` and `whole_outline` say; a text that is `clean` has no secrets."""
    most = WHOLE_SYMBOLS if whole else MAX_SYMBOLS
    text, truncated = _decode(content, WHOLE if whole else LIMIT)
    cleaned = str if clean else _cleaner(text)
    if language in _PROSE:
        headings = _PROSE[language](path, text, cleaned, most)
        return headings.model_copy(update={"truncated": truncated})
    # Of bytes, not by a callback: for that, tree-sitter keeps twice the file for ever.
    encoded = text.encode("utf-8")
    tree = parser_for(language).parse(encoded)
    file = ParsedFile(tree.root_node, encoded, grammars()[language], cleaned, most)
    return _outline_source(path, language, file, truncated)


def _decode(content: bytes, limit: int) -> tuple[str, str]:
    """The text, cut at a line end when over the limit, and why it is truncated."""
    encoding = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    kept = content[:limit]
    is_cut = len(content) > limit
    if is_cut and encoding == "utf-8-sig":
        kept = kept[: kept.rfind(b"\n") + 1] or kept
    truncated = f"over {limit >> 10:,} KB" if is_cut else ""
    return kept.decode(encoding, "replace"), truncated


def _cleaner(text: str) -> Callable[[str], str]:
    """A function that redacts parts of `text`; it does nothing when there are no secrets."""
    if not find_secrets(text):
        return str
    return lambda piece: redact(piece).text


def _outline_source(path: str, language: str, file: ParsedFile, truncated: str) -> Outline:
    extracted = extract_symbols(file)
    documented = docstring_of(file.root, file)
    return Outline(
        path=path,
        language=language,
        doc=module_doc(file.clean(documented or _leading_comment(file, extracted))),
        imports=tuple(extracted.imports),
        symbols=tuple(extracted.symbols),
        parsed=bool(truncated) or not file.root.has_error,  # truncation causes errors
        truncated=truncated or extracted.truncated,
    )


def _leading_comment(file: ParsedFile, extracted: Extracted) -> str:
    """The comments before the first code, except that of the first definition."""
    definitions = {
        symbol.line - 1 for symbol in extracted.symbols if symbol.kind != SymbolKind.CONSTANT
    }
    paragraphs: list[str] = []
    last = -1
    for child in file.root.named_children[:_LEADING]:
        if child.type in _BEFORE_CODE:
            continue
        if not is_comment(child) or last_row(child) + 1 in definitions:
            break
        raw = text_of(child, file.content)
        if child.start_point.row > last + 1 or raw.startswith("/*"):
            paragraphs.append("")
        paragraphs.append("" if raw.startswith("#!") else comment_text(raw))
        last = last_row(child)
    return "\n".join(paragraphs)
