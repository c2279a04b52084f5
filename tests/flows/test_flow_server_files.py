"""Where a local server writes: into its slot, and nowhere that the slot leads to."""

import os
from pathlib import Path

import pytest

from flows import local_server
from flows.local_server import LocalServer
from luminos_core.errors import StoreError
from tests.fakes.irregular import MAKERS
from tests.flows.command import command


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("name", ["server.log", "lock"])
def test_a_local_server_writes_into_regular_files_alone(
    tmp_path: Path, kind: str, name: str
) -> None:
    (tmp_path / "0").mkdir()
    MAKERS[kind](tmp_path / "0" / name)
    with pytest.raises(StoreError, match=f"{name}: it is"):
        LocalServer(tmp_path, {})


@pytest.mark.parametrize("kind", MAKERS)
def test_the_database_that_servers_begin_with_is_a_regular_file(tmp_path: Path, kind: str) -> None:
    MAKERS[kind](tmp_path / "empty.db")
    with pytest.raises(StoreError, match=r"empty\.db: it is"):
        local_server._copy_database(tmp_path / "prefect.db", tmp_path / "empty.db")
    assert not (tmp_path / "prefect.db").exists()


def test_the_temporary_files_of_a_local_server_are_in_its_slot(tmp_path: Path) -> None:
    environment = {**os.environ, "TMPDIR": "/target", "SQLITE_TMPDIR": "/target"}
    with LocalServer(tmp_path, environment) as server:
        assert server.url  # it has started
        started = Path(f"/proc/{server._process.pid}/environ").read_bytes().split(b"\0")
    slot = os.fsencode(tmp_path / "0")
    assert {b"TMPDIR=" + slot, b"SQLITE_TMPDIR=" + slot} <= set(started)


def test_a_slot_that_leads_into_a_target_is_refused(tmp_path: Path) -> None:
    target, servers = tmp_path / "code", tmp_path / "server"
    target.mkdir()
    servers.mkdir()
    (servers / "0").symlink_to(target)
    with pytest.raises(StoreError, match="is a link"):
        LocalServer(servers, {})
    assert list(target.iterdir()) == []


_RUNS_CODE = """\
version: 1
formatters:
  evil:
    (): os.mkdir
    path: {canary}
"""
_SETTINGS = {
    "logging.yml": _RUNS_CODE,
    "log.yml": _RUNS_CODE,
    "profiles.toml": "active = 'p'\n[profiles.p]\nPREFECT_LOGGING_CONFIG_PATH = '{home}/log.yml'\n",
    ".env": "PREFECT_LOGGING_CONFIG_PATH={home}/log.yml\n",
    "prefect.toml": '[logging]\nconfig_path = "{home}/log.yml"\n',
    "pyproject.toml": '[tool.prefect.logging]\nconfig_path = "{home}/log.yml"\n',
}


def test_no_file_in_the_store_sets_something_in_prefect(
    tmp_path: Path, servers: Path, target: Path
) -> None:
    """Neither in the server nor in the flow, which also are not at work in a folder of these."""
    luminos = command(tmp_path / "store", servers)
    home, canary = luminos.store / "server" / "0", luminos.store / "canary"
    home.mkdir(parents=True, mode=0o700)
    for folder in (luminos.store, luminos.store / "server", home):
        folder.chmod(0o700)
        for file, text in _SETTINGS.items():
            (folder / file).write_text(text.format(home=home, canary=canary))
    assert luminos.audit(target).status == "complete"
    assert not canary.exists()
