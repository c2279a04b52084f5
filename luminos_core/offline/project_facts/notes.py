"""What the own files of one directory say of the project: it is kept for as long as they stay the
same."""

from collections.abc import Callable

from luminos_core.checks.check import is_test_path
from luminos_core.checks.packages import is_manifest as declares_packages
from luminos_core.errors import ToolError
from luminos_core.manifests.read_manifest import is_manifest, read_manifest
from luminos_core.offline.file_kinds import is_readable, is_source
from luminos_core.offline.licence import licence_of_text
from luminos_core.offline.manifest_facts import manifest_facts
from luminos_core.offline.own_packages import is_beside
from luminos_core.offline.project_facts.dependencies import (
    declared_dependencies,
    is_lock,
    locked_packages,
    required_by,
)
from luminos_core.offline.project_facts.imports import Imported, declared_package, imported
from luminos_core.offline.project_facts.running import (
    Running,
    is_compose,
    processes,
    running,
    tells_running,
)
from luminos_core.offline.project_facts.starts import Start, starts
from luminos_core.offline.tables import tables
from luminos_core.parsing.parser import NotParsed, Parser
from luminos_core.parsing.pool import parse
from luminos_core.records.base import Record
from luminos_core.records.directory_facts import ManifestFacts
from luminos_core.records.parsed import ComposeService, ComposeServices, LockedPackage
from luminos_core.records.project import Dependency
from luminos_core.records.snapshot import DirectoryRecord, FileRecord
from luminos_core.redaction.redact_record import redact_record
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.text.decode import decode
from luminos_core.text.tree_paths import parent_of

NOTES_VERSION = 3  # raised when the same files would say something else
_LIMIT = 1 << 20  # bytes of a file that are looked at
_LOCK_LIMIT = 16 << 20
_COMPOSE = Parser("compose", ComposeServices)

Fields = dict[str, object]  # of Notes


class Notes(Record):
    """Of one file, or of all files of a directory taken together."""

    manifests: tuple[ManifestFacts, ...] = ()
    dependencies: tuple[Dependency, ...] = ()
    locked: tuple[LockedPackage, ...] = ()
    services: tuple[ComposeService, ...] = ()
    imports: tuple[Imported, ...] = ()
    packages: tuple[str, ...] = ()  # dotted names that files say they belong to
    starts: tuple[Start, ...] = ()
    running: tuple[Running, ...] = ()
    licence: str = ""
    licence_file: str = ""


def directory_notes(directory: DirectoryRecord, files: SandboxedDir) -> Notes:
    """What cannot be read says nothing."""
    found = [_file_notes(file, files) for file in filter(is_readable, directory.files)]
    licences = [notes for notes in found if notes.licence]
    first = licences[0] if licences else Notes()
    return redact_record(
        Notes(
            manifests=tuple(each for notes in found for each in notes.manifests),
            dependencies=tuple(each for notes in found for each in notes.dependencies),
            locked=tuple(each for notes in found for each in notes.locked),
            services=tuple(each for notes in found for each in notes.services),
            imports=tuple(sorted({each for notes in found for each in notes.imports})),
            packages=tuple(sorted({each for notes in found for each in notes.packages})),
            starts=tuple(each for notes in found for each in notes.starts),
            running=tuple(each for notes in found for each in notes.running),
            licence=first.licence,
            licence_file=first.licence_file,
        )
    )


def _file_notes(file: FileRecord, files: SandboxedDir) -> Notes:
    tellers = [tell for applies, tell in _TELLERS if applies(file)]
    if not tellers or is_test_path(file.path):
        return Notes()
    try:
        content, more = files.read(file.path, _LOCK_LIMIT if is_lock(file) else _LIMIT)
    except ToolError:
        return Notes()
    text = decode(content, cut=more).text
    fields: Fields = {}
    for tell in tellers:
        fields |= tell(file, text)
    return Notes.model_validate(fields)


def _of_manifest(file: FileRecord, text: str) -> Fields:
    manifest = None if file.vendored else read_manifest(file.name, text)
    if manifest is None:
        return {}
    facts = manifest_facts(file.name, manifest)
    return {"manifests": (facts,), "dependencies": required_by(file, text, manifest)}


def _of_packages(file: FileRecord, text: str) -> Fields:
    return {} if file.vendored else {"dependencies": declared_dependencies(file, text)}


def _of_lock(file: FileRecord, text: str) -> Fields:
    return {"locked": locked_packages(file, text)}


def _of_compose(file: FileRecord, text: str) -> Fields:
    found = parse(_COMPOSE, text.encode("utf-8", "replace"))
    return {} if isinstance(found, NotParsed) else {"services": found.services}


def _of_source(file: FileRecord, text: str) -> Fields:
    language = file.language or ""
    package = declared_package(text, language)
    return {
        "imports": imported(file.path, text, language),
        "packages": (package,) if package else (),
        "starts": starts(file, text),
    }


def _of_processes(file: FileRecord, text: str) -> Fields:
    found = (Start(name=name, calls=how, path=file.path) for name, how in processes(text))
    return {"starts": tuple(found)}


def _of_running(file: FileRecord, text: str) -> Fields:
    found = running(file, text)
    return {"running": (found,)} if found != Running() else {}


def _of_licence(file: FileRecord, text: str) -> Fields:
    return {"licence": licence_of_text(text), "licence_file": file.name}


def _is_own_source(file: FileRecord) -> bool:
    own = is_source(file) and not (file.vendored or file.generated)
    return own and not is_beside(parent_of(file.path))


def _is_licence(file: FileRecord) -> bool:
    return file.name.upper().startswith(tables().licences) and not is_source(file)


_TELLERS: tuple[tuple[Callable[[FileRecord], bool], Callable[[FileRecord, str], Fields]], ...] = (
    (lambda file: is_manifest(file.name), _of_manifest),
    (declares_packages, _of_packages),
    (is_lock, _of_lock),
    (lambda file: is_compose(file.name), _of_compose),
    (_is_own_source, _of_source),
    (lambda file: file.name == "Procfile", _of_processes),
    (tells_running, _of_running),
    (_is_licence, _of_licence),
)
