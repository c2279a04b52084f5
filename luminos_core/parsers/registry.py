"""Every parser of target text, by the name under which it is asked for."""

from collections.abc import Callable

from luminos_core.manifests.parse_manifest import parse_manifest
from luminos_core.outline.parse_outline import parse_outline
from luminos_core.parsers.code.search import find_code_matches
from luminos_core.parsers.code_owners import parse_code_owners
from luminos_core.parsers.documents.compose import find_services
from luminos_core.parsers.documents.search import find_document_matches
from luminos_core.parsers.formats import parse_header, parse_json, parse_toml
from luminos_core.parsers.packages.find_packages import find_packages
from luminos_core.parsers.packages.lock_files import find_locked
from luminos_core.parsers.python_source import parse_python
from luminos_core.parsers.requirements.read import parse_requirements
from luminos_core.parsers.suppression_file import parse_suppressions
from luminos_core.parsers.tool_results import parse_sarif, parse_shellcheck
from luminos_core.records.base import Record

ParseFunction = Callable[..., Record]  # of the text's bytes, and what else it needs by name

PARSERS: dict[str, ParseFunction] = {
    "outline": parse_outline,
    "manifest": parse_manifest,
    "python": parse_python,
    "json": parse_json,
    "toml": parse_toml,
    "csv header": parse_header,
    "code": find_code_matches,
    "documents": find_document_matches,
    "packages": find_packages,
    "locked packages": find_locked,
    "compose": find_services,
    "code owners": parse_code_owners,
    "suppressions": parse_suppressions,
    "requirements": parse_requirements,
    "sarif": parse_sarif,
    "shellcheck": parse_shellcheck,
}
