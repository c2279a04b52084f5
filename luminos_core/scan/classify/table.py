"""Reading the tables of this folder."""

from pathlib import Path
from typing import Any

import orjson


def load_table(name: str) -> Any:
    return orjson.loads(Path(__file__).with_name(name).read_bytes())
