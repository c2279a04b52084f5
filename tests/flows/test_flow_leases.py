"""The slot of a night that a reboot ended is free for the next, on a server as documented."""

import os
import re
from pathlib import Path
from typing import Any
from uuid import UUID

from flows.local_server import LocalServer
from tests.flows.command import wait_until
from tests.flows.plain_server import plain_server

ROOT = Path(__file__).resolve().parents[2]
RECIPES = (ROOT / "docs" / "operations.md", ROOT / "prefect.yaml")
SOON = {"PREFECT_SERVER_SERVICES_REPOSSESSOR_LOOP_SECONDS": "1"}


def test_a_reboot_during_a_night_does_not_cancel_the_later_ones(
    tmp_path: Path, servers: Path, prefect_url: str
) -> None:
    settings, of_deployments = (_settings(recipe) for recipe in RECIPES)
    assert settings == of_deployments
    home = tmp_path / "home"
    with plain_server(home, servers, settings) as url:
        nightly = _deployed(url)
        assert _begun(url, nightly) == "Pending"
        assert _begun(url, nightly) == "Cancelled"  # while the first has the slot
    _let_leases_expire(home)
    with plain_server(home, servers, {**settings, **SOON}) as url:
        assert wait_until(lambda: _begun(url, nightly) == "Pending")


def test_a_server_of_our_own_keeps_leases_in_its_folder(servers: Path, prefect_url: str) -> None:
    with LocalServer(servers, os.environ) as server:
        server.wait_ready()
        assert _begun(server.url, _deployed(server.url)) == "Pending"
        assert list((server.home / "concurrency_leases").glob("*.json"))


def _settings(recipe: Path) -> dict[str, str]:
    """Those that it gives a server."""
    return dict(re.findall(r"(PREFECT_SERVER_\w+)=(\S+)", recipe.read_text()))


def _deployed(url: str) -> UUID:
    """A deployment with the concurrency limit of `nightly-audit`."""
    from prefect.client.schemas.objects import ConcurrencyLimitConfig, ConcurrencyLimitStrategy

    one = ConcurrencyLimitConfig(limit=1, collision_strategy=ConcurrencyLimitStrategy.CANCEL_NEW)
    with _client(url) as client:
        flow_id = client.create_flow_from_name("audit")
        made: UUID = client.create_deployment(
            flow_id,
            "nightly-audit",
            concurrency_limit=one.limit,
            concurrency_options={"collision_strategy": one.collision_strategy},
        )
    return made


def _begun(url: str, deployment: UUID) -> str:
    """The state of a new run of the deployment when a worker has asked to start it."""
    from prefect.states import Pending

    with _client(url) as client:
        run = client.create_flow_run_from_deployment(deployment)
        state = client.set_flow_run_state(run.id, Pending()).state
    return state.name if state else ""


def _client(url: str) -> Any:
    from prefect.client.orchestration import SyncPrefectClient

    return SyncPrefectClient(url)


def _let_leases_expire(home: Path) -> None:
    """As when the machine was off for longer than a lease lasts."""
    for file in (home / "concurrency_leases").glob("*.json"):
        file.write_text(re.sub(r'": "20\d\d-', '": "2020-', file.read_text()))
