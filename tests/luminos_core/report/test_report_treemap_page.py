"""The treemap page as a document: its content, and that it loads and runs nothing else."""

import json
import re
from base64 import b64encode
from collections import Counter, defaultdict
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from luminos_core.records.snapshot import (
    DirectoryRecord,
    Exclusion,
    FileKind,
    FileRecord,
    LastModified,
    ScanError,
    Snapshot,
)
from luminos_core.report.page.document import MAP_SCRIPTS, asset_names
from luminos_core.report.treemap.treemap_page import treemap_page
from luminos_core.text.escape import printable_name
from tests.luminos_core.report.report_runs import file, names, snapshot

NOON = 1_767_268_800  # 2026-01-01, seconds since 1970


class Page(HTMLParser):
    """The elements of a page and the text of each, as a browser's parser would find them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.attributes: list[tuple[str, str | None]] = []
        self.texts: dict[str, str] = {}
        self.policy = ""
        self._inside = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes += attrs
        known = dict(attrs)
        self._inside = known.get("id") or tag
        if known.get("http-equiv") == "Content-Security-Policy":
            self.policy = known["content"] or ""

    def handle_data(self, data: str) -> None:
        self.texts[self._inside] = self.texts.get(self._inside, "") + data

    @property
    def tree(self) -> Any:
        return json.loads(self.texts["tree"])

    @property
    def text(self) -> str:
        own = {"tree", "style", "script"}
        return " ".join(" ".join(t for k, t in self.texts.items() if k not in own).split())


def directory(path: str, *files: FileRecord) -> DirectoryRecord:
    return DirectoryRecord(path=path, files=files)


_FILES = st.lists(
    st.builds(
        lambda steps, **known: file("/".join(steps), language=steps[0], note=steps[-1], **known),
        st.lists(names(), min_size=1, max_size=3),
        size=st.integers(0, 2**63),
        mtime_ns=st.integers(-(2**63), 2**63),
        kind=st.sampled_from(FileKind),
    ),
    max_size=6,
)


def tree_of(files: list[FileRecord]) -> Snapshot:
    """The files in their directories, and these in theirs up to the root."""
    within = defaultdict(list)
    for each in files:
        within[each.path.rpartition("/")[0] or "."].append(each)
    parents = {"/".join(path.split("/")[:end]) for path in within for end in range(1, 4)}
    return snapshot(*(directory(path, *within[path]) for path in parents | {"."}))


trees = _FILES.map(tree_of)


def paths_in(tree: Any) -> list[str]:
    """The files' paths, put together again from the columns."""
    directories, files = tree["directories"], tree["files"]
    stems: list[str] = []
    for name, parent in zip(directories["names"], directories["parents"], strict=True):
        stems.append("" if parent < 0 else f"{stems[parent]}{name}/")
    starts = [*directories["first_files"], len(files["names"])]
    return [
        stem + name
        for index, stem in enumerate(stems)
        for name in files["names"][starts[index] : starts[index + 1]]
    ]


@given(trees)
def test_every_file_is_in_the_page_whatever_its_name(tree: Snapshot) -> None:
    every = [each for directory in tree.directories for each in directory.files]
    page = Page(treemap_page(tree)).tree
    assert sorted(paths_in(page)) == sorted(
        "/".join(map(printable_name, each.path.split("/"))) for each in every
    )
    assert sorted(page["files"]["sizes"]) == sorted(each.size for each in every)


@given(trees)
def test_no_name_becomes_markup_or_hides_a_character(tree: Snapshot) -> None:
    html = treemap_page(tree)
    page = Page(html)
    assert page.tags == Page(treemap_page(snapshot())).tags
    assert "<" not in page.texts["tree"]
    assert not re.search("[\u202a-\u202e\u2066-\u2069\u200b\x00-\x08\x1b\x7f-\x9f]", html)


def test_files_beneath_a_directory_are_one_range() -> None:
    tree = Page(
        treemap_page(
            snapshot(
                directory("a-b", file("a-b/x")),
                directory("a/b", file("a/b/x")),
                directory("a", file("a/x")),
                directory("b", file("b/x")),
                directory("."),
            )
        )
    ).tree
    assert tree["directories"]["names"] == ["t", "a", "b", "a-b", "b"]
    assert tree["directories"]["parents"] == [-1, 0, 1, 0, 0]
    assert paths_in(tree) == ["a/x", "a/b/x", "a-b/x", "b/x"]


def test_only_the_pages_own_style_and_script_may_run() -> None:
    html = treemap_page(snapshot())
    page = Page(html)
    rules = dict(rule.split(" ", 1) for rule in page.policy.split("; "))
    assert rules["default-src"] == "'none'"
    for element in ("style", "script"):
        (text,) = re.findall(f"<{element}>(.*?)</{element}>", html, re.DOTALL)
        digest = b64encode(sha256(text.encode()).digest()).decode()
        assert rules[f"{element}-src"] == f"'sha256-{digest}'"


def test_the_page_holds_no_address_and_no_way_to_make_markup() -> None:
    html = treemap_page(snapshot())
    assert not re.search(r"https?:|url\(|@import|\bsrc=|innerHTML|insertAdjacent|\beval\b", html)
    assert {value for name, value in Page(html).attributes if name == "href"} <= {
        "#left-out",
        "#errors",
    }


def test_every_shared_script_is_in_the_map() -> None:
    assert sorted(MAP_SCRIPTS) == sorted(name for name in asset_names() if name.endswith(".js"))


def test_exclusions_and_errors_are_counted_and_listed() -> None:
    exclusions = tuple(
        Exclusion(path=f"out{n}", is_directory=True, reason="hidden", files=2, size=500)
        for n in range(203)
    )
    scan_errors = (ScanError(path="shut<b>", problem="no permission"),)
    text = Page(treemap_page(snapshot(exclusions=exclusions, scan_errors=scan_errors))).text
    assert "Left out of the map: 203 paths, with 406 files and 102 kB in them" in text
    assert "3 more with" in text
    assert "Could not be read: 1 path" in text
    assert "shut<b>" in text
    assert "no permission" in text


def test_a_tree_without_exclusions_lists_none() -> None:
    text = Page(treemap_page(snapshot())).text
    assert "Left out" not in text
    assert "Could not be read" not in text


def test_age_is_by_git_history_if_there_is_one_else_by_mtime() -> None:
    tree = snapshot(directory(".", file("a", mtime_ns=NOON * 10**9), file("b", mtime_ns=0)))
    by_mtime = Page(treemap_page(tree)).tree
    assert by_mtime["age_source"] == "mtime"
    assert by_mtime["files"]["days"] == [by_mtime["today"], 0]
    history = LastModified(source="git history", times={"a": NOON - 86_400})
    by_history = Page(treemap_page(replace(tree, last_modified=history))).tree
    assert by_history["age_source"] == "git history"
    assert by_history["files"]["days"] == [by_mtime["today"] - 1, None]


def test_a_time_outside_of_the_calendar_is_unknown() -> None:
    far = [file("a", mtime_ns=2**62), file("b", mtime_ns=2**70), file("c", mtime_ns=-(2**70))]
    assert Page(treemap_page(snapshot(directory(".", *far)))).tree["files"]["days"] == [
        2**62 // (86_400 * 10**9),
        None,
        None,
    ]


def test_a_languages_colour_is_the_same_in_every_page() -> None:
    def colours(*languages: str) -> dict[str, Any]:
        files = (file(f"f{n}", language=name) for n, name in enumerate(languages))
        tree = Page(treemap_page(snapshot(directory(".", *files)))).tree
        return {each["name"]: each["colour"] for each in tree["languages"]}

    alone, among = colours("Zig"), colours("C", "Python", "Zig")
    assert among["Zig"] == alone["Zig"] == {"hue": 113, "chroma": 0.055}
    assert among["C"] != among["Python"]


def test_twenty_thousand_files_make_a_page_under_two_megabytes() -> None:
    directories = [
        directory(
            f"source/component{d}",
            *(
                file(
                    f"source/component{d}/implementation_{n}.py",
                    size=d * 100 + n,
                    lines=n,
                    language="Python",
                    mtime_ns=NOON * 10**9,
                )
                for n in range(100)
            ),
        )
        for d in range(200)
    ]
    html = treemap_page(snapshot(*directories, directory("source")))
    assert len(html.encode()) < 2_000_000
