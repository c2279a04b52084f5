"""The one place that reads the environment."""

import os
from collections.abc import Mapping
from pathlib import Path

from pydantic import Field, SecretStr, ValidationError

from luminos_core.errors import SettingsError
from luminos_core.records.base import Record

_VARIABLES = {
    "LUMINOS_STORE": "store",
    "LUMINOS_PLANNING_MODEL": "planning_model",
    "LUMINOS_DEVELOPMENT_MODEL": "development_model",
    "LUMINOS_FAST_MODEL": "fast_model",
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


class Settings(Record):
    """What is set for this installation, as opposed to asked for in one run."""

    store: Path
    planning_model: str = "claude-opus-5-5"
    development_model: str = "claude-sonnet-5-5"
    fast_model: str = "claude-haiku-5-5"
    context_window: int = Field(default=200_000, ge=20_000)  # tokens
    context_share: float = Field(default=0.7, gt=0, le=1)  # of the window, before a loop must end
    max_tokens: int = Field(default=8_192, ge=1_024)  # of one answer
    survey_min_files: int = Field(default=5, ge=0)
    survey_min_directories: int = Field(default=2, ge=0)
    call_deadline: float = Field(default=600.0, gt=0)  # seconds for one model call, retries apart
    anthropic_api_key: SecretStr | None = None
    anthropic_base_url: str | None = None
    prefect_api_url: str | None = None
    prefect_api_key: SecretStr | None = None
    prefect_api_auth_string: SecretStr | None = None

    @property
    def context_budget(self) -> int:
        """Tokens: a call whose context is over this is the loop's last."""
        return int(self.context_window * self.context_share)

    @property
    def prefect_api_is_guarded(self) -> bool:
        """Whether this installation has what a guarded Prefect server asks for."""
        return self.prefect_api_key is not None or self.prefect_api_auth_string is not None


def read_settings(environ: Mapping[str, str] = os.environ) -> Settings:
    """Settings from the environment; SettingsError names the variable that is wrong."""
    named = {
        field: environ[variable] for variable, field in _VARIABLES.items() if environ.get(variable)
    }
    named.setdefault("store", str(_default_store(environ)))
    named["store"] = str(Path(named["store"]).expanduser().absolute())
    try:
        return Settings.model_validate(named)
    except ValidationError as error:
        raise SettingsError(_first_problem(error)) from None


def _default_store(environ: Mapping[str, str]) -> Path:
    """$XDG_DATA_HOME/luminos, or ~/.local/share/luminos."""
    shared = environ.get("XDG_DATA_HOME") or str(Path(environ.get("HOME", "~")) / ".local/share")
    return Path(shared) / "luminos"


def _first_problem(error: ValidationError) -> str:
    problem = error.errors()[0]
    field = str(problem["loc"][0])
    variable = next((name for name, known in _VARIABLES.items() if known == field), field)
    return f"{variable}={problem['input']!r} cannot be used: {problem['msg']}"
