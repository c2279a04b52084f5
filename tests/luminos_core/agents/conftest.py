"""The bench that agents are tested at."""

from functools import partial
from pathlib import Path

import pytest

from tests.fakes.agent_bench import MakeBench, set_up


@pytest.fixture
def bench(tmp_path: Path) -> MakeBench:
    return partial(set_up, tmp_path / "target")
