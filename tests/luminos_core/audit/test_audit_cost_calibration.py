"""What earlier runs cost of their estimates."""

from pathlib import Path

import pytest

from luminos_core.audit.assemble import assemble
from luminos_core.audit.cost_calibration import calibrate, calibration_name, expected_share
from luminos_core.records.cost import ModelUsage
from luminos_core.records.directory import DirectoryState
from luminos_core.records.estimate import Estimate
from luminos_core.records.key_context import KeyContext
from luminos_core.records.report import AuditReport
from luminos_core.records.snapshot import DirectoryRecord
from luminos_core.store.layout import Store
from luminos_core.store.signed import SignedFolder
from tests.luminos_core.report.report_runs import directory_report, facts, paid, snapshot

PATHS = [*"abcdef", "."]
NAME = "directories"


@pytest.fixture
def folder(tmp_path: Path) -> SignedFolder:
    return Store(tmp_path / "store").signed("calibration")


def estimate(usd: float, directories: int = len(PATHS), calibration: float = 1.0) -> Estimate:
    used = ModelUsage(
        pass_name="directory",
        model="model-a",
        calls=9,
        input=0,
        output=0,
        cache_read=0,
        cache_write=0,
        usd=usd,
    )
    return Estimate(
        directories=directories, stored=0, usage=(used,), usd=usd, calibration=calibration
    )


def report(
    made: Estimate | None, usd: float, paths: list[str] = PATHS, **changes: object
) -> AuditReport:
    """Of a run in which each of the directories cost `usd`."""
    tree = snapshot(*(DirectoryRecord(path=path) for path in PATHS[:-1]))
    reports = [directory_report(path, DirectoryState.INVESTIGATED) for path in PATHS]
    known = {"snapshot": tree, "reports": reports, "estimate": made}
    ledger = [paid(path, usd=usd) for path in paths]
    return assemble(facts(**(known | {"ledger": ledger} | changes)))


def test_without_earlier_runs_an_estimate_stays_as_it_is(folder: SignedFolder) -> None:
    assert expected_share(folder, NAME) == 1.0


def test_one_run_moves_the_next_estimate_by_half_of_the_way_and_more_runs_all_of_it(
    folder: SignedFolder,
) -> None:
    calibrate(folder, NAME, report(estimate(7.0), usd=1.4))
    assert expected_share(folder, NAME) == pytest.approx(1.2)
    calibrate(folder, NAME, report(estimate(8.4, calibration=1.2), usd=1.4))
    assert expected_share(folder, NAME) == pytest.approx(1.4)


def test_directories_that_a_plan_leaves_out_do_not_lower_the_share(
    folder: SignedFolder,
) -> None:
    calibrate(folder, NAME, report(estimate(7.0), usd=1.4, paths=PATHS[:5]))
    assert expected_share(folder, NAME) == pytest.approx(1.2)


@pytest.mark.parametrize(
    "useless",
    [
        pytest.param(report(None, usd=1.4), id="no estimate"),
        pytest.param(report(estimate(7.0), usd=1.4, paths=PATHS[:4]), id="few directories"),
        pytest.param(report(estimate(6.0, 6), usd=1.4), id="more were paid for than estimated"),
        pytest.param(report(estimate(7.0), usd=9.9), id="beyond the bounds"),
        pytest.param(
            report(
                estimate(7.0),
                usd=1.4,
                reports=[directory_report(path, DirectoryState.PARTIAL) for path in PATHS],
            ),
            id="incomplete",
        ),
        pytest.param(
            report(estimate(7.0), usd=1.4, ledger=[paid(path, usd=None) for path in PATHS]),
            id="unknown price",
        ),
    ],
)
def test_a_run_that_cannot_be_compared_changes_nothing(
    folder: SignedFolder, useless: AuditReport
) -> None:
    calibrate(folder, NAME, useless)
    assert expected_share(folder, NAME) == 1.0


def test_only_the_last_runs_count(folder: SignedFolder) -> None:
    for _ in range(12):
        calibrate(folder, NAME, report(estimate(7.0), usd=2.0))
    for _ in range(10):
        calibrate(folder, NAME, report(estimate(7.0), usd=0.5))
    assert expected_share(folder, NAME) == pytest.approx(0.5)


def test_an_unsigned_calibration_is_ignored(folder: SignedFolder) -> None:
    calibrate(folder, NAME, report(estimate(7.0), usd=1.4))
    for file in folder.path.iterdir():
        file.write_bytes(file.read_bytes().replace(b"1.4", b"0.4"))
    assert expected_share(folder, NAME) == 1.0


def test_a_calibration_is_of_one_model_and_its_prompts(folder: SignedFolder) -> None:
    context = KeyContext(prompt="p", tools="t", model="m")
    name = calibration_name(context)
    calibrate(folder, name, report(estimate(7.0), usd=1.4))
    for change, share in (({"tools": "u"}, 1.2), ({"model": "n"}, 1.0), ({"prompt": "q"}, 1.0)):
        other = calibration_name(context.model_copy(update=change))
        assert expected_share(folder, other) == pytest.approx(share)
