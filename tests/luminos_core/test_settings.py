"""The environment as settings."""

import os
import pwd
from pathlib import Path

import pytest

from luminos_core.agents.passes.registry import PASSES
from luminos_core.errors import SettingsError
from luminos_core.records.comparison import Forge
from luminos_core.records.setting_names import tier_variable
from luminos_core.records.settings import ModelTier
from luminos_core.settings import (
    prefect_home,
    read_settings,
    store_path,
    temporary_parent,
)


def test_the_store_is_where_data_is_kept_unless_it_is_named() -> None:
    assert read_settings({"HOME": "/home/a"}).store == Path("/home/a/.local/share/luminos")
    assert read_settings({"XDG_DATA_HOME": "/data"}).store == Path("/data/luminos")
    assert read_settings({"LUMINOS_STORE": "/s"}).store == Path("/s")


def test_a_relative_store_is_beside_the_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert read_settings({"LUMINOS_STORE": "s"}).store == tmp_path / "s"


def test_without_a_home_that_is_set_the_store_is_in_that_of_the_account(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HOME", "")
    home = Path(pwd.getpwuid(os.getuid()).pw_dir)
    assert store_path({"HOME": ""}) == store_path({}) == home / ".local/share/luminos"
    assert store_path({"HOME": "", "LUMINOS_STORE": "~/s"}) == home / "s"
    assert prefect_home({"HOME": "/h"}) == Path("/h/.prefect")


def test_an_account_without_a_home_is_an_error_of_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "getuid", lambda: 2**31 - 2)
    for environ in ({}, {"HOME": ""}, {"LUMINOS_STORE": "~no-such-account/store"}):
        with pytest.raises(SettingsError, match="leads to no folder; set HOME"):
            store_path(environ)


def test_temporary_files_are_in_memory_or_where_they_may_be_and_never_in_the_target(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, memory, named, last = (tmp_path / name for name in ("t", "m", "n", "l"))
    for folder in (target / "in", memory, named, last):
        folder.mkdir(parents=True)
    (tmp_path / "link").symlink_to(target / "in")
    monkeypatch.setattr("luminos_core.settings._MEMORY", str(memory))
    monkeypatch.setattr("luminos_core.settings._TEMPORARY", (str(last),))
    assert temporary_parent(target, {"TMPDIR": str(named)}) == memory
    monkeypatch.setattr("luminos_core.settings._MEMORY", str(tmp_path / "absent"))
    assert temporary_parent(target, {"TMPDIR": str(named)}) == named
    for inside in (target, target / "in", tmp_path / "link", ""):
        assert temporary_parent(target, {"TMPDIR": str(inside)}) == last
    with pytest.raises(SettingsError, match="set TMPDIR"):
        temporary_parent(tmp_path, {"TMPDIR": str(named)})


def test_an_empty_variable_is_not_set() -> None:
    names = ("ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "LUMINOS_STORE", "LUMINOS_SURVEY_TIER")
    settings = read_settings({"HOME": "/h", **dict.fromkeys(names, "")})
    assert settings.providers == {}
    assert settings.pass_tiers == {}
    assert settings.store == Path("/h/.local/share/luminos")


def test_a_provider_has_a_key_and_maybe_an_address() -> None:
    key = {"HOME": "/h", "ANTHROPIC_API_KEY": "the-key"}
    (provider,) = read_settings(key).providers.values()
    assert (provider.api_key.get_secret_value(), provider.base_url) == ("the-key", None)
    url = "http://127.0.0.1:8123"
    addressed = read_settings({**key, "ANTHROPIC_BASE_URL": url}).providers["anthropic"]
    assert (addressed.api_key, addressed.base_url) == (provider.api_key, url)


def test_an_address_without_a_key_is_no_provider() -> None:
    settings = read_settings({"HOME": "/h", "ANTHROPIC_BASE_URL": "http://127.0.0.1:8123"})
    assert settings.providers == {}


def test_the_tier_of_each_pass_is_set_by_its_name() -> None:
    assert tier_variable("plan-update") == "LUMINOS_PLAN_UPDATE_TIER"
    environ = {tier_variable(step.name): "fast" for step in PASSES}
    settings = read_settings({"HOME": "/h", **environ, "LUMINOS_PLAN_TIER": "development"})
    fast = dict.fromkeys((step.name for step in PASSES), ModelTier.FAST)
    assert settings.pass_tiers == {**fast, "plan": ModelTier.DEVELOPMENT}


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("LUMINOS_CONTEXT_WINDOW", "many"),
        ("LUMINOS_CONTEXT_WINDOW", "12"),
        ("LUMINOS_CALL_DEADLINE", "-1"),
        ("LUMINOS_SURVEY_MIN_FILES", "1.5"),
        ("LUMINOS_SURVEY_TIER", "slow"),
        ("LUMINOS_PLAN_UPDATE_TIER", "slow"),
    ],
)
def test_an_error_in_a_value_names_its_variable(variable: str, value: str) -> None:
    with pytest.raises(SettingsError, match=f"{variable}='{value}'"):
        read_settings({"HOME": "/h", variable: value})


def test_a_key_is_in_no_rendering_of_the_settings() -> None:
    settings = read_settings({"HOME": "/h", "ANTHROPIC_API_KEY": "the-key"})
    assert "the-key" not in f"{settings!r} {settings} {settings.model_dump_json()}"


def test_a_loop_ends_above_seven_tenths_of_the_window() -> None:
    assert read_settings({"HOME": "/h"}).context_budget == 140_000


def test_a_forge_is_one_of_those_whose_links_are_known() -> None:
    assert read_settings({"HOME": "/h"}).forge is None
    assert read_settings({"HOME": "/h", "LUMINOS_FORGE": "gitlab"}).forge is Forge.GITLAB
    assert read_settings({"HOME": "/h", "LUMINOS_FORGE": "forgejo"}).forge is Forge.GITEA
    with pytest.raises(SettingsError, match="LUMINOS_FORGE='svn' cannot be used"):
        read_settings({"HOME": "/h", "LUMINOS_FORGE": "svn"})
