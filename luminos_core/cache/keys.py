"""What a directory's result depends on, as a record of named ingredients, and its digest."""

from collections.abc import Sequence

from pydantic import JsonValue

from luminos_core.digest import digest_json
from luminos_core.records.directory import ChildIngredient, DirectoryKey, FileIngredient
from luminos_core.records.snapshot import DirectoryRecord, FileKind, FileRecord

SCHEMA_VERSION = 2  # raise it when stored results of an older program must not be used


def directory_key(
    directory: DirectoryRecord,
    children: Sequence[ChildIngredient],
    prompt: str,
    tools: str,
    model: str,
) -> DirectoryKey:
    """The key of `directory`: its own files, its children's keys and gaps, and what asks of it.

    `prompt` and `tools` are digests, `model` an id. Neither where the target lies nor when a file
    that was read last changed is part of it.
    """
    return DirectoryKey(
        path=directory.path,
        files=own_files(directory),
        children=tuple(sorted(children, key=lambda child: child.path)),
        prompt=prompt,
        tools=tools,
        model=model,
        schema_version=SCHEMA_VERSION,
    )


def own_files(directory: DirectoryRecord) -> tuple[FileIngredient, ...]:
    """Name, kind and digest of the directory's own entries, by name."""
    files = (
        FileIngredient(name=file.name, kind=file.kind.value, digest=_content(file))
        for file in directory.files
    )
    return tuple(sorted(files, key=lambda file: file.name))


def key_digest(key: DirectoryKey) -> str:
    """64 hex digits; equal exactly when every ingredient is equal."""
    # Lists instead of `digest_record`: a tenth of the time, and this runs for every directory.
    ingredients: JsonValue = [
        key.path,
        [[file.name, file.kind, file.digest] for file in key.files],
        [[child.path, child.key, child.gap] for child in key.children],
        key.prompt,
        key.tools,
        key.model,
        key.schema_version,
    ]
    return digest_json(ingredients)


def _content(file: FileRecord) -> str:
    """What stands for the content: its digest; for a link its target; for what was never read
    its size and time; for a FIFO, a socket or a device nothing, since it has no content."""
    if file.digest is not None:
        return file.digest
    match file.kind:
        case FileKind.FILE:
            return f"unread:{file.size}:{file.mtime_ns}"
        case FileKind.SYMLINK:
            return f"link:{file.link_target}"
        case _:
            return ""
