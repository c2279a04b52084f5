"""A snapshot as JSON, for `luminos scan --json`."""

import orjson

from luminos_core.records.snapshot import Snapshot


def snapshot_json(snapshot: Snapshot) -> bytes:
    """Every field, in UTF-8 with two spaces of indent and a newline at the end."""
    return orjson.dumps(snapshot, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)
