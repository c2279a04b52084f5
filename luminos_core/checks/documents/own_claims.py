"""The claims of a document that are about the folder in which it stands."""

from collections.abc import Iterator
from functools import cached_property

from luminos_core.checks.documents.claims import Claim, Kind
from luminos_core.checks.documents.commands import (
    copies_project,
    folder_entered,
    makes_project,
    stays,
)
from luminos_core.checks.documents.headings import slug
from luminos_core.checks.documents.library import Library

_A_SECTION = 40  # lines


class OwnClaims:
    def __init__(self, library: Library) -> None:
        self._library = library

    def of(self, path: str) -> Iterator[Claim]:
        """Without commands that run in another folder, or in another project."""
        elsewhere, in_block, copied = 0, 0, 0
        for claim in self._library.document(path).claims:
            if claim.kind is Kind.COMMAND:
                copied = claim.block if copies_project(claim.text) else copied
                folder = folder_entered(claim.text) if stays(claim.text) else ""
                is_copy = bool(claim.block) and claim.block == copied
                if makes_project(claim.text) or self._is_below(folder, is_copy=is_copy):
                    elsewhere = claim.line + _A_SECTION
                elif folder and not self._is_own_name(folder):
                    in_block = claim.block
            is_elsewhere = claim.line <= elsewhere or (claim.block and claim.block == in_block)
            if claim.kind is not Kind.COMMAND or not is_elsewhere:
                yield claim

    def _is_below(self, folder: str, *, is_copy: bool) -> bool:
        if not folder or (is_copy and self._is_own_name(folder)):
            return False
        return folder in self._library.project.directories

    def _is_own_name(self, folder: str) -> bool:
        """Whether a folder is named as the project is."""
        name = folder.rpartition("/")[2].lower()
        if folder.startswith("/"):
            return False
        return folder in (".", "..") or any(own.startswith(name) for own in self._own_names)

    @cached_property
    def _own_names(self) -> frozenset[str]:
        project = self._library.project
        manifests = self._library.facts.manifests.values()
        found = {manifest.name.rpartition("/")[2] for manifest in manifests}
        headings = (slug(line) for line in project.text("README.md").split("\n")[:3])
        return frozenset(name.lower() for name in (*found, *headings, project.snapshot.name))
