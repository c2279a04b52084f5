"""What is not so of a claim of a document, and whether it is a claim about this tree."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import re2

from luminos_core.checks.documents.claims import Claim, Kind
from luminos_core.checks.documents.commands import needed_by
from luminos_core.checks.documents.grounds import leads_into
from luminos_core.checks.documents.headings import slug
from luminos_core.checks.documents.library import Library
from luminos_core.checks.documents.needs import missing
from luminos_core.checks.documents.places import is_there, place_of
from luminos_core.checks.documents.tree_facts import Runtime
from luminos_core.checks.documents.wording import is_latest, is_made, is_open, is_requirement

_MARKDOWN = (".md", ".markdown")
_SCHEME = re2.compile(r"^(?:[a-zA-Z][\w+.-]*:|//|mailto:|\{|<|\$|%)")
_USUAL_PORTS = frozenset(  # of servers and frameworks, which need not be named in the code
    (
        *("3000", "4000", "4200", "5000", "5173", "5432", "6379", "8000", "8080", "8443"),
        *("8888", "9000", "9090", "27017"),
    )
)
_PORTS_OF_OTHERS = frozenset(  # of databases, queues, debuggers and the like
    (
        *("1025", "2181", "2379", "2380", "3306", "4001", "4444", "5005", "5044", "5601", "5672"),
        *("6380", "8025", "8086", "8125", "8200", "8500", "9042", "9092", "9200", "9222", "9229"),
        *("9300", "11211", "11434", "15672", "16686", "26379"),
    )
)


@dataclass(frozen=True)
class Untrue:
    rule: str
    finding: str
    is_grounded: bool  # it is a claim about this tree, as others beside it show


class Finders:
    """One for each kind of claim."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._project, self._facts = library.project, library.facts

    def untrue(self, claim: Claim, path: str) -> Iterator[Untrue]:
        """Of the document `path`."""
        check = self._checks.get(claim.kind)
        if check and (found := check(claim, path)):
            yield found
        if claim.kind is Kind.COMMAND:
            grounds = self._library.grounds(path)
            for needed in needed_by(claim.text, self._facts.programs):
                if finding := missing(needed, path, self._facts):
                    is_grounded = grounds.of_command(needed, claim)
                    yield Untrue("document-names-missing", finding, is_grounded)

    @cached_property
    def _checks(self) -> dict[Kind, Callable[[Claim, str], Untrue | None]]:
        return {
            Kind.LINK: self._link,
            Kind.ANCHOR: self._anchor,
            Kind.PATH: self._path,
            Kind.VARIABLE: self._variable,
            Kind.PORT: self._port,
            Kind.VERSION: self._version,
            Kind.RUNTIME: self._runtime,
            Kind.PROGRAM: self._program,
        }

    def _link(self, claim: Claim, path: str) -> Untrue | None:
        target, _, anchor = claim.text.partition("#")
        target = target.partition("?")[0]
        if _SCHEME.match(claim.text) or not target or target == ".":
            return None
        place = place_of(target, path)
        if place is None or is_there(place, self._project):
            return self._anchor_of(place or "", anchor)
        if target.startswith("/") and place.partition("/")[0] not in self._library.top:
            return None  # of the site that is made of it
        finding = f"The link leads to {place}, which is not there."
        return Untrue("dead-link", finding, self._library.grounds(path).of_link(place))

    def _anchor_of(self, place: str, anchor: str) -> Untrue | None:
        """Of another document."""
        is_line = re2.fullmatch(r"L\d+.*", anchor) is not None
        if not anchor or is_line or not place.endswith(_MARKDOWN):
            return None
        if (
            place not in self._project.files
            or slug(anchor) in self._library.document(place).anchors
        ):
            return None
        return Untrue("dead-link", f"{place} has no heading #{anchor}.", is_grounded=True)

    def _anchor(self, claim: Claim, path: str) -> Untrue | None:
        anchors = self._library.document(path).anchors
        if not path.lower().endswith(_MARKDOWN) or leads_into(claim, anchors):
            return None
        grounds = self._library.grounds(path).has_most_anchors
        return Untrue("dead-link", f"This document has no heading {claim.text}.", grounds)

    def _path(self, claim: Claim, path: str) -> Untrue | None:
        name = claim.text.removeprefix("./").rstrip("/")
        if claim.text.endswith("/") and "/" not in name and "/" not in path:
            return self._folder(name, claim, path)
        if "/" not in name or is_there(place_of(name, path) or name, self._project):
            return None
        # "docs/README" means docs/README.rst, and config/db.yml is made of config/db.yml.example.
        ends = (f"/{name}", f"/{name}/")
        known = any(
            f"/{each}".endswith(ends) or each.startswith(f"{name}.") for each in self._project.files
        )
        if known or any(f"/{each}".endswith(ends) for each in self._project.directories):
            return None
        is_grounded = self._library.grounds(path).of_path(name, claim)
        if not is_grounded and name.partition("/")[0] not in self._library.top:
            return None
        return Untrue("document-names-missing", f"{name} is named, and is not there.", is_grounded)

    def _folder(self, name: str, claim: Claim, path: str) -> Untrue | None:
        there = is_there(name, self._project)
        deeper = any(each.endswith(f"/{name}") for each in self._project.directories)
        if there or deeper or not self._library.grounds(path).of_folder(claim):
            return None
        return Untrue("document-names-missing", f"There is no folder {name}.", is_grounded=True)

    def _variable(self, claim: Claim, path: str) -> Untrue | None:
        if claim.text not in self._library.absent_variables:
            return None
        is_grounded = self._library.grounds(path).of_variable(claim.text) and not is_made(
            claim.said, claim.text
        )
        if not is_grounded and claim.text.partition("_")[0] not in self._library.prefixes:
            return None
        return Untrue("document-names-missing", f"No code reads {claim.text}.", is_grounded)

    def _port(self, claim: Claim, path: str) -> Untrue | None:
        grounds = self._library.grounds(path)
        if claim.text in _PORTS_OF_OTHERS or claim.text not in self._library.absent_ports:
            return None
        is_grounded = grounds.of_port(claim)
        shown = rf"[(,=]\s*[\"']?[\w.]*:?{claim.text}[\"']?\s*[,)]"  # in an example of a server
        is_usual = claim.text in _USUAL_PORTS and not is_grounded
        chosen = rf"(?:\s-p|--?[\w-]*(?:port|url|listen|bind|addr\w*))[ =]\S*\b{claim.text}\b"
        text = self._project.text(path)
        if is_usual or re2.search(
            rf"{shown}|{chosen}|(?:tcp|ssl|udp|ws)://\S*:{claim.text}\b", text
        ):
            return None
        finding = f"Port {claim.text} is named in documents alone."
        return Untrue("document-names-missing", finding, is_grounded)

    def _version(self, claim: Claim, path: str) -> Untrue | None:
        versions = self._facts.versions
        if not versions or "/" in path or any(v.startswith(claim.text) for v in versions):
            return None
        said = ", ".join(sorted(versions))
        finding = f"This says version {claim.text}, the manifest {said}."
        others = [each for each in self._library.document(path).claims if each.kind is Kind.VERSION]
        is_grounded = is_latest(claim.said) or len(others) == 1
        return Untrue("document-is-outdated", finding, is_grounded)

    def _runtime(self, claim: Claim, path: str) -> Untrue | None:
        """That it needs less than the manifests do; or another one than they name."""
        declared = self._facts.runtimes.get(claim.of, ())
        said = _numbers(claim.text)
        is_least = is_open(claim.said)  # a release that is named is one of those, if it is newer
        if "/" in path or any(_allows(each, said, is_least=is_least) for each in declared):
            return None
        for least, is_one in declared[:1]:
            wanted = f"{least}{'' if is_one else ' or newer'}"
            finding = f"This says {claim.of.capitalize()} {claim.text}, the manifest {wanted}."
            return Untrue("document-is-outdated", finding, is_requirement(claim.said, claim.text))
        return None

    def _program(self, claim: Claim, _path: str) -> Untrue | None:
        """Of a program that is named after the project, and that nothing in the tree is."""
        first = claim.text.partition("-")[0]
        names = {*self._facts.programs, *self._library.top, self._project.snapshot.name}
        stems = {path.rpartition("/")[2].partition(".")[0] for path in self._project.files}
        is_own = first in names or first in stems
        if not is_own or claim.text in stems or not self._project.missing({claim.text}):
            return None
        return Untrue(
            "document-names-missing", f"There is no program {claim.text}.", is_grounded=True
        )


def _allows(runtime: Runtime, said: tuple[int, ...], *, is_least: bool) -> bool:
    least = _numbers(runtime.least)[: len(said)]
    if runtime.is_one:
        return least == said or (is_least and said < least)
    return least <= said


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re2.findall(r"\d+", version))
