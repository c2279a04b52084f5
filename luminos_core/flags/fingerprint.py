"""The identity of a flag. The line is not part of it: every edit above moves it."""

from collections import defaultdict
from collections.abc import Iterable

from luminos_core.digest import digest_json
from luminos_core.records.flag import Flag, FlagSource
from luminos_core.redaction.tag import without_numbers

_COMPARED = 120  # characters of a quotation: one is cut elsewhere when a formatter adds spaces
_QUOTES = str.maketrans({"'": '"', "`": '"'})


def fingerprint(flag: Flag) -> str:
    """64 hex digits of rule, path, enclosing symbol, quotation and ordinal. Spaces, the style of
    quotation marks and what separates the line from the next do not count."""
    return digest_json([*_alike(flag), flag.ordinal])


def numbered(flags: Iterable[Flag]) -> tuple[Flag, ...]:
    """`flags` in their order, those that are alike numbered by place. When one of three goes, the
    numbers 1 and 2 remain: one flag is gone, and the others are known again."""
    alike: dict[tuple[str, ...], list[Flag]] = defaultdict(list)
    in_order = tuple(flags)
    for flag in in_order:
        alike[_alike(flag)].append(flag)
    ordinals: dict[int, int] = {}
    for found in alike.values():
        for ordinal, flag in enumerate(sorted(found, key=_place), start=1):
            ordinals[id(flag)] = ordinal
    return tuple(_with_ordinal(flag, ordinals[id(flag)]) for flag in in_order)


def found_at(flag: Flag) -> tuple[str, ...]:
    """Equal for what was found once and is told twice. A check that repeats itself on a line found
    it there several times; an agent only says it again, in whatever words."""
    if flag.source is not FlagSource.MODEL:
        return *evidence(flag), str(flag.line), str(flag.ordinal)
    return *evidence(flag), str(flag.line) if flag.quotation else ""  # else its line is a guess


def evidence(flag: Flag) -> tuple[str, ...]:
    """What it says of which file, wherever that is."""
    return flag.rule, flag.path, what_is_there(flag)


def _alike(flag: Flag) -> tuple[str, ...]:
    return *evidence(flag), "".join(without_numbers(flag.symbol).split())


def what_is_there(flag: Flag) -> str:
    """The beginning of its quotation, as it is compared. A check without one has its rule alone:
    its finding may hold a size or a line."""
    quotation = compared(flag.quotation)[:_COMPARED].rstrip(",;")
    if quotation or flag.source is not FlagSource.MODEL:
        return quotation
    return _words(flag.finding)  # an agent's, about a whole file or none


def compared(text: str) -> str:
    """A text of the target without what a formatter changes in it: spaces, and the style of
    quotation marks; nor does it tell how many secrets stand before its own."""
    return "".join(without_numbers(text).split()).translate(_QUOTES)


def _words(text: str) -> str:
    return " ".join(text.split())


def _place(flag: Flag) -> tuple[int, int, int, str]:
    return flag.line or 0, flag.end_line or 0, flag.ordinal, flag.finding


def _with_ordinal(flag: Flag, ordinal: int) -> Flag:
    return flag if flag.ordinal == ordinal else flag.model_copy(update={"ordinal": ordinal})
