"""Which model each pass of a run asks."""

from dataclasses import dataclass

from luminos_core import __version__
from luminos_core.errors import SettingsError
from luminos_core.llm.anthropic.client import AnthropicModel
from luminos_core.llm.model import Model
from luminos_core.offline.investigator import StaticModel
from luminos_core.records.conversation import Effort
from luminos_core.records.cost import Pass
from luminos_core.records.request import AuditRequest
from luminos_core.records.settings import ModelTier, Settings


@dataclass(frozen=True)
class ChosenModel:
    """What a pass's calls name."""

    id: str
    effort: Effort | None = None  # None: the model's own default

    @property
    def label(self) -> str:
        """What its results depend on: "claude-opus-5-5", or "claude-opus-5-5 at high effort"."""
        return f"{self.id} at {self.effort} effort" if self.effort else self.id


def build_model(request: AuditRequest, settings: Settings) -> Model:
    """The model that a request asks for; `auto` is Anthropic's when there is a key."""
    key = settings.anthropic_api_key
    match request.model:
        case "static":
            return StaticModel()
        case "auto" if key is None:
            return StaticModel()
    if key is None:
        raise SettingsError(
            "ANTHROPIC_API_KEY is not set; set it, or use the offline investigator: --model static"
        )
    return AnthropicModel(
        api_key=key, base_url=settings.anthropic_base_url, call_deadline=settings.call_deadline
    )


def chosen_model(model: Model, settings: Settings, pass_name: Pass) -> ChosenModel:
    """By the tier of the pass. The built-in investigator's words are a part of the program, so it
    is one model for each version of it."""
    if not model.is_language_model:
        return ChosenModel(f"{model.name}-{__version__}")
    match _tier(settings, pass_name):
        case ModelTier.PLANNING:
            return ChosenModel(settings.planning_model, settings.planning_effort)
        case ModelTier.DEVELOPMENT:
            return ChosenModel(settings.development_model, settings.development_effort)
        case ModelTier.FAST:
            return ChosenModel(settings.fast_model, settings.fast_effort)


def _tier(settings: Settings, pass_name: Pass) -> ModelTier:
    match pass_name:
        case Pass.SURVEY:
            return settings.survey_tier
        case Pass.PLAN:
            return settings.plan_tier
        case Pass.DIRECTORY:
            return settings.directory_tier
        case Pass.SYNTHESIS:
            return settings.synthesis_tier
