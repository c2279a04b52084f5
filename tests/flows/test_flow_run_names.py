"""How a person names a stored run."""

import contextlib
import json
import os
from pathlib import Path

import pytest

from flows.stored_runs import short_id
from luminos_core.store.layout import Store
from luminos_core.store.lock import try_lock
from tests.flows.stored_nights import Nights, nights


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Nights:
    return nights(tmp_path_factory.mktemp("nights"))


@pytest.fixture
def own(tmp_path: Path) -> Nights:
    """Of a test that changes it."""
    return nights(tmp_path)


def named(made: Nights, *arguments: str, here: Path | None = None) -> str:
    with contextlib.chdir(here or made.store):
        done = made.call("flags", *arguments)
    assert done.exception is None, done.exception
    return done.stdout.splitlines()[-1].partition(" in run ")[2].split()[0]


def test_a_run_is_named_by_the_start_of_its_id(made: Nights) -> None:
    assert named(made, "b") == "bbbb-3"
    assert named(made, "aaaa-2") == "aaaa-2"
    assert "2 runs begin with aaaa (aaaa-2, aaaa-1)" in made.refused("flags", "aaaa")
    for name in ("zz", ""):
        assert f"no run {name} is stored" in made.refused("flags", name)


def test_an_id_that_begins_another_is_still_the_name_of_its_run(own: Nights) -> None:
    store = Store(own.store)
    store.run_path("aaaa-1").rename(store.runs_path / "bbbb")
    assert named(own, "bbbb") == "aaaa-1"


def test_a_run_is_named_by_its_folder_its_report_or_its_target(made: Nights) -> None:
    folder = Store(made.store).run_path("aaaa-1")
    for name in (str(folder), str(folder / "report.json"), os.path.relpath(folder, made.store)):
        assert named(made, name) == "aaaa-1"
    assert named(made, str(made.target)) == "bbbb-3"
    assert named(made, "../sample/", here=made.other) == "bbbb-3"
    assert "no run of" in made.refused("flags", str(made.target / "src"))


def test_latest_and_previous_are_of_the_directory_that_one_is_in_else_of_all(made: Nights) -> None:
    inside = made.target / "src"
    assert named(made) == named(made, "latest") == "bbbb-3"
    assert named(made, "previous") == "cccc-1"
    for here in (made.target, inside):
        assert named(made, "previous", here=here) == "aaaa-2"
    assert named(made, here=made.other) == "cccc-1"
    assert named(made, "latest", "--target", str(made.other), here=inside) == "cccc-1"


def test_without_a_run_before_there_is_no_previous_one(made: Nights) -> None:
    refused = made.refused("flags", "previous", "--target", str(made.other))
    assert refused == f"there is no run before the latest one, cccc-1 of {made.other}"
    assert "no run is stored" in Nights(made.store / "empty", made.target, made.other).refused(
        "flags"
    )


def test_a_later_run_that_was_interrupted_is_told_and_passed_over(own: Nights) -> None:
    folder = Store(own.store).run("dddd-4")
    begun = json.loads((Store(own.store).run_path("bbbb-3") / "run.json").read_text())
    (folder / "run.json").write_text(json.dumps({**begun, "run_id": "dddd-4"}))
    assert named(own) == "bbbb-3"
    assert "run dddd-4" in own.call("flags").stderr
    assert "was interrupted and has no report" in own.refused("flags", "dddd")
    rows = json.loads(own.call("runs", "--json").stdout)
    assert (rows[0]["run_id"], rows[0]["state"], rows[0]["flags"]) == (
        "dddd-4",
        "interrupted",
        None,
    )
    lock = try_lock(folder / "lock")
    assert lock is not None
    assert json.loads(own.call("runs", "--json").stdout)[0]["state"] == "working"
    os.close(lock)


def test_an_id_is_shortened_as_far_as_it_names_one_run() -> None:
    ids = ["0190a6f2-aaaa", "0190a6f2-abbb", "7f", "99999999-1"]
    assert [short_id(each, ids) for each in ids] == [
        "0190a6f2-aa",
        "0190a6f2-ab",
        "7f",
        "99999999",
    ]
