"""The one parameter of the audit flow."""

from typing import Literal

from pydantic import Field

from luminos_core.records.base import Record

Provider = Literal["anthropic"]
ModelChoice = Literal["auto", "static"] | Provider


class AuditRequest(Record):
    """An audit of one directory. Holds no secret: keys come from the environment."""

    target: str = Field(description="The directory to audit, as a path on the worker's machine.")
    exclude: tuple[str, ...] = Field(
        default=(), description="Patterns of paths to leave out, as in a .gitignore file."
    )
    include_hidden: bool = Field(
        default=False, description="Also investigate names that begin with a dot."
    )
    fresh: bool = Field(
        default=False, description="Investigate every directory again and overwrite its result."
    )
    again_directories: tuple[str, ...] = Field(
        default=(),
        description="Directories, by their path in the target, that are investigated again though "
        "a result is cached. Set by a retry of a fresh run.",
    )
    again_passes: tuple[str, ...] = Field(
        default=(),
        description='Passes, by name ("survey"), that run again though a result is cached. Set by '
        "a retry of a fresh run.",
    )
    continues: tuple[str, ...] = Field(
        default=(),
        description="Interrupted runs, by id, that this one goes on with: what they spent counts "
        "under `max_usd`, and what they made again is not made once more. Set by a retry.",
    )
    concurrency: int = Field(
        default=8, ge=1, le=64, description="Directories investigated at the same time, at most."
    )
    model: ModelChoice = Field(
        default="auto",
        description="auto: Anthropic's models when a key is set, else the offline investigator.",
    )
    max_usd: float | None = Field(
        default=None,
        gt=0,
        allow_inf_nan=False,
        description="A hard cap on what the run may cost, in US dollars.",
    )
    confirm_above_usd: float | None = Field(
        default=None,
        ge=0,
        allow_inf_nan=False,
        description="Ask before a run that is estimated to cost more; the setting if empty.",
    )
    yes: bool = Field(
        default=False, description="Go on without asking, whatever the run is estimated to cost."
    )
    unknown_prices: bool = Field(
        default=False,
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
