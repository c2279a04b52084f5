"""What a project is made of and runs with, by ecosystem."""

from pathlib import Path

import pytest

from luminos_core.records.project import Dependency, Part, ProjectFacts
from tests.luminos_core.offline.found_projects import facts_of
from tests.luminos_core.offline.test_offline_passes import write

MONOREPOS = {
    "npm": (
        {
            "package.json": '{"name": "root", "private": true, "workspaces": ["packages/*"]}',
            "packages/core/package.json": '{"name": "@k/core", "main": "a.js"}',
            "packages/core/a.js": "module.exports = 1\n",
            "packages/cli/package.json": '{"name": "@k/cli", "bin": "./b.js",'
            ' "dependencies": {"@k/core": "workspace:^"}}',
            "packages/cli/b.js": "const a = require('../ui/c')\n",
            "packages/ui/package.json": '{"name": "@k/ui", "devDependencies": {"@k/cli": "*"}}',
            "packages/ui/c.ts": "import { a } from '@k/core/deep'\n",
        },
        {
            "packages/cli": ("npm package", {"packages/core", "packages/ui"}),
            "packages/core": ("npm package", set()),
            "packages/ui": ("npm package", {"packages/core"}),
        },
    ),
    "pnpm": (
        {
            "package.json": '{"name": "root", "private": true}',
            "pnpm-workspace.yaml": "packages: ['apps/*']\n",
            "apps/a/package.json": '{"name": "a", "dependencies": {"b": "file:../b"}}',
            "apps/a/a.js": "x = 1\n",
            "apps/b/package.json": '{"name": "b"}',
            "apps/b/b.js": "x = 1\n",
        },
        {"apps/a": ("npm package", {"apps/b"}), "apps/b": ("npm package", set())},
    ),
    "Cargo": (
        {
            "Cargo.toml": '[workspace]\nmembers = ["core", "tool"]\n',
            "core/Cargo.toml": '[package]\nname = "kite-core"\nversion = "1.0.0"\n',
            "core/src/lib.rs": "pub struct A;\n",
            "tool/Cargo.toml": '[package]\nname = "kite"\nversion = "1.0.0"\n',
            "tool/src/main.rs": "use kite_core::A;\nfn main() {}\n",
        },
        {"core": ("Rust crate", set()), "tool": ("Rust crate", {"core"})},
    ),
    "Go": (
        {
            "go.mod": "module k.example/kite\n\ngo 1.22\n",
            "kite.go": "package kite\n",
            "cmd/fly/go.mod": "module k.example/kite/cmd/fly\n\nrequire k.example/kite v1.0.0\n",
            "cmd/fly/main.go": 'package main\n\nimport "k.example/kite"\n\nfunc main() {}\n',
        },
        {".": ("Go module", set()), "cmd/fly": ("Go module", {"."})},
    ),
    "Maven": (
        {
            "pom.xml": "<project><artifactId>kite</artifactId><packaging>pom</packaging></project>",
            "core/pom.xml": "<project><groupId>k</groupId><artifactId>core</artifactId></project>",
            "core/src/main/java/k/core/A.java": "package k.core;\npublic class A {}\n",
            "web/pom.xml": "<project><artifactId>web</artifactId></project>",
            "web/src/main/java/k/web/B.java": "package k.web;\nimport k.core.A;\nclass B {}\n",
        },
        {"core": ("Maven module", set()), "web": ("Maven module", {"core"})},
    ),
    "Gradle": (
        {
            "build.gradle": "plugins { id 'java' }\n",
            "core/build.gradle": "plugins { id 'java' }\n",
            "core/src/main/java/A.java": "public class A {}\n",
            "app/build.gradle.kts": 'dependencies { implementation(project(":core")) }\n',
            "app/src/main/java/B.java": "public class B {}\n",
        },
        {"app": ("Gradle module", {"core"}), "core": ("Gradle module", set())},
    ),
    ".NET": (
        {
            "A/A.csproj": '<Project><ItemGroup><ProjectReference Include="..\\B\\B.csproj" />'
            "</ItemGroup></Project>",
            "A/A.cs": "class A {}\n",
            "B/B.csproj": "<Project></Project>",
            "B/B.cs": "class B {}\n",
        },
        {"A": (".NET project", {"B"}), "B": (".NET project", set())},
    ),
    "Python": (
        {
            "libs/one/pyproject.toml": '[project]\nname = "kite-one"\n',
            "libs/one/src/kite/one/__init__.py": "",
            "libs/two/setup.py": 'NAME = "kite-two"\nsetup(name=NAME)\n',
            "libs/two/kite/two/__init__.py": "from kite.one import wind\n",
            "libs/three/pyproject.toml": '[project]\nname = "three"\ndependencies = ["Kite_Two"]\n',
            "libs/three/three.py": "import os\n",
        },
        {
            "libs/one": ("Python package", set()),
            "libs/three": ("Python package", {"libs/two"}),
            "libs/two": ("Python package", {"libs/one"}),
        },
    ),
    "services": (
        {
            "compose.yaml": "services:\n  web:\n    build: ./web\n    depends_on: [api, db]\n"
            "  api:\n    build:\n      context: api\n  db:\n    image: postgres:16\n",
            "web/Dockerfile": 'FROM node:22\nCMD ["node", "a.js"]\n',
            "web/package.json": '{"name": "site"}',
            "web/a.js": "x = 1\n",
            "api/app.py": "x = 1\n",
        },
        {"api": ("service", set()), "web": ("npm package, service", {"api"})},
    ),
}


@pytest.fixture
def target(tmp_path: Path) -> Path:
    root = tmp_path / "kite"
    root.mkdir()
    return root


def found(root: Path, files: dict[str, str]) -> ProjectFacts:
    write(root, files)
    return facts_of(root)


def needs(parts: tuple[Part, ...]) -> dict[str, tuple[str, set[str]]]:
    return {part.path: (part.kind, set(part.needs)) for part in parts}


@pytest.mark.parametrize("name", MONOREPOS)
def test_parts_need_what_they_declare_and_what_they_import(target: Path, name: str) -> None:
    files, expected = MONOREPOS[name]
    assert needs(found(target, files).parts) == expected


def test_a_single_package_is_one_part(target: Path) -> None:
    [part] = found(target, {"setup.py": "setup()\n", "kite/__init__.py": ""}).parts
    assert (part.path, part.name, part.kind, part.needs) == (".", "kite", "Python package", ())


def test_bundled_libraries_tests_and_modules_named_setup_are_no_parts(target: Path) -> None:
    files = {
        "kite.php": "<?php\n" + "$x = 1;\n" * 200,
        "inc/sodium/composer.json": '{"name": "a/b"}',
        "inc/sodium/a.php": "<?php\n",
        "tests/fixtures/a/package.json": '{"name": "a"}',
        "modules/setup.py": "def setup_all(): ...\n",
    }
    assert found(target, files).parts == ()


def test_entry_points_are_what_is_started_and_no_tests(target: Path) -> None:
    files = {
        "pyproject.toml": '[project]\nname = "k"\n[project.scripts]\nfly = "kite.cli:main"\n',
        "kite/cli.py": "def main(): ...\n",
        "manage.py": "x = 1\n",
        "deploy/Dockerfile": 'FROM x\nENTRYPOINT ["fly"]\nCMD ["--high"]\n',
        "Procfile": "web: gunicorn kite.wsgi\nworker: fly --all\n",
        "cmd/wind/main.go": "package main\n\nfunc main() {\n}\n",
        "tests/run/main.go": "package main\n\nfunc main() {\n}\n",
        "hack/gen.go": "package main\n\nfunc main() {\n}\n",
        "src/a.c": "int main(void) {\n}\n",
        "src/b.c": "#ifdef B_TEST_MAIN\nint main(void) {\n}\n#endif\n",
        "kite/once.py": 'if __name__ == "__main__":\n    print(1)\n',
    }
    told = {(each.name, each.calls, each.path) for each in found(target, files).entry_points}
    assert told == {
        ("fly", "kite.cli:main", "kite/cli.py"),
        ("manage.py", "", "manage.py"),
        ("deploy/Dockerfile", 'ENTRYPOINT ["fly"]; CMD ["--high"]', "deploy/Dockerfile"),
        ("web", "gunicorn kite.wsgi", "Procfile"),
        ("worker", "fly --all", "Procfile"),
        ("cmd/wind/main.go", "", "cmd/wind/main.go"),
        ("src/a.c", "", "src/a.c"),
    }


def test_files_that_can_be_started_count_where_nothing_else_is_known(target: Path) -> None:
    files = {
        "fly.py": 'if __name__ == "__main__":\n    print(1)\n',
        "kite/__main__.py": "print(1)\n",
        "index.php": "<?php\n",
        "inc/index.php": "<?php\n",
    }
    told = [each.name for each in found(target, files).entry_points]
    assert sorted(told) == ["fly.py", "index.php", "python -m kite"]


@pytest.mark.parametrize(
    "manifest", [{"pyproject.toml": '[project]\nname = "k"\n'}, {"setup.py": "setup()\n"}]
)
def test_a_module_of_a_library_that_can_be_run_alone_is_no_entry_point(
    target: Path, manifest: dict[str, str]
) -> None:
    guard = 'if __name__ == "__main__":\n    print(1)\n'
    files = {"kite/__init__.py": "", "kite/wind.py": guard, "kite/__main__.py": guard}
    assert [each.name for each in found(target, files).entry_points] == [
        "python -m kite",
        "kite/wind.py",
    ]
    told = found(target, manifest | files).entry_points
    assert [each.name for each in told] == ["python -m kite"]


def test_what_it_runs_with_is_told_by_code_and_not_by_comments_or_helpers(target: Path) -> None:
    files = {
        "a.js": "app.listen(3000)\nx = process.env.KITE_KEY\n// app.listen(80)\n",
        "b.py": 'import os\nos.environ[NAME]\nos.getenv("KITE_WIND")\n',
        "scripts/c.py": 'import os\nos.environ["CI_TOKEN"]\n',
        "tests/test_d.py": 'import os\nos.environ["ONLY_IN_TESTS"]\n',
        "compose.yml": "services:\n  db:\n    image: postgres:16\n",
        ".github/workflows/ci.yml": "on: push\njobs:\n  lint:\n    runs-on: x\n",
    }
    facts = found(target, files)
    assert facts.environment == ("KITE_KEY", "KITE_WIND")
    assert (facts.ports, facts.services, facts.jobs) == (("3000",), ("postgres:16",), ("lint",))


@pytest.mark.parametrize(
    ("files", "licence"),
    [
        ({"package.json": '{"name": "k", "license": "(MIT or Apache-2.0)"}'}, "MIT OR Apache-2.0"),
        ({"package.json": '{"name": "k", "license": "MIT License"}'}, "MIT"),
        (
            {
                "setup.py": 'setup(name="k", license="BSD")\n',
                "LICENSE": "Copyright K\n\nRedistribution and use in source and binary forms\n"
                "Neither the name of K may be used to\nendorse\n",
            },
            "BSD-3-Clause",
        ),
        ({"COPYING": "GNU GENERAL PUBLIC LICENSE\nVersion 2\n"}, "GNU GENERAL PUBLIC LICENSE"),
        ({"package.json": '{"name": "k", "license": "SEE LICENSE IN x"}'}, ""),
        ({"a.py": "x = 1\n"}, ""),
    ],
)
def test_a_licence_is_an_expression_where_it_can_be(
    target: Path, files: dict[str, str], licence: str
) -> None:
    assert found(target, files).licence == licence


def test_dependencies_are_those_of_elsewhere_with_their_places(target: Path) -> None:
    files = {
        "pyproject.toml": '[project]\nname = "k"\ndependencies = [\n  "PyYAML>=6",\n]\n'
        '[dependency-groups]\ndev = ["pytest"]\n',
        "requirements/test.txt": "mock==5.0\n",
        "requirements/default.txt": "httpx>=0.2\n",
        "setup.cfg": "[metadata]\nname = k\n[options]\ninstall_requires =\n    attrs>=20\n",
        "web/package.json": '{"name": "w", "dependencies": {"k": "1",\n "left": "^1"}}',
        "tests/a/requirements.txt": "nothing\n",
        "examples/a/requirements.txt": "nothing\n",
    }
    told = found(target, files).dependencies
    assert {
        (each.name, each.version, f"{each.path}:{each.line}", each.for_development) for each in told
    } == {
        ("PyYAML", ">=6", "pyproject.toml:4", False),
        ("pytest", "", "pyproject.toml:7", True),
        ("mock", "==5.0", "requirements/test.txt:1", True),
        ("httpx", ">=0.2", "requirements/default.txt:1", False),
        ("attrs", ">=20", "setup.cfg:5", False),
        ("k", "1", "web/package.json:1", False),
        ("left", "^1", "web/package.json:2", False),
    }


LOCKS = {
    "package-lock.json": (
        {"package.json": '{"name": "w", "dependencies": {"left": "^1"}}'},
        '{"lockfileVersion": 3, "packages": {"": {"name": "w"}, "node_modules/left": {"version":'
        ' "1.2.3"}, "node_modules/x/node_modules/left": {"version": "0.1.0"}}}',
    ),
    "npm-shrinkwrap.json": (
        {"package.json": '{"name": "w", "dependencies": {"left": "^1"}}'},
        '{"lockfileVersion": 1, "dependencies": {"left": {"version": "1.2.3"}}}',
    ),
    "yarn.lock": (
        {"package.json": '{"name": "w", "dependencies": {"left": "^1"}}'},
        '# v1\n\nleft@^0.1:\n  version "0.1.0"\n\n"left@^1", left@^1.2:\n  version "1.2.3"\n',
    ),
    "pnpm-lock.yaml": (
        {"package.json": '{"name": "w", "dependencies": {"left": "^1"}}'},
        "lockfileVersion: '9.0'\n\nimporters:\n\n  .:\n    dependencies:\n      left:\n"
        "        specifier: ^1\n        version: 1.2.3(react@18.0.0)\n\n  apps/a:\n"
        "    dependencies:\n      left:\n        specifier: ^0\n        version: 0.1.0\n\n"
        "packages:\n\n  left@1.2.3:\n    resolution: {integrity: x}\n",
    ),
    "uv.lock": (
        {"pyproject.toml": '[project]\nname = "k"\ndependencies = ["left>=1"]\n'},
        'version = 1\n\n[[package]]\nname = "left"\nversion = "1.2.3"\n',
    ),
    "poetry.lock": (
        {"pyproject.toml": '[tool.poetry]\nname = "k"\n[tool.poetry.dependencies]\nLeft = "^1"\n'},
        '[[package]]\nname = "left"\nversion = "1.2.3"\n',
    ),
    "Pipfile.lock": (
        {"Pipfile": '[packages]\nleft = "*"\n'},
        '{"default": {"left": {"version": "==1.2.3"}}, "develop": {}}',
    ),
    "Cargo.lock": (
        {"Cargo.toml": '[package]\nname = "k"\n[dependencies]\nleft = "1"\n'},
        '[[package]]\nname = "left"\nversion = "0.1.0"\n\n[[package]]\nname = "left"\n'
        'version = "1.2.3"\n',
    ),
    "Gemfile.lock": (
        {"Gemfile": "gem 'left', '~> 1.0'\n"},
        "GEM\n  specs:\n    left (1.2.3)\n      right (>= 1)\n",
    ),
    "composer.lock": (
        {"composer.json": '{"name": "a/k", "require": {"a/left": "^1"}}'},
        '{"packages": [{"name": "a/left", "version": "1.2.3"}], "packages-dev": []}',
    ),
}


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_file_tells_the_release_of_each_dependency(target: Path, lock: str) -> None:
    files, text = LOCKS[lock]
    [dependency] = found(target, {**files, lock: text}).dependencies
    assert dependency.locked == "1.2.3"


@pytest.mark.parametrize("lock", LOCKS)
@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"packages": 1}', "\x00", "[[package]]\nname = 1"]
)
def test_a_lock_file_that_is_none_tells_nothing(target: Path, lock: str, text: str) -> None:
    files, _ = LOCKS[lock]
    [dependency] = found(target, {**files, lock: text}).dependencies
    assert dependency.locked == ""


def test_a_lock_file_above_examples_or_of_another_release_is_not_theirs(target: Path) -> None:
    lock = '[[package]]\nname = "left"\nversion = "1.2.3"\n'
    files = {"uv.lock": lock, "docs/requirements.txt": "left\n", "requirements.txt": "left==0.9\n"}
    assert [each.locked for each in found(target, files).dependencies] == ["", ""]


def test_credentials_in_a_source_are_not_told(target: Path) -> None:
    secret = "ghp_" + "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7cF0hJ3kL6"
    files = {"requirements.txt": f"left @ git+https://{secret}@github.com/a/left\n"}
    [dependency] = found(target, files).dependencies
    assert isinstance(dependency, Dependency)
    assert secret not in dependency.source
