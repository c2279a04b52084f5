"""The templates beside this file: facts in, prose out. What they print is not HTML."""

import threading
from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from luminos_core.offline import english
from luminos_core.offline.file_kinds import language_name
from luminos_core.records.directory_facts import Names, Pairs, Sample
from luminos_core.text.formats import pluralize, size

_FUNCTIONS = (  # that templates call as filters
    english.agree, english.as_clause, english.as_sentence, english.code, english.first_sentence,
    english.line, english.listed, english.quoted, english.shortened, language_name, pluralize, size,
)  # fmt: skip
_COMPILING = threading.Lock()  # threads that compile the same at once need 20 MB, and as long
_PATH = 1_000  # characters; no path that a person could use is longer


def sentence(template: str, macro: str, *facts: object) -> str:
    """What the macro says of `facts`, on one line; "" when there is nothing to say."""
    with _COMPILING:
        macros = _macros(template)
    return english.line(getattr(macros, macro)(*facts))


def page(template: str, **values: object) -> str:
    """The whole template, rendered with its line breaks."""
    with _COMPILING:
        found = _environment().get_template(template)
    return str(found.render(values)).strip()


@cache
def _macros(template: str) -> Any:
    return _environment().get_template(template).module


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("luminos_core.offline"),
        undefined=StrictUndefined,
        finalize=_without_line_breaks,
        autoescape=False,  # noqa: S701
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {function.__name__: function for function in _FUNCTIONS}
    environment.filters |= {
        "codes": _codes,
        "each": _each,
        "folder": "{}/".format,
        "path": partial(english.code, limit=_PATH),
        "percent": "{:.0%}".format,
        "thousands": "{:,}".format,
    }
    return environment


def _without_line_breaks(value: object) -> object:
    """A macro's text ends in a line break, before which no full stop could stand."""
    return value.strip("\n") if isinstance(value, str) else value


def _codes(names: Names | Iterable[str], limit: int, total: int = 0) -> str:
    if isinstance(names, Sample):
        return _codes(names.first, limit, names.total)
    return english.listed([english.code(name) for name in names], limit, total)


def _each(items: Pairs | Iterable[object], macro: Callable[[object], str]) -> list[str]:
    return [macro(item).strip() for item in (items.first if isinstance(items, Sample) else items)]
