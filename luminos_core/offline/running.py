"""What a project runs with: variables, ports, services and pipelines that files name."""

from collections.abc import Iterable, Iterator, Mapping

import re2

from luminos_core.checks.check import is_test_path
from luminos_core.checks.injection_patterns import without_injections
from luminos_core.offline.file_facts import FileFacts
from luminos_core.records.directory_facts import Names, Running

_NAME = r"([A-Z][A-Z0-9_]{2,60})"
_VARIABLE = re2.compile(
    rf"(?:environ(?:\.get|\.setdefault|\.pop)?\s*[\[(]|getenv\(|Getenv\(|LookupEnv\(|process\.env\.|"
    rf"process\.env\[|import\.meta\.env\.|\bENV(?:\.fetch)?[\[(]|env::var(?:_os)?\(|env!\(|"
    rf"GetEnvironmentVariable\(|\$_ENV\[)\s*[\"'`]?{_NAME}\b"
)
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
_PROCESS = re2.compile(r"(?m)^([a-z][\w-]*):\s+\S")
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
_ORDINARY = ("HOME", "PATH", "USER", "PWD", "SHELL", "TERM", "LANG", "TMPDIR")


def running(known: Mapping[str, FileFacts]) -> Running:
    """Of the files of one directory, by name; those of tests and examples say nothing of it."""
    texts = {name: facts.text for name, facts in known.items()}
    own = {
        name: text
        for name, text in texts.items()
        if not (is_test_path(known[name].file.path) or _EXAMPLE.search(known[name].file.path))
    }
    code = {name: text for name, text in own.items() if known[name].source}
    return Running(
        environment=_names(_variables(own, code)),
        ports=_names(_ports(known, own, code)),
        services=_names(_services(own)),
        jobs=_names(_jobs(known, own)),
        plays=sum(len(_PLAY.findall(text)) for name, text in texts.items() if _is_yaml(name)),
    )


def _names(found: Iterable[str]) -> Names:
    return Names.of(name for name in dict.fromkeys(found) if without_injections(name) == name)


def _variables(own: Mapping[str, str], code: Mapping[str, str]) -> Iterator[str]:
    for text in code.values():
        if "env" in text or "ENV" in text:
            yield from (name for name in _VARIABLE.findall(text) if _is_setting(name))
    for name, text in own.items():
        if name.startswith(".env."):
            yield from _DECLARED.findall(text)


def _is_setting(name: str) -> bool:
    """Not what every process has, nor a request's in the environment of CGI and WSGI."""
    return name not in _ORDINARY and not name.startswith(_REQUESTS)


def _ports(
    known: Mapping[str, FileFacts], own: Mapping[str, str], code: Mapping[str, str]
) -> Iterator[str]:
    for name, text in own.items():
        manifest = known[name].manifest
        if manifest and manifest.kind == "Dockerfile":
            yield from (
                port.split("/")[0] for each in _EXPOSED.findall(text) for port in each.split()
            )
        elif _COMPOSE.fullmatch(name):
            yield from _PUBLISHED.findall(text)
        elif _is_yaml(name):
            yield from _CONTAINER.findall(text)
        elif name.endswith(".conf"):
            yield from _CONFIGURED.findall(text)
        elif name in code:
            yield from _LISTENED.findall(text)


def _services(own: Mapping[str, str]) -> Iterator[str]:
    """Images of a compose file, and processes of a Procfile."""
    for name, text in own.items():
        if _COMPOSE.fullmatch(name):
            yield from _IMAGE.findall(text)
        elif name == "Procfile":
            yield from _PROCESS.findall(text)


def _jobs(known: Mapping[str, FileFacts], own: Mapping[str, str]) -> Iterator[str]:
    for name, text in own.items():
        if known[name].file.path.startswith(_PIPELINES) and _is_yaml(name):
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
