"""Gemfile, Dockerfile and Makefile, which are parsed line by line."""

import re
from collections.abc import Iterator

from luminos_core.manifests.manifest import EntryPoint, Manifest
from luminos_core.manifests.values import text, unique

_GEM = re.compile(r"""^\s*gem[\s(]+["']([^"']{1,100})["'](?:\s*,\s*["']([^"']{1,50})["'])?""")
_GROUP = re.compile(r"^\s*group\b(.*)\bdo\s*$")
_INSTRUCTION = re.compile(r"^\s*(FROM|ENTRYPOINT|CMD)\s+(.+)$", re.IGNORECASE)
_STAGE = re.compile(r"^(?:--\S+\s+)*(\S+)(?:\s+AS\s+(\S+))?", re.IGNORECASE)
_MAKE_RULE = re.compile(r"^([A-Za-z0-9][\w./ -]{0,200}?)\s*::?(?![=:])")
_MAKE_HELP = re.compile(r"##\s*(.+)$")


def read_gemfile(content: str) -> Manifest:
    """Gems in a group for development or test count as development dependencies."""
    run: list[str] = []
    develop: list[str] = []
    group = run
    for line in content.splitlines():
        if opened := _GROUP.match(line):
            group = develop if re.search(r"\b(development|test)\b", opened[1]) else run
        elif re.match(r"^\s*end\b", line):
            group = run
        elif gem := _GEM.match(line):
            inline = re.search(r"group:?\s*(?:=>)?.*\b(development|test)\b", line)
            (develop if inline else group).append(text(" ".join(filter(None, gem.groups()))))
    return Manifest(kind="Gemfile", dependencies=unique(run), dev_dependencies=unique(develop))


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
        for name in rule[1].split() if rule else ():
            if "/" not in name and "." not in name:
                comment = _MAKE_HELP.search(line)
                entry_points.setdefault(
                    name, EntryPoint(name=name, target=text(comment[1] if comment else ""))
                )
    return Manifest(kind="Makefile", entry_points=tuple(entry_points.values())[:500])


def _instructions(content: str) -> Iterator[tuple[str, str]]:
    """Instructions with their continued lines joined."""
    for line in re.sub(r"\\\s*\n", " ", content).splitlines():
        if match := _INSTRUCTION.match(line):
            yield match[1].upper(), match[2].strip()
