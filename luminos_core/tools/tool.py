"""What a tool is: a name, a typed input, and what it does at a desk."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError
from pydantic.json_schema import GenerateJsonSchema

from luminos_core.errors import ToolError
from luminos_core.records.conversation import ToolSpec
from luminos_core.records.outline import Detail
from luminos_core.tools.context import ToolContext


class ToolInput(BaseModel):
    """Base of every tool's input. Strict, and closed: a cut or misspelt input is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]  # 0 to 1, never a bool or NaN


@dataclass(frozen=True)
class ToolOutput:
    """What a tool answers. `text` is taken for words of the target unless `trusted` says not."""

    text: str
    detail: Detail | None = None
    note: str = ""  # the program's own words, shown after `text`
    trusted: bool = False


OK = ToolOutput("ok", trusted=True)

Input = TypeVar("Input", bound=ToolInput)


@dataclass(frozen=True)
class Tool(Generic[Input]):
    """`run` is None for the submissions, which the loops take themselves. It raises ToolError."""

    name: str
    description: str
    input: type[Input]
    run: Callable[[Input, ToolContext], ToolOutput] | None = None

    def spec(self) -> ToolSpec:
        schema = self.input.model_json_schema(schema_generator=_Untitled)
        return ToolSpec(name=self.name, description=self.description, input_schema=schema)

    def parse(self, raw: Any) -> Input:
        """`raw` against the schema; ToolError lists each field that is wrong, and how."""
        try:
            # As JSON, where a strict enum is its word and a strict tuple is an array.
            return self.input.model_validate_json(json.dumps(raw))
        except ValidationError as error:
            problems = "; ".join(
                f"{'.'.join(map(str, item['loc'])) or 'input'}: {item['msg']}"
                for item in error.errors(include_url=False, include_input=False)
            )
            raise ToolError(f"{self.name} was not called rightly: {problems}") from None


class _Untitled(GenerateJsonSchema):
    """A field's title repeats its name, and every request pays for it."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False
