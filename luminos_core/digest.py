"""Digests: of bytes, and of records in one canonical form."""

import json
from typing import TYPE_CHECKING

from blake3 import blake3

if TYPE_CHECKING:  # a scan does not need them, and importing pydantic would double its time
    from pydantic import JsonValue

    from luminos_core.records.base import Record


def digest_bytes(content: bytes) -> str:
    """blake3 of `content`, 64 hex digits."""
    return blake3(content).hexdigest()


def digest_json(value: "JsonValue") -> str:
    """blake3 of the value's canonical JSON: keys sorted, no spaces, ASCII only."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return digest_bytes(text.encode("ascii"))


def digest_record(record: "Record") -> str:
    """blake3 of a record's canonical JSON."""
    return digest_json(record.model_dump(mode="json"))
