"""Reading a file, a directory and a structure: whole lines, true notes, and no secret."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from luminos_core.records.conversation import ToolResult
from luminos_core.redaction.redact import redact
from tests.fakes.unreadable import refuse_to_open

Call = Callable[..., ToolResult]

TOKEN = "ghp_" + "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5"
KEY = "\n".join(
    (
        "-----BEGIN RSA PRIVATE KEY-----",
        *("MIIEpAIBAAKCAQEA" + "q7Xz3Kd9" * 5 + str(number) for number in range(5)),
        "-----END RSA PRIVATE KEY-----",
    )
)


def shown(result: ToolResult) -> list[str]:
    """The lines between the marks, without their numbers."""
    assert not result.is_error, result.text
    lines = result.text.split("\n</target_text>")[0].split("\n")[1:]
    return [line.partition("\t")[2] for line in lines]


def test_a_file_is_read_with_the_numbers_of_its_lines(use: Call) -> None:
    result = use("read_file", path="src/deep/notes.txt")
    assert "1\tone\n2\ttwo\n3\tthree TODO" in result.text
    assert shown(result) == ["one", "two", "three TODO", "four", "five todo"]
    assert result.text.endswith("\nLines 1 to 5 of 5 of src/deep/notes.txt.")


def test_a_listing_says_which_file_cannot_be_read(
    use: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse_to_open(monkeypatch, PermissionError).add("app.py")
    assert (
        "app.py  93 bytes  [cannot be read: no permission]"
        in use("list_directory", path="src").text
    )


def test_a_directory_whose_names_alone_can_be_read_is_an_error_and_not_empty(
    use: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = os.stat

    def refusing(path: Any, **named: Any) -> os.stat_result:
        if path == "notes.txt":
            raise PermissionError(path)
        return original(path, **named)

    monkeypatch.setattr(os, "stat", refusing)
    result = use("list_directory", path="src/deep")
    assert result.is_error
    assert "src/deep/notes.txt cannot be read: no permission" in result.text


def test_a_range_of_lines_says_how_to_read_on(use: Call) -> None:
    result = use("read_file", path="./src//deep/notes.txt", start_line=2, end_line=3)
    assert "2\ttwo\n3\tthree TODO" in result.text
    assert "4\tfour" not in result.text
    assert "To read on, call read_file with start_line=4." in result.text
    assert shown(result) == ["two", "three TODO"]


def test_following_the_notes_reads_every_line_once(use: Call, target: Path) -> None:
    lines = [f"line {number} {'é' * (number % 40)}" for number in range(200)]
    (target / "long.txt").write_text("\n".join(lines))
    read: list[str] = []
    start = 1
    while start:
        result = use("read_file", path="long.txt", max_bytes=1_000, start_line=start)
        assert len("\n".join(shown(result)).encode()) <= 1_000
        read += shown(result)
        _, more, rest = result.text.partition("start_line=")
        start = int(rest.split(".")[0]) if more else 0
    assert read == lines


def test_a_line_longer_than_the_limit_is_cut_inside_no_character(use: Call, target: Path) -> None:
    (target / "wide.txt").write_text("é" * 1_000 + "\nnext\n")
    result = use("read_file", path="wide.txt", max_bytes=257)
    assert shown(result) == ["é" * 128]
    assert "Line 1 is longer than max_bytes" in result.text
    assert "start_line=2" in result.text


def test_a_file_of_countless_short_lines_is_shown_as_far_as_its_note_says(
    use: Call, target: Path
) -> None:
    (target / "thin.txt").write_text("\n" * 60_000)
    result = use("read_file", path="thin.txt", max_bytes=49_152)
    _, _, note = result.text.rpartition("</target_text>")
    last = int(note.split(" to ")[1].split(" of ")[0])
    assert f"\n{last}\t\n" in result.text
    assert f"start_line={last + 1}." in note
    assert "was cut" not in note


def test_a_range_beyond_the_end_is_an_error_that_says_where_the_end_is(use: Call) -> None:
    assert "has 5 lines" in use("read_file", path="src/deep/notes.txt", start_line=6).text
    assert use("read_file", path="README.md", start_line=3, end_line=2).is_error


def test_an_empty_file_is_described_as_empty(use: Call, target: Path) -> None:
    (target / "empty.txt").write_text("")
    result = use("read_file", path="empty.txt")
    assert not result.is_error
    assert "empty.txt is empty" in result.text


def test_a_binary_file_is_refused_with_the_way_to_see_what_it_is(use: Call) -> None:
    result = use("read_file", path="logo.png")
    assert result.is_error
    assert "['file', 'logo.png']" in result.text


def test_a_withheld_file_is_refused_by_name_without_being_opened(use: Call, target: Path) -> None:
    (target / ".env").unlink()
    os.mkfifo(target / ".env")
    assert ".env is withheld" in use("read_file", path=".env").text
    assert ".env is withheld" in use("parse_structure", path=".env").text


def test_text_with_a_byte_order_mark_is_read(use: Call, target: Path) -> None:
    (target / "wide.txt").write_bytes("first\r\nsecond\r\n".encode("utf-16"))
    assert "1\tfirst\n2\tsecond" in use("read_file", path="wide.txt").text


@pytest.mark.parametrize("start", [1, 2, 4])
def test_a_secret_is_replaced_before_the_file_is_cut(start: int, use: Call, target: Path) -> None:
    """From the middle of a key, no line has a secret's shape any more."""
    (target / "conf.py").write_text(f'A = 1\nKEY = """{KEY}"""\nTOKEN = "{TOKEN}"\nafter = 1\n')
    result = use("read_file", path="conf.py", start_line=start)
    assert TOKEN not in result.text
    assert "q7Xz3Kd9" not in result.text
    assert "<redacted:" in result.text
    assert f"{3 + KEY.count(chr(10))}\tTOKEN = " in result.text


def test_a_directory_is_listed_with_sizes_and_remarks(use: Call) -> None:
    text = use("list_directory").text
    assert "src/\n" in text
    assert "README.md  26 bytes  [text/plain]\n" in text
    assert "logo.png  29 bytes  [image/png]\n" in text
    assert "link  " in text and "[symlink]" in text
    assert ".env  " in text and "[withheld]" in text
    assert text.endswith("7 entries in ..")


def test_a_directory_of_many_entries_is_cut_with_the_whole_number(use: Call, target: Path) -> None:
    (target / "many").mkdir()
    for number in range(510):
        (target / "many" / f"f{number:04}").touch()
    text = use("list_directory", path="many").text
    assert "510 entries in many. Only the first 500 are shown" in text
    assert "f0499 " in text
    assert "f0500 " not in text


def test_a_file_is_not_listed_as_a_directory(use: Call) -> None:
    assert "not a directory" in use("list_directory", path="README.md").text
    assert "symbolic link" in use("read_file", path="link").text


def test_a_structure_is_outlined(use: Call) -> None:
    result = use("parse_structure", path="src/app.py")
    assert not result.is_error
    assert "def main(name: str)" in result.text
    assert "Greet." in result.text


def test_a_structure_is_read_from_a_name_that_is_not_utf_8(use: Call, target: Path) -> None:
    os.rename(target / "src" / "app.py", os.fsencode(target / "src") + b"/caf\xe9.py")  # noqa: PTH104
    assert r"caf\xe9.py" in use("list_directory", path="src").text
    assert "def main" in use("parse_structure", path=r"src/caf\xe9.py").text


def test_what_has_no_parser_is_an_error_that_names_read_file(use: Call, target: Path) -> None:
    (target / "odd.zzz").write_text("words\n")
    result = use("parse_structure", path="odd.zzz")
    assert result.is_error
    assert "read_file" in result.text


def test_no_secret_is_left_in_a_structure(use: Call, target: Path) -> None:
    (target / "conf.py").write_text(f'"""Key.\n\n{TOKEN}\n"""\nTOKEN = "{TOKEN}"\n\ndef f(): ...\n')
    result = use("parse_structure", path="conf.py")
    assert TOKEN not in result.text
    assert "\n7 def f()" in result.text


def test_the_result_of_a_tool_needs_no_second_redaction(use: Call, target: Path) -> None:
    (target / "conf.py").write_text(f'TOKEN = "{TOKEN}"\n')
    results: list[Any] = [
        use("read_file", path="conf.py").text,
        use("run_command", argv=["grep", "-n", "TOKEN", "conf.py"]).text,
        use("run_command", argv=["head", "conf.py"]).text,
        use("run_command", argv=["tail", "-c", "20", "conf.py"]).text,
    ]
    for text in results:
        assert redact(text).text == text
        assert TOKEN[-10:] not in text
