"""Packages from elsewhere that manifests declare, and the releases that lock files have chosen."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

import re2

from luminos_core.checks.packages import declared_packages
from luminos_core.manifests.manifest import Manifest
from luminos_core.manifests.releases import normalised, release_of
from luminos_core.offline.own_packages import is_beside
from luminos_core.parsing.parser import NotParsed, Parser
from luminos_core.parsing.pool import parse
from luminos_core.records.parsed import LockedPackage, LockedPackages
from luminos_core.records.project import Dependency
from luminos_core.records.snapshot import FileRecord
from luminos_core.text.tree_paths import lineage, parent_of

_LOCK = re2.compile(
    r"package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|(?:poetry|uv|pdm)\.lock"
    r"|pylock(?:\.[\w-]+)?\.toml|Cargo\.lock|Pipfile\.lock|Gemfile\.lock|gems\.locked|composer\.lock"
)
_LOCKED = Parser("locked packages", LockedPackages)
_NO_PACKAGES = ("runtime", "cmake")  # of the ecosystems that manifests declare
_DEVELOPMENT = re2.compile(
    r"(?i)(?:^|[/._-])(?:dev|test|doc|lint|ci|build|typing|bench)[\w-]*\.(?:txt|in)$"
)
_REQUIREMENT = re2.compile(
    r"^([A-Za-z0-9][\w.-]*)(?:\[[^\]]*\])?\s*(?:@\s*(\S+)|([=<>!~^][^;]*)?)\s*(?:;.*)?$"
)
_OTHERS = {"setup.py": "pypi", "setup.cfg": "pypi", "gemspec": "rubygems"}  # without lines
_RELEASE = re2.compile(r"\d+(?:\.\d+)*")


def is_lock(file: FileRecord) -> bool:
    return bool(_LOCK.fullmatch(file.name))


def locked_packages(file: FileRecord, text: str) -> tuple[LockedPackage, ...]:
    """With places relative to the target."""
    found = parse(_LOCKED, text.encode("utf-8", "replace"), name=file.name)
    if isinstance(found, NotParsed):
        return ()
    folder = parent_of(file.path)
    return tuple(
        each.model_copy(update={"place": _join(folder, each.place)}) if each.place else each
        for each in found.packages
    )


def declared_dependencies(file: FileRecord, text: str) -> tuple[Dependency, ...]:
    develops = _is_for_development(file.path)
    return tuple(
        Dependency(
            ecosystem=each.ecosystem,
            name=each.written or each.name,
            version=each.version,
            source=each.source,
            path=file.path,
            line=each.line,
            for_development=each.for_development or develops,
        )
        for each in declared_packages(file, text.encode("utf-8", "replace"))
        if each.name and each.ecosystem not in _NO_PACKAGES
    )


def required_by(file: FileRecord, text: str, manifest: Manifest) -> tuple[Dependency, ...]:
    """Of the kinds of manifests whose reader knows no lines."""
    ecosystem = _OTHERS.get(manifest.kind)
    if ecosystem is None:
        return ()
    groups = ((manifest.dependencies, False), (manifest.dev_dependencies, True))
    return tuple(
        Dependency(
            ecosystem=ecosystem,
            name=parsed.group(1),
            version=(parsed.group(3) or "").strip(),
            source=parsed.group(2) or "",
            path=file.path,
            line=text.count("\n", 0, max(text.find(stated), 0)) + 1,
            for_development=develops or _is_for_development(file.path),
        )
        for stated_all, develops in groups
        for stated in stated_all
        if (parsed := _REQUIREMENT.match(stated))
    )


def with_locks(
    dependencies: Iterable[Dependency], locks: dict[str, tuple[LockedPackage, ...]]
) -> Iterator[Dependency]:
    """`locks` are what the lock files of each directory have chosen."""
    known = {folder: _by_name(found) for folder, found in locks.items() if found}
    for each in dependencies:
        key = each.ecosystem, normalised(each.ecosystem, each.name)
        own = parent_of(each.path)
        for folder in (own,) if is_beside(own) else lineage(own):
            if key in known.get(folder, {}):
                locked = _chosen(each, known[folder][key])
                yield each.model_copy(update={"locked": locked}) if locked else each
                break
        else:
            yield each


def _by_name(
    found: Iterable[LockedPackage],
) -> dict[tuple[str, str], list[LockedPackage]]:
    by_name: dict[tuple[str, str], list[LockedPackage]] = defaultdict(list)
    for each in found:
        by_name[each.ecosystem, each.name].append(each)
    return by_name


def _chosen(dependency: Dependency, found: list[LockedPackage]) -> str:
    """The release of this dependency, when one can be told from others of the same name."""
    exact = release_of(dependency)
    own = [each for each in found if each.place == parent_of(dependency.path) and each.place]
    asked = [each for each in found if each.wanted and each.wanted == dependency.version]
    shared = [each for each in found if not each.place]
    for candidates in (own, asked, shared):
        versions = {each.version for each in candidates}
        if len(versions) == 1:
            [version] = versions
            return version if exact in ("", version) else ""
    wanted = _RELEASE.search(dependency.version)
    fitting = {each.version for each in shared if wanted and _begins(each.version, wanted.group())}
    return fitting.pop() if len(fitting) == 1 else ""


def _begins(version: str, wanted: str) -> bool:
    """Whether it has the first number of what is wanted, or the first two below 1.0."""
    steps = 2 if wanted.startswith("0.") else 1
    return version.split(".")[:steps] == wanted.split(".")[:steps]


def _is_for_development(path: str) -> bool:
    return bool(_DEVELOPMENT.search(path)) or is_beside(parent_of(path))


def _join(folder: str, place: str) -> str:
    return place if folder == "." else f"{folder}/{place}"
