"""`luminos setup`: what a Prefect server needs so that scheduled audits take care of themselves."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from flows.local_run import prepare_prefect
from flows.server_check import server_problem, shown
from luminos_core.errors import SettingsError
from luminos_core.settings import read_settings
from luminos_core.store.layout import Store
from luminos_core.text.escape import one_line

if TYPE_CHECKING:  # Prefect is imported after its settings are in place
    from prefect.automations import AutomationCore
    from prefect.client.orchestration import SyncPrefectClient
    from prefect.client.schemas.objects import BlockDocument
    from prefect.events.schemas.automations import Automation

_FLOW = "audit"


@dataclass(frozen=True)
class _Change:
    """What is to be done about one automation; nothing, if the server has it as it is wanted."""

    wanted: "AutomationCore"
    existing: "Automation | None"

    @property
    def verb(self) -> str:
        if self.existing is None:
            return "make"
        return "keep" if _is_same(self.wanted, self.existing) else "change"

    def apply(self, client: "SyncPrefectClient") -> None:
        if self.existing is None:
            client.create_automation(self.wanted)
        elif self.verb == "change":
            kept = self.wanted.model_copy(update={"enabled": self.existing.enabled})
            client.update_automation(self.existing.id, kept)


@click.command()
@click.option(
    "--notify",
    metavar="TYPE/NAME",
    help="The notification block that is told of failed and incomplete runs.",
)
@click.option("-y", "--yes", is_flag=True, help="Go on without asking.")
def setup(notify: str | None, yes: bool) -> int:
    """Make automations on the Prefect server that PREFECT_API_URL names: an audit that was killed
    becomes Crashed, one that hangs while it is cancelled becomes Cancelled, and a notification
    block is told of failed and incomplete runs.

    Shows first what it does, and asks. It can be repeated: what is there already is kept.

    \b
    Example:
      luminos setup --notify slack-webhook/nightly --yes
    """
    url = _server()
    from prefect.client.orchestration import get_client

    from flows.automations import BAD_RUNS

    with get_client(sync_client=True) as client:
        changes = [_Change(each, _named(client, each.name)) for each in _wanted(client, notify)]
        _show(url, changes)
        if notify is None and not _named(client, BAD_RUNS):
            _say(f"  no notification: name a block with --notify; {_blocks(client)}")
        if all(change.verb == "keep" for change in changes):
            _say("nothing to do")
            return 0
        if not (yes or _confirmed()):
            _say("nothing was changed")
            return 2
        for change in changes:
            change.apply(client)
    return 0


def _server() -> str:
    """Its address; SettingsError when there is none, or it cannot be used."""
    settings = read_settings()
    if not settings.prefect_api_url:
        raise SettingsError(
            "PREFECT_API_URL is not set: a local server is there for one audit only, and needs no "
            "automations"
        )
    prepare_prefect(Store(settings.store))
    if problem := server_problem(settings.prefect_api_url):
        raise SettingsError(problem)
    return settings.prefect_api_url


def _wanted(client: "SyncPrefectClient", notify: str | None) -> Iterator["AutomationCore"]:
    from flows.automations import bad_runs, cancelled_runs, killed_runs

    flow = client.create_flow_from_name(_FLOW)  # or the one that is there
    yield killed_runs(flow, _heartbeat())
    yield cancelled_runs(flow)
    if notify is not None:
        yield bad_runs(flow, _block(client, notify).id, notify)


def _heartbeat() -> int:
    """Seconds between two of a run's, as it is set here. A worker has to have the same."""
    from prefect.settings import get_current_settings

    seconds = get_current_settings().flows.heartbeat_frequency
    if seconds is None:
        raise SettingsError(
            "PREFECT_FLOWS_HEARTBEAT_FREQUENCY turns heartbeats off, and without them nobody can "
            "tell that a run was killed; set it to 30 seconds or more, for workers too"
        )
    return seconds


def _block(client: "SyncPrefectClient", named: str) -> "BlockDocument":
    from prefect.exceptions import ObjectNotFound

    slug, _, name = named.partition("/")
    try:
        block = client.read_block_document_by_name(name, slug, include_secrets=False)
    except ObjectNotFound:
        raise SettingsError(f"there is no block {one_line(named)}; {_blocks(client)}") from None
    if not _notifies(block):
        raise SettingsError(f"{one_line(named)} is no notification block; {_blocks(client)}")
    return block


def _blocks(client: "SyncPrefectClient") -> str:
    """Which notification blocks there are, and how one is made."""
    found = filter(_notifies, client.read_block_documents(include_secrets=False))
    names = [f"{block.block_type.slug}/{block.name}" for block in found if block.block_type]
    there = f"there are: {', '.join(map(one_line, names))}" if names else "there is none yet"
    return f"{there}; one is made on the page Blocks of the server"


def _notifies(block: "BlockDocument") -> bool:
    return block.block_schema is not None and "notify" in block.block_schema.capabilities


def _named(client: "SyncPrefectClient", name: str) -> "Automation | None":
    return next(iter(client.read_automations_by_name(name)), None)


def _is_same(wanted: "AutomationCore", existing: "Automation") -> bool:
    fields = {"name", "description", "trigger", "actions"}
    return wanted.model_dump(include=fields) == existing.model_dump(include=fields)


def _show(url: str, changes: list[_Change]) -> None:
    _say(f"automations on {shown(url)}:")
    for change in changes:
        _say(f"  {change.verb} {change.wanted.name}. {change.wanted.description}")
    _say(
        f"  a heartbeat is expected every {_heartbeat()} s: with a slower "
        "PREFECT_FLOWS_HEARTBEAT_FREQUENCY for a worker or luminos audit, its runs count as killed"
    )


def _confirmed() -> bool:
    if not sys.stdin.isatty():
        raise SettingsError("nobody can be asked, without a terminal: allow it with --yes")
    return click.confirm("Go on?", err=True)


def _say(text: str) -> None:
    indent = "  " if text.startswith(" ") else ""
    click.echo(f"{indent}{one_line(text)}")
