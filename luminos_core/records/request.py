"""What a person asks for: the one parameter of the audit flow."""

from typing import Literal

from pydantic import Field

from luminos_core.records.base import Record

ModelChoice = Literal["auto", "anthropic", "static"]


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
    again: tuple[str, ...] = Field(
        default=(),
        description="What is done again though a result is stored: directories by their path in "
        'the target, other passes as "(survey)". Set by a retry of a fresh run.',
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

    def renews(self, path: str) -> bool:
        """Whether what is stored of a directory or pass is to be made again."""
        return self.fresh or path in self.again


class AuditRun(Record):
    """One run of a request: what every task is told about where it belongs."""

    run_id: str
    request: AuditRequest
    target: str  # absolute real path, escaped
    started_at: str  # ISO 8601, UTC
