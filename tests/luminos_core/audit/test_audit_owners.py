"""Whose a flagged file is: CODEOWNERS, else most of its commits."""

from dataclasses import replace
from pathlib import Path

import pytest

from luminos_core.audit.assemble import assemble
from luminos_core.audit.owners import owners_of, with_owners
from luminos_core.records.project import Part, ProjectFacts
from luminos_core.records.snapshot import Snapshot
from luminos_core.report.report_markdown import render_markdown
from luminos_core.scan.scan_context import ScanContext
from luminos_core.scan.scanned_files import ScannedFiles
from luminos_core.scan.snapshot import ScanOptions, take_snapshot
from luminos_core.stop import StopSignal
from tests.luminos_core.report.report_runs import facts, flag


def scanned(root: Path, files: dict[str, str]) -> Snapshot:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return take_snapshot(root, ScanOptions(), ScanContext(lambda event: None, StopSignal()))


RULES = "# who\n*.py @ada\n/docs/ @team/writers docs@x.example\n/docs/free.md\n"


@pytest.mark.parametrize(
    "place", [".github/CODEOWNERS", ".gitlab/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"]
)
def test_the_last_rule_that_fits_names_the_owners(tmp_path: Path, place: str) -> None:
    files = {place: RULES, "a.py": "", "docs/a.md": "x", "docs/free.md": "x", "b.c": "x"}
    paths = ("a.py", "docs/a.md", "docs/free.md", "b.c", "general", "../etc/passwd")
    assert owners_of(paths, scanned(tmp_path, files), ScannedFiles(tmp_path)) == {
        "a.py": "@ada",
        "docs/a.md": "@team/writers docs@x.example",
    }


def test_headings_of_sections_are_no_patterns(tmp_path: Path) -> None:
    rules = "[Docs][2] @wrong\n^[Code] @wrong\n*.py @ada\n"
    found = scanned(tmp_path, {"CODEOWNERS": rules, "a.py": ""})
    assert owners_of(["a.py"], found, ScannedFiles(tmp_path)) == {"a.py": "@ada"}


@pytest.mark.parametrize("rules", ["", "[a @x\n", "*" * 3_000 + "b @x\n", "a[z-a] @x\n", "\0 @x\n"])
def test_without_a_rule_that_can_be_read_it_is_who_made_most_commits(
    tmp_path: Path, rules: str
) -> None:
    found = scanned(tmp_path, {"CODEOWNERS": rules, "a.py": "", "b.py": ""})
    found = replace(found, main_authors={"a.py": "Bob"})
    assert owners_of(["a.py", "b.py"], found, ScannedFiles(tmp_path)) == {"a.py": "Bob"}


def test_a_report_names_the_owner_of_each_flag() -> None:
    run = facts(check_flags=(flag(path="a.py", line=3), flag(path="b.py", line=1)))
    report = assemble(replace(run, owners={"a.py": "@ada"}))
    assert {found.path: found.owner for found in report.flags} == {"a.py": "@ada", "b.py": ""}
    assert "Owner: `@ada`." in "".join(render_markdown(report))


def test_a_part_is_of_those_whom_code_owners_names_else_of_its_main_author(tmp_path: Path) -> None:
    write_files = {
        "CODEOWNERS": "/a/ @ada @org/team\n",
        "a/go.mod": "module a\n",
        "b/go.mod": "module b\n",
        "b/b.go": "package b\n",
        "c/go.mod": "module c\n",
    }
    found = scanned(tmp_path, write_files)
    files = ScannedFiles(tmp_path)
    authors = {"a/go.mod": "Eve", "b/go.mod": "Bob", "b/b.go": "Bob"}
    parts = tuple(Part(path=path, name=path) for path in ("a", "b", "c"))
    owned = with_owners(ProjectFacts(parts=parts), replace(found, main_authors=authors), files)
    assert [part.owners for part in owned.parts] == [("@ada", "@org/team"), ("Bob",), ()]
