"""What manifests need: releases and names to avoid, versions and sources that float."""

from collections.abc import Callable, Iterator

import re2

from luminos_core.catalogue.known_packages import ended_runtime, imitated, known_bad
from luminos_core.catalogue.load import catalogue_digest
from luminos_core.checks.check import CheckedFile, FileCheck
from luminos_core.parsing.parser import NotParsed, Parser
from luminos_core.parsing.pool import parse
from luminos_core.records.flag import Flag, Severity
from luminos_core.records.parsed import DeclaredPackage, DeclaredPackages
from luminos_core.records.snapshot import FileRecord

_PACKAGES = Parser("packages", DeclaredPackages)
_MANIFEST = re2.compile(
    r"(?:^|/)(?:package\.json|composer\.json|pyproject\.toml|Pipfile|Cargo\.toml|pubspec\.ya?ml|pom\.xml"
    r"|[^/]*\.(?:cs|fs|vb)proj|packages\.config|[\w-]*environment[\w-]*\.ya?ml|[^/]*requirements[^/]*\.(?:txt|in)"
    r"|requirements/[^/]*\.(?:txt|in)|constraints[^/]*\.txt|go\.mod|Gemfile|gems\.rb|build\.gradle(?:\.kts)?"
    r"|mix\.exs|Package\.swift|Podfile|conanfile\.txt|CMakeLists\.txt|\.tool-versions|runtime\.txt)$"
)
_ANY_VERSION = {  # by ecosystem: versions that leave the choice to whoever publishes
    "npm": r"\*|x|latest|next|beta|canary|>=?\s*0(?:\.0)*|",
    "pypi": r"\*|>=?\s*0(?:\.0)*",
    "maven": r"(?i)latest(?:\.\w+)?|release|\+|\d+(?:\.\d+)*\.\+|.*-snapshot|[\[(][^,\]]*,\s*[\])]",
    "nuget": r"\*|\d+\.\*|[\[(][^,\]]*,\s*[\])]",
    "composer": r"\*|dev-.*|.*@dev|>=?\s*[\d.]+",
    "cargo": r"\*|>=?\s*0(?:\.0)*",
    "pub": r"any|>=?\s*0(?:\.0)*",
    "hex": r"\*|>=\s*0(?:\.0)*",
    "cocoapods": r">=\s*0(?:\.0)*|",
    "conan": r"\[[>*].*",
}
_MEANT_TO_FLOAT = ("roave/security-advisories",)  # a list of packages that are refused
_SCOPE = re2.compile(r'"name"\s*:\s*"(@[^/"]+)/')  # of the packages of one project
# New releases are allowed as well.
_AT_LEAST = re2.compile(r"[\"']?>=?\s*v?[\d.]+[\"']?|.*\|\|?.*")
_APPLICATION_REQUIREMENTS = re2.compile(r"(?:^|/)requirements(?:[._-]prod\w*)?\.txt$")
_FOR_DEVELOPMENT = re2.compile(
    r"(?i)(?:^|/)requirements(?:[/_.-](?:[\w-]*[_-])?)(?:dev\w*|tests?\w*|docs?|lint\w*|ci|build|bench\w*)\b"
)
_DEFECT = re2.compile(r"CVE-|abandoned|no fixes")
_HARM = re2.compile(r"steals|overwrites|mine[rs]|backdoor|for ever")  # meant, wherever it runs
_FLOATING = ("floating-package", "package-from-branch")
_OPEN_RANGE = re2.compile(r"(?:>=?\s*[\d.]+)?")
_REVISION = re2.compile(
    r"[@#](?:semver:|v?\d+[\w.]*|[\w./-]*\d+\.\d+[\w.]*|[0-9a-f]{7,64})(?:[&#].*)?$"
)
_REPOSITORY = re2.compile(
    r"^(?:git|github:|gitlab:|bitbucket:|ssh:|hg\+)|\.git\b|^[\w-]+/[\w.-]+(?:[@#]|$)|github\.com"
)
_FIXED_TAG = r"v?\d[\w.-]*|[\w-]*\d+\.\d+[\w.-]*|[0-9a-f]{7,64}|\$.*"


def is_manifest(file: FileRecord) -> bool:
    return bool(_MANIFEST.search(file.path))


def find_packages(checked: CheckedFile) -> Iterator[Flag]:
    if not checked.is_complete:
        return
    file = checked.file
    usual = checked.severity(Severity.CONCERN, on_purpose=file.vendored)
    scope = _SCOPE.search(checked.text)
    for package in declared_packages(file, checked.text.encode("utf-8", "replace")):
        is_own = bool(scope) and package.name.startswith(f"{scope.group(1)}/")
        is_own = is_own or package.name in _MEANT_TO_FLOAT
        for rule, finding in _findings(package, file.path):
            develops = package.for_development or bool(_FOR_DEVELOPMENT.search(file.path))
            is_least = rule == "ended-runtime" and _AT_LEAST.fullmatch(package.version.strip())
            is_low = is_own and rule == "floating-package"
            is_low = is_low or is_least or (develops and _is_of_use(rule, finding))
            severity = Severity.INFO if is_low else usual
            yield checked.flag(rule, finding, severity, package.line, package.line)


def _is_of_use(rule: str, finding: str) -> bool:
    """Whether it harms only where the program is used, and not where it is worked on."""
    if rule == "known-bad-package":
        return bool(_DEFECT.search(finding)) and not _HARM.search(finding)
    return rule in _FLOATING


def declared_packages(file: FileRecord, content: bytes) -> tuple[DeclaredPackage, ...]:
    """What a manifest needs; nothing for another file."""
    if not is_manifest(file):
        return ()
    found = parse(_PACKAGES, content, language=file.language or "", path=file.path)
    return () if isinstance(found, NotParsed) else found.packages


def _findings(package: DeclaredPackage, path: str) -> Iterator[tuple[str, str]]:
    if package.ecosystem == "runtime":
        yield from _ended(package)
        return
    bad = known_bad(package.ecosystem, package.name, package.version)
    if bad:
        version = f" {package.version}" if bad.versions else ""
        yield (
            "known-bad-package",
            f"{package.name}{version}: {bad.what} ({bad.source}, {bad.since:%B %Y}).",
        )
    elif original := imitated(package.ecosystem, package.name):
        yield (
            "imitated-package",
            f"{package.name} is one letter away from {original}, which is what most people mean.",
        )
    for find in _SOURCES:
        if finding := find(package, path):
            yield finding
            return


def _ended(package: DeclaredPackage) -> Iterator[tuple[str, str]]:
    if ended := ended_runtime(package.name, package.version):
        yield (
            "ended-runtime",
            f"{ended.title} {package.version} is allowed, which gets no security fixes: support of"
            f" the last such release ended in {ended.since:%B %Y}.",
        )


def _over_http(package: DeclaredPackage, _path: str) -> tuple[str, str] | None:
    if not package.source.startswith("http://") and not package.name.startswith("http://"):
        return None
    return (
        "package-over-http",
        f"{package.name or 'A package'} comes over plain HTTP, where anybody on the way can replace"
        " it.",
    )


def _outside_tree(package: DeclaredPackage, _path: str) -> tuple[str, str] | None:
    if not re2.search(r"^(?:file:|link:|path:)?(?:\.\./|/|~)", package.source):
        return None
    return (
        "package-outside-tree",
        f"{package.name} is taken from {package.source.removeprefix('file:')}, outside of this"
        " project, so it builds on one machine alone.",
    )


def _moving_source(package: DeclaredPackage, _path: str) -> tuple[str, str] | None:
    source = package.source
    if package.ecosystem == "cmake":
        is_moving = not re2.fullmatch(_FIXED_TAG, source)
    elif package.ecosystem == "swift" and not package.version:
        is_moving = True
    else:
        is_repository = bool(_REPOSITORY.search(source)) or "@branch:" in source
        is_moving = is_repository and not _REVISION.search(source)
    if not is_moving:
        return None
    return (
        "package-from-branch",
        f"{package.name or 'A package'} is whatever its repository holds today: no revision or"
        " release is named.",
    )


def _any_version(package: DeclaredPackage, path: str) -> tuple[str, str] | None:
    if package.source:
        return None
    pattern = _ANY_VERSION.get(package.ecosystem)
    is_any = pattern is not None and re2.fullmatch(pattern, package.version) is not None
    if package.ecosystem == "pypi" and _APPLICATION_REQUIREMENTS.search(path):
        is_any = is_any or _OPEN_RANGE.fullmatch(package.version) is not None
    if not is_any:
        return None
    wanted = f'"{package.version}"' if package.version else "no version"
    return (
        "floating-package",
        f"{package.name} may be any release ({wanted}), so the same tree installs other code"
        " tomorrow.",
    )


_SOURCES: tuple[Callable[[DeclaredPackage, str], tuple[str, str] | None], ...] = (
    _over_http,
    _outside_tree,
    _moving_source,
    _any_version,
)
PACKAGES = FileCheck("packages", 3, find_packages, is_manifest, catalogue_digest)
