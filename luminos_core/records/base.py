"""The base of every record that crosses a boundary."""

from typing import Any

from pydantic import BaseModel, ConfigDict

_SET: set[str] = set()


class Record(BaseModel):
    """A frozen value without unknown fields. A validation error does not quote its input, which may
    be a file's text: errors are logged."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", ser_json_inf_nan="constants", hide_input_in_errors=True
    )

    def model_post_init(self, _context: Any) -> None:
        """Nothing asks which fields were given and which have their defaults, and the set of their
        names is half of a record: a run holds hundreds of thousands."""
        object.__setattr__(self, "__pydantic_fields_set__", _SET)
