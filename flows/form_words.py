"""The words of the form in which a deployment's run is started, for messages in words of the
command line."""

import re

from luminos_core.records.request import AuditRequest

_OPTION = re.compile(r"--([a-z][a-z-]*[a-z])")


def in_form_words(text: str) -> str:
    """Each option by its label in the form: `--max-usd` as `"Cost cap in USD"`."""
    return _OPTION.sub(_labelled, text)


def form_labels() -> dict[str, str]:
    """Of the request's fields, by name."""
    fields = AuditRequest.model_fields
    return {name: field.title for name, field in fields.items() if field.title}


def _labelled(option: re.Match[str]) -> str:
    label = form_labels().get(option[1].replace("-", "_"))
    return f'"{label}"' if label else option[0]
