"""Redacting a whole record before it is shown, logged or written."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import cache
from typing import Any, TypeVar

from luminos_core.redaction.find_secrets import is_suspect
from luminos_core.redaction.redact import Tags, redact

_R = TypeVar("_R")

# Fields that hold paths. They are redacted name by name: what lies beneath a directory goes on
# beginning with its path.
_PATHS = frozenset(
    ("path", "relative_path", "directory", "children", "notable_files", "dir",
     "plan_order", "unmatched_plan_paths")
)  # fmt: skip
_NO_TEXT = frozenset((bool, int, float, type(None)))


def redact_record(record: _R) -> _R:
    """`record`, a Record, a dataclass or JSON, with every secret in its texts replaced; itself when
    there is none. The same secret has the same tag throughout."""
    cleaned: _R = _Redactor().cleaned(record)
    return cleaned


def redact_path(path: str) -> str:
    """A path with the secrets in each of its names replaced."""
    return _Redactor().path(path)


class _Redactor:
    """Belongs to one record. What was redacted before is not looked at again."""

    def __init__(self) -> None:
        self._tags = Tags()
        self._known: dict[tuple[bool, str], str] = {}

    def path(self, path: str) -> str:
        if not is_suspect(path):  # then none of its names is
            return path
        return "/".join(self._text(name, is_path=False) for name in path.split("/"))

    def cleaned(self, value: Any, *, is_path: bool = False) -> Any:
        match value:
            case Enum() | int() | float() | None:
                return value
            case str():
                return self._text(value, is_path=is_path)
            case tuple() | list():
                parts = [self.cleaned(part, is_path=is_path) for part in value]
                if all(new is old for new, old in zip(parts, value, strict=True)):
                    return value
                make = type(value)
                return make(*parts) if hasattr(value, "_fields") else make(parts)
            case Mapping():
                return {
                    self.cleaned(key, is_path=is_path): self.cleaned(part, is_path=key in _PATHS)
                    for key, part in value.items()
                }
        return self._cleaned_record(value)

    def _cleaned_record(self, value: Any) -> Any:
        changed = {}
        for name in _field_names(value.__class__):
            old = getattr(value, name)
            if type(old) in _NO_TEXT:  # most fields
                continue
            new = self.cleaned(old, is_path=name in _PATHS)
            if new is not old:
                changed[name] = new
        if not changed:
            return value
        if is_dataclass(value) and not isinstance(value, type):
            return replace(value, **changed)
        return value.model_copy(update=changed)

    def _text(self, text: str, *, is_path: bool) -> str:
        key = (is_path, text)
        if key not in self._known:
            self._known[key] = self.path(text) if is_path else redact(text, self._tags).text
        clean = self._known[key]
        return text if clean == text else clean  # itself, so that its record is not copied


@cache
def _field_names(kind: type) -> tuple[str, ...]:
    if is_dataclass(kind):
        return tuple(field.name for field in fields(kind))
    return tuple(getattr(kind, "model_fields", ()))
