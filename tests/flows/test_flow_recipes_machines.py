"""The recipes for Jenkins, cron and systemd: each is read, and its command runs."""

import configparser
import re
import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest
from cronsim import CronSim

from tests.flows.recipes import CONCERN, Machine, machine, recipe, recipes
from tests.flows.test_flow_recipes_github import tool

NIGHT = "luminos-night"
SCRIPTS = [name for name, language in recipes().items() if language == "sh"]


@pytest.fixture
def here(tmp_path: Path, prefect_url: str) -> Machine:
    made = machine(tmp_path / "machine", prefect_url)
    shutil.copytree(tmp_path / "machine/luminos.git", tmp_path / "machine/opt")
    made.shell("make install", cwd=tmp_path / "machine/opt")
    return made


def installed(script: str, here: Machine) -> str:
    return script.replace("/opt/luminos", str(here.folder / "opt"))


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_is_clean_by_shellcheck_and_dash(name: str, tmp_path: Path) -> None:
    file = tmp_path / "script"
    file.write_text(recipe(name))
    subprocess.run([tool("shellcheck"), "--norc", str(file)], check=True)
    subprocess.run(["/bin/sh", "-n", str(file)], check=True)


def test_cron_mails_only_what_is_new(here: Machine) -> None:
    def night() -> subprocess.CompletedProcess[str]:
        return here.shell(f'{script} "$PWD"')

    script = here.folder / NIGHT
    script.write_text(installed(recipe(NIGHT), here))
    script.chmod(0o755)
    quiet = night()
    assert (quiet.returncode, quiet.stdout, quiet.stderr) == (0, "", "")
    here.write(other=CONCERN)
    new = night()
    assert new.returncode == 1, new.stderr
    assert "other.py:5" in new.stdout
    assert new.stderr == ""
    shutil.rmtree(here.project)
    here.project.mkdir()
    nothing = night()
    assert nothing.returncode == 128
    assert "nothing to audit" in nothing.stderr


def test_the_line_of_cron_is_one_and_names_the_script() -> None:
    variables, line = recipe("crontab").strip().split("\n")
    assert re.fullmatch(r"[A-Z]+=\S+", variables)
    *when, command, target = line.split()
    start = datetime(2026, 1, 1, tzinfo=UTC)
    assert next(CronSim(" ".join(when), start)) == datetime(2026, 1, 1, 2, 17, tzinfo=UTC)
    assert Path(command).name == NIGHT
    assert target == "/srv/code"


def test_the_units_of_systemd_are_read(tmp_path: Path) -> None:
    for name in ("luminos.service", "luminos.timer"):
        unit = configparser.RawConfigParser(strict=True)
        unit.optionxform = str  # type: ignore[assignment,method-assign]
        unit.read_string(recipe(name))
        assert "Unit" in unit.sections()
    verify = shutil.which("systemd-analyze")
    if verify is None:
        pytest.skip("needs systemd-analyze")
    calendar = configparser.RawConfigParser()
    calendar.read_string(recipe("luminos.timer"))
    subprocess.run([verify, "calendar", calendar["Timer"]["OnCalendar"]], check=True)
    program = tmp_path / "luminos"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    service = recipe("luminos.service").replace("/opt/luminos/.venv/bin/luminos", str(program))
    (tmp_path / "luminos.service").write_text(service)
    (tmp_path / "luminos.timer").write_text(recipe("luminos.timer"))
    units = (tmp_path / "luminos.service", tmp_path / "luminos.timer")
    checked = subprocess.run(
        [verify, "verify", *map(str, units)], capture_output=True, text=True, check=False
    )
    assert not [line for line in checked.stderr.splitlines() if "luminos." in line]


def test_jenkins_calls_a_build_with_news_unstable(here: Machine) -> None:
    """Groovy's strings between three quotes keep all but a doubled backslash."""
    text = recipe("Jenkinsfile")
    (script,) = re.findall(r"script: '''(.*?)'''", text, re.DOTALL)
    script = script.replace("\\\\", "\\")
    path = f"{here.folder}/opt/.venv/bin:{here.environment['PATH']}"

    def build() -> int:
        done = here.shell(script, "-xe", PATH=path)
        assert "Traceback" not in done.stderr
        return done.returncode

    assert build() == 0
    here.write(other=CONCERN)
    assert build() == 1
    assert "other.py" in (here.project / "luminos.xml").read_text()
    assert "other.py" in (here.project / "luminos.md").read_text()
    assert build() == 0
    report = (here.project / "luminos.md").read_text()
    assert "luminos.xml" not in report.partition("## Coverage")[0]
    for code in (1, 2):
        assert re.search(rf"code == {code}\) {{\s+unstable\(", text)


def test_a_jenkinsfile_is_read_by_groovy(tmp_path: Path) -> None:
    groovy = shutil.which("groovyc")
    pairs = {"{": "}", "(": ")", "[": "]"}
    bare = re.sub(r"'''.*?'''|'[^'\n]*'|\"[^\"\n]*\"", "''", recipe("Jenkinsfile"), flags=re.DOTALL)
    open_ones: list[str] = []
    for char in bare:
        if char in pairs:
            open_ones.append(pairs[char])
        elif char in pairs.values():
            assert open_ones.pop() == char
    assert not open_ones
    if groovy:
        (tmp_path / "pipeline.groovy").write_text(recipe("Jenkinsfile"))
        subprocess.run([groovy, "-d", str(tmp_path), str(tmp_path / "pipeline.groovy")], check=True)
