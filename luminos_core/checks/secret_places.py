"""Where in a project a secret stands, which says for whom it was written."""

from bisect import bisect_left
from enum import Enum
from functools import cached_property

from luminos_core.checks.check import CheckedFile, is_example_path, is_test_path
from luminos_core.records.snapshot import Category
from luminos_core.redaction.patterns import compiled

_TRANSLATIONS = (
    r"(?i)(?:^|/)(?:locales?|i18n|l10n|lang|langs|languages|translations?)/"
    r"|(?:messages?|labels?|strings?)(?:[_.-]\w+)*\.(?:properties|json|ya?ml|xml|resx)$"
    r"|\.(?:po|pot|arb|strings|resx|xlf|xliff)$"
)
_PROSE = ("Markdown", "reStructuredText", "AsciiDoc", "Text")
_MANUAL = ("Roff", "Roff Manpage", "Texinfo", "Pod")
_SCRIPTS = (  # whose statements are also commands or settings
    "Batchfile", "Dockerfile", "HCL", "Makefile", "Nix", "PLSQL", "PLpgSQL", "PowerShell", "Shell",
    "SQL", "TSQL",
)  # fmt: skip
_LONGEST = 400  # characters of a line that are looked at
_LONG_QUOTES = '"""|' + "'''"
_SEALED = r"(?m)^kind:\s*[\"']?SealedSecret|^sops:|\"sops\":\s*\{|ENC\[AES256_GCM,|\$ANSIBLE_VAULT;"
_ENCODED = r"(?m)^kind:\s*[\"']?Secret\b"
_LOCK = r"(?i)jwt|sign|crypt|secret|cipher|hmac|auth|token|session|secur|credential|\baes"
_COMMAND = r"\b(?:curl|wget|https?ie|ssh|scp|mysql\w*|psql|docker login)\s"
_DOC_COMMENT = r"^\s*(?:\*|/\*\*|///|//!|##|@|>>> )"
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


class Places:
    """Of one file."""

    def __init__(self, checked: CheckedFile) -> None:
        file, path = checked.file, checked.file.path
        self._text = checked.text
        self._is_python = file.language == "Python"
        self.is_program = file.category is Category.SOURCE and file.language not in _SCRIPTS
        self.is_translation = _found(_TRANSLATIONS, path)
        self._whole: Place | None = None
        if is_test_path(path) or file.name == "RECORD":  # digests of a package's files
            self._whole = Place.TEST
        elif file.language in _MANUAL or file.name in ("METADATA", "PKG-INFO"):
            self._whole = Place.PROSE
        elif file.language in _PROSE and not file.withheld:
            self._whole = Place.PROSE if is_example_path(path) else Place.NOTE
        elif is_example_path(path):
            self._whole = Place.EXAMPLE

    def of(self, start: int) -> Place:
        """Of what begins at the character `start`."""
        line = self._text[max(start - _LONGEST, 0) : start].rpartition("\n")[2]
        if self._whole is Place.PROSE and _found(_COMMAND, line):
            return Place.NOTE  # what somebody ran
        if self._whole:
            return self._whole
        if self.is_program and (_found(_DOC_COMMENT, line) or self._is_in_long_text(start)):
            return Place.DOCUMENTATION
        return Place.COMMENT if _found(_COMMENT, line) else Place.SETTING

    @cached_property
    def is_sealed(self) -> bool:
        """Whether the values of the file are encrypted."""
        return _found(_SEALED, self._text)

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
        return self._is_python and bisect_left(self._quotes, start) % 2 == 1

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
