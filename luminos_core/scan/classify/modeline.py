"""Modelines: the language that a file names for vim or emacs, in its first or last lines."""

from collections.abc import Iterator

from stringzilla import find

from luminos_core.scan.byte_patterns import compile_bytes
from luminos_core.scan.classify.linguist import language_by_alias

_SEARCHED = 1024  # bytes at either end
_LINES = 5  # at either end, as vim does
# Every modeline that names a language contains one of these.
_MARKERS = (b"-*-", b"ft=", b"filetype=", b"syntax=")
_VIMBALL = b"UseVimball"  # an archive, whose modeline is for the reader of the archive
_AMBIGUOUS = (b"idl",)  # CORBA's for an editor, the Interactive Data Language for Linguist

_EMACS = compile_bytes(rb"-\*-([^\n]*?)-\*-")
# Options end at the end of the line in "vim: ft=c", and at the colon in "vim: set ft=c :".
_VIM = compile_bytes(
    rb"(?:(?:^|[ \t])(?:vi|[vV]im(?:[<=>]?[0-9]+)?)|[ \t]ex):"
    rb"[ \t]*(?:(set?)[ \t]([^\n:]+):|([^\n]*))"
)
_ESCAPED = compile_bytes(rb"\\[^\n]")
_FILETYPE = compile_bytes(rb"(?:^|[ \t:])(?:filetype|ft|syntax)[ \t]*=(\w+)(?:$|[\s:.])")


def modeline_language(head: bytes, tail: bytes) -> str | None:
    """The language that a modeline at the start of `head` or the end of `tail` names; None when
    there is none, or its language is unknown."""
    edges = head[:_SEARCHED] + tail[-_SEARCHED:]
    for marker in _MARKERS:
        if find(edges, marker) >= 0:
            return _first_language(head[:_SEARCHED], tail[-_SEARCHED:])
    return None


def _first_language(head: bytes, tail: bytes) -> str | None:
    first = head.replace(b"\r", b"\n").split(b"\n", _LINES)[:_LINES]
    last = tail.replace(b"\r", b"\n").rstrip(b"\n").rsplit(b"\n", _LINES)[-_LINES:]
    if any(_VIMBALL in line for line in first):
        return None
    for line in (*first, *last):
        for word in (*_emacs_modes(line), *_vim_filetypes(line)):
            language = language_by_alias(word.decode("utf-8", "replace"))
            if language and word.lower() not in _AMBIGUOUS:
                return language
    return None


def _emacs_modes(line: bytes) -> Iterator[bytes]:
    """From "-*- ruby -*-" and "-*- coding: utf-8; mode: ruby -*-"."""
    if found := _EMACS.search(line):
        for variable in found[1].split(b";"):
            name, colon, setting = variable.partition(b":")
            if not colon:
                yield name.strip()
            elif name.strip().lower() == b"mode":
                yield setting.strip()


def _vim_filetypes(line: bytes) -> Iterator[bytes]:
    r"""From "vim: ts=4 ft=ruby" and "vim: set ft=ruby :"; not from "titlestring=\ ft=ruby"."""
    if found := _VIM.search(line):
        options = _ESCAPED.sub(b"_", found[2] or found[3] or b"")
        if not found[1] and options.startswith((b"set ", b"se ")):
            return  # not a modeline without the closing colon
        if filetype := _FILETYPE.search(options):
            yield filetype[1]
