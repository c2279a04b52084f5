"""The base of every record that crosses a boundary."""

from pydantic import BaseModel, ConfigDict


class Record(BaseModel):
    """A frozen value without unknown fields. A validation error does not quote its input, which may
    be a file's text: errors are logged."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", ser_json_inf_nan="constants", hide_input_in_errors=True
    )
