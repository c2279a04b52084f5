"""How many planted defects are found, and how many decoys are taken for defects.

    python benchmarks/findings.py [--family F] [--project P] [--tool NAME] [--missed] [--false]

Writes each project of `planted/` into a temporary folder, audits it offline, and runs the other
tools that are on this machine over it. Prints recall and false alarms by family, language and rule.

A defect is found when a flag above info is nearest to it, at most two lines away; with an info flag
alone it counts as a hint. A decoy is a false alarm when a flag above info is nearest to it, at most
one line away, and to no defect. For what is about a whole file, a flag of that file counts whose
rule or text has one of the words that the entry names. A flag without a line counts for the entry
of a file that has no other.
--tool runs one tool alone (`luminos` is ours), --missed lists the defects that it does not find,
--false the decoys that it reports.
"""

import argparse
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.other_checkers import Found, installed
from benchmarks.planted_trees import Planted, planted_in, projects, write_tree
from luminos_core.audit.run import run_audit
from luminos_core.records.flag import Severity
from tests.fakes.audits import runtime_over
from tests.fakes.thread_executor import MemoryResults, ThreadExecutor

OURS = "luminos"
DEFECT_LINES, DECOY_LINES, SPAN = 2, 1, 5


@dataclass
class Verdict:
    """What one tool says of the planted entries: those with a flag above info, and with info."""

    reported: dict[Planted, set[str]] = field(default_factory=dict)  # with the rules that did
    hinted: set[Planted] = field(default_factory=set)
    elsewhere: Counter[str] = field(default_factory=Counter)  # flags by rule, on no entry


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--family", help="count this family alone")
    parser.add_argument("--project", help="audit this project alone")
    parser.add_argument("--tool", help="run this one alone; without it, all, and detail ours")
    parser.add_argument("--missed", action="store_true", help="list the defects that are not found")
    parser.add_argument("--false", action="store_true", help="list the decoys that are reported")
    options = parser.parse_args()
    tools = {OURS: luminos_flags} | installed()
    if options.tool and options.tool not in tools:
        parser.error(f"there is no {options.tool} here, only {', '.join(tools)}")
    detailed = options.tool or OURS
    tools = {detailed: tools[detailed]} if options.tool else tools
    chosen = [options.project] if options.project else projects()
    planted = [entry for project in chosen for entry in planted_in(project)]
    verdicts = judged_projects(chosen, tools)
    counted = [entry for entry in planted if options.family in (None, entry.family)]
    verdict = verdicts[detailed]
    print_families(counted, verdicts, verdict)
    print_shares("language", counted, verdict, lambda entry: entry.language)
    print_rules(counted, verdict)
    print_entries("missed", counted if options.missed else [], verdict)
    print_entries("false alarm", counted if options.false else [], verdict)


def judged_projects(
    chosen: list[str], tools: dict[str, Callable[[Path], list[Found]]]
) -> dict[str, Verdict]:
    verdicts = {name: Verdict() for name in tools}
    with tempfile.TemporaryDirectory() as folder:
        for project in chosen:
            tree, entries = write_tree(project, Path(folder)), planted_in(project)
            for name, run in tools.items():
                judge(entries, run(tree), verdicts[name])
    return verdicts


def luminos_flags(tree: Path) -> list[Found]:
    """The flags of an offline audit."""
    results = MemoryResults()
    with runtime_over(tree, results=results, settings={"tools": "none"}) as runtime:
        report = run_audit(runtime, ThreadExecutor(runtime, results))
    return [
        Found(
            path=flag.path,
            line=flag.line,
            end_line=flag.end_line,
            rule=flag.rule,
            text=flag.finding,
            is_info=flag.is_hint or flag.severity is Severity.INFO,
        )
        for flag in (*report.flags, *report.hints)
    ]


def judge(entries: list[Planted], flags: Iterable[Found], verdict: Verdict) -> None:
    for flag in flags:
        here = [entry for entry in entries if flag.path in (entry.path, *entry.also)]
        met = [*_of_file(here, flag), *_of_line(here, flag)]
        if flag.is_info:
            verdict.hinted.update(met)
        elif not met:
            verdict.elsewhere[flag.rule] += 1
        else:
            for entry in met:
                verdict.reported.setdefault(entry, set()).add(flag.rule)


def _of_file(entries: list[Planted], flag: Found) -> list[Planted]:
    said = f"{flag.rule} {flag.text}".lower()
    whole = [entry for entry in entries if entry.line is None or flag.line is None]
    return [entry for entry in whole if any(word.lower() in said for word in entry.about)]


def _of_line(entries: list[Planted], flag: Found) -> list[Planted]:
    """The nearest entries; a decoy is none of them where a defect is as near."""
    if flag.line is None:
        return entries if len(entries) == 1 and entries[0].line else []
    end = flag.end_line or flag.line
    end = end if end - flag.line <= SPAN else flag.line  # a long span says little about a line
    away = {
        entry: max(flag.line - entry.line, entry.line - end, 0) for entry in entries if entry.line
    }
    nearest = min(away.values(), default=DEFECT_LINES + 1)
    near = [entry for entry, distance in away.items() if distance == nearest <= DEFECT_LINES]
    defects = [entry for entry in near if not entry.is_decoy]
    return defects or [entry for entry in near if nearest <= DECOY_LINES]


def print_families(counted: list[Planted], verdicts: dict[str, Verdict], detailed: Verdict) -> None:
    print("Defects found, and with / the decoys reported, by tool:\n")
    heads = "".join(f"{name:>14}" for name in verdicts)
    print(f"{'family':20} {'defects':>7} {'decoys':>6} {'recall':>7} {'hints':>5}{heads}")
    for family in (*sorted({entry.family for entry in counted}), "all"):
        row = [entry for entry in counted if family in (entry.family, "all")]
        defects, decoys = _parts(row)
        hints = sum(
            entry in detailed.hinted and entry not in detailed.reported for entry in defects
        )
        cells = "".join(f"{_found_and_false(row, verdict):>14}" for verdict in verdicts.values())
        share = _share(sum(entry in detailed.reported for entry in defects), len(defects))
        print(f"{family:20} {len(defects):7} {len(decoys):6} {share:>7} {hints:5}{cells}")


def print_shares(
    title: str, counted: list[Planted], verdict: Verdict, group: Callable[[Planted], str]
) -> None:
    print(f"\n{title:20} {'found':>12} {'recall':>7} {'false':>12} {'share':>7}")
    for name in sorted({group(entry) for entry in counted}):
        defects, decoys = _parts([entry for entry in counted if group(entry) == name])
        found = sum(entry in verdict.reported for entry in defects)
        false = sum(entry in verdict.reported for entry in decoys)
        print(
            f"{name:20} {found:5} of {len(defects):3} {_share(found, len(defects)):>7} "
            f"{false:5} of {len(decoys):3} {_share(false, len(decoys)):>7}"
        )


def print_rules(counted: list[Planted], verdict: Verdict) -> None:
    """Each rule's defects, decoys, and flags that are on no entry."""
    found, false = Counter[str](), Counter[str]()
    for entry in counted:
        (false if entry.is_decoy else found).update(verdict.reported.get(entry, ()))
    print(f"\n{'rule':40} {'found':>6} {'false':>6} {'elsewhere':>9}")
    for rule in sorted({*found, *false, *verdict.elsewhere}):
        print(f"{rule:40} {found[rule]:6} {false[rule]:6} {verdict.elsewhere[rule]:9}")


def print_entries(title: str, counted: list[Planted], verdict: Verdict) -> None:
    for entry in sorted(counted, key=lambda entry: (entry.family, entry.location)):
        reported = entry in verdict.reported
        if entry.is_decoy == (title == "false alarm") and entry.is_decoy == reported:
            rules = ", ".join(sorted(verdict.reported.get(entry, ())))
            print(
                f"{title}: {entry.family}: {entry.location}: {entry.why}{rules and f' ({rules})'}"
            )


def _parts(entries: list[Planted]) -> tuple[list[Planted], list[Planted]]:
    """Defects and decoys."""
    return (
        [entry for entry in entries if not entry.is_decoy],
        [entry for entry in entries if entry.is_decoy],
    )


def _found_and_false(entries: list[Planted], verdict: Verdict) -> str:
    found, false = (sum(entry in verdict.reported for entry in part) for part in _parts(entries))
    return f"{found} / {false}"


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "-"


if __name__ == "__main__":
    main()
