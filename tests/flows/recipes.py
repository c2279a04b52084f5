"""The files of docs/recipes.md, and a machine on which their commands are run."""

import os
import re
import shlex
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from tests.flows import prepared
from tests.flows.command import HANGING

PAGE = Path(__file__).parents[2] / "docs/recipes.md"
_FILE = re.compile(r"^`([^`\n]+)`\n\n```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)

CLEAN = {"app.py": "import sys\n\n\ndef run():\n    return sys.argv\n", "README.md": "# A tool\n"}
CONCERN = "import os, sys\n\n\ndef run():\n    os.system('ls ' + sys.argv[1])\n"


def recipe(name: str) -> str:
    """A file of the page."""
    found = {file: text for file, _, text in _FILE.findall(PAGE.read_text())}
    return str(found[name])


def recipes() -> dict[str, str]:
    """The language of each file of the page."""
    return {file: language for file, language, _ in _FILE.findall(PAGE.read_text())}


def workflow(text: str) -> dict[str, Any]:
    """A YAML file whose keys are what they look like: `on` is a word here."""
    loaded = yaml.load(text, yaml.BaseLoader)  # noqa: S506 - it makes texts alone
    assert isinstance(loaded, dict)
    return loaded


@dataclass(frozen=True)
class Machine:
    """A folder with a home, a checked-out project and a repository of Luminos, whose `make install`
    installs the command of these tests."""

    folder: Path
    api: str

    @property
    def home(self) -> Path:
        return self.folder / "home"

    @property
    def project(self) -> Path:
        return self.folder / "project"

    @property
    def environment(self) -> dict[str, str]:
        kept = ("PATH", "PYTHONPATH", "LANG", "LC_ALL", "LUMINOS_TOOLS")
        return {
            **{name: os.environ[name] for name in kept if name in os.environ},
            "HOME": str(self.home),
            "PREFECT_API_URL": self.api,
            "PREFECT_HOME": str(self.folder / "prefect"),
            "LUMINOS_REPOSITORY": str(self.folder / "luminos.git"),
            "LUMINOS_COMMIT": "HEAD",
            **prepared.variables(),
        }

    def shell(
        self, script: str, *options: str, cwd: Path | None = None, **variables: str
    ) -> subprocess.CompletedProcess[str]:
        """Run by bash, as build servers do."""
        return subprocess.run(
            ["/bin/bash", *options, "-c", script],
            env=self.environment | variables,
            cwd=cwd or self.project,
            capture_output=True,
            text=True,
            timeout=HANGING,
            check=False,
        )

    def write(self, **files: str) -> None:
        for name, text in files.items():
            (self.project / f"{name}.py").write_text(text)


def machine(folder: Path, api: str) -> Machine:
    made = Machine(folder, api)
    for each in (made.home, made.project, folder / "luminos.git"):
        each.mkdir(parents=True)
    for name, text in CLEAN.items():
        (made.project / name).write_text(text)
    command = made.folder / "prepared"
    command.write_text(f'#!/bin/sh\nexec {shlex.join(prepared.SHIM)} "$@"\n')
    command.chmod(0o755)
    install = f"install:\n\tmkdir -p .venv/bin\n\tln -sf {command} .venv/bin/luminos\n"
    (folder / "luminos.git/Makefile").write_text(install)
    git(folder / "luminos.git", "init", "--quiet")
    commit(folder / "luminos.git")
    git(made.project, "init", "--quiet", "--initial-branch=main")
    commit(made.project)
    return made


def commit(folder: Path) -> None:
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    git(folder, "add", "--all")
    git(folder, *who, "commit", "--quiet", "--message", "a change")


def git(folder: Path, *arguments: str) -> None:
    tool = shutil.which("git")
    assert tool
    subprocess.run([tool, "-C", str(folder), *arguments], check=True, capture_output=True)
