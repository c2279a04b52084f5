"""What a model's work on a tree costs in tokens: `python benchmarks/tokens.py [FOLDER]`

The same scripted investigation is replayed in two shapes against the fake Messages server, over
HTTP, which accounts for prompt caching as the API does. In both, the same text of every file is
read once, every file is described in the same words, and every directory submits the same report.

- ours: Luminos's own. Tools and system are the same for all directories, a directory's own files
  are in its first message, and what does not fit there is read in one turn.
- naive: the directory's facts are in the system prompt, one file is read a call and described in
  the next, and nothing is cached.

Without FOLDER, the tree is a generated one of 300 directories of Django's sizes. Directories with
more than 100,000 tokens of text are left out of both, since a naive conversation could not hold
them. A few large directories cost the naive shape the most, as every call sends again what was read
before; so the ratio without the most expensive twentieth is printed too. The fake cache keeps
everything; the API's lasts five minutes from each use, and a run uses the shared prefix every few
seconds. Four characters make a token. Exit code 1 when the threshold is missed.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from naive import NaiveAgent
from replay import Cost, Replay, context_of, entry, submission
from thresholds import Threshold

from luminos_core.agents.passes.directory import DIRECTORY
from luminos_core.records.directory import DirectoryState, DirectoryWork
from luminos_core.records.snapshot import DirectoryRecord
from tests.fakes.agent_bench import run_pass
from tests.fakes.django_like import make_django_like
from tests.fakes.messages_replies import Reply, reply, tool_use
from tests.fakes.messages_request import Received
from tests.fakes.whole_reader import left_to_read, reads, texts
from tests.fakes.works import scanned

_DIRECTORIES = 300
_MOST_TEXT = 400_000  # bytes of one directory
_LIMIT = 0.20


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", metavar="FOLDER", nargs="?", type=Path)
    parser.add_argument(
        "--directories", type=int, default=_DIRECTORIES, help="of the generated tree"
    )
    options = parser.parse_args()
    if options.folder is not None:
        threshold = _compared(options.folder.resolve(strict=True))
    else:
        with tempfile.TemporaryDirectory() as folder:
            make_django_like(Path(folder), options.directories)
            threshold = _compared(Path(folder))
    result = "passed" if threshold.passed else "MISSED"
    measured, limit = f"{threshold.measured:>13.3f}", f"{threshold.limit:>13.3f}"
    print(f"  {threshold.what:<28}{measured}  limit {limit}  {result}")
    sys.exit(int(not threshold.passed))


def _compared(root: Path) -> Threshold:
    """Print what both shapes cost."""
    found = scanned(root).directories
    chosen = [each for each in found if sum(file.size for file in texts(each)) <= _MOST_TEXT]
    files = sum(len(texts(directory)) for directory in chosen)
    print(f"{len(chosen):,} directories, {files:,} files; {len(found) - len(chosen):,} left out")
    ours, naive = list(_ours(root, chosen)), list(_naive(root, chosen))
    print(f"  {'':<6}{'calls':>8}{'input':>13}{'cache write':>13}{'cache read':>13}{'output':>11}"
          f"{'USD':>10}")  # fmt: skip
    _print_cost("ours", ours)
    _print_cost("naive", naive)
    by_cost = sorted(range(len(naive)), key=lambda place: naive[place].usd)
    most = by_cost[: len(by_cost) - len(by_cost) // 20]
    rest = _ratio([ours[place] for place in most], [naive[place] for place in most])
    print(f"  {'without the top twentieth':<28}{rest:>12.3f}")
    return Threshold("USD, ours / naive", _ratio(ours, naive), _LIMIT)


def _print_cost(name: str, costs: Iterable[Cost]) -> None:
    cost = sum(costs, start=Cost())
    usage = cost.usage
    print(f"  {name:<6}{cost.calls:>8,}{usage.input:>13,}{usage.cache_write:>13,}"
          f"{usage.cache_read:>13,}{usage.output:>11,}{cost.usd:>10.2f}")  # fmt: skip


def _ratio(ours: Iterable[Cost], naive: Iterable[Cost]) -> float:
    return sum(cost.usd for cost in ours) / sum(cost.usd for cost in naive)


def _ours(root: Path, directories: Sequence[DirectoryRecord]) -> Iterable[Cost]:
    def answer(request: Received, directory: DirectoryRecord) -> Reply:
        missing = left_to_read(request.first_text, directory) if request.turn == 1 else ()
        if missing:
            return reply(*(tool_use(*call) for file in missing for call in reads(root, file)))
        entries = (entry(directory, place) for place in range(len(texts(directory))))
        return reply(*entries, submission())

    def whole(work: DirectoryWork) -> None:
        report = run_pass(DIRECTORY, work, context)
        assert report.state is DirectoryState.INVESTIGATED, report.reason

    with Replay(answer) as replay:
        context = context_of(root, replay.base_url)
        yield from replay.costs(root, directories, whole)


def _naive(root: Path, directories: Sequence[DirectoryRecord]) -> Iterable[Cost]:
    def answer(request: Received, directory: DirectoryRecord) -> Reply:
        files, place = texts(directory), request.turn - 1
        described = [entry(directory, place - 1)] if place else []
        if place == len(files):
            return reply(*described, submission())
        return reply(*described, *(tool_use(*call) for call in reads(root, files[place])))

    with Replay(answer) as replay:
        context = replace(context_of(root, replay.base_url), preload_tokens=0)
        agent = NaiveAgent(replay.base_url, context)
        yield from replay.costs(root, directories, agent.investigate)


if __name__ == "__main__":
    main()
