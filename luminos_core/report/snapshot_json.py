"""A snapshot as JSON, as `luminos scan --json` prints it."""

import orjson

from luminos_core.records.snapshot import Snapshot


def snapshot_json(snapshot: Snapshot) -> bytes:
    """UTF-8 with two spaces of indent and a newline at the end; every field of every record."""
    return orjson.dumps(snapshot, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)
