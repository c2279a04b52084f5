"""How likely it is that a value opens something, by what it is called and what stands around it."""

from urllib.parse import unquote

from luminos_core.checks import secret_context as context
from luminos_core.checks.check import CheckedFile
from luminos_core.checks.secret_places import Place, Places
from luminos_core.checks.secret_values import (
    Strength,
    is_chosen_by_people,
    is_identifier,
    is_public_address,
    is_repeated,
    is_unmistakable,
    password_in_base64,
    plain,
    strength_of,
)
from luminos_core.redaction.find_secrets import SecretMatch, find_secrets
from luminos_core.redaction.patterns import compiled

URLS = ("encoded-url-password", "url-password", "url-password-of-driver", "url-token")
_MADE = ("authorization-header", "cookie", "url-token", "password-pairing")  # by machines alone
_HEADERS = ("authorization-header", "basic-credentials", "cookie")
_STATEMENTS = ("password-word", "password-command", "password-variable")  # in a program: code
_COMMANDS = ("Shell", "Makefile")  # in which words follow each other
_BARE = ("key", "keys", "self.key", "this.key")
_LOCAL = r"^@(?:localhost|127\.|0\.0\.0\.0|\[::1\]|host\.docker\.internal)"
_ANYBODY = r"(?i)://[\w.-]*(?:anon|guest|public)[\w.-]*:$"
_ASSIGNMENTS = ("key-assignment", "password-assignment")
_ECHO = r"(?i)\becho[ ]+[\"']?[\w.-]+:$"
_READS_PASSWORDS = "(?i)passw|crypt|openssl|login"  # what echoed ones are given to
_DIGIT = "[0-9]"
_OURS = (  # names of what is no key of a service
    "(?i)passw|pwd|jwt|session|cookie|csrf|sign|private|crypt|hash|database|db_|smtp|mail"
    "|^(?:.*\\W)?secret(?:_?key)?$"
)


def strength_at(checked: CheckedFile, secret: SecretMatch, places: Places) -> Strength:
    """Of what a rule found by its name or its place alone."""
    if places.is_sealed or places.is_generated or context.is_bundled(checked, secret):
        return Strength.NONE
    if secret.rule in URLS:
        strength = _before_host(checked, secret, places)
    elif secret.rule == "basic-credentials":
        strength = strength_of(password_in_base64(_value(checked, secret)), "")
    else:
        strength = _of_named(checked, secret, places)
    return min(strength, _most(checked, secret, places)) if strength else strength


def _value(checked: CheckedFile, secret: SecretMatch) -> str:
    return checked.text[secret.start : secret.end]


def _before_host(checked: CheckedFile, secret: SecretMatch, places: Places) -> Strength:
    value, after = unquote(_value(checked, secret)), context.after(checked, secret)
    strength = strength_of(value, "")
    is_word = places.is_program and not compiled(_DIGIT).search(value)
    needs_machine = is_word or secret.rule in _MADE or compiled(_LOCAL).search(after)
    if is_public_address(after, value) or (needs_machine and strength < Strength.STRONG):
        return Strength.NONE
    is_for_all = compiled(_ANYBODY).search(context.before(checked, secret))
    return min(strength, Strength.DOUBTFUL) if is_for_all else strength


def _of_named(checked: CheckedFile, secret: SecretMatch, places: Places) -> Strength:
    value, before = _value(checked, secret), context.before(checked, secret)
    text = plain(value) if places.is_encoded else value
    if secret.rule == "kubernetes-secret" and find_secrets(text):
        return Strength.STRONG  # settings of several lines, or an address
    name = context.name_before(before)
    if is_repeated(value, name) or _is_other(checked, secret, places, name):
        return Strength.NONE
    is_text = places.of(secret.start).is_document
    if is_text and secret.rule == "password-word" and not context.is_said(checked, secret):
        return Strength.NONE
    strength = strength_of(text, name)
    if places.is_translation:
        return strength if is_unmistakable(value) else Strength.NONE
    is_word = secret.rule == "password-word" and checked.file.language in _COMMANDS
    is_name = is_word and "_" in value
    if is_name or (strength is Strength.WEAK and (is_word or secret.rule in _MADE)):
        return Strength.NONE
    return _in_program(secret, value, before, strength) if places.is_program else strength


def _is_other(checked: CheckedFile, secret: SecretMatch, places: Places, name: str) -> bool:
    """Whether the name is not the value's, or opens nothing."""
    if places.is_program and (secret.rule == "key-variable" or context.is_code(checked, secret)):
        return True
    is_bare = secret.rule.startswith("key-") and name.lower().strip("_") in _BARE
    return (
        (is_bare and not places.is_about_locks(secret.start))
        or context.is_element(checked, secret)
        or context.is_looked_for(checked, secret)
        or context.is_encoded_part(checked, secret)
        or _is_printed(checked, secret)
    )


def _is_printed(checked: CheckedFile, secret: SecretMatch) -> bool:
    """Whether a shell prints it for a person, and not for what sets passwords."""
    is_echoed = compiled(_ECHO).search(context.before(checked, secret)) is not None
    line = checked.lines[secret.end_line - 1][: context.LONGEST]
    return is_echoed and not compiled(_READS_PASSWORDS).search(line)


def _in_program(secret: SecretMatch, value: str, before: str, strength: Strength) -> Strength:
    """A program has many texts beside many names: what no machine made must be given to a name of
    what people remember."""
    name = context.name_before(before)
    if secret.rule in _ASSIGNMENTS and context.is_other_argument(before, name):
        return Strength.NONE
    if strength is Strength.STRONG:
        return Strength.DOUBTFUL if is_identifier(value) else strength
    is_given = secret.rule not in _STATEMENTS and context.is_assigned(before, name)
    if not is_given or not compiled(_DIGIT).search(value):
        return Strength.NONE
    return min(strength, Strength.WEAK if is_chosen_by_people(name) else Strength.DOUBTFUL)


def _most(checked: CheckedFile, secret: SecretMatch, places: Places) -> Strength:
    """What the value can be at most, where a comment tells of it, or everybody has it."""
    in_comment = places.of(secret.start) is Place.COMMENT
    is_shown = in_comment and places.is_program and secret.rule in _HEADERS
    is_told = (in_comment or places.is_program) and context.is_explained(
        checked, secret.line, in_comment=in_comment
    )
    name = context.name_before(context.before(checked, secret))
    is_of_others = places.is_reader or (places.is_shared and not compiled(_OURS).search(name))
    is_default = context.is_default(checked, secret)
    is_given = context.is_in_address(checked, secret) and is_identifier(_value(checked, secret))
    is_for_all = is_shown or is_told or is_of_others or is_default or is_given
    return Strength.DOUBTFUL if is_for_all else Strength.STRONG
