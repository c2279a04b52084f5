"""A Prefect server that is not of Luminos's making: with Prefect's defaults, a UI and a database
that stays."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from flows.local_server import answers
from tests.flows.command import wait_until

# Both take seconds, and the copied database has been through them.
_QUICK = {
    "PREFECT_API_BLOCKS_REGISTER_ON_START": "false",
    "PREFECT_API_DATABASE_MIGRATE_ON_START": "false",
    "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
}


@contextmanager
def plain_server(home: Path, servers: Path, settings: Mapping[str, str]) -> Iterator[str]:
    """The API's address. `home` is its PREFECT_HOME, and begins with the database of `servers`; the
    server is killed on leaving, as by a reboot."""
    if not home.exists():
        home.mkdir()
        (empty,) = servers.glob("empty-*.db")
        shutil.copyfile(empty, home / "prefect.db")
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PREFECT_")}
    process = subprocess.Popen(
        [sys.executable, "-P", str(Path(__file__).with_name("full_server.py"))],
        env={**kept, **_QUICK, **settings, "PREFECT_HOME": str(home)},
        cwd=home,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert process.stdout
    try:
        url = f"http://127.0.0.1:{int(process.stdout.readline())}/api"
        assert wait_until(lambda: answers(url))
        yield url
    finally:
        process.kill()
        process.communicate()
