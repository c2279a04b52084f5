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
    return Manifest(
        kind="pyproject.toml",
        name=text(project.get("name")),
        version=text(project.get("version")) or _dynamic_version(project),
        description=text(project.get("description")),
        license=text(project.get("license")) or text(nested(project, "license", "text")),
        entry_points=entry_points(project.get("scripts"))
        + entry_points(project.get("gui-scripts")),
        dependencies=texts(project.get("dependencies")),
        dev_dependencies=unique(one for group in (*extras, *groups) for one in texts(group)),
    )


def read_setup_cfg(content: str) -> Manifest | None:
    """None when it only configures tools."""
    parsed = configparser.ConfigParser(interpolation=None, strict=False)
    parsed.read_string(content)
    if not parsed.has_section("metadata"):
        return None
    scripts = _lines(parsed.get("options.entry_points", "console_scripts", fallback=""))
    return Manifest(
        kind="setup.cfg",
        name=text(parsed.get("metadata", "name", fallback="")),
        version=text(parsed.get("metadata", "version", fallback="")),
        description=text(parsed.get("metadata", "description", fallback="")),
        license=text(parsed.get("metadata", "license", fallback="")),
        entry_points=_console_scripts(scripts),
        dependencies=_lines(parsed.get("options", "install_requires", fallback="")),
        dev_dependencies=unique(
            line
            for _, value in _options(parsed, "options.extras_require")
            for line in _lines(value)
        ),
    )


def read_setup_py(content: str) -> Manifest:
    """The constant arguments of `setup(...)`; computed ones are empty."""
    values = _setup_keywords(ast.parse(content))
    return Manifest(
        kind="setup.py",
        name=text(values.get("name")),
        version=text(values.get("version")),
        description=text(values.get("description")),
        license=text(values.get("license")),
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
    return Manifest(
        kind="pyproject.toml",
        name=text(poetry.get("name")),
        version=text(poetry.get("version")),
        description=text(poetry.get("description")),
        license=text(poetry.get("license")),
        entry_points=entry_points(poetry.get("scripts")),
        dependencies=requirements(poetry.get("dependencies")),
        dev_dependencies=unique(one for group in dev for one in requirements(group)),
    )


def _dynamic_version(project: dict[str, Any]) -> str:
    return "dynamic" if "version" in texts(project.get("dynamic")) else ""


def _options(parsed: configparser.ConfigParser, section: str) -> list[tuple[str, str]]:
    return parsed.items(section) if parsed.has_section(section) else []


def _lines(value: str) -> tuple[str, ...]:
    return unique(text(line) for line in value.splitlines())


def _console_scripts(lines: tuple[str, ...]) -> tuple[EntryPoint, ...]:
    parted = (line.partition("=") for line in lines)
    return tuple(EntryPoint(name=name.strip(), target=to.strip()) for name, _, to in parted)


def _setup_keywords(tree: ast.Module) -> dict[str, Any]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _is_setup(node.func):
            return {word.arg: _constant(word.value) for word in node.keywords if word.arg}
    return {}


def _is_setup(function: ast.expr) -> bool:
    match function:
        case ast.Name(id="setup") | ast.Attribute(attr="setup"):
            return True
    return False


def _constant(node: ast.expr) -> Any:
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError):
        return None
