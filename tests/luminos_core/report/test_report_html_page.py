"""The page of a report as a document: its content, and that it loads and runs nothing else."""

import json
import re
import tomllib
from base64 import b64encode
from collections import Counter
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from luminos_core.audit.assemble import RunFacts, assemble
from luminos_core.records.coverage import FileState
from luminos_core.records.flag import FlagSource, FlagState, Severity
from luminos_core.records.project import MappedFile
from luminos_core.records.report import AuditReport
from luminos_core.records.suppression import SuppressedBy
from luminos_core.report.html.json_stream import json_stream
from luminos_core.report.html.markup import markdown
from luminos_core.report.html.render import render_html
from luminos_core.report.html.report_page import PAGE
from luminos_core.report.html.suppression import suppression
from luminos_core.report.page.document import MAP_SCRIPTS, asset_names
from luminos_core.store.run_folder import read_report
from luminos_core.suppressions.read_file import parsed_file
from luminos_core.text.json_text import to_json
from tests.luminos_core.report.report_runs import check_flag, facts, flag, hostile_text, runs
from tests.luminos_core.report.test_report_memory import large_report


class Page(HTMLParser):
    """The elements of a page and the text of each, as a browser's parser would find them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.attributes: set[tuple[str, str | None]] = set()
        self.data: dict[str, str] = {}
        self.policy = ""
        self._inside = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes |= set(attrs)
        known = dict(attrs)
        self._inside = (known.get("id") or "") if tag == "script" else ""
        if known.get("http-equiv") == "Content-Security-Policy":
            self.policy = known["content"] or ""

    def handle_data(self, data: str) -> None:
        self.data[self._inside] = self.data.get(self._inside, "") + data

    def json(self, name: str) -> Any:
        return json.loads(self.data[name])


def rendered(report: AuditReport) -> str:
    return "".join(render_html(report))


@settings(max_examples=40, deadline=None)
@given(runs())
def test_no_text_of_a_run_becomes_markup_or_hides_a_character(run: RunFacts) -> None:
    html = rendered(assemble(run))
    page = Page(html)
    assert page.tags["script"] == 4
    assert not {"img", "object", "iframe", "form "} & set(page.tags)
    assert not [name for name, _ in page.attributes if name.startswith("on")]
    assert not [value for name, value in page.attributes if name == "href" and value[:1] != "#"]  # type: ignore[index]
    assert not re.search("[\u202a-\u202e\u2066-\u2069\u200b\x00-\x08\x1b\x7f-\x9f]", html)
    for name in ("tree", "flags-data", "summaries"):
        assert "<" not in page.data[name]
        page.json(name)


def test_only_the_pages_own_style_and_script_may_run() -> None:
    html = rendered(assemble(facts()))
    rules = dict(rule.split(" ", 1) for rule in Page(html).policy.split("; "))
    assert rules["default-src"] == "'none'"
    for element in ("style", "script"):
        (text,) = re.findall(f"<{element}>(.*?)</{element}>", html, re.DOTALL)
        digest = b64encode(sha256(text.encode()).digest()).decode()
        assert rules[f"{element}-src"] == f"'sha256-{digest}'"


def test_the_page_holds_no_address_and_no_way_to_make_markup() -> None:
    html = rendered(assemble(facts()))
    style_and_script = "".join(re.findall("<(?:style|script)>(.*?)</", html, re.DOTALL))
    ways = r"http:|url\(|@import|innerHTML|insertAdjacent|\beval\b|document\.write|setTimeout\(\""
    assert not re.search(ways, style_and_script)
    assert not re.search(r"\bstyle=|\bon[a-z]+=\"", html)


def test_every_script_and_template_of_the_folder_is_in_the_page() -> None:
    own = asset_names("luminos_core.report.html")
    assert set(PAGE.scripts) == {
        *MAP_SCRIPTS,
        *(name for name in own if name.endswith(".js")),
    }
    assert len(PAGE.scripts) == len(set(PAGE.scripts))
    room = Path(__file__).parents[3] / "luminos_core/report/html/assets"
    included = "".join(file.read_text() for file in room.glob("*.j2"))
    assert {n for n in own if n.endswith(".j2") and f'include "{n}"' not in included} == {
        PAGE.template
    }


def test_scripts_give_no_two_things_one_name() -> None:
    """They are joined, so that a later function would take the place of an earlier one."""
    rooms = ("page", "html")
    root = Path(__file__).parents[3] / "luminos_core/report"
    scripts = {
        f.name: f.read_text() for room in rooms for f in (root / room / "assets").glob("*.js")
    }
    text = "\n".join(scripts[name] for name in PAGE.scripts)
    names = Counter(re.findall(r"^(?:async )?(?:function|const|let) (\w+)", text, re.MULTILINE))
    assert [name for name, count in names.items() if count > 1] == []


def test_every_flag_is_in_the_page_with_what_became_of_it() -> None:
    flags = tuple(
        check_flag(
            path=f"f{n}.py", line=n, state=state, quotation=f"x{n}\ny", fingerprint=f"{n}" * 64
        )
        for n, state in enumerate((FlagState.PERSISTING, FlagState.NEW, FlagState.REOPENED), 1)
    )
    report = assemble(facts()).model_copy(update={"flags": flags})
    table = Page(rendered(report)).json("flags-data")
    texts, rows, places = table["texts"], table["rows"], table["places"]
    assert [texts[each] for each in rows["path"]] == ["f2.py", "f3.py", "f1.py"]
    assert [table["states"][each] for each in places["state"]] == ["new", "reopened", "persisting"]
    assert [texts[each] for each in places["quotation"]] == ["x2\ny", "x3\ny", "x1\ny"]
    assert [texts[each] for each in places["fingerprint"]] == ["2" * 24, "3" * 24, "1" * 24]
    assert table["rules"]["code-injection"]["fix"]


def test_a_report_with_a_time_that_is_none_is_shown() -> None:
    report = assemble(facts())
    changed = report.model_copy(
        update={"finished_at": "then", "scan": report.scan.model_copy(update={"scanned_at": "so"})}
    )
    assert Page(rendered(changed)).json("tree")["today"] is None


def test_more_flags_than_a_page_can_hold_are_counted() -> None:
    flags = tuple(check_flag(path=f"f{n}.py") for n in range(25_100))
    report = assemble(facts()).model_copy(update={"flags": flags})
    table = Page(rendered(report)).json("flags-data")
    assert len(table["rows"]["kind"]) == 25_000
    assert table["left_out"] == 100


def test_files_are_in_the_tree_with_their_states_and_summaries() -> None:
    files = (
        MappedFile(path="a.py", size=9, lines=1, language="Python", commits=4),
        MappedFile(path="src/b.py", size=8, lines=2, changed_at=86_400, state=FileState.WITHHELD),
    )
    report = assemble(facts()).model_copy(
        update={"files": files, "flags": (check_flag(path="src/b.py"),)}
    )
    tree = Page(rendered(report)).json("tree")
    assert tree["directories"]["names"] == ["t", "src"]
    assert tree["directories"]["first_files"] == [0, 1]
    assert tree["files"]["names"] == ["a.py", "b.py"]
    assert tree["files"]["commits"] == [4, 0]
    assert [tree["states"][each] for each in tree["files"]["states"]] == ["listed", "withheld"]
    assert tree["files"]["flags"] == {"1": [0, 1, 0]}
    assert tree["files"]["days"] == [None, 1]


def test_a_report_of_an_earlier_version_is_shown_with_the_files_that_were_described(
    tmp_path: Path,
) -> None:
    fields = json.loads(to_json(large_report(3)))
    for name in ("version", "comparison", "project", "files", "trend", "policy"):
        fields.pop(name, None)
    file = tmp_path / "report.json"
    file.write_text(json.dumps(fields | {"schema_version": 2}))
    page = Page(rendered(read_report(file)))
    assert len(page.json("tree")["files"]["names"]) == 12
    assert page.json("summaries")["files"] == ["A file."] * 12


@given(hostile_text(), hostile_text(), st.integers(1, 9), st.sampled_from(FlagSource))
def test_a_suppression_can_be_read_back(
    path: str, rule: str, places: int, source: FlagSource
) -> None:
    flags = [
        flag(path=path, rule=rule, source=source, line=n, fingerprint=f"{n}" * 64)
        for n in range(1, places + 1)
    ]
    entries = tomllib.loads(suppression(flags))["suppress"]
    assert all(entry["reason"] for entry in entries)
    if "rule" in entries[0]:
        assert (entries[0]["rule"], entries[0]["path"]) == (rule, f"/{path}")
    else:
        assert [entry["fingerprint"] for entry in entries] == [f.fingerprint for f in flags]


def test_many_places_of_a_rule_in_a_file_are_suppressed_together() -> None:
    flags = [check_flag(path="src/a.py", line=n, fingerprint=f"{n}" * 64) for n in range(1, 9)]
    file = parsed_file(suppression(flags).encode(), "f", SuppressedBy.TARGET_FILE)
    assert file.remarks == ()
    assert [(each.rule, each.path) for each in file.entries] == [("code-injection", "/src/a.py")]
    file = parsed_file(suppression(flags[:2]).encode(), "f", SuppressedBy.TARGET_FILE)
    assert [each.fingerprint for each in file.entries] == ["1" * 64, "2" * 64]


@given(hostile_text(12))
def test_markdown_becomes_a_few_harmless_elements(text: str) -> None:
    page = Page(str(markdown(text)))
    harmless = {"p", "ul", "ol", "li", "strong", "em", "code", "pre", "blockquote", "hr", "br"}
    assert set(page.tags) <= harmless | {"h3", "h4", "h5", "h6"}
    assert {name for name, _ in page.attributes} <= {"class", "start"}


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner),
        max_leaves=30,
    )
)
def test_a_stream_of_json_is_json(value: Any) -> None:
    assert json.loads(b"".join(json_stream(value))) == value


def test_a_column_is_read_once_and_in_pieces() -> None:
    pieces = list(json_stream({"numbers": iter(range(5_000)), "texts": iter(["a"] * 100)}))
    assert json.loads(b"".join(pieces)) == {"numbers": list(range(5_000)), "texts": ["a"] * 100}
    assert max(map(len, pieces)) < 4_000


@pytest.mark.parametrize("severity", list(Severity))
def test_a_page_of_one_flag_says_where_to_look(severity: Severity) -> None:
    found = check_flag(path="<b>.py", line=7, severity=severity)
    html = rendered(assemble(facts(check_flags=[found])))
    assert 'Look first at <a href="#act-1">&lt;b&gt;.py:7</a>' in html
