"""A requirement while its entry is read: what it says, and what is wrong with it."""

from dataclasses import dataclass, field

import re2

from luminos_core.parsers.toml_places import day_of
from luminos_core.records.requirement import CheckKind, Requirement, RequirementCheck, Waiver
from luminos_core.text.escape import one_line
from luminos_core.text.line_pattern import line_pattern

ID = r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}"

_CHECKS = 10
_TEXT, _SOUGHT, _PATH = 300, 1_000, 500  # characters
_PROBLEMS = 5
_NO_ID = "it has no id, which is up to 40 letters, digits, '.', '-' and '_'"
_ID = re2.compile(ID)
_PATTERNS = (CheckKind.MATCHES, CheckKind.ABSENT)


@dataclass
class Draft:
    """`name`: what it is called in its file, an id or not."""

    name: str
    text: str
    line: int | None
    checks: list[RequirementCheck] = field(default_factory=list)
    waiver: Waiver | None = None
    problems: list[str] = field(default_factory=list)  # clauses

    @property
    def has_id(self) -> bool:
        return bool(_ID.fullmatch(self.name))

    @property
    def id(self) -> str:
        if self.has_id:
            return self.name
        return f"line {self.line}" if self.line else "no id"

    def add_check(self, kind: CheckKind, sought: str, path: str) -> None:
        if len(self.checks) >= _CHECKS:
            self.problems.append(f"it has more than {_CHECKS} checks")
        elif problem := _problem(kind, sought, path):
            self.problems.append(problem)
        else:
            self.checks.append(RequirementCheck(kind=kind, sought=sought, path=path))

    def add_waiver(self, reason: str, until: object) -> None:
        day = day_of(until)
        if self.waiver is not None:
            self.problems.append("it has more than one waiver")
        elif not reason.strip():
            self.problems.append("its waiver has no reason")
        elif day is None:
            self.problems.append("its waiver does not end on a date such as 2027-01-31")
        else:
            self.waiver = Waiver(reason=one_line(reason, _TEXT), until=day)

    def requirement(self) -> Requirement:
        problems = list(self.problems)
        if not self.has_id:
            problems.insert(0, _NO_ID)
        text = one_line(self.text, _TEXT)
        if not text:
            problems.append("it has no text")
        return Requirement(
            id=self.id,
            text=text,
            line=self.line,
            checks=tuple(self.checks),
            waiver=self.waiver,
            problem="; ".join(dict.fromkeys(problems[:_PROBLEMS])),
        )


def _problem(kind: CheckKind, sought: str, path: str) -> str:
    wrong = {
        f"{kind} has no path": not path.strip(),
        f"the path of {kind} is longer than {_PATH} characters": len(path) > _PATH,
        f"the path of {kind} begins with {path[:1]!r}": path.startswith(("!", "#")),
        f"{kind} seeks nothing": kind is not CheckKind.FILE_EXISTS and not sought.strip(),
        f"what {kind} seeks is longer than {_SOUGHT:,} characters": len(sought) > _SOUGHT,
    }
    found = next((problem for problem, is_so in wrong.items() if is_so), "")
    if not found and kind in _PATTERNS:
        try:
            line_pattern(sought)
        except ValueError as error:
            found = one_line(str(error), _TEXT)
    return found
