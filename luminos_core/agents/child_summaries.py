"""What a directory's investigator is told of the child directories: the truth about each."""

from collections.abc import Iterable, Sequence

from luminos_core.records.directory import ChildSummary, DirectoryState
from luminos_core.records.snapshot import DirectoryRecord
from luminos_core.text.sanitize import sanitize_line, sanitize_name, truncate_lines

_LEAF = "(none: this is a leaf directory)"
_NOT_YET = "(child directories exist but have not been investigated yet)"
_LEFT_OUT = (DirectoryState.SKIPPED, DirectoryState.EXCLUDED)
_SUMMARY_CHARACTERS = 600
_REASON_CHARACTERS = 200
_ALL_CHARACTERS = 40_000  # about 10,000 tokens


def child_summaries(directory: DirectoryRecord, children: Sequence[ChildSummary]) -> str:
    """One line a child, or the one sentence that says why there is none."""
    if not directory.children and not children:
        return _LEAF
    if not children:
        return _NOT_YET
    if all(child.state in _LEFT_OUT for child in children) and not _missing(directory, children):
        left_out = truncate_lines(_reasons(children), _ALL_CHARACTERS, "... and {count} more")
        return f"(no child directory was investigated)\n{left_out}"
    lines = [_line(child) for child in children]
    lines += [
        f"- {sanitize_name(path)} (not investigated yet)" for path in _missing(directory, children)
    ]
    return truncate_lines(lines, _ALL_CHARACTERS, "... and {count} more child directories")


def _missing(directory: DirectoryRecord, children: Sequence[ChildSummary]) -> list[str]:
    known = {child.path for child in children}
    return [path for path in directory.children if path not in known]


def _reasons(children: Iterable[ChildSummary]) -> Iterable[str]:
    for child in children:
        yield f"- {sanitize_name(child.path)} {_state(child)}"


def _line(child: ChildSummary) -> str:
    if child.state.is_complete:
        return f"- {sanitize_name(child.path)}: {_summary(child)}"
    return f"- {sanitize_name(child.path)} {_state(child)}: {_summary(child)}"


def _state(child: ChildSummary) -> str:
    """`(partial) [max turns reached]`: the state in brackets of its own, so it is never missed."""
    reason = f" [{sanitize_line(child.reason, _REASON_CHARACTERS)}]" if child.reason else ""
    return f"({child.state.value}){reason}"


def _summary(child: ChildSummary) -> str:
    return sanitize_line(child.summary, _SUMMARY_CHARACTERS) or "no summary"
