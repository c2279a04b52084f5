"""The model providers, written out, and which model a pass asks."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from luminos_core import __version__
from luminos_core.errors import SettingsError
from luminos_core.llm.anthropic.client import anthropic_model
from luminos_core.llm.model import Model
from luminos_core.records.conversation import Effort
from luminos_core.records.request import AuditRequest
from luminos_core.records.settings import ModelTier, ProviderSettings, Settings

OFFLINE = f"static-{__version__}"  # stored results of the offline investigator are of one version


def is_offline(model: str) -> bool:
    """Whether a label is that of the offline investigator, of any version."""
    return model.startswith("static-")


# By name, as in a request; `auto` takes the first that has a key.
PROVIDERS: Mapping[str, Callable[[ProviderSettings, float], Model]] = MappingProxyType(
    {
        "anthropic": anthropic_model,
    }
)


@dataclass(frozen=True)
class ChosenModel:
    """The model that the calls of a pass name."""

    id: str
    effort: Effort | None = None  # None: the model's own default

    @property
    def label(self) -> str:
        """A part of cache keys: "claude-opus-5-5", or "claude-opus-5-5 at high effort"."""
        return f"{self.id} at {self.effort} effort" if self.effort else self.id


def build_model(request: AuditRequest, settings: Settings) -> Model | None:
    """The model that a request asks for; None for the offline investigator. SettingsError when the
    provider has no key, or a bad one."""
    name = provider_name(request, settings)
    if name is None:
        return None
    provider = settings.providers.get(name)
    if provider is None:
        raise SettingsError(
            f"{name.upper()}_API_KEY is not set; set it, or use the offline investigator: "
            "--model static"
        )
    return PROVIDERS[name](provider, settings.call_deadline)


def provider_name(request: AuditRequest, settings: Settings) -> str | None:
    """None for the offline investigator."""
    match request.model:
        case "static":
            return None
        case "auto":
            return next((name for name in PROVIDERS if name in settings.providers), None)
        case name:
            return name


def choose_model(settings: Settings, pass_name: str, tier: ModelTier) -> ChosenModel:
    """By the tier of the pass, unless the settings give it another."""
    return model_of_tier(settings, settings.pass_tiers.get(pass_name, tier))


def model_of_tier(settings: Settings, tier: ModelTier) -> ChosenModel:
    match tier:
        case ModelTier.PLANNING:
            return ChosenModel(settings.planning_model, settings.planning_effort)
        case ModelTier.DEVELOPMENT:
            return ChosenModel(settings.development_model, settings.development_effort)
        case ModelTier.FAST:
            return ChosenModel(settings.fast_model, settings.fast_effort)
