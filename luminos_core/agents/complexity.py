"""The complexity of a target, measured by what the scan and the project's facts have counted."""

from collections.abc import Iterator

from luminos_core.manifests.integrations import integrations
from luminos_core.manifests.read_manifest import is_manifest
from luminos_core.offline.file_kinds import is_source
from luminos_core.records.complexity import Complexity, ComplexityTier, Measure
from luminos_core.records.project import ProjectFacts
from luminos_core.records.settings import Settings
from luminos_core.records.snapshot import FileRecord, Snapshot
from luminos_core.text.tree_paths import parent_of

_ORDER = tuple(ComplexityTier)
_COMPLEX_FILES = 50
_LINES = 5_000, 25_000  # from which a target is standard, and complex
_LANGUAGES = 4
_MANIFESTS = 3, 12
_SERVICES = 3, 8
_INTEGRATIONS = 3, 8


def complexity(
    snapshot: Snapshot, project: ProjectFacts | None, settings: Settings, asked: str = "auto"
) -> Complexity:
    """`asked`: a tier by name, which then counts in place of the measured one."""
    measures = tuple(_measures(snapshot, project or ProjectFacts(), settings))
    measured = max((each.tier for each in measures), key=_ORDER.index)
    is_asked = asked != "auto"
    return Complexity(
        tier=ComplexityTier(asked) if is_asked else measured,
        measured=measured,
        is_asked=is_asked,
        measures=measures,
    )


def _measures(snapshot: Snapshot, project: ProjectFacts, settings: Settings) -> Iterator[Measure]:
    own = [file for file in snapshot.files if _is_own(file)]
    source = [file for file in own if is_source(file)]
    least = settings.survey_min_files
    yield _measure("source files", len(source), least, max(least, _COMPLEX_FILES))
    yield _measure("lines of source", sum(file.lines or 0 for file in source), *_LINES)
    yield _measure("languages", len({file.language for file in source}), _LANGUAGES)
    holding = sum(any(map(_is_own, each.files)) for each in snapshot.directories)
    yield _measure("directories", holding, settings.survey_min_directories)
    # One a directory: the parts of what is built as one are one.
    declaring = {parent_of(file.path) for file in own if is_manifest(file.name)}
    yield _measure("manifests", len(declaring), *_MANIFESTS)
    yield _measure("services", len(project.services), *_SERVICES)
    yield _measure("integrations", len(integrations(project.dependencies)), *_INTEGRATIONS)


def _is_own(file: FileRecord) -> bool:
    return not (file.vendored or file.generated)


def _measure(name: str, count: int, standard: int, complex_: int | None = None) -> Measure:
    return Measure(name=name, count=count, standard_from=standard, complex_from=complex_)
