"""Texts that once ended an audit, or took it minutes or gigabytes: one of each kind."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Killer:
    """`name` is the name of a file of its kind, `text` its content."""

    name: str
    language: str
    text: Callable[[], bytes]


KILLERS = (
    Killer("calls.php", "PHP", lambda: b"<?php\n" + b"$(\n" * 113_000),
    Killer("words.cs", "C#", lambda: b"%w(" * 20_000),
    Killer("pipes.sh", "Shell", lambda: b"#!/bin/sh\n" + b"move|" * 20_000),
    Killer("templates.cc", "C++", lambda: b"a<b(" * 100_000),
    Killer("heredocs.sh", "Shell", lambda: b"#!/bin/sh\n" + b"<<a\n" * 50_000),
    Killer("angles.cs", "C#", lambda: b"a<" * 50_000),
    Killer("dotted.toml", "TOML", lambda: b".".join([b"a"] * 50_000) + b" = 1\n"),
    Killer("texts.py", "Python", lambda: b'x = f"' + b"{a}" * 300_000 + b'"\n'),
    Killer("nested.json", "JSON", lambda: b"[" * 100_000),
    Killer("objects.json", "JSON", lambda: b'{"a":' * 100_000 + b"1" + b"}" * 100_000),
    Killer("minus.py", "Python", lambda: b"x = " + b"-" * 100_000 + b"1\n"),
    Killer("parentheses.py", "Python", lambda: b"(" * 100_000),
    Killer("sums.py", "Python", lambda: b"eval(" + b"1+" * 200_000 + b"x)\n"),
)
