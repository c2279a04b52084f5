"""What makes two flags the same one: never the line, which moves with every edit above it."""

from luminos_core.digest import digest_json
from luminos_core.flags.evidence import normalise
from luminos_core.records.flag import Flag


def fingerprint(flag: Flag) -> str:
    """64 hex digits from rule, path, and the quotation without its layout, or else the finding."""
    quotation = normalise(flag.quotation)
    evidence = {"quotation": quotation} if quotation else {"finding": normalise(flag.finding)}
    return digest_json({"rule": flag.rule, "path": flag.path, **evidence})
