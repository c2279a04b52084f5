"""What a person copies into the target's file of suppressions, if a flag is meant to be there."""

from collections.abc import Sequence

from luminos_core.records.flag import Flag, FlagSource
from luminos_core.text.toml_text import toml_string

REASON = "why this is meant to be so"
_FINGERPRINTS = 6  # more places of a rule in a file are told by these two
_IN_PATTERNS = frozenset("*?[]\\!# ")  # that are not always themselves in a pattern


def suppression(flags: Sequence[Flag]) -> str:
    """Entries: each place by its fingerprint, or many of a rule in a file by both. "" of a report
    without fingerprints. `luminos suppress` writes them for any flags."""
    by_file: dict[str, list[Flag]] = {}
    for flag in flags:
        by_file.setdefault(flag.path, []).append(flag)
    entries = [entry for found in by_file.values() for entry in _entries(found)]
    return "\n\n".join(entries[:20])


def _entries(flags: Sequence[Flag]) -> list[str]:
    first = flags[0]
    is_check = first.source is not FlagSource.MODEL
    if is_check and len(flags) > _FINGERPRINTS and not _IN_PATTERNS & set(first.path):
        return [_entry(rule=first.rule, path=f"/{first.path}")]
    return [_entry(fingerprint=flag.fingerprint) for flag in flags if flag.fingerprint]


def _entry(**fields: str) -> str:
    pairs = {**fields, "reason": REASON}.items()
    lines = (f"{name} = {toml_string(text)}" for name, text in pairs)
    return "\n".join(("[[suppress]]", *lines))
