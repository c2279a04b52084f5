"""Languages by what they are for: code is counted in lines, the rest by files."""

from luminos_core.offline.static_model.wording import one_line

PROSE_AND_DATA = frozenset(
    {
        "AsciiDoc", "CSV", "Diff", "Dotenv", "Git Attributes", "Go Checksums", "Go Module", "INI",
        "Ignore List", "JSON", "JSON with Comments", "Markdown", "Org", "Pip Requirements",
        "Rich Text Format", "Roff", "Roff Manpage", "SVG", "TOML", "TSV", "Text", "XML", "YAML",
        "reStructuredText",
    }
)  # fmt: skip
DOCUMENTS = frozenset({"Markdown", "reStructuredText"})  # outlined by their headings


def language_name(language: str) -> str:
    """A language's name fit for a sentence: a target's .gitattributes may have made it up."""
    return one_line(language)[:40]


def is_code(language: str | None) -> bool:
    return language is not None and language not in PROSE_AND_DATA
