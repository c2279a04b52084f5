"""The bench that agents are tested at."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.fakes.agent_bench import MakeBench, set_up
from tests.fakes.http_investigation import HttpBench, Investigated


@pytest.fixture
def bench(tmp_path: Path) -> MakeBench:
    return partial(set_up, tmp_path / "target")


@pytest.fixture(scope="session")
def http_bench(sdk: None) -> Iterator[HttpBench]:
    with HttpBench() as one:
        yield one


@pytest.fixture
def investigated(http_bench: HttpBench, tmp_path: Path) -> Callable[..., Investigated]:
    """A directory investigated over real HTTP: `HttpBench.investigated`."""
    return partial(http_bench.investigated, tmp_path)
