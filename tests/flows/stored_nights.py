"""A store with runs of two targets, and the command over it."""

import os
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner, Result

from flows.cli import app
from luminos_core.records.report import AuditReport
from luminos_core.store.layout import Store
from luminos_core.text.json_text import to_json
from tests.fakes.stored_audits import audit_offline
from tests.fakes.trees import make_tree

FIRST = {
    "README.md": "# Sample\n\nIt counts words.\n",
    "src/run.py": "import os\n\n\ndef run(name):\n    os.system('ls ' + name)\n",
    "src/old.py": "import pickle\n\n\ndef load(text):\n    return pickle.loads(text)\n",
}
SECOND = {
    "src/new.py": "def calculate(text):\n    return eval(text)\n",
    "lib/tool.py": "VALUE = 1\n",
}


@dataclass(frozen=True)
class Nights:
    store: Path
    target: Path
    other: Path

    def call(self, *arguments: str) -> Result:
        """The command in this process, as a person calls it."""
        environment = {"LUMINOS_STORE": str(self.store)}
        return CliRunner().invoke(app, arguments, env=environment, standalone_mode=False)

    def lines(self, *arguments: str) -> list[str]:
        done = self.call(*arguments)
        assert done.exception is None, done.exception
        return done.stdout.splitlines()

    def refused(self, *arguments: str) -> str:
        """What the command says when it cannot do its work."""
        error = self.call(*arguments).exception
        assert error is not None
        return str(error)

    def change(self, run: str, **fields: object) -> AuditReport:
        """The stored report of a run with other fields, at the same time."""
        file = Store(self.store).run(run) / "report.json"
        moment = file.stat().st_mtime_ns
        report = AuditReport.model_validate_json(file.read_bytes()).model_copy(update=fields)
        file.write_text(to_json(report))
        os.utime(file, ns=(moment, moment))
        return report


def nights(folder: Path) -> Nights:
    """Runs "aaaa-1", "aaaa-2" and "bbbb-3" of a target; between them "cccc-1" of another."""
    store, target = folder / "store", make_tree(folder / "sample", FIRST)
    other = make_tree(folder / "other", {"a.py": "x = 1\n"})
    audit_offline(target, store, "aaaa-1")
    audit_offline(target, store, "aaaa-2")
    audit_offline(other, store, "cccc-1")
    (target / "src/old.py").unlink()
    make_tree(target, SECOND)
    audit_offline(target, store, "bbbb-3")
    return Nights(store, target, other)
