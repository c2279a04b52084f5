"""What a file of requirements says, in Markdown and in TOML, and what is said of a wrong entry."""

import os
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminos_core.errors import SettingsError
from luminos_core.parsers.requirements.read import parse_requirements
from luminos_core.records.requirement import CheckKind, Requirement, RequirementFile
from luminos_core.requirements.read_file import (
    check_requirements,
    parsed_requirements,
    read_requirements,
)

MARKDOWN = """# What it must be

- [R1] It has a licence. `file: /LICENSE`
1. [ ] [R2] It has a version `matches: /^version = "\\d/ in /pyproject.toml`
   and nobody evaluates: `absent: /\\beval\\(/ in src/**`
   - as was agreed `waived until 2027-01-31: until: the rewrite`
- Not a requirement, and nor is [this](LICENSE)
- [LICENSE](LICENSE) is a link

## [R-3.a] Sessions can be opened

Some words.

```check
symbol: Session.open in src/**
matches: /`code` in text/ in README.md
```

```python
# [R9] nothing
```
"""


def parsed(text: str, name: str = "r.md") -> RequirementFile:
    return parse_requirements(text.encode(), name)


def one(text: str, name: str = "r.md") -> Requirement:
    (found,) = parsed(text, name).requirements
    return found


def entry(fields: str) -> Requirement:
    return one(f'[[requirement]]\nid = "R1"\ntext = "T"\n{fields}\n', "r.toml")


def checks(found: Requirement) -> list[tuple[str, str, str]]:
    return [(each.kind.value, each.sought, each.path) for each in found.checks]


def test_list_items_and_headings_with_an_id_are_requirements_with_their_checks() -> None:
    first, second, third = parsed(MARKDOWN).requirements
    assert (first.id, first.text, first.line) == ("R1", "It has a licence.", 3)
    assert checks(first) == [("file_exists", "", "/LICENSE")]
    assert (second.id, second.text, second.line) == ("R2", "It has a version", 4)
    assert checks(second) == [
        ("matches", '^version = "\\d', "/pyproject.toml"),
        ("absent", "\\beval\\(", "src/**"),
    ]
    assert second.waiver
    assert (second.waiver.reason, second.waiver.until) == ("until: the rewrite", date(2027, 1, 31))
    assert (third.id, third.text) == ("R-3.a", "Sessions can be opened")
    assert checks(third) == [
        ("symbol", "Session.open", "src/**"),
        ("matches", "`code` in text", "README.md"),
    ]
    assert not any(each.problem for each in (first, second, third))


def test_tables_are_requirements_with_their_lines() -> None:
    text = """# [[requirement]]
[[requirement]]
id = "R1"
text = '''
[[requirement]]
Words'''
check = [{ symbol = "a", path = "*.py" }, { file_exists = "/b" }]
waiver = { reason = "As agreed.", until = 2027-01-31 }

[[requirement]]
id = "R2"
text = "T"
[[requirement.check]]
absent = "x"
path = "*"
"""
    first, second = parsed(text, "r.TOML").requirements
    assert (first.line, first.text, second.line) == (2, "[[requirement]] Words", 10)
    assert checks(first) == [("symbol", "a", "*.py"), ("file_exists", "", "/b")]
    assert first.waiver
    assert first.waiver.until == date(2027, 1, 31)
    assert checks(second) == [("absent", "x", "*")]


@pytest.mark.parametrize(
    ("item", "problem"),
    [
        ("`matches: /a(/ in x`", "its pattern cannot be used: missing ): a("),
        ("`matches: /a)(b/ in x`", "its pattern cannot be used: unexpected ): a)(b"),
        ("`matches: /(a{1000}){1000}/ in x`", "its pattern cannot be used"),
        ("`absent: /x*/ in x`", "also matches no text at all"),
        ("`matches: a in x`", "a check is not written as matches: /RE2/ in PATH"),
        ("`symbol: a`", "a check is not written as symbol: NAME in PATH"),
        ("`file:`", "file_exists has no path"),
        ("`file: !x`", "the path of file_exists begins with '!'"),
        (f"`file: {'x' * 501}`", "the path of file_exists is longer than 500 characters"),
        ("`file: x` " * 11, "it has more than 10 checks"),
        ("`waived: x`", "its waiver is not written as waived until"),
        ("`waived until tomorrow: x`", "its waiver does not end on a date such as 2027-01-31"),
        ("`waived until 2027-01-31:`", "its waiver has no reason"),
        ("`waived until 2027-01-31: x` " * 2, "it has more than one waiver"),
    ],
)
def test_what_is_wrong_with_an_item_is_said(item: str, problem: str) -> None:
    assert problem in one(f"- [R1] Text {item}").problem


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ("chek = 1", "'chek' is none of id, text, check, waiver"),
        ("check = 1", "a check is a table with one of file_exists, matches, symbol, absent"),
        ('check = { path = "x" }', "a check is a table with one of"),
        ('check = { matches = "x", absent = "x", path = "x" }', "a check is a table with one of"),
        ('check = { matches = "x" }', "matches has no path"),
        ('check = { matches = 1, path = "x" }', "matches has a value that is no text"),
        ('check = { file_exists = "x", path = "x" }', "'path' is none of file_exists"),
        ('waiver = "x"', "its waiver is no table with reason and until"),
        ('waiver = { reason = "x" }', "its waiver does not end on a date"),
        ("waiver = { until = 2027-01-31 }", "its waiver has no reason"),
    ],
)
def test_what_is_wrong_with_a_table_is_said(fields: str, problem: str) -> None:
    assert problem in entry(fields).problem


def test_an_id_names_one_requirement_and_each_has_one_and_a_text() -> None:
    first, second, third = parsed("- [R1] A\n- [R1] B\n- [R2]\n").requirements
    assert (first.problem, second.problem) == ("", "its id is that of line 1")
    assert third.problem == "it has no text"
    nameless = one('[[requirement]]\ntext = "T"\n', "r.toml")
    assert (nameless.id, nameless.problem.partition(",")[0]) == ("line 1", "it has no id")


def test_a_check_of_no_requirement_is_not_passed_over() -> None:
    found = one("Some words `file: LICENSE`\n")
    assert (found.id, found.problem.partition(",")[0]) == ("line 1", "it has no id")


@pytest.mark.parametrize(
    ("content", "name", "problem"),
    [
        (b"", "r.md", "r.md: there is no requirement in it"),
        (b"\xff", "r.md", "r.md: it is not UTF-8"),
        (b"\n" * 50_001, "r.md", "r.md: it has more than 50,000 lines"),
        (b"a = 1\nb =", "r.toml", "r.toml:2: Invalid value"),
        (b"a = 1", "r.toml", "r.toml: 'a' means nothing here; requirements are [[requirement]]"),
        (b"requirement = 1", "r.toml", "r.toml: its requirements are not tables"),
    ],
)
def test_a_file_that_cannot_be_used_says_where_and_why(
    content: bytes, name: str, problem: str
) -> None:
    found = parse_requirements(content, name)
    assert problem in found.problem
    assert found.requirements == ()


def test_only_so_many_are_checked_and_it_is_said() -> None:
    found = parsed("".join(f"- [R{number}] T\n" for number in range(501)))
    assert len(found.requirements) == 500
    assert found.problem == "r.md:501: only the first 500 of 501 requirements are checked"


PIECES = st.sampled_from(
    ["- ", "[R1] ", "## ", "`", "``", "```check\n", "```\n", "file: ", "matches: /", "/ in ", "\n",
     "waived until ", "2027-01-31: ", "symbol: ", "a(", "\x00", "\u202e", "  ", "[[requirement]]\n",
     'id = "R2"\n', "check = {", "}\n", "waiver = ", "text = '''"]
)  # fmt: skip


@given(st.lists(PIECES | st.text(max_size=5), max_size=40), st.sampled_from(["r.md", "r.toml"]))
def test_whatever_a_file_says_each_entry_has_an_id_of_its_own_or_a_problem(
    pieces: list[str], name: str
) -> None:
    text = "".join(pieces)
    found = parse_requirements(text.encode("utf-8", "replace"), name)
    assert found.requirements or found.problem
    sound = [each for each in found.requirements if not each.problem]
    assert len({each.id for each in sound}) == len(sound)
    assert all(each.text and each.text.isprintable() for each in sound)
    assert all(1 <= (each.line or 1) <= text.count("\n") + 1 for each in found.requirements)


NAMES = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9._-]{0,8}", fullmatch=True).filter(
    lambda name: name not in "xX"  # in Markdown, a box that is ticked
)
WORDS = st.text("abc de", min_size=1, max_size=20).map(lambda text: f"T{text}".strip())
PATHS = st.text("abc/*.", min_size=1, max_size=10).map(lambda text: f"p{text}")
SOUGHT = st.text("abc/.(\\", min_size=1, max_size=10).map(lambda text: f"s{text}")


@given(st.dictionaries(NAMES, st.tuples(WORDS, SOUGHT, PATHS), min_size=1, max_size=5))
def test_both_forms_say_the_same(entries: dict[str, tuple[str, str, str]]) -> None:
    markdown = "\n".join(
        f"- [{name}] {text} `matches: /{sought}/ in {path}`"
        for name, (text, sought, path) in entries.items()
    )
    toml = "\n".join(
        f"[[requirement]]\nid = '{name}'\ntext = '{text}'\n"
        f"check = {{ matches = '{sought}', path = '{path}' }}"
        for name, (text, sought, path) in entries.items()
    )

    def said(found: RequirementFile) -> list[Any]:
        return [(each.id, each.text, each.checks, each.problem) for each in found.requirements]

    assert said(parsed(markdown)) == said(parsed(toml, "r.toml"))
    kinds = {each.kind for found in parsed(toml, "r.toml").requirements for each in found.checks}
    assert kinds <= {CheckKind.MATCHES}


def refused(path: Path, target: Path) -> str:
    with pytest.raises(SettingsError) as error:
        check_requirements(str(path), target)
    return str(error.value)


def test_a_file_is_named_by_its_place_in_the_target_or_in_full(tmp_path: Path) -> None:
    target = tmp_path / "t"
    (target / "docs").mkdir(parents=True)
    inside, outside = target / "docs/r.md", tmp_path / "r.md"
    for file in (inside, outside):
        file.write_text("- [R1] T\n")
    (tmp_path / "link").symlink_to(target / "docs")
    assert read_requirements(str(inside), target).name == "docs/r.md"
    assert read_requirements("docs/r.md", target).name == "docs/r.md"
    assert read_requirements(str(tmp_path / "link/r.md"), target).name == "docs/r.md"
    assert read_requirements(str(outside), target).name == str(outside)
    assert parsed_requirements(read_requirements("docs/r.md", target)).requirements[0].id == "R1"


def test_no_link_of_the_target_leads_to_another_file(tmp_path: Path) -> None:
    target = tmp_path / "t"
    target.mkdir()
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret/r.md").write_text("- [R1] T\n")
    (target / "docs").symlink_to(tmp_path / "secret")
    (target / "r.md").symlink_to(tmp_path / "secret/r.md")
    assert "is a symbolic link" in refused(target / "r.md", target)
    assert "not a directory" in refused(target / "docs/r.md", target)


def test_what_is_no_file_or_too_long_or_wrong_as_a_whole_is_refused(tmp_path: Path) -> None:
    target = tmp_path / "t"
    target.mkdir()
    for fifo in (tmp_path / "fifo", target / "fifo"):
        os.mkfifo(fifo)
    (tmp_path / "long.md").write_bytes(b"x" * ((1 << 20) + 1))
    (target / "r.toml").write_text("a =")
    assert "is no file" in refused(tmp_path / "fifo", target)
    assert "not a regular file" in refused(target / "fifo", target)
    assert "does not exist" in refused(target / "none.md", target)
    assert "is longer than 1 MB" in refused(tmp_path / "long.md", target)
    assert "r.toml:1: Invalid value" in refused(target / "r.toml", target)
