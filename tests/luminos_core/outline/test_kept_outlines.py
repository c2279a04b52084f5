"""Outlines are kept for one more question about the same text."""

from luminos_core.outline.kept_outlines import KeptOutlines
from luminos_core.records.outline import Outline, Symbol, SymbolKind

CONTENT = b"def f(): pass"


def test_an_outline_is_given_once_for_the_same_text_alone() -> None:
    kept = KeptOutlines()
    kept.keep(_outline("a.py", 1), CONTENT)
    assert kept.take("b.py", "Python", CONTENT) is None
    assert kept.take("a.py", "Python", CONTENT + b" ") is None
    assert kept.take("a.py", "Python", CONTENT) == _outline("a.py", 1)
    assert kept.take("a.py", "Python", CONTENT) is None


def test_the_oldest_make_room_and_what_is_too_large_is_not_kept() -> None:
    kept = KeptOutlines(most=10)
    kept.keep(_outline("huge.py", 20), CONTENT)
    for name in ("a.py", "b.py", "c.py"):
        kept.keep(_outline(name, 3), CONTENT)
    taken = [kept.take(name, "Python", CONTENT) for name in ("huge.py", "a.py", "b.py", "c.py")]
    assert [each.path for each in taken if each] == ["b.py", "c.py"]
    kept.keep(_outline("a.py", 9), CONTENT)  # room is given back by what was taken
    assert kept.take("a.py", "Python", CONTENT)


def _outline(path: str, symbols: int) -> Outline:
    symbol = Symbol(kind=SymbolKind.FUNCTION, name="f", line=1, end_line=1)
    return Outline(path=path, language="Python", symbols=(symbol,) * symbols)
