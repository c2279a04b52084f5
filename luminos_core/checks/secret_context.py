"""What the text around a value says of it: what it is called, and whether it is code, one of a
list, looked for, or explained as something that everybody may know."""

from luminos_core.checks.check import CheckedFile
from luminos_core.redaction.find_secrets import SecretMatch
from luminos_core.redaction.patterns import compiled

LONGEST = 400  # characters before a secret, or of a line, that are looked at
_LONG_LINE = 2_000  # characters
_AFTER = 60  # characters
_NAME = r"[A-Za-z_][\w.-]*"
MEANT = "(?i)pass|pw|secret|token|key|auth|cred|salt|psk|bearer|cookie|sess|cert|sign|webhook"
_UNQUOTED = ("password-word", "password-command", "password-variable", "password-parameter")
_EXPRESSION = r"[A-Za-z_$][\w$]*(?:(?:\.|->|::|\?\.|[?:])[A-Za-z_$][\w$]*)*[;,)]*"
_QUOTES = "[\"'`]"
# Before and after a word in a list of words, and before what a name is compared with.
_LISTED = r"""["']\s*,\s*["'][\w.-]+["']\s*,\s*["']$"""
_LIST_GOES_ON = r"""^["']\s*,\s*["']"""
_KEY_FOLLOWS = r"""^["']\s*(?::\s|=>)"""  # so that it is a name itself
_EQUAL_BEFORE = r"[=!]=\s*[a-zA-Z@]{0,2}[\"']$"
_ARGUMENT_BEFORE = r"""["']\s*,[ \t]*\n\s*["']$"""  # on a line of its own
_ELEMENT_BEFORE = r"""["']\s*,\s*["']$"""
_COLUMN_BEFORE = r"`\s*,\s*`$"
_ENCODED_BEFORE, _ENCODED_AFTER = r"[A-Za-z0-9+/]{40,}\s*$", "^[A-Za-z0-9+/]{40}"
_SAID = r"(?i)(?:\b(?:is|to|was)\b|:)[ \t:\"'`*]*$"
_COMPARED = (
    r"(?i)(?:(?:starts?|ends?)_?with|has_?(?:prefix|suffix)|contains|index_?of|str\w*str|split|encode|decode"
    r"|replace|\bget(?:_?(?:item|property|parameter|attribute|string|header|option|setting))?)\s*\([^()\"']*[\"']$"
)
_ASSIGNED = (  # what may stand between a name and its value
    r"(?i)[\w.-]*(?:[\"'`]\s*,|[\"'`]?\)?\]?\s*(?::\s*[\w<>\[\]?. ]{1,30})?(?:=>|:=|={1,3}|:|\())"
    r"\s*[a-z@$&]{0,2}[\"'`]?$"
)
_ANOTHER = r"^[\w.>)\]-]*\s*,"  # argument follows the name
_DEFAULT = r"""<\w[^<>]*\sdefault\s?=\s?["']$"""
_PARAMETER = r"[?&;][\w.-]+=$"
_DATA = ("JSON", "JSON with Comments", "JSON5")
_COMMENT = r"^\s*(?:#|//|;|--\s|/?\*|<!--|%|rem\s)|\s(?:#|//)\s"
_COMMENT_LINES = 5
_FOR_ALL = (  # words of a comment by which a value is no secret of anybody
    r"(?i)\bpublicly\b|\bis public\b|\bnot (?:a |really )?secret|\bno secret|\bharmless\b"
    r"|\baccepted\b|\bintentional|\bdeliberately\b|\bon purpose\b|\bby design\b"
    r"|\bnot sensitive\b|\bshares? (?:the|this|a) (?:same )?|\bstatic .*\bkey\b"
    r"|\bhard[- ]?coded in (?:the|their|its)\b"
    r"|\b(?:for|an) example\b|\be\.g\.|\bfor instance\b|\b(?:demo|dummy|fake|placeholder|sample)\b"
    r"|\b(?:any|every)(?:body|one)\b"
    r"|\b(?:all|every) (?:user|visitor|browser|client|install(?:ation)?)s?\b"
)
_DESCRIBED = r"(?i)\b(?:should|would|decodes|looks like|something like|such as)\b"


def name_before(before: str) -> str:
    """What the value is called: the last word before it that may mean a secret."""
    lines = "\n".join(before.split("\n")[-3:])
    names: list[str] = compiled(_NAME).findall(lines)
    meant = [name for name in names if compiled(MEANT).search(name)]
    return (meant or names or [""])[-1]


def before(checked: CheckedFile, secret: SecretMatch) -> str:
    return checked.text[max(secret.start - LONGEST, 0) : secret.start]


def after(checked: CheckedFile, secret: SecretMatch) -> str:
    return checked.text[secret.end : secret.end + _AFTER]


def is_bundled(checked: CheckedFile, secret: SecretMatch) -> bool:
    """Whether it is on a line of a script that no person wrote, or of its map, where any name
    stands before any value."""
    if checked.file.language != "JavaScript" and not checked.file.name.endswith(".map"):
        return False
    return any(len(each) > _LONG_LINE for each in checked.lines[secret.line - 1 : secret.line])


def is_code(checked: CheckedFile, secret: SecretMatch) -> bool:
    """Whether it is a name or an expression of the program itself, or a word in a list of them."""
    text, value = checked.text, checked.text[secret.start : secret.end]
    line = text[text.rfind("\n", 0, secret.start) + 1 : secret.start][-LONGEST:]
    if secret.rule in _UNQUOTED:
        is_open = len(compiled(_QUOTES).findall(line)) % 2
        return not is_open and bool(compiled(_EXPRESSION).fullmatch(value))
    text_before, text_after = before(checked, secret), after(checked, secret)
    is_key = compiled(_KEY_FOLLOWS).search(text_after) and not compiled(_EQUAL_BEFORE).search(
        text_before
    )
    if is_key or compiled(_ARGUMENT_BEFORE).search(text_before):
        return True
    is_word = compiled(r"\w+").fullmatch(value) is not None
    is_listed = compiled(_LISTED).search(text_before) and compiled(_LIST_GOES_ON).search(text_after)
    return is_word and bool(is_listed)


def is_element(checked: CheckedFile, secret: SecretMatch) -> bool:
    """Whether it stands in data after another text of a list, which is no name of it."""
    if compiled(_COLUMN_BEFORE).search(before(checked, secret)):
        return True
    is_data = checked.file.language in _DATA and secret.rule != "password-pairing"
    return is_data and compiled(_ELEMENT_BEFORE).search(before(checked, secret)) is not None


def is_encoded_part(checked: CheckedFile, secret: SecretMatch) -> bool:
    """Whether it is a piece of something long in base64, such as a picture."""
    return bool(
        compiled(_ENCODED_BEFORE).search(before(checked, secret))
        or compiled(_ENCODED_AFTER).search(after(checked, secret))
    )


def is_said(checked: CheckedFile, secret: SecretMatch) -> bool:
    """Whether a sentence says that it is what its name means."""
    return compiled(_SAID).search(before(checked, secret)) is not None


def is_looked_for(checked: CheckedFile, secret: SecretMatch) -> bool:
    """Whether a function is asked for it, or whether a text has it."""
    return compiled(_COMPARED).search(before(checked, secret)) is not None


def is_other_argument(text_before: str, name: str) -> bool:
    """Whether what is named and the value are two arguments of a call: "get(host, pass, 'x')"."""
    start = text_before.rfind(name)
    is_atom = text_before[max(start - 1, 0) : start] in ("{", ":", '"', "'", "`")
    rest = text_before[start + len(name) :]
    is_constant = name.rpartition(".")[2].isupper()
    return (
        bool(name) and not (is_atom or is_constant) and compiled(_ANOTHER).search(rest) is not None
    )


def is_default(checked: CheckedFile, secret: SecretMatch) -> bool:
    """Whether markup says that it is what counts where nobody has set another."""
    return compiled(_DEFAULT).search(before(checked, secret)) is not None


def is_in_address(checked: CheckedFile, secret: SecretMatch) -> bool:
    """Whether it is a parameter of an address."""
    return compiled(_PARAMETER).search(before(checked, secret)) is not None


def is_assigned(text_before: str, name: str) -> bool:
    """Whether nothing but an assignment stands between the name and the value."""
    between = text_before[text_before.rfind(name) + len(name) :]
    return bool(name) and compiled(_ASSIGNED).fullmatch(between) is not None


def is_explained(checked: CheckedFile, line: int, *, in_comment: bool) -> bool:
    """Whether a comment on the line, or right above it, says that it is for everybody; or, of what
    stands in a comment itself, that it shows how something looks."""
    lines = [text[:LONGEST] for text in checked.lines[max(line - 1 - _COMMENT_LINES, 0) : line]]
    near = lines[-1:]
    for text in reversed(lines[:-1]):
        if not compiled(_COMMENT).search(text):
            break
        near.append(text)
    said = "\n".join(text for text in near if compiled(_COMMENT).search(text))
    return bool(
        compiled(_FOR_ALL).search(said) or (in_comment and compiled(_DESCRIBED).search(said))
    )
