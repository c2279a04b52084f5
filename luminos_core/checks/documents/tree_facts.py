"""What the tree has for a document to name: targets, scripts, tasks, programs, releases."""

from functools import cached_property
from typing import NamedTuple

import re2

from luminos_core.catalogue.known_packages import lowest_version
from luminos_core.checks.check import is_example_path, is_test_path
from luminos_core.checks.documents.make_targets import make_targets
from luminos_core.checks.packages import declared_packages
from luminos_core.checks.project import Project
from luminos_core.manifests.manifest import Manifest
from luminos_core.manifests.read_manifest import is_manifest, read_manifest
from luminos_core.records.snapshot import Category

_TASK = re2.compile(r"""(?m)^\s*task\s+(?::?["']?([\w:]+)["']?)""")
_TASKS_OF_OTHERS = re2.compile(  # or with names that are not written
    r"\bExtensionTask\b|\bRake::JavaExtensionTask\b|(?m)^\s*task[\s(]+(?:[a-z_]\w*\s*(?:,|\)|=>|do\b|$)"
    r"|[\"'][^\"']*#\{)"
)
_NAMESPACE = re2.compile(r"""(?m)^\s*namespace\s+:?["']?(\w+)""")
_BUILT = ("dist", "build", "out")  # folders
_ONE_RELEASE = re2.compile(r"=?=?\s*\d+(?:\.\d+)+")
_LISTENING = re2.compile(
    rb"(?i)\blisten\(\s*\d{4,5}|\bport\b[^\n]{0,50}?[^\d.\n]\d{4,5}\b|EXPOSE \d{4,5}|:\d{4,5}[\"']"
    rb"|(?:\|\||\bor\b|\?\?)\s*[\"']?\d{4,5}\b"
)
_ENDED = re2.compile(r"[\w-]{3,}\.(?:[ch]|cc|cpp|py|rb|pl|sh|js|ts|go|rs|java|conf|cfg|ini|sql)")
_SOURCES = re2.compile(r"(?:^|/)(?:Rakefile|[^/]*\.rake)$")
_MAIN = re2.compile(
    r"(?:^|/)(?:cmd/([\w-]+)/[^/]*\.go|src/bin/([\w-]+)(?:\.rs|/main\.rs)|(?:bin|exe)/([\w-]+))$"
)


class Runtime(NamedTuple):
    least: str  # "3.12"
    is_one: bool  # and no other is allowed


class TreeFacts:
    """Read once, when a document asks."""

    def __init__(self, project: Project) -> None:
        self.project = project

    @cached_property
    def has_source(self) -> bool:
        """Whether what is not named in a source is named nowhere: a published package may hold the
        output of a build alone, which is not read."""
        snapshot = self.project.snapshot
        is_built = any(each.path.rpartition("/")[2] in _BUILT for each in snapshot.exclusions)
        has_any = any(file.category is Category.SOURCE for file in snapshot.files)
        return has_any and not is_built

    @cached_property
    def manifests(self) -> dict[str, Manifest]:
        """By path, those near the root: a document is about its own project."""
        found = {}
        for path, file in self.project.files.items():
            if path.count("/") <= 2 and is_manifest(file.name):
                manifest = read_manifest(file.name, self.project.text(path))
                if manifest:
                    found[path] = manifest
        return found

    @cached_property
    def programs(self) -> frozenset[str]:
        """Names of commands that the project itself has."""
        found = {
            entry.name
            for manifest in self.manifests.values()
            if manifest.kind
            in ("pyproject.toml", "setup.cfg", "setup.py", "package.json", "Cargo.toml")
            for entry in manifest.entry_points
            if manifest.kind != "package.json" or self._is_bin(entry.target)
        }
        found |= {
            manifest.name.rpartition("/")[2]
            for manifest in self.manifests.values()
            if manifest.kind in ("Cargo.toml", "go.mod")
        }
        for path in self.project.files:
            found.update(filter(None, _MAIN.search(path).groups() if _MAIN.search(path) else ()))
        return frozenset(filter(None, found))

    def _is_bin(self, target: str) -> bool:
        return bool(re2.fullmatch(r"(?:\./)?[\w./-]+\.[cm]?js", target)) and " " not in target

    @cached_property
    def has_port(self) -> bool:
        """Whether some source of the project listens on a port that it names."""
        names = (
            path
            for path, file in self.project.files.items()
            if file.language
            and not (file.vendored or is_test_path(path) or is_example_path(path))
            and not path.endswith((".md", ".rst"))
        )
        return any(_LISTENING.search(self.project.read(path) or b"") for path in names)

    @cached_property
    def targets(self) -> frozenset[str] | None:
        """Names of the targets of make; None when there may be others."""
        return make_targets(self.project)

    def targets_in(self, folder: str) -> frozenset[str] | None:
        return make_targets(self.project, folder)

    @cached_property
    def files_named(self) -> frozenset[str]:
        """Paths of files, and their last parts with the folder that they are in."""
        paths = self.project.files
        return frozenset((*paths, *("/".join(path.split("/")[-2:]) for path in paths)))

    @cached_property
    def names_at_root(self) -> frozenset[str]:
        """Of files with an ending, but for documents and manifests, which every project has."""
        at_root = (path for path in self.project.files if "/" not in path)
        return frozenset(
            name for name in at_root if _ENDED.fullmatch(name) and not is_manifest(name)
        )

    def has_kind(self, folder: str, ending: str) -> bool:
        """Whether files with that ending are in a folder; of none, whether anything is."""
        return (folder, ending) in self._kinds

    @cached_property
    def _kinds(self) -> frozenset[tuple[str, str]]:
        found: set[tuple[str, str]] = set()
        for path in (*self.project.files, *self.project.directories):
            folder, _, name = path.rpartition("/")
            stem, dot, ending = name.rpartition(".")
            found |= {(folder, ""), (folder, f"{dot}{ending}" if stem else "")}
        return frozenset(found)

    def entries(self, kind: str) -> frozenset[str] | None:
        """Names of the targets or scripts of all manifests of a kind; None when there is none."""
        of_kind = [manifest for manifest in self.manifests.values() if manifest.kind == kind]
        if not of_kind or any(manifest.problem for manifest in of_kind):
            return None
        return frozenset(entry.name for manifest in of_kind for entry in manifest.entry_points)

    @cached_property
    def has_flags_of_go(self) -> bool:
        """Whether its programs may take long options after one hyphen."""
        return any(path in self.project.files for path in ("go.mod", "main.go"))

    @cached_property
    def tasks(self) -> frozenset[str] | None:
        """Names of the tasks of Rake, also without their namespaces."""
        texts = [self.project.text(path) for path in self.project.files if _SOURCES.search(path)]
        if not texts or any(map(_TASKS_OF_OTHERS.search, texts)):
            return None
        names = {name for text in texts for name in _TASK.findall(text)}
        spaces = {name for text in texts for name in _NAMESPACE.findall(text)}
        return frozenset(names | {f"{space}:{name}" for space in spaces for name in names})

    @cached_property
    def versions(self) -> frozenset[str]:
        """Of the project itself, as the manifests at the root say."""
        at_root = (manifest for path, manifest in self.manifests.items() if "/" not in path)
        return frozenset(manifest.version for manifest in at_root if manifest.version)

    @cached_property
    def runtimes(self) -> dict[str, tuple[Runtime, ...]]:
        """By name, what the manifests at the root allow of each runtime."""
        found: dict[str, tuple[Runtime, ...]] = {}
        for path, file in self.project.files.items():
            if "/" in path:
                continue
            for package in declared_packages(file, self.project.read(path) or b""):
                if package.ecosystem == "runtime" and lowest_version(package.version):
                    is_one = _ONE_RELEASE.fullmatch(package.version) is not None
                    runtime = Runtime(lowest_version(package.version), is_one)
                    found[package.name] = (*found.get(package.name, ()), runtime)
        return found
