"""Settings of the tests."""

collect_ignore = ["test_totals.py"]
collect_ignore_glob = ["data/*"]
