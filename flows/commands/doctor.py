"""`luminos doctor`: what an audit would use, and what is in its way."""

import os
import platform
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from urllib.parse import urlsplit

import click
from rich.console import Console
from rich.text import Text

from flows.local_run import prepare_prefect
from flows.server_check import is_open, server_problem, shown, unused_server
from luminos_core import __version__
from luminos_core.agents.passes.registry import PASSES
from luminos_core.errors import LuminosError, SettingsError
from luminos_core.external.find import find_tool
from luminos_core.external.registry import TOOLS, chosen_tools
from luminos_core.llm.anthropic.network_options import network_problem
from luminos_core.llm.pricing import read_price_book
from luminos_core.llm.providers import PROVIDERS, build_model, choose_model, provider_name
from luminos_core.records.conversation import Usage
from luminos_core.records.request import AuditRequest
from luminos_core.records.setting_names import tier_variable
from luminos_core.records.settings import Settings
from luminos_core.scan.classify.mime import libmagic_problem
from luminos_core.settings import (
    network_variables,
    read_network,
    read_settings,
    temporary_parent,
)
from luminos_core.store.layout import Store
from luminos_core.store.lock import try_lock
from luminos_core.store.run_folder import REPORT
from luminos_core.text import formats
from luminos_core.text.escape import one_line

_PACKAGES = ("prefect", "anthropic", "python-magic", "pydantic")
_NOWHERE = Path("/nonexistent")  # no target
_LOOPBACK = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True)
class Finding:
    """One line. `problem` says what to do; "" when all is well."""

    subject: str
    found: str
    problem: str = ""


@click.command()
def doctor() -> int:
    """Say what is installed, which model and server an audit would use, and where results are
    stored.

    Exit code 0: an audit can run; 2: something is in its way.
    """
    findings = list(_findings(read_settings()))
    console = Console()
    for finding in findings:
        sign = Text("!!", "bold red") if finding.problem else Text("ok", "green")
        text = finding.problem or finding.found
        console.print(sign, Text(f" {finding.subject:<12}{one_line(text)}"), soft_wrap=True)
    return 2 if any(finding.problem for finding in findings) else 0


def _findings(settings: Settings) -> Iterator[Finding]:
    yield Finding("luminos", f"{__version__} on Python {platform.python_version()}")
    yield Finding("packages", ", ".join(f"{name} {version(name)}" for name in _PACKAGES))
    yield Finding("libmagic", "loaded", libmagic_problem() or "")
    yield from _model(settings)
    store = Store(settings.store)
    yield _server(settings, store)
    yield _store(store)
    yield _temporary()
    yield from _tools(settings)


def _model(settings: Settings) -> Iterator[Finding]:
    """The model of each pass, and whether their prices are known."""
    provider = provider_name(AuditRequest(target="."), settings)
    if provider is None:
        keys = " or ".join(f"{name.upper()}_API_KEY" for name in PROVIDERS)
        yield Finding("model", f"static: no {keys} is set, so no model is used")
        return
    build_model(AuditRequest(target="."), settings)
    chosen = {step.name: choose_model(settings, step.name, step.tier) for step in PASSES}
    models = [f"{name} {model.label}" for name, model in chosen.items()]
    if settings.fallback_model:
        models.append(f"after a refusal {settings.fallback_model}")
    yield Finding("model", f"{provider}: {', '.join(models)}")
    yield from _tiers(settings)
    yield _network(settings, provider)
    yield _prices(settings, provider, {*(model.id for model in chosen.values())})


def _tiers(settings: Settings) -> Iterator[Finding]:
    for name in settings.pass_tiers.keys() - {step.name for step in PASSES}:
        known = ", ".join(tier_variable(step.name) for step in PASSES)
        problem = f"{tier_variable(name)} names no pass; there are: {known}"
        yield Finding("tiers", "", problem)


def _prices(settings: Settings, provider: str, models: set[str]) -> Finding:
    try:
        prices = read_price_book(settings.prices, provider)
    except SettingsError as error:
        return Finding("prices", "", str(error))
    if settings.fallback_model:
        models.add(settings.fallback_model)
    now = datetime.now(UTC)
    unknown = sorted(each for each in models if prices.usd(each, Usage(input=1), now) is None)
    text = f"unknown of {', '.join(unknown)}: name a file with them in LUMINOS_PRICES"
    return Finding("prices", text if unknown else "known of every model")


def _server(settings: Settings, store: Store) -> Finding:
    url = settings.prefect_api_url
    if not url:
        text = "a local one for each audit: PREFECT_API_URL is not set"
        return Finding("server", "; ".join(filter(None, (text, unused_server(settings)))))
    try:
        prepare_prefect(store)
    except LuminosError as error:
        return Finding("server", url, str(error))
    problem = server_problem(url)
    if not problem and urlsplit(url).hostname not in _LOOPBACK and is_open(url):
        problem = (
            f"{shown(url)} is not on this machine and asks for no credentials: whoever can "
            "connect sees every run; set PREFECT_SERVER_API_AUTH_STRING on the server, and "
            "PREFECT_API_AUTH_STRING here"
        )
    return Finding("server", shown(url), problem)


def _network(settings: Settings, provider: str) -> Finding:
    """Whether a client can be made with the proxies and certificates that are set."""
    found = settings.providers[provider].network or read_network()
    problem = network_problem(settings.providers[provider].base_url, found)
    names = ", ".join(network_variables()) or "no proxy and no certificates are set"
    return Finding("network", names, problem)


def _tools(settings: Settings) -> Iterator[Finding]:
    """Other programs that look for defects. None of them is needed."""
    try:
        chosen = chosen_tools("auto", settings.tools)
    except SettingsError as error:
        yield Finding("tools", "", f"LUMINOS_TOOLS: {error}")
        return
    for tool in TOOLS:
        found = find_tool(tool, settings, _NOWHERE)
        text = f"not used: {found}" if isinstance(found, str) else str(found.program)
        yield Finding(
            tool.name, text if tool in chosen else "not used: LUMINOS_TOOLS leaves it out"
        )


def _foreign(store: Store) -> str:
    """Files of somebody else in the store, as a run of `sudo luminos` in an older version left."""
    user, found = os.geteuid(), []
    for parent, folders, names in os.walk(store.path):
        paths = (Path(parent, name) for name in (*folders, *names))
        found += [path for path in paths if path.lstat().st_uid != user]
    if not found:
        return ""
    count = formats.pluralize(len(found), "file")
    verb = "is" if len(found) == 1 else "are"
    return (
        f"{count} in the store {store.path} {verb} another user's, such as {found[0]}; run: "
        f"sudo chown -R {user} '{store.path}'"
    )


def _temporary() -> Finding:
    try:
        return Finding("temporary", f"folders are made in {temporary_parent(_NOWHERE)}")
    except SettingsError as error:
        return Finding("temporary", "", str(error))


def _store(store: Store) -> Finding:
    try:
        if foreign := _foreign(store):
            return Finding("store", str(store.path), foreign)
        held = try_lock(store.server_path / "lock")
        if held is not None:
            os.close(held)
        store.signed("results").write("probe", b"")
        runs = len(list(store.runs_path.glob(f"*/{REPORT}")))
    except (LuminosError, OSError) as error:
        return Finding("store", str(store.path), str(error))
    return Finding("store", f"{store.path}, {formats.pluralize(runs, 'stored run')}")
