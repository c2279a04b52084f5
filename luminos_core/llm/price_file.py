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


class _PriceFile(Record):
    price: tuple[Price, ...] = ()


def read_prices(path: Path) -> tuple[Price, ...]:
    """The `[[price]]` tables of the TOML file at `path`; SettingsError names the file, the table
    and what is wrong."""
    try:
        prices = _PriceFile.model_validate(tomllib.loads(path.read_text("utf-8"))).price
    except OSError as error:
        raise SettingsError(f"the prices in {path} cannot be read: {error.strerror}") from None
    except ValidationError as error:
        raise SettingsError(f"{path}, {_first_problem(error)}") from None
    except ValueError as error:  # bad TOML or bad UTF-8
        raise SettingsError(f"the prices in {path} cannot be read: {error}") from None
    seen: dict[tuple[str, date], int] = {}
    for number, price in enumerate(prices, start=1):
        first = seen.setdefault((price.model, price.begins), number)
        if first != number:
            raise SettingsError(
                f"{path}, prices {first} and {number}: both are of {price.model} "
                f"from {price.begins.isoformat()}"
            )
    return prices


def _first_problem(error: ValidationError) -> str:
    """ "price 2, input: Field required"."""
    problem = error.errors()[0]
    table, *rest = problem["loc"]
    if table != "price" or not rest:
        return f"which has {table!r}: each price is a table in a list, [[price]]"
    number, *field = rest
    return f"price {int(number) + 1}, {'.'.join(map(str, field)) or 'the table'}: {problem['msg']}"
