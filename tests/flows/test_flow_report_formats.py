"""`luminos report --format`: a stored report in any format, printed or written to a file."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from flows.commands.report import report as command
from luminos_core.audit.assemble import assemble
from luminos_core.errors import SettingsError, StoreError
from luminos_core.report.registry import RENDERINGS, render
from luminos_core.store.layout import Store
from luminos_core.text.json_text import to_json
from tests.luminos_core.report.report_runs import check_flag, facts

REPORT = assemble(facts(check_flags=[check_flag(line=3, quotation="eval(text)")]))
FORMATS = [each.name for each in RENDERINGS]


@pytest.fixture
def stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where files may be written, beside a store with a report."""
    store = tmp_path / "store"
    monkeypatch.setenv("LUMINOS_STORE", str(store))
    (Store(store).run("run-1") / "report.json").write_text(to_json(REPORT))
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command, arguments, standalone_mode=False)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("where", [[], ["-o", "-"]])
def test_every_format_is_printed(stored: Path, name: str, where: list[str]) -> None:
    shown = run("--format", name, *where)
    assert shown.exception is None
    assert shown.stdout_bytes.decode().rstrip("\n") == render(name, REPORT).rstrip("\n")
    assert shown.stdout.endswith("\n")
    assert shown.return_value == REPORT.exit_code


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_written_to_a_file(stored: Path, name: str) -> None:
    file = stored / "written"
    file.write_text("before")
    shown = run("run-1", "--format", name, "-o", str(file))
    assert shown.exception is None
    assert shown.stdout == ""
    assert file.read_bytes().decode() == render(name, REPORT)
    assert [path.name for path in stored.iterdir() if path.name != "store"] == ["written"]


def test_the_help_has_every_format_and_what_it_is_for(stored: Path) -> None:
    text = CliRunner().invoke(command, ["--help"]).stdout
    assert [each.name for each in RENDERINGS if f"{each.name:<14} {each.about}" not in text] == []


def test_an_unknown_format_is_an_error_with_all_that_there_are(stored: Path) -> None:
    shown = CliRunner().invoke(command, ["--format", "pdf"])
    assert shown.exit_code == 2
    assert [name for name in FORMATS if name not in shown.stderr] == []


def test_a_file_without_a_format_is_an_error(stored: Path) -> None:
    assert isinstance(run("-o", str(stored / "written")).exception, SettingsError)
    assert not (stored / "written").exists()


def test_the_older_options_can_be_written_to_a_file_too(stored: Path) -> None:
    assert run("--json", "-o", str(stored / "written")).exception is None
    assert (stored / "written").read_text() == render("json", REPORT)


def test_nothing_but_a_regular_file_is_replaced(stored: Path) -> None:
    (stored / "link").symlink_to(stored / "elsewhere")
    shown = run("--format", "json", "-o", str(stored / "link"))
    assert isinstance(shown.exception, StoreError)
    assert not (stored / "elsewhere").exists()
    missing = run("--format", "json", "-o", str(stored / "no" / "folder.json"))
    assert isinstance(missing.exception, SettingsError)


def test_a_comment_links_to_the_whole_report(stored: Path) -> None:
    shown = run("--format", "pr", "--full-report", "https://ci.example/run/7")
    assert "[The whole report](https://ci.example/run/7)" in shown.stdout


@pytest.mark.parametrize("url", ["javascript:x", "https://a.example/) [x](http://b.example", "x"])
def test_what_is_no_address_is_not_linked(stored: Path, url: str) -> None:
    shown = run("--format", "pr", "--full-report", url)
    assert isinstance(shown.exception, SettingsError)


def test_a_format_without_a_place_for_a_link_says_so(stored: Path) -> None:
    shown = run("--format", "csv", "--full-report", "https://ci.example/run/7")
    assert isinstance(shown.exception, SettingsError)
