"""The JSON schema of report.json, for programs that read it."""

import json
from typing import Any

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from luminos_core.records.report import REPORT_SCHEMA, AuditReport


class _Open(GenerateJsonSchema):
    """Fields that a reader does not know are allowed: reports of later versions have more."""

    def model_schema(self, schema: core_schema.ModelSchema) -> JsonSchemaValue:
        made = super().model_schema(schema)
        made.pop("additionalProperties", None)
        return made


def report_schema() -> str:
    """Of reports of this version, and of those before that it reads: a field that an earlier one
    does not have is not required."""
    schema: dict[str, Any] = AuditReport.model_json_schema(schema_generator=_Open)
    about = {
        "$schema": _Open.schema_dialect,
        "title": f"Luminos report, version {REPORT_SCHEMA}",
        "description": "What one audit hands over, as report.json in the folder of its run.",
    }
    rest = {name: value for name, value in schema.items() if name not in about}
    return json.dumps(about | rest, indent=2, ensure_ascii=False) + "\n"
