"""A bounded share of `fuzz.py`, which also says how to run it for longer."""

import random
import resource

import pytest

from luminos_core.outline.outline import outline
from luminos_core.parsing import limits
from luminos_core.parsing.parser import NotParsed
from tests.luminos_core.parsing.conftest import zombies
from tests.luminos_core.parsing.fuzz import case, run

SHARES = [60, pytest.param(5_000, marks=pytest.mark.slow)]


@pytest.mark.parametrize("cases", SHARES)
def test_no_text_costs_more_than_its_own_result(cases: int) -> None:
    first = random.SystemRandom().randrange(2**40)
    for number in range(first, first + cases):
        found = run(case(number))
        failed = isinstance(found, NotParsed) and found.reason.startswith("its parser failed")
        assert not failed, f"case {number}: {found}"
        next_one = outline("a.py", b"def f(): pass\n", "Python")
        assert next_one and [symbol.name for symbol in next_one.symbols] == ["f"], number
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss <= limits.MEMORY >> 10
    assert not zombies()
