"""Comments and docstrings as plain text: without comment markers, short, in one line."""

import inspect
from collections.abc import Iterator
from typing import Any

import re2

_DOC = 120  # characters of a symbol's doc
_MODULE_DOC = 300
_MARKERS = re2.compile(r"\s*(?:/\*+!?|\*+/|\*(?:\s|\z)|///?/?!?|#+!?|--+|;+|%+)[ \t]?")
_XML_TAG = re2.compile(r"</?[A-Za-z][^<>]*>")
_TAG_LENGTH = 80  # characters; what is longer is no tag
_RULER = re2.compile(r"[\s\-=*#/~_+.]*")
_LEGAL = re2.compile(
    r"(?i)copyright|\(c\)|©|licen[cs]ed?\b|spdx-|all rights reserved|permission is hereby"
    r"|redistribution and use|without warranty|as is\b.{0,20}basis"
)
_DIRECTIVE = re2.compile(  # directives to editors, linters and compilers
    r"^!|-\*-|\bvim?:|\bcoding[:=]|eslint|prettier|@ts-|@flow|@jsx|pylint|flake8|noqa|mypy:|ruff:"
    r"|isort:|type: ignore|jshint|use strict|clang-format|nolint|go:build|^\+build"
    r"|frozen_string_literal|rubocop|shellcheck",
)
_TAG = re2.compile(r"[@\\](?:(?:brief|file|fileoverview|summary)\b\s*(.*)|[a-z]+\b.*)")
_SENTENCE_END = re2.compile(r"[a-z0-9)\]\"'`]([.!?])(?:\s+[A-Z`\"'(]|\z)")
_QUOTED = re2.compile(r"[A-Za-z]{0,2}(\"\"\"|'''|\"|')")
_BLANK_LINES = re2.compile(r"\n\s*\n")


def comment_text(raw: str) -> str:
    """A comment block without `//`, `#`, `/* */` and so on, with its paragraphs."""
    if not raw:
        return ""
    lines = (_without_closing(_without_marker(line)) for line in raw.splitlines())
    untagged = (tag[1] or "" if (tag := _TAG.fullmatch(line)) else line for line in lines)
    return "\n".join("" if _RULER.fullmatch(line) else line.rstrip() for line in untagged).strip()


def docstring_text(raw: str) -> str:
    """The content of a Python string literal, dedented; "" when it is not a plain one."""
    literal = raw.strip()
    match = _QUOTED.match(literal)
    quote = match[1] if match else ""
    if not match or not literal.endswith(quote) or len(literal) < match.end() + len(quote):
        return ""
    return inspect.cleandoc(literal[match.end() : -len(quote)])


def first_sentence(text: str) -> str:
    """The first sentence of the first paragraph, in one line of at most 120 characters."""
    if not text:
        return ""
    plain = _XML_TAG.sub(_without_tag, text) if "<" in text else text
    paragraph = next(_paragraphs(plain), "")
    end = _SENTENCE_END.search(paragraph)
    return shortened(paragraph[: end.end(1)] if end else paragraph, _DOC)


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


def _without_marker(line: str) -> str:
    marker = _MARKERS.match(line)
    return line[marker.end() :] if marker else line


def _without_closing(line: str) -> str:
    """`line` without the stars and the slash that end a comment."""
    bare = line.rstrip()
    return bare[:-1].rstrip("*").rstrip() if bare.endswith("*/") else line


def _without_tag(tag: Any) -> str:
    return " " if len(tag.group()) <= _TAG_LENGTH else str(tag.group())


def _paragraphs(text: str) -> Iterator[str]:
    for block in _BLANK_LINES.split(text.strip()):
        if joined := " ".join(block.split()):
            yield joined
