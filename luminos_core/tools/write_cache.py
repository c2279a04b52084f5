"""The `write_cache` tool: the entry of a file, or of the directory itself."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, model_validator

from luminos_core.errors import ToolError
from luminos_core.records.directory import DirectoryEntry, FileEntry
from luminos_core.records.snapshot import Category
from luminos_core.redaction.redact import redact
from luminos_core.scan.classify.category import categorize
from luminos_core.scan.classify.language import language_of
from luminos_core.tools.listing import Entry, entries, entry_at
from luminos_core.tools.tool import OK, Share, Text, Tool, ToolContext, ToolInput, ToolOutput

_FORBIDDEN = frozenset({"content", "contents", "raw"})
_FILLED = frozenset({"path", "relative_path", "size_bytes", "child_count", "cached_at"})
_COMMON = {"summary", "confidence", "confidence_reason", "completeness"}  # of both kinds of entry
_REDACTED = AfterValidator(lambda text: redact(text).text)


class EntryInput(ToolInput):
    summary: Annotated[Text, _REDACTED] = Field(
        description="What it is and does, in 1 to 3 sentences of your own."
    )
    # Not strict: what a `before` validator returns is no JSON, and has no enums or tuples.
    category: Category | None = Field(
        default=None, strict=False, description="Of a file, when you know better."
    )
    dominant_category: Category | None = Field(
        default=None, strict=False, description="Of a directory: the category of most of it."
    )
    confidence: Share | None = Field(
        default=None, description="0.8 and more sure, 0.5 to 0.8 likely, below 0.5 a guess."
    )
    confidence_reason: Annotated[str, _REDACTED] | None = Field(
        default=None, description="Why the confidence is below 0.7, when it is."
    )
    completeness: Share | None = Field(
        default=None, description="How much of it you have looked at, 0.0 to 1.0."
    )
    notable: bool | None = Field(default=None, description="Of a file: true when it stands out.")
    notable_reason: Annotated[str, _REDACTED] | None = Field(
        default=None, description="Why it stands out."
    )
    notable_files: tuple[str, ...] = Field(
        default=(), strict=False, description="Of a directory: the files in it to look at first."
    )

    @model_validator(mode="before")
    @classmethod
    def _without_text_of_files(cls, raw: Any) -> Any:
        """Reject text of files at any depth; drop the fields that the program fills in."""
        for key in _keys(raw):
            if key.strip().lower() in _FORBIDDEN:
                raise ValueError(f"'{key}' is never kept; write a summary in your own words")
        if not isinstance(raw, dict):
            return raw
        return {key: value for key, value in raw.items() if key not in _FILLED}


class WriteCacheInput(ToolInput):
    kind: Literal["file", "dir"] = Field(description="Whether it is of a file or the directory.")
    path: str = Field(description="The file or directory, relative to the target's root.")
    data: EntryInput


def run(call: WriteCacheInput, context: ToolContext) -> ToolOutput:
    entry = entry_at(context.files, call.path)
    if call.kind == "dir":
        context.state.entry = _directory_entry(entry, call.data, context)
    else:
        context.state.files[entry.path] = _file_entry(entry, call.data, context)
    return OK


def _file_entry(entry: Entry, data: EntryInput, context: ToolContext) -> FileEntry:
    if entry.is_directory:
        raise ToolError(f"{entry.path} is a directory; use kind='dir' for {context.directory}")
    if context.directory != "." and not entry.path.startswith(f"{context.directory}/"):
        raise ToolError(f"{entry.path} is not in {context.directory}, the directory at hand")
    _reject_fields(data, "file", "dominant_category", "notable_files")
    return FileEntry(
        relative_path=entry.path,
        size_bytes=entry.stat.st_size,
        category=data.category
        or categorize(entry.name, language_of(entry.name, b""), mime="", binary=False),
        cached_at=context.now().isoformat(),
        **data.model_dump(include={*_COMMON, "notable", "notable_reason"}),
    )


def _directory_entry(entry: Entry, data: EntryInput, context: ToolContext) -> DirectoryEntry:
    if entry.path != context.directory:
        raise ToolError(f"{entry.path} is not the directory at hand; that is {context.directory}")
    _reject_fields(data, "dir", "category", "notable", "notable_reason")
    own = list(entries(context.files, entry.path))
    return DirectoryEntry(
        relative_path=entry.path,
        child_count=sum(not child.name.startswith(".") for child in own),
        dominant_category=data.dominant_category or Category.UNKNOWN,
        cached_at=context.now().isoformat(),
        notable_files=tuple(_existing(name, own, context) for name in data.notable_files),
        **data.model_dump(include=_COMMON),
    )


def _existing(name: str, own: list[Entry], context: ToolContext) -> str:
    """The target-relative path of a notable file, named by itself or by its path."""
    for entry in own:
        if name == entry.name:
            return entry.path
    return entry_at(context.files, name).path


def _reject_fields(data: EntryInput, kind: str, *fields: str) -> None:
    """ToolError if a field is set that entries of this kind do not have."""
    for field in fields:
        if getattr(data, field):
            raise ToolError(f"data.{field}: an entry of kind '{kind}' has no such field")


def _keys(raw: Any) -> Iterator[str]:
    """Every key in `raw`, at any depth."""
    if isinstance(raw, dict):
        yield from raw
        raw = list(raw.values())
    if isinstance(raw, list):
        for value in raw:
            yield from _keys(value)


WRITE_CACHE = Tool(
    name="write_cache",
    description="Keep what you found of a file in the directory at hand, or of that directory "
    "itself. Write summaries in your own words; text of files is refused. Size, dates and "
    "paths are filled in for you. Writing again replaces the entry.",
    input=WriteCacheInput,
    run=run,
    protected=True,
    note_taking=True,
)
