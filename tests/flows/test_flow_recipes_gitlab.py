"""The recipe for GitLab: valid by its schema, and run for two nights."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.flows.recipes import CONCERN, Machine, machine, recipe, workflow
from tests.flows.test_flow_recipes_github import tool

FILE = ".gitlab-ci.yml"
JOB = workflow(recipe(FILE))["luminos"]
QUALITY = "gl-code-quality-report.json"


def test_it_is_a_pipeline_by_the_schema(tmp_path: Path) -> None:
    file = tmp_path / FILE
    file.write_text(recipe(FILE))
    schema = ("--builtin-schema", "vendor.gitlab-ci", "--data-transform", "gitlab-ci")
    subprocess.run([tool("check-jsonschema"), *schema, str(file)], check=True)


def test_an_incomplete_audit_is_a_warning_and_merge_requests_do_not_write_the_cache() -> None:
    assert JOB["allow_failure"] == {"exit_codes": "2"}
    policies = {rule["if"]: rule["variables"]["LUMINOS_CACHE"] for rule in JOB["rules"]}
    assert policies == {
        '$CI_PIPELINE_SOURCE == "schedule"': "pull-push",
        '$CI_PIPELINE_SOURCE == "merge_request_event"': "pull",
    }


def job(here: Machine) -> subprocess.CompletedProcess[str]:
    """Its lines as one script, with its own variables, on a new machine."""
    for made in ("luminos", "store"):
        shutil.rmtree(here.folder / made, ignore_errors=True)
    lines = "\n".join([*JOB["before_script"], *JOB["script"]])
    script = lines.replace("/tmp/luminos", str(here.folder / "luminos"))
    store = str(here.folder / "store")
    return here.shell(script, "-eo", "pipefail", GITLAB_CI="true", LUMINOS_STORE=store)


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory, prefect_url: str) -> Machine:
    return machine(tmp_path_factory.mktemp("gitlab") / "machine", prefect_url)


def test_a_night_is_compared_with_the_one_before(here: Machine) -> None:
    first = job(here)
    assert first.returncode == 0, first.stderr
    for folder in (here.project / ".luminos-store").rglob("*"):
        folder.chmod(folder.stat().st_mode | 0o022)  # a cache that anybody may write
    here.write(other=CONCERN)
    second = job(here)
    assert second.returncode == 1, second.stderr
    assert "section_start:" in second.stdout
    found = json.loads((here.project / QUALITY).read_text())
    assert {each["location"]["path"] for each in found} >= {"other.py"}
    assert "other.py" in (here.project / "luminos.md").read_text()
    assert job(here).returncode == 0
