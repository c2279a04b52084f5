"""Characters in code that a reader does not see, or takes for others."""

import unicodedata
from collections.abc import Iterator

import re2

from luminos_core.catalogue.rule import CODE_LANGUAGES
from luminos_core.checks.check import CheckedFile, FileCheck
from luminos_core.checks.letters import mixed_word
from luminos_core.records.flag import Flag, Severity
from luminos_core.records.snapshot import FileRecord

_ANY = re2.compile(r"[^\x00-\x7f]")
_BIDIRECTIONAL = re2.compile("[\u202a-\u202e\u2066-\u2069]")  # overrides, embeddings, isolates
_EMBEDDED = re2.compile("[\u202a\u202b][^\u202a-\u202e\u2066-\u2069]*\u202c")
_RIGHT_TO_LEFT = re2.compile(r"[\x{590}-\x{8ff}\x{fb1d}-\x{fdff}\x{fe70}-\x{fefc}]")
_INVISIBLE = re2.compile("[\u00ad\u115f\u1160\u180e\u200b-\u200d\u2060-\u2064\u3164\uffa0\ufeff]+")
_FILLERS = frozenset("\u115f\u1160\u3164\uffa0")  # letters, and so parts of names
_JOINERS = frozenset("\u200c\u200d")
_QUOTES = frozenset("\"'`")
# Where characters are meant for people; what a program has put together.
_LOCALE = re2.compile(
    r"(?i)(?:^|/)(?:lang(?:uages?)?|locales?|locali[sz]ations?|l10n|i18n|translations?|messages"
    r"|nls|intl)(?:[._-][^/]*)?/|(?:^|/)(?:messages|lang|i18n|locale|translations?)[\w.-]*$"
)
_BUNDLE = re2.compile(
    r"(?:^|/)(?:dist|build|built|bundles?|out|assets/built)/|[.-][0-9a-f]{8,}\.m?js$"
    r"|[.-][\w-]{8}\.mjs$|\.(?:umd|bundle|chunk)\.js$"
)
_BINARY = re2.compile("[\\x00-\\x08\\x0e-\\x1f\\x{fffd}]")  # an archive behind a script, say
_LONG_LINE = 5_000  # characters: what no person wrote


def is_code(file: FileRecord) -> bool:
    return file.language in CODE_LANGUAGES


def find_hidden_characters(checked: CheckedFile) -> Iterator[Flag]:
    if not _ANY.search(checked.text):
        return
    file = checked.file
    by_program = file.vendored or file.generated or bool(_BUNDLE.search(file.path))
    for number, line in enumerate(checked.lines, start=1):
        if line.isascii() or _BINARY.search(line) or not (found := _hidden(line)):
            continue
        rule, finding, is_told = found
        is_meant = rule != "mixed-alphabets" and bool(_LOCALE.search(file.path))
        on_purpose = by_program or is_meant or not is_told or len(line) > _LONG_LINE
        severity = checked.severity(Severity.CONCERN, on_purpose=on_purpose)
        yield checked.flag(rule, finding, severity, number, number)


def _hidden(line: str) -> tuple[str, str, bool] | None:
    """The rule, the finding, and whether it changes what a reader takes the line for."""
    if _BIDIRECTIONAL.search(line):
        finding = (
            "Characters that reverse the direction of text are in this line: it is read in"
            " another order than it runs."
        )
        return "bidirectional-characters", finding, _is_reordered(line)
    if any(_hides(found.group(), line, *found.span()) for found in _INVISIBLE.finditer(line)):
        finding = "A character that is not shown is in this line: what looks equal is not."
        return "invisible-character", finding, True
    if len(line) <= _LONG_LINE and (word := mixed_word(line)):
        finding = (
            f"{ascii(word)[1:-1]} has letters of two alphabets that look alike: it is another name"
            " than it seems."
        )
        return "mixed-alphabets", finding, True
    return None


def _is_reordered(line: str) -> bool:
    """Whether a line without letters that need it is reordered; embeddings that are closed, and a
    list of such characters, change nothing that is read."""
    if _RIGHT_TO_LEFT.search(line):
        return False
    left = _EMBEDDED.sub("", line)
    return any(not _is_listed(left, found.start()) for found in _BIDIRECTIONAL.finditer(left))


def _is_listed(line: str, place: int) -> bool:
    """Whether a character stands between quotes alone, or among others that are as special."""
    before, after = line[place - 1 : place] if place else " ", line[place + 1 : place + 2] or " "
    is_alone = before in _QUOTES and after in _QUOTES
    return is_alone or _is_special(before) or _is_special(after)


def _is_special(character: str) -> bool:
    return unicodedata.category(character) in ("Cf", "Cc", "Co", "Cn", "Zl", "Zp")


def _hides(characters: str, line: str, start: int, end: int) -> bool:
    """Whether what is not shown changes a word of code: it does not between letters that are not
    Latin, nor alone in quotes or in a comment that shows it."""
    before, after = line[start - 1 : start] if start else "", line[end : end + 1]
    if before in _QUOTES and after in _QUOTES:
        return False
    if characters[0] in _FILLERS:
        return not (_is_korean(before) or _is_korean(after))
    if not start or not (_is_latin(before) or _is_latin(after)):
        return False
    if set(characters) <= _JOINERS:
        return before.isascii() and after.isascii() and not before.isdigit()
    return (before.isascii() or not before.isalpha()) and (after.isascii() or not after.isalpha())


def _is_latin(character: str) -> bool:
    return character.isascii() and (character.isalnum() or character == "_")


def _is_korean(character: str) -> bool:
    return "\u1100" <= character <= "\u11ff" or "\uac00" <= character <= "\ud7a3"


HIDDEN_CHARACTERS = FileCheck("hidden-characters", 3, find_hidden_characters, is_code)
