"""The recipe for GitHub Actions: valid, without what zizmor warns of, and run for two nights."""

import json
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.build_server import obeyed
from tests.flows.recipes import CONCERN, Machine, machine, recipe, workflow

FILE = ".github/workflows/luminos.yml"
STEPS = workflow(recipe(FILE))["jobs"]["audit"]["steps"]
STORE = ".local/share/luminos"
SUMMARY, SARIF = "summary.md", "luminos.sarif"


def tool(name: str) -> str:
    return str(Path(sys.executable).with_name(name))


def test_it_is_a_workflow_by_the_schema_and_zizmor_finds_nothing(tmp_path: Path) -> None:
    file = tmp_path / FILE
    file.parent.mkdir(parents=True)
    file.write_text(recipe(FILE))
    schema = ("--builtin-schema", "vendor.github-workflows")
    subprocess.run([tool("check-jsonschema"), *schema, str(file)], check=True)
    strict = ("--offline", "--no-progress", "--persona", "pedantic", "--format", "json")
    found = subprocess.run(
        [tool("zizmor"), *strict, str(file)], capture_output=True, text=True, check=False
    )
    assert json.loads(found.stdout) == [], found.stdout


def test_every_action_is_pinned_by_its_hash() -> None:
    used = re.findall(r"uses: (\S+)(.*)", recipe(FILE))
    assert len(used) == len([step for step in STEPS if "uses" in step]) > 0
    for action, version in used:
        assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", action)
        assert re.fullmatch(r" # v\d+\.\d+\.\d+", version)


def step(name: str) -> dict[str, Any]:
    (found,) = (each for each in STEPS if each.get("name") == name)
    return found


@dataclass(frozen=True)
class Build:
    code: int
    log: str
    summary: str
    sarif: dict[str, Any]


class Runner:
    """Runs the workflow's own commands, in their order, and keeps its cache."""

    def __init__(self, here: Machine) -> None:
        self._here = here
        self._cache = here.folder / "cache"

    def build(self, event: str) -> Build:
        """On a machine without a store but the cache's."""
        store, paths = self._here.home / STORE, self._here.folder / "paths"
        shutil.rmtree(store, ignore_errors=True)
        shutil.rmtree(self._here.folder / "runner", ignore_errors=True)
        (self._here.folder / "runner").mkdir()
        (self._here.folder / SUMMARY).write_text("")
        variables = {
            "GITHUB_ACTIONS": "true",
            "RUNNER_TEMP": str(self._here.folder / "runner"),
            "GITHUB_STEP_SUMMARY": str(self._here.folder / SUMMARY),
            "GITHUB_PATH": str(paths),
        }
        paths.write_text("")
        installed = self._run("Install Luminos", variables)
        assert installed.returncode == 0, installed.stderr
        if self._cache.is_dir():
            shutil.copytree(self._cache, store)
        path = f"{paths.read_text().strip()}:{self._here.environment['PATH']}"
        audit = self._run("Audit", {**variables, "PATH": path})
        if event != "pull_request":
            shutil.rmtree(self._cache, ignore_errors=True)
            shutil.copytree(store, self._cache)
        sarif = self._here.project / SARIF
        text = sarif.read_text()
        sarif.unlink()  # the next build has a checkout of its own
        summary = (self._here.folder / SUMMARY).read_text()
        return Build(audit.returncode, audit.stdout, summary, json.loads(text))

    def _run(self, name: str, variables: dict[str, str]) -> subprocess.CompletedProcess[str]:
        return self._here.shell(step(name)["run"], "-e", **variables)


@pytest.fixture(scope="module")
def builds(tmp_path_factory: pytest.TempPathFactory, prefect_url: str) -> dict[str, Build]:
    here = machine(tmp_path_factory.mktemp("github") / "machine", prefect_url)
    runner, built = Runner(here), {}
    here.write(old=CONCERN)
    built["first"] = runner.build("schedule")
    built["quiet"] = runner.build("schedule")
    here.write(other=CONCERN)
    built["pull request"] = runner.build("pull_request")
    built["pull request again"] = runner.build("pull_request")
    built["merged"] = runner.build("schedule")
    built["after"] = runner.build("schedule")
    return built


def test_the_cache_is_kept_by_nights_alone(builds: dict[str, Build]) -> None:
    assert step("Keep the store")["if"] == (
        "${{ !cancelled() && github.event_name != 'pull_request' }}"
    )
    paths = {step(name)["with"]["path"] for name in ("Restore the store", "Keep the store")}
    assert paths == {f"~/{STORE}"}
    codes = {name: build.code for name, build in builds.items()}
    assert codes == {
        "first": 1,  # with nothing to compare with, each flag is new
        "quiet": 0,
        "pull request": 1,
        "pull request again": 1,
        "merged": 1,
        "after": 0,
    }


def test_the_log_marks_what_is_new(builds: dict[str, Build]) -> None:
    marked = {
        name: re.findall(r"^::\w+ file=(\w+\.py),line=5,", "\n".join(obeyed(build.log)), re.M)
        for name, build in builds.items()
    }
    assert marked["quiet"] == marked["after"] == []
    assert marked["pull request"] == marked["pull request again"] == ["other.py"]


def test_the_summary_is_of_this_build(builds: dict[str, Build]) -> None:
    assert "other.py" in builds["pull request"].summary
    assert "other.py" not in builds["quiet"].summary
    assert len(builds["pull request"].summary) < 65_536


def test_code_scanning_gets_what_is_open(builds: dict[str, Build]) -> None:
    (run,) = builds["after"].sarif["runs"]
    places = {
        place["physicalLocation"]["artifactLocation"]["uri"]
        for each in run["results"]
        for place in each.get("locations", ())
    }
    assert {"old.py", "other.py"} <= places
    assert "hashFiles('luminos.sarif')" in step("Code scanning")["if"]
