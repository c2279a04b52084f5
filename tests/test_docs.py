"""README and docs against the code: what they name exists, and what exists is named."""

import re
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path

import click
import pytest
from pydantic import BaseModel

from flows.cli import COMMANDS, app
from luminos_core.agents.passes.registry import PASSES
from luminos_core.records.cost import LedgerLine
from luminos_core.records.event import ToolCalled
from luminos_core.records.flag import Flag
from luminos_core.records.outcome import DirectoryOutcome, NotableFile, ReportedFile, SelfRating
from luminos_core.records.plan import Plan
from luminos_core.records.plan_evaluation import DirectoryEvaluation, PlanEvaluation
from luminos_core.records.report import AuditReport, Cost, PassModel
from luminos_core.records.request import AuditRequest
from luminos_core.records.requirement import RequirementStatus
from luminos_core.records.setting_names import tier_variable
from luminos_core.settings import (
    build_server,
    has_display,
    prefect_home,
    read_settings,
    temporary_parent,
    wants_colour,
)
from luminos_core.store import run_folder

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
DOCS = sorted((ROOT / "docs").glob("*.md"))
SETTINGS = (ROOT / "docs/settings.md").read_text()
OPERATIONS = (ROOT / "docs/operations.md").read_text()
FORMATS = (ROOT / "docs/formats.md").read_text()
TIERS = {tier_variable(step.name): step.tier.value for step in PASSES}


class Environment(Mapping[str, str]):
    """An environment with nothing but keys, which records the variables that are read."""

    def __init__(self) -> None:
        self.read: set[str] = set()

    def __getitem__(self, name: str) -> str:
        self.read.add(name)
        if not name.endswith("_API_KEY"):
            raise KeyError(name)
        return "sk-test"

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


def documented_variables() -> dict[str, str]:
    """Each variable in a table of settings.md, and its default; "" for none."""
    return dict(re.findall(r"^\| `([A-Z_]+)` \| (?:`([^`]+)`)?", SETTINGS, re.MULTILINE))


def test_the_variables_that_are_read_are_the_documented_ones() -> None:
    environment = Environment()
    read_settings(environment)
    wants_colour(environment)
    build_server(environment)
    has_display(environment)
    prefect_home(environment)
    temporary_parent(ROOT, environment)
    assert environment.read | TIERS.keys() == documented_variables().keys()


@pytest.mark.parametrize("variable", sorted(documented_variables().keys() - TIERS.keys()))
def test_a_documented_default_applies_without_the_variable(variable: str) -> None:
    if default := documented_variables()[variable]:
        assert read_settings({variable: default}) == read_settings({})


def test_the_documented_tiers_are_those_of_the_passes_and_can_be_set() -> None:
    documented = {name: documented_variables()[name] for name in TIERS}
    assert documented == TIERS
    settings = read_settings(documented)
    assert settings.pass_tiers == {step.name: step.tier for step in PASSES}
    assert settings == read_settings({}).model_copy(update={"pass_tiers": settings.pass_tiers})


def anchors(page: Path) -> set[str]:
    """Those that GitHub gives to a page's headings."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", [ROOT / "README.md", *DOCS], ids=lambda page: page.name)
def test_every_link_within_the_repository_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]*)#?([^)]*)\)", page.read_text())
    for path, anchor in links:
        target = page.parent / path if path else page
        assert target.exists(), path
        assert not anchor or anchor in anchors(target), f"{path}#{anchor}"


def test_every_page_is_linked_from_the_readme() -> None:
    assert [page.name for page in DOCS if f"](docs/{page.name})" not in README] == []


def test_the_readme_is_a_screen_and_a_half() -> None:
    assert len(README.splitlines()) <= 100


def test_the_commands_in_the_readme_are_those_of_the_program() -> None:
    named = re.findall(r"^\| `luminos (\w+)", README, re.MULTILINE)
    assert sorted(named) == sorted(COMMANDS)


def command(name: str) -> click.Command:
    found = app.get_command(click.Context(app), name)
    assert found is not None
    return found


def command_lines() -> list[str]:
    """The lines in README and docs that call `luminos`, without what they redirect."""
    text = "\n".join([README, *(page.read_text() for page in DOCS)])
    lines = re.findall(r"^(?:\.venv/bin/)?luminos ([^>\n]+)", text, re.MULTILINE)
    return sorted(set(lines))


@pytest.mark.parametrize("line", command_lines())
def test_every_command_line_is_accepted(line: str) -> None:
    name, *arguments = shlex.split(line, comments=True)
    command(name).make_context(name, arguments)


def test_every_option_of_an_audit_is_in_the_readme() -> None:
    spellings = [parameter.opts for parameter in command("audit").params]
    options = [spelling for spelling in spellings if spelling[0].startswith("-")]
    assert [each for each in options if not any(f"`{name}" in README for name in each)] == []


@pytest.mark.parametrize(
    "record",
    [
        AuditReport,
        DirectoryOutcome,
        ReportedFile,
        SelfRating,
        NotableFile,
        PassModel,
        Cost,
        Flag,
        RequirementStatus,
        ToolCalled,
        LedgerLine,
        Plan,
        PlanEvaluation,
        DirectoryEvaluation,
    ],
)
def test_every_field_of_a_runs_files_is_documented(record: type[BaseModel]) -> None:
    assert [name for name in record.model_fields if f"`{name}`" not in FORMATS] == []


def test_every_file_of_a_run_is_documented() -> None:
    names = [value for name, value in vars(run_folder).items() if name.isupper()]
    assert names
    assert [name for name in names if f"`{name}`" not in FORMATS] == []


def test_every_field_of_a_request_is_documented() -> None:
    assert [name for name in AuditRequest.model_fields if f"`{name}`" not in OPERATIONS] == []
