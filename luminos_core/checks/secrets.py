"""Private keys, tokens and passwords in files. A flag shows where they begin, never more."""

import re
from collections.abc import Iterator

from luminos_core.checks.check import CheckedFile, FileCheck
from luminos_core.records.flag import Flag, Severity
from luminos_core.redaction.find_secrets import SecretMatch

_PROSE = ("Markdown", "reStructuredText", "AsciiDoc", "Text")
_FAKE = re.compile("test|fake|dummy|example|sample|secret|0123456789|not-a|invalid", re.IGNORECASE)
_ENCRYPTED = ("BEGIN ENCRYPTED", "Proc-Type: 4,ENCRYPTED")


def find_leaks(checked: CheckedFile) -> Iterator[Flag]:
    for secret in checked.secrets:
        yield checked.flag(
            f"secret-{secret.rule}",
            _finding(checked, secret),
            _severity(checked, secret),
            secret.line,
            secret.end_line,
            quotation=secret.shown,
        )


def _finding(checked: CheckedFile, secret: SecretMatch) -> str:
    kind = secret.title[0].upper() + secret.title[1:]
    if not secret.certain:
        return f"What looks like {secret.title} is written into the file."
    if _is_encrypted(checked, secret):
        return f"{kind} is in the tree; it is encrypted, and as safe as its passphrase."
    return f"{kind} is in the tree; whoever can read the tree can use it. Revoke and replace it."


def _severity(checked: CheckedFile, secret: SecretMatch) -> Severity:
    if not secret.certain:
        return checked.severity(Severity.CONCERN, on_purpose=checked.file.language in _PROSE)
    if _FAKE.search(checked.text[secret.start : secret.end]):
        return Severity.INFO
    if checked.is_test or _is_encrypted(checked, secret):
        return Severity.CONCERN
    return Severity.CRITICAL


def _is_encrypted(checked: CheckedFile, secret: SecretMatch) -> bool:
    head = checked.text[secret.start : secret.start + 200]
    return any(mark in head for mark in _ENCRYPTED)


SECRETS = FileCheck("secret", 1, find_leaks)
