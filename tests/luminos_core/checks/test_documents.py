"""What a document names is looked for in the tree."""

from collections import Counter
from pathlib import Path

import pytest

from luminos_core.checks.documents.check import find_untrue_documents
from luminos_core.checks.project import Project
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.scan.scan_context import ScanContext
from luminos_core.scan.snapshot import ScanOptions, take_snapshot
from luminos_core.stop import StopSignal

TREE = {
    "Makefile": "all:\n\tcc a.c\ntest: all\n\t./run\n",
    "package.json": '{"name": "tally", "version": "2.1.0", "bin": {"tally": "bin/tally.js"},'
    ' "scripts": {"lint": "eslint ."}, "engines": {"node": ">=20"}}',
    "bin/tally.js": "const o = parse(process.argv, ['--words']); read(process.env.TALLY_LANG);"
    " if (o._[0] === 'serve') { listen(4600); }",
    "lib/count.js": "x\n",
    "shop/settings.py": 'class Settings:\n    env_prefix = "SHOP_"\n    redis_url = ""\n',
    "docs/formats.md": "# Formats\n\n## All of them\n",
    "requirements.txt": "flask==3.1\n",
    "manage.py": "x\n",
    "shop/management/commands/load_stock.py": "x\n",
    "Rakefile": "namespace :db do\n  task :fill do\n  end\nend\n",
}
TRUE = [
    "[count](lib/count.js#L3), [formats](docs/formats.md#all-of-them), [self](#usage)\n\n# Usage\n",
    "[out](https://example.org/a.md), [mail](mailto:a@example.org), [above](../other/README.md)",
    "```sh\nmake test\nnpm run lint\nnpm install\npip install -r requirements.txt\n```",
    "```sh\ntally --words a.txt\ntally serve\n```",
    "    python manage.py migrate\n    python manage.py load_stock\n    rake db:fill\n",
    "Set `TALLY_LANG` and `SHOP_REDIS_URL`; `GITHUB_TOKEN` is another's.",
    "It listens on port 4600, its database on 5432.",
    "Version: 2.1.0 needs Node 20 or later.",
    "Built into `dist/tally.js` by `./configure`.",
    "`lib/` has `lib/count.js`, and text/plain is no path.",
    "```sh\ntally serve -b tcp://localhost:9393\nother --port localhost:3004\n```",
    "```sh\nnode app.js\nnode myapp\ntally -wordshelp\n```",
    "| Node 16 | of 1.x |\n\nThe archive is in `lib/target/tally`.",
]
UNTRUE = [
    ("[plugins](docs/plugins.md)", "docs/plugins.md"),
    ("[see](docs/formats.md#none)", "#none"),
    ("[see](#hacking)", "#hacking"),
    ("![picture](lib/none.png)", "lib/none.png"),
    ("```sh\nmake deb\n```", "deb"),
    ("```sh\nnpm run build\n```", "build"),
    ("```sh\npip install -r requirements-dev.txt\n```", "requirements-dev.txt"),
    ("```sh\n./scripts/setup.sh --all\n```", "scripts/setup.sh"),
    ("```sh\ndocker compose up\n```", "compose"),
    ("```sh\ntally --pages a.txt\n```", "--pages"),
    ("```sh\ntally watch\n```", "watch"),
    ("    python manage.py unload_stock\n", "unload_stock"),
    ("    bundle exec rake db:empty\n", "db:empty"),
    ("Set `TALLY_CACHE_DIR`.", "TALLY_CACHE_DIR"),
    ("Set `SHOP_MAIL_FROM`.", "SHOP_MAIL_FROM"),
    ("Metrics are at http://localhost:9911/metrics.", "9911"),
    ("Current version: 3.0.0", "3.0.0"),
    ("Needs Node 16 or later.", "16"),
    ("It is in `lib/none.js`.", "lib/none.js"),
]


def _findings(root: Path, text: str) -> list[str]:
    for path, content in {**TREE, "README.md": text}.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(content)
    context = ScanContext(lambda event: None, StopSignal())
    files = SandboxedDir(root)
    snapshot = take_snapshot(root, ScanOptions(), context)
    project = Project(snapshot, lambda path: files.read(path, 1_000_000)[0])
    return [flag.finding for flag in find_untrue_documents(project)]


@pytest.mark.parametrize("text", TRUE)
def test_what_is_there_is_not_reported(tmp_path: Path, text: str) -> None:
    assert _findings(tmp_path, text) == []


@pytest.mark.parametrize(("text", "named"), UNTRUE)
def test_what_is_named_and_not_there_is_reported(tmp_path: Path, text: str, named: str) -> None:
    [finding] = _findings(tmp_path, text)
    assert named in finding


def test_the_tree_is_read_once_for_all_that_documents_name(tmp_path: Path) -> None:
    text = "```sh\ntally --pages\ntally --rows\ntally watch\n```\nSet `TALLY_DIR`, `TALLY_KEY`.\n"
    findings = _findings(tmp_path, text)
    files, reads = SandboxedDir(tmp_path), Counter[str]()

    def read(path: str) -> bytes:
        reads[path] += 1
        return files.read(path, 1_000_000)[0]

    context = ScanContext(lambda event: None, StopSignal())
    project = Project(take_snapshot(tmp_path, ScanOptions(), context), read)
    assert len(list(find_untrue_documents(project))) == len(findings) == 5
    assert reads["lib/count.js"] == 1
