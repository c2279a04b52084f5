"""What a file tells vim or emacs of its own language, in its first or last lines."""

from collections.abc import Iterator

from stringzilla import find

from luminos_core.scan.classify.linguist import language_called
from luminos_core.scan.expressions import compile_bytes

_EDGE = 1024  # bytes looked at, at either end
_LINES = 5  # at either end, as vim does
_SIGNS = (
    b"-*-",
    b"ft=",
    b"filetype=",
    b"syntax=",
)  # one is in every modeline that names a language
_VIMBALL = b"UseVimball"  # an archive: its modeline speaks of the archive's own reader

_ELSEWHERE = (b"idl",)  # to an editor CORBA's, to Linguist the Interactive Data Language

_EMACS = compile_bytes(rb"-\*-([^\n]*?)-\*-")
# "vim: ft=c" has options to the line's end; "vim: set ft=c :" has them up to the colon.
_VIM = compile_bytes(
    rb"(?:(?:^|[ \t])(?:vi|[vV]im(?:[<=>]?[0-9]+)?)|[ \t]ex):"
    rb"[ \t]*(?:(set?)[ \t]([^\n:]+):|([^\n]*))"
)
_ESCAPED = compile_bytes(rb"\\[^\n]")
_FILETYPE = compile_bytes(rb"(?:^|[ \t:])(?:filetype|ft|syntax)[ \t]*=(\w+)(?:$|[\s:.])")


def modeline_language(head: bytes, tail: bytes) -> str | None:
    """The language that a modeline at the start of `head` or the end of `tail` names; None when
    there is none, or its language is unknown."""
    edges = head[:_EDGE] + tail[-_EDGE:]
    for sign in _SIGNS:
        if find(edges, sign) >= 0:
            return _named(head[:_EDGE], tail[-_EDGE:])
    return None


def _named(head: bytes, tail: bytes) -> str | None:
    first = head.replace(b"\r", b"\n").split(b"\n", _LINES)[:_LINES]
    last = tail.replace(b"\r", b"\n").rstrip(b"\n").rsplit(b"\n", _LINES)[-_LINES:]
    if any(_VIMBALL in line for line in first):
        return None
    for line in (*first, *last):
        for word in (*_emacs_modes(line), *_vim_filetypes(line)):
            language = language_called(word.decode("utf-8", "replace"))
            if language and word.lower() not in _ELSEWHERE:
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
            return  # without the closing colon it is no modeline
        if filetype := _FILETYPE.search(options):
            yield filetype[1]
