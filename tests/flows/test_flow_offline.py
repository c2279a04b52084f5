"""The offline investigator on real code: what its report says is true of the tree."""

import email
import json
import os
from pathlib import Path

import pytest

import luminos_core.report
from tests.flows.conftest import Audit

PACKAGES = [Path(module.__file__).parent for module in (luminos_core.report, email, json)]  # type: ignore[arg-type]


@pytest.mark.parametrize("target", PACKAGES, ids=lambda path: path.name)
def test_every_path_exists_every_quotation_is_in_its_file_and_coverage_adds_up(
    audit: Audit, target: Path
) -> None:
    report = audit(target, None)
    assert report.status == "complete"
    assert not report.language_model
    assert "No language model was used" in report.brief.splitlines()[0]
    for outcome in report.directories:
        assert (target / outcome.path).is_dir()
        for file in outcome.files:
            assert Path(file.path) == target / file.relative_path
            assert Path(file.path).is_file()
    for flag in report.flags:
        assert flag.path == "general" or flag.quotation in (target / flag.path).read_text()
    real = sum("__pycache__" not in folder for folder, *_ in os.walk(target))  # a tool's own
    assert report.coverage.total == sum(each.count for each in report.coverage.by_state) == real


def test_its_report_of_json_says_what_a_reader_of_json_would_say(audit: Audit) -> None:
    report = audit(Path(json.__file__).parent, None)
    (package,) = [each for each in report.directories if each.path == "."]
    described = {file.relative_path: file.summary for file in package.files}
    assert set(described) == {
        "__init__.py", "decoder.py", "encoder.py", "scanner.py", "tool.py"
    }  # fmt: skip
    assert "Implementation of JSONDecoder" in described["decoder.py"]
    assert "JSONEncoder" in described["encoder.py"]
    assert "main()" in report.detailed
    assert "lightweight data interchange format" in report.brief
