"""Which directories import from which others, by language."""

from pathlib import Path

import pytest

from tests.luminos_core.offline.found_projects import facts_of
from tests.luminos_core.offline.test_offline_passes import write

TREES = {
    "Python": (
        {
            "pyproject.toml": '[project]\nname = "kite"\n',
            "src/kite/__init__.py": "",
            "src/kite/web/views.py": "from kite.db import a\nfrom ..jobs.run import b\nimport os\n",
            "src/kite/db/__init__.py": "",
            "src/kite/db/rows.py": "X = 1\n",
            "src/kite/jobs/run.py": "from kite.db.rows import Row\nfrom .steps import x\n",
        },
        {"src/kite/web": ("src/kite/db", "src/kite/jobs"), "src/kite/jobs": ("src/kite/db",)},
    ),
    "TypeScript": (
        {
            "package.json": '{"name": "kite"}',
            "web/a.ts": "import { b } from '../lib/deep/b'\nimport x from './near'\nimport 'fs'\n",
            "lib/deep/b.ts": "export const b = 1\n",
        },
        {"web": ("lib/deep",)},
    ),
    "Go": (
        {
            "go.mod": "module k.example/kite\n\ngo 1.22\n",
            "cmd/fly/main.go": 'package main\n\nimport "k.example/kite/wind"\nimport "fmt"\n',
            "wind/wind.go": 'package wind\n\nimport "encoding/json"\n',
        },
        {"cmd/fly": ("wind",)},
    ),
    "Java": (
        {
            "a/A.java": "package k.kite.a;\nimport k.kite.b.B;\nimport java.util.List;\n",
            "b/B.java": "package k.kite.b;\n",
        },
        {"a": ("b",)},
    ),
    "a name of two": (
        {
            "one/kite/x.py": "",
            "one/pyproject.toml": '[project]\nname = "one"\n',
            "two/kite/y.py": "",
            "two/pyproject.toml": '[project]\nname = "two"\n',
            "three/z.py": "import kite\n",
        },
        {},
    ),
}


@pytest.mark.parametrize("name", TREES)
def test_imports_lead_to_the_directories_that_they_are_of(name: str, tmp_path: Path) -> None:
    files, expected = TREES[name]
    write(tmp_path, files)
    found = {use.path: use.of for use in facts_of(tmp_path).uses}
    assert found == expected
