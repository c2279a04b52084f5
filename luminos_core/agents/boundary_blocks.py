"""What comes into directories from outside and where things go, as blocks of a prompt: the halves
of a finding that no single directory can see."""

from collections.abc import Iterable, Iterator, Sequence

from luminos_core.agents.prompt_limits import PROMPT_LIMITS
from luminos_core.records.boundary import Boundary, KnownBoundary
from luminos_core.records.directory import DirectoryReport
from luminos_core.text.sanitize import sanitize_line, sanitize_name, truncate_lines


def boundaries_block(
    reports: Iterable[DirectoryReport | KnownBoundary],
    limit: int = PROMPT_LIMITS.boundaries_characters,
) -> str:
    """All that comes in, then all that is reached, each with its directory."""
    known = [(sanitize_name(each.path), each.boundary) for each in reports if each.boundary]
    lines = [
        *(f"in: {path}: {line}" for path, boundary in known for line in _taken(boundary)),
        *(f"out: {path}: {line}" for path, boundary in known for line in _reached(boundary)),
    ]
    return truncate_lines(lines, limit, "... and {count} more, left out here") or "(none)"


def planner_boundaries(known: Sequence[KnownBoundary]) -> str:
    """As `boundaries_block`, shorter; "" for none."""
    return boundaries_block(known, PROMPT_LIMITS.planner_boundaries_characters) if known else ""


def boundary_lines(boundary: Boundary) -> Iterator[str]:
    """Of a single directory: "in: …", "out: shell: …"; as many as a parent's prompt has room
    for."""
    lines = [
        *(f"in: {line}" for line in _taken(boundary)),
        *(f"out: {line}" for line in _reached(boundary)),
    ]
    yield from lines[: PROMPT_LIMITS.child_boundaries]


def _taken(boundary: Boundary) -> Iterator[str]:
    return (_short(text) for text in boundary.takes_from_outside)


def _reached(boundary: Boundary) -> Iterator[str]:
    return (f"{each.kind}: {_short(each.what)}" for each in boundary.reaches)


def _short(text: str) -> str:
    return sanitize_line(text, PROMPT_LIMITS.boundary_characters)
