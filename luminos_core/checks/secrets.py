"""Private keys, tokens and passwords in files. A flag shows where they begin, never more.

What is redacted may be anything; what is flagged should open something. So of the redaction's
matches those are left out that are words, references, examples or about a secret.
"""

from collections.abc import Iterator

from luminos_core.checks.check import CheckedFile, FileCheck
from luminos_core.checks.secret_context import LONGEST, MEANT, is_encoded_part, is_in_address
from luminos_core.checks.secret_keys import (
    is_encrypted_key,
    is_harmless_token,
    is_whole_key,
)
from luminos_core.checks.secret_places import Place, Places
from luminos_core.checks.secret_strength import URLS, strength_at
from luminos_core.checks.secret_values import Strength, is_published
from luminos_core.records.flag import Flag, Severity
from luminos_core.redaction.find_secrets import SecretMatch
from luminos_core.redaction.patterns import compiled

_SETTING = r"""^\s*(?:export\s+|set\s+|-\s+)?["']?([A-Za-z_][\w.-]{0,80})["']?(?:\s*[=:]|\s)"""
_KINDS = {  # flags of one kind in a file are places of one
    "authorization-header": "authorization",
    "basic-credentials": "authorization",
    "cookie": "authorization",
    "password-hash": "password-hash",
} | dict.fromkeys(URLS, "url-password")
_HASH = (
    r"^(?:\$(?:[1256y]|2[abxy]|apr1|argon2\w*|7|scrypt)\$|(?:pbkdf2|argon2|scrypt|bcrypt)\w*[:$]"
    r"|\{S?SHA)"
)
_KEYS_OF_FILES = ("age-secret-key", "openvpn-key", "putty-key")
_SEEDS = ("SQL", "PLSQL", "PLpgSQL", "TSQL")  # whose users change their passwords
_SHOWN_TO_USERS = ("google-api-key",)  # restricted by address or package, if at all
# A key's own name, or a folder's.
_KEY_FOR_SHOW = (
    r"(?i)(?:^|[/_.-])(?:tests?|testing|examples?|samples?|demos?|dummy|fake|snake-?oil|localhost"
    r"|self-?signed|wireshark)(?:[/_.-]|$)|(?-i:[a-z0-9]Test[A-Z.])"
)
# Restricted by an address, if at all; and one whose own signs are those of any key.
_GIVEN_TO_BROWSERS = ("google-api-key", "aws-secret-access-key")
_FOR_TESTS = "(?i)test|0123456789"
_REMARKED = (
    r"(?i)\blooks? (?:something |a (?:little|bit) )?like\b|\bdemo\b|\be\.g\.|\bfor example\b"
    r"|\bas an example\b|\bdummy\b|\bfake\b|\brevoked\b"
)
_FOR_SHOW = r"(?i)(?:\b|_)(?:test|example|dummy|fake|sample)"  # of a variable
_NEAR = 80  # characters before a key
_AROUND = 300  # characters


def find_leaks(checked: CheckedFile) -> Iterator[Flag]:
    places = Places(checked)
    for secret in checked.secrets:
        if (severity := _severity(checked, secret, places)) is not None:
            flag = checked.flag(
                f"secret-{_kind(secret, checked.text[secret.start : secret.end])}",
                _finding(checked, secret),
                severity,
                secret.line,
                secret.end_line,
                quotation=_setting(checked, secret) if checked.file.withheld else secret.shown,
            )
            is_doubtful = severity is Severity.INFO and places.of(secret.start) is Place.SETTING
            is_hint = is_doubtful and not checked.file.withheld
            yield flag.model_copy(update={"is_hint": True}) if is_hint else flag


def _severity(checked: CheckedFile, secret: SecretMatch, places: Places) -> Severity | None:
    """None for what is no secret."""
    value, place = checked.text[secret.start : secret.end], _place(checked, secret, places)
    if secret.rule == "private-key":
        return _severity_of_key(checked, secret, places)
    if secret.rule in _KEYS_OF_FILES:
        return _mild(place, Severity.CRITICAL)
    if secret.certain:
        is_for_all = places.is_reader and secret.rule in _GIVEN_TO_BROWSERS
        severity = Severity.INFO if is_for_all else _severity_of_token(checked, secret, place)
        is_none = is_published(value) or is_encoded_part(checked, secret)
        return None if is_none else severity
    if secret.rule == "json-web-token":
        harmless = is_published(value) or is_harmless_token(value)
        usual = Severity.INFO if places.is_reader else Severity.CONCERN
        return None if harmless else _mild(place, usual)
    if _kind(secret, value) == "password-hash":
        is_shown = checked.file.name.endswith((".example", ".sample"))
        kind = {"in_program": places.is_program, "is_seed": checked.file.language in _SEEDS}
        return None if is_shown else _severity_of_hash(place, **kind)
    return _severity_of_value(strength_at(checked, secret, places), place)


def _place(checked: CheckedFile, secret: SecretMatch, places: Places) -> Place:
    place = places.of(secret.start)
    is_given = place is Place.NOTE and is_in_address(checked, secret)
    return Place.PROSE if is_given else place  # to the readers


def _severity_of_key(checked: CheckedFile, secret: SecretMatch, places: Places) -> Severity | None:
    value = checked.text[secret.start : secret.end]
    if not is_whole_key(value):
        return None
    before = checked.text[max(secret.start - _NEAR, 0) : secret.start]
    is_named = compiled(_KEY_FOR_SHOW).search(checked.file.path) or compiled(_FOR_SHOW).search(
        before
    )
    if is_named or places.is_beside_certificate_for_show:
        return Severity.INFO
    return _mild(
        _place(checked, secret, places),
        Severity.CONCERN if is_encrypted_key(value) else Severity.CRITICAL,
    )


def _severity_of_token(checked: CheckedFile, secret: SecretMatch, place: Place) -> Severity:
    """A token that is shown to readers opens as much as one that a program uses."""
    value = checked.text[secret.start : secret.end]
    if place is Place.TEST or compiled(_FOR_TESTS).search(value):
        return Severity.INFO
    around = checked.text[max(secret.start - _AROUND, 0) : secret.end + _AROUND]
    is_told = compiled(_REMARKED).search(around) is not None
    if place.is_for_readers and (is_told or secret.rule in _GIVEN_TO_BROWSERS):
        return Severity.INFO
    is_known = place is not Place.SETTING or secret.rule in _SHOWN_TO_USERS
    return Severity.CONCERN if is_known else Severity.CRITICAL


def _mild(place: Place, usual: Severity) -> Severity:
    return Severity.INFO if place is Place.TEST or place.is_for_readers else usual


def _severity_of_hash(place: Place, *, in_program: bool, is_seed: bool) -> Severity | None:
    """A hash can be guessed offline. Elsewhere than in settings it shows what one looks like."""
    if place is not Place.SETTING:
        return None
    return Severity.INFO if in_program or is_seed else Severity.CONCERN


def _severity_of_value(strength: Strength, place: Place) -> Severity | None:
    """Of a value with a name that means a secret, or at such a place."""
    if strength is Strength.NONE or (strength < Strength.STRONG and place.is_quiet):
        return None
    if place is Place.SETTING:
        return Severity.INFO if strength is Strength.DOUBTFUL else Severity.CONCERN
    is_used = place in (Place.COMMENT, Place.NOTE) and strength is Strength.STRONG
    return Severity.CONCERN if is_used else Severity.INFO


def _setting(checked: CheckedFile, secret: SecretMatch) -> str:
    """The name of the setting, which is all that is quoted of a file that no model sees."""
    found = compiled(_SETTING).search(checked.lines[secret.line - 1][:LONGEST])
    name: str = found[1] if found else ""
    is_name = name in secret.shown and compiled(MEANT).search(name)
    return name if is_name else ""


def _kind(secret: SecretMatch, value: str) -> str:
    if secret.rule in _KINDS:
        return _KINDS[secret.rule]
    if not secret.rule.startswith(("password-", "key-", "kubernetes-")):
        return secret.rule
    return "password-hash" if compiled(_HASH).search(value) else "password"


def _finding(checked: CheckedFile, secret: SecretMatch) -> str:
    kind = secret.title[0].upper() + secret.title[1:]
    if not secret.certain:
        return f"What looks like {secret.title} is written into the file."
    if is_encrypted_key(checked.text[secret.start : secret.end]):
        return f"{kind} is in the tree; it is encrypted, and as safe as its passphrase."
    return f"{kind} is in the tree; whoever can read the tree can use it. Revoke and replace it."


SECRETS = FileCheck("secret", 11, find_leaks, reads_withheld=True)
