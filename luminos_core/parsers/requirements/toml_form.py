"""Requirements as tables under [[requirement]]."""

import tomllib
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from luminos_core.parsers.requirements.draft import Draft
from luminos_core.parsers.toml_places import lines_of_tables
from luminos_core.records.requirement import CheckKind
from luminos_core.text.escape import one_line

_TABLE = "requirement"
_NAMES = ("id", "text", "check", "waiver")
_WAIVER = ("reason", "until")
_PATH = "path"
_SHOWN = 3  # unknown names


class NotEntries(ValueError):
    """The file has no requirements, but something else."""


def read_toml(text: str) -> Iterator[Draft]:
    """TOMLDecodeError when it is none, NotEntries when it holds anything else."""
    found = tomllib.loads(text)
    entries = found.pop(_TABLE, [])
    if not (isinstance(entries, list) and all(isinstance(each, dict) for each in entries)):
        raise NotEntries(f"its requirements are not tables under [[{_TABLE}]]")
    for other in found:
        name = one_line(other, 40)
        raise NotEntries(f"{name!r} means nothing here; requirements are [[{_TABLE}]]")
    lines = lines_of_tables(text, _TABLE, len(entries))
    return map(_draft, entries, lines)


def _draft(entry: dict[str, Any], line: int | None) -> Draft:
    draft = Draft(_text(entry, "id"), _text(entry, "text"), line)
    draft.problems += _unknown(entry, _NAMES)
    draft.problems += [
        f"{name} is no text" for name in ("id", "text") if not isinstance(entry.get(name, ""), str)
    ]
    checks = entry.get("check", [])
    for check in checks if isinstance(checks, list) else [checks]:
        _add_check(draft, check)
    if "waiver" in entry:
        _add_waiver(draft, entry["waiver"])
    return draft


def _add_check(draft: Draft, check: object) -> None:
    kinds = [kind for kind in CheckKind if isinstance(check, dict) and kind in check]
    if not isinstance(check, dict) or len(kinds) != 1:
        draft.problems.append(f"a check is a table with one of {', '.join(CheckKind)}")
        return
    (kind,) = kinds
    if not all(isinstance(value, str) for value in check.values()):
        draft.problems.append(f"{kind} has a value that is no text")
        return
    if kind is CheckKind.FILE_EXISTS:
        draft.problems += _unknown(check, (kind,))
        draft.add_check(kind, "", check[kind])
    else:
        draft.problems += _unknown(check, (kind, _PATH))
        draft.add_check(kind, check[kind], check.get(_PATH, ""))


def _add_waiver(draft: Draft, waiver: object) -> None:
    if not isinstance(waiver, dict):
        draft.problems.append("its waiver is no table with reason and until")
        return
    draft.problems += _unknown(waiver, _WAIVER)
    draft.add_waiver(_text(waiver, "reason"), waiver.get("until"))


def _unknown(table: Mapping[str, Any], names: tuple[str, ...]) -> Iterator[str]:
    for name in islice((name for name in table if name not in names), _SHOWN):
        yield f"{one_line(name, 40)!r} is none of {', '.join(names)}"


def _text(table: Mapping[str, Any], name: str) -> str:
    value = table.get(name, "")
    return value.strip() if isinstance(value, str) else ""
