# ruff: noqa: E501 - texts of other formats
"""Structured files of each format as trees: the paths, values and lines that rules ask for."""

import pytest

from luminos_core.parsers.documents.read import read_documents
from luminos_core.parsers.documents.select import select

CASES = [
    ("YAML", "a.yml", "a:\n  - b: x\n  - b: |\n      y\n      z\n", "a.*.b", [("x", 2), ("y\nz\n", 3)]),
    ("YAML", "a.yml", "a: 1\n---\na: 2\n", "a", [("1", 1), ("2", 3)]),
    ("JSON", "a.json", '{\n\t"a": {"b c": [1,\n\t2]}\n}', "a.*.*", [("1", 2), ("2", 3)]),
    ("TOML", "a.toml", '[tool.x]\na = ["p",\n "q"]\nb = "c" # d\n', "tool.x.*.*", [("p", 2), ("q", 3)]),
    ("TOML", "a.toml", '[tool.x]\nb = "c" # d\n', "tool.x.b", [("c", 2)]),
    ("INI", "a.ini", "[a]\nb: c\n; no\nd=e\n", "a.*", [("c", 2), ("e", 4)]),
    ("Java Properties", "a.properties", "a.b=c\n#d=e\n", "*", [("c", 1)]),
    ("HCL", "a.tf", 'resource "t" "n" {\n  a = "b"\n  c {\n    d = ["e"]\n  }\n}\n', "resource.t.n.**.0", [("e", 4)]),
    ("HCL", "a.tf", 'x "y" {\n  p = jsonencode({ S = [{ A = "*" }] })\n}\n', "x.y.p.S.*.A", [("*", 2)]),
    ("Dockerfile", "Dockerfile", "FROM a\nRUN x \\\n  y\nFROM b\nRUN z\n", "stages.*.RUN.*", [("x \\\n  y", 2), ("z", 5)]),
    ("Dockerfile", "Dockerfile", "FROM a\nRUN x\nFROM b\nUSER z\n", "final.USER.*", [("z", 4)]),
    ("XML", "a.xml", "<a>\n<b c='d'>e</b>\n<b/></a>", "a.b.@c", [("d", 2)]),
    ("XML", "a.xml", "<a>\n<b c='d'>e</b>\n</a>", "a.b", [("e", 2)]),
    ("XML", "a.xml", "<a>\n<b c='d'>\n e\n<f/> g</b>\n</a>", "a.b.#text", [("e", 3), ("g", 4)]),
    ("Nginx", "nginx.conf", "server {\n  ssl_protocols TLSv1 TLSv1.2;\n}\n", "ssl_protocols", [("TLSv1 TLSv1.2", 2)]),
    ("", "Makefile", "a:\n\tcurl x | sh\n", "*", [("", 1), ("x | sh", 2)]),
]  # fmt: skip


@pytest.mark.parametrize(("language", "name", "text", "path", "expected"), CASES)
def test_a_value_is_found_by_its_path(
    language: str, name: str, text: str, path: str, expected: list[tuple[str, int]]
) -> None:
    documents = read_documents(text, language, name)
    found = [(node.value, node.line) for each in documents for node, _ in select(each, path)]
    assert found == expected


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("XML", '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'),
        ("XML", "<a>" * 300),
        ("YAML", "a: &a [x, x]\nb: &b [*a, *a]\n" + "".join(
            f"c{n}: &c{n} [*{'b' if n == 0 else f'c{n - 1}'}, *{'b' if n == 0 else f'c{n - 1}'}]\n"
            for n in range(30)
        )),
        ("YAML", "a: [unclosed"),
    ],
)  # fmt: skip
def test_a_file_that_is_broken_or_grows_is_refused(language: str, text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        read_documents(text, language, "a")
