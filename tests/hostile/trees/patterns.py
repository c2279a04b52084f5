"""Texts that pump a pattern."""

from collections.abc import Callable, Mapping

from tests.hostile.tree import Outcome, Trees

TREES = Trees()

_MANY = 300_000
_CHEAP = ("readme of hashes", "go receivers", "setup.cfg of spaces", "licence of spaces")
Content = Callable[[], bytes | str]


def pump(name: str, files: Mapping[str, Content]) -> None:
    TREES.files(name, files, Outcome(memory=1_000), beside=name in _CHEAP)


pump("readme of hashes", {"README.md": lambda: "#" * _MANY})
pump("readme of headings", {"README.md": lambda: "# a\n" * 100_000})
pump("readme of a long heading", {"README.md": lambda: "# " + "a " * _MANY})
pump(
    "readme of underlines", {"README.md": lambda: "a\n" + "=" * _MANY, "b.rst": lambda: "=" * _MANY}
)
pump("readme of brackets", {"README.md": lambda: "[" * _MANY, "b.md": lambda: "[a](" * 80_000})
pump("readme of stars", {"README.md": lambda: "*_" * _MANY, "b.md": lambda: "`" * _MANY})
pump("readme of comments", {"README.md": lambda: "<!--" * 80_000, "b.md": lambda: "<a " * _MANY})
pump("readme of quotes", {"README.md": lambda: "> " * _MANY, "b.md": lambda: ">" * _MANY + "a"})
pump("readme of lists", {"README.md": lambda: "".join(f"{' ' * n}- a\n" for n in range(2_000))})
pump("readme of badges", {"README.md": lambda: "[![a](b)](c)" * 50_000})
pump("readme of rules", {"README.md": lambda: "- " * _MANY + "x", "b.md": lambda: "|-" * _MANY})
pump("readme of words", {"README.md": lambda: "a" * 2_000_000, "b.md": lambda: "a. " * _MANY})
pump(
    "go receivers",
    {"a.go": lambda: "package a\nfunc (" + "a " * _MANY, "b.go": lambda: "func (" * 90_000},
)
pump("go module", {"go.mod": lambda: "module a\nrequire (" + "\n" * _MANY + " " * _MANY})
pump(
    "setup.cfg of spaces",
    {"setup.cfg": lambda: "[metadata]\nname =" + " " * _MANY + "\n" + " =" * 50_000},
)
pump(
    "setup.py of calls",
    {"setup.py": lambda: "setup(" * 50_000, "a/setup.py": lambda: "setup(name=" + " " * _MANY},
)
pump("gemfile", {"Gemfile": lambda: "gem '" * 80_000, "a/Gemfile": lambda: "gem" + " " * _MANY})
pump(
    "gradle",
    {
        "build.gradle": lambda: "dependencies {" + " " * _MANY,
        "a/build.gradle": lambda: "implementation '" * 40_000,
    },
)
pump(
    "cmake",
    {
        "CMakeLists.txt": lambda: "project(" + " " * _MANY,
        "a/CMakeLists.txt": lambda: "find_package(" * 40_000,
    },
)
pump(
    "dockerfile",
    {"Dockerfile": lambda: "FROM " + " " * _MANY, "a/Dockerfile": lambda: "RUN a \\\n" * 80_000},
)
pump(
    "makefile",
    {"Makefile": lambda: "a" * _MANY + ":" * _MANY, "a/Makefile": lambda: "a: \\\n" * 80_000},
)
pump(
    "requirements",
    {
        "requirements.txt": lambda: "a" * _MANY + " " * _MANY,
        "a/requirements.txt": lambda: "a[" * 90_000,
    },
)
pump(
    "licence texts",
    {
        "LICENSE": lambda: "permission is hereby granted, " * 20_000,
        "a/LICENSE": lambda: "a " * _MANY,
    },
)
pump(
    "licence of spaces",
    {"LICENSE": lambda: "Copyright (c) " + " " * _MANY, "COPYING": lambda: "(c) " * 90_000},
)
pump(
    "comments of spaces",
    {"a.py": lambda: "#" + " " * _MANY + "a", "a.js": lambda: "/*" + " " * _MANY},
)
pump(
    "comments of stars",
    {
        "a.c": lambda: "/*" + "*" * _MANY,
        "a.java": lambda: "/** * " * 60_000,
        "a.sh": lambda: "#" * _MANY,
    },
)
pump("docstrings", {"a.py": lambda: '"""' + "a: " * _MANY + '"""', "b.py": lambda: '"""' * 90_000})
pump(
    "conflict markers",
    {
        "a.txt": lambda: "<<<<<<< a\n" * 50_000,
        "b.txt": lambda: "<" * _MANY + "\n" + "=======\n" * 50_000,
    },
)
pump(
    "risky calls",
    {"a.py": lambda: "eval(x)\n" * 50_000, "b.py": lambda: "eval(" * 400 + "x" + ")" * 400},
)
pump(
    "imports",
    {
        "a.py": lambda: "import a\n" * 60_000,
        "b.js": lambda: "import {" + "a, " * 90_000,
        "c.py": lambda: "from " + "a." * 90_000,
    },
)
pump(
    "addresses",
    {
        "a.md": lambda: "http://" * 60_000,
        "b.md": lambda: "a@" * _MANY,
        "c.md": lambda: "https://a:" + "b" * _MANY,
    },
)
pump("generated marks", {"a.js": lambda: "@generated " * 50_000, "b.js": lambda: "var a;" * 90_000})
pump(
    "mode lines",
    {
        "a": lambda: "-*- " * 90_000,
        "b": lambda: "vim: " * 90_000,
        "c": lambda: "#!" + "/usr/bin/env " * 40_000,
    },
)
pump(
    "html",
    {
        "index.html": lambda: "<div>" * 100_000,
        "b.html": lambda: "<script>" * 60_000,
        "c.svg": lambda: "<g " * 90_000,
    },
)
pump(
    "line ends",
    {
        "a.py": lambda: "\n" * 2_000_000,
        "b.py": lambda: "\r" * 2_000_000,
        "c.py": lambda: "\r\n" * 900_000,
    },
)
