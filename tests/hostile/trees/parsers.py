"""Texts that kill or starve a parser."""

import json
from collections.abc import Callable

from tests.hostile.tree import PARSED, Outcome, Trees

TREES = Trees()

_NEST = 50_000
_LANGUAGES = {
    "python": "py", "javascript": "js", "typescript": "ts", "tsx": "tsx", "go": "go", "rust": "rs",
    "java": "java", "c": "c", "cpp": "cc", "csharp": "cs", "php": "php", "ruby": "rb", "bash": "sh",
}  # fmt: skip
_STARTS = {"php": "<?php\n", "sh": "#!/bin/sh\n"}


def killer(name: str, file: str, content: Callable[[], bytes], *, named: bool = False) -> None:
    """A tree of one such file beside a good one; `named` when it must be said that the file was
    not parsed."""
    outcome = Outcome(not_parsed=(file,), memory=PARSED.memory) if named else PARSED
    files = {file: content, "good.py": lambda: b'"""Adds numbers."""\n'}
    TREES.files(name, files, outcome)


def _opening(extension: str, sign: str) -> Callable[[], str]:
    return lambda: _STARTS.get(extension, "") + sign * _NEST


def _closed(extension: str, sign: str) -> Callable[[], str]:
    pair = {"(": ")", "[": "]", "{": "}"}[sign]
    start = _STARTS.get(extension, "")
    return lambda: f"{start}x = {sign * _NEST}{pair * _NEST}\n"


for language, extension in _LANGUAGES.items():
    TREES.files(
        f"nested {language}",
        {
            f"{kind}{number}.{extension}": make(extension, sign)
            for kind, make in (("open", _opening), ("closed", _closed))
            for number, sign in enumerate("([{")
        },
        PARSED,
    )

killer("php calls", "calls.php", lambda: b"<?php\n" + b"$(\n" * 113_000, named=True)
killer("csharp words", "words.cs", lambda: b"%w(" * 20_000, named=True)
killer("csharp angles", "angles.cs", lambda: b"a<" * 50_000)
killer("shell pipes", "pipes.sh", lambda: b"#!/bin/sh\n" + b"move|" * 20_000)
killer("shell heredocs", "heredocs.sh", lambda: b"#!/bin/sh\n" + b"<<a\n" * 50_000)
killer("shell NULs", "nul.sh", lambda: b"#!/bin/sh\n" + b"a\0" * 200_000)
killer("cpp templates", "templates.cc", lambda: b"a<b(" * 100_000)
killer("c declarators", "declarators.c", lambda: b"int " + b"(*" * 100_000 + b"x;\n")
killer("javascript templates", "templates.js", lambda: b"`${" * 60_000)
killer("javascript arrows", "arrows.js", lambda: b"(a=" * 30_000)
killer("typescript generics", "generics.ts", lambda: b"type A=" + b"B<" * 60_000)
killer("rust macros", "macros.rs", lambda: b"m!{" * 60_000)
killer("ruby interpolations", "inner.rb", lambda: b'"#{' * 60_000)
killer("java lambdas", "Lambdas.java", lambda: b"class A { Object a = " + b"b -> " * 60_000)
killer("python f-strings", "texts.py", lambda: b'x = f"' + b"{a}" * 300_000 + b'"\n', named=True)
killer("python nested f-strings", "inner.py", lambda: b"f'{" * 50_000)
killer("python minus", "minus.py", lambda: b"x = " + b"-" * 100_000 + b"1\n", named=True)
killer("python sums", "sums.py", lambda: b"eval(" + b"1+" * 200_000 + b"x)\n")
killer("python powers", "powers.py", lambda: b"x = " + b"9**" * 50_000 + b"9\n")
killer(
    "python indents", "indents.py", lambda: b"".join(b" " * n + b"if 1:\n" for n in range(2_000))
)
killer("python continued", "continued.py", lambda: b"x = \\\n" * 200_000)
killer("python integers", "integers.py", lambda: b"x = " + b"9" * 900_000 + b"\n")
killer(
    "toml dotted key", "pyproject.toml", lambda: b".".join([b"a"] * 50_000) + b" = 1\n", named=True
)
killer("toml tables", "Cargo.toml", lambda: b"".join(b"[a%d.b.c]\n" % n for n in range(40_000)))
killer("toml nested", "pyproject.toml", lambda: b"a = " + b"[" * 100_000)
killer("json nested", "package.json", lambda: b"[" * 100_000, named=True)
killer("json objects", "a.json", lambda: b'{"a":' * 100_000 + b"1" + b"}" * 100_000)
killer("json long integer", "a.json", lambda: b"[" + b"9" * 2_000_000 + b"]")
killer("json flat", "a.json", lambda: b"[" + b"{}," * 1_500_000 + b"{}]")
killer("yaml nested", "a.yaml", lambda: b"[" * 100_000)
killer("yaml indents", "a.yml", lambda: b"".join(b" " * n + b"a:\n" for n in range(3_000)))
killer("csv columns", "a.csv", lambda: b"a," * 1_000_000 + b"\n" + b'"' * 100_000)
killer(
    "ini sections", "setup.cfg", lambda: b"".join(b"[s%d]\na=%%(a)s\n" % n for n in range(50_000))
)
killer("xml nested", "pom.xml", lambda: b"<project>" + b"<a>" * 300_000)
killer("xml attributes", "a.csproj", lambda: b"<Project " + b'a%d="" ' * 1 % 1 * 200_000 + b"/>")
killer(
    "plist nested", "Info.plist", lambda: b'<plist version="1.0">' + b"<dict><key>a</key>" * 100_000
)


@TREES.add("yaml aliases", PARSED)
def _(place) -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
    place.write("laughs.yaml", "\n".join(lines))


@TREES.add("xml entities", PARSED)
def _(place) -> None:
    entities = [f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12)]
    text = f'<?xml version="1.0"?><!DOCTYPE p [<!ENTITY a0 "ha">{"".join(entities)}]>'
    place.write("pom.xml", f"{text}<project><artifactId>&a11;</artifactId></project>")
    external = '<!DOCTYPE p [<!ENTITY a SYSTEM "../outside/secret.txt">]>'
    place.write("inner/pom.xml", f"{external}<project><artifactId>&a;</artifactId></project>")


@TREES.add("notebooks", PARSED)
def _(place) -> None:
    cells = [{"cell_type": "code", "source": ["x = (" + "(" * 300], "outputs": []}] * 5_000
    place.write("wide.ipynb", json.dumps({"cells": cells, "nbformat": 4, "metadata": {}}))
    place.write("deep.ipynb", '{"cells": ' + "[" * 100_000)
    place.write("long.ipynb", json.dumps({"cells": [{"source": "a" * 3_000_000}], "nbformat": 4}))
