"""`python -m tests.hostile [WORD…]`: scan and audit every tree, or those with a word in their
name, and print a table. Exit code 1 when one is not as it must be."""

import os
import sys
import tempfile
from pathlib import Path

from flows.local_server import LocalServer
from tests.hostile.all_trees import all_trees
from tests.hostile.run_tree import run_tree
from tests.hostile.table import header, row


def main(words: list[str]) -> int:
    trees = [
        tree
        for name, tree in all_trees().items()
        if not words or any(word in name for word in words)
    ]
    failed = 0
    with tempfile.TemporaryDirectory(prefix="hostile-") as made:
        folder = Path(made).resolve()
        (folder / "servers").mkdir()
        with LocalServer(folder / "servers", os.environ) as server:
            server.wait_ready()
            _say(header())
            for number, tree in enumerate(trees):
                found = run_tree(tree, folder / str(number), {"PREFECT_API_URL": server.url})
                failed += bool(found.problems)
                _say(row(found))
    _say(f"\n{len(trees)} trees, {failed} not as they must be")
    return int(failed > 0)


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
