"""What is new or gone apart from flags."""

from dataclasses import replace
from pathlib import Path

import pytest

from luminos_core.audit.assemble import assemble
from luminos_core.comparison.audited import AuditedRun
from luminos_core.comparison.base import base_of
from luminos_core.comparison.facts import changed_facts
from luminos_core.comparison.tree import Tree
from luminos_core.records.comparison import FactKind
from luminos_core.records.project import Dependency, EntryPoint, ProjectFacts
from luminos_core.records.report import AuditReport
from luminos_core.records.snapshot import LastModified, Snapshot
from luminos_core.scan.scanned_files import ScannedFiles
from tests.luminos_core.comparison.nights import Nights
from tests.luminos_core.report.report_runs import facts, snapshot

Fact = tuple[str, str, str, str, str]


@pytest.fixture
def nights(tmp_path: Path) -> Nights:
    made = Nights(tmp_path)
    made.write("README.md", "# T\n\nIt is a target.\n")
    made.write("src/a.py", '"""Adds numbers for people who cannot."""\n')
    return made


def said(report: AuditReport) -> list[Fact]:
    assert report.comparison is not None
    return [
        (each.kind.value, each.change.value, each.name, each.before, each.after)
        for each in report.comparison.facts
    ]


def test_a_tree_that_is_new_or_gone_is_named_by_its_top(nights: Nights) -> None:
    nights.audit()
    nights.write("lib/deep/er/b.py", "b = 1\n")
    assert said(nights.audit()) == [("directory", "added", "lib", "", "")]
    (nights.target / "lib" / "deep" / "er" / "b.py").unlink()
    (nights.target / "lib" / "deep" / "er").rmdir()
    nights.write("lib/deep/c.py", "c = 1\n")
    assert said(nights.audit()) == [("directory", "removed", "lib/deep/er", "", "")]


def test_what_is_left_out_is_not_gone_and_what_was_is_not_new(nights: Nights) -> None:
    nights.audit()
    left_out = nights.audit(exclude=("src",))
    assert said(left_out) == []
    assert said(nights.audit()) == []


def test_people_whom_code_owners_names(nights: Nights) -> None:
    nights.write("CODEOWNERS", "*.py @ada\n")
    nights.audit()
    nights.write("CODEOWNERS", "*.py @bob\n/docs/ @team/writers\n")
    assert said(nights.audit()) == [
        ("owner", "removed", "@ada", "", ""),
        ("owner", "added", "@bob", "", ""),
        ("owner", "added", "@team/writers", "", ""),
    ]


def test_a_directory_that_says_it_is_for_something_else(nights: Nights) -> None:
    nights.write("src/README.md", "# Adder\n\nThis adds 12 numbers for people who cannot.\n")
    nights.audit()
    nights.write("src/README.md", "# Adder\n\nThis adds 13 numbers, for those who cannot.\n")
    assert said(nights.audit()) == []
    nights.write("src/README.md", "# Mail\n\nThis sends mail to everybody on the list.\n")
    assert said(nights.audit()) == [
        (
            "summary",
            "changed",
            "src",
            "This adds 13 numbers, for those who cannot.",
            "This sends mail to everybody on the list.",
        )
    ]


def changes(before: Snapshot | ProjectFacts, after: Snapshot | ProjectFacts) -> list[Fact]:
    found = changed_facts(_run(after), base_of(_run(before)))
    kinds = (FactKind.DEPENDENCY, FactKind.ENTRY_POINT, FactKind.LICENCE, FactKind.OWNER)
    return [
        (each.kind.value, each.change.value, each.name, each.before, each.after)
        for each in found
        if each.kind in kinds
    ]


def _run(what: Snapshot | ProjectFacts) -> AuditedRun:
    scanned = what if isinstance(what, Snapshot) else snapshot()
    report = assemble(replace(facts(), snapshot=scanned, reports=()))
    if isinstance(what, ProjectFacts):
        report = report.model_copy(update={"project": what})
    return AuditedRun(report, scanned, Tree(scanned, ScannedFiles(Path("/")), ()), {})


def test_dependencies_that_are_new_gone_or_of_another_version() -> None:
    def needs(name: str, version: str, path: str = "pyproject.toml") -> Dependency:
        return Dependency(ecosystem="pypi", name=name, version=version, path=path, line=1)

    before = ProjectFacts(dependencies=(needs("a", "1"), needs("b", "1"), needs("c", "1")))
    # That it is named in another manifest, or twice, changes nothing.
    again = (needs("c", "1", "requirements.txt"), needs("c", "1"))
    after = ProjectFacts(dependencies=(needs("b", "2"), *again, needs("d", "4")))
    assert changes(before, after) == [
        ("dependency", "removed", "a", "1", ""),
        ("dependency", "changed", "b", "1", "2"),
        ("dependency", "added", "d", "", "4"),
    ]


def test_a_dependency_that_is_written_otherwise_is_the_same_one() -> None:
    def needs(name: str, version: str) -> Dependency:
        return Dependency(ecosystem="pypi", name=name, version=version, path="a.txt", line=1)

    before = ProjectFacts(dependencies=(needs("Ruamel.Yaml", ">= 3.0"), needs("jinja2", "==3.1")))
    after = ProjectFacts(dependencies=(needs("ruamel_yaml", ">=3.0"), needs("Jinja2", "==3.1")))
    assert changes(before, after) == []


def test_entry_points_and_the_licence() -> None:
    before = ProjectFacts(entry_points=(EntryPoint(name="run", calls="a:main"),), licence="MIT")
    after = ProjectFacts(entry_points=(EntryPoint(name="run", calls="b:main"),), licence="GPL-3.0")
    assert changes(before, after) == [
        ("entry point", "changed", "run", "a:main", "b:main"),
        ("licence", "changed", "licence", "MIT", "GPL-3.0"),
    ]


def test_a_licence_that_is_only_named_otherwise_is_not_another_one() -> None:
    title = ProjectFacts(licence="The licence is one of two, as you like")
    expression = ProjectFacts(licence="Apache-2.0 OR (GPL-2.0-or-later WITH x)")
    assert changes(title, expression) == changes(expression, title) == []
    other = ProjectFacts(licence="Another licence of the same people")
    assert [each[0] for each in changes(title, other)] == ["licence"]
    assert [each[1] for each in changes(expression, ProjectFacts())] == ["removed"]


def test_a_directory_most_of_whose_files_are_another_persons() -> None:
    def authors(*names: str, note: str = "") -> Snapshot:
        mains = {f"src/{number}.py": name for number, name in enumerate(names)}
        return snapshot(main_authors=mains, last_modified=LastModified(note=note))

    before, after = authors("Ada", "Ada", "Bob"), authors("Ada", "Bob", "Bob")
    assert changes(before, after) == [("owner", "changed", "src", "Ada", "Bob")]
    assert changes(before, authors("Ada", "Bob")) == []  # nobody has most of it
    assert changes(before, authors("Bob", note="a shallow clone")) == []


def test_dependencies_of_what_is_left_out_are_not_gone_and_are_not_new_after_it(
    nights: Nights,
) -> None:
    nights.write("api/requirements.txt", "flask==3.1.0\n")
    nights.write("requirements.txt", "requests==2.32.0\n")
    nights.audit()
    assert said(nights.audit(exclude=("api",))) == []
    assert said(nights.audit()) == []
    nights.write("api/requirements.txt", "flask==3.1.1\n")
    assert said(nights.audit()) == [("dependency", "changed", "flask", "==3.1.0", "==3.1.1")]
