"""Text in other encodings than UTF-8 is shown and quoted as it is, or it is said that it is not."""

# ruff: noqa: RUF001 - the quotation marks and dashes of cp1252 are what is tested

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminos_core.checks.check_cache import CheckCache
from luminos_core.checks.registry import checks_digest
from luminos_core.checks.run_checks import run_checks
from luminos_core.records.flag import Severity
from luminos_core.scan.scan_context import ScanContext
from luminos_core.scan.scanned_files import ScannedFiles
from luminos_core.scan.snapshot import ScanOptions, take_snapshot
from luminos_core.scan.source_text import read_text
from luminos_core.stop import StopSignal
from luminos_core.text.decode import decode
from luminos_core.tools import flag, read_file
from luminos_core.tools.flag import FlagInput
from luminos_core.tools.read_file import ReadFileInput
from luminos_core.tools.tool import AgentState, ToolContext

GERMAN = "// Prüft die Größe der Eingabe\nint pruefe(char *s) { return system(s); }\n"
SPANISH = "// año, señal, niño\nvar x;\n"
FRENCH = "// Créé par François, déjà utilisé à Genève\nint x = 1;\n"
QUOTED = "// it’s “quoted” – 5 €\nint y;\n"
JAPANESE = "// これはコメントです\nint x = 1; // 変数\n"
SHIFTED = "// 表示する\nint 表 = 1; // ソ\n"  # whose second bytes are a backslash
KOREAN = "// 이것은 주석입니다\nint x = 1; // 변수\n"
CHINESE = "// 这是一个注释\nint x = 1; // 变量\n"
TAIWANESE = "// 這是一個註解\nint x = 1; // 變數\n"
RUSSIAN = "// Это комментарий\nint x = 1; // переменная\n"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (GERMAN, "latin-1"),
        (SPANISH, "latin-1"),
        (FRENCH, "latin-1"),
        ("int main() { return 0; }\n" * 40 + "// \xe9\n", "latin-1"),
        (QUOTED, "cp1252"),
        (JAPANESE, "cp932"),
        (SHIFTED, "cp932"),
        (JAPANESE, "euc-jp"),
        (KOREAN, "euc-kr"),
        (KOREAN, "cp949"),
        (CHINESE, "gbk"),
        (CHINESE, "gb18030"),
        (TAIWANESE, "big5"),
        (RUSSIAN, "cp1251"),
    ],
)
def test_a_legacy_encoding_is_detected(text: str, encoding: str) -> None:
    found = decode(text.encode(encoding))
    assert (found.text, found.exact) == (text, True)
    assert found.remark == f"decoded as {found.encoding}"


@pytest.mark.parametrize(
    ("head", "text", "encoding"),
    [
        ("# -*- coding: koi8-r -*-\n", RUSSIAN, "koi8-r"),
        ("#!/usr/bin/python\n# vim: set fileencoding=latin-1 :\n", "x = 'é'\n", "latin-1"),
        ("# coding: cp932\n", JAPANESE, "cp932"),
        ('<?xml version="1.0" encoding="ISO-8859-2"?>\n', "<a>žluťoučký</a>\n", "iso8859-2"),
        ('<html><head>\n<meta charset="windows-1253">\n', "αβγδ\n", "cp1253"),
        ('@charset "shift_jis";\n', "/* 設定 */\n", "shift_jis"),
        (";; -*- coding: euc-kr -*-\n", KOREAN, "euc-kr"),
    ],
)
def test_a_declared_encoding_is_believed(head: str, text: str, encoding: str) -> None:
    assert decode((head + text).encode(encoding)).text == head + text


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32", "utf-8"])
def test_a_byte_order_mark_decides(encoding: str) -> None:
    found = decode(JAPANESE.encode(encoding))
    assert (found.text, found.exact, found.remark) == (JAPANESE, True, "")


@pytest.mark.parametrize("name", ["rot13", "unicode_escape", "idna", "no-such", "utf-7", "hex"])
def test_a_declared_name_that_is_no_encoding_of_text_is_not_used(name: str) -> None:
    content = f"# coding: {name}\n".encode() + b"x = '\\x41\xfc'\n"
    assert "\\x41" in decode(content).text


def test_utf8_with_a_few_wrong_bytes_stays_utf8_and_it_is_said() -> None:
    found = decode(JAPANESE.encode() + b"\xff\n")
    assert found.text == JAPANESE + "\ufffd\n"
    assert not found.exact
    assert "bytes that are not UTF-8 are shown as \ufffd" in found.remark


def test_a_text_cut_inside_a_character_is_still_its_encoding() -> None:
    whole = JAPANESE.encode()
    position = whole.index("変".encode()) + 1
    assert decode(whole[:position], cut=True).exact


@given(content=st.binary(max_size=300), cut=st.booleans())
def test_any_bytes_are_decoded_and_nothing_is_lost_unsaid(content: bytes, cut: bool) -> None:
    found = decode(content, cut=cut)
    assert found.exact or "\ufffd" in found.text
    if found.exact and not cut and not found.encoding.startswith("utf"):
        assert found.text.encode(found.encoding).decode(found.encoding) == found.text


@pytest.mark.parametrize(
    ("text", "encoding", "quotation"),
    [
        (GERMAN, "latin-1", "// Prüft die Größe der Eingabe"),
        (SHIFTED, "cp932", "int 表 = 1; // ソ"),
        (KOREAN, "euc-kr", "// 이것은 주석입니다"),
        (QUOTED, "cp1252", "// it’s “quoted” – 5 €"),
    ],
)
def test_it_is_shown_and_quoted_exactly(
    tmp_path: Path, text: str, encoding: str, quotation: str
) -> None:
    (tmp_path / "a.c").write_bytes(text.encode(encoding))
    state = AgentState()
    context = ToolContext(ScannedFiles(tmp_path), ".", state, lambda event: None)
    shown = read_file.run(ReadFileInput(path="a.c"), context)
    assert quotation in shown.text
    assert f"a.c: {decode(text.encode(encoding)).remark}." in shown.note
    raised = FlagInput(path="a.c", finding="It.", severity=Severity.INFO, quotation=quotation)
    flag.run(raised, context)
    assert (state.flags[0].verified, state.flags[0].quotation) == (True, quotation)
    assert read_text(context.files, "a.c").content.decode() == text


def test_a_check_quotes_it_exactly(tmp_path: Path) -> None:
    line = "password = 'kX9#mPq2$vL7wR4t' # für später"
    (tmp_path / "a.py").write_bytes(
        f"# coding: latin-1\nx = eval(y) # Größe\n{line}\n".encode("latin-1")
    )
    snapshot = take_snapshot(tmp_path, ScanOptions(), ScanContext(lambda event: None, StopSignal()))
    cache = CheckCache(checks_digest())
    found = run_checks(ScannedFiles(tmp_path), snapshot, cache, StopSignal()).flags
    assert "x = eval(y) # Größe" in {each.quotation for each in found}
