import os
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from luminos_core.errors import Interrupted
from luminos_core.records.snapshot import FileRecord, LanguageTotal
from luminos_core.scan.line_counts import tokei_process
from luminos_core.scan.line_counts.count_lines import CountedLanguages, count_lines, tokei_suffixes
from luminos_core.scan.totals import total_languages
from luminos_core.stop import StopSignal

Split = tuple[int | None, int | None, int | None]
HANGING = 60.0  # seconds, which only what is not stopped takes


def record(path: str, language: str, content: bytes = b"x\n", **fields: object) -> FileRecord:
    return FileRecord(
        path=path,
        **{"size": len(content), "mtime_ns": 0, "language": language, "lines": content.count(b"\n")}
        | fields,
    )


def counted(root: Path, files: list[FileRecord]) -> CountedLanguages:
    return count_lines(root, files, StopSignal())


def splits(languages: tuple[LanguageTotal, ...]) -> dict[str, Split]:
    return {total.language: (total.code, total.comments, total.blanks) for total in languages}


@pytest.fixture
def count_one(tmp_path: Path) -> Callable[[str, str, bytes], Split]:
    def run(name: str, language: str, content: bytes) -> Split:
        (tmp_path / name).write_bytes(content)
        return splits(counted(tmp_path, [record(name, language, content)]).languages)[language]

    return run


@pytest.fixture
def hangs(tmp_path: Path) -> FileRecord:
    """A page that keeps the library busy for minutes."""
    content = b"<script>" * 400_000
    (tmp_path / "hangs.html").write_bytes(content)
    return record("hangs.html", "HTML", content)


@pytest.mark.parametrize(
    ("language", "content", "split"),
    [
        ("Python", b"# c\n\nx = '# no'  # end\n'''doc\n\n'''\n", (4, 1, 1)),
        ("C", b'char *a = "/* no */";\n/* c\n\n c */\n// c\n\nint b; /* end */\n', (2, 4, 1)),
        ("Shell", b"#!/bin/sh\n# c\n\necho a\n", (1, 2, 1)),
        ("Rust", b"/* a /* nested */ c */\nfn main() {}\n", (1, 1, 0)),
        ("HTML", b"<p>\n<!-- c -->\n<script>\n// c\nx()\n</script>\n\n</p>\n", (5, 2, 1)),
        ("SQL", b"-- c\nselect 1;\n\n", (1, 1, 1)),
        ("Cuda", b"// c\n__global__ void f() {}\n", (1, 1, 0)),
    ],
)
def test_lines_are_code_comments_or_blank(count_one, language: str, content, split) -> None:
    assert count_one("file", language, content) == split


def test_our_language_wins_over_the_name(count_one) -> None:
    content = b"% a comment of Prolog\nfact(a).\n"
    assert count_one("facts.pl", "Prolog", content) == (1, 1, 0)
    assert count_one("facts.pl", "Perl", content) == (2, 0, 0)


@pytest.mark.parametrize("codec", ["utf-16", "utf-8-sig"])
def test_text_with_a_byte_order_mark_is_read_in_its_encoding(count_one, codec: str) -> None:
    assert count_one("a.py", "Python", "x = 'é'\n\n# é\n".encode(codec)) == (1, 1, 1)


def test_every_language_that_has_a_suffix_can_be_counted(tmp_path: Path) -> None:
    files = []
    for number, language in enumerate(tokei_suffixes()):
        (tmp_path / str(number)).write_bytes(b"x\n\n")
        files.append(record(str(number), language, b"x\n\n"))
    found = counted(tmp_path, files)
    assert found.scan_errors == ()
    wrong = [name for name, split in splits(found.languages).items() if sum(split) != 2]
    assert wrong == ["Jupyter Notebook"]  # JSON in which only the cells are counted


def test_a_language_unknown_to_tokei_is_not_counted(count_one) -> None:
    assert count_one("README.md", "Markdown", b"# text\n\ntext\n") == (None, None, None)
    assert count_one("a.apl", "APL", b"x\n") == (None, None, None)


def test_what_the_totals_count_is_counted_and_nothing_else(tmp_path: Path, scan) -> None:
    texts = {
        "a.py": "x = 1\n",
        "b/.hidden.py": "# c\n",
        "b/no_name": "#!/usr/bin/env python\n\n",
        "vendor/v.py": "v = 1\n",
        "parser.tab.c": "/* A Bison parser, made by GNU Bison 3.8.2.  */\n",
        ".ignore": "*\n",
        "b/.tokeignore": "*\n",
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "binary.py").write_bytes(bytes(range(256)) * 40)
    files = [file for directory in scan(tmp_path).directories for file in directory.files]
    found = counted(tmp_path, files)
    assert splits(found.languages)["Python"] == (1, 2, 1)
    plain = [(total.language, total.files, total.lines) for total in found.languages]
    assert plain == [(t.language, t.files, t.lines) for t in total_languages(files)]


@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.text("ab#'\"/*{}\\ \t\n\0é", max_size=60), max_size=150), st.data())
def test_whatever_the_text_every_line_is_counted_once(tmp_path: Path, texts, data) -> None:
    languages = data.draw(st.lists(st.sampled_from(["C", "Python", "Ruby"]), min_size=len(texts)))
    files = []
    for number, (text, language) in enumerate(zip(texts, languages, strict=False)):
        content = text.encode() + b"\n"
        (tmp_path / str(number)).write_bytes(content)
        files.append(record(str(number), language, content))
    for total in counted(tmp_path, files).languages:
        assert sum((total.code, total.comments, total.blanks)) == total.lines


def test_names_that_are_not_text_are_counted(tmp_path: Path) -> None:
    names = ["caf\udce9.py", "two\nlines.py", "[a]*.py", "x" * 255, " ", "-I"]
    for name in names:
        (tmp_path / name).write_text("x\n")
    shown = [name.replace("\udce9", "\\xe9") for name in names]
    found = counted(tmp_path, [record(name, "Python") for name in shown])
    assert (splits(found.languages), found.scan_errors) == ({"Python": (6, 0, 0)}, ())


def test_a_file_deeper_than_a_path_can_be_is_counted(tmp_path: Path) -> None:
    descriptor = os.open(tmp_path, os.O_RDONLY)
    for _ in range(1500):
        os.mkdir("long", dir_fd=descriptor)
        inner = os.open("long", os.O_RDONLY, dir_fd=descriptor)
        os.close(descriptor)
        descriptor = inner
    with open(os.open("a.py", os.O_CREAT | os.O_WRONLY, dir_fd=descriptor), "wb") as file:  # noqa: PTH123
        file.write(b"x\n")
    os.close(descriptor)
    path = "long/" * 1500 + "a.py"
    assert splits(counted(tmp_path, [record(path, "Python")]).languages) == {"Python": (1, 0, 0)}
    subprocess.run(["rm", "-r", str(tmp_path / "long")], check=True)  # noqa: S607 - rmtree recurses


def test_what_changed_since_the_scan_is_named_and_never_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    root = tmp_path / "root"
    for path in (outside / "secret.py", root / "a/secret.py", root / "good.py"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x\n")
    (root / "link.py").symlink_to("../outside/secret.py")
    os.mkfifo(root / "fifo.py")  # to open one would be to wait for ever
    (root / "d").symlink_to("../outside")
    (root / "huge.py").touch()
    os.truncate(root / "huge.py", 10 << 30)
    changed = ["link.py", "fifo.py", "gone.py", "d/secret.py", "huge.py"]
    files = [record(name, "Python") for name in [*changed, "a/secret.py", "good.py"]]
    found = counted(root, files)
    assert splits(found.languages) == {"Python": (2, 0, 0)}
    assert sorted(error.path for error in found.scan_errors) == sorted(changed)
    assert "lines are not split" in found.scan_errors[0].problem


@pytest.mark.parametrize(
    ("content", "fields", "reason"),
    [
        (b"x = 1\r# c\ry = 2\r", {"lines": 3}, "carriage returns alone"),
        ("\ufeffx\ny\n".encode("utf-32-le"), {"lines": 2, "encoding": "utf-32-le"}, "UTF-32"),
        ("\ufeffx\ny\n".encode("utf-32-be"), {"lines": 2, "encoding": "utf-32-be"}, "UTF-32"),
    ],
)
def test_a_file_whose_lines_the_library_does_not_find_is_named_and_not_counted(
    tmp_path: Path, content: bytes, fields: dict[str, object], reason: str
) -> None:
    (tmp_path / "a.py").write_bytes(content)
    (tmp_path / "b.py").write_bytes(b"x\n# c\n")
    files = [record("a.py", "Python", content, **fields), record("b.py", "Python", b"x\n# c\n")]
    found = counted(tmp_path, files)
    assert splits(found.languages) == {"Python": (1, 1, 0)}
    assert [error.path for error in found.scan_errors] == ["a.py"]
    assert "lines are not split" in found.scan_errors[0].problem
    assert reason in found.scan_errors[0].problem
    assert splits(counted(tmp_path, files[:1]).languages) == {"Python": (None, None, None)}


def test_a_file_of_one_line_is_counted_however_it_ends(tmp_path: Path) -> None:
    for name, content in (("a.py", b"x = 1\r"), ("b.py", b"x"), ("c.py", b"x\r\n")):
        (tmp_path / name).write_bytes(content)
    found = counted(tmp_path, [record(f"{name}.py", "Python", lines=1) for name in "abc"])
    assert (splits(found.languages), found.scan_errors) == ({"Python": (3, 0, 0)}, ())


def test_a_language_without_readable_files_is_not_counted(tmp_path: Path) -> None:
    found = counted(tmp_path, [record("gone.py", "Python")])
    assert splits(found.languages) == {"Python": (None, None, None)}


def test_a_file_that_never_ends_costs_only_its_batch(
    tmp_path: Path, hangs: FileRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tokei_process, "_TIMEOUT", 2.0)  # a busy machine starts it in one
    (tmp_path / "a.py").write_text("x\n")
    (tmp_path / "z.rb").write_text("x\n")
    found = counted(tmp_path, [record("a.py", "Python"), hangs, record("z.rb", "Ruby")])
    assert splits(found.languages) == {
        "Python": (1, 0, 0),
        "Ruby": (1, 0, 0),
        "HTML": (None, None, None),
    }
    assert [error.path for error in found.scan_errors] == ["hangs.html"]


def test_three_crashes_of_the_counter_are_survived(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program dies of each file of Ruby, and starts again behind it."""
    program = tmp_path / "program.py"
    source = tokei_process._PROGRAM.read_text()
    program.write_text(
        source.replace("def _count(", "def _dies(", 1).split("if __name__")[0] + CRASH
    )
    monkeypatch.setattr(tokei_process, "_PROGRAM", program)
    monkeypatch.setattr("luminos_core.scan.line_counts.count_lines._BATCH_FILES", 1)
    root = tmp_path / "root"
    root.mkdir()
    files = []
    for number in range(4):
        for language, suffix in (("Ruby", "rb"), ("Python", "py")):
            (root / f"{number}.{suffix}").write_text("x\n")
            files.append(record(f"{number}.{suffix}", language))
    found = counted(root, files[:4])
    assert splits(found.languages) == {"Python": (2, 0, 0), "Ruby": (None, None, None)}
    assert len(found.scan_errors) == 2
    found = counted(root, files)  # four of Ruby come first; then nothing more is tried
    assert splits(found.languages) == {"Python": (None,) * 3, "Ruby": (None,) * 3}
    assert len(found.scan_errors) == 8


CRASH = """
def _count(suffix, *others):
    if suffix == ".rb":
        os.abort()
    return _dies(suffix, *others)


main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
"""


def test_the_stop_signal_ends_the_counter_at_once_and_leaves_nothing(
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    hangs: FileRecord,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = tmp_path_factory.mktemp("temporary")
    monkeypatch.setattr("luminos_core.settings._MEMORY", str(folder))
    monkeypatch.setattr(tokei_process, "_TIMEOUT", 600.0)
    stop = StopSignal()
    stopped_at: list[float] = []

    def set_stop() -> None:
        deadline = time.monotonic() + HANGING
        while not list(folder.glob("*/*.html")) and time.monotonic() < deadline:
            time.sleep(0.01)  # until the program has begun
        stopped_at.append(time.monotonic())
        stop.set()

    thread = threading.Thread(target=set_stop)
    thread.start()
    with pytest.raises(Interrupted):
        count_lines(tmp_path, [hangs], stop)
    thread.join()
    assert time.monotonic() - stopped_at[0] < HANGING
    assert list(folder.iterdir()) == []


def test_the_target_is_not_written_to_for_temporary_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = [record("a.py", "Python")]
    (tmp_path / "a.py").write_text("A = 1\n")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)  # it remembers an earlier $TMPDIR
    monkeypatch.setattr("luminos_core.settings._MEMORY", str(tmp_path))
    before = tmp_path.stat().st_mtime_ns
    assert splits(counted(tmp_path, files).languages) == {"Python": (1, 0, 0)}
    assert tmp_path.stat().st_mtime_ns == before


def test_a_module_planted_in_the_working_directory_is_not_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    planted = tmp_path / "planted"
    for name in ("pytokei", "stat"):
        (tmp_path / f"{name}.py").write_text(f"open({str(planted)!r}, 'w')\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    found = counted(tmp_path, [record("stat.py", "Python")])
    assert splits(found.languages) == {"Python": (1, 0, 0)}
    assert not planted.exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["pytokei.py", "stat.py"]
