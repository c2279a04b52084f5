"""Random hostile text for every parser of target text.

A bounded share runs as a test. For longer, `python -m tests.luminos_core.parsing.fuzz SECONDS`
prints the cases that crashed a child or ran into a limit; `… case NUMBER` runs one again.
"""

import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass

from luminos_core.manifests.manifest import ParsedManifest
from luminos_core.manifests.read_manifest import KINDS
from luminos_core.outline.grammars import grammars
from luminos_core.outline.outline import PROSE
from luminos_core.parsing.parser import NotParsed, Parser
from luminos_core.parsing.pool import parse
from luminos_core.records.base import Record
from luminos_core.records.external import ToolResults
from luminos_core.records.outline import Outline
from luminos_core.records.parsed import (
    ComposeServices,
    Header,
    JsonText,
    LockedPackages,
    OwnedPaths,
    Syntax,
)
from luminos_core.records.suppression import SuppressionFile

_OPENING = (
    "(", "[", "{", "<", "$(", "%w(", "${", 'f"{', "/*", '"""', "`", "#{", "if(x)", "a=>{",
    "class A{",
)  # fmt: skip
_CLOSING = (")", "]", "}", ">", ")", ")", "}", '}"', "*/", '"""', "`", "}", "", "}", "}")
_PIECES = (
    *_OPENING, *_CLOSING, "\n", "\t", " ", "\\", "\0", "'", '"', "//", "#", "--", "<<EOF\n",
    "<?php ", "?>", "|", "&&", "=>", "->", "::", ":", ";", ",", ".", "a", "a.", "a,", "a|", "a<",
    "-", "+1", "0x", "1e9", "é", "\u2028", "\ufeff", "def f(): pass\n", "import a\n", "eval(a)\n",
    "function f() {}\n", "struct S { int a; };\n", "#if\n", "@a\n", "else ", "do ", "end\n",
    "case ", "[a]\n", "a = 1\n", '"a": ', "a: b\n",
)  # fmt: skip
_LENGTH = 100_000  # characters


@dataclass(frozen=True)
class Case:
    parser: Parser[Record]
    arguments: dict[str, str]
    content: bytes


def case(number: int) -> Case:
    """The same for the same number."""
    randomly = random.Random(number)  # noqa: S311
    parser, arguments = randomly.choice(list(_parsers()))
    return Case(parser, arguments, _text(randomly).encode("utf-8", "replace"))


def run(case: Case) -> Record:
    """What the parser found, or that the text was not parsed. Any error is a bug of ours."""
    return parse(case.parser, case.content, **case.arguments)


def _parsers() -> Iterator[tuple[Parser[Record], dict[str, str]]]:
    for language in (*grammars(), *PROSE):
        yield Parser("outline", Outline), {"path": "a", "language": language}
    for _, kind in KINDS:
        yield Parser("manifest", ParsedManifest), {"kind": kind}
    yield Parser("python", Syntax), {}
    yield Parser("json", JsonText), {}
    yield Parser("toml", Syntax), {}
    yield Parser("csv header", Header), {"delimiter": ","}
    yield Parser("code owners", OwnedPaths), {}
    yield Parser("compose", ComposeServices), {}
    for name in ("package-lock.json", "yarn.lock", "pnpm-lock.yaml", "uv.lock", "Gemfile.lock"):
        yield Parser("locked packages", LockedPackages), {"name": name}
    yield Parser("suppressions", SuppressionFile), {"name": "a", "by": "file"}
    yield Parser("sarif", ToolResults), {}
    yield Parser("shellcheck", ToolResults), {}


def _text(randomly: random.Random) -> str:
    length = int(10 ** randomly.uniform(0, 5))
    match randomly.randrange(4):
        case 0:  # one piece again and again
            piece = "".join(randomly.choices(_PIECES, k=randomly.randint(1, 3)))
            text = piece * (length // max(len(piece), 1) + 1)  # a piece may be empty
        case 1:  # nested
            depth = length // 4
            chosen = randomly.choices(range(len(_OPENING)), k=randomly.randint(1, 3))
            inner = "".join(_OPENING[one] for one in chosen)
            outer = "".join(_CLOSING[one] for one in reversed(chosen))
            text = inner * depth + "a" + outer * depth
        case 2:  # anything
            text = "".join(randomly.choices(_PIECES, k=length // 3))
        case _:  # bytes
            text = randomly.randbytes(length).decode("latin-1")
    return randomly.choice(("", "<?php ", "#!/bin/sh\n", "x = ")) + text[:_LENGTH]


def main(arguments: list[str]) -> None:
    if arguments[0] == "case":
        print(run(case(int(arguments[1]))))  # noqa: T201
        return
    until, number = time.monotonic() + float(arguments[0]), random.SystemRandom().randrange(2**40)
    while time.monotonic() < until:
        number += 1
        found = run(chosen := case(number))
        if isinstance(found, NotParsed):
            print(number, chosen.parser.name, chosen.arguments, found.reason)  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1:])
