"""What a rule is, as its file in this folder says it."""

from enum import StrEnum
from typing import Annotated

import re2
from pydantic import AfterValidator, BeforeValidator, Field

from luminos_core.catalogue.condition import Condition
from luminos_core.records.base import Record
from luminos_core.records.flag import Severity

CODE_LANGUAGES = (  # Linguist's names
    "C",
    "C#",
    "C++",
    "Go",
    "Java",
    "JavaScript",
    "Kotlin",
    "PHP",
    "Python",
    "Ruby",
    "Rust",
    "Shell",
    "TSX",
    "TypeScript",
)
NOTEBOOK = "Jupyter Notebook"  # its cells are code of the kernel's language
TEMPLATE_LANGUAGES = (  # read without a tree, by `text`; the scripts in them have one
    "Blade",
    "EJS",
    "FreeMarker",
    "Go Template",
    "HTML",
    "HTML+ERB",
    "HTML+Razor",
    "Haml",
    "Handlebars",
    "Java Server Pages",
    "Jinja",
    "Mustache",
    "Nunjucks",
    "Pug",
    "Slim",
    "Smarty",
    "Svelte",
    "Twig",
    "Velocity Template Language",
    "Vue",
)


_WORDS = {
    "calls": r"(?i)(?:\b|_)(?:WORDS)\w*[!?]?\s*(?:\(|$)",
    "words": r"(?i)(?:\b|_)(?:WORDS)(?:\b|_)",
}


class Precision(StrEnum):
    """How often what a rule finds is worth a person's time, as judged on real projects."""

    HIGH = "high"  # nearly always
    MEDIUM = "medium"  # at least every second time
    LOW = "low"  # seldom: a hint for whoever reads the code anyway, never a concern


class Needed(StrEnum):
    """What a value that a rule asks about must be for the finding to be more than a hint. Input of
    others than whoever runs the program is always enough."""

    GIVEN = "given"  # input, or a parameter of the function
    BUILT = "built"  # input or a parameter, put together with other text
    REMOTE = "remote"  # input of others


def _pattern(text: str) -> str:
    try:
        re2.compile(text)
    except re2.error as error:
        raise ValueError(f"not a pattern: {error}") from error
    return text


def _language(name: str) -> str:
    if name not in (*CODE_LANGUAGES, *TEMPLATE_LANGUAGES):
        raise ValueError(f"{name} is no language of rules: {', '.join(CODE_LANGUAGES)}")
    return name


def _any_of(value: object) -> object:
    """One pattern for a list: what any of it finds. In it are patterns, `calls: […]`, beginnings of
    the names of what is called, `words: […]`, and lists."""
    if isinstance(value, list):
        return "|".join(f"(?:{_any_of(each)})" for each in value)
    if isinstance(value, dict):
        ((kind, words),) = value.items()
        return _WORDS[kind].replace("WORDS", "|".join(words))
    return value


def _texts(value: str | tuple[str, ...]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else value


Language = Annotated[str, AfterValidator(_language)]
RePattern = Annotated[str, AfterValidator(_pattern)]
AnyPattern = Annotated[str, BeforeValidator(_any_of), AfterValidator(_pattern)]
Texts = Annotated[str | tuple[str, ...], AfterValidator(_texts)]


class Example(Record):
    """A text in which the rule finds something, or nothing. Each is a test."""

    text: str
    language: str = ""  # Linguist's name; of a structured file its name tells
    path: str = ""  # of a structured file, or where the rule asks for one


class CodeMatcher(Record):
    """What to find in the syntax tree: calls by name, or an ast-grep pattern or rule; in a
    template, a pattern over its text.

    A call's name is its text without white space and type arguments, with "." for "::", "->" and
    "?.", and with the names of imports replaced by what they stand for; "*" is any text.
    """

    languages: tuple[Language, ...]
    call: Texts = ()
    pattern: Texts = ()
    rule: dict[str, object] = Field(default_factory=dict)
    text: RePattern = ""
    not_text: RePattern = ""  # found in what `text` finds
    # Of arguments, by position or name ("shell", "0|cmd"; "*" is any; "." is what the method is
    # called on; "%s" is any that a format takes as a text of any length); in a pattern, of its
    # $NAMES.
    where: dict[str | int, Condition] = Field(default_factory=dict)
    words: tuple[str, ...] = ()  # a file without any of these is not searched for the patterns
    file: RePattern = ""  # found in the file's text
    not_file: RePattern = ""
    function: RePattern = ""  # found in the text of the enclosing function, or of the file
    not_function: RePattern = ""
    near: RePattern = ""  # found in the statement around the place, or in the function's name
    not_near: RePattern = ""
    not_named: AnyPattern = ""  # found in the name of the place, or of a function around it
    not_condition: RePattern = ""  # found in a condition on which the place is reached
    # Of what fails without a word at the place, which is what stands before a clause that handles
    # errors, or the statement itself. What is tried while another error is handled is not counted.
    guards: AnyPattern = ""  # found in a line of it,
    guards_alone: AnyPattern = ""  # or in the line, if it has but one,
    not_guards: AnyPattern = ""  # and not found in the same line
    # What the places are some of, as an ast-grep rule, and what is found in all others of these, at
    # least two for each place.
    few_of: dict[str, object] = Field(default_factory=dict)
    others: AnyPattern = ""
    path: RePattern = ""
    not_path: RePattern = ""


class DocumentMatcher(Record):
    """What to find in a structured file: a value by its path, "jobs.*.steps.*.uses".

    A name in a path is a glob, "a|b" either, "**" any number of names; a list's are "0", "1", …
    """

    files: RePattern  # found in the path of the file
    not_files: RePattern = ""
    at: Texts = ("",)  # "": the whole document
    # Of "." the value itself, "name.of.part" below it, "..name" beside it, "/name" in the document,
    # "<name" what holds it there.
    where: dict[str, Condition] = Field(default_factory=dict)
    file: RePattern = ""  # found in the file's text
    not_file: RePattern = ""


class Rule(Record):
    id: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)+$")
    title: str
    family: str
    cwe: int | None = None
    severity: Severity
    from_outside: Severity | None = None  # where a value that it asks about is input
    precision: Precision = Precision.MEDIUM
    hint_unless: Needed | None = None
    own_names: RePattern = ""  # what is given under these names alone is no more than a hint
    in_tests: Severity | None = Severity.INFO  # None: not reported there
    remark_is_reason: bool = False  # with any comment beside it, it is INFO
    message: str  # one sentence: what is there, and what it lets happen
    fix: str  # one sentence, in the imperative
    code: tuple[CodeMatcher, ...] = ()
    documents: tuple[DocumentMatcher, ...] = ()
    matches: tuple[Example, ...]
    passes: tuple[Example, ...]


class RuleFile(Record):
    rules: tuple[Rule, ...]
