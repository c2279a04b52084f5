"""Secrets of the target, and our own, in nothing that an audit or a scan sends, shows or keeps."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.canaries import ENVIRONMENT, Planted, plant
from tests.fakes.messages_replies import Answer, Block, Failure, reply, text, tool_use
from tests.fakes.messages_request import Received
from tests.fakes.messages_server import MessagesServer
from tests.fakes.messages_submission import least
from tests.flows.command import Command

# Of the store, what finds files again holds their names as they are; no one is shown these.
INTERNAL = ("scans", "checks", "notes", "models", "results", "targets")


@pytest.fixture
def planted(tmp_path: Path) -> Planted:
    return plant(tmp_path / "t")


@pytest.fixture
def luminos(tmp_path: Path, prefect_url: str, planted: Planted) -> Command:
    extra = {"PREFECT_API_URL": prefect_url, ENVIRONMENT: planted.own}
    return Command(tmp_path / "store", extra, prepared=True)


def test_nothing_that_a_scan_prints_or_writes_has_a_secret(
    luminos: Command, tmp_path: Path, planted: Planted
) -> None:
    page = tmp_path / "map.html"
    for options in (("--depth", "9"), ("--json", "--html", str(page)), ("--count",)):
        done = luminos.run("scan", str(tmp_path / "t"), *options)
        assert done.returncode == 0, done.stderr
        assert_clean(done.stdout + done.stderr, planted.texts + planted.names)
    assert_clean(page.read_text(), planted.texts + planted.names)


def test_nothing_of_an_audit_without_a_model_has_a_secret(
    luminos: Command, tmp_path: Path, planted: Planted
) -> None:
    for options in ((), ("--json", "--fresh")):
        done = luminos.run("audit", str(tmp_path / "t"), *options)
        assert done.returncode == 0, done.stderr
        assert_clean(done.stdout + done.stderr, planted.texts + planted.names)
    assert_store_clean(tmp_path / "store", planted)


def test_nothing_of_an_audit_with_a_model_has_a_secret(
    luminos: Command, tmp_path: Path, planted: Planted
) -> None:
    """The model looks at everything, says what no reader of clean text could, and is refused."""
    with MessagesServer(Indiscreet(planted)) as model:
        own = {"ANTHROPIC_API_KEY": "sk-test", "ANTHROPIC_BASE_URL": model.base_url}
        luminos = replace(luminos, extra={**luminos.extra, **own})
        done = luminos.run("audit", str(tmp_path / "t"), "--yes")
        again = luminos.run("audit", str(tmp_path / "t"), "--json", "--yes")
        sent = [json.dumps(request.json, ensure_ascii=False) for request in model.requests]
    assert len(sent) > 10
    assert "the server said 400" in done.stdout + done.stderr
    for output in (done.stdout, done.stderr, again.stdout, again.stderr, *sent):
        assert_clean(output, planted.texts + planted.names)
    assert_store_clean(tmp_path / "store", planted)
    shown = luminos.run("report", cwd=tmp_path)
    assert_clean(shown.stdout + shown.stderr, planted.texts + planted.names)


class Indiscreet:
    """In each directory it lists, reads and greps all, then flags, notes and submits a secret."""

    def __init__(self, planted: Planted) -> None:
        self._secrets = planted.texts

    def __call__(self, request: Received) -> Answer:
        secret = self._secrets[request.number % len(self._secrets)]
        said = f'The password is "{secret}" and the key password={secret} is bad.'
        if "submit_survey" in request.tools:
            return Failure(400, "invalid_request_error", said)
        if request.turn == 1 and "read_file" in request.tools:
            return reply(text(said), *self._looks(), tool_use("think", {"thought": said}))
        if request.turn == 2 and "flag" in request.tools:
            flag = {"finding": said, "severity": "critical", "quotation": said}
            return reply(tool_use("flag", flag), tool_use("read_file", {"path": f"x/{said}"}))
        return reply(text(said), self._submission(request, said))

    def _looks(self) -> Iterator[Block]:
        for argv in (["grep", "-rn", "", "."], ["ls", "-la", "."], ["find", "."], ["head", ".env"]):
            yield tool_use("run_command", {"argv": argv})
        for path in (".", "src", "docs"):
            yield tool_use("list_directory", {"path": path})
        for path in (".env", ".docker/config.json", ".git/config", "src/uses.py", "vault.yml"):
            yield tool_use("read_file", {"path": path})

    def _submission(self, request: Received, said: str) -> Block:
        tool = next(each for each in request.json["tools"] if each["name"].startswith("submit"))
        schema = tool["input_schema"]
        given: dict[str, Any] = least(schema, schema.get("$defs", {}))
        return tool_use(tool["name"], _with_words(given, said))


def _with_words(value: Any, said: str) -> Any:
    if isinstance(value, dict):
        return {name: _with_words(each, said) for name, each in value.items()}
    return said if isinstance(value, str) and " " in value else value


def assert_clean(output: str, secrets: list[str]) -> None:
    assert output
    found = [secret for secret in secrets if secret in output]
    places = [output.index(secret) for secret in found]
    assert not found, [output[max(place - 60, 0) : place + 30] for place in places]


def assert_store_clean(store: Path, planted: Planted) -> None:
    files = [file for file in store.rglob("*") if file.is_file() and "server" not in file.parts]
    assert {"report.json", "report.md", "flags.jsonl"} <= {file.name for file in files}
    for file in files:
        internal = file.relative_to(store).parts[0] in INTERNAL
        secrets = {*planted.texts, *planted.names} - set(planted.names if internal else ())
        content = file.read_bytes().decode("utf-8", "replace")
        found = [secret for secret in secrets if secret in content]
        assert not found, (file, [content[content.index(s) - 60 :][:90] for s in found])
