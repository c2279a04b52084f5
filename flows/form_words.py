"""The words of the form in which a deployment's run is started, for messages in words of the
command line."""

from functools import cache
from typing import Any

import re2

from luminos_core.records.request import AuditRequest


def in_form_words(text: str) -> str:
    """Each option by its label in the form: `--max-usd` as `"Cost cap in USD"`."""
    return str(_option().sub(_labelled, text))


def form_labels() -> dict[str, str]:
    """Of the request's fields, by name."""
    fields = AuditRequest.model_fields
    return {name: field.title for name, field in fields.items() if field.title}


@cache
def _option() -> Any:
    return re2.compile(r"--([a-z][a-z-]*[a-z])")


def _labelled(option: Any) -> str:
    label = form_labels().get(option[1].replace("-", "_"))
    return f'"{label}"' if label else str(option[0])
