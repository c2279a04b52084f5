"""The trend of a target, in the store."""

from pathlib import Path

import pytest

from luminos_core.records.trend import TrendPoint
from luminos_core.store import trend
from luminos_core.store.layout import Store
from luminos_core.store.trend import load_trend, store_point

TARGET, OTHER = Path("/t"), Path("/other")


def point(run_id: str, **changes: object) -> TrendPoint:
    known = {"finished_at": "2026-01-01T00:00:00+00:00", "status": "complete", "read_share": 1.0}
    numbers = {"directories": 1, "files": 2, "lines": 3, "seconds": 4.0}
    return TrendPoint.model_validate({"run_id": run_id, **known, **numbers, **changes})


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "store")


def test_runs_are_kept_in_order_by_target(store: Store) -> None:
    for run in ("a", "b"):
        store_point(store, TARGET, point(run, usd=None))
    store_point(store, OTHER, point("c"))
    assert load_trend(store, TARGET) == (point("a", usd=None), point("b", usd=None))
    assert load_trend(store, OTHER) == (point("c"),)
    assert load_trend(store, Path("/never")) == ()


def test_a_retry_takes_the_place_of_its_run_as_the_last_one(store: Store) -> None:
    for run in ("a", "b"):
        store_point(store, TARGET, point(run, status="incomplete"))
    store_point(store, TARGET, point("a", critical=3))
    assert load_trend(store, TARGET) == (point("b", status="incomplete"), point("a", critical=3))


def test_the_oldest_go_when_there_are_too_many(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trend, "_MOST", 3)
    for run in "abcde":
        store_point(store, TARGET, point(run))
    assert [each.run_id for each in load_trend(store, TARGET)] == ["c", "d", "e"]


def test_a_trend_that_somebody_has_changed_is_ignored(store: Store) -> None:
    store_point(store, TARGET, point("a"))
    file = store.target(TARGET) / "trend"
    file.write_bytes(file.read_bytes().replace(b'"critical":0', b'"critical":9'))
    assert load_trend(store, TARGET) == ()
    store_point(store, TARGET, point("b"))
    assert load_trend(store, TARGET) == (point("b"),)


def test_a_point_of_a_later_version_is_read_and_one_that_makes_no_sense_is_left_out(
    store: Store,
) -> None:
    lines = (
        point("a").model_dump_json()[:-1] + ',"later":1}',
        point("b").model_dump_json().replace('"read_share":1.0', '"read_share":7'),
        "",
        "[]",
        point("c").model_dump_json(),
    )
    store.signed_target(TARGET).write("trend", "\n".join(lines).encode())
    assert load_trend(store, TARGET) == (point("a"), point("c"))
