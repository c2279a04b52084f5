"""Times as SARIF has them."""

from datetime import UTC, datetime


def utc(time: str) -> str:
    """ "2026-11-28T03:00:00Z"; "" when `time` is no time."""
    try:
        at = datetime.fromisoformat(time)
    except ValueError:
        return ""
    zoned = at if at.tzinfo else at.replace(tzinfo=UTC)
    return zoned.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
