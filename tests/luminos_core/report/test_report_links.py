"""Links from places of the target to its forge."""

import re
from urllib.parse import unquote_to_bytes, urlsplit

import pytest
from hypothesis import given
from markdown_it import MarkdownIt

from luminos_core.audit.assemble import assemble
from luminos_core.records.comparison import Forge, SourceVersion
from luminos_core.records.report import AuditReport
from luminos_core.report.links import link_to
from luminos_core.report.markdown_escape import code
from luminos_core.report.registry import render
from luminos_core.report.summary_markdown import summary_markdown
from luminos_core.report.tables import flag_rows
from luminos_core.text.filenames import decode_name
from tests.luminos_core.report.report_runs import check_flag, facts, names

COMMIT = "0123456789abcdef0123456789abcdef01234567"
PAGE = "https://forge.example/owner/name"
WITHOUT = assemble(facts())


def at(forge: Forge | None = Forge.GITHUB, **changes: str) -> AuditReport:
    known = {"commit": COMMIT, "branch": "main", "remote": PAGE}
    version = SourceVersion.model_validate({**known, "forge": forge, **changes})
    return WITHOUT.model_copy(update={"version": version})


@pytest.mark.parametrize(
    ("forge", "one", "several"),
    [
        (Forge.GITHUB, "blob/{}/a.py#L3", "blob/{}/a.py#L3-L9"),
        (Forge.GITLAB, "-/blob/{}/a.py#L3", "-/blob/{}/a.py#L3-9"),
        (Forge.BITBUCKET, "src/{}/a.py#lines-3", "src/{}/a.py#lines-3:9"),
        (Forge.GITEA, "src/commit/{}/a.py#L3", "src/commit/{}/a.py#L3-L9"),
        (Forge.SOURCEHUT, "tree/{}/item/a.py#L3", "tree/{}/item/a.py#L3-9"),
    ],
)
def test_each_forge_has_its_form(forge: Forge, one: str, several: str) -> None:
    assert link_to(at(forge), "a.py", 3) == f"{PAGE}/{one.format(COMMIT)}"
    assert link_to(at(forge), "a.py", 3, 3) == f"{PAGE}/{one.format(COMMIT)}"
    assert link_to(at(forge), "a.py", 3, 9) == f"{PAGE}/{several.format(COMMIT)}"
    assert link_to(at(forge), "a.py") == f"{PAGE}/{one.format(COMMIT)}".partition("#")[0]


def test_azure_has_the_place_in_its_query() -> None:
    whole = f"{PAGE}?path=/a%20b.py&version=GC{COMMIT}"
    columns = "lineStartColumn=1&lineEndColumn=1"
    assert link_to(at(Forge.AZURE), "a b.py") == whole
    assert link_to(at(Forge.AZURE), "a b.py", 3) == f"{whole}&line=3&lineEnd=4&{columns}"
    assert link_to(at(Forge.AZURE), "a b.py", 3, 9) == f"{whole}&line=3&lineEnd=10&{columns}"


def test_every_forge_is_linked() -> None:
    assert [forge for forge in Forge if not link_to(at(forge), "a.py", 3)] == []


def test_of_a_document_the_source_is_linked_since_the_page_has_no_lines() -> None:
    assert link_to(at(), "README.md", 3).endswith("README.md?plain=1#L3")
    assert link_to(at(Forge.GITEA), "a.RST", 3).endswith("a.RST?display=source#L3")
    assert link_to(at(), "README.md").endswith("README.md")


def test_a_target_below_the_top_of_its_repository() -> None:
    assert link_to(at(folder="services/an api"), "a.py").endswith("/services/an%20api/a.py")


@pytest.mark.parametrize(
    "changes",
    [
        {"commit": ""},
        {"commit": "HEAD"},
        {"commit": "../../x"},
        {"remote": ""},
        {"remote": "javascript://x/a/b"},
        {"remote": "https://user:pass@forge.example/a/b"},
        {"remote": "https://forge.example/a/b) [x](https://evil.example/"},
        {"remote": 'https://forge.example/a/b"onclick="x'},
        {"remote": "https://forge.example"},
    ],
)
def test_without_commit_and_page_nothing_is_linked(changes: dict[str, str]) -> None:
    assert link_to(at(**changes), "a.py", 3) == ""


def test_without_a_forge_or_a_file_nothing_is_linked() -> None:
    assert link_to(WITHOUT, "a.py") == ""
    assert link_to(at(None), "a.py") == ""
    assert link_to(at(), "general") == ""


@given(names())
def test_any_name_is_the_same_file_at_the_forge(name: str) -> None:
    link = link_to(at(), name, 3)
    if name == "general":
        return
    assert re.fullmatch(r"[A-Za-z0-9._~:/?#@!$&*+,;=%-]+", link)  # nothing that ends a link
    path = urlsplit(link).path.partition(f"{COMMIT}/")[2]
    assert unquote_to_bytes(path) == decode_name(name).encode("utf-8", "surrogateescape")


@given(names())
def test_any_name_is_one_link_in_markdown(name: str) -> None:
    link = link_to(at(), name, 3)
    [inline] = [
        token for token in MarkdownIt().parse(f"[{code(name)}]({link}) end") if token.children
    ]
    tokens = inline.children or []
    opened = [token.attrs["href"] for token in tokens if token.type == "link_open"]
    assert opened == ([link] if link else [])
    assert not [token for token in tokens if token.type in ("html_inline", "image")]
    assert tokens[-1].content.endswith(" end")


def test_reports_in_markdown_link_their_flags_to_the_lines() -> None:
    report = at().model_copy(update={"flags": (check_flag(path="src/a.py", line=3),)})
    linked = f"[`src/a.py:3`]({PAGE}/blob/{COMMIT}/src/a.py#L3)"
    assert f"- **{linked}** Something." in render("markdown", report)
    assert linked in summary_markdown(report, "/store/run", "")
    assert flag_rows(report)[0]["where"] == linked
    without = report.model_copy(update={"version": SourceVersion()})
    assert "- **`src/a.py:3`** Something." in render("markdown", without)
