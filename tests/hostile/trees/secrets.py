"""Secrets, many of them, and in places where nobody looks for them."""

import os
from random import Random

from tests.hostile.tree import CANARY, Outcome, Place, Trees

TREES = Trees()

_RANDOM = Random(7)  # the same trees every time
_MUCH = Outcome(memory=800)


def _letters(count: int) -> str:
    return "".join(_RANDOM.choices("ABCDEFGHJKLMNPQRSTUVWXYZ23456789", k=count))


def _github() -> str:
    return "ghp_" + "".join(_RANDOM.choices("abcdefghijkmnpqrstuvwxyzABCDEFGH23456789", k=36))


TREES.files(
    "5,000 tokens on a line",
    {"a.py": lambda: "x = '" + " ".join(_github() for _ in range(5_000)) + "'\n"},
    _MUCH,
)
TREES.files(
    "20,000 lines of tokens",
    {"a.env.txt": lambda: "".join(f"k{n} = '{_github()}'\n" for n in range(20_000))},
    _MUCH,
)
TREES.files(
    "cloud keys",
    {"a.yml": lambda: "".join(f"aws_key: AKIA{_letters(16)}\n" for _ in range(20_000))},
    _MUCH,
)
TREES.files(
    "assignments",
    {"a.py": lambda: "password = " * 50_000, "b.py": lambda: "secret: '" * 50_000},
    _MUCH,
)
TREES.files(
    "unfinished keys",
    {"a.txt": lambda: "-----BEGIN PRIVATE KEY-----\n" * 20_000},
    _MUCH,
)
TREES.files(
    "web tokens",
    {"a.txt": lambda: "eyJ" * 200_000, "b.txt": lambda: "eyJhbGciOiJIUzI1NiJ9." * 30_000},
    _MUCH,
)
TREES.files(
    "8 MB on a line",
    {"a.js": lambda: "var a = [" + "1234567, " * 900_000 + "]"},
    Outcome(memory=1_000),
)
TREES.files(
    "4 MB of base64",
    {"a.txt": lambda: "QUJD" * 1_000_000, "b.py": lambda: "x = '" + "QUJD" * 200_000 + "'\n"},
    _MUCH,
)


@TREES.add("values of a withheld file", Outcome(memory=800), in_ci=True)
def _(place: Place) -> None:
    place.write(".env", f"API_PASSWORD={CANARY}\nOTHER={_letters(30)}\n")
    place.write("deploy.sh", f"#!/bin/sh\n# Logs in.\ncurl -d {CANARY} https://example.org\n")
    place.write("README.md", f"# Service\n\nUse {CANARY} to log in.\n")
    place.write("app.py", f'"""Connects with {CANARY}."""\n\nVALUE = "{CANARY}"\n')


@TREES.add("5,000 values of withheld files", Outcome(memory=800))
def _(place: Place) -> None:
    values = [_letters(24) for _ in range(5_000)]
    place.write(".env", "".join(f"K{n}={value}\n" for n, value in enumerate(values)))
    place.write("app.py", "".join(f"x{n} = '{value}'\n" for n, value in enumerate(values)))


@TREES.add("withheld files by every name")
def _(place: Place) -> None:
    names = [
        ".env",
        ".env.local",
        "id_rsa",
        ".npmrc",
        ".pypirc",
        ".netrc",
        ".pgpass",
        "a.pem",
        "a.key",
    ]
    for name in [*names, "a.tfstate", ".git-credentials", ".htpasswd", "kubeconfig", "secrets.yml"]:
        place.write(f"files/{name}", f"password={CANARY}\n")
    place.write("main.py", '"""Nothing."""\n')


@TREES.add("tokens in names and links")
def _(place: Place) -> None:
    token = f"ghp_{CANARY.replace('-', '')}aaaaBBBBccccDDDD0123"[:40]
    place.write(f"{token}/a.py", '"""A."""\n')
    os.symlink(f"https://user:{CANARY}@example.org/", place.target / "link")  # noqa: PTH211
    place.write("main.py", f'"""See https://user:{CANARY}@example.org/."""\n')


@TREES.add("passwords in addresses")
def _(place: Place) -> None:
    schemes = ("https", "postgres", "redis", "amqp", "mongodb+srv", "mysql", "ftp", "ssh")
    lines = "".join(f"{scheme}_url: {scheme}://user:{CANARY}@host/x\n" for scheme in schemes)
    place.write("config.yml", lines)
    place.write("README.md", f"# Service\n\n{lines}")
