"""The forms in which a model may write a directory's path."""

from collections.abc import Collection, Sequence
from itertools import islice

from luminos_core.text.sanitize import sanitize_name
from luminos_core.text.tree_paths import ROOT, lineage


class PathResolver:
    """Resolves to one of `paths`. `target` is the absolute real path.

    A directory may be written "src", "./src/", absolute, or with the target's name in front; "." is
    the root.
    """

    def __init__(self, paths: Sequence[str], target: str) -> None:
        self._known = {sanitize_name(path): path for path in paths} | {path: path for path in paths}
        self._target = target.rstrip("/")
        self._name = self._target.rpartition("/")[2]

    def ancestors_of_others(self, own: Collection[str]) -> set[str]:
        """The directories above those that are not `own`."""
        found: set[str] = set()
        for other in set(self._known.values()) - set(own):
            for path in islice(lineage(other), 1, None):
                if path in found:
                    break
                found.add(path)
        return found

    def resolve(self, written: str) -> str | None:
        """The directory's path, or None if there is no such directory."""
        path = written.strip()
        if path.startswith("/"):
            if path.rstrip("/") != self._target and not path.startswith(self._target + "/"):
                return None
            path = path[len(self._target) :] or ROOT
        elif not path:
            return None
        parts = [part for part in path.split("/") if part not in ("", ".")]
        known = self._known.get("/".join(parts) or ROOT)
        if known is None and parts[0] == self._name and self._name not in self._known:
            return self._known.get("/".join(parts[1:]) or ROOT)
        return known
