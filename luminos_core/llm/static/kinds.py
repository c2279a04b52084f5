"""Languages by what they are for: code is counted in lines, the rest by files."""

PROSE_AND_DATA = frozenset(
    {
        "AsciiDoc", "CSV", "Diff", "Dotenv", "Git Attributes", "Go Checksums", "Go Module", "INI",
        "Ignore List", "JSON", "JSON with Comments", "Markdown", "Org", "Pip Requirements",
        "Rich Text Format", "Roff", "Roff Manpage", "SVG", "TOML", "TSV", "Text", "XML", "YAML",
        "reStructuredText",
    }
)  # fmt: skip
DOCUMENTS = frozenset({"Markdown", "reStructuredText"})  # outlined by their headings


def is_code(language: str | None) -> bool:
    return language is not None and language not in PROSE_AND_DATA
