# ruff: noqa: E501 - texts of documents
"""What a document names is looked for in the tree; it is a concern where the tree has its like."""

from collections import Counter
from pathlib import Path

import pytest

from luminos_core.checks.documents.check import find_untrue_documents
from luminos_core.checks.project import Project
from luminos_core.records.flag import Flag, Severity
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
    "lib/Makefile": "all:\n\ttrue\n",
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
UNTRUE = [  # and about this tree
    ("[plugins](docs/plugins.md)", "docs/plugins.md"),
    ("[see](docs/formats.md#none)", "#none"),
    ("[see](#hacking)", "#hacking"),
    ("![picture](lib/none.png)", "lib/none.png"),
    ("```sh\nmake deb\n```", "deb"),
    ("```sh\nnpm run lint\nnpm run build\n```", "build"),
    ("## Development\n\n    npm run build", "build"),
    ("```sh\npip install -r requirements-dev.txt\n```", "requirements-dev.txt"),
    ("```sh\n./shop/setup.py --all\n```", "shop/setup.py"),
    ("```sh\nmake test\n./setup.sh\n```", "setup.sh"),
    ("```sh\nmake test\ndocker compose up\n```", "compose"),
    ("```sh\ntally --words a.txt\ntally --pages a.txt\n```", "--pages"),
    ("```sh\n$ tally --words a.txt\nno command\n$ tally --pages a.txt\n```", "--pages"),
    ("```sh\ntally serve\ntally watch\n```", "watch"),
    ("    python manage.py unload_stock\n", "unload_stock"),
    ("    bundle exec rake db:empty\n", "db:empty"),
    ("Set `TALLY_CACHE_DIR`.", "TALLY_CACHE_DIR"),
    ("Set `SHOP_MAIL_FROM`.", "SHOP_MAIL_FROM"),
    ("Metrics are at http://localhost:9911/metrics.", "9911"),
    ("```sh\ncurl localhost:9911/metrics\n```", "9911"),
    ("Current version: 3.0.0", "3.0.0"),
    ("Needs Node 16 or later.", "16"),
    ("**Node.js v16 or higher is required.**", "16"),
    ("See shop/load_stock.py.", "shop/load_stock.py"),
    ("It is in `lib/none.js`.", "lib/none.js"),
    ("Counting is in `lib/count.js`, paths are described in `conf/paths.ini`.", "conf/paths.ini"),
    ("`tally-web` starts a page.", "tally-web"),
    ("The entry point is `src/index.js`.", "src/index.js"),
    ("`lib/` and `shop/` are sources, `perl/` is older.", "perl"),
    ("`make -C lib bench` measures it.", "bench"),
    ("1. `lib/count.js`\n2. `conf/setup`\n", "conf/setup"),
]
OF_READERS = [  # what the reader brings, or another program has
    "```sh\npython scripts/yours.py\nnode src/app.js\n./run.sh\n```",
    "```sh\nnode lib/foo.js\nnode lib/my_words.js\n```",
    "Create `lib/none.js` first.",
    "Add it to `config/initializers/tally.rb`.",
    '```json\n{"scripts": {"build": "tally"}}\n```\n\n    npm run build\n',
    "```sh\nnpm run build\n```",
    "```sh\ngit clone https://example.org/other\ncd other\npip install -r requirements-dev.txt\n```",
    "```sh\ntally --pages a.txt\n```",
    "```sh\ntally run server.py --port 1\n```",
    "```sh\n> tally netfl\nsrc/netfl.js\n```",
    "Set `AWS_PROFILE` and `OTHER_NAME`.",
    "Its storage, etcd, is at http://127.0.0.1:2379.",
    "It has 9911 lines at port 9911 or so.\n\n    tally serve --port 9911\n",
    "Version 1.0 was the first.\n\nVersion 1.1 came later.",
    "The branch v1.x needs Node 16 or later.",
    "Node 16 is no more.",
    "### Async functions (Node 16+)\n\nThey are a way to wait.",
    "It is so.\n\n  make sure that the tests run, and that they pass.\n",
    "  source code directory by typing\n",
    "<!-- [plugins](docs/plugins.md) -->",
    "[site](/guide/none/)",
]
HEADINGS = """[a](#tally-fast) [b](#tally-fast-1) [c](#set_up) [d](#whats-new-) [e](#own) [f](#in-html) [g](#under)

# Tally: fast!
# Tally: fast!
# `set_up`
# What's new ?
# Other {#own}
<h2 align="center">In HTML</h2>
Under
-----
"""


def _flags(root: Path, text: str, tree: dict[str, str] = TREE) -> list[Flag]:
    for path, content in {**tree, "README.md": text}.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(content)
    context = ScanContext(lambda event: None, StopSignal())
    files = SandboxedDir(root)
    snapshot = take_snapshot(root, ScanOptions(), context)
    project = Project(snapshot, lambda path: files.read(path, 1_000_000)[0])
    return list(find_untrue_documents(project))


def _concerns(root: Path, text: str, tree: dict[str, str] = TREE) -> list[str]:
    return [f.finding for f in _flags(root, text, tree) if f.severity is Severity.CONCERN]


@pytest.mark.parametrize("text", TRUE)
def test_what_is_there_is_not_reported(tmp_path: Path, text: str) -> None:
    assert _flags(tmp_path, text) == []


@pytest.mark.parametrize(("text", "named"), UNTRUE)
def test_what_is_named_and_not_there_is_reported(tmp_path: Path, text: str, named: str) -> None:
    [finding] = _concerns(tmp_path, text)
    assert named in finding


@pytest.mark.parametrize("text", OF_READERS)
def test_what_readers_and_other_programs_have_is_no_concern(tmp_path: Path, text: str) -> None:
    assert _concerns(tmp_path, text) == []


def test_headings_have_the_anchors_that_github_gives_them(tmp_path: Path) -> None:
    assert _flags(tmp_path, HEADINGS) == []


def test_rake_may_have_tasks_whose_names_are_put_together(tmp_path: Path) -> None:
    text = "    bundle exec rake db:empty\n"
    for number, task in enumerate(("task kind, [:id] do", 'task "#{kind}" do')):
        tree = {**TREE, "tasks/a.rake": f"namespace :db do\n  {task}\n  end\nend\n"}
        assert not _flags(tmp_path / str(number), text, tree)


def test_a_release_that_is_named_alone_is_the_only_one(tmp_path: Path) -> None:
    tree = {"Gemfile": "ruby '2.6.10'\n"}
    assert _concerns(tmp_path / "a", "Needs Ruby 3.2.", tree)
    assert not _concerns(tmp_path / "b", "Needs Ruby 2.6.", tree)
    assert not _concerns(tmp_path / "d", "Needs Ruby 2.0 or later.", tree)
    several = {**tree, ".tool-versions": "ruby 3.2.1\n"}
    assert not _concerns(tmp_path / "c", "Needs Ruby 3.2.", several)


def test_a_published_package_may_lack_what_its_document_links_to(tmp_path: Path) -> None:
    text = "[plugins](docs/plugins.md)"
    assert _concerns(tmp_path, text)
    assert not _concerns(tmp_path, text, {**TREE, "PKG-INFO": "Name: tally\n"})


def test_make_may_have_targets_that_are_not_written(tmp_path: Path) -> None:
    for number, makefile in enumerate(
        ("%.deb:\n\ttrue\n", "include none.mk\nall:\n", "all: $(P)\nP = deb\n")
    ):
        tree = {**TREE, "Makefile": makefile}
        assert not _flags(tmp_path / str(number), "```sh\nmake deb\n```", tree)


def test_the_tree_is_read_once_for_all_that_documents_name(tmp_path: Path) -> None:
    text = "```sh\ntally --pages\ntally --rows\ntally watch\n```\nSet `TALLY_DIR`, `TALLY_KEY`.\n"
    findings = _flags(tmp_path, text)
    files, reads = SandboxedDir(tmp_path), Counter[str]()

    def read(path: str) -> bytes:
        reads[path] += 1
        return files.read(path, 1_000_000)[0]

    context = ScanContext(lambda event: None, StopSignal())
    project = Project(take_snapshot(tmp_path, ScanOptions(), context), read)
    assert len(list(find_untrue_documents(project))) == len(findings) == 5
    assert reads["lib/count.js"] == 1


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ('"main": "lib/index.js"', True),
        ('"exports": {".": {"import": "./lib/index.js"}}', True),
        ('"scripts": {"bench": "node lib/bench.js --all"}', True),
        ('"main": "lib/count.js"', False),
        ('"main": "dist/index.js"', False),  # built
        ('"types": "types/index.d.ts"', False),  # nothing of its kind is there
        ('"main": "lib/page.js"', False),  # built of lib/page.ts
        ('"bin": {"tally": "bin/none.js"}', True),
    ],
)
def test_a_manifest_that_names_a_file_beside_others_which_is_not_there_is_told(
    tmp_path: Path, entry: str, *, said: bool
) -> None:
    tree = {**TREE, "package.json": f'{{"name": "tally", {entry}}}', "lib/page.ts": "x\n"}
    assert bool(_concerns(tmp_path, "# Tally\n", tree)) is said


def test_a_command_of_a_module_that_is_not_there_is_told(tmp_path: Path) -> None:
    text = '[project]\nname = "a"\n[project.scripts]\na = "a.%s:main"\n'
    tree = {"a/__init__.py": "", "a/cli.py": "x\n"}
    assert _concerns(tmp_path / "a", "# A\n", {**tree, "pyproject.toml": text % "none"})
    assert not _concerns(tmp_path / "b", "# A\n", {**tree, "pyproject.toml": text % "cli"})
