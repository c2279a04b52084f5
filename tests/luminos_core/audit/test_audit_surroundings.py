"""An agent is told who uses its directory, whose it is, and how often it changes, over HTTP."""

import subprocess
from pathlib import Path

from tests.fakes.http_audits import HttpAudits, tagged

FILES = {
    "pyproject.toml": '[project]\nname = "kite"\n',
    "CODEOWNERS": "/db/ @rows\n",
    "db/__init__.py": "",
    "db/find.py": "def find():\n    return 1\n",
    "web/views.py": "from db.find import find\n",
}


def made(tmp_path: Path) -> HttpAudits:
    audits = HttpAudits(tmp_path / "target", tmp_path / "store")
    for name, text in FILES.items():
        file = audits.target / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return audits


def around(audits: HttpAudits, directory: str) -> str:
    (text,) = audits.first_texts(directory)
    return tagged(text, "around")


def test_neighbours_and_owner_have_a_line_each(tmp_path: Path) -> None:
    audits = made(tmp_path)
    audits.night(lambda _: None)
    assert around(audits, "db") == "Imported by: web\nOwner: @rows"
    assert around(audits, "web") == "It imports: db"


def test_churn_is_told_by_the_history(tmp_path: Path) -> None:
    audits = made(tmp_path)
    git = ("git", "-c", "user.name=Ann", "-c", "user.email=a@k.example", "-C", str(audits.target))
    for number in range(2):
        (audits.target / "web/views.py").write_text(f"from db.find import find\nX = {number}\n")
        commands = (("init", "-q"), ("add", "."), ("commit", "-qm", "x", "--no-gpg-sign"))
        for command in commands[number:]:
            subprocess.run([*git, *command], check=True)
    audits.night(lambda _: None)
    assert around(audits, "web").splitlines()[1:] == [
        "Owner: Ann",
        "Changed by 2 commits, most often views.py (2)",
    ]


def test_a_change_of_what_is_around_buys_nothing(tmp_path: Path) -> None:
    audits = made(tmp_path)
    audits.night(lambda _: None)
    (audits.target / "jobs").mkdir()
    (audits.target / "jobs/run.py").write_text("from db.find import find\n")
    audits.night(lambda _: None)
    assert audits.first_texts("db") == []
    assert audits.first_texts("jobs") != []
