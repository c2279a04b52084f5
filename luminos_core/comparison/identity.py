"""The fingerprints by which people have noted flags, and which stay as they are when code moves."""

from collections.abc import Mapping

from luminos_core.comparison.match import Matches
from luminos_core.flags.fingerprint import what_is_there
from luminos_core.records.flag import Flag


def kept_fingerprints(matches: Matches) -> Mapping[int, str]:
    """By index in `found`, of flags that are known by another fingerprint: their file or function
    has another name, or a formatter was there. Not when the code was edited, since whoever noted it
    has not seen that; nor when another flag has that fingerprint now."""
    taken = {flag.fingerprint for flag in matches.found}
    kept: dict[int, str] = {}
    for index, pair in matches.pairs.items():
        flag, known = matches.found[index], matches.known[pair].flag
        before = known.fingerprint
        if before != flag.fingerprint and before not in taken and _is_same_code(flag, known):
            kept[index] = before
            taken.add(before)
    return kept


def _is_same_code(flag: Flag, known: Flag) -> bool:
    text, before = what_is_there(flag), what_is_there(known)
    return flag.rule == known.rule and (text in before or before in text)
