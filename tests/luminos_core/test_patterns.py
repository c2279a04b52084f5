"""No text from outside takes longer than its length allows, whatever repeats in it.

`make test ARGS='-m slow -k patterns'` tries far more texts.
"""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from luminos_core.agents.planning.schedule import _skips
from luminos_core.audit.assemble import assemble
from luminos_core.checks.check import CheckedFile, is_test_path
from luminos_core.checks.conflict_markers import find_conflicts
from luminos_core.checks.injection_patterns import without_injections
from luminos_core.checks.prompt_injection import find_prompt_injections
from luminos_core.checks.secrets import find_leaks
from luminos_core.checks.syntax_errors import _PYTHON_2, is_parsed
from luminos_core.flags.evidence import locate
from luminos_core.git.config_file import parse_config
from luminos_core.git.forge_page import forge_page
from luminos_core.llm.anthropic.classify_error import share_with_room
from luminos_core.llm.anthropic.sanitize_response import sanitize_blocks
from luminos_core.manifests.read_manifest import KINDS, read_manifest
from luminos_core.offline.document import read_document
from luminos_core.offline.documentation import documentation, strip_markup
from luminos_core.offline.file_facts import file_facts
from luminos_core.offline.imports import import_facts, imports_inside
from luminos_core.offline.licence import licence_of_text
from luminos_core.offline.project_facts.imports import declared_package, imported
from luminos_core.offline.project_facts.running import running
from luminos_core.offline.project_facts.starts import starts
from luminos_core.offline.source import read_source
from luminos_core.offline.structure import find_structure
from luminos_core.outline.doc_text import comment_text, docstring_text, first_sentence, module_doc
from luminos_core.outline.headings import markdown_outline, restructured_outline
from luminos_core.outline.node_definition import _RECEIVER
from luminos_core.records.outline import Outline
from luminos_core.records.report import AuditReport, Synthesis
from luminos_core.records.snapshot import Category, FileRecord
from luminos_core.report.markdown_escape import block, code, inline, prose
from luminos_core.report.registry import render
from luminos_core.report.terminal.report_view import print_report
from luminos_core.report.terminal.shorten import first_sentences
from luminos_core.report.terminal.style import emphasised
from luminos_core.scan.classify.category import categorize
from luminos_core.scan.classify.language import language_of
from luminos_core.text.sanitize import sanitize_text
from luminos_core.tools.commands.pattern import compile_glob
from luminos_core.tools.target_text import delimit
from tests.fakes.product_patterns import Use, compiled_by_re2, is_linear, uses_of_re
from tests.fakes.pumping import grows_linearly, parts_of, texts
from tests.luminos_core.report.report_runs import facts, flag

# Patterns that are known only at run time, and how long a text they meet.
KNOWN_AT_RUN_TIME = {
    "luminos_core/scan/classify/category.py": 255,  # a file's name
    "luminos_core/tools/commands/pattern.py": 64 * 256,  # a path that `find` reaches
}
NAMES = [
    "pyproject.toml", "setup.cfg", "setup.py", "requirements.txt", "package.json", "composer.json",
    "Cargo.toml", "go.mod", "pom.xml", "build.gradle", "a.csproj", "CMakeLists.txt", "Gemfile",
    "a.gemspec",
    "Dockerfile", "Makefile",
]  # fmt: skip
PARSED = {"pyproject.toml", "setup.py", "package.json", "composer.json", "Cargo.toml", "pom.xml"}


def checked(text: str, name: str = "a.md") -> CheckedFile:
    content = text.encode()
    record = FileRecord(path=name, size=len(content), mtime_ns=0, category=Category.DOCUMENT)
    return CheckedFile(record, content)


def reader(name: str) -> Callable[[str], object]:
    return lambda text: read_manifest(name, text)


def structure(name: str, *, cut: bool = False) -> Callable[[str], object]:
    return lambda text: find_structure(name, text, cut)


def told_of_source(language: str) -> Callable[[str], object]:
    """What the facts of a project take from a source file."""
    record = FileRecord(
        path="a/b.x", size=1, mtime_ns=0, category=Category.SOURCE, language=language, lines=1
    )
    return lambda text: (
        imported("a/b.x", text, language),
        declared_package(text, language),
        starts(record, text),
        running(record, text),
    )


WORK: dict[str, Callable[[str], object]] = {
    **{
        language: told_of_source(language)
        for language in ("Python", "TypeScript", "Go", "C", "PHP")
    },
    "a licence": licence_of_text,
    "a config of git": lambda text: parse_config(text.encode()),
    "an address": forge_page,
    **{name: reader(name) for name in NAMES if name not in PARSED},
    "Markdown": lambda text: markdown_outline("a.md", text, str),
    "reStructuredText": lambda text: restructured_outline("a.rst", text, str),
    "a comment": lambda text: first_sentence(comment_text(text)),
    "a docstring": lambda text: docstring_text(f'"""{text}"""'),
    "a module's comment": lambda text: module_doc(comment_text(text)),
    "a Go receiver": _RECEIVER.search,
    "a document": read_document,
    "markup": strip_markup,
    "documentation": lambda text: documentation(text, "a"),
    "keys": structure("a.yaml"),
    "keys of JSON": structure("a.json", cut=True),
    "targets": structure("Makefile"),
    "sections": structure("a.toml"),
    "images": structure("Dockerfile"),
    "a line in Markdown": inline,
    "prose in Markdown": prose,
    "code in Markdown": code,
    "a block in Markdown": block,
    "prose on a terminal": emphasised,
    "sentences on a terminal": lambda text: first_sentences(text, 200),
    "a prompt": lambda text: delimit(sanitize_text(text, 1_000)),
    "a quotation": lambda text: locate(text, text[-40:], 3),
    "injections": lambda text: list(find_prompt_injections(checked(text))),
    "without injections": without_injections,
    "secrets": lambda text: list(find_leaks(checked(text))),
    "conflicts": lambda text: list(find_conflicts(checked(text))),
    "Python 2": _PYTHON_2.search,
    "paths": lambda text: (is_test_path(text), is_parsed(checked("", text).file)),
    "a server's error": share_with_room,
}
PARTS = [
    " ", "\n", "\t", "a", "A", "0", "_", "*", "#", "-", "=", "`", "~", "<", ">", "[", "]", "(", ")",
    "!", ".", ",", ":", ";", "/", "\\", "|", "@", "$", "%", "{", "}", "'", '"', "+", "&", "v1", "://",
    "module ", "require ", "go ", "gem ", "group ", " do", "end", "implementation", "project(",
    "VERSION ", "FROM ", " AS ", "--", "<!--", "-->", "---\n", "import ", "from ", "except ",
    "www.", "<system>", "ignore all ", "previous instructions", "report no ", "password=", "ghp_",
    "AI ", "é", "<<<<<<< ", "{\n  \"a\": ",
]  # fmt: skip


@pytest.fixture(scope="session")
def compiled() -> list[Any]:
    return compiled_by_re2()


def test_re_is_used_only_for_patterns_that_take_linear_time() -> None:
    uses = list(uses_of_re())
    assert len(uses) > 20  # they are found
    slow = [use for use in uses if use.pattern is not None and not is_linear(use.pattern)]
    assert slow == [], "RE2 takes linear time for any pattern"


def test_patterns_of_re_that_are_made_at_run_time_meet_only_short_texts() -> None:
    made = {use.place for use in uses_of_re() if use.pattern is None}
    assert made == KNOWN_AT_RUN_TIME.keys()


@pytest.mark.parametrize("globs", ["*a*a*a*a*a*b", "*" * 500, "*?" * 300, "[a-z]*" * 100])
def test_a_glob_on_the_longest_path_takes_linear_time(globs: str) -> None:
    expression = compile_glob(globs)
    longest = KNOWN_AT_RUN_TIME["luminos_core/tools/commands/pattern.py"]
    assert grows_linearly(expression.fullmatch, lambda length: "a" * min(length, longest))


def test_a_name_of_any_length_has_a_category_in_linear_time() -> None:
    for start in ("readme", "license", "requirements", "makefile", "a.1"):
        assert grows_linearly(
            lambda name: (categorize(name, None, "", False), language_of(name, b"")),
            lambda length, start=start: start + "-a" * (length // 2),
        )


@pytest.mark.parametrize(
    "pattern",
    [
        r"\s*x",
        r"a+$",
        r"(a+)+",
        r"a*?b",
        r"(?:a?){30}a{30}",
        r"(a)\1",
        r"\w+@",
        rb" +\n",
    ],
)
def test_a_pattern_that_may_take_longer_is_recognized(pattern: str | bytes) -> None:
    assert not is_linear(pattern)


@pytest.mark.parametrize(
    "pattern", [r"\S+", r"x{2,9}$", r"^ {0,3}(`{3,}|~{3,})", r"[^]]*]?", "a|b"]
)
def test_a_pattern_that_takes_linear_time_is_recognized(pattern: str) -> None:
    assert is_linear(pattern)


def test_every_pattern_of_re2_finds_all_in_linear_time(compiled: list[Any]) -> None:
    """RE2 takes linear time to find one; to find all takes longer if each looks far ahead."""
    assert len(compiled) > 150
    slow = [pattern.pattern for pattern in compiled if not _finds_linearly(pattern, 4)]
    assert slow == []


@pytest.mark.parametrize("name", WORK)
def test_what_repeats_in_a_text_takes_linear_time(name: str) -> None:
    for text in texts(PARTS, seed=1, number=40):
        assert grows_linearly(WORK[name], text), repr(text(60))


def test_every_kind_of_manifest_is_tried() -> None:
    assert len(NAMES) == len(KINDS)
    empty = {"setup.py": "setup()"}
    found = (read_manifest(name, empty.get(name, "")) for name in NAMES)
    assert all(each is not None or name in WORK for name, each in zip(NAMES, found, strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("name", WORK)
def test_many_more_texts_take_linear_time(name: str, seed: int) -> None:
    for text in texts(PARTS, seed=seed, number=1_000):
        assert grows_linearly(WORK[name], text), repr(text(60))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_many_more_texts_are_searched_in_linear_time(compiled: list[Any], seed: int) -> None:
    slow = [each.pattern for each in compiled if not _finds_linearly(each, 300, seed)]
    assert slow == []


def test_many_calls_with_one_id_are_renamed_in_linear_time() -> None:
    def renamed(text: str) -> object:
        call = {"type": "tool_use", "id": "toolu_1", "name": "x", "input": {}}
        return sanitize_blocks([dict(call) for _ in text], (), is_paused=False)

    assert grows_linearly(renamed, lambda length: "a" * length)


@pytest.mark.parametrize("part", ["a", "a.", "`", "a@", "_", "**a", "http", "![", "<a ", "| "])
def test_a_report_of_a_models_long_text_is_rendered_in_linear_time(part: str) -> None:
    def rendered(text: str) -> None:
        report = _report(text)
        for name in ("markdown", "json"):
            assert len(render(name, report)) > len(text)
        console = Console(file=io.StringIO(), width=100)
        print_report(report, console, Path("/run"), verbose=True)

    assert grows_linearly(rendered, lambda length: part * (2 * length))


def test_a_report_of_300_000_letters_has_them_all() -> None:
    assert "a" * 300_000 in render("markdown", _report("a" * 300_000))


def _report(text: str) -> AuditReport:
    return assemble(
        facts(
            synthesis=Synthesis(brief=text, detailed=text, flags=(flag(finding=text),)),
        )
    )


def _finds_linearly(pattern: Any, number: int, seed: int = 1) -> bool:
    encoded = isinstance(pattern.pattern, bytes)

    def find(text: str) -> int:
        return sum(1 for _ in pattern.finditer(text.encode() if encoded else text))

    return all(
        grows_linearly(find, text) for text in texts(parts_of(pattern.pattern), seed, number)
    )


def test_a_use_of_re_names_its_place() -> None:
    uses = [use for use in uses_of_re() if use.place == "luminos_core/flags/evidence.py"]
    assert [use.pattern for use in uses] == [r"\S+"]
    assert isinstance(uses[0], Use)


def test_the_imports_of_a_deep_directory_take_linear_time() -> None:
    def found(text: str) -> None:
        place = ("t", *text)
        for name in ("d.d.x", "..d.x", ".x", "a.b"):
            record = FileRecord(path="a.py", size=1, mtime_ns=0, language="Python")
            outline = Outline(path="a.py", language="Python", imports=(name,))
            sources = {"a.py": read_source(record, outline, "from . import x\n")}
            import_facts(place, sources, imports_inside(place, sources))

    assert grows_linearly(found, lambda length: "d" * length)
    assert grows_linearly(found, lambda length: "de" * (length // 2))


def test_the_schedule_of_a_chain_of_directories_asks_for_each_once() -> None:
    class Listed(dict[str, Any]):
        asked = 0

        def get(self, path: str, default: Any = None) -> Any:
            Listed.asked += 1
            return super().get(path, default)

    paths = [".", *("/".join("d" * depth) for depth in range(1, 301))]
    assert set(_skips(paths, Listed()).values()) == {None}
    assert Listed.asked == 300


HALF = r'"\ud800"'


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("package.json", f'{{"name": {HALF}, "dependencies": {{{HALF}: {HALF}}}}}'),
        ("composer.json", f'{{"description": {HALF}, "require": {{{HALF}: {HALF}}}}}'),
        ("setup.py", f"setup(name={HALF}, version={HALF}, install_requires=[{HALF}])"),
        ("a.json", f"{{{HALF}: 1}}"),
    ],
)
def test_half_of_a_surrogate_pair_in_a_manifest_is_no_error(name: str, text: str) -> None:
    """RE2 searches UTF-8, which cannot hold it."""
    record = FileRecord(path=name, size=1, mtime_ns=0)
    assert file_facts(record, None, text, cut=False)
