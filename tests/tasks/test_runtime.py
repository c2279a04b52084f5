"""Which model a request gets, and under which id its results are kept."""

import pytest
from pydantic import SecretStr

from luminos_core import __version__
from luminos_core.errors import SettingsError
from luminos_core.records.cost import Pass
from luminos_core.records.request import AuditRequest, ModelChoice
from luminos_core.records.settings import Settings
from luminos_core.settings import read_settings
from tasks.runtime import build_model, model_id

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
    ids = {each: model_id(model, WITH_KEY, each) for each in Pass}
    assert ids == {
        Pass.SURVEY: WITH_KEY.fast_model,
        Pass.PLAN: WITH_KEY.planning_model,
        Pass.DIRECTORY: WITH_KEY.development_model,
        Pass.SYNTHESIS: WITH_KEY.planning_model,
    }


def test_results_of_the_built_in_investigator_are_kept_for_one_version_of_it() -> None:
    model = build_model(AuditRequest(target="."), WITHOUT_KEY)
    assert model_id(model, WITHOUT_KEY, Pass.DIRECTORY) == f"static-{__version__}"
