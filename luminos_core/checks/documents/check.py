"""Documents that name what is not there: links, files, commands, options, variables, releases."""

from collections.abc import Callable, Iterator
from functools import cached_property

import re2

from luminos_core.checks.check import is_test_path, path_flag
from luminos_core.checks.documents.claims import Claim, Document, Kind, read_document, slug
from luminos_core.checks.documents.commands import leads_elsewhere, needed_by
from luminos_core.checks.documents.needs import missing, words_of
from luminos_core.checks.documents.places import is_there, place_of
from luminos_core.checks.documents.tree_facts import TreeFacts
from luminos_core.checks.project import Project, ProjectCheck
from luminos_core.records.flag import Flag, Severity
from luminos_core.redaction.redact import redact
from luminos_core.text.tree_paths import parent_of

_DOCUMENT = re2.compile(
    r"(?i)(?:^|/)(?:readme|install|contributing|usage|hacking|getting[_-]?started)(?:\.(?:md|markdown|rst|txt))?$"
    r"|(?:^|/)docs?/[^/]+\.(?:md|markdown)$"
)
_FIRST_READ = re2.compile(r"(?i)^(?:[^/]+/)?(?:readme|install|contributing|usage)(?:\.\w+)?$")
_SCHEME = re2.compile(r"^(?:[a-zA-Z][\w+.-]*:|//|mailto:|\{|<|\$|%)")
_USUAL_PORTS = frozenset(  # of servers and frameworks, which need not be named in the code
    (
        *("3000", "4000", "4200", "5000", "5173", "5432", "6379", "8000", "8080", "8443"),
        *("8888", "9000", "9090", "27017"),
    )
)
_LISTENING = re2.compile(
    rb"(?i)\.listen\(\s*\d{4,5}|\bport\s*[:=]\s*[\"']?\d{4,5}|EXPOSE \d{4,5}|:\d{4,5}[\"']"
    rb"|(?:\|\||\bor\b|\?\?)\s*[\"']?\d{4,5}\b"
)
_A_SECTION = 40  # lines
_NOT_THERE = "is not there."
_MAX_QUOTATION = 200


def find_untrue_documents(project: Project) -> Iterator[Flag]:
    checker = _Checker(project)
    project.missing(checker.words())  # so that the tree is read once for all of them
    for path in sorted(project.files):
        if _DOCUMENT.search(path) and not is_test_path(path) and not project.files[path].vendored:
            yield from checker.check(path)


class _Checker:
    def __init__(self, project: Project) -> None:
        self._project = project
        self._facts = TreeFacts(project)
        self._documents: dict[str, Document] = {}

    def words(self) -> Iterator[str]:
        """What the claims of all documents are looked for by."""
        for claim in self._claimed:
            if claim.kind is Kind.VARIABLE:
                yield from (claim.text, *_prefix_and_setting(claim.text))
            elif claim.kind is Kind.PORT:
                yield claim.text
            elif claim.kind is Kind.COMMAND:
                for needed in needed_by(claim.text, self._facts.programs):
                    yield from words_of(needed)

    def check(self, path: str) -> Iterator[Flag]:
        lines = self._project.text(path).split("\n")
        severity = Severity.CONCERN if _FIRST_READ.search(path) else Severity.INFO
        found: dict[tuple[str, int], Flag] = {}
        elsewhere = 0  # the line up to which commands are about another folder
        for claim in self._document(path).claims:
            if claim.kind is Kind.COMMAND and leads_elsewhere(claim.text, self._top):
                elsewhere = claim.line + _A_SECTION
            if claim.kind is Kind.COMMAND and claim.line <= elsewhere:
                continue
            for rule, finding in self._untrue(claim, path):
                quotation = redact(lines[claim.line - 1].strip()).text[:_MAX_QUOTATION]
                is_left_out = finding.endswith(_NOT_THERE) and self._may_be_left_out(
                    claim.text, path
                )
                weight = Severity.INFO if is_left_out else severity
                flag = path_flag(path, rule, finding, weight).model_copy(
                    update={"line": claim.line, "end_line": claim.line, "quotation": quotation}
                )
                found.setdefault((finding, claim.line), flag)
        yield from found.values()

    def _document(self, path: str) -> Document:
        if path not in self._documents:
            self._documents[path] = read_document(self._project.text(path))
        return self._documents[path]

    def _may_be_left_out(self, target: str, path: str) -> bool:
        """Whether what is not there may be in the repository: a published package has a part."""
        place = place_of(target.partition("#")[0], path) or ""
        folder = parent_of(place) if place else ""
        is_beside = folder in self._project.directories and folder not in ("", ".")
        return self._project.is_published and not is_beside

    def _untrue(self, claim: Claim, path: str) -> Iterator[tuple[str, str]]:
        check = self._checks.get(claim.kind)
        if check and (found := check(claim, path)):
            yield found
        if claim.kind is Kind.COMMAND:
            for needed in needed_by(claim.text, self._facts.programs):
                if finding := missing(needed, path, self._facts):
                    yield "document-names-missing", finding

    @cached_property
    def _checks(self) -> dict[Kind, Callable[[Claim, str], tuple[str, str] | None]]:
        return {
            Kind.LINK: self._link,
            Kind.ANCHOR: self._anchor,
            Kind.PATH: self._path,
            Kind.VARIABLE: self._variable,
            Kind.PORT: self._port,
            Kind.VERSION: self._version,
            Kind.RUNTIME: self._runtime,
        }

    def _link(self, claim: Claim, path: str) -> tuple[str, str] | None:
        target, _, anchor = claim.text.partition("#")
        target = target.partition("?")[0]
        if _SCHEME.match(claim.text) or not target or target == ".":
            return None
        place = place_of(target, path)
        if place is None or is_there(place, self._project):
            document = self._document(place) if place in self._project.files and anchor else None
            is_line = re2.fullmatch(r"L\d+.*", anchor) is not None
            is_known = document is None or is_line or anchor.lower() in document.anchors
            if is_known or not place or not place.endswith((".md", ".markdown")):
                return None
            return "dead-link", f"{place} has no heading #{anchor}."
        return "dead-link", f"The link leads to {place}, which is not there."

    def _anchor(self, claim: Claim, path: str) -> tuple[str, str] | None:
        anchors = self._document(path).anchors
        wanted = claim.text.removeprefix("#")
        if (
            not path.lower().endswith((".md", ".markdown"))
            or slug(wanted) in anchors
            or wanted in anchors
        ):
            return None
        return "dead-link", f"This document has no heading {claim.text}."

    def _path(self, claim: Claim, path: str) -> tuple[str, str] | None:
        name = claim.text.removeprefix("./").rstrip("/")
        folder = name.partition("/")[0]
        is_own = folder in self._top or "/" not in name
        if not is_own or is_there(place_of(name, path) or name, self._project):
            return None
        # "docs/README" means docs/README.rst, and config/db.yml is made of config/db.yml.example.
        files = self._project.files
        known = any(
            f"/{each}".endswith(f"/{name}") or each.startswith(f"{name}.") for each in files
        )
        if (
            known
            or "/" not in name
            or any(d.endswith(f"/{name}") for d in self._project.directories)
        ):
            return None
        return "document-names-missing", f"{name} is named, and is not there."

    def _variable(self, claim: Claim, _path: str) -> tuple[str, str] | None:
        prefix = claim.text.partition("_")[0]
        if prefix not in self._prefixes or claim.text not in self._absent_variables:
            return None
        return "document-names-missing", f"No code reads {claim.text}."

    def _port(self, claim: Claim, path: str) -> tuple[str, str] | None:
        if claim.text in _USUAL_PORTS and not self._other_port:
            return None
        shown = rf"[(,=]\s*[\"']?[\w.]*:?{claim.text}[\"']?\s*[,)]"  # in an example of a server
        if claim.text not in self._absent_ports or re2.search(shown, self._project.text(path)):
            return None
        return "document-names-missing", f"Port {claim.text} is named in documents alone."

    def _version(self, claim: Claim, path: str) -> tuple[str, str] | None:
        versions = self._facts.versions
        if not versions or "/" in path or any(v.startswith(claim.text) for v in versions):
            return None
        said = ", ".join(sorted(versions))
        return "document-is-outdated", f"This says version {claim.text}, the manifest {said}."

    def _runtime(self, claim: Claim, path: str) -> tuple[str, str] | None:
        declared = self._facts.runtimes.get(claim.of)
        said = _numbers(claim.text)
        if not declared or "/" in path or _numbers(declared)[: len(said)] <= said:
            return None
        return (
            "document-is-outdated",
            f"This says {claim.of.capitalize()} {claim.text}, the manifest {declared} or newer.",
        )

    @cached_property
    def _top(self) -> frozenset[str]:
        """The names of the directories at the root."""
        return frozenset(path for path in self._project.directories if "/" not in path)

    @cached_property
    def _claimed(self) -> list[Claim]:
        paths = [path for path in self._project.files if _DOCUMENT.search(path)]
        return [claim for path in paths for claim in self._document(path).claims]

    @cached_property
    def _absent_variables(self) -> set[str]:
        """Variables that no code names; one may be put together of a prefix and a setting."""
        names = {claim.text for claim in self._claimed if claim.kind is Kind.VARIABLE}
        absent = self._project.missing(names)
        parts = {name: set(_prefix_and_setting(name)) for name in absent}
        return {name for name, pair in parts.items() if self._project.missing(pair)}

    @cached_property
    def _prefixes(self) -> frozenset[str]:
        """First words of variables that code names too, and the project's own name."""
        variables = (claim.text for claim in self._claimed if claim.kind is Kind.VARIABLE)
        names = {name.partition("_")[0] for name in variables}
        absent = self._project.missing({f"{name}_" for name in names})
        found = {name for name in names if f"{name}_" not in absent}
        own = {manifest.name for manifest in self._facts.manifests.values()}
        words = {re2.sub(r"\W.*", "", name.rpartition("/")[2]).upper() for name in own}
        return frozenset(found | words)

    @cached_property
    def _absent_ports(self) -> set[str]:
        return self._project.missing({c.text for c in self._claimed if c.kind is Kind.PORT})

    @cached_property
    def _other_port(self) -> bool:
        """Whether some source of the project listens on a port that it names."""
        files = self._project.files.items()
        names = (path for path, file in files if file.language and not _DOCUMENT.search(path))
        return any(_LISTENING.search(self._project.read(path) or b"") for path in names)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re2.findall(r"\d+", version))


def _prefix_and_setting(name: str) -> tuple[str, str]:
    """ "SHOP_" and "redis_url" for SHOP_REDIS_URL, as settings with a prefix are declared."""
    prefix, _, setting = name.partition("_")
    return f"{prefix}_", setting.lower()


DOCUMENTS = ProjectCheck("documents", 2, find_untrue_documents)
