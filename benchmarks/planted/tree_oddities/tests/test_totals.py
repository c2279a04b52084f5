from ledger.parser import total


def test_total_of_two():
    assert total("2024-01-01 cash 2\n2024-01-02 cash 3") == 5
