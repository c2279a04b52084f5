"""What observers are told of a model's words, which may quote the files that it has read.

Secrets are taken out of the whole before anything is cut: half a secret has no shape.
"""

from pydantic import JsonValue

from luminos_core.redaction.redact import redact

_NAME = 60  # characters of a tool's name, which a model may have made up
_SAID = 200  # characters of what a model says beside its calls
_ARGUMENT = 2_000  # characters of one text in a call's input
_UNTOLD = "data"  # an argument that may hold any amount of a file's text


def said(text: str) -> str:
    """The first line of a model's words, redacted and cut; "" when there is none."""
    lines = redact(text).text.strip().splitlines()
    return lines[0][:_SAID] if lines else ""


def tool(name: str) -> str:
    """The name of a tool that was called, whether there is such a tool or not."""
    return redact(name).text[:_NAME]


def args(given: JsonValue) -> dict[str, JsonValue]:
    """A call's input as its event holds it: redacted, long texts cut, without `data`; {} when it
    is no object."""
    if not isinstance(given, dict):
        return {}
    told = _told({name: value for name, value in given.items() if name != _UNTOLD})
    assert isinstance(told, dict)  # noqa: S101 - an object stays one
    return told


def _told(value: JsonValue) -> JsonValue:
    match value:
        case str():
            return _cut(value)
        case list():
            return [_told(item) for item in value]
        case dict():
            return {_cut(name): _told(item) for name, item in value.items()}
    return value


def _cut(text: str) -> str:
    clean = redact(text).text
    return clean if len(clean) <= _ARGUMENT else f"{clean[: _ARGUMENT - 1]}…"
