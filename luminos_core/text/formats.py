"""Figures in words and units, the same in every rendering."""

from datetime import UTC, datetime

_THOUSANDS = ("", "k", "M", "G")
_UNITS = ("bytes", "kB", "MB", "GB", "TB", "PB")


def counted(number: int, singular: str, plural: str = "") -> str:
    """ "1 directory", "1,204 files"."""
    return f"{number:,} {singular if number == 1 else plural or singular + 's'}"


def size(number: int) -> str:
    """Bytes in powers of 1,000, two digits at least: "812 bytes", "1.2 MB", "34 GB"."""
    value, unit = float(number), 0
    while value >= 999.5 and unit < len(_UNITS) - 1:
        value, unit = value / 1000, unit + 1
    digits = 1 if unit and value < 9.95 else 0
    return f"{value:.{digits}f} {_UNITS[unit]}"


def money(usd: float | None) -> str:
    """US dollars; "unknown" for None, and never 0.00 for what cost something."""
    if usd is None:
        return "unknown"
    if 0 < usd < 0.0001:
        return "<$0.0001"
    return f"${usd:.4f}" if 0 < usd < 0.095 else f"${usd:,.2f}"


def tokens(number: int) -> str:
    """ "812", "1.2k", "12k", "3.4M"."""
    value, unit = float(number), 0
    while value >= 999.5 and unit < len(_THOUSANDS) - 1:
        value, unit = value / 1000, unit + 1
    digits = 1 if unit and value < 9.95 else 0
    return f"{value:.{digits}f}{_THOUSANDS[unit]}"


def cost(usd: float | None) -> str:
    """As `money`, to stand without a heading; "" for what costs nothing."""
    if usd is None:
        return "cost unknown"
    return money(usd) if usd else ""


def seconds(number: float) -> str:
    """ "0.8 s", "12 s", "3 min 04 s", "2 h 05 min"."""
    if number < 9.95:
        return f"{number:.1f} s"
    whole = round(number)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02} min"


def elapsed(started_at: str, finished_at: str) -> str:
    """The time between two moments in ISO 8601; "unknown" when one is not."""
    try:
        between = datetime.fromisoformat(finished_at) - datetime.fromisoformat(started_at)
    except (ValueError, TypeError):  # TypeError: only one of them has a time zone
        return "unknown"
    return seconds(max(between.total_seconds(), 0))


def moment(seconds: int | None) -> str:
    """Seconds since 1970 as "2026-11-27 22:58 UTC"; "unknown" outside of years 1 to 9999."""
    if seconds is None:
        return "unknown"
    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")
    except (OverflowError, ValueError, OSError):  # a hostile tree's times are any number
        return "unknown"
