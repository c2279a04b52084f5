"""The flow on a server as Prefect sets it up: nothing of it depends on how ours is."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.fakes.audit_script import asked, submits
from tests.fakes.scripted_model import ScriptedModel
from tests.fakes.trees import DIRECTORIES, PROJECT, make_tree
from tests.flows.conftest import Audit
from tests.flows.plain_server import plain_server


@pytest.fixture
def untuned(tmp_path: Path, servers: Path, prefect_url: str) -> Iterator[str]:
    """The API of this process."""
    from prefect.settings import PREFECT_API_URL, temporary_settings

    with (
        plain_server(tmp_path / "home", servers, {}) as url,
        temporary_settings({PREFECT_API_URL: url}),
    ):
        yield url


def test_an_audit_and_its_resume_work_on_an_untuned_server(
    audit: Audit, untuned: str, tmp_path: Path
) -> None:
    target = make_tree(tmp_path / "sample", PROJECT)
    first = audit(target, ScriptedModel(submits()))
    (target / "docs" / "guide.md").write_text("# Guide\n\nChanged.\n")
    model = ScriptedModel(submits())
    second = audit(target, model)
    assert (first.status, second.status) == ("complete", "complete")
    assert set(asked(model.requests)) & DIRECTORIES == {"docs", "."}
    assert httpx.post(f"{untuned}/flow_runs/count", json={}).json() == 2  # they are its own
