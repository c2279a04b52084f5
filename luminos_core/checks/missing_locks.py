"""Applications whose manifest has no lock file: what is installed differs from day to day."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

import re2

from luminos_core.checks.check import is_example_path, is_test_path, path_flag
from luminos_core.checks.packages import declared_packages
from luminos_core.checks.project import Project, ProjectCheck
from luminos_core.records.flag import Flag, Severity
from luminos_core.records.snapshot import DirectoryRecord
from luminos_core.text.tree_paths import parent_of

# What is only found where a program is run, not where a library is published.
_DEPLOYED = re2.compile(
    r"(?i)(?:[^/]*\.)?(?:docker|container)file[^/]*|(?:docker-)?compose[^/]*\.ya?ml|procfile|fly\.toml"
    r"|manage\.py|wsgi\.py|asgi\.py|(?:server|app)\.(?:[cm]?[jt]s|py|php|rb|go)|index\.php|config\.ru"
    r"|(?:next|nuxt|vite|svelte|astro)\.config\.[cm]?[jt]s|angular\.json|artisan|serverless\.ya?ml"
)


@dataclass(frozen=True)
class Locked:
    """A kind of manifest and its lock files."""

    manifest: str  # (RE2) the file's name
    locks: str  # (RE2) a name of its lock file, in the directory or above it
    program: str = ""  # (RE2) a path below the directory that tells a program
    library: str = ""  # (RE2) a name beside it that tells a library
    always: bool = False  # also of a library


LOCKED = (
    Locked(
        r"package\.json",
        r"package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?",
        r"(?:src/)?(?:server|app)\.[jt]sx?|src/(?:main|index)\.[jt]sx|public/index\.html"
        r"|app/layout\.\w+",
    ),
    Locked(r"Pipfile", r"Pipfile\.lock", always=True),
    Locked(
        r"pyproject\.toml",
        r"(?:poetry|uv|pdm|pixi)\.lock|pylock[\w.]*\.toml|requirements[^/]*\.txt|requirements",
    ),
    Locked(r"Gemfile", r"Gemfile\.lock", r"config/application\.rb|app/.*", r".*\.gemspec"),
    Locked(r"composer\.json", r"composer\.lock", r"(?:public|web)/index\.php"),
    Locked(r"Cargo\.toml", r"Cargo\.lock", r"src/main\.rs|src/bin/.*"),
    Locked(r"go\.mod", r"go\.sum|vendor", always=True),
    Locked(r"pubspec\.ya?ml", r"pubspec\.lock", always=True),
    Locked(r"mix\.exs", r"mix\.lock", r"lib/.*"),
    Locked(r"Podfile", r"Podfile\.lock", always=True),
    Locked(r"Package\.swift", r"Package\.resolved", r"Sources/.*/main\.swift|App/.*|Podfile"),
)


_SAYS_LIBRARY = re2.compile(  # a manifest that is published for others to use
    r'"type"\s*:\s*"(?:library|[\w]+-(?:plugin|extension|bundle|theme|module|skin|core))"|(?m)^\s*gemspec\b'
)


_SAYS_PROGRAM = {  # by manifest: what a program's has, and what a library's has
    "composer.json": (
        re2.compile(r'"require"\s*:'),
        re2.compile(r'"(?:autoload|bin)"\s*:'),
    ),
    "package.json": (
        re2.compile(r'"start"\s*:'),
        re2.compile(
            r'"(?:files|module|exports|types|typings|publishConfig|peerDependencies|repository|keywords)"\s*:'
        ),
    ),
}


def find_missing_locks(project: Project) -> Iterator[Flag]:
    places = Locks(project)
    for path in sorted(project.files):
        if places.state_of(path) is not Lock.MISSING or is_test_path(path):
            continue
        content = project.read(path) or b""
        needs = [
            package
            for package in declared_packages(project.files[path], content)
            if package.ecosystem != "runtime"
        ]
        if not needs or _SAYS_LIBRARY.search(project.text(path)):
            continue
        is_left_out = project.is_stripped or (
            project.is_published and _is_for_others(path, project)
        )
        on_purpose = is_example_path(path) or is_left_out or _is_ignored(path, places, project)
        yield path_flag(
            path,
            "missing-lock-file",
            f"No lock file stands beside {_last(path)}, so what is installed is decided anew each"
            " time.",
            Severity.INFO if on_purpose else Severity.CONCERN,
        )


def _is_for_others(path: str, project: Project) -> bool:
    """Whether a manifest says where its repository is, as those do that are published."""
    return '"repository"' in project.text(path)


def _is_ignored(path: str, places: "Locks", project: Project) -> bool:
    """Whether an ignore rule keeps the lock file out, so that there is one for each who works on
    it."""
    ignored = {".gitignore", f"{parent_of(path)}/.gitignore"} & project.files.keys()
    words = {_last(line.strip()) for each in ignored for line in project.text(each).split("\n")}
    return any(places.is_lock_of(path, word) for word in words)


class Lock(StrEnum):
    THERE = "there"
    MISSING = "missing"  # of a program, which should have one
    NOT_NEEDED = "not needed"  # of a library, or no manifest of those that are locked


class Locks:
    """What is locked in a tree."""

    def __init__(self, project: Project) -> None:
        self._project = project

    def state_of(self, path: str) -> Lock:
        """Of the manifest `path`."""
        kind, directory = _kind_of(path), self._project.directories.get(parent_of(path))
        if kind is None or directory is None:
            return Lock.NOT_NEEDED
        if _is_locked(kind, directory, self._project.directories):
            return Lock.THERE
        names = [file.name for file in directory.files]
        paths = self._project.files
        is_program = _is_application(kind, directory, names, paths) or self._says_so(path)
        return Lock.MISSING if is_program else Lock.NOT_NEEDED

    def _says_so(self, path: str) -> bool:
        """Whether the manifest has what only a program's has, and nothing of a library's."""
        says = _SAYS_PROGRAM.get(_last(path))
        if says is None or self._is_part(path):
            return False
        program, library = says
        text = self._project.text(path)
        return bool(program.search(text)) and not library.search(text)

    def _is_part(self, path: str) -> bool:
        """Whether a manifest above it is of the whole."""
        folders = path.split("/")[:-1]
        above = {"/".join((*folders[:count], _last(path))) for count in range(len(folders))}
        return bool(above & self._project.files.keys())

    def is_lock_of(self, path: str, name: str) -> bool:
        kind = _kind_of(path)
        return kind is not None and bool(re2.fullmatch(kind.locks, name))


def _kind_of(path: str) -> Locked | None:
    return _kind_of_name(_last(path))


@lru_cache(10_000)
def _kind_of_name(name: str) -> Locked | None:
    return next((kind for kind in LOCKED if re2.fullmatch(kind.manifest, name)), None)


def _is_locked(
    kind: Locked, directory: DirectoryRecord, by_path: dict[str, DirectoryRecord]
) -> bool:
    current: DirectoryRecord | None = directory
    while current:
        names = (*(file.name for file in current.files), *map(_last, current.children))
        if any(re2.fullmatch(kind.locks, name) for name in names):
            return True
        current = by_path.get(parent_of(current.path)) if current.path != "." else None
    return False


def _is_application(
    kind: Locked, directory: DirectoryRecord, names: list[str], paths: Iterable[str]
) -> bool:
    if kind.always:
        return True
    if kind.library and any(re2.fullmatch(kind.library, name) for name in names):
        return False
    if any(_DEPLOYED.fullmatch(name) for name in names):
        return True
    prefix = "" if directory.path == "." else f"{directory.path}/"
    pattern = re2.compile(re2.escape(prefix) + f"(?:{kind.program})") if kind.program else None
    return pattern is not None and any(pattern.fullmatch(path) for path in paths)


def _last(path: str) -> str:
    return path.rpartition("/")[2]


MISSING_LOCKS = ProjectCheck("missing-lock-file", 3, find_missing_locks)
