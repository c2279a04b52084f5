"""Trees in which the command is started, with files that a program may pick up from there."""

from tests.hostile.tree import CANARY, Outcome, Place, Trees

TREES = Trees()

_MODULES = (
    "sitecustomize", "usercustomize", "prefect", "anthropic", "json", "site", "encodings",
    "luminos_core", "flows", "tasks", "magic", "uvicorn", "httpx", "re2", "conftest", "tomllib",
)  # fmt: skip


def _runs(place: Place) -> str:
    return f"open({str(place.outside / 'executed')!r}, 'w')\n"


@TREES.add("modules in the working directory", as_directory=True, in_ci=True)
def _(place: Place) -> None:
    for name in _MODULES:
        place.write(f"{name}.py", _runs(place))
    for name in ("prefect", "luminos_core", "tests", "flows"):
        place.write(f"{name}/__init__.py", _runs(place))
    place.write("evil.pth", f"import os; {_runs(place)}")


@TREES.add("settings in the working directory", as_directory=True)
def _(place: Place) -> None:
    place.write("evil.py", _runs(place))
    logging = "version: 1\nhandlers:\n  a:\n    class: evil.Handler\nroot:\n  handlers: [a]\n"
    for name in ("logging.yml", ".prefect/logging.yml"):
        place.write(name, logging)
    settings = 'api_url = "http://127.0.0.1:9/api"\nhome = "./home"\nlogging_settings_path = "logging.yml"\n'
    place.write("prefect.toml", f'{settings}[api]\nurl = "http://127.0.0.1:9/api"\n')
    place.write("pyproject.toml", f'[project]\nname = "x"\n[tool.prefect]\n{settings}')
    place.write(
        ".prefect/profiles.toml", f'active = "a"\n[profiles.a]\nPREFECT_API_URL = "{CANARY}"\n'
    )
    place.write("profiles.toml", 'active = "a"\n[profiles.a]\nPREFECT_HOME = "home"\n')
    variables = "PREFECT_API_URL=http://127.0.0.1:9/api\nLUMINOS_STORE=./inside\nPYTHONPATH=.\n"
    place.write(".env", f"{variables}ANTHROPIC_API_KEY=sk-{CANARY}\n")
    place.write(
        "prefect.yaml",
        "pull:\n- prefect.deployments.steps.run_shell_script:\n    script: touch x\n",
    )


@TREES.add("programs in the working directory", Outcome(), as_directory=True)
def _(place: Place) -> None:
    place.write("main.py", '"""A program."""\n')
    for name in ("git", "file", "python", "python3", "tokei", "sh", "env", "strace", "cat"):
        place.program(name)
    place.write("magic.mgc", b"\x1c\x04\x1e\xf1" + b"\xff" * 50_000)
    place.write("pytest.ini", "[pytest]\naddopts = -p evil\n")
    place.write("pyvenv.cfg", f"home = {place.target}\n")
