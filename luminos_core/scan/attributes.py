"""What a project says of its own files in .gitattributes, against Linguist's rules: which are
vendored, which are generated, and what language they are in."""

import os
from dataclasses import dataclass

from luminos_core.scan.ignore import Rule, parse_rule
from luminos_core.scan.linguist import linguist

_SWITCHES = {"true": True, "false": False}


@dataclass(frozen=True)
class Overrides:
    """None where nothing is said."""

    vendored: bool | None = None
    generated: bool | None = None
    language: str | None = None


@dataclass(frozen=True)
class AttributeFile:
    """`base` is the directory the file lies in, as a prefix of paths; later lines win."""

    base: bytes
    lines: tuple[tuple[Rule, Overrides], ...]


def overrides(chain: tuple[AttributeFile, ...], path: str) -> Overrides:
    """What `chain` (outermost first) says of the file at `path`, the innermost and last word."""
    exact = os.fsencode(path)
    said = Overrides()
    for file in chain:
        inner = exact[len(file.base) :]
        for rule, words in file.lines:
            if rule.matches(inner, is_directory=False):
                said = _over(said, words)
    return said


def parse_attributes(content: bytes, base: str) -> AttributeFile | None:
    """The lines that speak of Linguist's attributes; None when there are none."""
    lines = []
    for line in content.removeprefix(b"\xef\xbb\xbf").splitlines():
        pattern, *words = line.split() or [b""]
        said = _words([word.decode("utf-8", "replace") for word in words])
        rule = parse_rule(pattern, ".gitattributes")
        if rule and rule.ignores and said != Overrides():  # git knows no negation here
            lines.append((rule, said))
    prefix = b"" if base == "." else os.fsencode(base) + b"/"
    return AttributeFile(prefix, tuple(lines)) if lines else None


def _over(under: Overrides, over: Overrides) -> Overrides:
    return Overrides(
        vendored=under.vendored if over.vendored is None else over.vendored,
        generated=under.generated if over.generated is None else over.generated,
        language=over.language or under.language,
    )


def _words(words: list[str]) -> Overrides:
    """From "linguist-vendored", "-linguist-generated", "linguist-language=C++"."""
    said: dict[str, str] = {}
    for word in words:
        name, _, setting = word.removeprefix("-").partition("=")
        said[name] = "false" if word.startswith("-") else setting or "true"
    return Overrides(
        vendored=_SWITCHES.get(said.get("linguist-vendored", "")),
        generated=_SWITCHES.get(said.get("linguist-generated", "")),
        language=_known_language(said.get("linguist-language", "")),
    )


def _known_language(name: str) -> str | None:
    """Linguist's own spelling; a space is written as a hyphen in .gitattributes."""
    wanted = name.lower()
    for language in linguist().types:
        if wanted in (language.lower(), language.lower().replace(" ", "-")):
            return language
    return None
