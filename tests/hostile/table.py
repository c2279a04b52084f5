"""What came of the trees, as a table for a person."""

from collections.abc import Iterator

from tests.hostile.run_tree import Found

_HEADER = (
    "tree",
    "CPU s: scan",
    "audit",
    "MB: scan",
    "audit",
    "exit: scan",
    "audit",
    "state",
    "outcome",
)


def header() -> str:
    return f"| {' | '.join(_HEADER)} |\n|{'---|' * len(_HEADER)}"


def row(found: Found) -> str:
    scan, audit = found.scan, found.audit
    outcome = "; ".join(found.problems).replace("|", "\\|") or "as it must be"
    cells: Iterator[object] = iter(
        (
            found.tree.name,
            *(f"{scan.cpu:.1f}", f"{audit.cpu:.1f}", scan.memory, audit.memory),
            *(scan.code, audit.code, found.state, outcome),
        )
    )
    return f"| {' | '.join(str(cell) for cell in cells)} |"
