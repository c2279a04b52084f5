"""How often reviewers decide rightly: `python benchmarks/judgement.py [--claims N]`

A scripted world of claims, half of them true, reviewed over HTTP by the verification pass against
the fake Messages server. Each reviewer is right with 85%, drawn by a seed for each claim and each
reviewer, whatever else was asked. Critical claims have three reviewers, of which two decide; if
each is right with 85%, at best 93.9% of the verdicts are. Claims that stay unverified are wrong.

Printed are the share of right verdicts, claims that were reviewed by another number than the
setting says or counted twice, and what the reviews cost beside their estimate. Exit code 1 when a
limit is missed.
"""

import argparse
import random
import re
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from replay import context_of
from thresholds import Threshold

from luminos_core.agents.estimate.estimate import estimate
from luminos_core.agents.estimate.remaining_work import RemainingWork
from luminos_core.agents.passes.verification import VERIFICATION
from luminos_core.agents.verification.briefing import VerificationBriefing
from luminos_core.agents.verification.verdicts import verdicts_of
from luminos_core.audit.runtime import utc_now
from luminos_core.llm.pricing import PriceBook
from luminos_core.records.conversation import Usage
from luminos_core.records.flag import Severity, Verdict
from luminos_core.records.settings import Settings
from luminos_core.records.verification import Claim, Verification
from tests.fakes.agent_bench import run_pass
from tests.fakes.messages_replies import Reply, reply, tool_use
from tests.fakes.messages_request import Received
from tests.fakes.messages_server import MessagesServer

_RIGHT = 0.85
_READS_ON = 0.8  # of the reviewers look further once
_LEAST = 0.93  # of the verdicts on criticals; the limit of three such reviewers is 0.939
_CODE = "def act_{0}(value):\n    return run_{0}(value)\n"
_REST = "\n\ndef other(value):\n    return value + 1  # of the rest of the file\n" * 42
_REASON = (
    "The value that anybody sends is passed on as it is: no caller checks it, none of the "
    "functions on the way converts it, and what runs it takes any text. "
) * 4
_REVIEWERS = {Severity.CRITICAL: 3, Severity.CONCERN: 1, Severity.INFO: 0}
_THREADS = 8


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--claims", type=int, default=2_000, help="half of them true")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        thresholds = _judged(Path(folder), options.claims, options.seed)
    for each in thresholds:
        result = "passed" if each.passed else "MISSED"
        print(f"  {each.what:<34}{each.measured:>8.3f}  limit {each.limit:>8.3f}  {result}")
    sys.exit(int(not all(each.passed for each in thresholds)))


def _judged(root: Path, count: int, seed: int) -> list[Threshold]:
    claims = tuple(_claim(root, number) for number in range(count))
    briefing = VerificationBriefing(target="world", claims=claims, reviewers=_REVIEWERS)
    with MessagesServer(lambda request: _opinion(request, seed)) as server:
        context = context_of(root, server.base_url)
        with ThreadPoolExecutor(_THREADS) as pool:
            parts = VERIFICATION.parts(briefing)
            results = list(pool.map(lambda part: run_pass(VERIFICATION, part, context), parts))
    asked = Counter(review.claim for result in results for review in result.reviews)
    twice = sum(asked[each.id] != _REVIEWERS[each.severity] for each in claims)
    print(f"{count:,} claims, {len(results):,} reviews, {server.calls:,} calls")
    off = abs(_paid(server) / _estimated(briefing) - 1)
    return [
        Threshold("wrong verdicts on criticals", 1 - _right(claims, results), 1 - _LEAST),
        Threshold("claims reviewed by another number", float(twice), 0.0),
        Threshold("USD paid / estimated, off by", off, 0.25),
    ]


def _claim(root: Path, number: int) -> Claim:
    """The first of each two is true."""
    path = f"act_{number}.py"
    (root / path).write_text(_CODE.format(number) + _REST)
    return Claim(
        id=f"{number:064x}",
        path=path,
        line=2,
        severity=Severity.CRITICAL,
        finding=f"Claim {number}: what anybody sends is run.",
        quotation=f"return run_{number}(value)",
        code=_CODE.format(number) * 100,
    )


def _is_true(number: int) -> bool:
    return number % 2 == 0


def _opinion(request: Received, seed: int) -> Reply:
    found = re.search(r"Claim (\d+):", request.first_text)
    assert found is not None
    number = int(found[1])
    lens = request.first_text.split("<claim>", maxsplit=1)[0]  # each reviewer has its own
    if request.turn == 1 and random.Random(f"{number} {lens}").random() < _READS_ON:  # noqa: S311
        return reply(tool_use("read_file", {"path": f"act_{number}.py"}))
    is_right = random.Random(f"{seed} {number} {lens}").random() < _RIGHT  # noqa: S311
    verdict = {
        "opinion": "confirmed" if _is_true(number) is is_right else "refuted",
        "reason": _REASON,
        "path": f"act_{number}.py",
        "line": 2,
        "quotation": f"return run_{number}(value)",
    }
    return reply(tool_use("submit_verdict", verdict))


def _right(claims: tuple[Claim, ...], results: list[Verification]) -> float:
    verdicts = verdicts_of(results)
    wanted = {
        claim.id: Verdict.CONFIRMED if _is_true(number) else Verdict.REFUTED
        for number, claim in enumerate(claims)
    }
    return sum(verdicts[each].verdict is wanted[each] for each in wanted) / len(wanted)


def _paid(server: MessagesServer) -> float:
    prices, model = PriceBook(), Settings(store=Path("unused")).development_model
    usages = [
        Usage(
            input=bill["input_tokens"],
            output=bill["output_tokens"],
            cache_read=bill["cache_read_input_tokens"],
            cache_write=bill["cache_creation_input_tokens"],
        )
        for bill in server.usages
    ]
    return sum(prices.usd(model, usage, utc_now()) or 0.0 for usage in usages)


def _estimated(briefing: VerificationBriefing) -> float:
    """For reviews that are known already."""
    model, prices = Settings(store=Path("unused")).development_model, PriceBook()
    work = RemainingWork(directories=(), briefings={VERIFICATION.name: briefing})
    made = estimate(
        work,
        (VERIFICATION,),
        {VERIFICATION.name: model},
        lambda name, usage: prices.usd(name, usage, utc_now()),
    )
    assert made.usd is not None
    return made.usd


if __name__ == "__main__":
    main()
