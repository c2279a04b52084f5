"""A snapshot as JSON, for `luminos scan --json`."""

import orjson

from luminos_core.records.snapshot import Snapshot
from luminos_core.text.escape import escape_json


def snapshot_json(snapshot: Snapshot) -> bytes:
    """Every field, in UTF-8 with two spaces of indent and a newline at the end."""
    content = orjson.dumps(snapshot, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)
    if content.isascii() and b"\x7f" not in content:
        return content  # nearly every tree
    return escape_json(content.decode()).encode()
