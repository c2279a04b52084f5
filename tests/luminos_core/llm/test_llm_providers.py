"""Which provider a request uses, and which model a pass asks."""

from typing import get_args

import pytest

from luminos_core import __version__
from luminos_core.agents.passes.directory import DIRECTORY
from luminos_core.agents.passes.plan_update import PLAN_UPDATE
from luminos_core.agents.passes.survey import SURVEY
from luminos_core.errors import SettingsError
from luminos_core.llm.providers import OFFLINE, PROVIDERS, build_model, choose_model
from luminos_core.records.request import AuditRequest, ModelChoice, Provider
from luminos_core.records.settings import Settings
from luminos_core.settings import read_settings
from tests.fakes.core_passes import CORE_PASSES

WITHOUT_KEY = read_settings({"HOME": "/h"})
WITH_KEY = read_settings({"HOME": "/h", "ANTHROPIC_API_KEY": "sk-test"})


@pytest.mark.parametrize(
    ("choice", "settings", "name"),
    [
        ("auto", WITHOUT_KEY, None),
        ("auto", WITH_KEY, "anthropic"),
        ("static", WITH_KEY, None),
        ("anthropic", WITH_KEY, "anthropic"),
    ],
)
def test_a_key_decides_unless_the_request_does(
    choice: ModelChoice, settings: Settings, name: str | None
) -> None:
    model = build_model(AuditRequest(target=".", model=choice), settings)
    assert (model.name if model else None) == name


def test_anthropic_without_a_key_is_an_error_that_names_both_remedies() -> None:
    with pytest.raises(SettingsError, match=r"ANTHROPIC_API_KEY is not set; .*--model static"):
        build_model(AuditRequest(target=".", model="anthropic"), WITHOUT_KEY)


def test_the_address_in_the_settings_is_the_models() -> None:
    environ = {"HOME": "/h", "ANTHROPIC_API_KEY": "sk-test", "ANTHROPIC_BASE_URL": "no-address"}
    with pytest.raises(SettingsError, match="ANTHROPIC_BASE_URL must be like"):
        build_model(AuditRequest(target="."), read_settings(environ))


def test_every_provider_that_can_be_requested_is_in_the_registry() -> None:
    assert set(PROVIDERS) == set(get_args(Provider))


def test_each_pass_has_the_model_of_its_tier() -> None:
    ids = {each.name: choose_model(WITH_KEY, each.name, each.tier).id for each in CORE_PASSES}
    assert ids == {
        "survey": WITH_KEY.fast_model,
        "plan": WITH_KEY.planning_model,
        "plan-update": WITH_KEY.planning_model,
        "directory": WITH_KEY.development_model,
        "plan-revision": WITH_KEY.planning_model,
        "synthesis": WITH_KEY.planning_model,
    }


def test_results_of_the_offline_investigator_are_of_one_version() -> None:
    assert f"static-{__version__}" == OFFLINE


def test_a_pass_can_be_given_another_tier() -> None:
    environ = {"LUMINOS_SURVEY_TIER": "planning", "LUMINOS_PLAN_UPDATE_TIER": "fast"}
    settings = read_settings({"HOME": "/h", **environ})
    assert choose_model(settings, SURVEY.name, SURVEY.tier).id == settings.planning_model
    assert choose_model(settings, PLAN_UPDATE.name, PLAN_UPDATE.tier).id == settings.fast_model


def test_an_effort_belongs_to_its_tier_and_to_what_results_depend_on() -> None:
    settings = read_settings({"HOME": "/h", "LUMINOS_DEVELOPMENT_EFFORT": "high"})
    chosen = choose_model(settings, DIRECTORY.name, DIRECTORY.tier)
    assert (chosen.effort, chosen.label) == ("high", f"{settings.development_model} at high effort")
    assert choose_model(settings, SURVEY.name, SURVEY.tier).label == settings.fast_model


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("LUMINOS_FAST_EFFORT", "utmost"),
        ("LUMINOS_PLAN_TIER", "slow"),
        ("LUMINOS_PLAN_UPDATE_TIER", "slow"),
    ],
)
def test_an_error_in_an_effort_or_a_tier_names_its_variable(variable: str, value: str) -> None:
    with pytest.raises(SettingsError, match=f"{variable}='{value}'"):
        read_settings({"HOME": "/h", variable: value})
