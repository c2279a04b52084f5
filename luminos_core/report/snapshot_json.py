"""A snapshot as JSON, for `luminos scan --json`."""

import orjson

from luminos_core.records.snapshot import Snapshot
from luminos_core.text.escape import escape_json
from luminos_core.text.json_text import dump_records


def snapshot_json(snapshot: Snapshot) -> bytes:
    """Every field, in UTF-8 with two spaces of indent and a newline at the end."""
    content = dump_records(snapshot, orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)
    if content.isascii() and b"\x7f" not in content:
        return content  # nearly every tree
    return escape_json(content.decode()).encode()
