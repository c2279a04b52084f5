"""What a project runs with: variables, ports, services and pipelines that a file names."""

from collections.abc import Iterable, Iterator
from typing import Any

import re2

from luminos_core.checks.check import is_test_path
from luminos_core.checks.injection_patterns import without_injections
from luminos_core.offline.file_kinds import is_source
from luminos_core.records.base import Record
from luminos_core.records.snapshot import FileRecord

_NAME = r"([A-Z][A-Z0-9_]{2,60})"
_VARIABLE = re2.compile(
    rf"(?:(?:environ(?:\.get|\.setdefault|\.pop)?\s*[\[(]|getenv\(|Getenv\(|LookupEnv\(|"
    rf"process\.env\[|\bENV(?:\.fetch)?[\[(]|env::var(?:_os)?\(|env!\(|"
    rf"GetEnvironmentVariable\(|\$_ENV\[)\s*[\"'`]|process\.env\.|import\.meta\.env\.){_NAME}\b"
)
_COMMENT = re2.compile(r"(?m)^[ \t]*(?:\*|//|#|/\*|--|;).*$")
_AIDS = frozenset((".github", ".circleci", ".gitlab", "scripts", "ci", ".ci", "hack", "script"))
_DECLARED = re2.compile(r"(?m)^(?:export\s+)?([A-Z][A-Z0-9_]{2,60})=")  # of ".env.example"
_EXPOSED = re2.compile(r"(?mi)^EXPOSE\s+([0-9 /a-z]+)$")
_LISTENED = re2.compile(
    r"(?:\.listen\(\s*|ListenAndServe(?:TLS)?\(\s*[\"'][^\"':]*:|\bPORT[\"')\]]*\s*(?:\|\||\?\?|or|,)\s*|"
    r"(?:run|serve|listen|bind|start)\w*\([^()\n]*\bport\s*[=:]\s*)[\"']?([1-9][0-9]{1,4})\b"
)
_CONFIGURED = re2.compile(r"(?m)^\s*(?:port|listen)\s+(?:[\d.]+:)?(\d{2,5})\b")  # of servers
_PUBLISHED = re2.compile(
    r"(?m)^\s*-\s*[\"']?(?:[\d.]+:)?(?:\d{2,5}:)?(\d{2,5})(?:/tcp|/udp)?[\"']?\s*$"
)
_CONTAINER = re2.compile(r"\bcontainerPort:\s*(\d{2,5})")
_IMAGE = re2.compile(r"(?m)^\s+image:\s*[\"']?([\w./:@${}-]+)")
_PROCESS = re2.compile(r"(?m)^([a-z][\w-]*):[ \t]+(\S[^\n]*)")
_DOCKERFILE = re2.compile(r"Dockerfile(?:\.[\w-]+)?|Containerfile")
_COMPOSE = re2.compile(r"(?i)(?:docker-)?compose[\w.-]*\.ya?ml")
_JOBS = re2.compile(r"(?ms)^jobs:\s*\n(.*?)(?:^\S|\z)")
_PLAY = re2.compile(r"(?m)^(?:-\s|\s+)hosts:\s*\S")
_PIPELINES = (".github/workflows/", ".circleci/")
_EXAMPLE = re2.compile(
    r"(?i)(?:^|/)(?:examples?|samples?|demos?|docs?|docs?[-_]src|tutorials?|benchmarks?)/"
)
_REQUESTS = (
    "HTTP_", "SERVER_", "REMOTE_", "REQUEST_", "CONTENT_", "PATH_INFO", "QUERY_", "SCRIPT_",
    "DOCUMENT_",
)  # fmt: skip
_MOST = 100  # names of one kind that a file tells
_ORDINARY = ("HOME", "PATH", "USER", "PWD", "SHELL", "TERM", "LANG", "TMPDIR")


class Running(Record):
    environment: tuple[str, ...] = ()  # variables that are read
    ports: tuple[str, ...] = ()
    services: tuple[str, ...] = ()  # images beside it, processes
    jobs: tuple[str, ...] = ()  # of its pipelines
    plays: int = 0  # of Ansible


def tells_running(file: FileRecord) -> bool:
    """Whether a file may say any of it; those of tests and examples say nothing of the project."""
    if is_test_path(file.path) or _EXAMPLE.search(file.path):
        return False
    name = file.name
    known = name.endswith((".yml", ".yaml", ".conf")) or name.startswith(".env.")
    return known or name == "Procfile" or is_dockerfile(name) or is_source(file)


def running(file: FileRecord, text: str) -> Running:
    """Of one file that `tells_running`."""
    helps = bool(_AIDS.intersection(file.path.split("/")))  # to develop it
    return Running(
        environment=() if helps else _names(_variables(file, text)),
        ports=() if helps else _names(_ports(file, text)),
        services=_names(_services(file, text)),
        jobs=_names(_jobs(file, text)),
        plays=len(_PLAY.findall(text)) if _is_yaml(file.name) else 0,
    )


def is_compose(name: str) -> bool:
    return bool(_COMPOSE.fullmatch(name))


def is_dockerfile(name: str) -> bool:
    return bool(_DOCKERFILE.fullmatch(name))


def processes(text: str) -> list[tuple[str, str]]:
    """Of a Procfile, each with its command."""
    return _PROCESS.findall(text)  # type: ignore[no-any-return]


def _names(found: Iterable[str]) -> tuple[str, ...]:
    names = (name for name in dict.fromkeys(found) if without_injections(name) == name)
    return tuple(names)[:_MOST]


def _variables(file: FileRecord, text: str) -> Iterator[str]:
    if is_source(file) and ("env" in text or "ENV" in text):
        found = _in_code(_VARIABLE, text)
        yield from (name for name in found if _is_setting(name))
    if file.name.startswith(".env."):
        yield from _DECLARED.findall(text)


def _is_setting(name: str) -> bool:
    """Not what every process has, nor a request's in the environment of CGI and WSGI."""
    return name not in _ORDINARY and not name.startswith(_REQUESTS)


def _ports(file: FileRecord, text: str) -> Iterator[str]:
    name = file.name
    if is_dockerfile(name):
        yield from (port.split("/")[0] for each in _EXPOSED.findall(text) for port in each.split())
    elif is_compose(name):
        yield from _PUBLISHED.findall(text)
    elif _is_yaml(name):
        yield from _CONTAINER.findall(text)
    elif name.endswith(".conf"):
        yield from _CONFIGURED.findall(text)
    elif is_source(file):
        yield from _in_code(_LISTENED, text)


def _in_code(pattern: Any, text: str) -> list[str]:
    """What the pattern finds outside of comments of whole lines."""
    found: list[str] = pattern.findall(text)
    return pattern.findall(_COMMENT.sub("", text)) if found else found


def _services(file: FileRecord, text: str) -> Iterator[str]:
    """Images of a compose file, and processes of a Procfile."""
    if is_compose(file.name):
        yield from _IMAGE.findall(text)
    elif file.name == "Procfile":
        yield from (name for name, _ in processes(text))


def _jobs(file: FileRecord, text: str) -> Iterator[str]:
    if file.path.startswith(_PIPELINES) and _is_yaml(file.name):
        for block in _JOBS.findall(text):
            yield from _outermost(block)


def _outermost(block: str) -> list[str]:
    """The keys with the indentation of the first."""
    lines = [
        line for line in block.split("\n") if line.strip() and not line.strip().startswith("#")
    ]
    if not lines:
        return []
    indent = len(lines[0]) - len(lines[0].lstrip())
    keys = (line for line in lines if len(line) - len(line.lstrip()) == indent)
    return [line.strip().rstrip(":") for line in keys if line.strip().endswith(":")]


def _is_yaml(name: str) -> bool:
    return name.endswith((".yml", ".yaml"))
