import pytest
from ledger.parser import entries

pytestmark = pytest.mark.skip("rewrite after the move")


def test_entries():
    assert list(entries("2024-01-01 cash 2")) == [("2024-01-01", "cash", 2)]
