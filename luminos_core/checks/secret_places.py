"""Where in a project a secret stands, which says for whom it was written."""

from bisect import bisect_left
from enum import Enum
from functools import cached_property

from luminos_core.checks.catalogue_rules import is_of_others
from luminos_core.checks.check import CheckedFile, is_example_path, is_test_path
from luminos_core.checks.secret_keys import names_no_server
from luminos_core.records.snapshot import Category
from luminos_core.redaction.patterns import compiled

_TRANSLATIONS = (
    r"(?i)(?:^|/)(?:locales?|locali[sz]ations?|i18n|l10n|langs?|languages?|translations?)/"
    r"|(?:messages?|labels?|strings?)(?:[_.-]\w+)*\.(?:properties|json|ya?ml|xml|resx)$"
    r"|\.(?:po|pot|arb|strings|resx|xlf|xliff)$"
)
_PROSE = ("Markdown", "reStructuredText", "AsciiDoc", "Text")
_MANUAL = ("Roff", "Roff Manpage", "Texinfo", "Pod")
_SCRIPTS = (  # whose statements are also commands or settings
    "Batchfile", "Dockerfile", "HCL", "Makefile", "Nix", "PLSQL", "PLpgSQL", "PowerShell", "Shell",
    "SQL", "TSQL",
)  # fmt: skip
_CHANGES = r"(?i)^(?:change[_-]?log|changes|news|history|release[_-]?notes)(?:\.\w+)?$"
_READ_FIRST = (
    r"(?i)^(?:readme|install|hacking|todo|faq|authors|contributing|upgrading)(?:[._-][^.]*)?$"
)
_LONGEST = 400  # characters of a line that are looked at
_LONG_QUOTES = '"""|' + "'''"
_SEALED = r"(?m)^kind:\s*[\"']?SealedSecret|^sops:|\"sops\":\s*\{|ENC\[AES256_GCM,|\$ANSIBLE_VAULT;"
_ENCODED = r"(?m)^kind:\s*[\"']?Secret\b"
_LOCK = r"(?i)jwt|sign|crypt|secret|cipher|hmac|auth|token|session|secur|credential|\baes"
_COMMAND = r"\b(?:curl|wget|https?ie|ssh|scp|mysql\w*|psql|docker login)\s"
_HERE = r"(?i)\blocalhost\b|\b127\.0\.0\.1\b|\b0\.0\.0\.0\b|\[::1\]"
_FENCE = r"(?m)^\s*(?:```|~~~)"
_INDENTED = (r"^\s", r"^(?:\t| {4})")  # in a text, and in Markdown, which has lists
_SHOWN = "(?i)<(/?)(?:pre|code|samp|kbd)\\b"
# Words of a licence by which everybody may have the program.
_FREE = (
    r"(?i)SPDX-License-Identifier|permission is hereby granted|redistribution and use in source"
    r"|licen[cs]ed under (?:the )?(?:terms of )?(?:the )?"
    r"(?:MIT|BSD|Apache|[AL]?GPL|GNU|Mozilla|MPL|ISC)"
    r"|GNU (?:Affero |Lesser |Library )?General Public Licen"
    r"|see (?:the )?(?:file )?['\"`]?(?:LICEN[CS]E|COPYING)"
)
_HEAD = 3_000  # characters of a program that may name its licence
_PARTS = r"(?i)(?:^|/)(?:[\w-]*plug-?ins?|[a-z]+plug|add-?ons)/"
_READERS = r"(?i)(?:^|/)(?:extractors?|scrapers?|downloaders?|crawlers?)/"  # of pages of others
_SENTENCE = r"^\s*[#;/!]+\s*[A-Za-z]\w*(?: [\w(),.'/-]+){2,}"
_TOLD = 0.6  # of the lines of settings are comments where they are their manual
_MANY, _VERY_MANY = 12, 100  # lines: of these, even what is set shows what may be
_DESCRIBED = r"(?m)^\s*[\"']?(?:swagger|openapi)[\"']?\s*:\s*[\"']?[23]"
_CONFIGURE = ("configure", "aclocal.m4", "ltmain.sh", "Makefile.in")  # written by programs
_BLOCK = 5_000  # characters of a comment that are looked at
_STATEMENT = r"""[=(]\s*["']?$"""
_DOC_COMMENT = r"^\s*(?:\*|/\*\*|///|//!|##|@|>>> |iex> )"
_COMMENT = r"^\s*(?:#|//|;|--\s|/\*|<!--|%|rem\s)"


class Place(Enum):
    SETTING = "code or settings that run"
    COMMENT = "what may have run before"
    NOTE = "a text for the people of the project"
    PROSE = "a document for users"
    DOCUMENTATION = "an example within code"
    EXAMPLE = "an example of its own"
    TEST = "a test or its data"

    @property
    def is_quiet(self) -> bool:
        """Where a value that a person may have chosen was chosen to be shown."""
        return self in (Place.TEST, Place.EXAMPLE)

    @property
    def is_document(self) -> bool:
        return self in (Place.NOTE, Place.PROSE)

    @property
    def is_for_readers(self) -> bool:
        """Where what stands there is read, and not run."""
        return self in (Place.PROSE, Place.DOCUMENTATION, Place.EXAMPLE)


class Places:
    """Of one file."""

    def __init__(self, checked: CheckedFile) -> None:
        file, path = checked.file, checked.file.path
        self._text = checked.text
        self._lines = checked.lines
        self._path = path
        self._has_docstrings = file.language in ("Python", "Elixir")
        self._is_markdown = file.language == "Markdown"
        self._is_page = file.language == "HTML"
        self.is_program = file.category is Category.SOURCE and file.language not in _SCRIPTS
        self.is_translation = _found(_TRANSLATIONS, path)
        self._whole: Place | None = None
        if is_test_path(path) or file.name == "RECORD":  # digests of a package's files
            self._whole = Place.TEST
        elif (
            file.language in _MANUAL
            or file.name in ("METADATA", "PKG-INFO")
            or _found(_CHANGES, file.name)
        ):
            self._whole = Place.PROSE
        elif not file.withheld and (file.language in _PROSE or _found(_READ_FIRST, file.name)):
            self._whole = Place.PROSE if is_example_path(path) else Place.NOTE
        elif is_example_path(path) or is_of_others(file) or _found(_DESCRIBED, self._text[:_HEAD]):
            self._whole = Place.EXAMPLE

    def of(self, start: int) -> Place:
        """Of what begins at the character `start`."""
        line = self._text[max(start - _LONGEST, 0) : start].rpartition("\n")[2]
        if self._whole in (Place.PROSE, Place.NOTE):
            return self._in_document(start, line)
        if self._whole:
            return self._whole
        if self._is_page and self._is_shown(start):
            return Place.PROSE
        is_comment = _found(_COMMENT, line)
        if self._is_documentation(start, line) or (is_comment and self._is_told(start)):
            return Place.DOCUMENTATION
        return Place.COMMENT if is_comment else Place.SETTING

    def _is_documentation(self, start: int, line: str) -> bool:
        if not self.is_program:
            return self._is_manual > 1 or bisect_left(self._fences, start) % 2 == 1
        return (
            _found(_DOC_COMMENT, line)
            or self._is_in_long_text(start)
            or self._is_in_comment(start, line)
        )

    def _is_in_comment(self, start: int, line: str) -> bool:
        """Whether in a comment of several lines, and no statement that was put into it."""
        above = self._text[max(start - _BLOCK, 0) : start]
        is_open = above.rfind("/*") > above.rfind("*/") and "\n" in above[above.rfind("/*") :]
        return is_open and not _found(_STATEMENT, line)

    def _in_document(self, start: int, line: str) -> Place:
        """A note is what somebody ran elsewhere than on the reader's own machine, or says; what
        stands in a block of code shows how something looks."""
        if _found(_COMMAND, line):
            end = self._text.find("\n", self._text.find("\n", start) + 1)
            rest = self._text[start : end if 0 <= end - start < _LONGEST else start + _LONGEST]
            return Place.PROSE if _found(_HERE, line + rest) else Place.NOTE
        in_block = (
            bisect_left(self._fences, start) % 2 == 1
            or _found(_INDENTED[self._is_markdown], line)
            or self._is_shown(start)
        )
        return Place.PROSE if in_block or self._whole is Place.PROSE else Place.NOTE

    def _is_shown(self, start: int) -> bool:
        """Whether in the code of a page."""
        tags = compiled(_SHOWN).findall(self._text[max(start - _HEAD, 0) : start])
        return bool(tags) and not tags[-1]

    def _is_told(self, start: int) -> bool:
        """Whether a setting in a comment shows what it may be: in a file of which most is told in
        comments, or below a line of words that tells of it."""
        if self.is_program:
            return False
        above = self._text[max(start - 2 * _LONGEST, 0) : start].split("\n")[-2:-1]
        return self._is_manual > 0 or any(_found(_SENTENCE, line) for line in above)

    @cached_property
    def _is_manual(self) -> int:
        """1 where most is told in comments, 2 where that is very much."""
        comments = sum(_found(_COMMENT, line[:_LONGEST]) for line in self._lines)
        filled = sum(not line.isspace() and line != "" for line in self._lines)
        is_manual = comments >= _MANY and comments > _TOLD * filled
        return is_manual + (is_manual and comments >= _VERY_MANY)

    @cached_property
    def is_beside_certificate_for_show(self) -> bool:
        """Whether the file has a certificate of no server."""
        return names_no_server(self._text)

    @cached_property
    def is_sealed(self) -> bool:
        """Whether the values of the file are encrypted."""
        return _found(_SEALED, self._text)

    @cached_property
    def is_generated(self) -> bool:
        """Whether a program wrote it to find out about a machine."""
        return self._path.rpartition("/")[2] in _CONFIGURE

    @cached_property
    def is_encoded(self) -> bool:
        """Whether values of the file are in base64, as in a secret of Kubernetes."""
        return _found(_ENCODED, self._text)

    def is_about_locks(self, start: int) -> bool:
        """Whether what is called a key there may be one of a lock: by the whole program, or by the
        lines before it in data."""
        if self.is_program:
            return self._is_about_locks
        lines = self._text[max(start - _LONGEST, 0) : start].split("\n")
        return _found(_LOCK, "\n".join(lines[-3:]))

    @cached_property
    def _is_about_locks(self) -> bool:
        return _found(_LOCK, self._text)

    def _is_in_long_text(self, start: int) -> bool:
        """Whether in a string of several lines, such as a docstring."""
        return self._has_docstrings and bisect_left(self._quotes, start) % 2 == 1

    @cached_property
    def is_reader(self) -> bool:
        """Whether it is one of the parts of a program that fetch what others show: what it holds is
        theirs, and given to every browser."""
        return self.is_program and _found(_READERS, self._path)

    @cached_property
    def is_shared(self) -> bool:
        """Whether every user has the program, and with it the keys by which it speaks with the
        services of others: it has a free licence at its beginning, or is one of many parts."""
        return self.is_program and (_found(_PARTS, self._path) or _found(_FREE, self._text[:_HEAD]))

    @cached_property
    def _fences(self) -> list[int]:
        """Where blocks of code begin and end, in turn."""
        return [match.start() for match in compiled(_FENCE).finditer(self._text)]

    @cached_property
    def _quotes(self) -> list[int]:
        """Where long texts of Python begin and end, in turn."""
        places: list[int] = []
        ending = ""
        for match in compiled(_LONG_QUOTES).finditer(self._text):
            if not ending or match.group() == ending:
                places.append(match.start())
                ending = "" if ending else match.group()
        return places


def _found(pattern: str, text: str) -> bool:
    return compiled(pattern).search(text) is not None
