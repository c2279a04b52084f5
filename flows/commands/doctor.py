"""`luminos doctor`: what an audit would use, and what is in its way."""

import platform
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from urllib.parse import urlsplit

from rich.console import Console
from rich.text import Text

from luminos_core import __version__
from luminos_core.errors import LuminosError, SettingsError
from luminos_core.llm.pricing import read_price_book
from luminos_core.records.conversation import Usage
from luminos_core.records.cost import Pass
from luminos_core.records.request import AuditRequest
from luminos_core.records.settings import Settings
from luminos_core.scan.classify.mime import libmagic_problem
from luminos_core.settings import read_settings
from luminos_core.store.layout import Store
from luminos_core.store.run_folder import REPORT
from luminos_core.text.escape import one_line
from tasks.models import ChosenModel, build_model, chosen_model

_PACKAGES = ("prefect", "anthropic", "python-magic", "pydantic")
_LOOPBACK = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True)
class Finding:
    """One line. `problem` says what to do; "" when all is well."""

    subject: str
    found: str
    problem: str = ""


def examine() -> int:
    """Print every finding; 2 when one is a problem."""
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
    yield _model(settings)
    yield from _prices(settings)
    yield _server(settings)
    yield _store(Store(settings.store))


def _model(settings: Settings) -> Finding:
    if settings.anthropic_api_key is None:
        return Finding("model", "static: ANTHROPIC_API_KEY is not set, so no model is used")
    passes = [f"{name} {chosen.label}" for name, chosen in _chosen(settings)]
    if settings.fallback_model:
        passes.append(f"after a refusal {settings.fallback_model}")
    return Finding("model", f"anthropic: {', '.join(passes)}")


def _chosen(settings: Settings) -> Iterator[tuple[Pass, ChosenModel]]:
    model = build_model(AuditRequest(target="."), settings)
    for name in Pass:
        yield name, chosen_model(model, settings, name)


def _prices(settings: Settings) -> Iterator[Finding]:
    """Nothing when no model is used, which costs nothing."""
    if settings.anthropic_api_key is None:
        return
    try:
        prices = read_price_book(settings.prices)
    except SettingsError as error:
        yield Finding("prices", "", str(error))
        return
    models = [chosen.id for _, chosen in _chosen(settings)]
    if settings.fallback_model:
        models.append(settings.fallback_model)
    now = datetime.now(UTC)
    unknown = sorted(each for each in {*models} if prices.usd(each, Usage(input=1), now) is None)
    told = f"unknown of {', '.join(unknown)}: name a file with them in LUMINOS_PRICES"
    yield Finding("prices", told if unknown else "known of every model")


def _server(settings: Settings) -> Finding:
    url = settings.prefect_api_url
    if not url:
        return Finding("server", "a local one for each audit: PREFECT_API_URL is not set")
    if urlsplit(url).hostname in _LOOPBACK or settings.prefect_api_is_guarded:
        return Finding("server", url)
    return Finding(
        "server",
        url,
        f"{url} is not on this machine and no PREFECT_API_AUTH_STRING or PREFECT_API_KEY is set: "
        "whoever can connect sees every run; set PREFECT_SERVER_API_AUTH_STRING on the server",
    )


def _store(store: Store) -> Finding:
    try:
        store.signed_results().write("probe", b"")
        runs = len(list(store.runs_path.glob(f"*/{REPORT}")))
    except LuminosError as error:
        return Finding("store", str(store.path), str(error))
    return Finding("store", f"{store.path}, {runs} stored runs")
