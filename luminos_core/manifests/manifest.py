"""What a manifest declares, as one record for all kinds."""

from luminos_core.records.base import Record


class EntryPoint(Record):
    """Something that can be run: a command and what it calls, a script, a make target."""

    name: str
    target: str = ""
    is_program: bool = True  # not a task of those who develop it, nor what a library is imported by


class Manifest(Record):
    """Fields that a manifest does not have are empty. Dependencies are as written, in order."""

    kind: str  # "pyproject.toml", "package.json", …
    name: str = ""
    version: str = ""
    description: str = ""
    license: str = ""
    entry_points: tuple[EntryPoint, ...] = ()
    dependencies: tuple[str, ...] = ()
    dev_dependencies: tuple[str, ...] = ()
    is_workspace: bool = False  # it holds other packages, and is none itself
    beside: tuple[str, ...] = ()  # what it needs of the same project, by path or by Gradle's name
    problem: str = ""  # why it could not be parsed; all other fields are then empty


class ParsedManifest(Record):
    manifest: Manifest | None  # None when the file declares none
