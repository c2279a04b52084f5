"""What is set for an installation."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    SecretStr,
    ValidationInfo,
    field_validator,
)

from luminos_core.records.base import Record
from luminos_core.records.comparison import Forge
from luminos_core.records.conversation import Effort
from luminos_core.records.policy import NO_POLICY, fail_on_text


class ModelTier(StrEnum):
    """Which of the three models a pass uses."""

    PLANNING = "planning"
    DEVELOPMENT = "development"
    FAST = "fast"


class HardLinks(StrEnum):
    """What a model is shown of a file with another name outside of the target."""

    WITHHOLD = "withhold"  # its name
    SHOW = "show"  # its content


# Forgejo's pages are called as those of Gitea, which it comes from.
NamedForge = Annotated[Forge, BeforeValidator(lambda name: "gitea" if name == "forgejo" else name)]


class TargetSuppressions(StrEnum):
    """What the comments and the suppressions file of a target do."""

    HONOUR = "honour"
    IGNORE = "ignore"


class Network(Record):
    """The way to servers elsewhere, as every program on the machine has it set."""

    # By scheme: http, https, all; "no" has the hosts without one. An address may hold a password.
    proxies: dict[str, SecretStr] = Field(default_factory=dict)
    certificate_file: str | None = None  # of the authorities to trust; None: the system's
    certificate_folder: str | None = None


class ProviderSettings(Record):
    """Of a model provider."""

    api_key: SecretStr
    base_url: str | None = None  # None: the provider's own
    network: Network | None = None  # None: that of the environment, when it is needed


class Settings(Record):
    """What is set for this installation, as opposed to asked for in one run."""

    store: Path
    planning_model: str = "claude-opus-5-5"
    development_model: str = "claude-sonnet-5-5"
    fast_model: str = "claude-haiku-5-5"
    planning_effort: Effort | None = None  # None: the model's own default
    development_effort: Effort | None = None
    fast_effort: Effort | None = None
    fallback_model: str | None = None  # asked when another refuses
    # By the name of a pass, in place of the tier that it has by default.
    pass_tiers: dict[str, ModelTier] = Field(default_factory=dict)
    context_window: int = Field(default=200_000, ge=20_000)  # tokens
    context_share: float = Field(default=0.7, gt=0, le=1)  # of the window, before a loop must end
    max_tokens: int = Field(default=8_192, ge=1_024)  # of one answer
    survey_min_files: int = Field(default=10, ge=0)
    survey_min_directories: int = Field(default=20, ge=0)
    preload_tokens: int = Field(default=20_000, ge=0)  # of own files in a directory's first message
    confirm_above_usd: float = Field(default=10.0, ge=0)
    prices: Path | None = None  # a file of prices that override the built-in ones
    call_deadline: float = Field(default=600.0, gt=0)  # seconds for one model call, retries apart
    # Seconds for which a run waits while the server answers nobody.
    outage_deadline: float = Field(default=600.0, ge=0, allow_inf_nan=False)
    providers: dict[str, ProviderSettings] = Field(default_factory=dict)  # those that have a key
    concern_reviewers: int = Field(default=1, ge=0, le=9)  # of an agent's flag of that severity
    hint_reviewers: int = Field(default=1, ge=0, le=9)  # of a hint that no agent has decided
    critical_reviewers: int = Field(default=3, ge=0, le=9)
    memory: bool = True  # whether earlier runs are remembered, and later ones told of them
    council_members: int = Field(default=3, ge=0, le=9)
    council_threshold: int = Field(default=0, ge=0, le=9)  # votes for complete, if above two thirds
    council_rounds: int = Field(default=3, ge=1, le=9)  # votes, at most
    escalate: bool = True  # a directory that one model tier leaves unsure or partial, to the next
    hard_links: HardLinks = HardLinks.WITHHOLD
    tools: str = "auto"  # as --tools says it; for runs that say "auto"
    fail_on: Annotated[str, AfterValidator(fail_on_text)] = NO_POLICY  # for runs that do not say it
    target_suppressions: TargetSuppressions = TargetSuppressions.HONOUR
    semgrep_rules: Path | None = None
    trivy_cache: Path | None = None  # with the database that it has downloaded
    osv_database: Path | None = None
    forge: NamedForge | None = None  # of remotes whose host does not tell
    prefect_api_url: str | None = None
    keep_runs: int = Field(default=40, ge=1)  # of each target
    keep_days: float = Field(default=90.0, gt=0)  # since anything else in the store was last used

    @field_validator("council_threshold")
    @classmethod
    def _can_be_reached(cls, threshold: int, info: ValidationInfo) -> int:
        members = info.data.get("council_members", 0)
        if members and threshold > members:
            raise ValueError(f"the council has {members} members (LUMINOS_COUNCIL_MEMBERS)")
        return threshold

    @property
    def context_budget(self) -> int:
        """Tokens: a call whose context is over this is the loop's last."""
        return int(self.context_window * self.context_share)
