"""Why a directory is investigated again: two keys compared field by field."""

from collections.abc import Iterator, Mapping, Sequence

from luminos_core.llm.providers import is_offline
from luminos_core.records.base import Record
from luminos_core.records.directory import DirectoryKey, DirectoryState

_NAMED = 3  # names in one reason; a report's table has no room for more


class PreviousResult(Record):
    """What a directory depended on in the last run of its target, and what came of it."""

    key: DirectoryKey
    state: DirectoryState


def change_reason(
    previous: PreviousResult | None, key: DirectoryKey, fresh: bool, keeps: bool = False
) -> str:
    """One line: "new", "forced", "previous attempt failed", "content changed: a.py",
    "child changed: src/auth", "prompt changed", "tools changed", "model changed", … `key`: of the
    run's own model. `keeps`: whether results of other models count.

    Several changes of the directory's own are joined by "; ". A child's change is named only
    when it is the sole one, since a change of prompt or model changes every child too.
    """
    if previous is None:
        return "new"
    if fresh:
        return "forced"
    if previous.state is DirectoryState.SKIPPED or previous.state is DirectoryState.EXCLUDED:
        return f"previously {previous.state.value}"
    if not previous.state.is_settled and previous.state is not DirectoryState.UNREADABLE:
        return f"previous attempt {previous.state.value}"
    own = list(_own_changes(previous.key, key))
    if previous.key.model != key.model:
        own += _model_change(previous, key, keeps, is_sole=not own)
    return "; ".join(own) or _child_change(previous.key, key) or "stored result missing"


def changes_since(
    previous: Mapping[str, PreviousResult], keys: Mapping[str, DirectoryKey]
) -> dict[str, str]:
    """Of each directory whose own files are not those of the last run: "new" or "changed". Without
    a last run nothing is known to have changed."""
    if not previous:
        return {}
    return {
        path: "changed" if path in previous else "new"
        for path, key in keys.items()
        if path not in previous or previous[path].key.files != key.files
    }


def _own_changes(old: DirectoryKey, new: DirectoryKey) -> Iterator[str]:
    before = {file.name: (file.kind, file.digest) for file in old.files}
    after = {file.name: (file.kind, file.digest) for file in new.files}
    if files := _differing(before, after):
        yield f"content changed: {_listed(files)}"
    if old.problem != new.problem:
        yield "only a part can be listed" if new.problem else "all of it can be listed"
    if old.prompt != new.prompt:
        yield "prompt changed"
    if old.tools != new.tools:
        yield "tools changed"
    if old.suppressed != new.suppressed:
        yield "suppressions changed"
    if old.schema_version != new.schema_version:
        yield "schema changed"


def _model_change(
    previous: PreviousResult, new: DirectoryKey, keeps: bool, is_sole: bool
) -> Iterator[str]:
    """With advice where it helps. In a run that keeps results it is no reason by itself."""
    if is_offline(previous.key.model) or is_offline(new.model):
        yield "model changed"
    elif not keeps:
        advice = " (--keep-results keeps what there is)" if is_sole else ""
        yield f"model changed{advice}"
    elif previous.state is DirectoryState.ACCEPTED:
        yield "another model left it partial"


def _child_change(old: DirectoryKey, new: DirectoryKey) -> str:
    before = {child.path: (child.key, child.gap) for child in old.children}
    after = {child.path: (child.key, child.gap) for child in new.children}
    children = _differing(before, after)
    return f"child changed: {_listed(children)}" if children else ""


def _differing(
    before: Mapping[str, tuple[str, str]], after: Mapping[str, tuple[str, str]]
) -> list[str]:
    """The names that were added, removed or changed, sorted."""
    return sorted(
        name for name in before.keys() | after.keys() if before.get(name) != after.get(name)
    )


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(names[:_NAMED])
    rest = len(names) - _NAMED
    return f"{shown} and {rest} more" if rest > 0 else shown
