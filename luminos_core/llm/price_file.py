"""The user's own prices: what their contract or their proxy charges, from which day on."""

import tomllib
from datetime import date
from pathlib import Path
from typing import Annotated

from pydantic import Field, ValidationError

from luminos_core.errors import SettingsError
from luminos_core.records.base import Record

_Rate = Annotated[float, Field(ge=0, allow_inf_nan=False)]  # USD per million tokens


class Price(Record):
    """What one model costs from a day on, until another price of it begins. Without rates of its
    own, what is written to or read from the cache costs what any input does."""

    model: str = Field(min_length=1)
    begins: date = Field(alias="from")
    input: _Rate
    output: _Rate
    cache_write: _Rate | None = None
    cache_read: _Rate | None = None


def read_prices(path: Path) -> tuple[Price, ...]:
    """The `[[price]]` tables of the TOML file at `path`; SettingsError names the file, the table
    and what is wrong."""
    try:
        document = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise SettingsError(f"the prices in {path} cannot be read: {error.strerror}") from None
    except ValueError as error:  # bad TOML or bad UTF-8
        raise SettingsError(f"the prices in {path} cannot be read: {error}") from None
    if strangers := sorted(document.keys() - {"price"}):
        raise SettingsError(f"{path} has {strangers[0]!r}: each price is a table, [[price]]")
    tables = document.get("price", [])
    if not isinstance(tables, list):
        raise SettingsError(f"{path} has [price]: each price is a table in a list, [[price]]")
    prices = tuple(_price(path, number, table) for number, table in enumerate(tables, start=1))
    _refuse_doubles(path, prices)
    return prices


def _price(path: Path, number: int, table: object) -> Price:
    try:
        return Price.model_validate(table)
    except ValidationError as error:
        problem = error.errors()[0]
        field = ".".join(str(part) for part in problem["loc"]) or "the table"
        raise SettingsError(f"{path}, price {number}, {field}: {problem['msg']}") from None


def _refuse_doubles(path: Path, prices: tuple[Price, ...]) -> None:
    seen: dict[tuple[str, date], int] = {}
    for number, price in enumerate(prices, start=1):
        first = seen.setdefault((price.model, price.begins), number)
        if first != number:
            raise SettingsError(
                f"{path}, prices {first} and {number}: both are of {price.model} "
                f"from {price.begins.isoformat()}"
            )
