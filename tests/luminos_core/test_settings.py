"""The environment as settings."""

from pathlib import Path

import pytest

from luminos_core.errors import SettingsError
from luminos_core.settings import read_settings


def test_the_store_is_where_data_is_kept_unless_it_is_named() -> None:
    assert read_settings({"HOME": "/home/a"}).store == Path("/home/a/.local/share/luminos")
    assert read_settings({"XDG_DATA_HOME": "/data"}).store == Path("/data/luminos")
    assert read_settings({"LUMINOS_STORE": "/s"}).store == Path("/s")


def test_a_relative_store_is_beside_the_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert read_settings({"LUMINOS_STORE": "s"}).store == tmp_path / "s"


def test_an_empty_variable_is_not_set() -> None:
    settings = read_settings({"HOME": "/h", "ANTHROPIC_API_KEY": "", "LUMINOS_STORE": ""})
    assert settings.anthropic_api_key is None
    assert settings.store == Path("/h/.local/share/luminos")


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("LUMINOS_CONTEXT_WINDOW", "many"),
        ("LUMINOS_CONTEXT_WINDOW", "12"),
        ("LUMINOS_CALL_DEADLINE", "-1"),
        ("LUMINOS_SURVEY_MIN_FILES", "1.5"),
    ],
)
def test_a_wrong_value_is_told_with_its_variable(variable: str, value: str) -> None:
    with pytest.raises(SettingsError, match=f"{variable}='{value}'"):
        read_settings({"HOME": "/h", variable: value})


def test_a_key_is_in_no_rendering_of_the_settings() -> None:
    settings = read_settings({"HOME": "/h", "ANTHROPIC_API_KEY": "the-key"})
    assert "the-key" not in f"{settings!r} {settings} {settings.model_dump_json()}"


def test_a_loop_ends_above_seven_tenths_of_the_window() -> None:
    assert read_settings({"HOME": "/h"}).context_budget == 140_000
