"""What a tool is: a name, a typed input, and what it does at a desk."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from luminos_core.errors import ToolError
from luminos_core.records.conversation import ToolSpec
from luminos_core.records.outline import Detail
from luminos_core.tools.desk import Desk


class ToolInput(BaseModel):
    """Base of every tool's input. Strict, and closed: a cut or misspelt input is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


@dataclass(frozen=True)
class ToolOutput:
    text: str
    detail: Detail | None = None


Input = TypeVar("Input", bound=ToolInput)


@dataclass(frozen=True)
class Tool(Generic[Input]):
    """`run` is None for the submissions, which the loops take themselves. It raises ToolError."""

    name: str
    description: str
    input: type[Input]
    run: Callable[[Input, Desk], ToolOutput] | None = None

    def spec(self) -> ToolSpec:
        schema = self.input.model_json_schema()
        return ToolSpec(name=self.name, description=self.description, input_schema=schema)

    def parse(self, raw: Any) -> Input:
        """`raw` against the schema; ToolError lists each field that is wrong, and how."""
        try:
            return self.input.model_validate(raw)
        except ValidationError as error:
            problems = "; ".join(
                f"{'.'.join(map(str, item['loc'])) or 'input'}: {item['msg']}"
                for item in error.errors()
            )
            raise ToolError(f"{self.name} was not called rightly: {problems}") from None
