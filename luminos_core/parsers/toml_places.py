"""What a TOML parser does not say: where in a file something stands, and which day a value is."""

import tomllib
from datetime import date, datetime

import re2

_PLACE = re2.compile(r"\(at line (\d+), column \d+\)|\(at end of document\)")
# What may span lines, or hold what looks like a header: comments and strings.
_TOKEN = re2.compile(
    r'#[^\n]*|"""(?s:(?:[^"\\]|\\.|"{1,2}[^"\\]|"{1,2}\\.)*)"{3,5}'
    r"|'''(?s:(?:[^']|'{1,2}[^'])*)'{3,5}"
    r'|"(?:[^"\\\n]|\\.)*"|' + r"'[^'\n]*'"
)


def lines_of_tables(text: str, name: str, count: int) -> list[int | None]:
    """The line of each [[name]], from 1; None of all when there are not `count` of them."""
    bare = _TOKEN.sub(lambda found: "\n" * found[0].count("\n"), text)
    header = re2.compile(rf"^[ \t]*\[\[[ \t]*{name}[ \t]*\]\]")
    lines = enumerate(bare.split("\n"), start=1)
    found: list[int | None] = [number for number, line in lines if header.search(line)]
    return found if len(found) == count else [None] * count


def line_of(error: tomllib.TOMLDecodeError, text: str) -> int:
    found = _PLACE.search(str(error))
    return int(found[1]) if found and found[1] else text.count("\n") + 1


def without_place(error: tomllib.TOMLDecodeError) -> str:
    return str(_PLACE.sub("", str(error))).strip()


def place(name: str, line: int | None) -> str:
    """ "requirements.toml:12"; without a line when that is not known."""
    return name if line is None else f"{name}:{line}"


def day_of(value: object) -> date | None:
    """A date, or one that is written as a text; None for all else."""
    if isinstance(value, str):
        try:
            return date.fromisoformat(value.strip())
        except ValueError:
            return None
    return value if isinstance(value, date) and not isinstance(value, datetime) else None
