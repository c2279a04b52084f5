"""Private keys, tokens and passwords in files. A flag shows where they begin, never more."""

import re
from collections.abc import Iterator

from luminos_core.checks.check import Source
from luminos_core.records.flag import Flag, Severity
from luminos_core.redaction.rule import SecretMatch

_PROSE = ("Markdown", "reStructuredText", "AsciiDoc", "Text")
_MADE_UP = re.compile(
    "test|fake|dummy|example|sample|secret|0123456789|not-a|invalid", re.IGNORECASE
)
_ENCRYPTED = ("BEGIN ENCRYPTED", "Proc-Type: 4,ENCRYPTED")


def find_leaks(source: Source) -> Iterator[Flag]:
    for secret in source.secrets:
        flag = source.flag(
            f"secret-{secret.rule}",
            _finding(source, secret),
            _severity(source, secret),
            secret.line,
            secret.end_line,
        )
        yield flag.model_copy(update={"quotation": secret.shown})


def _finding(source: Source, secret: SecretMatch) -> str:
    kind = secret.title[0].upper() + secret.title[1:]
    if not secret.certain:
        return f"What looks like {secret.title} is written into the file."
    if _is_encrypted(source, secret):
        return f"{kind} is in the tree; it is encrypted, and as safe as its passphrase."
    return f"{kind} is in the tree; whoever can read the tree can use it. Revoke and replace it."


def _severity(source: Source, secret: SecretMatch) -> Severity:
    if not secret.certain:
        mild = source.in_tests or source.file.language in _PROSE
        return Severity.INFO if mild else Severity.CONCERN
    if _MADE_UP.search(source.text[secret.start : secret.end]):
        return Severity.INFO
    if source.in_tests or _is_encrypted(source, secret):
        return Severity.CONCERN
    return Severity.CRITICAL


def _is_encrypted(source: Source, secret: SecretMatch) -> bool:
    head = source.text[secret.start : secret.start + 200]
    return any(mark in head for mark in _ENCRYPTED)
