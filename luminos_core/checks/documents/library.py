"""All documents of a project, and what of their claims the tree does not have."""

from collections.abc import Iterator
from functools import cached_property

import re2

from luminos_core.checks.check import is_test_path
from luminos_core.checks.documents.claims import Claim, Document, Kind, read_document
from luminos_core.checks.documents.commands import Need, needed_by
from luminos_core.checks.documents.grounds import Grounds, Siblings
from luminos_core.checks.documents.needs import words_of, written_as
from luminos_core.checks.documents.tree_facts import TreeFacts
from luminos_core.checks.project import Project, Spelling

_DOCUMENT = re2.compile(
    r"(?i)(?:^|/)(?:readme|install|contributing|usage|hacking|getting[_-]?started)(?:\.(?:md|markdown|rst|txt))?$"
    r"|(?:^|/)docs?/[^/]+\.(?:md|markdown)$"
)


class Library:
    """Each document is read once, when it is asked for."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.facts = TreeFacts(project)
        self._documents: dict[str, Document] = {}
        self._grounds: dict[str, Grounds] = {}
        self._siblings = Siblings(lambda: map(self.document, self.paths), self.facts)
        project.missing(self._words())  # so that the tree is read once for all of them

    @cached_property
    def paths(self) -> tuple[str, ...]:
        """Of those that are about this project."""
        files = self.project.files
        return tuple(
            path
            for path in sorted(files)
            if _DOCUMENT.search(path) and not is_test_path(path) and not files[path].vendored
        )

    def document(self, path: str) -> Document:
        if path not in self._documents:
            self._documents[path] = read_document(self.project.text(path))
        return self._documents[path]

    def grounds(self, path: str) -> Grounds:
        if path not in self._grounds:
            document = self.document(path)
            self._grounds[path] = Grounds(path, document, self.facts, self._siblings)
        return self._grounds[path]

    @cached_property
    def top(self) -> frozenset[str]:
        """The names of the directories at the root."""
        return frozenset(path for path in self.project.directories if "/" not in path)

    @cached_property
    def absent_variables(self) -> set[str]:
        """Variables that no code names; one may be put together of a prefix and a setting."""
        names = {claim.text for claim in self._claims if claim.kind is Kind.VARIABLE}
        absent = self.project.missing(names)
        parts = {name: set(_prefix_and_setting(name)) for name in absent}
        return {name for name, pair in parts.items() if self.project.missing(pair)}

    @cached_property
    def prefixes(self) -> frozenset[str]:
        """First words of variables that code names too, and the project's own name."""
        variables = (claim.text for claim in self._claims if claim.kind is Kind.VARIABLE)
        names = {name.partition("_")[0] for name in variables}
        absent = self.project.missing({f"{name}_" for name in names})
        found = {name for name in names if f"{name}_" not in absent}
        own = {manifest.name for manifest in self.facts.manifests.values()}
        words = {re2.sub(r"\W.*", "", name.rpartition("/")[2]).upper() for name in own}
        return frozenset(found | words)

    @cached_property
    def absent_ports(self) -> set[str]:
        return self.project.missing({c.text for c in self._claims if c.kind is Kind.PORT})

    @cached_property
    def _claims(self) -> list[Claim]:
        return [claim for path in self.paths for claim in self.document(path).claims]

    def _words(self) -> Iterator[str | Spelling]:
        """What the claims of all documents are looked for by."""
        for claim in self._claims:
            if claim.kind is Kind.VARIABLE:
                yield from (claim.text, *_prefix_and_setting(claim.text))
            elif claim.kind in (Kind.PORT, Kind.PROGRAM):
                yield claim.text
            elif claim.kind is Kind.COMMAND:
                for needed in needed_by(claim.text, self.facts.programs):
                    yield from words_of(needed)
                    if needed.need is Need.SUBCOMMAND:
                        yield from written_as(needed.name)


def _prefix_and_setting(name: str) -> tuple[str, str]:
    """ "SHOP_" and "redis_url" for SHOP_REDIS_URL, as settings with a prefix are declared."""
    prefix, _, setting = name.partition("_")
    return f"{prefix}_", setting.lower()
