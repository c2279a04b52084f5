"""Whether what a document names, and the tree does not have, is this project's to have.

A document names files, options and ports of its reader, and of other programs, too. A name is one
of this tree where others of its kind are there: files beside it, further options of the program,
variables of the code with the same first word.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

import re2

from luminos_core.checks.documents.claims import Claim, Document, Kind
from luminos_core.checks.documents.commands import Need, Needed, folder_entered, needed_by
from luminos_core.checks.documents.headings import slug
from luminos_core.checks.documents.needs import is_confirmed
from luminos_core.checks.documents.places import is_there, place_of
from luminos_core.checks.documents.tree_facts import TreeFacts
from luminos_core.checks.documents.wording import (
    is_entry_point,
    is_for_developers,
    is_located,
    is_made,
    is_served,
)
from luminos_core.text.tree_paths import parent_of

_REQUIREMENTS = re2.compile(r"(?:^|/)(?:requirements[^/]*\.(?:txt|in)|setup\.py|pyproject\.toml)$")
_MAKEFILES = ("Makefile", "makefile", "GNUmakefile")
_CLONED = re2.compile(r"\bgit\s+clone\s")
_ITS_OWN_SCRIPTS = re2.compile(r'"scripts"\s*:')  # of a manifest that the reader is to write
_ITS_OWN_SERVICES = re2.compile(r"(?m)^\s*services:\s*$")
_OF_OTHERS = frozenset(  # first words of variables that other programs read
    (
        *("AWS", "GITHUB", "GITLAB", "GH", "CI", "NODE", "NPM", "PYTHON", "PIP", "DOCKER"),
        *("COMPOSE", "RAILS", "RACK", "RUBY", "GEM", "BUNDLE", "JAVA", "MAVEN", "GRADLE", "GO"),
        *("CARGO", "RUST", "RUSTUP", "DJANGO", "FLASK", "GOOGLE", "GCP", "AZURE", "KUBERNETES"),
        *("HTTP", "HTTPS", "NO", "SSL", "SSH", "GIT", "GPG", "XDG", "LC", "LD", "DYLD", "MY"),
        *("YOUR", "FOO", "SOME", "EXAMPLE", "TEST", "POSTGRES", "PG", "MYSQL", "REDIS", "MONGO"),
        *("TWINE", "PYTEST", "TRAVIS", "CIRCLE", "SYSTEMD", "MSYS", "CMAKE", "CC", "CXX", "VITE"),
        *("NEXT", "REACT", "NUXT", "ANDROID", "IOS", "SENTRY", "SLACK", "OPENAI", "ANTHROPIC"),
    )
)


class Grounds:
    """Of one document."""

    def __init__(
        self, path: str, document: Document, facts: TreeFacts, siblings: "Siblings"
    ) -> None:
        self._path, self._document, self._facts = path, document, facts
        self._siblings = siblings

    def of_command(self, needed: Needed, claim: Claim) -> bool:
        find = _OF_NEEDS.get(needed.need)
        return find is None or find(self, needed, claim)

    def of_path(self, name: str, claim: Claim) -> bool:
        """What is beside it is there; or most that the document names is, and it says where."""
        if is_made(claim.said, claim.text):
            return False
        if self._has_beside(name) or self._has_moved(name) or is_entry_point(claim.said):
            return True
        return "/" not in self._path and is_located(claim.said) and self._has_most_paths

    def of_folder(self, claim: Claim) -> bool:
        """At the root, of which the document names several that are there, and fewer that are
        not."""
        return self._has_most_folders and not is_made(claim.said, claim.text)

    def of_variable(self, name: str) -> bool:
        """Other variables with its first word are in the code."""
        prefix = name.partition("_")[0]
        is_own = prefix not in _OF_OTHERS
        return is_own and not self._facts.project.missing({f"{prefix}_"})

    def of_port(self, claim: Claim) -> bool:
        """The project serves on a port, and the reader is sent to this one."""
        return self._facts.has_port and is_served(claim.said, in_code=bool(claim.block))

    def of_link(self, place: str) -> bool:
        """A published package has a part of the repository's files alone."""
        project = self._facts.project
        folder = parent_of(place) if place else ""
        is_beside = folder in project.directories and folder not in ("", ".")
        return not project.is_stripped and (is_beside or not project.is_published)

    @cached_property
    def has_most_anchors(self) -> bool:
        """Whether others lead to headings, so that they are made as this reader of headings
        thinks."""
        anchors = [each for each in self._document.claims if each.kind is Kind.ANCHOR]
        known = sum(leads_into(each, self._document.anchors) for each in anchors)
        return known >= len(anchors) / 2 or len(anchors) == 1

    @cached_property
    def _has_most_paths(self) -> bool:
        paths = {each.text for each in self._document.claims if each.kind is Kind.PATH}
        named = [each for each in paths if "/" in each.rstrip("/")]
        known = sum(self._is_there(each.removeprefix("./").rstrip("/")) for each in named)
        known += any(name in self._document.text for name in self._facts.names_at_root)
        return 0 < known >= len(named) / 2

    @cached_property
    def _has_most_folders(self) -> bool:
        spans = {each.text for each in self._document.claims if each.kind is Kind.PATH}
        named = [each.strip("./") for each in spans if each.endswith("/")]
        at_root = [each for each in named if "/" not in each]
        known = sum(each in self._facts.project.directories for each in at_root)
        return known > 1 and known > len(at_root) / 2

    def _of_file(self, needed: Needed, claim: Claim) -> bool:
        """At the root, it is the reader's own as often."""
        if "/" in needed.name:
            return self._has_beside(needed.name)
        if _REQUIREMENTS.search(needed.name):
            return any(map(_REQUIREMENTS.search, self._facts.project.files))
        return self._is_about_tree(claim)

    def _of_target(self, needed: Needed, _claim: Claim) -> bool:
        """The Makefile is where the document is, or at the root."""
        if needed.program:
            return needed.program in self._facts.project.directories
        places = (place_of(name, self._path) or "" for name in _MAKEFILES)
        return any(map(self._facts.project.has, (*places, *_MAKEFILES)))

    def _of_script(self, _needed: Needed, claim: Claim) -> bool:
        if _ITS_OWN_SCRIPTS.search(self._document.text):
            return False
        return (
            self._is_about_tree(claim)
            or is_for_developers(self._path, claim.section)
            or bool(_CLONED.search(self._document.text))
            or self._has_a_script
        )

    @cached_property
    def _has_a_script(self) -> bool:
        needed = needed_by_all((self._document,), self._facts)
        return any(each.need is Need.SCRIPT and self._is_met(each) for each in needed)

    def _of_option(self, needed: Needed, _claim: Claim) -> bool:
        known, _all = self._siblings.of(Need.OPTION, needed.program)
        return known > 0

    def _of_subcommand(self, needed: Needed, _claim: Claim) -> bool:
        """At least as many that documents name are in the code as are not."""
        if needed.program == "manage.py":
            return any("/management/commands/" in path for path in self._facts.project.files)
        known, every = self._siblings.of(Need.SUBCOMMAND, needed.program)
        return 0 < known >= every / 2

    def _of_task(self, needed: Needed, _claim: Claim) -> bool:
        """Others of its namespace are there."""
        space, colon, _ = needed.name.rpartition(":")
        tasks = self._facts.tasks or ()
        return not colon or any(each.startswith(f"{space}:") for each in tasks)

    def _of_compose(self, _needed: Needed, claim: Claim) -> bool:
        if _ITS_OWN_SERVICES.search(self._document.text):
            return False
        has_image = any(
            "Dockerfile" in path.rpartition("/")[2] for path in self._facts.project.files
        )
        return has_image or self._is_about_tree(claim)

    def _is_about_tree(self, claim: Claim) -> bool:
        """Whether another command of the same block of code, or list, is about this tree."""
        return (claim.block, "" if claim.block else claim.section) in self._own_blocks

    @cached_property
    def _own_blocks(self) -> frozenset[tuple[int, str]]:
        found: set[tuple[int, str]] = set()
        for claim in self._document.claims:
            if claim.kind is not Kind.COMMAND:
                continue
            enters = folder_entered(claim.text) in self._facts.project.directories
            if enters or any(map(self._is_met, needed_by(claim.text, self._facts.programs))):
                found.add((claim.block, "" if claim.block else claim.section))
        return frozenset(found)

    def _is_met(self, needed: Needed) -> bool:
        return is_confirmed(needed, self._path, self._facts)

    def _is_there(self, name: str) -> bool:
        return is_there(place_of(name, self._path) or name, self._facts.project) or is_there(
            name, self._facts.project
        )

    def _has_moved(self, name: str) -> bool:
        """Whether a file of that name is deeper in the folder."""
        folder, _, last = name.rpartition("/")
        paths = self._facts.project.files
        return any(each.startswith(f"{folder}/") and each.endswith(f"/{last}") for each in paths)

    def _has_beside(self, name: str) -> bool:
        """Whether its folder has a file of the same kind."""
        folder, _, last = name.removeprefix("./").rpartition("/")
        _, dot, ending = last.rpartition(".")
        places = {place_of(folder, self._path), folder} if folder else set()
        return any(
            self._facts.has_kind(place, f"{dot}{ending}" if dot else "")
            for place in places
            if place
        )


class Siblings:
    """Options and commands of the project's programs, as all its documents name them."""

    def __init__(self, documents: Callable[[], Iterable[Document]], facts: TreeFacts) -> None:
        self._documents, self._facts = documents, facts

    def of(self, need: Need, program: str) -> tuple[int, int]:
        """How many are in the code, and how many are named."""
        return self._counts.get((need, program), (0, 0))

    @cached_property
    def _counts(self) -> dict[tuple[Need, str], tuple[int, int]]:
        needed = set(needed_by_all(self._documents(), self._facts))
        found: dict[tuple[Need, str], tuple[int, int]] = {}
        for each in needed:
            known, every = found.get((each.need, each.program), (0, 0))
            is_met = is_confirmed(each, "", self._facts)
            found[each.need, each.program] = (known + is_met, every + 1)
        return found


def leads_into(claim: Claim, anchors: frozenset[str]) -> bool:
    return not claim.text.strip("#") or slug(claim.text.removeprefix("#")) in anchors


def needed_by_all(documents: Iterable[Document], facts: TreeFacts) -> Iterator[Needed]:
    for document in documents:
        for claim in document.claims:
            if claim.kind is Kind.COMMAND:
                yield from needed_by(claim.text, facts.programs)


_OF_NEEDS: dict[Need, Callable[[Grounds, Needed, Claim], bool]] = {
    Need.FILE: Grounds._of_file,
    Need.MAKE_TARGET: Grounds._of_target,
    Need.SCRIPT: Grounds._of_script,
    Need.OPTION: Grounds._of_option,
    Need.SUBCOMMAND: Grounds._of_subcommand,
    Need.TASK: Grounds._of_task,
    Need.COMPOSE_FILE: Grounds._of_compose,
}
