# ruff: noqa: E501 - texts of other formats
"""What manifests of each ecosystem declare, and what is said of it."""

from pathlib import Path

import pytest

from luminos_core.catalogue.known_packages import ended_runtime, imitated, known_bad, lowest_version
from luminos_core.parsers.packages.find_packages import find_packages
from luminos_core.records.flag import Severity
from luminos_core.scan.classify.language import language_of
from tests.luminos_core.checks.checked_trees import flags_of_tree
from tests.luminos_core.checks.test_checks import flags_of

HEX = "8f4b7f84864484a7bf31766abe9204da3cbe65b3"
DECLARED = [  # file, text, and (ecosystem, name, version, source, line) of one package in it
    ("package.json", '{\n"dependencies": {\n"a": "^1.2"}}', ("npm", "a", "^1.2", "", 3)),
    ("package.json", '{"dependencies": {"a": "acme/a#main"}}', ("npm", "a", "", "acme/a#main", 1)),
    ("package.json", '{"engines": {"node": ">=12"}}', ("runtime", "node", ">=12", "", 1)),
    ("requirements.txt", "# x\nA_b[c]>=1.2 ; x\n", ("pypi", "a_b", ">=1.2", "", 2)),
    ("requirements.txt", "git+https://h/a.git@main\n", ("pypi", "", "", "git+https://h/a.git@main", 1)),
    ("pyproject.toml", '[project]\ndependencies = [\n "a==1",\n]\n', ("pypi", "a", "==1", "", 3)),
    ("pyproject.toml", '[tool.poetry.dependencies]\na = {git = "https://h/a.git", branch = "x"}\n',
     ("pypi", "a", "", "https://h/a.git@branch:x", 2)),
    ("Pipfile", '[packages]\na = "*"\n', ("pypi", "a", "*", "", 2)),
    ("go.mod", "module x\ngo 1.17\nrequire (\n\tgithub.com/a/b v1.2.3\n)\n",
     ("go", "github.com/a/b", "v1.2.3", "", 4)),
    ("go.mod", "go 1.17\n", ("runtime", "go", ">=1.17", "", 1)),
    ("go.mod", "replace github.com/a/b => ../b\n", ("go", "github.com/a/b", "", "../b", 1)),
    ("Cargo.toml", '[dependencies]\na = "1"\n', ("cargo", "a", "1", "", 2)),
    ("Cargo.toml", '[dependencies]\na = { git = "https://h/a", rev = "1f" }\n',
     ("cargo", "a", "", "https://h/a@1f", 2)),
    ("pom.xml", "<project><properties><v>1.2</v></properties><dependencies><dependency>\n"
     "<groupId>g</groupId><artifactId>a</artifactId>\n<version>${v}</version></dependency>"
     "</dependencies></project>", ("maven", "g:a", "1.2", "", 3)),
    ("build.gradle.kts", 'dependencies {\n implementation("g:a:1.+")\n}', ("maven", "g:a", "1.+", "", 2)),
    ("a.csproj", '<Project><ItemGroup>\n<PackageReference Include="A" Version="1"/></ItemGroup></Project>',
     ("nuget", "a", "1", "", 2)),
    ("Gemfile", "gem 'a', '~> 1'\n", ("rubygems", "a", "~> 1", "", 1)),
    ("Gemfile", "gem 'a', git: 'https://h/a', branch: 'x'\n",
     ("rubygems", "a", "", "https://h/a@branch:x", 1)),
    ("composer.json", '{"require": {"v/a": "dev-main"}}', ("composer", "v/a", "dev-main", "", 1)),
    ("pubspec.yaml", "dependencies:\n  a: any\n", ("pub", "a", "any", "", 2)),
    ("mix.exs", '{:a, "~> 1.0"},\n', ("hex", "a", "~> 1.0", "", 1)),
    ("Package.swift", '.package(url: "https://h/a", branch: "main"),\n',
     ("swift", "https://h/a", "", "@branch:main", 1)),
    ("Podfile", "  pod 'A', '1.0'\n", ("cocoapods", "a", "1.0", "", 1)),
    ("environment.yml", "dependencies:\n  - python=3.6\n", ("runtime", "python", "3.6", "", 2)),
    (".tool-versions", "nodejs 16.1.0\n", ("runtime", "node", "16.1.0", "", 1)),
    ("conanfile.txt", "[requires]\nzlib/1.2.11\n", ("conan", "zlib", "1.2.11", "", 2)),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "expected"), DECLARED)
def test_a_manifest_declares_packages_with_their_lines(
    name: str, text: str, expected: tuple[str, str, str, str, int]
) -> None:
    found = find_packages(text.encode(), language_of(name, b"") or "", name).packages
    assert expected in [(p.ecosystem, p.name, p.version, p.source, p.line) for p in found]


@pytest.mark.parametrize(
    ("name", "text", "rule"),
    [
        ("package.json", '{"dependencies": {"event-stream": "3.3.6"}}', "known-bad-package"),
        ("package.json", '{"dependencies": {"event-stream": "4.0.1"}}', None),
        ("package.json", '{"devDependencies": {"event-stream": "3.3.6"}}', "known-bad-package"),
        ("package.json", '{"dependencies": {"loadsh": "1.0.0"}}', "imitated-package"),
        ("package.json", '{"dependencies": {"preact": "10.0.0"}}', None),
        ("package.json", '{"dependencies": {"a": "*"}}', "floating-package"),
        ("package.json", '{"dependencies": {"a": "^1.0.0"}}', None),
        ("package.json", f'{{"dependencies": {{"a": "acme/a#{HEX}"}}}}', None),
        ("package.json", '{"dependencies": {"a": "git+ssh://git@h/a.git"}}', "package-from-branch"),
        ("package.json", '{"dependencies": {"a": "http://h/a.tgz"}}', "package-over-http"),
        ("Cargo.toml", '[dependencies]\na = { path = "../a" }\n', "package-outside-tree"),
        ("runtime.txt", "python-2.7.18\n", "ended-runtime"),
        ("runtime.txt", "python-3.13.1\n", None),
        ("composer.json", '{"require": {"v/a": "dev-main"}}', "floating-package"),
        ("requirements.txt", "a==1.0\n", None),
        ("requirements.txt", "a\n", "floating-package"),
        (
            "CMakeLists.txt",
            "FetchContent_Declare(a GIT_REPOSITORY https://h/a.git GIT_TAG main)\n",
            "package-from-branch",
        ),
        ("CMakeLists.txt", 'FetchContent_Declare(a\n  GIT_TAG "main"\n)\n', "package-from-branch"),
        ("CMakeLists.txt", 'string(REGEX REPLACE "latest" "" GIT_TAG "${GIT_TAG}")\n', None),
        ("CMakeLists.txt", "if(GIT_TAG MATCHES x)\nendif()\n", None),
        ("docs/requirements.txt", f"git+https://h/a.git@{HEX}\n", None),
    ],
)
def test_what_floats_or_is_known_to_be_bad_is_said(
    tmp_path: Path, name: str, text: str, rule: str | None
) -> None:
    found = {flag.rule for flag in flags_of(tmp_path, {name: text})}
    assert found == ({rule} if rule else set())


NPM = '{"dependencies": {"a": "1.0.0"}}'


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"package.json": NPM, "server.js": "x"}, True),
        ({"package.json": NPM, "server.js": "x", "yarn.lock": "x"}, False),
        ({"package.json": NPM, "lib/a.js": "x"}, False),
        ({"package.json": '{"scripts": {"start": "x"}, "dependencies": {"a": "1"}}', "Dockerfile": "x"}, True),
        ({"package.json": "{}", "server.js": "x"}, False),  # nothing to lock
        ({"package.json": NPM, "server.js": "x", ".gitignore": "package-lock.json\n"}, False),
        ({"yarn.lock": "x", "packages/a/package.json": NPM, "packages/a/server.js": "x"}, False),
        ({"go.mod": "module a\nrequire github.com/a/b v1.2.3\n", "a.go": "x"}, True),
        ({"go.mod": "module a\n", "a.go": "x"}, False),
        ({"go.mod": "module a\nrequire github.com/a/b v1.2.3\n", "go.sum": "x"}, False),
        ({"Cargo.toml": '[dependencies]\na = "1"\n', "src/lib.rs": "x"}, False),
        ({"Cargo.toml": '[dependencies]\na = "1"\n', "src/main.rs": "x"}, True),
        ({"Cargo.toml": '[dependencies]\na = "1"\n', "src/main.rs": "x", "Cargo.toml.orig": "x"}, False),
        ({"Gemfile": "gem 'a'\n", "a.gemspec": "x", "config.ru": "x"}, False),
        ({"Gemfile": "gemspec\ngem 'a'\n", "config.ru": "x"}, False),
        ({"composer.json": '{"type": "library", "require": {"v/a": "^1"}}', "docker-compose.yml": "x"}, False),
        ({"composer.json": '{"autoload": {}, "require": {"v/a": "^1"}}'}, False),
        ({"composer.json": '{"require": {"v/a": "^1"}}'}, True),
    ],
)  # fmt: skip
def test_an_application_without_a_lock_file_is_told(
    tmp_path: Path, files: dict[str, str], *, said: bool
) -> None:
    flags = flags_of_tree(tmp_path, files)
    concerns = [f for f in flags if f.severity is Severity.CONCERN]
    assert any(flag.rule == "missing-lock-file" for flag in concerns) is said


@pytest.mark.parametrize(
    ("files", "weighs"),
    [
        ({"package.json": '{"dependencies": {"a": "*"}}', "server.js": "x"}, True),
        ({"package.json": '{"dependencies": {"a": "*"}}', "server.js": "x", "yarn.lock": "x"}, False),
        ({"package.json": '{"dependencies": {"a": "latest"}}', "server.js": "x", "yarn.lock": "x"}, True),
        ({"package.json": '{"devDependencies": {"a": "*"}}', "server.js": "x"}, False),
        ({"package.json": '{"dependencies": {"a": "*"}}', "lib/a.js": "x"}, False),
        ({"requirements.txt": "flask>=2.0\n"}, True),
        ({"requirements.txt": "flask>=2.0\n", "pyproject.toml": "[project]\nname = 'a'\n"}, False),
        ({"mix.exs": '{:a, ">= 0.0.0"},\n'}, True),
    ],
)  # fmt: skip
def test_a_floating_version_weighs_where_nothing_else_chooses_it(
    tmp_path: Path, files: dict[str, str], *, weighs: bool
) -> None:
    flags = [flag for flag in flags_of_tree(tmp_path, files) if flag.rule == "floating-package"]
    assert len(flags) == 1
    assert (flags[0].severity is Severity.CONCERN) is weighs


def test_an_optional_dependency_is_whoever_adds_it_s(tmp_path: Path) -> None:
    pom = (
        "<project><dependencies><dependency><groupId>log4j</groupId><artifactId>log4j</artifactId>"
        "<version>1.2.17</version>%s</dependency></dependencies></project>"
    )
    for number, optional in enumerate(("", "<optional>true</optional>")):
        flags = flags_of_tree(tmp_path / str(number), {"pom.xml": pom % optional})
        [flag] = [each for each in flags if each.rule == "known-bad-package"]
        assert (flag.severity is Severity.INFO) is bool(optional)


def test_a_release_that_is_named_is_compared_and_a_range_installs_the_newest() -> None:
    assert lowest_version(">=1.2.3,<2") == "1.2.3"
    assert known_bad("npm", "ua-parser-js", "0.7.29")
    assert known_bad("pypi", "jinja2", "==2.4.1")
    assert not known_bad("npm", "ua-parser-js", "^0.7.29")  # which installs a later one
    assert known_bad("npm", "flatmap-stream", "*")
    assert ended_runtime("node", ">=12")
    assert not ended_runtime("node", ">=22")
    assert ended_runtime("node", "18")
    assert not ended_runtime("node", ">=18")


def test_a_name_one_edit_away_is_an_imitation_and_another_release_is_none() -> None:
    assert imitated("pypi", "reqeusts") == "requests"
    assert imitated("npm", "expres") == "express"
    assert imitated("pypi", "psycopg3") is None
    assert imitated("npm", "enquirer") is None
    assert imitated("pypi", "requests") is None
    long_published = {"npm": ("mssql", "color"), "pypi": ("scapy", "pyaml")}
    assert not any(imitated(kind, each) for kind, names in long_published.items() for each in names)
