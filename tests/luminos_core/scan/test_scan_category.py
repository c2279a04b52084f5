import pytest

from luminos_core.records.snapshot import Category
from luminos_core.scan.classify.category import categorize


@pytest.mark.parametrize(
    ("name", "language", "mime", "binary", "expected"),
    [
        ("a.py", "Python", "text/x-script.python", False, Category.SOURCE),
        ("index.html", "HTML", "text/html", False, Category.SOURCE),
        ("license.py", "Python", "", False, Category.SOURCE),
        ("LICENSE", None, "text/plain", False, Category.DOCUMENT),
        ("README", None, "text/plain", False, Category.DOCUMENT),
        ("README.md", "Markdown", "", False, Category.DOCUMENT),
        ("requirements-dev.txt", "Text", "", False, Category.CONFIG),
        ("deploy/requirements/prod.txt", "Text", "", False, Category.CONFIG),
        ("package-lock.json", "JSON", "", False, Category.CONFIG),
        (".github/notes.txt", "Text", "", False, Category.DOCUMENT),
        ("notes.txt", "Text", "", False, Category.DOCUMENT),
        ("Makefile", "Makefile", "", False, Category.CONFIG),
        ("pyproject.toml", "TOML", "", False, Category.CONFIG),
        (".gitignore", "Ignore List", "", False, Category.CONFIG),
        ("data.json", "JSON", "", False, Category.DATA),
        ("package.json", "JSON", "", False, Category.CONFIG),
        ("logo.svg", "SVG", "", False, Category.MEDIA),
        ("photo", None, "image/png", True, Category.MEDIA),
        ("bundle", None, "application/zip", True, Category.ARCHIVE),
        ("paper", None, "application/pdf", True, Category.DOCUMENT),
        ("x.so", None, "application/x-sharedlib", True, Category.DATA),
        ("mystery", None, "text/plain", False, Category.UNKNOWN),
    ],
)
def test_a_file_falls_into_one_of_seven_categories(name, language, mime, binary, expected):
    assert categorize(name, language, mime, binary) is expected
