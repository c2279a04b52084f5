# ruff: noqa: E501 - texts of other formats
"""What manifests of each ecosystem declare, and what is said of it."""

from pathlib import Path

import pytest

from luminos_core.catalogue.known_packages import ended_runtime, imitated, known_bad, lowest_version
from luminos_core.checks.missing_locks import find_missing_locks
from luminos_core.parsers.packages.find_packages import find_packages
from luminos_core.scan.classify.language import language_of
from luminos_core.scan.scan_context import ScanContext
from luminos_core.scan.snapshot import ScanOptions, take_snapshot
from luminos_core.stop import StopSignal
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
        ("docs/requirements.txt", f"git+https://h/a.git@{HEX}\n", None),
    ],
)
def test_what_floats_or_is_known_to_be_bad_is_said(
    tmp_path: Path, name: str, text: str, rule: str | None
) -> None:
    found = {flag.rule for flag in flags_of(tmp_path, {name: text})}
    assert found == ({rule} if rule else set())


@pytest.mark.parametrize(
    ("files", "said"),
    [
        (("package.json", "server.js"), True),
        (("package.json", "server.js", "yarn.lock"), False),
        (("package.json", "lib/a.js"), False),
        (("yarn.lock", "packages/a/package.json", "packages/a/server.js"), False),
        (("go.mod", "a.go"), True),
        (("go.mod", "go.sum"), False),
        (("Cargo.toml", "src/lib.rs"), False),
        (("Cargo.toml", "src/main.rs"), True),
        (("Gemfile", "a.gemspec", "config.ru"), False),
    ],
)
def test_an_application_without_a_lock_file_is_told(
    tmp_path: Path, files: tuple[str, ...], *, said: bool
) -> None:
    for path in files:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("x\n")
    context = ScanContext(lambda event: None, StopSignal())
    flags = list(find_missing_locks(take_snapshot(tmp_path, ScanOptions(), context)))
    assert bool(flags) is said


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
