"""The command on machines that are set up unlike ours: it works, or says why not in one line."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fakes.messages_server import MessagesServer, submits_at_once
from tests.flows.command import Command, command

UNUSABLE = {
    "ALL_PROXY": "socks5://user:of-the-proxy@127.0.0.1:9",
    "HTTP_PROXY": "ftp://[::1",
    "https_proxy": "http://[fe80::1%eth0]:port",
    "NO_PROXY": "[::1],*.example",
    "SSL_CERT_FILE": "/nonesuch.pem",
    "SSL_CERT_DIR": "/nonesuch",
    "SSLKEYLOGFILE": "/nonesuch/keys",
    "TERM": "dumb",
    "LC_ALL": "C",
    "PYTHONUTF8": "0",
    "PYTHONCOERCECLOCALE": "0",
}
NOBODY = """
import pwd
def missing(_):
    raise KeyError
pwd.getpwuid = pwd.getpwnam = missing
from flows.cli import main
main()
"""
CURIOUS = "a b%20c?mode=memory#d$HOME'é"


def test_an_offline_audit_needs_no_proxy_no_certificate_no_home_and_no_plain_path(
    tmp_path: Path, servers: Path, prefect_url: str, target: Path
) -> None:
    (target / "größe.md").write_text("# Größe\n", "utf-8")
    luminos = command(tmp_path / CURIOUS, servers)
    environment = {**luminos.environment, **UNUSABLE}
    for name in ("HOME", "USER", "LOGNAME", "TMPDIR", "XDG_DATA_HOME"):
        environment.pop(name, None)
    done = subprocess.run(
        [sys.executable, "-c", NOBODY, "audit", str(target), "--model", "static", "--json"],
        env=environment,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, b"Traceback" in done.stderr) == (0, False), done.stderr
    assert "größe.md" in done.stdout.decode("utf-8")
    (slot,) = (tmp_path / CURIOUS / "server").glob("0/prefect.db")
    assert slot.stat().st_size
    assert {each.name for each in tmp_path.iterdir()} == {"sample", CURIOUS}


def test_a_model_is_asked_through_the_proxy_that_is_set(
    tmp_path: Path, servers: Path, prefect_url: str, target: Path
) -> None:
    with MessagesServer(submits_at_once) as proxy:
        luminos = command(tmp_path / "store", servers, proxy)
        beyond = {"ANTHROPIC_BASE_URL": "http://api.example.test", "HTTP_PROXY": proxy.base_url}
        beyond["NO_PROXY"] = "elsewhere.test"
        given = {**luminos.extra, **beyond}
        report = Command(luminos.store, given, prepared=True).audit(target, "--yes")
    assert report.status == "complete"


def test_certificates_that_cannot_be_read_are_named_where_a_model_needs_them(
    tmp_path: Path, servers: Path, prefect_url: str, target: Path
) -> None:
    with MessagesServer(submits_at_once) as model:
        luminos = command(tmp_path / "store", servers, model)
        given = {**luminos.extra, "SSL_CERT_FILE": "/nonesuch.pem"}
        done = Command(luminos.store, given, prepared=True).run("audit", str(target), "--yes")
    assert done.returncode == 2
    assert "SSL_CERT_FILE" in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ALL_PROXY", "socks5://127.0.0.1:9"),
        ("HTTPS_PROXY", "ftp://127.0.0.1:9"),
        ("SSL_CERT_FILE", "/nonesuch.pem"),
    ],
)
def test_doctor_finds_a_network_that_cannot_be_used(tmp_path: Path, name: str, value: str) -> None:
    given = {"ANTHROPIC_API_KEY": "k", name: value}
    done = Command(tmp_path / "store", given, prepared=True).run("doctor")
    assert done.returncode == 2
    (line,) = [line for line in done.stdout.splitlines() if line.startswith("!!")]
    assert line.startswith("!!  network")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_doctor_finds_files_of_another_user(tmp_path: Path) -> None:
    luminos = Command(tmp_path / "store")
    luminos.run("doctor")
    os.chown(tmp_path / "store" / "results" / "probe", 12345, 12345)
    done = luminos.run("doctor")
    assert done.returncode == 2
    assert "results/probe; run: sudo chown -R" in done.stdout
