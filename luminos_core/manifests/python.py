"""Manifests of Python packages. setup.py is parsed and never run."""

import ast
import configparser
import re
import tomllib
from typing import Any

from luminos_core.manifests.manifest import EntryPoint, Manifest
from luminos_core.manifests.values import (
    entry_points,
    nested,
    package,
    requirements,
    table,
    text,
    texts,
    unique,
)


def read_pyproject(content: str) -> Manifest:
    parsed = tomllib.loads(content)
    project, poetry = table(parsed.get("project")), nested(parsed, "tool", "poetry")
    if not project and poetry:
        return _poetry(table(poetry))
    extras = table(project.get("optional-dependencies")).values()
    groups = table(parsed.get("dependency-groups")).values()
    dynamic = {"version": "dynamic"} if "version" in texts(project.get("dynamic")) else {}
    return package(
        "pyproject.toml",
        dynamic | project,
        entry_points=entry_points(project.get("scripts"))
        + entry_points(project.get("gui-scripts")),
        dependencies=texts(project.get("dependencies")),
        dev_dependencies=unique(one for group in (*extras, *groups) for one in texts(group)),
    )


def read_setup_cfg(content: str) -> Manifest | None:
    """None when it only configures tools."""
    parsed = configparser.ConfigParser(interpolation=None, strict=False)
    parsed.read_string("\n".join(map(_single_spaced, content.split("\n"))))
    if not parsed.has_section("metadata"):
        return None
    scripts = _lines(parsed.get("options.entry_points", "console_scripts", fallback=""))
    has_extras = parsed.has_section("options.extras_require")
    extras = parsed["options.extras_require"].values() if has_extras else ()
    return package(
        "setup.cfg",
        dict(parsed["metadata"]),
        entry_points=_console_scripts(scripts),
        dependencies=_lines(parsed.get("options", "install_requires", fallback="")),
        dev_dependencies=unique(line for extra in extras for line in _lines(extra)),
    )


def read_setup_py(content: str) -> Manifest | None:
    """The constant arguments of `setup(...)`; computed ones are empty. None without that call."""
    tree = ast.parse(content)
    values = _setup_keywords(tree, _constants(tree))
    if values is None:
        return None
    return package(
        "setup.py",
        values,
        entry_points=_console_scripts(texts(nested(values, "entry_points", "console_scripts"))),
        dependencies=texts(values.get("install_requires")),
        dev_dependencies=unique(
            one for extra in table(values.get("extras_require")).values() for one in texts(extra)
        ),
    )


def read_requirements(content: str) -> Manifest:
    """Requirements without comments, options, hashes and continuation marks."""
    plain = (re.split(r"(?:^|\s)(?:#|--hash)|\\$", line)[0].strip() for line in content.split("\n"))
    return Manifest(
        kind="requirements.txt",
        dependencies=unique(text(line) for line in plain if line and not line.startswith("-")),
    )


def _poetry(poetry: dict[str, Any]) -> Manifest:
    groups = table(poetry.get("group")).values()
    dev = [poetry.get("dev-dependencies"), *(nested(group, "dependencies") for group in groups)]
    return package(
        "pyproject.toml",
        poetry,
        entry_points=entry_points(poetry.get("scripts")),
        dependencies=requirements(poetry.get("dependencies")),
        dev_dependencies=unique(one for group in dev for one in requirements(group)),
    )


def _single_spaced(line: str) -> str:
    """`line` with its indentation, for whose spaces the parser's patterns take quadratic time."""
    indentation = line[: len(line) - len(line.lstrip())]
    return indentation + " ".join(line.split())


def _lines(value: str) -> tuple[str, ...]:
    return unique(text(line) for line in value.splitlines())


def _console_scripts(lines: tuple[str, ...]) -> tuple[EntryPoint, ...]:
    parted = (line.partition("=") for line in lines)
    return tuple(EntryPoint(name=name.strip(), target=to.strip()) for name, _, to in parted)


def _constants(tree: ast.Module) -> dict[str, Any]:
    """What is assigned to single names at the top of the file."""
    return {
        target.id: _constant(node.value, {})
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def _setup_keywords(tree: ast.Module, named: dict[str, Any]) -> dict[str, Any] | None:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _is_setup(node.func):
            return {word.arg: _constant(word.value, named) for word in node.keywords if word.arg}
    return None


def _is_setup(function: ast.expr) -> bool:
    match function:
        case ast.Name(id="setup") | ast.Attribute(attr="setup"):
            return True
    return False


def _constant(node: ast.expr, named: dict[str, Any]) -> Any:
    if isinstance(node, ast.Name):
        return named.get(node.id)
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError):
        return None
