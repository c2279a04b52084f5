"""A repository's config is read as git reads it, and carries nothing out."""

import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from luminos_core.git.config_file import Variable, read_config
from luminos_core.git.repository import Repository

WORDS = st.sampled_from(
    ['[remote "origin"]', "[remote.origin]", "[Core]", '[a "b\\"c"]', "url = ", "URL=", "bare",
     "\n", " ", '"', "\\", "\\\n", "\\n", "#", ";", "x", "https://h/p", "=", "]", "[", "é", "\r\n"]
)  # fmt: skip


def config(folder: Path, content: bytes) -> tuple[Variable, ...]:
    (folder / "config").write_bytes(content)
    return read_config(Repository(folder, folder, ".", ".", is_outside=True))


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("url = a b ", "a b"),
        ("url = a # b", "a"),
        ('url = "a # b" ; c', "a # b"),
        ("url = a\\\n  b", "a  b"),
        ('url = a\\"b\\\\', 'a"b\\'),
        ("url =", ""),
        ("url", "true"),
        ('URL="a" "b "', "a b "),
    ],
)
def test_values_are_as_git_reads_them(tmp_path: Path, line: str, value: str) -> None:
    expected = Variable("remote", "origin", "url", value)
    assert config(tmp_path, f'[Remote "origin"] {line}\n'.encode()) == (expected,)


@pytest.mark.parametrize(
    "text",
    [
        "url = a",
        "[remote\n",
        '[remote "a\nb"]',
        "[a]\nb = \\q",
        '[a]\nb = "c',
        "[a]\n1 = 2",
        "\xff",
    ],
)
def test_what_git_refuses_has_no_variables(tmp_path: Path, text: str) -> None:
    assert config(tmp_path, text.encode("latin-1")) == ()


def test_what_it_includes_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "other").write_text('[remote "origin"]\nurl = https://h/p\n')
    found = config(tmp_path, f"[include]\npath = {tmp_path}/other\n".encode())
    assert [variable.section for variable in found] == ["include"]


def test_a_long_config_is_not_read(tmp_path: Path) -> None:
    assert config(tmp_path, b"[a]\nb = c\n" + b"#" * (1 << 20)) == ()


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
@settings(
    max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(st.lists(WORDS, max_size=12))
def test_any_text_is_read_as_by_git(tmp_path: Path, words: list[str]) -> None:
    content = '[remote "origin"]\n' + "".join(words)
    found = config(tmp_path, content.encode())
    # Versions of git differ in the white space that they keep at the end of a value.
    asked = ["git", "config", "--null", "--file", str(tmp_path / "config"), "--list"]
    told = subprocess.run(asked, capture_output=True, check=False)
    if told.returncode:
        return
    lines = [line.partition("\n") for line in told.stdout.decode().split("\0")[:-1]]
    by_git = [(name, value.strip() if has_value else "true") for name, has_value, value in lines]
    ours = [
        (".".join(filter(None, (each.section, each.subsection, each.name))), each.value.strip())
        for each in found
    ]
    assert ours == by_git
