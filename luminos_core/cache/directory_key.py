"""What a directory's result depends on, as a record of named ingredients, and its digest."""

from collections.abc import Callable, Collection, Sequence

from pydantic import JsonValue

from luminos_core.digest import digest_json
from luminos_core.records.directory import (
    ChildIngredient,
    DirectoryKey,
    DirectoryState,
    FileIngredient,
)
from luminos_core.records.key_context import KeyContext
from luminos_core.records.snapshot import DirectoryRecord, FileKind, FileRecord

SCHEMA_VERSION = 3  # raise it when results that an older program stored must not be used


def directory_key(
    directory: DirectoryRecord,
    context: KeyContext,
    key_of: Callable[[str], DirectoryKey],
    gap_of: Callable[[str], str],
) -> DirectoryKey:
    """The key of `directory`: its own files, its children's keys and gaps, and the context.

    `key_of` and `gap_of` give a child's key and, when it is not complete, its state. Neither where
    the target lies nor when a file that was read last changed is part of a key.
    """
    children = (
        ChildIngredient(
            path=child,
            key=key_digest(key_of(child)),
            gap=gap_of(child),
            model_free=model_free_digest(key_of(child)),
        )
        for child in directory.children
    )
    return DirectoryKey(
        path=directory.path,
        files=own_files(directory),
        children=tuple(sorted(children, key=lambda child: child.path)),
        problem=directory.problem,
        prompt=context.prompt,
        tools=context.tools,
        model=context.model,
        suppressed=context.suppressed.get(directory.path, ""),
        schema_version=SCHEMA_VERSION,
    )


def tree_keys(
    directories: Sequence[DirectoryRecord],
    skipped: Collection[str],
    context: KeyContext,
    result_key: Callable[[DirectoryKey], DirectoryKey] = lambda key: key,
) -> dict[str, DirectoryKey]:
    """Each directory's key, by path, if all below it end complete, as far as they can be read, or
    are skipped; `directories` come children first. `result_key` gives the key of the result that is
    used in place of one of the key itself."""
    keys: dict[str, DirectoryKey] = {}
    gaps = {each.path: DirectoryState.UNREADABLE.value for each in directories if each.unread}
    gaps.update(dict.fromkeys(skipped, DirectoryState.SKIPPED.value))
    for directory in directories:
        key = directory_key(
            directory,
            context,
            key_of=keys.__getitem__,
            gap_of=lambda child: gaps.get(child, ""),
        )
        keys[directory.path] = result_key(key)
    return keys


def own_files(directory: DirectoryRecord) -> tuple[FileIngredient, ...]:
    """Name, kind and digest of the directory's own entries, by name."""
    files = (
        FileIngredient(name=file.name, kind=file.kind.value, digest=_content(file))
        for file in directory.files
    )
    return tuple(sorted(files, key=lambda file: file.name))


def key_digest(key: DirectoryKey) -> str:
    """64 hex digits; equal exactly when every ingredient is equal."""
    return _digest(key, [[child.path, child.key, child.gap] for child in key.children], key.model)


def model_free_digest(key: DirectoryKey) -> str:
    """64 hex digits; equal exactly when every ingredient is equal but for the models, the
    directory's own and those of all below it."""
    return _digest(key, [[child.path, child.model_free, child.gap] for child in key.children], None)


def _digest(key: DirectoryKey, children: list[JsonValue], model: str | None) -> str:
    # Lists instead of `digest_record`: a tenth of the time, and this runs for every directory.
    suppressed: list[JsonValue] = ["suppressed", key.suppressed]
    ingredients: JsonValue = [
        key.path,
        [[file.name, file.kind, file.digest] for file in key.files],
        children,
        key.prompt,
        key.tools,
        model,
        key.schema_version,
        *([key.problem] if key.problem else []),
        *([suppressed] if key.suppressed else []),
    ]
    return digest_json(ingredients)


def _content(file: FileRecord) -> str:
    """The digest of the content, and whether it is hidden by its links; of a link's target; for a
    file that was not read the reason, its size and time; "" for a FIFO, a socket or a device."""
    if file.digest is not None:
        return f"hidden:{file.digest}" if file.linked_outside else file.digest
    match file.kind:
        case FileKind.FILE:
            return f"unread:{file.problem}:{file.size}:{file.mtime_ns}"
        case FileKind.SYMLINK:
            return f"link:{digest_json(file.link_target)}"  # which may hold a password
        case _:
            return ""
