"""Which model a request gets, and under which id its results are kept."""

import pytest
from pydantic import SecretStr

from luminos_core import __version__
from luminos_core.errors import SettingsError
from luminos_core.records.cost import Pass
from luminos_core.records.request import AuditRequest, ModelChoice
from luminos_core.records.settings import Settings
from luminos_core.settings import read_settings
from tasks.models import build_model, chosen_model

WITHOUT_KEY = read_settings({"HOME": "/h"})
WITH_KEY = WITHOUT_KEY.model_copy(update={"anthropic_api_key": SecretStr("sk-test")})


@pytest.mark.parametrize(
    ("choice", "settings", "name"),
    [
        ("auto", WITHOUT_KEY, "static"),
        ("auto", WITH_KEY, "anthropic"),
        ("static", WITH_KEY, "static"),
        ("anthropic", WITH_KEY, "anthropic"),
    ],
)
def test_a_key_decides_unless_the_request_does(
    choice: ModelChoice, settings: Settings, name: str
) -> None:
    assert build_model(AuditRequest(target=".", model=choice), settings).name == name


def test_anthropic_without_a_key_is_told_with_both_ways_out() -> None:
    with pytest.raises(SettingsError, match=r"ANTHROPIC_API_KEY is not set; .*--model static"):
        build_model(AuditRequest(target=".", model="anthropic"), WITHOUT_KEY)


def test_each_pass_has_the_model_of_its_tier() -> None:
    model = build_model(AuditRequest(target="."), WITH_KEY)
    ids = {each: chosen_model(model, WITH_KEY, each).id for each in Pass}
    assert ids == {
        Pass.SURVEY: WITH_KEY.fast_model,
        Pass.PLAN: WITH_KEY.planning_model,
        Pass.DIRECTORY: WITH_KEY.development_model,
        Pass.SYNTHESIS: WITH_KEY.planning_model,
    }


def test_results_of_the_built_in_investigator_are_kept_for_one_version_of_it() -> None:
    model = build_model(AuditRequest(target="."), WITHOUT_KEY)
    assert chosen_model(model, WITHOUT_KEY, Pass.DIRECTORY).id == f"static-{__version__}"


def test_a_pass_can_be_given_another_tier() -> None:
    settings = read_settings({"HOME": "/h", "LUMINOS_SURVEY_TIER": "planning"})
    model = build_model(AuditRequest(target="."), WITH_KEY)
    assert chosen_model(model, settings, Pass.SURVEY).id == settings.planning_model


def test_an_effort_belongs_to_its_tier_and_to_what_results_depend_on() -> None:
    settings = read_settings({"HOME": "/h", "LUMINOS_DEVELOPMENT_EFFORT": "high"})
    model = build_model(AuditRequest(target="."), WITH_KEY)
    chosen = chosen_model(model, settings, Pass.DIRECTORY)
    assert (chosen.effort, chosen.label) == ("high", f"{settings.development_model} at high effort")
    assert chosen_model(model, settings, Pass.SURVEY).label == settings.fast_model


@pytest.mark.parametrize(
    ("variable", "value"),
    [("LUMINOS_FAST_EFFORT", "utmost"), ("LUMINOS_PLAN_TIER", "slow")],
)
def test_an_effort_or_a_tier_that_does_not_exist_is_named(variable: str, value: str) -> None:
    with pytest.raises(SettingsError, match=f"{variable}='{value}'"):
        read_settings({"HOME": "/h", variable: value})
