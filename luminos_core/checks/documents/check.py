"""Documents that name what is not there: links, files, commands, options, variables, releases."""

from collections.abc import Iterator

import re2

from luminos_core.checks.check import path_flag
from luminos_core.checks.documents.entry_points import missing_entry_points
from luminos_core.checks.documents.library import Library
from luminos_core.checks.documents.own_claims import OwnClaims
from luminos_core.checks.documents.untrue import Finders
from luminos_core.checks.project import Project, ProjectCheck
from luminos_core.records.flag import Flag, Severity
from luminos_core.redaction.redact import redact

_FIRST_READ = re2.compile(r"(?i)^(?:[^/]+/)?(?:readme|install|contributing|usage)(?:\.\w+)?$")
_LICENCE = re2.compile(r"(?i)(?:un)?licen[cs]e(?:[._-].*)?|copying(?:\..*)?")
_MAX_QUOTATION = 200


def find_untrue_documents(project: Project) -> Iterator[Flag]:
    """A concern is what the documents that are read first say of this tree. The rest may be about
    the reader's project, or about another program."""
    library = Library(project)
    claims, finders = OwnClaims(library), Finders(library)
    for path in library.paths:
        lines = project.text(path).split("\n")
        is_first_read = bool(_FIRST_READ.search(path)) and not _is_of_others(path, project)
        found: dict[tuple[str, int], Flag] = {}
        for claim in claims.of(path):
            for untrue in finders.untrue(claim, path):
                is_concern = is_first_read and untrue.is_grounded
                weight = Severity.CONCERN if is_concern else Severity.INFO
                flag = path_flag(path, untrue.rule, untrue.finding, weight)
                found.setdefault((untrue.finding, claim.line), _placed(flag, claim.line, lines))
        yield from found.values()
    for path, line, finding in missing_entry_points(library.facts):
        flag = path_flag(path, "document-names-missing", finding, Severity.CONCERN)
        yield _placed(flag, line, project.text(path).split("\n"))


def _is_of_others(path: str, project: Project) -> bool:
    """Whether a folder below the root is another project's copy: it has a licence of its own."""
    folder, _, _ = path.rpartition("/")
    beside = project.directories[folder].files if folder else ()
    return any(_LICENCE.fullmatch(file.name) for file in beside)


def _placed(flag: Flag, line: int, lines: list[str]) -> Flag:
    quotation = redact(lines[line - 1].strip()).text[:_MAX_QUOTATION]
    return flag.model_copy(update={"line": line, "end_line": line, "quotation": quotation})


DOCUMENTS = ProjectCheck("documents", 3, find_untrue_documents)
