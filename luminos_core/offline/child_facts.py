"""What a directory's facts say of the directories below it, out of the facts of those."""

from luminos_core.offline.english import as_clause, line, shortened
from luminos_core.offline.summary import headline
from luminos_core.records.directory import ChildSummary, DirectoryState, DirectoryWork
from luminos_core.records.directory_facts import ChildFacts, OnlyChild

_REASON = 150  # characters


def child_facts(child: ChildSummary) -> ChildFacts:
    return ChildFacts(
        name=child.path.rpartition("/")[2],
        gap=gap(child.state, child.reason),
        headline=headline(child.facts) if child.facts else "",
    )


def only_child(work: DirectoryWork) -> OnlyChild | None:
    """The child without which this directory is empty; of a chain of such directories, the last."""
    if work.directory.files or len(work.children) != 1:
        return None
    child = work.children[0]
    if not child.state.is_complete or child.facts is None:
        return None
    name = child.path.rpartition("/")[2]
    if below := child.facts.only_child:
        return below.model_copy(update={"path": f"{name}/{below.path}"})
    return OnlyChild(path=name, headline=headline(child.facts))


def gap(state: DirectoryState, reason: str) -> str:
    """Why a directory is not complete, "failed: no answer"; "" when it is."""
    if state.is_complete:
        return ""
    named = "refused by the model" if state is DirectoryState.REFUSED else state.value
    reason = as_clause(shortened(line(reason), _REASON))
    return f"{named}: {reason}" if reason else named
