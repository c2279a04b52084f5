"""Which flags, or unmet requirements, make an audit end with a code of its own: as whoever runs it
has decided."""

from pydantic import ValidationError

from luminos_core.records.base import Record
from luminos_core.records.flag import Severity

NO_POLICY = "none"
UNMET = "unmet"  # a requirement

_NEW = "new:"
_ONE = f"(({_NEW})?({'|'.join(Severity)})|{UNMET})"
# Of all that `parse_fail_on` takes, for forms.
FAIL_ON_PATTERN = rf"^\s*({NO_POLICY}|{_ONE}(\s*,\s*{_ONE})*)?\s*$"
_NAMES = ", ".join(severity.value for severity in reversed(Severity))


class Condition(Record):
    """Which flags are too many, if there is one."""

    severity: Severity  # or worse
    new_only: bool = False

    @property
    def text(self) -> str:
        """As it is written: "new:concern"."""
        return f"{_NEW if self.new_only else ''}{self.severity}"


class PolicyResult(Record):
    """What a report is by the policy of its run."""

    fail_on: str  # "critical, new:concern"
    failed: bool
    why: str  # "3 new flags are concerns or worse"
    remarks: tuple[str, ...] = ()  # sentences: what the result does not cover

    @property
    def line(self) -> str:
        """In sentences."""
        result = "violated" if self.failed else "kept"
        return " ".join((f"Policy {result} ({self.fail_on}): {self.why}.", *self.remarks))


def parse_fail_on(text: str) -> tuple[Condition, ...]:
    """From "concern" or "critical, new:info"; () for "" and "none". What it says of requirements
    is no condition on flags. ValueError says what is wrong with it, and what it may be."""
    if text.strip() in ("", NO_POLICY):
        return ()
    words = (each.strip() for each in text.split(","))
    return tuple(dict.fromkeys(_condition(each) for each in words if each != UNMET))


def fails_on_unmet(text: str) -> bool:
    """Whether a requirement that is not met is too many."""
    return UNMET in (each.strip() for each in text.split(","))


def fail_on_text(text: str) -> str:
    """`text`, when it can be parsed; ValueError as `parse_fail_on`."""
    parse_fail_on(text)
    return text.strip()


def _condition(text: str) -> Condition:
    severity = text.removeprefix(_NEW)
    try:
        return Condition.model_validate({"severity": severity, "new_only": severity != text})
    except ValidationError:
        raise ValueError(
            f"{text!r} is no severity: {_NAMES}, or one of these after {_NEW!r}, or "
            f"{UNMET}; several between commas; or {NO_POLICY}"
        ) from None
