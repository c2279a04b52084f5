"""The target as a whole, out of what every directory found: what a brief is made of."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from luminos_core.checks.check import is_test_path
from luminos_core.offline.documentation import defines
from luminos_core.offline.own_packages import OwnPackages, is_beside
from luminos_core.records.directory import DirectoryReport
from luminos_core.records.directory_facts import DirectoryFacts, ManifestFacts, Origin, Purpose
from luminos_core.records.project import EntryPoint, ProjectFacts
from luminos_core.records.snapshot import Category

_MAIN_SHARE = 0.6  # of the source below a directory that speaks for its parent
_PACKAGES = ("Makefile", "Dockerfile", "requirements.txt", "Gemfile")  # that declare no package


@dataclass(frozen=True)
class Project:
    reports: tuple[DirectoryReport, ...]
    known: ProjectFacts = ProjectFacts()  # noqa: RUF009 - a frozen record

    @cached_property
    def facts(self) -> dict[str, DirectoryFacts]:
        """Of the directories with any, by path, the shallowest first."""
        known = [(report.path, report.facts) for report in self.reports if report.facts]
        known.sort(key=lambda pair: (pair[0] != ".", pair[0].count("/"), pair[0]))
        return dict(known)

    @cached_property
    def files(self) -> tuple[str, ...]:
        """Paths of all files with an entry, without those of tests and examples."""
        own = (report for report in self.reports if not is_beside(report.path))
        return tuple(entry.relative_path for each in own for entry in each.files)

    @cached_property
    def principal(self) -> str:
        """The directory that speaks for the whole: the root, or the one below it that holds most of
        the source and says what it is."""
        path = "."
        while (found := self.facts.get(path)) and not found.purpose:
            below = self._main_child(path)
            if not below:
                break
            path = below
        found = self.facts.get(path)
        return path if found and found.purpose else self._first_with_files()

    @cached_property
    def speaker(self) -> DirectoryFacts | None:
        """The facts of `principal`. Where it has only a README that does not say what it is, the
        main package below it says that first; where it has nothing, a manifest elsewhere."""
        found = self.facts.get(self.principal)
        if found is None:
            return None
        told = [manifest for _, manifest in self.near_manifests if manifest.description]
        said = found.purpose
        if said is None and told:
            words = told[0].description
            manifest = Purpose(sentence=words, origin=Origin.MANIFEST, file=told[0].file)
            return found.model_copy(update={"purpose": manifest})
        if said and said.origin is Origin.README and not defines(said.sentence):
            package = self._main_package(self.principal)
            if package:
                return found.model_copy(update={"purpose": package, "further": said})
        return found

    def _main_package(self, path: str) -> Purpose | None:
        """What the package that holds most of the source says, on the way down to it."""
        while path := self._main_child(path):
            said = self.facts[path].purpose
            if said and said.origin is Origin.PACKAGE:
                return said
        return None

    @cached_property
    def is_package(self) -> bool:
        named = (each for _, each in self.near_manifests if each.name or each.kind == "setup.py")
        return any(each.kind not in _PACKAGES for each in named)

    def _first_with_files(self) -> str:
        """The end of a chain of directories with nothing but one another in them."""
        path = "."
        while (found := self.facts.get(path)) and not found.contents.files:
            below = self._main_child(path)
            if not below:
                break
            path = below
        return path

    @cached_property
    def _source_sizes(self) -> Mapping[str, int]:
        """Bytes of source in and below each directory, without tests."""
        sizes: Counter[str] = Counter()
        for report in self.reports:
            for entry in report.files:
                if entry.category is Category.SOURCE and not is_test_path(entry.relative_path):
                    for above in _upwards(report.path):
                        sizes[above] += entry.size_bytes
        return sizes

    def _main_child(self, path: str) -> str:
        prefix = "" if path == "." else f"{path}/"
        sizes = self._source_sizes
        below = [each for each in self.facts if _is_child(each, prefix)]
        total = sum(sizes[each] for each in below)
        main = max(below, key=lambda each: sizes[each], default="")
        return main if main and total and sizes[main] >= _MAIN_SHARE * total else ""

    @cached_property
    def manifests(self) -> tuple[tuple[str, ManifestFacts], ...]:
        """With their directories, the root's first; tests and examples have none of the project."""
        return tuple(
            (path, manifest)
            for path, facts in self.facts.items()
            if not (is_beside(path))
            for manifest in facts.manifests
        )

    @cached_property
    def near_manifests(self) -> tuple[tuple[str, ManifestFacts], ...]:
        """Those that are about the whole: not of a library that is bundled deep below it, unless
        the target is made of parts."""
        prefix = "" if self.principal == "." else f"{self.principal}/"
        near = (
            (path, manifest)
            for path, manifest in self.manifests
            if not path.startswith(prefix) or path.removeprefix(prefix).count("/") == 0
        )
        return tuple(near) or (self.manifests if self.known.parts else ())

    @cached_property
    def packages(self) -> tuple[str, ...]:
        """Packages from elsewhere that its own source imports, the most used first."""
        own = self.own
        counts: Counter[str] = Counter()
        for path, facts in self.facts.items():
            if not is_beside(path):
                counts.update(name for name in facts.imports.packages.first if not own.has(name))
        return tuple(sorted(counts, key=lambda name: (-counts[name], name)))

    @cached_property
    def own(self) -> OwnPackages:
        return OwnPackages(self.facts)

    @cached_property
    def tests(self) -> int:
        return sum(facts.contents.tests for facts in self.facts.values())

    @cached_property
    def programs(self) -> tuple[EntryPoint, ...]:
        """What a person starts; images and processes of a server start one of these."""
        deployed = ("Dockerfile", "Containerfile", "Procfile")
        return tuple(
            each
            for each in self.known.entry_points
            if not each.path.rpartition("/")[2].startswith(deployed)
        )


def _upwards(path: str) -> Iterator[str]:
    yield "."
    steps = [] if path == "." else path.split("/")
    yield from ("/".join(steps[:number]) for number in range(1, len(steps) + 1))


def _is_child(path: str, prefix: str) -> bool:
    return path != "." and path.startswith(prefix) and "/" not in path.removeprefix(prefix)
