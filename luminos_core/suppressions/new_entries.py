"""Entries for a file of suppressions, as text that is added to its end: what is in it stays, byte
by byte."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from luminos_core.flags.groups import group_flags
from luminos_core.records.flag import Flag
from luminos_core.suppressions.path_pattern import literal_pattern
from luminos_core.text.escape import one_line
from luminos_core.text.toml_text import toml_string

_FINDING = 80  # characters
_HEAD = "# Findings that are accepted: luminos does not count them.\n"


@dataclass(frozen=True)
class Accepted:
    """What whoever accepts flags says of them."""

    reason: str
    until: date | None = None


def entry_of(flag: Flag, accepted: Accepted) -> str:
    """For this flag alone."""
    return _entry(flag, accepted, fingerprint=flag.fingerprint)


def entry_of_rule(flag: Flag, accepted: Accepted) -> str:
    """For all flags of its rule in its file."""
    return _entry(flag, accepted, fingerprint="")


def entries_of(flags: Sequence[Flag], accepted: Accepted) -> list[str]:
    """For all of these. A rule that has more places in a file than are listed is accepted there as
    a whole."""
    return [
        text
        for group in group_flags(flags)
        for text in (
            [entry_of_rule(group.first, accepted)]
            if any(flag.more for flag in group.flags)
            else [entry_of(flag, accepted) for flag in group.flags]
        )
    ]


def added(before: str, entries: Iterable[str]) -> str:
    """The file's text with the entries at its end."""
    text = "\n".join(entries)
    if not before.strip():
        return f"{before}{'' if before else _HEAD}\n{text}"
    ended = before if before.endswith("\n") else f"{before}\n"
    text = f"\n{text}"
    return ended + (text.replace("\n", "\r\n") if "\r\n" in before else text)


def _entry(flag: Flag, accepted: Accepted, *, fingerprint: str) -> str:
    pairs = {
        "fingerprint": toml_string(fingerprint),
        "rule": toml_string(flag.rule),
        "path": toml_string(literal_pattern(flag.path)),
        "reason": toml_string(" ".join(accepted.reason.split())),
        "until": accepted.until.isoformat() if accepted.until else "",
    }
    if not fingerprint:
        del pairs["fingerprint"]
    lines = [f"{name} = {value}" for name, value in pairs.items() if value]
    what = f"{flag.severity}: {one_line(flag.finding, _FINDING)}" if fingerprint else ""
    comment = f"  # {what}" if what else ""
    return "\n".join((f"[[suppress]]{comment}", *lines, ""))
