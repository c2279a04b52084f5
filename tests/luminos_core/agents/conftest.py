"""Fixtures: a context around a scripted model, and an investigation over HTTP."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.fakes.agent_bench import MakeBench, set_up
from tests.fakes.http_investigation import HttpBench
from tests.luminos_core.agents.http_rows import Investigate


@pytest.fixture
def make_bench(tmp_path: Path) -> MakeBench:
    return partial(set_up, tmp_path / "target")


@pytest.fixture(scope="session")
def http_bench(sdk: None) -> Iterator[HttpBench]:
    with HttpBench() as one:
        yield one


@pytest.fixture
def investigate(http_bench: HttpBench, tmp_path: Path) -> Investigate:
    """Investigate a directory over real HTTP: `HttpBench.investigate`."""
    return partial(http_bench.investigate, tmp_path)
