"""Texts in other encodings, in several at once, or in none."""

import codecs
from random import Random

from tests.hostile.tree import Outcome, Trees

TREES = Trees()

_CODE = '"""Grüße, 世界: a module."""\n\n\ndef greet(name):\n    return name\n'
_LATIN = '"""Grüße: a module."""\n\nVALUE = 1\n'

TREES.files("utf-16 and utf-32", {
    "le.py": lambda: codecs.BOM_UTF16_LE + _CODE.encode("utf-16-le"),
    "be.py": lambda: codecs.BOM_UTF16_BE + _CODE.encode("utf-16-be"),
    "bare.py": lambda: _CODE.encode("utf-16-le"),
    "long.py": lambda: _CODE.encode("utf-32"),
    "README.md": lambda: _CODE.encode("utf-16"),
    "odd.py": lambda: codecs.BOM_UTF16_LE + _CODE.encode("utf-16-le") + b"\0",
    "package.json": lambda: '{"name": "x"}'.encode("utf-16"),
}, beside=True)  # fmt: skip
TREES.files("old encodings", {
    "latin.py": lambda: _LATIN.encode("latin-1"),
    "declared.py": lambda: ("# coding: latin-1\n" + _LATIN).encode("latin-1"),
    "japanese.py": lambda: '"""世界"""\n'.encode("cp932"),
    "korean.txt": lambda: ("안녕하세요 세계\n" * 20).encode("euc-kr"),
    "windows.md": lambda: "# “Title”\n".encode("cp1252"),
}, beside=True)  # fmt: skip
TREES.files("coding lines that lie", {
    f"c{number}.py": lambda name=name: f"# -*- coding: {name} -*-\nVALUE = 1\n"
    for number, name in enumerate(["rot13", "hex", "zlib", "idna", "undefined", "utf-7", "x" * 5_000, "../../x", "mbcs", "unicode_escape", "punycode", "utf-16"])
}, beside=True)  # fmt: skip
TREES.files("mixed and broken", {
    "mixed.py": lambda: _LATIN.encode() + _LATIN.encode("latin-1") + _LATIN.encode("utf-16"),
    "overlong.py": lambda: b"x = '\xc0\xaf\xe0\x80\xaf\xf8\x88'\n",
    "surrogates.py": lambda: b"x = '\xed\xa0\x80\xed\xbf\xbf'\n",
    "marks.py": lambda: "\ufeff".encode() * 1_000 + b"x = 1\n",
    "random.py": lambda: Random(1).randbytes(300_000),
    "high.txt": lambda: bytes(range(128, 256)) * 2_000,
    "nul.py": lambda: b"x = 1\n" * 3_000 + b"\0" + b"y = 2\n",
    "escapes.json": lambda: '{"a": "' + "\\ud800" * 50_000 + '"}',
}, beside=True)  # fmt: skip
for name, lines in (("returns alone", 2_000), ("50,000 returns alone", 50_000)):
    TREES.files(name, {
        "a.py": lambda lines=lines: "x = 1\r" * lines,
        "b.py": lambda lines=lines: "x = 1\u2028" * lines,
        "c.py": lambda lines=lines: "x = 1\x85\x0b\x0c" * lines,
        "README.md": lambda lines=lines: "# A\r\rText.\r" * (lines // 15),
    }, beside=lines == 2_000)  # fmt: skip
TREES.files("controls in texts", {
    "README.md": lambda: "# \x1b[31mRed\x1b]0;t\x07\n\nA \u202etool\u202c \x9b31m\x00 of \x08 text.\n",
    "a.py": lambda: '"""\x1b[2J\u2066Wipes\u2069 the screen \u202e."""\n\nx = 1\n',
    "b.sh": lambda: "#!/bin/sh\n# \x1b]8;;http://a\x07link\x1b]8;;\x07\nif true; then # \u202e }\nfi\n",
    "package.json": lambda: '{"name": "\\u001b[31mx", "description": "\\u202e\\u009b"}',
    "pyproject.toml": lambda: '[project]\nname = "\\u001b[31m"\ndescription = "\\u202ea"\n',
}, beside=True)  # fmt: skip
TREES.files("marks upon marks", {
    "README.md": lambda: "# Z" + "\u0301" * 300_000 + "\n\nText.\n",
    "a.py": lambda: '"""' + "\u200b" * 300_000 + '"""\n', "b.py": lambda: f"{'𝒙' * 90_000} = 1\n",
    "c.md": lambda: "\U000e0041" * 90_000, "d.md": lambda: "\ufdfd" * 90_000,
}, Outcome(memory=800), beside=True)  # fmt: skip
