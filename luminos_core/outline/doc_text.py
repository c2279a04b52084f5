"""Comments and docstrings as plain text: without comment markers, short, in one line."""

import inspect
import re
from collections.abc import Iterator

_DOC = 120  # characters of a symbol's doc
_MODULE_DOC = 300
_MARKERS = re.compile(r"^\s*(?:/\*+!?|\*+/|\*(?=\s|$)|///?/?!?|#+!?|--+|;+|%+)[ \t]?")
_CLOSING = re.compile(r"\s*\*+/\s*$")
_XML_TAG = re.compile(r"</?[A-Za-z][^<>]{0,80}>")
_RULER = re.compile(r"^[\s\-=*#/~_+.]*$")
_LEGAL = re.compile(
    r"copyright|\(c\)|©|licen[cs]ed?\b|spdx-|all rights reserved|permission is hereby"
    r"|redistribution and use|without warranty|as is\b.{0,20}basis",
    re.IGNORECASE,
)
_DIRECTIVE = re.compile(  # directives to editors, linters and compilers
    r"^!|-\*-|\bvim?:|\bcoding[:=]|eslint|prettier|@ts-|@flow|@jsx|pylint|flake8|noqa|mypy:|ruff:"
    r"|isort:|type: ignore|jshint|use strict|clang-format|nolint|go:build|^\+build"
    r"|frozen_string_literal|rubocop|shellcheck",
)
_TAG = re.compile(r"^[@\\](?:(?:brief|file|fileoverview|summary)\b\s*(.*)|[a-z]+\b.*)$")
_SENTENCE_END = re.compile(r"(?<=[a-z0-9)\]\"'`])[.!?](?=\s+[A-Z`\"'(]|$)")
_QUOTED = re.compile(r"^[A-Za-z]{0,2}(\"\"\"|'''|\"|')(.*?)\1$", re.DOTALL)


def comment_text(raw: str) -> str:
    """A comment block without `//`, `#`, `/* */` and so on, with its paragraphs."""
    lines = (_CLOSING.sub("", _MARKERS.sub("", line)) for line in raw.splitlines())
    untagged = (_TAG.sub(lambda tag: tag.group(1) or "", line) for line in lines)
    return "\n".join("" if _RULER.match(line) else line.rstrip() for line in untagged).strip()


def docstring_text(raw: str) -> str:
    """The content of a Python string literal, dedented; "" when it is not a plain one."""
    match = _QUOTED.match(raw.strip())
    return inspect.cleandoc(match.group(2)) if match else ""


def first_sentence(text: str) -> str:
    """The first sentence of the first paragraph, in one line of at most 120 characters."""
    paragraph = next(_paragraphs(_XML_TAG.sub(" ", text)), "")
    end = _SENTENCE_END.search(paragraph)
    return shortened(paragraph[: end.end()] if end else paragraph, _DOC)


def module_doc(text: str) -> str:
    """The first paragraph that is no licence, shebang or directive, in at most 300 characters."""
    lines = ("" if _DIRECTIVE.search(line) else line for line in text.splitlines())
    for paragraph in _paragraphs("\n".join(lines)):
        if not _LEGAL.search(paragraph) and any(sign.isalpha() for sign in paragraph):
            return shortened(paragraph, _MODULE_DOC)
    return ""


def shortened(text: str, limit: int) -> str:
    """`text` in one line, cut at a word and marked when over `limit` characters."""
    line = " ".join(text.split())
    if len(line) <= limit:
        return line
    head, _, _ = line[: limit - 1].rpartition(" ")
    return (head or line[: limit - 1]) + "…"


def _paragraphs(text: str) -> Iterator[str]:
    for block in re.split(r"\n\s*\n", text.strip()):
        if joined := " ".join(block.split()):
            yield joined
