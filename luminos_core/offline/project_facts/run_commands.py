"""How a project is built, tested and started: by its own targets, else as its kind is."""

from collections.abc import Iterable, Iterator

import re2

from luminos_core.records.directory_facts import ManifestFacts

_ROLES = {  # names of targets and scripts, by what they do
    "build": ("build", "compile", "all"),
    "test": ("test", "tests", "check"),
    "run": ("start", "serve", "dev", "run"),
}
_KINDS = {  # what a manifest of a kind is built, tested and started with
    "pyproject.toml": {"build": "pip install ."},
    "setup.py": {"build": "pip install ."},
    "setup.cfg": {"build": "pip install ."},
    "package.json": {"build": "npm install"},
    "Cargo.toml": {"build": "cargo build", "test": "cargo test"},
    "go.mod": {"build": "go build ./...", "test": "go test ./..."},
    "pom.xml": {"build": "mvn package", "test": "mvn test"},
    "build.gradle": {"build": "gradle build", "test": "gradle test"},
    "csproj": {"build": "dotnet build", "test": "dotnet test"},
    "CMakeLists.txt": {"build": "cmake -B build && cmake --build build", "test": "ctest"},
    "Gemfile": {"build": "bundle install"},
    "composer.json": {"build": "composer install"},
    "Makefile": {"build": "make"},
    "Dockerfile": {"build": "docker build ."},
}
_FILES = (  # at the root, when no manifest says more
    (re2.compile(r"tox\.ini"), "test", "tox"),
    (re2.compile(r"noxfile\.py"), "test", "nox"),
    (re2.compile(r"(?:pytest\.ini|conftest\.py)"), "test", "pytest"),
    (re2.compile(r"(?:tests?|t)/.*(?:test_[^/]*|[^/]*_test)\.py"), "test", "pytest"),
    (re2.compile(r"runtests?|(?:tests?/)?runtests\.py"), "test", "./{file}"),
    (re2.compile(r"spec/.*_spec\.rb"), "test", "bundle exec rspec"),
    (re2.compile(r"Rakefile"), "test", "rake test"),
    (re2.compile(r"(?:docker-)?compose\.ya?ml"), "run", "docker compose up"),
    (re2.compile(r"manage\.py"), "run", "python manage.py runserver"),
)


def run_commands(
    manifests: Iterable[tuple[str, ManifestFacts]], files: Iterable[str]
) -> tuple[tuple[str, str], ...]:
    """One command a role; what the project names itself before what is usual for its kind."""
    paths = tuple(files)
    manifests = sorted(manifests, key=lambda pair: pair[0] != ".")
    near = [pair for pair in manifests if pair[0] == manifests[0][0]] if manifests else []
    found: dict[str, str] = {}
    aids = [pair for pair in near if pair[1].kind == "package.json"]
    main = [pair for pair in near if pair not in aids] if _has_other_language(near) else near
    for candidates in (_own(main), _by_file(paths), _own(near), _usual(near)):
        for role, command in candidates:
            found.setdefault(role, command)
    return tuple((role, found[role]) for role in _ROLES if role in found)


def _has_other_language(manifests: list[tuple[str, ManifestFacts]]) -> bool:
    """Whether a package.json is there for what helps to develop another language's project."""
    kinds = {manifest.kind for _, manifest in manifests}
    return bool(kinds & {"pyproject.toml", "setup.py", "Cargo.toml", "go.mod", "pom.xml"})


def _own(manifests: list[tuple[str, ManifestFacts]]) -> Iterator[tuple[str, str]]:
    for path, manifest in manifests:
        names = dict(manifest.commands.first)
        for role, usual in _ROLES.items():
            for name in (name for name in usual if name in names):
                if manifest.kind == "Makefile":
                    yield role, f"make {name}" if path == "." else f"make -C {path} {name}"
                elif manifest.kind in ("package.json", "composer.json"):
                    tool = "npm" if manifest.kind == "package.json" else "composer"
                    yield role, f"{tool} {'run ' if name not in ('test', 'start') else ''}{name}"


def _by_file(files: Iterable[str]) -> Iterator[tuple[str, str]]:
    paths = sorted(files, key=lambda path: (path.count("/"), path))
    for pattern, role, command in _FILES:
        for path in paths:
            if pattern.fullmatch(path):
                yield role, command.format(file=path)
                break


def _usual(manifests: list[tuple[str, ManifestFacts]]) -> Iterator[tuple[str, str]]:
    for kind, commands in _KINDS.items():
        for _, manifest in manifests:
            if manifest.kind == kind:
                yield from commands.items()
