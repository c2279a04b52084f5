"""Times as SARIF has them."""

from datetime import UTC, datetime


def utc(time: str) -> str:
    """ "2026-11-28T03:00:00Z"; "" when `time` is no time."""
    try:
        at = datetime.fromisoformat(time)
        zoned = at.astimezone(UTC) if at.tzinfo else at
    except (ValueError, OverflowError):  # of the year 1, in another zone
        return ""
    return zoned.strftime("%Y-%m-%dT%H:%M:%SZ")
