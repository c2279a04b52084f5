"""A model's text as events hold it. It may quote the files that the model has read.

Secrets are redacted before the text is cut: half a secret would not be recognised.
"""

from pydantic import JsonValue

from luminos_core.redaction.redact import redact

_NAME_CHARACTERS = 60  # of a tool's name, which a model may have invented
_LINE_CHARACTERS = 200
_ARGUMENT_CHARACTERS = 2_000  # of one string in a call's input
_OMITTED = "data"  # an argument that may hold any amount of a file's text


def first_line(text: str) -> str:
    """The first line of a model's text, redacted and cut; "" when there is none."""
    lines = redact(text).text.strip().splitlines()
    return lines[0][:_LINE_CHARACTERS] if lines else ""


def tool_name(name: str) -> str:
    """The name of a tool that was called, whether it exists or not."""
    return redact(name).text[:_NAME_CHARACTERS]


def arguments(given: JsonValue) -> dict[str, JsonValue]:
    """A call's input, redacted, without `data`, and with long strings cut; {} when it is not an
    object."""
    if not isinstance(given, dict):
        return {}
    return {_cut(name): _redacted(value) for name, value in given.items() if name != _OMITTED}


def _redacted(value: JsonValue) -> JsonValue:
    match value:
        case str():
            return _cut(value)
        case list():
            return [_redacted(item) for item in value]
        case dict():
            return {_cut(name): _redacted(item) for name, item in value.items()}
    return value


def _cut(text: str) -> str:
    clean = redact(text).text
    if len(clean) <= _ARGUMENT_CHARACTERS:
        return clean
    return f"{clean[: _ARGUMENT_CHARACTERS - 1]}…"
