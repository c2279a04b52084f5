"""The flow under Prefect's own test harness: nothing of it depends on how our server is set up."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.audit_script import asked, submits
from tests.fakes.scripted_model import ScriptedModel
from tests.fakes.trees import DIRECTORIES, PROJECT, make_tree
from tests.flows.command import HANGING
from tests.flows.conftest import Audit


@pytest.fixture
def harness(prefect_url: str) -> Iterator[None]:
    from prefect.testing.utilities import prefect_test_harness

    with prefect_test_harness(server_startup_timeout=int(HANGING)):
        yield


@pytest.mark.usefixtures("harness")
def test_an_audit_and_its_resume_work_on_an_untuned_server(audit: Audit, tmp_path: Path) -> None:
    target = make_tree(tmp_path / "sample", PROJECT)
    first = audit(target, ScriptedModel(submits()))
    (target / "docs" / "guide.md").write_text("# Guide\n\nChanged.\n")
    model = ScriptedModel(submits())
    second = audit(target, model)
    assert (first.status, second.status) == ("complete", "complete")
    assert set(asked(model.requests)) & DIRECTORIES == {"docs", "."}
