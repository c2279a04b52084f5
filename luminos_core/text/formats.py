"""Numbers as text with their units, the same in every rendering."""

from collections.abc import Sequence
from datetime import UTC, datetime

_PREFIXES = ("", "k", "M", "G")
_VERBS = {"is": "are", "has": "have", "does": "do", "was": "were"}
_UNITS = (" bytes", " kB", " MB", " GB", " TB", " PB")


def pluralize(number: int, singular: str, plural: str = "") -> str:
    """ "1 directory", "1,204 files"; `plural` is needed only if it is irregular."""
    return f"{number:,} {singular if number == 1 else plural or plural_of(singular)}"


def plural_of(noun: str) -> str:
    """The plural of a regular English noun, or of one of a few verbs."""
    if noun in _VERBS:
        return _VERBS[noun]
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("s", "x", "z", "ch", "sh")) else "s")


def with_reasons(found: Sequence[tuple[str, str]], shown: int = 3) -> str:
    """ "a (no permission), b (vanished) and 7 more"."""
    return listed([f"{name} ({reason})" for name, reason in found], shown)


def listed(names: Sequence[str], shown: int = 3) -> str:
    """ "a, b, c and 7 more"."""
    named = ", ".join(names[:shown])
    return f"{named} and {len(names) - shown:,} more" if len(names) > shown else named


def size(number: int) -> str:
    """Bytes in powers of 1,000: "1 byte", "812 bytes", "1.2 MB", "34 GB"."""
    return "1 byte" if number == 1 else _scaled(number, _UNITS)


def tokens(number: int) -> str:
    """ "812", "1.2k", "12k", "3.4M"."""
    return _scaled(number, _PREFIXES)


def money(usd: float | None) -> str:
    """US dollars; "unknown" for None, and never $0.00 for a cost above 0."""
    if usd is None:
        return "unknown"
    if 0 < usd < 0.0001:
        return "<$0.0001"
    return f"${usd:.4f}" if 0 < usd < 0.095 else f"${usd:,.2f}"


def cost(usd: float | None) -> str:
    """As `money`, for use without a heading: "cost unknown" for None, "" for 0."""
    if usd is None:
        return "cost unknown"
    return money(usd) if usd else ""


def share(part: float) -> str:
    """A share of 1 in per cent, rounded down: "97%", "under 1%"."""
    return f"{int(part * 100)}%" if part >= 0.01 or not part else "under 1%"


def duration(seconds: float) -> str:
    """ "0.8 s", "12 s", "3 min 04 s", "2 h 05 min"."""
    if seconds < 9.95:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02} min"


def clock(seconds: float) -> str:
    """ "0:08", "2:10", "75:00": minutes and seconds."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def elapsed(started_at: str, finished_at: str) -> str:
    """The duration between two times in ISO 8601; "unknown" when one is invalid."""
    try:
        between = datetime.fromisoformat(finished_at) - datetime.fromisoformat(started_at)
    except (ValueError, TypeError):  # TypeError: only one of them has a time zone
        return "unknown"
    return duration(max(between.total_seconds(), 0))


def utc_time(seconds: int | None) -> str:
    """Seconds since 1970 as "2026-11-27 22:58 UTC"; "unknown" outside of years 1 to 9999."""
    if seconds is None:
        return "unknown"
    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")
    except (OverflowError, ValueError, OSError):  # a hostile tree's times are any number
        return "unknown"


def minute(time: str) -> str:
    """A time in ISO 8601 as "2026-11-27 22:58 UTC"; "unknown" when it is none."""
    try:
        return utc_time(int(datetime.fromisoformat(time).timestamp()))
    except (ValueError, OverflowError):
        return "unknown"


def _scaled(number: int, units: tuple[str, ...]) -> str:
    """Two digits at least, unless the number has one."""
    value, unit = float(number), 0
    while value >= 999.5 and unit < len(units) - 1:
        value, unit = value / 1000, unit + 1
    digits = 1 if unit and value < 9.95 else 0
    return f"{value:.{digits}f}{units[unit]}"
