"""Small trees of code for tests to audit."""

import random
from collections.abc import Mapping
from pathlib import Path

PROJECT = {
    "README.md": "# Sample\n\nA sample project that adds numbers.\n",
    "pyproject.toml": '[project]\nname = "sample"\nversion = "1.0"\n',
    "src/sample/__init__.py": '"""Adds numbers."""\n',
    "src/sample/adding.py": '"""Adding."""\n\n\ndef add(a, b):\n    return a + b\n',
    "src/sample/deep/inner.py": "VALUE = 1\n",
    "docs/guide.md": "# Guide\n\nHow to add.\n",
    "tests/test_adding.py": "def test_add():\n    assert True\n",
}
DIRECTORIES = {".", "docs", "src", "src/sample", "src/sample/deep", "tests"}  # of PROJECT


def make_tree(root: Path, files: Mapping[str, str]) -> Path:
    """Write `files`, by relative path, beneath `root`."""
    for path, text in files.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return root


def wide_tree(directories: int, fan_out: int = 4) -> dict[str, str]:
    """A file in each of `directories` directories, each of which has at most `fan_out` children."""
    paths = [""]
    for number in range(1, directories):
        parent = paths[(number - 1) // fan_out]
        paths.append(f"{parent}d{number}/")
    return {f"{path}file.py": f"NUMBER = {index}\n" for index, path in enumerate(paths)}


def sized_tree(root: Path, directories: int, seed: int, largest: int = 60_000) -> Path:
    """Directories of a few files, of sizes as in a real project."""
    chance = random.Random(seed)  # noqa: S311 - the same tree every time
    root.mkdir(exist_ok=True)
    folders = [root]
    for number in range(directories):
        folders.append(chance.choice(folders[-9:]) / f"part{number}")
        folders[-1].mkdir()
        for file in range(chance.randint(1, 6)):
            size = min(int(chance.lognormvariate(7.5, 1.2)), largest)
            text = ("    value = parse(table[name], request)\n" * (size // 40 + 1))[:size]
            (folders[-1] / f"file{file}.py").write_text(f"def f{number}_{file}():\n{text}\n")
    return root
