import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminos_core.scan.text_facts import LineCounter, TextReader, is_binary, plain_facts


def read(*pieces: bytes) -> TextReader:
    text = TextReader(pieces[0])
    for index, piece in enumerate(pieces):
        text.add(piece, final=index == len(pieces) - 1)
    return text


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        (b"", 0),
        (b"a", 1),
        (b"a\n", 1),
        (b"a\nb", 2),
        (b"\n\n", 2),
        (b"a\r\nb\r\n", 2),
        (b"a\rb\rc\r", 3),
        (b"a\rb", 2),
        (b"a\r\nb\rc\n", 2),  # a lone CR breaks nothing where there are LFs
        (b"a\x0cb\n", 1),
        (b"a\x0b\x85\xe2\x80\xa8b\n", 1),
    ],
)
def test_lines_are_counted_by_their_breaks(content: bytes, lines: int) -> None:
    counter = LineCounter()
    counter.add(content)
    assert counter.lines == lines


@given(st.lists(st.text(alphabet="a\n\ré€\0", max_size=8).map(str.encode), min_size=1), st.data())
def test_chunk_boundaries_change_nothing(parts: list[bytes], data: st.DataObject) -> None:
    whole = b"".join(parts)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(whole)), max_size=4)))
    pieces = [whole[a:b] for a, b in zip([0, *cuts], [*cuts, len(whole)], strict=True)]
    cut, at_once = read(*pieces), read(whole)
    assert cut.facts == at_once.facts
    assert cut.facts[1:] == ("utf-8", b"\0" in whole)


@given(st.binary(max_size=40) | st.text(max_size=20).map(str.encode))
def test_plain_facts_equal_those_of_the_text_reader(content: bytes) -> None:
    facts = plain_facts(content)
    if facts is not None:
        assert facts == read(content).facts
        assert not is_binary(content, lambda: False)


@given(st.text(alphabet=st.characters(exclude_categories=["Cs", "Cc"]), min_size=1))
def test_ordinary_text_has_plain_facts(text: str) -> None:
    content = f"# {text}\n".encode()
    assert plain_facts(content) == read(content).facts


@pytest.mark.parametrize(
    ("mark", "codec"),
    [
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
    ],
)
def test_utf16_and_utf32_with_a_byte_order_mark_are_decoded_then_counted(
    mark: bytes, codec: str
) -> None:
    content = mark + "one ਊ\ntwo\nthree".encode(codec)  # U+0A0A holds the bytes of two line feeds
    assert not is_binary(content, lambda: False)
    text = read(content[:5], content[5:])
    assert text.facts == (3, codec, False)


def test_bytes_that_are_no_utf8_are_text_of_an_unknown_encoding() -> None:
    assert read("café\n".encode("latin-1")).encoding == "unknown-8bit"
    assert read(b"caf\xc3").encoding == "unknown-8bit"  # cut in the middle of a character
    assert read(codecs.BOM_UTF8 + b"a").encoding == "utf-8-sig"
    assert read(codecs.BOM_UTF16_LE + b"\x00\xd8a\x00").encoding == "unknown-8bit"


@pytest.mark.parametrize(
    ("head", "is_source", "binary"),
    [
        (b"", False, False),
        (b"text\n", False, False),
        (b"\x1b[31mred\n", False, False),
        (b"a\0b" + b"x" * 100, False, True),
        (b"a = '\0'\n" + b"x" * 100, True, False),
        (b"\x7fELF\x02\x01\x01" + bytes(100), True, True),
        (bytes(range(1, 32)) * 10, False, True),
        (b"%PDF-1.4\n", False, True),
        (b"x" * 8000 + b"\0", False, False),  # where git stops looking
    ],
)
def test_binary_is_told_from_text(head: bytes, is_source: bool, binary: bool) -> None:
    assert is_binary(head, lambda: is_source) is binary
