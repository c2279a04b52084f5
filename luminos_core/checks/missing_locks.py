"""Applications whose manifest has no lock file: what is installed differs from day to day."""

from collections.abc import Iterator
from dataclasses import dataclass

import re2

from luminos_core.checks.check import TreeCheck, is_test_path, path_flag
from luminos_core.records.flag import Flag, Severity
from luminos_core.records.snapshot import DirectoryRecord, Snapshot
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


def find_missing_locks(snapshot: Snapshot) -> Iterator[Flag]:
    by_path = {directory.path: directory for directory in snapshot.directories}
    paths = [file.path for file in snapshot.files]
    for directory in snapshot.directories:
        names = [file.name for file in directory.files]
        for kind in LOCKED:
            manifest = next((name for name in names if re2.fullmatch(kind.manifest, name)), None)
            if manifest is None or _is_locked(kind, directory, by_path):
                continue
            path = manifest if directory.path == "." else f"{directory.path}/{manifest}"
            if _is_application(kind, directory, names, paths) and not is_test_path(path):
                yield path_flag(
                    path,
                    "missing-lock-file",
                    f"No lock file stands beside {manifest}, so what is installed is decided anew"
                    " each time.",
                    Severity.CONCERN,
                )


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
    kind: Locked, directory: DirectoryRecord, names: list[str], paths: list[str]
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


MISSING_LOCKS = TreeCheck("missing-lock-file", 2, find_missing_locks)
