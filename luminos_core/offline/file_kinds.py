"""What files are by name, language and category: code, READMEs, tests."""

from luminos_core.offline.english import line
from luminos_core.offline.tables import tables
from luminos_core.records.snapshot import Category, FileKind, FileRecord


def is_readable(file: FileRecord) -> bool:
    """Text that may be shown and is not empty."""
    shown = file.kind is FileKind.FILE and not (file.is_hidden or file.binary)
    return shown and file.lines is not None and file.size > 0


def is_readme(file: FileRecord) -> bool:
    return file.name.lower().partition(".")[0] == "readme"


def is_test_name(name: str) -> bool:
    """Whether a source file's name says that it holds tests."""
    stem = name.partition(".")[0]
    marked = ".test." in name or ".spec." in name or stem == "conftest"
    ends = ("_test", "_spec", "_tests", "-test", "Test", "Tests", "TestCase", "IT")
    return marked or stem.startswith(("test_", "test-")) or stem.endswith(ends)


def is_code(language: str | None) -> bool:
    """Code is counted in lines, prose and data by files."""
    return language is not None and language not in tables().prose_and_data


def is_source(file: FileRecord) -> bool:
    return file.category is Category.SOURCE and is_code(file.language)


def language_name(language: str) -> str:
    """A language's name fit for a sentence: a target's .gitattributes may have made it up."""
    return line(language)[:40]
