"""Gemfile, Dockerfile and Makefile, which are parsed line by line."""

from collections.abc import Iterator

import re2

from luminos_core.manifests.manifest import EntryPoint, Manifest
from luminos_core.manifests.values import text, unique

_GEM = re2.compile(r"""\s*gem[\s(]+["']([^"']+)["'](?:\s*,\s*["']([^"']+)["'])?""")
_SPEC = re2.compile(
    r"""(?m)^\s*\w+\.(name|version|summary|description|licenses?)\s*=\s*\[?(?:%q[({<])?["']?([^"'\n\])}>]+)"""
)
_SPEC_NEEDS = re2.compile(
    r"""\.add_(dependency|runtime_dependency|development_dependency)[\s(]+(?:%q<)?["']?([\w-]+)"""
)
_GROUP = re2.compile(r"\s*group\b(.*)\bdo\s*")
_END = re2.compile(r"\s*end\b")
_DEVELOP = re2.compile(r"\b(?:development|test)\b")
_IN_GROUP = re2.compile(r"group:?\s*(?:=>)?.*\b(?:development|test)\b")
_INSTRUCTION = re2.compile(r"(?i)\s*(FROM|ENTRYPOINT|CMD)\s+(.+)")
_STAGE = re2.compile(r"(?i)(?:--\S+\s+)*(\S+)(?:\s+AS\s+(\S+))?")
_CONTINUED = re2.compile(r"\\\s*\n")
_MAKE_RULE = re2.compile(r"([A-Za-z0-9][\pL\pN_./ -]*?)\s*::?(?:[^=:]|\z)")
_TARGETS = 200  # characters of the targets of one rule
_HELP = "##"


def read_gemfile(content: str) -> Manifest:
    """Gems in a group for development or test count as development dependencies."""
    run: list[str] = []
    develop: list[str] = []
    group = run
    for line in content.splitlines():
        if opened := _GROUP.fullmatch(line):
            group = develop if _DEVELOP.search(opened[1]) else run
        elif _END.match(line):
            group = run
        elif gem := _GEM.match(line):
            inline = _IN_GROUP.search(line)
            (develop if inline else group).append(text(" ".join(filter(None, gem.groups()))))
    return Manifest(kind="Gemfile", dependencies=unique(run), dev_dependencies=unique(develop))


def read_gemspec(content: str) -> Manifest:
    """Only literals: a gemspec is a program."""
    values = {name: text(value) for name, value in reversed(_SPEC.findall(content))}
    needed = [(how, text(name)) for how, name in _SPEC_NEEDS.findall(content)]
    return Manifest(
        kind="gemspec",
        name=values.get("name", ""),
        version=values.get("version", ""),
        description=values.get("summary") or values.get("description", ""),
        license=values.get("license") or values.get("licenses", ""),
        dependencies=unique(name for how, name in needed if "development" not in how),
        dev_dependencies=unique(name for how, name in needed if "development" in how),
    )


def read_dockerfile(content: str) -> Manifest:
    """Base images as dependencies; the last ENTRYPOINT and CMD, which are those in effect."""
    images: list[str] = []
    stages: set[str] = set()
    last: dict[str, str] = {}
    for word, rest in _instructions(content):
        if word != "FROM":
            last[word] = text(rest)
        elif stage := _STAGE.match(rest):
            if stage[1].lower() not in stages:
                images.append(text(stage[1]))
            stages.add((stage[2] or "").lower())
    entry_points = (EntryPoint(name=word, target=rest) for word, rest in sorted(last.items()))
    return Manifest(
        kind="Dockerfile", entry_points=tuple(entry_points)[::-1], dependencies=unique(images)
    )


def read_makefile(content: str) -> Manifest:
    """Targets, with the text after `##` where there is one; no pattern rules and no file paths."""
    entry_points: dict[str, EntryPoint] = {}
    for line in content.splitlines():
        rule = _MAKE_RULE.match(line)
        for name in rule[1].split() if rule and len(rule[1]) <= _TARGETS else ():
            if "/" not in name and "." not in name:
                comment = text(line.partition(_HELP)[2])
                task = EntryPoint(name=name, target=comment, is_program=False)
                entry_points.setdefault(name, task)
    return Manifest(kind="Makefile", entry_points=tuple(entry_points.values())[:500])


def _instructions(content: str) -> Iterator[tuple[str, str]]:
    """Instructions with their continued lines joined."""
    for line in _CONTINUED.sub(" ", content).splitlines():
        if match := _INSTRUCTION.match(line):
            yield match[1].upper(), match[2].strip()
