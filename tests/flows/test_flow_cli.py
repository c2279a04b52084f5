"""The command line: help, mistakes, and stored reports."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from luminos_core.records.report import AuditReport
from tests.fakes.trees import PROJECT, make_tree
from tests.flows.command import Command

SLOW = {"prefect", "anthropic", "genai_prices", "tree_sitter", "magic", "httpx", "httpx2", "jinja2"}


def test_help_has_examples_and_imports_nothing_slow(luminos: Command) -> None:
    text, modules = _modules_of(luminos, "audit", "--help")
    assert "luminos audit ." in text
    assert "--fresh" in text
    assert not SLOW & modules


def test_a_scan_imports_nothing_that_it_does_without(luminos: Command, target: Path) -> None:
    _, modules = _modules_of(luminos, "scan", str(target))
    assert not {"prefect", "anthropic", "pydantic", "jinja2", "typing_extensions"} & modules


def _modules_of(luminos: Command, *arguments: str) -> tuple[str, set[str]]:
    """What the command prints, and the modules it has imported in the end."""
    code = (
        f"import sys; sys.argv = ['luminos', *{arguments!r}]\n"
        "from flows.cli import main\n"
        "try: main()\n"
        "finally: print('MODULES', *sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=luminos.environment,
        capture_output=True,
        text=True,
        check=True,
    )
    text, _, modules = done.stdout.partition("MODULES")
    return text, set(modules.split())


@pytest.mark.parametrize(
    ("arguments", "says", "code"),
    [
        (["audit", "no/such/place"], "no/such/place does not exist", 2),
        (["scan", "no/such/place"], "no/such/place does not exist", 2),
        (["audit", "{file}"], "is a file", 2),
        (["scan", "{empty}"], "nothing to audit", 128),
        (["audit", "{target}", "--colour"], "--colour", 2),
        (["adit"], "adit", 2),
        (["audit", "{target}", "--concurrency", "0"], "concurrency", 2),
        (["audit", "{target}", "--model", "anthropic"], "ANTHROPIC_API_KEY is not set", 2),
        (["report", "no-such-run"], "no run no-such-run is stored", 2),
        (["report"], "no run is stored", 2),
    ],
)
def test_a_mistake_is_reported_in_one_line(
    luminos: Command, target: Path, arguments: list[str], says: str, code: int
) -> None:
    empty = target.with_name("empty")
    empty.mkdir()
    places = {"target": target, "file": target / "README.md", "empty": empty}
    done = luminos.run(*(argument.format(**places) for argument in arguments))
    assert done.returncode == code
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("luminos: ")
    assert says in line


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_target_without_permission_is_reported_in_one_line(
    luminos: Command, target: Path
) -> None:
    target.chmod(0)
    done = luminos.run("scan", str(target))
    target.chmod(0o700)
    assert done.returncode == 2
    assert "no permission" in done.stderr


def test_an_empty_directory_ends_an_audit_with_128(tmp_path: Path, prefect_url: str) -> None:
    (tmp_path / "empty").mkdir()
    luminos = Command(tmp_path / "store", {"PREFECT_API_URL": prefect_url}, prepared=True)
    done = luminos.run("audit", str(tmp_path / "empty"))
    assert done.returncode == 128
    assert done.stderr.splitlines()[-1].startswith("luminos: ")
    assert "Traceback" not in done.stderr


def test_a_refused_key_ends_an_audit_in_one_line(
    tmp_path: Path, prefect_url: str, target: Path
) -> None:
    from tests.fakes.messages_server import Failure, MessagesServer

    def refused(request: object) -> Failure:
        return Failure(401, "authentication_error", "invalid x-api-key")

    with MessagesServer(refused) as model:
        settings = {"ANTHROPIC_API_KEY": "sk-test", "ANTHROPIC_BASE_URL": model.base_url}
        given = {"PREFECT_API_URL": prefect_url, **settings}
        luminos = Command(tmp_path / "store", given, prepared=True)
        done = luminos.run("audit", str(target))
    assert done.returncode == 2
    assert "ANTHROPIC_API_KEY" in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr
    assert "sk-test" not in done.stderr


@pytest.mark.parametrize(
    ("name", "value", "advice"),
    [
        ("ALL_PROXY", "socks5://user:of-the-proxy@127.0.0.1:9", "socksio"),
        ("HTTPS_PROXY", "ftp://user:of-the-proxy@127.0.0.1:9", "HTTPS_PROXY"),
        ("SSL_CERT_FILE", "/nonesuch.pem", "SSL_CERT_FILE"),
    ],
)
def test_what_no_http_client_can_be_made_with_is_named_in_one_line(
    tmp_path: Path, target: Path, name: str, value: str, advice: str
) -> None:
    given = {name: value, "PREFECT_API_URL": "http://127.0.0.1:9/api"}
    done = Command(tmp_path / "store", given).run("audit", str(target))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert advice in done.stderr
    assert "of-the-proxy" not in done.stderr


def test_an_api_that_does_not_answer_is_reported_in_one_line(tmp_path: Path, target: Path) -> None:
    given = {"PREFECT_API_URL": "http://127.0.0.1:9/api"}
    luminos = Command(tmp_path / "store", given, prepared=True)
    done = luminos.run("audit", str(target))
    assert done.returncode == 2
    assert done.stderr == (
        "luminos: no Prefect server answers at PREFECT_API_URL=http://127.0.0.1:9/api; "
        "start it, or unset PREFECT_API_URL to use a local one\n"
    )


def test_a_store_inside_the_target_is_refused(target: Path) -> None:
    done = Command(target / "store").run("audit", str(target))
    assert done.returncode == 2
    assert "lies inside the target" in done.stderr
    assert not (target / "store").exists()


def test_a_stored_report_is_printed_again(tmp_path: Path, prefect_url: str, target: Path) -> None:
    luminos = Command(tmp_path / "store", {"PREFECT_API_URL": prefect_url}, prepared=True)
    printed = luminos.run("audit", str(target))
    assert printed.returncode == 0
    again = luminos.run("report")
    assert again.stdout == printed.stdout
    as_json = luminos.run("report", "--json")
    report = AuditReport.model_validate_json(as_json.stdout)
    assert luminos.run("report", report.run_id[:8], "--markdown").stdout.startswith("#")
    assert report.run_id[:8] in luminos.run("report", "--list").stdout


def test_a_scan_as_json_names_every_file(luminos: Command, target: Path) -> None:
    scanned = json.loads(luminos.run("scan", str(target), "--json").stdout)
    found = {file["path"] for each in scanned["directories"] for file in each["files"]}
    assert found == set(PROJECT)


def test_a_scan_splits_lines_when_asked(luminos: Command, tmp_path: Path) -> None:
    files = {"a.py": "# c\n\nx = 1\ny = 2\n", "README.md": "text\n\n"}
    target = make_tree(tmp_path / "sample", files)
    scanned = json.loads(luminos.run("scan", str(target), "--count", "--json").stdout)
    python, markdown = scanned["languages"]
    assert [python[name] for name in ("lines", "code", "comments", "blanks")] == [4, 2, 1, 1]
    assert [markdown[name] for name in ("lines", "code", "comments", "blanks")] == [2] + [None] * 3
    shown = luminos.run("scan", str(target), "--count").stdout
    rows = [line.split() for line in shown.splitlines()]
    assert ["Python", "4", "2", "1", "1", "1"] in rows
    assert ["Markdown", "2", "-", "-", "-", "1"] in rows
    assert "2 lines are prose, or in a language that the counter does not know" in shown
    assert "comments" not in luminos.run("scan", str(target)).stdout


def test_doctor_says_what_an_audit_would_use(luminos: Command) -> None:
    done = luminos.run("doctor")
    assert done.returncode == 0, done.stdout
    assert "static" in done.stdout
    assert str(luminos.store) in done.stdout.replace("\n", "")


def test_doctor_names_the_model_of_each_pass_and_those_of_unknown_price(tmp_path: Path) -> None:
    settings = {
        "ANTHROPIC_API_KEY": "sk-test",
        "LUMINOS_PLANNING_EFFORT": "high",
        "LUMINOS_FALLBACK_MODEL": "claude-nonesuch",
    }
    printed = " ".join(Command(tmp_path / "store", settings).run("doctor").stdout.split())
    assert "plan claude-opus-5-5 at high effort" in printed
    assert "after a refusal claude-nonesuch" in printed
    assert "unknown of claude-nonesuch: name a file with them in LUMINOS_PRICES" in printed


def test_doctor_names_a_store_that_others_can_write_to(luminos: Command) -> None:
    luminos.store.mkdir()
    luminos.store.chmod(0o777)
    done = luminos.run("doctor")
    assert done.returncode == 2
    printed = " ".join(done.stdout.split())
    assert "can be written by others, who could decide what is trusted" in printed
    assert f"run: chmod go-w '{luminos.store}'" in printed
