"""A file of requirements. It may be a hostile tree's: an entry with which something is wrong says
what, and is not checked."""

import tomllib
from collections.abc import Iterable, Iterator

from luminos_core.parsers.requirements.draft import Draft
from luminos_core.parsers.requirements.markdown_form import read_markdown
from luminos_core.parsers.requirements.toml_form import NotEntries, read_toml
from luminos_core.parsers.toml_places import line_of, place, without_place
from luminos_core.records.requirement import Requirement, RequirementFile
from luminos_core.text.escape import one_line

_MOST = 500  # requirements
_LINES = 50_000
_REASON = 200  # characters


def parse_requirements(content: bytes, name: str) -> RequirementFile:
    """`name`: of the file, for people; with .toml at its end it is TOML, else Markdown."""
    try:
        text = content.decode().removeprefix("\ufeff").replace("\r\n", "\n")
    except UnicodeDecodeError:
        return RequirementFile(problem=f"{name}: it is not UTF-8")
    if text.count("\n") > _LINES:
        return RequirementFile(problem=f"{name}: it has more than {_LINES:,} lines")
    try:
        drafts = read_toml(text) if name.lower().endswith(".toml") else read_markdown(text)
    except tomllib.TOMLDecodeError as error:
        return _unusable(place(name, line_of(error, text)), without_place(error))
    except NotEntries as error:
        return _unusable(name, str(error))
    found = tuple(_distinct(drafts))
    problem = "" if found else f"{name}: there is no requirement in it"
    if len(found) > _MOST:
        more = f"only the first {_MOST:,} of {len(found):,} requirements are checked"
        problem = f"{place(name, found[_MOST].line)}: {more}"
    return RequirementFile(requirements=found[:_MOST], problem=problem)


def _distinct(drafts: Iterable[Draft]) -> Iterator[Requirement]:
    """An id names one requirement: the first."""
    lines: dict[str, int | None] = {}
    for draft in drafts:
        if draft.has_id and draft.id in lines:
            line = lines[draft.id]
            draft.problems.append(
                f"its id is that of line {line}" if line else "its id is another's"
            )
        else:
            lines[draft.id] = draft.line
        yield draft.requirement()


def _unusable(where: str, problem: str) -> RequirementFile:
    return RequirementFile(problem=f"{where}: {one_line(problem, _REASON)}")
