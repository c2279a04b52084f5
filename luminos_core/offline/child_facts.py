"""What a directory's facts say of the directories below it, out of the facts of those."""

from luminos_core.offline.english import as_clause, line, shortened
from luminos_core.offline.summary import headline
from luminos_core.records.directory import ChildSummary, DirectoryState, DirectoryWork
from luminos_core.records.directory_facts import ChildFacts, Children, Names, OnlyChild

_SHOWN = 10  # children that get a clause, or one more
_REASON = 150  # characters


def children(work: DirectoryWork) -> Children:
    """The children with what each is; of many the first ten, and the names of the others."""
    shown = _SHOWN if len(work.children) > _SHOWN + 1 else _SHOWN + 1
    return Children(
        names=Names.of(_name(path) for path in work.directory.children),
        described=tuple(_child(child) for child in work.children[:shown]),
        others=Names.of(_name(child.path) for child in work.children[shown:]),
        total=len(work.children),
        incomplete=sum(not child.state.is_complete for child in work.children),
        only=_only_child(work),
    )


def _child(child: ChildSummary) -> ChildFacts:
    return ChildFacts(
        name=_name(child.path),
        gap=gap(child.state, child.reason),
        headline=headline(child.facts) if child.facts else "",
    )


def _only_child(work: DirectoryWork) -> OnlyChild | None:
    """The child without which this directory is empty; of a chain of such directories, the last."""
    if work.directory.files or len(work.children) != 1:
        return None
    child = work.children[0]
    if not child.state.is_complete or child.facts is None:
        return None
    name = _name(child.path)
    if below := child.facts.children.only:
        return below.model_copy(update={"path": f"{name}/{below.path}"})
    return OnlyChild(path=name, headline=headline(child.facts))


def _name(path: str) -> str:
    return path.rpartition("/")[2]


def gap(state: DirectoryState, reason: str) -> str:
    """Why a directory is not complete, "failed: no answer"; "" when it is."""
    if state.is_complete:
        return ""
    named = "refused by the model" if state is DirectoryState.REFUSED else state.value
    reason = as_clause(shortened(line(reason), _REASON))
    return f"{named}: {reason}" if reason else named
