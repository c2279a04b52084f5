"""What the three passes over the whole target have in common: their keys, and their gaps."""

from typing import Any, Protocol

from prefect.states import Failed
from pydantic import JsonValue

from luminos_core.agents.prompts.rendering import prompt_digest
from luminos_core.cache.keys import SCHEMA_VERSION
from luminos_core.digest import digest_json
from luminos_core.records.cost import Pass
from luminos_core.tools.registry import tools_digest


class PassResult(Protocol):
    """A record of a pass over the whole; `gap` says why it is not what it should be, or ""."""

    @property
    def gap(self) -> str: ...

    def model_dump(self, *, mode: str) -> dict[str, Any]: ...


def whole_key(pass_name: Pass, about: str, model: str) -> str:
    """The cache key of a pass; `about` is a digest of what it looks at."""
    ingredients: JsonValue = [
        about,
        prompt_digest(pass_name),
        tools_digest(pass_name),
        model,
        SCHEMA_VERSION,
    ]
    return f"{pass_name}-{digest_json(ingredients)}"


def asking_digest(pass_name: Pass, model: str) -> str:
    """64 hex digits that change with what a pass asks by: its prompt, its tools, its model."""
    return digest_json([prompt_digest(pass_name), tools_digest(pass_name), model])


def stored_or_gap(result: PassResult) -> Any:
    """`result` as plain JSON, to be stored; with a gap, a Failed state that holds it, so that it
    is shown, it is never found by its key, and the next run tries again."""
    value = result.model_dump(mode="json")
    return Failed(name="Gap", message=result.gap, data=value) if result.gap else value
