"""English for facts: lists, names in code, sentences."""

import re
from collections.abc import Sequence

from luminos_core.offline.tables import tables
from luminos_core.text.escape import drop_invisible
from luminos_core.text.formats import plural_of

_BOUNDARY = re.compile(r"(?<=[.!?])[\"')\]”]? (?=[\"'(\[“`]?[A-Z0-9`_])")
_CLAUSE = re.compile(r"[;:,]? (?:--?|\u2013|\u2014) |[;:,] | \(")
_STRAIGHT = str.maketrans("“”", '""')
_CODE_LIKE = re.compile(r"^\W|[_./(\\=]|[a-z][A-Z]")


def agree(number: int, word: str) -> str:
    """The verb or noun that fits `number`: agree(2, "is") is "are"."""
    return word if number == 1 else plural_of(word)


def listed(items: Sequence[str], limit: int = 5, total: int = 0) -> str:
    """ "a", "a and b", "a, b and c", "a, b and 7 more". `total` counts also what `items` omits."""
    total = max(total, len(items))
    if total > limit + 1:
        return f"{', '.join(items[:limit])} and {total - limit:,} more"
    if len(items) <= 1:
        return "".join(items)
    return f"{', '.join(items[:-1])} and {items[-1]}"


def line(text: str) -> str:
    """`text` without line breaks, and without what hides or turns text on a screen."""
    return " ".join(drop_invisible(text).split())


def code(name: str, limit: int = 80) -> str:
    """A name as code, on one line and of bounded length."""
    shown = line(name.replace("`", "'"))
    return f"`{shown if len(shown) <= limit else shown[: limit - 1] + '…'}`"


def quoted(text: str) -> str:
    """`text` between quotation marks that it cannot close."""
    return f"“{text.translate(_STRAIGHT)}”"


def sentences(text: str) -> list[str]:
    """The sentences of one line of prose. "e.g." and "3.11" end none."""
    found: list[str] = []
    start = 0
    for boundary in _BOUNDARY.finditer(text):
        head = text[start : boundary.start()]
        last = head.rstrip(".").rpartition(" ")[2].lstrip("(")
        if last in tables().abbreviations or (len(last) == 1 and last.isupper()):
            continue
        found.append(text[start : boundary.end()].strip())
        start = boundary.end()
    rest = text[start:].strip()
    return [*found, rest] if rest else found


def first_sentence(text: str, limit: int = 240) -> str:
    """The first sentence, whole when it fits, else cut between clauses and marked "…"."""
    found = sentences(text)
    return shortened(found[0], limit) if found else ""


def shortened(text: str, limit: int) -> str:
    """`text` when it fits, else its clauses that do and "…"."""
    if len(text) <= limit:
        return text
    cuts = [found.start() for found in _CLAUSE.finditer(text, limit // 2, limit)]
    cut = cuts[-1] if cuts else text.rfind(" ", limit // 2, limit)
    return text[: cut if cut > 0 else limit].rstrip(" ,;:-\u2013\u2014(") + " …"


def as_sentence(text: str) -> str:
    """With a capital (unless the first word is a name in code) and a full stop."""
    text = text.strip()
    if not text:
        return ""
    word = text.split(" ", 1)[0]
    if text[0].islower() and not _CODE_LIKE.search(word):
        text = text[0].upper() + text[1:]
    return text if re.search(r"[.!?…][\"')”]?$", text) else text.rstrip(" ,;:-\u2013\u2014") + "."


def as_clause(text: str) -> str:
    """Without its full stop, to stand inside of a list."""
    return text.strip().removesuffix(".").rstrip(" ,;:")
