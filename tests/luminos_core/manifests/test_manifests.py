from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from luminos_core.manifests.manifest import EntryPoint, Manifest
from luminos_core.manifests.read_manifest import KINDS, LIMIT, is_manifest, read_manifest

NAMES = (
    "pyproject.toml", "setup.cfg", "setup.py", "requirements-dev.txt", "package.json",
    "composer.json", "Cargo.toml", "go.mod", "pom.xml", "build.gradle.kts", "App.csproj",
    "CMakeLists.txt", "Gemfile", "kite.gemspec", "Dockerfile", "Makefile",
)  # fmt: skip


def read(name: str, text: str) -> Manifest:
    found = read_manifest(name, text)
    assert found is not None
    assert found.problem == ""
    return found


def test_each_kind_is_known_by_its_name_and_nothing_else_is() -> None:
    assert len(NAMES) == len(KINDS)
    assert all(map(is_manifest, NAMES))
    for name in ("a.py", "package.json.bak", "my-setup.py", "requirements", "x/go.mod", ""):
        assert not is_manifest(name)
        assert read_manifest(name, "{}") is None


def test_pyproject_by_the_standard() -> None:
    found = read(
        "pyproject.toml",
        """
[project]
name = "x"
dynamic = ["version"]
description = "Does it."
license = {text = "MIT"}
dependencies = ["a>=1", "b"]
[project.scripts]
run = "x.cli:main"
[project.optional-dependencies]
extra = ["c"]
[dependency-groups]
dev = ["d", {include-group = "extra"}]
""",
    )
    assert (found.name, found.version, found.license) == ("x", "dynamic", "MIT")
    assert found.entry_points == (EntryPoint(name="run", target="x.cli:main"),)
    assert found.dependencies == ("a>=1", "b")
    assert found.dev_dependencies == ("c", "d")


def test_pyproject_by_poetry() -> None:
    found = read(
        "pyproject.toml",
        """
[tool.poetry]
name = "x"
version = "1"
[tool.poetry.dependencies]
python = "^3.11"
a = {version = "^2", extras = ["z"]}
b = "*"
[tool.poetry.group.dev.dependencies]
c = "1"
""",
    )
    assert found.dependencies == ("python ^3.11", "a ^2", "b")
    assert found.dev_dependencies == ("c 1",)


def test_setup_py_is_read_and_never_run(tmp_path: Path) -> None:
    trace = tmp_path / "ran"
    found = read(
        "setup.py",
        f"""
import setuptools
open({str(trace)!r}, "w").close()
setuptools.setup(name="x", version=VERSION, install_requires=["a>=1"],
      entry_points={{"console_scripts": ["run = x:main"]}}, extras_require={{"t": ["b"]}})
""",
    )
    assert (found.name, found.version) == ("x", "")
    assert found.dependencies == ("a>=1",)
    assert found.dev_dependencies == ("b",)
    assert found.entry_points == (EntryPoint(name="run", target="x:main"),)
    assert not trace.exists()


def test_setup_cfg_declares_a_package_only_with_metadata() -> None:
    found = read("setup.cfg", "[metadata]\nname = x\n[options]\ninstall_requires =\n  a\n  b>1\n")
    assert (found.name, found.dependencies) == ("x", ("a", "b>1"))
    assert read_manifest("setup.cfg", "[flake8]\nmax-line-length = 1\n") is None


def test_requirements_without_options_comments_and_hashes() -> None:
    text = (
        "# c\na==1 \\\n    --hash=sha256:0\nb>2  # why\n-r other.txt\nc @ https://x/c.zip#egg=c\n"
    )
    assert read("requirements.txt", text).dependencies == (
        "a==1",
        "b>2",
        "c @ https://x/c.zip#egg=c",
    )


def test_package_json() -> None:
    found = read(
        "package.json",
        """{"name": "x", "version": "1", "license": {"type": "MIT"},
 "bin": "cli.js", "main": "index.js", "scripts": {"test": "jest"},
 "dependencies": {"a": "^1", "b": 3}, "devDependencies": {"c": "*"}}""",
    )
    assert found.license == "MIT"
    assert [(one.name, one.target) for one in found.entry_points] == [
        ("x", "cli.js"), ("main", "index.js"), ("test", "jest"),
    ]  # fmt: skip
    assert (found.dependencies, found.dev_dependencies) == (("a ^1", "b 3"), ("c",))


def test_composer_json_and_cargo_and_go() -> None:
    composer = read(
        "composer.json", '{"name": "a/b", "require": {"php": ">=8"}, "license": ["MIT"]}'
    )
    assert (composer.name, composer.dependencies, composer.license) == ("a/b", ("php >=8",), "MIT")
    cargo = read("Cargo.toml", '[package]\nname="x"\nversion="1"\n[[bin]]\nname="run"\n'
                 '[dependencies]\na="1"\nb={version="2"}\n[dev-dependencies]\nc="3"\n')  # fmt: skip
    assert cargo.entry_points == (EntryPoint(name="run"),)
    assert (cargo.dependencies, cargo.dev_dependencies) == (("a 1", "b 2"), ("c 3",))
    go = read("go.mod", "module github.com/a/b\n\ngo 1.21\n\nrequire (\n\tgithub.com/x/y v1.2.3\n"
              "\tgolang.org/x/z v0.1.0 // indirect\n)\n")  # fmt: skip
    assert (go.name, go.dependencies) == ("github.com/a/b", ("github.com/x/y v1.2.3",))


POM = """<project xmlns="http://m"><groupId>g</groupId><artifactId>a</artifactId>
<version>1</version><dependencies>
<dependency><groupId>x</groupId><artifactId>y</artifactId><version>2</version></dependency>
<dependency><artifactId>j</artifactId><scope>test</scope></dependency>
</dependencies></project>"""
CSPROJ = """<Project><PropertyGroup><OutputType>Exe</OutputType></PropertyGroup>
<ItemGroup><PackageReference Include="P" Version="1"/></ItemGroup></Project>"""


def test_pom_and_csproj_and_gradle() -> None:
    pom = read("pom.xml", POM)
    assert (pom.name, pom.version) == ("g:a", "1")
    assert (pom.dependencies, pom.dev_dependencies) == (("x:y:2",), ("j",))
    csproj = read("A.csproj", CSPROJ)
    assert (csproj.dependencies, csproj.entry_points) == (("P 1",), (EntryPoint(name="program"),))
    gradle = read("build.gradle", "version = '1'\ndependencies {\n  implementation 'a:b:1'\n"
                  '  testImplementation("c:d:2")\n}\n')  # fmt: skip
    assert (gradle.version, gradle.dependencies) == ("1", ("a:b:1",))
    assert gradle.dev_dependencies == ("c:d:2",)


def test_cmake_gemfile_dockerfile_makefile() -> None:
    cmake = read("CMakeLists.txt", 'project(X VERSION 1.2 DESCRIPTION "Does.")\n'
                 "find_package(Z REQUIRED)\nadd_executable(run a.c)\n")  # fmt: skip
    assert (cmake.name, cmake.version, cmake.description) == ("X", "1.2", "Does.")
    assert (cmake.dependencies, cmake.entry_points) == (("Z",), (EntryPoint(name="run"),))
    assert read_manifest("CMakeLists.txt", "add_subdirectory(x)") is None
    gems = read("Gemfile", 'gem "a", "~> 1"\ngroup :test do\n  gem "b"\nend\ngem "c"\n')
    assert (gems.dependencies, gems.dev_dependencies) == (("a ~> 1", "c"), ("b",))
    docker = read("Dockerfile", 'FROM python:3.11 AS build\nFROM build\nCMD ["x", \\\n  "y"]\n')
    assert docker.dependencies == ("python:3.11",)
    assert docker.entry_points == (EntryPoint(name="CMD", target='["x", "y"]'),)
    make = read("Makefile", "X := 1\n.PHONY: all\nall: out/x ## Build it\n\tcc\nout/x: a\n")
    task = EntryPoint(name="all", target="Build it", is_program=False)
    assert make.entry_points == (task,)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("package.json", "{"),
        ("package.json", "[" * 100_000),
        ("pyproject.toml", "a = "),
        ("pyproject.toml", "a = " + "[" * 100_000),
        ("setup.py", "(" * 100_000),
        ("setup.py", "\0"),
        ("setup.cfg", "no section"),
        ("pom.xml", "<a>"),
        ("Makefile", "x" * (LIMIT + 1)),
    ],
)
def test_a_manifest_that_does_not_parse_has_a_problem_and_nothing_else(
    name: str, text: str
) -> None:
    found = read_manifest(name, text)
    assert found is not None and found.problem
    assert found == Manifest(kind=found.kind, problem=found.problem)


def test_xml_entities_are_refused_before_they_are_expanded() -> None:
    bomb = '<!DOCTYPE a [<!ENTITY b "cc">]><project><name>&b;</name></project>'
    found = read_manifest("pom.xml", bomb)
    assert found is not None and "document type" in found.problem


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pyproject.toml", 'project = 1\ndependency-groups = "x"'),
        ("pyproject.toml", "[project]\nname = 1\nscripts = []\ndependencies = {a = 1}"),
        ("package.json", "[]"),
        ("package.json", '{"name": [], "bin": 3, "dependencies": [1], "scripts": {"a": {}}}'),
        ("Cargo.toml", "package = 1\nbin = 2\ndependencies = []"),
    ],
)
def test_values_of_the_wrong_type_are_left_out(name: str, text: str) -> None:
    assert read(name, text).dependencies == ()


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(NAMES), st.text(max_size=200))
def test_no_text_raises(name: str, text: str) -> None:
    found = read_manifest(name, text)
    assert found is None or isinstance(found, Manifest)
