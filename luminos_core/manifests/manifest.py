"""What a manifest declares, as one record for all kinds."""

from luminos_core.records.base import Record


class EntryPoint(Record):
    """Something that can be run: a command and what it calls, a script, a make target."""

    name: str
    target: str = ""


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
    problem: str = ""  # why it could not be parsed; all other fields are then empty


class ParsedManifest(Record):
    manifest: Manifest | None  # None when the file declares none
