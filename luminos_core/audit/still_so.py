"""What the agents of a run are asked of earlier runs: does what an agent flagged still hold?"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from luminos_core.audit.run_plan import RunPlan
from luminos_core.audit.runtime import Runtime
from luminos_core.comparison.history import History, KnownFlag, Listed
from luminos_core.comparison.history_store import Histories
from luminos_core.comparison.known_files import content_of
from luminos_core.errors import StoreError
from luminos_core.flags.questions import earlier_id
from luminos_core.git.ancestors import ancestors
from luminos_core.records.comparison import SourceVersion
from luminos_core.records.flag import FlagSource
from luminos_core.records.question import AskedAbout, Question
from luminos_core.records.snapshot import FileRecord, Snapshot
from luminos_core.store.layout import Store
from luminos_core.text.tree_paths import parent_of

_GENERAL = "general"


def with_still_so(
    plan: RunPlan, runtime: Runtime, cached: Collection[str], version: SourceVersion
) -> RunPlan:
    """The plan with the questions of each directory that is not `cached`. Who has raised a flag is
    asked before the directory of its file; what they know of unchanged files they are not asked."""
    to_do = plan.assignments.keys() - set(cached)
    if runtime.agents is None or not to_do:
        return plan
    try:
        history = _history(runtime.store, runtime.target, version, runtime.run.run_id)
    except StoreError as error:
        runtime.store_failed(error)
        return plan
    questions = defaultdict(list)
    for directory, question in _asked(history, plan.snapshot, to_do):
        questions[directory].append(question)
    return replace(plan, questions={path: tuple(each) for path, each in questions.items()})


def _history(store: Store, target: Path, version: SourceVersion, run_id: str) -> History:
    """As the run will be compared with it; empty when it cannot be read."""
    histories = Histories(store, target)
    loaded = histories.load(version.branch, run_id, lambda: ancestors(target, version.commit))
    return loaded.history


def _asked(
    history: History, snapshot: Snapshot, to_do: Collection[str]
) -> Iterator[tuple[str, Question]]:
    """Each question with its directory."""
    files = {file.path: file for file in snapshot.files}
    moved = _moved(history, files)
    for known in history.open:
        if known.listed is not Listed.FLAGS or known.flag.source is not FlagSource.MODEL:
            continue
        path = moved.get(known.flag.path, known.flag.path)
        if path != _GENERAL and path not in files:
            continue  # what is gone is known without a question
        has_changed = content_of(files.get(path)) != known.content
        if known.teller in to_do:
            yield known.teller, _question(known, path, has_changed)
        elif has_changed and path != _GENERAL and parent_of(path) in to_do:
            yield parent_of(path), _question(known, path, has_changed)


def _moved(history: History, files: Mapping[str, FileRecord]) -> dict[str, str]:
    """New path by old path, of files that are there with the same content under another name."""
    gone = {known.flag.path: known.content for known in history.open if known.content}
    gone = {path: content for path, content in gone.items() if path not in files}
    if not gone:
        return {}
    by_content = {content_of(file): path for path, file in files.items()}
    return {path: by_content[content] for path, content in gone.items() if content in by_content}


def _question(known: KnownFlag, path: str, has_changed: bool) -> Question:
    """Without what others have said of the flag."""
    told = {"path": path, "verdict": None, "verdict_reason": "", "state": None}
    flag = known.flag.model_copy(update=told)
    return Question(
        id=earlier_id(flag),
        about=AskedAbout.EARLIER,
        text="its file has changed" if has_changed else "its file is as it was",
        flag=flag,
    )
