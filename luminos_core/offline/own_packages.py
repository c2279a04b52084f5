"""The names by which the files of a target import each other: no packages from elsewhere."""

from collections.abc import Mapping
from posixpath import basename

from luminos_core.checks.check import is_test_path
from luminos_core.offline.tables import tables
from luminos_core.records.directory_facts import DirectoryFacts
from luminos_core.text.tree_paths import parent_of


class OwnPackages:
    """Of the directories with these facts, by path."""

    def __init__(self, facts: Mapping[str, DirectoryFacts]) -> None:
        self._facts = facts
        names = {name for path in facts for name in self._names(path)}
        self._known = names | {name.replace("-", "_").lower() for name in names}
        self._modules = tuple(f"{name}/" for name in names if "/" in name)

    def has(self, imported: str) -> bool:
        top = imported.partition(".")[0].replace("-", "_").lower()
        named = imported in self._known or top in self._known
        # A path of Go ends as one of the directories does, when its module is in none of them.
        placed = imported.count("/") > 1 and any(path.endswith(imported) for path in self._facts)
        return named or imported.startswith(self._modules) or placed

    def _names(self, path: str) -> set[str]:
        """Packages that are declared or begin at `path`, and the modules of a folder of scripts."""
        facts = self._facts[path]
        names = {manifest.name for manifest in facts.manifests if manifest.name}
        if not facts.contents.is_package:
            scripts = () if is_beside(path) else facts.sources.largest.first
            return names | {name.partition(".")[0] for name in scripts}
        above = self._facts.get(parent_of(path))
        begins = path != "." and not (above and above.contents.is_package)
        return names | ({basename(path)} if begins else set())


def is_beside(path: str) -> bool:
    """Whether a directory is of tests, examples or documents, and not of what the project runs."""
    apart = tables().apart_folders & set(path.lower().split("/"))
    return bool(apart) or is_test_path(f"{path}/x")
