"""Characters in code that a reader does not see, or takes for others."""

from collections.abc import Iterator

import re2

from luminos_core.catalogue.rule import CODE_LANGUAGES
from luminos_core.checks.check import CheckedFile, FileCheck
from luminos_core.records.flag import Flag, Severity
from luminos_core.records.snapshot import FileRecord

_ANY = re2.compile(r"[^\x00-\x7f]")
_BIDIRECTIONAL = re2.compile("[\u202a-\u202e\u2066-\u2069]")  # overrides, embeddings, isolates
_INVISIBLE = re2.compile("[\u00ad\u115f\u1160\u180e\u200b\u2060-\u2064\u3164\uffa0]|[^\x00]\ufeff")
_JOINER_IN_LATIN = re2.compile("[A-Za-z_][\u200c\u200d]|[\u200c\u200d][A-Za-z_]")
# Scripts without spaces between words, which break at U+200B; a comment that shows a character.
_MEANT = re2.compile(
    r"[\x{e00}-\x{eff}\x{1000}-\x{109f}\x{1780}-\x{17ff}][^\n\x{200b}]?\x{200b}|(?://|#)[^\n]*$"
)
_LONG_LINE = 5_000  # characters: what no person wrote
# A letter of another alphabet right between Latin ones; not "\u0394x", "x_\u03b1" or "5\u03bcs".
_MIXED = re2.compile(
    r"\w*(?:[A-Za-z][\x{370}-\x{4ff}][A-Za-z]|[A-Za-z]{2}[\x{400}-\x{4ff}]"
    r"|[\x{400}-\x{4ff}][A-Za-z]{2})\w*"
)


def is_code(file: FileRecord) -> bool:
    return file.language in CODE_LANGUAGES


def _is_hidden(line: str) -> bool:
    shown = _MEANT.sub("", line)
    return bool(_INVISIBLE.search(shown) or _JOINER_IN_LATIN.search(shown))


def find_hidden_characters(checked: CheckedFile) -> Iterator[Flag]:
    if not _ANY.search(checked.text):
        return
    usual = checked.severity(Severity.CONCERN, on_purpose=checked.file.vendored)
    for number, line in enumerate(checked.lines, start=1):
        if line.isascii():
            continue
        severity = Severity.INFO if len(line) > _LONG_LINE else usual
        if _BIDIRECTIONAL.search(line):
            yield checked.flag(
                "bidirectional-characters",
                "Characters that reverse the direction of text are in this line: it is read in"
                " another order than it runs.",
                severity,
                number,
                number,
            )
        elif _is_hidden(line):
            yield checked.flag(
                "invisible-character",
                "A character that is not shown is in this line: what looks equal is not.",
                severity,
                number,
                number,
            )
        elif found := _MIXED.search(line):
            yield checked.flag(
                "mixed-alphabets",
                f"{ascii(found.group())[1:-1]} has letters of two alphabets that look alike: it is"
                " another name than it seems.",
                severity,
                number,
                number,
            )


HIDDEN_CHARACTERS = FileCheck("hidden-characters", 1, find_hidden_characters, is_code)
