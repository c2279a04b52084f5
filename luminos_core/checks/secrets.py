"""Private keys, tokens and passwords in files. A flag shows where they begin, never more.

What is redacted may be anything; what is flagged should open something. So of the redaction's
matches those are left out that are words, references, examples or about a secret.
"""

from collections.abc import Iterator

from luminos_core.checks.check import CheckedFile, FileCheck
from luminos_core.checks.secret_places import Place, Places
from luminos_core.checks.secret_values import (
    Strength,
    is_encrypted_key,
    is_harmless_token,
    is_published,
    is_whole_key,
    password_in_base64,
    plain,
    strength_of,
)
from luminos_core.records.flag import Flag, Severity
from luminos_core.redaction.find_secrets import SecretMatch, find_secrets
from luminos_core.redaction.patterns import compiled

_BEFORE = 400  # characters before a secret in which its name is looked for
_LONG_LINE = 2_000  # characters
_SOME = 40  # characters after it
_NAME = r"[A-Za-z_][\w.-]*"
_MEANT = "(?i)pass|pw|secret|token|key|auth|cred|salt|psk|bearer|cookie|sess|cert|sign|webhook"
_SETTING = r"""^\s*(?:export\s+|set\s+|-\s+)?["']?([A-Za-z_][\w.-]{0,80})["']?(?:\s*[=:]|\s)"""
_KINDS = {  # flags of one kind in a file are places of one
    "authorization-header": "authorization",
    "basic-credentials": "authorization",
    "cookie": "authorization",
    "encoded-url-password": "url-password",
    "password-hash": "password-hash",
    "url-password": "url-password",
    "url-password-of-driver": "url-password",
    "url-token": "url-password",
}
_UNQUOTED = ("password-word", "password-command", "password-variable", "password-parameter")
_EXPRESSION = r"[A-Za-z_$][\w$]*(?:(?:\.|->|::|\?\.|[?:])[A-Za-z_$][\w$]*)*[;,)]*"
_QUOTES = "[\"'`]"
# Before and after a word in a list of words, and before what a name is compared with.
_LISTED = r"""["']\s*,\s*["'][\w.-]+["']\s*,\s*["']$"""
_LIST_GOES_ON = r"""^["']\s*,\s*["']"""
_KEY_FOLLOWS = r"""^["']\s*(?::\s|=>)"""  # so that it is a name itself
_ARGUMENT_BEFORE = r"""["']\s*,[ \t]*\n\s*["']$"""  # on a line of its own
_IN_ADDRESS = r"[?&][\w.-]+=$"
_COMPARED = (
    r"(?i)(?:(?:starts?|ends?)_?with|has_?(?:prefix|suffix)|contains|index_?of|str\w*str|split|encode|decode"
    r"|replace)\s*\([^()\"']*[\"']$"
)
_PARSED = r"(?i)(?:^|[^a-z])tokens?$"  # what a parser reads
_HEADERS = ("authorization-header", "cookie", "url-token")  # only what a machine made counts
_SETTINGS = ("password-word", "password-command", "password-variable")  # in a program: code
_HASH = (
    r"^(?:\$(?:[1256y]|2[abxy]|apr1|argon2\w*|7|scrypt)\$|(?:pbkdf2|argon2|scrypt|bcrypt)\w*[:$]"
    r"|\{S?SHA)"
)
_SHOWN_TO_USERS = ("google-api-key",)  # restricted by address or package, if at all
_FOR_TESTS = "(?i)test|0123456789"
_BARE = ("key", "keys", "self.key", "this.key")
_LOCAL = r"^@(?:localhost|127\.|0\.0\.0\.0|\[::1\]|host\.docker\.internal)"


def find_leaks(checked: CheckedFile) -> Iterator[Flag]:
    places = Places(checked)
    for secret in checked.secrets:
        if (severity := _severity(checked, secret, places)) is not None:
            yield checked.flag(
                f"secret-{_kind(secret, checked.text[secret.start : secret.end])}",
                _finding(checked, secret),
                severity,
                secret.line,
                secret.end_line,
                quotation=_setting(checked, secret) if checked.file.withheld else secret.shown,
            )


def _severity(checked: CheckedFile, secret: SecretMatch, places: Places) -> Severity | None:
    """None for what is no secret."""
    value, place = checked.text[secret.start : secret.end], places.of(secret.start)
    if secret.rule == "private-key":
        return _severity_of_key(value, place)
    if secret.certain:
        return None if is_published(value) else _severity_of_token(secret, value, place)
    if secret.rule == "json-web-token":
        harmless = is_published(value) or is_harmless_token(value)
        return None if harmless else _mild(place, Severity.CONCERN)
    if _kind(secret, value) == "password-hash":
        is_shown = checked.file.name.endswith((".example", ".sample"))
        return None if is_shown else _severity_of_hash(place, in_program=places.is_program)
    before = checked.text[max(secret.start - _SOME, 0) : secret.start]
    if place is Place.NOTE and compiled(_IN_ADDRESS).search(before):
        place = Place.PROSE  # readers are given it
    return _severity_of_value(_strength(checked, secret, places), place)


def _severity_of_key(value: str, place: Place) -> Severity | None:
    if not is_whole_key(value):
        return None
    return _mild(place, Severity.CONCERN if is_encrypted_key(value) else Severity.CRITICAL)


def _severity_of_token(secret: SecretMatch, value: str, place: Place) -> Severity:
    """A token that is shown to readers opens as much as one that a program uses."""
    if place is Place.TEST or compiled(_FOR_TESTS).search(value):
        return Severity.INFO
    is_known = place is not Place.SETTING or secret.rule in _SHOWN_TO_USERS
    return Severity.CONCERN if is_known else Severity.CRITICAL


def _mild(place: Place, usual: Severity) -> Severity:
    return Severity.INFO if place in (Place.TEST, Place.EXAMPLE) else usual


def _severity_of_hash(place: Place, *, in_program: bool) -> Severity | None:
    """A hash can be guessed offline. Elsewhere than in settings it shows what one looks like."""
    if place is not Place.SETTING:
        return None
    return Severity.INFO if in_program else Severity.CONCERN


def _severity_of_value(strength: Strength, place: Place) -> Severity | None:
    """Of a value with a name that means a secret, or at such a place."""
    if strength is Strength.NONE or (strength is Strength.WEAK and place.is_quiet):
        return None
    running = (Place.SETTING, Place.COMMENT, Place.NOTE)
    is_used = place is Place.SETTING or (strength is Strength.STRONG and place in running)
    return Severity.CONCERN if is_used else Severity.INFO


def _strength(checked: CheckedFile, secret: SecretMatch, places: Places) -> Strength:
    rule, value = secret.rule, checked.text[secret.start : secret.end]
    before = checked.text[max(secret.start - _BEFORE, 0) : secret.start]
    if rule == "basic-credentials":
        return strength_of(password_in_base64(value), "")
    in_url = _kind(secret, value) == "url-password"
    name = "" if in_url else _name(before)
    is_bare = rule.startswith("key-") and name.lower().strip("_") in _BARE
    is_bundled = _is_bundled(checked, secret)
    if places.is_sealed or is_bundled or (is_bare and not places.is_about_locks(secret.start)):
        return Strength.NONE
    text = plain(value) if places.is_encoded else value
    if rule == "kubernetes-secret" and find_secrets(text):
        return Strength.STRONG  # settings of several lines, or an address
    strength = strength_of(text, name)
    if in_url and compiled(_LOCAL).search(checked.text[secret.end : secret.end + 30]):
        return strength if strength is Strength.STRONG else Strength.NONE
    without_quotes = places.is_program and (rule == "key-variable" or _is_code(checked, secret))
    if without_quotes or _is_compared(name, before, strength, places.is_program):
        return Strength.NONE
    is_code = places.is_program and rule in _SETTINGS
    needs_machine = rule in _HEADERS or is_code or places.is_translation
    return Strength.NONE if needs_machine and strength is Strength.WEAK else strength


def _is_bundled(checked: CheckedFile, secret: SecretMatch) -> bool:
    """Whether it is on a line of a script that no person wrote, or of its map, where any name
    stands before any value."""
    if checked.file.language != "JavaScript" and not checked.file.name.endswith(".map"):
        return False
    return any(len(each) > _LONG_LINE for each in checked.lines[secret.line - 1 : secret.line])


def _is_code(checked: CheckedFile, secret: SecretMatch) -> bool:
    """Whether it is a name or an expression of the program itself, or a word in a list of them."""
    text, value = checked.text, checked.text[secret.start : secret.end]
    line = text[text.rfind("\n", 0, secret.start) + 1 : secret.start][-_BEFORE:]
    if secret.rule in _UNQUOTED:
        is_open = len(compiled(_QUOTES).findall(line)) % 2
        return not is_open and bool(compiled(_EXPRESSION).fullmatch(value))
    before, after = text[max(secret.start - _BEFORE, 0) : secret.start], text[secret.end :][:_SOME]
    if compiled(_KEY_FOLLOWS).search(after) or compiled(_ARGUMENT_BEFORE).search(before):
        return True
    is_word = compiled(r"\w+").fullmatch(value) is not None
    is_listed = compiled(_LISTED).search(before) and compiled(_LIST_GOES_ON).search(after)
    return is_word and bool(is_listed)


def _is_compared(name: str, before: str, strength: Strength, in_program: bool) -> bool:
    """Whether a text is looked for in what the name holds."""
    if compiled(_COMPARED).search(before):
        return True
    is_parsed = bool(compiled(_PARSED).search(name))
    return in_program and is_parsed and strength is Strength.WEAK


def _name(before: str) -> str:
    """What the value is called: the last word before it that may mean a secret."""
    lines = "\n".join(before.split("\n")[-3:])
    names: list[str] = compiled(_NAME).findall(lines)
    meant = [name for name in names if compiled(_MEANT).search(name)]
    return (meant or names or [""])[-1]


def _setting(checked: CheckedFile, secret: SecretMatch) -> str:
    """The name of the setting, which is all that is quoted of a file that no model sees."""
    found = compiled(_SETTING).search(checked.lines[secret.line - 1][:_BEFORE])
    name: str = found[1] if found else ""
    is_name = name in secret.shown and compiled(_MEANT).search(name)
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


SECRETS = FileCheck("secret", 4, find_leaks, reads_withheld=True)
