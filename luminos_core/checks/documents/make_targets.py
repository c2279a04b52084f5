"""The targets that make has in a project, as far as they are written."""

import re2

from luminos_core.checks.check import is_example_path, is_test_path
from luminos_core.checks.project import Project

_MAKEFILE = re2.compile(r"(?i)(?:^|/)(?:gnu)?makefile(?:[._-][^/]*)?$|\.mk$|\.mak$")
_RULE = re2.compile(r"(?m)^([^\s#:=][^#:=\n]*?)\s*::?(?:[^=]|$)")
_ASSIGNED = re2.compile(r"(?m)^\s*(?:export\s+)?[\w.-]+\s*[:?+!]?=\s*((?:[^\n\\]|\\\n|\\.)*)")
_WORD = re2.compile(r"[\w.+-]+")
# Rules for names that are not written, or that another program makes.
_OPEN = re2.compile(
    r"(?m)^[^\t#=\n]*%[^=\n]*:|^\.DEFAULT\b|^\s*(?:define|\$\(eval|\$\(call|\$\{call)\b"
)
_INCLUDED = re2.compile(r"(?m)^\s*[-s]?include\s+(.+)$")
_MADE_BY_OTHERS = ("Makefile.am", "Makefile.in", "CMakeLists.txt", "meson.build", "Makefile.PL")
_DEPTH = 3  # folders


def make_targets(project: Project, folder: str = "") -> frozenset[str] | None:
    """Of all Makefiles near the root, or below `folder`; None when there is none, or when there may
    be others."""
    paths = [each for each in project.files if _is_near(each, folder)]
    texts = [project.text(path) for path in paths]
    made = any(name in project.files for name in _MADE_BY_OTHERS)
    if not texts or made or any(map(_OPEN.search, texts)):
        return None
    names = {path.rpartition("/")[2] for path in project.files}
    included = " ".join(found for text in texts for found in _INCLUDED.findall(text)).split()
    if any("$" in each or "*" in each or each.rpartition("/")[2] not in names for each in included):
        return None
    written = [*(rule for text in texts for rule in _RULE.findall(text))]
    written += [value for text in texts for value in _ASSIGNED.findall(text)]
    return frozenset(word for each in written for word in _WORD.findall(each))


def _is_near(path: str, folder: str) -> bool:
    if folder and not path.startswith(f"{folder}/"):
        return False
    is_example = is_test_path(path) or is_example_path(path)
    return path.count("/") <= _DEPTH and not is_example and bool(_MAKEFILE.search(path))
