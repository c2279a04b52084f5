"""Manifests whose lines declare packages: patterns with the groups name, version and source."""

from collections.abc import Iterator
from dataclasses import dataclass

import re2

from luminos_core.records.parsed import DeclaredPackage

_REVISION = re2.compile(
    r"""\b(?:ref|tag|revision|commit|rev|exact)\s*(?:=>|[:=])\s*["']([^"']+)["']"""
)
_BRANCH = re2.compile(r"""\b(?:branch)\s*(?:=>|[:=])\s*["']([^"']+)["']""")
_SOURCE = re2.compile(r"""\b(?:git|github|url|path|svn)\s*(?:=>|[:=])\s*["']([^"']+)["']""")
_BLOCK = re2.compile(r"^\s*(?:group|target)\b(.*)\bdo\b")
_END = re2.compile(r"^\s*end\b")
_DEVELOPMENT = re2.compile(r"(?i)development|test")
_QUOTED = r"""["']([^"']+)["']"""


@dataclass(frozen=True)
class LineFormat:
    ecosystem: str
    patterns: tuple[str, ...]  # the first that is found counts
    comment: str = "#"
    development: str = ""  # a line that has it declares what only development needs


_RUNTIME_NAMES = {
    "python": "python",
    "nodejs": "node",
    "golang": "go",
    "ruby": "ruby",
    "java": "java",
}

LINE_FORMATS: dict[str, LineFormat] = {  # by a pattern for the name of the file
    r"(?:.*requirements.*|constraints.*)\.(?:txt|in)": LineFormat(
        "pypi",
        (
            r"^(?:-e\s+|--editable\s+)?(?P<source>(?:git|hg|svn)\+\S+|https?://\S+)",
            r"^(?P<name>[A-Za-z0-9][\w.-]*)(?:\[[^\]]*\])?\s*@\s*(?P<source>\S+)",
            r"^(?P<name>[A-Za-z0-9][\w.-]*)(?:\[[^\]]*\])?\s*(?P<version>[=<>!~][^;#]*)?\s*(?:;.*|#.*)?$",
        ),
    ),
    r"go\.mod": LineFormat(
        "go",
        (
            r"^replace\s+(?P<name>\S+)(?:\s+\S+)?\s+=>\s+(?P<source>\.\.?/\S+)",
            r"^\s*(?:require\s+)?(?P<name>[\w-]+\.[\w./-]+)\s+(?P<version>v[\w.+-]+)",
        ),
        "//",
    ),
    r"Gemfile|gems\.rb": LineFormat(
        "rubygems",
        (rf"^\s*gem\s*\(?\s*{_QUOTED}(?:\s*,\s*{_QUOTED})?(?P<rest>.*)$",),
        development=r"group:?\s*(?:=>)?.*\b(?:development|test)\b",
    ),
    r"build\.gradle(?:\.kts)?": LineFormat(
        "maven",
        (
            r"""^\s*(?:\w*[iI]mplementation|api|compile\w*|runtime\w*|kapt|annotationProcessor|classpath|test\w*)\s*\(?\s*(?:platform\()?["'](?P<name>[\w.-]+:[\w.-]+)(?::(?P<version>[^"'@]*))?["']""",
        ),
        "//",
        development=r"^\s*(?:test\w*|kapt|annotationProcessor|classpath)\b",
    ),
    r"mix\.exs": LineFormat(
        "hex",
        (r'^\s*\{:(?P<name>\w+)\s*,\s*(?:"(?P<version>[^"]*)")?(?P<rest>.*)\}',),
        development=r"\bonly:\s*\[?\s*:(?:dev|test|docs)\b",
    ),
    r"Package\.swift": LineFormat(
        "swift",
        (r'\.package\((?:name:\s*"[^"]*"\s*,\s*)?url:\s*"(?P<name>[^"]+)"(?P<rest>.*)\)',),
        "//",
    ),
    r"Podfile": LineFormat(
        "cocoapods", (rf"^\s*pod\s+{_QUOTED}(?:\s*,\s*{_QUOTED})?(?P<rest>.*)$",)
    ),
    r"conanfile\.txt": LineFormat("conan", (r"^(?P<name>[\w.+-]+)/(?P<version>[^@#\s]+)",)),
    r"CMakeLists\.txt": LineFormat(  # of what is fetched, and no variable of this name
        "cmake",
        (
            r"(?i)^\s*(?:(?:FetchContent_\w+|ExternalProject_\w+|CPM\w*)\s*\(.*\s)?"
            r"(?-i:GIT_TAG)\s+\"?(?P<source>[^\s)\"]+)",
        ),
    ),
    r"\.tool-versions": LineFormat("runtime", (r"^(?P<name>\w+)\s+(?P<version>[\d.]+)",)),
    r"runtime\.txt": LineFormat("runtime", (r"^(?P<name>python|node|ruby)-(?P<version>[\d.]+)",)),
}
_ALSO: dict[str, tuple[str, ...]] = {  # runtimes that stand among packages
    "go": (r"^go\s+(?P<version>\d+\.\d+)",),
    "rubygems": (rf"^\s*ruby\s+{_QUOTED}",),
}
_RUNTIMES = {"go": "go", "rubygems": "ruby"}


def find_in_lines(text: str, format_: LineFormat) -> Iterator[DeclaredPackage]:
    patterns = [re2.compile(pattern) for pattern in format_.patterns]
    groups = _Groups(format_)
    runtimes = [re2.compile(pattern) for pattern in _ALSO.get(format_.ecosystem, ())]
    for number, line in enumerate(text.split("\n"), start=1):
        if line.lstrip().startswith(format_.comment):
            continue
        develops = groups.develops(line)
        for pattern in runtimes:
            if found := pattern.search(line):
                version = found.groups()[-1] or ""
                version = f">={version}" if format_.ecosystem == "go" else version  # the least
                yield DeclaredPackage(
                    ecosystem="runtime",
                    name=_RUNTIMES[format_.ecosystem],
                    version=version,
                    line=number,
                )
        found = next(filter(None, (pattern.search(line) for pattern in patterns)), None)
        if found:
            package = _package(found.groupdict(), found.groups(), format_.ecosystem, number)
            yield package.model_copy(update={"for_development": True}) if develops else package


class _Groups:
    """Which lines of a manifest are about development: one after the other."""

    def __init__(self, format_: LineFormat) -> None:
        self._line = re2.compile(format_.development) if format_.development else None
        self._has_blocks = format_.ecosystem in ("rubygems", "cocoapods")
        self._inside = False

    def develops(self, line: str) -> bool:
        if self._has_blocks and (opened := _BLOCK.search(line)):
            self._inside = bool(_DEVELOPMENT.search(opened.group(1)))
        elif self._has_blocks and _END.search(line):
            self._inside = False
        return self._inside or bool(self._line and self._line.search(line))


def _package(
    named: dict[str, str | None], groups: tuple[str | None, ...], ecosystem: str, line: int
) -> DeclaredPackage:
    rest = named.get("rest") or ""
    plain = [group for group in groups if group] if "name" not in named else []
    name = named.get("name") or (plain[0] if plain and "source" not in named else "")
    version = named.get("version") or ""
    if not named.get("name") and ecosystem in ("rubygems", "cocoapods"):
        version = groups[1] or ""
    if ecosystem == "swift":
        version = "".join(_REVISION.findall(rest)) or ("from" if "from:" in rest else "")
    if ecosystem == "runtime":
        name = _RUNTIME_NAMES.get(name, name)
    source = named.get("source") or _source_of(rest)
    return DeclaredPackage(
        ecosystem=ecosystem,
        name=name.lower(),
        written="" if name.islower() else name,
        version=version.strip(),
        source=source,
        line=line,
    )


def _source_of(rest: str) -> str:
    """ "https://host/repository@revision", "…@branch:main", from what follows a name."""
    found = _SOURCE.search(rest)
    branch, revision = _BRANCH.search(rest), _REVISION.search(rest)
    if not found and not branch:
        return ""
    pinned = f"@{revision.group(1)}" if revision else ""
    moving = f"@branch:{branch.group(1)}" if branch else ""
    is_folder = found is not None and found.group().startswith("path")
    address = found.group(1) if found else ""
    return f"file:{address}" if is_folder else f"{address}{pinned or moving}"
