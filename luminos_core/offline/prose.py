"""The templates beside this file: facts in, prose out. What they print is not HTML."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from luminos_core.offline import english
from luminos_core.offline.file_kinds import language_name, language_of
from luminos_core.records.directory_facts import Pair, Sample
from luminos_core.text import formats


def sentence(template: str, macro: str, *facts: object) -> str:
    """What the macro says of `facts`, on one line; "" when there is nothing to say."""
    return english.line(getattr(_template(template).module, macro)(*facts))


def page(template: str, **values: object) -> str:
    """The whole template, rendered with its line breaks."""
    return str(_template(template).render(values)).strip()


@cache
def _template(name: str) -> Any:
    environment = Environment(
        loader=PackageLoader("luminos_core.offline"),
        undefined=StrictUndefined,
        finalize=_without_line_breaks,
        autoescape=False,  # noqa: S701
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "agree": english.agree,
        "bullets": _bullets,
        "clause": english.as_clause,
        "code": english.code,
        "codes": _codes,
        "pluralize": formats.pluralize,
        "each": _each,
        "folder": "{}/".format,
        "language": language_of,
        "language_name": language_name,
        "line": english.line,
        "listed": english.listed,
        "path": english.path_code,
        "percent": "{:.0%}".format,
        "quoted": english.quoted,
        "sentence": english.as_sentence,
        "shortened": english.shortened,
        "size": formats.size,
        "thousands": "{:,}".format,
    }
    return environment.get_template(name)


def _without_line_breaks(value: object) -> object:
    """A macro's text ends in a line break, before which no full stop could stand."""
    return value.strip("\n") if isinstance(value, str) else value


def _codes(names: Sample[str] | Iterable[str], limit: int, total: int = 0) -> str:
    if isinstance(names, Sample):
        return english.codes(names.first, limit, names.total)
    return english.codes(tuple(names), limit, total)


def _each(items: Sample[Pair] | Sequence[object], macro: Callable[[object], str]) -> list[str]:
    return [macro(item).strip() for item in (items.first if isinstance(items, Sample) else items)]


def _bullets(
    items: Sequence[object], macro: Callable[[object], str], limit: int, more: str, many: str = ""
) -> str:
    """A line of a list for each item; of too many the first `limit`, and how many more there are,
    in the words of `more`."""
    shown = items if len(items) <= limit + 1 else items[:limit]
    lines = [f"- {text}" for text in _each(shown, macro)]
    if left_out := len(items) - len(shown):
        lines.append(f"- … and {formats.pluralize(left_out, more, many)}.")
    return "\n".join(lines)
