"""The one parameter of the audit flow."""

from typing import Annotated, Literal

from pydantic import AfterValidator, ConfigDict, Field
from pydantic.json_schema import SkipJsonSchema

from luminos_core.records.base import Record
from luminos_core.records.policy import FAIL_ON_PATTERN, fail_on_text

Provider = Literal["anthropic"]
ModelChoice = Literal["auto", "static", Provider]
TierChoice = Literal["auto", "simple", "standard", "complex"]


class AuditRequest(Record):
    """An audit of one directory. Holds no secret: keys come from the environment."""

    # The titles, and the text above, are the form in which a deployment's run is started.
    model_config = ConfigDict(title="What to audit")

    target: str = Field(
        title="Directory", description="The directory to audit, as a path on the worker's machine."
    )
    exclude: tuple[str, ...] = Field(
        default=(),
        title="Leave out",
        description="Patterns of paths to leave out, as in a .gitignore file.",
    )
    include_hidden: bool = Field(
        default=False,
        title="Include hidden directories",
        description="Also investigate names that begin with a dot.",
    )
    fresh: bool = Field(
        default=False,
        title="Investigate everything again",
        description="Investigate every directory again and overwrite its result.",
    )
    keep_results: bool = Field(
        default=False,
        title="Keep results of other models",
        description="Results of other models, or of another effort, count as cached if nothing but "
        "the model has changed, so that only what is missing is investigated. Whose they are is in "
        "the report. Has no effect offline, or when everything is investigated again.",
    )
    tools: str = Field(
        default="auto",
        title="Other tools",
        description="Tools to run, as names between commas; auto: those that are installed; none.",
    )
    sarif: tuple[str, ...] = Field(
        default=(),
        title="Results of other tools",
        description="Files in SARIF to read in, as paths on the worker's machine.",
    )
    suppressions: str = Field(
        default="",
        title="Suppressions file",
        description="A file of flags that you accept, beside the target's own, as a path on the "
        "worker's machine.",
    )
    no_suppressions: bool = Field(
        default=False,
        title="Ignore the target's suppressions",
        description="Count the flags, too, that the target's own comments and suppressions file "
        "say are meant.",
    )
    requirements: str = Field(
        default="",
        title="Requirements file",
        description="A file of what the target must be, in Markdown or TOML: a path on the "
        "worker's machine, absolute or in the target. Or infer: a model finds requirements in the "
        "target's README, rules for contributors and records of decisions.",
    )
    fail_on: Annotated[str, AfterValidator(fail_on_text)] = Field(
        default="",
        title="Fail on",
        description="Flags with which the run ends as PolicyViolated: info, concern or critical, "
        "each with what is worse; new:concern for those that the last run did not have; unmet for "
        "requirements; several between commas; none. If empty, the setting of the worker.",
        json_schema_extra={"pattern": FAIL_ON_PATTERN},  # a wrong one is refused in the form
    )
    # Set by a retry, and not for people, so they are not in the form of a deployment: interrupted
    # runs, by id, that this one goes on with, whose spending counts under `max_usd`; and what runs
    # again though a result is cached, by path in the target and by name of a pass.
    continues: SkipJsonSchema[tuple[str, ...]] = ()
    again_directories: SkipJsonSchema[tuple[str, ...]] = ()
    again_passes: SkipJsonSchema[tuple[str, ...]] = ()
    concurrency: int = Field(
        default=8,
        ge=1,
        le=64,
        title="Directories at the same time",
        description="Directories investigated at the same time, at most.",
    )
    model: ModelChoice = Field(
        default="auto",
        title="Model",
        description="auto: Anthropic's models when a key is set, else the offline investigator.",
    )
    tier: TierChoice = Field(
        default="auto",
        title="Complexity",
        description="How much the agents do: simple (no survey, no plan), standard, complex (every "
        "flag of theirs is reviewed). auto: by how large and how varied the directory is.",
    )
    max_usd: float | None = Field(
        default=None,
        gt=0,
        allow_inf_nan=False,
        title="Cost cap in USD",
        description="A hard cap on what the run may cost: it ends with a report when it is spent.",
    )
    confirm_above_usd: float | None = Field(
        default=None,
        ge=0,
        allow_inf_nan=False,
        title="Approved estimate in USD",
        description="A run that is estimated to cost more asks first, and is declined where nobody "
        "can be asked. If empty, the setting of the worker: 10, if it has none.",
    )
    yes: bool = Field(
        default=False,
        title="Approve any estimate",
        description="Go on without asking, whatever the run is estimated to cost.",
    )
    unknown_prices: bool = Field(
        default=False,
        title="Allow unknown prices",
        description="Also use models of unknown price, whose cost nobody can estimate or cap.",
    )

    @property
    def refreshes(self) -> bool:
        """Whether any stored result is not used."""
        return self.fresh or bool(self.again_directories or self.again_passes)

    def refreshes_directory(self, path: str) -> bool:
        """Whether a cached result of the directory is not used."""
        return self.fresh or path in self.again_directories

    def refreshes_pass(self, name: str) -> bool:
        """Whether a cached result of the pass is not used."""
        return self.fresh or name in self.again_passes


class AuditRun(Record):
    """One run of a request."""

    run_id: str
    request: AuditRequest
    target: str  # absolute real path, escaped
    started_at: str  # ISO 8601, UTC
