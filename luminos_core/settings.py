"""The one place that reads the environment.

A base scan needs no more of it than where the store is, and has begun before pydantic could be
imported; so only the settings of an audit are checked by a model.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from luminos_core.errors import SettingsError

if TYPE_CHECKING:
    from pydantic import ValidationError

    from luminos_core.records.settings import Settings

_VARIABLES = {
    "LUMINOS_STORE": "store",
    "LUMINOS_PLANNING_MODEL": "planning_model",
    "LUMINOS_DEVELOPMENT_MODEL": "development_model",
    "LUMINOS_FAST_MODEL": "fast_model",
    "LUMINOS_PLANNING_EFFORT": "planning_effort",
    "LUMINOS_DEVELOPMENT_EFFORT": "development_effort",
    "LUMINOS_FAST_EFFORT": "fast_effort",
    "LUMINOS_FALLBACK_MODEL": "fallback_model",
    "LUMINOS_SURVEY_TIER": "survey_tier",
    "LUMINOS_PLAN_TIER": "plan_tier",
    "LUMINOS_DIRECTORY_TIER": "directory_tier",
    "LUMINOS_SYNTHESIS_TIER": "synthesis_tier",
    "LUMINOS_PRELOAD_TOKENS": "preload_tokens",
    "LUMINOS_CONFIRM_ABOVE_USD": "confirm_above_usd",
    "LUMINOS_PRICES": "prices",
    "LUMINOS_CONTEXT_WINDOW": "context_window",
    "LUMINOS_SURVEY_MIN_FILES": "survey_min_files",
    "LUMINOS_SURVEY_MIN_DIRECTORIES": "survey_min_directories",
    "LUMINOS_CALL_DEADLINE": "call_deadline",
    "ANTHROPIC_API_KEY": "anthropic_api_key",
    "ANTHROPIC_BASE_URL": "anthropic_base_url",
    "PREFECT_API_URL": "prefect_api_url",
    "PREFECT_API_KEY": "prefect_api_key",
    "PREFECT_API_AUTH_STRING": "prefect_api_auth_string",
}


def read_settings(environ: Mapping[str, str] = os.environ) -> "Settings":
    """Settings from the environment; SettingsError names the variable that is wrong."""
    from pydantic import ValidationError

    from luminos_core.records.settings import Settings

    named = {
        field: environ[variable] for variable, field in _VARIABLES.items() if environ.get(variable)
    }
    named["store"] = str(store_path(environ))
    try:
        return Settings.model_validate(named)
    except ValidationError as error:
        raise SettingsError(_first_problem(error)) from None


def store_path(environ: Mapping[str, str] = os.environ) -> Path:
    """$LUMINOS_STORE, else $XDG_DATA_HOME/luminos, else ~/.local/share/luminos; absolute."""
    if named := environ.get("LUMINOS_STORE"):
        return Path(named).expanduser().absolute()
    shared = environ.get("XDG_DATA_HOME") or str(Path(environ.get("HOME", "~")) / ".local/share")
    return Path(shared).expanduser().absolute() / "luminos"


def wants_colour(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether a terminal is to be written to in colour (https://no-color.org)."""
    return not environ.get("NO_COLOR") and environ.get("TERM") != "dumb"


def _first_problem(error: "ValidationError") -> str:
    problem = error.errors()[0]
    field = str(problem["loc"][0])
    variable = next((name for name, known in _VARIABLES.items() if known == field), field)
    return f"{variable}={problem['input']!r} cannot be used: {problem['msg']}"
