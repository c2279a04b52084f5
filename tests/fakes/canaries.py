"""A tree with a secret of its own in each shape and place, to be looked for in what goes out."""

import base64
import random
import string
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from tests.luminos_core.redaction.shapes import BASE64_SHAPES, SHAPES, filled, in_base64

ENVIRONMENT = "OWN_SERVICE_TOKEN"
"""The variable of our own environment that holds `Planted.own`."""


@dataclass
class Planted:
    """`texts` may go nowhere; `names`, of files and links, may be in no output. `own` is the value
    of a variable of our environment."""

    texts: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    own: str = ""

    def text(self, length: int = 14) -> str:
        self.texts.append(_canary(len(self.texts), length))
        return self.texts[-1]

    def name(self) -> str:
        self.names.append(_canary(5_000 + len(self.names), 14))
        return self.names[-1]


def plant(root: Path) -> Planted:
    """The tree at `root`, and what is planted in it."""
    planted = Planted()
    planted.own = planted.text()
    _plant_shapes(root, planted)
    _plant_values(root, planted)
    _plant_names(root, planted)
    return planted


def _plant_shapes(root: Path, planted: Planted) -> None:
    folders = (("src", "py"), ("docs", "md"), ("conf", "yml"))
    shapes = [filled(shape, planted.text()) for shape in SHAPES]
    for shape in BASE64_SHAPES:
        planted.texts.append(in_base64(f"user:{_canary(9_000 + len(planted.texts), 12)}"))
        shapes.append(filled(shape, planted.texts[-1]))
    for number, group in enumerate(_groups(shapes, 6)):
        folder, extension = folders[number % len(folders)]
        (root / folder).mkdir(parents=True, exist_ok=True)
        text = "\n\n".join(group)
        (root / folder / f"part_{number}.{extension}").write_text(f"# Part {number}\n\n{text}\n")


def _plant_values(root: Path, planted: Planted) -> None:
    """Values of withheld files, which stand elsewhere in forms that no rule knows."""
    withheld = {
        ".env": "DB_PASSWORD={}\n",
        ".env.prod": "export API_KEY='{}'\n",
        ".env_stage": "TOKEN: {}\n",
        ".env~": "SECRET={}\n",
        ".docker/config.json": '{{"auths": {{"h": {{"identitytoken": "{}"}}}}}}\n',
        ".kube/config": "users:\n- name: a\n  user:\n    token: {}\n",
        ".aws/credentials": "[default]\naws_secret_access_key = {}\n",
        ".git/config": '[remote "origin"]\n\turl = https://me:{}@h/r.git\n',
        "deploy/id_rsa.bak": "-----BEGIN OPENSSH PRIVATE KEY-----\n{}\n-----END",
        "deploy/terraform.tfstate": '{{"outputs": {{"pw": {{"value": "{}"}}}}}}\n',
        "deploy/.netrc": "machine h login u password {}\n",
        "vault.yml": "db_pass: {}\n",
    }
    (root / ".gitignore").parent.mkdir(parents=True, exist_ok=True)
    (root / ".gitignore").write_text(".env.prod\n")
    lines = [f'"""Uses."""\n# we saw {planted.own} once']
    for path, text in withheld.items():
        value = planted.text(44 if "id_rsa" in path else 20)
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text.format(value))
        lines += [f"# {form}" for form in _forms(value, planted)]
    (root / "src" / "uses.py").write_text("\n".join(lines) + "\n")


def _forms(value: str, planted: Planted) -> list[str]:
    """The value in words, and encoded; what is decisive of each is not to be seen."""
    forms = [value.encode().hex(), value.encode().hex().upper()]
    for before in ("", "a", "ab"):
        forms.append(base64.b64encode(f"{before}{value}zz".encode()).decode())
    planted.texts += [form[6:20] for form in forms]
    return [f"it was {value}, they say", f"q {quote(value, safe='')}", *forms]


def _plant_names(root: Path, planted: Planted) -> None:
    folder = root / f"token={planted.name()}"
    folder.mkdir()
    (folder / "a.py").write_text("print(1)\n")
    (root / f"db_password={planted.name()}.txt").write_text("nothing\n")
    (root / "docs" / f"api_key={planted.name()}").write_text("nothing\n")
    (root / "link").symlink_to(f"https://u:{planted.name()}@h/x")
    known = (root / ".env").read_text().strip().partition("=")[2]
    planted.names.append(known)
    (root / "docs" / f"of {known}.md").write_text("# Name\n")


def _groups(shapes: list[str], size: int) -> list[tuple[str, ...]]:
    return [tuple(shapes[start : start + size]) for start in range(0, len(shapes), size)]


def _canary(number: int, length: int) -> str:
    """Random letters and digits, never all of one kind."""
    drawn = random.Random(number).choices(string.ascii_letters + string.digits, k=length - 4)  # noqa: S311
    return "K7" + "".join(drawn) + "w4"
