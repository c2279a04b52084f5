"""The identity of a flag. The line is not part of it: every edit above moves it."""

from luminos_core.digest import digest_json
from luminos_core.flags.evidence import normalise
from luminos_core.records.flag import Flag


def fingerprint(flag: Flag) -> str:
    """64 hex digits of rule, path and normalised quotation, or of the finding without one."""
    quotation = normalise(flag.quotation)
    evidence = {"quotation": quotation} if quotation else {"finding": normalise(flag.finding)}
    return digest_json({"rule": flag.rule, "path": flag.path, **evidence})
