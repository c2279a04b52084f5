"""What files are by name, language and category: code, documents, READMEs, a package's own file."""

from luminos_core.offline.english import line
from luminos_core.records.snapshot import Category, FileKind, FileRecord

DOCUMENT_LANGUAGES = frozenset({"Markdown", "reStructuredText"})  # outlined by their headings
PACKAGE_FILES = frozenset(
    {
        "__init__.py", "doc.go", "index.js", "index.jsx", "index.mjs", "index.ts", "index.tsx",
        "lib.rs", "mod.rs", "package-info.java",
    }
)  # fmt: skip
_PROSE_AND_DATA = frozenset(
    {
        "AsciiDoc", "CSV", "Diff", "Dotenv", "Git Attributes", "Go Checksums", "Go Module", "INI",
        "Ignore List", "JSON", "JSON with Comments", "Markdown", "Org", "Pip Requirements",
        "Rich Text Format", "Roff", "Roff Manpage", "SVG", "TOML", "TSV", "Text", "XML", "YAML",
        "reStructuredText",
    }
)  # fmt: skip


def is_readable(file: FileRecord) -> bool:
    """Text that may be shown and is not empty."""
    return (
        file.kind is FileKind.FILE
        and not file.withheld
        and not file.binary
        and file.lines is not None
        and file.size > 0
    )


def is_document(file: FileRecord) -> bool:
    return file.category is Category.DOCUMENT or file.language in DOCUMENT_LANGUAGES


def is_readme(file: FileRecord) -> bool:
    return file.name.lower().partition(".")[0] == "readme"


def is_test_name(name: str) -> bool:
    """Whether a source file's name says that it holds tests."""
    stem = name.partition(".")[0]
    marked = ".test." in name or ".spec." in name or stem == "conftest"
    return marked or stem.startswith("test_") or stem.endswith(("_test", "_spec"))


def is_code(language: str | None) -> bool:
    """Code is counted in lines, prose and data by files."""
    return language is not None and language not in _PROSE_AND_DATA


def is_source(file: FileRecord) -> bool:
    return file.category is Category.SOURCE and is_code(file.language)


def language_of(file: FileRecord) -> str:
    """Its language, else its category: "Python", "Data file"."""
    return language_name(file.language or "") or f"{file.category.value} file".capitalize()


def language_name(language: str) -> str:
    """A language's name fit for a sentence: a target's .gitattributes may have made it up."""
    return line(language)[:40]
