"""What the page of a large report takes: `python benchmarks/page.py [DIRECTORIES [FLAGS]]` (6,000
and 20,000 by default, eight files in each directory). Needs Chromium and its driver.

Printed are CPU seconds of writing it, its size, and in headless Chromium the CPU seconds of the
page's thread, beside their ratios to the bounds:

- size / 15 MB;
- first use / 1.5 s: the page is loaded, and its first screen can be used;
- whole / 3 s: the list of flags, the map and the tree have been started, too;
- frame / 16.7 ms: of 120 frames, each of other rows, while all flags are scrolled by, what 114 do
  not exceed, beyond what a frame takes in which nothing moves;
- filter / 100 ms: until the list shows what a word in the text filter leaves.

Exit code 3 when a bound is missed.
"""

import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from selenium import webdriver

from luminos_core.audit.assemble import assemble
from luminos_core.records.comparison import ComparedRun, Comparison, Forge, SourceVersion
from luminos_core.records.coverage import FileState
from luminos_core.records.directory import DirectoryState
from luminos_core.records.flag import Flag, FlagState, Severity
from luminos_core.records.outcome import DirectoryOutcome, ReportedFile
from luminos_core.records.project import MappedFile
from luminos_core.records.report import AuditReport
from luminos_core.records.snapshot import Category
from luminos_core.report.html.render import render_html
from tests.luminos_core.report.report_runs import check_flag, facts

DIRECTORIES, FLAGS, FILES = 6_000, 20_000, 8
SIZE, FIRST_USE, WHOLE, FRAME, FILTER = 15e6, 1.5, 3.0, 1 / 60, 0.1
_AT = "2026-01-01T00:00:00+00:00"
_RULES = ("code-injection", "swallowed-error", "tls-unverified", "sql-injection", "debug-mode")
_FRAMES = 120
_OPTIONS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage")


def main() -> None:
    counts = [int(each) for each in sys.argv[1:]]
    report = large_report(*(counts + [DIRECTORIES, FLAGS][len(counts) :]))
    list(render_html(report.model_copy(update={"flags": (), "files": ()})))  # loads templates
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "report.html"
        began = time.process_time()
        with file.open("w", encoding="utf-8") as stream:
            stream.writelines(render_html(report))
        print(f"{'written in':<12} {time.process_time() - began:>8.2f} s of CPU")
        measured = [_row("size", file.stat().st_size, SIZE), *_rows(file)]
    sys.exit(0 if all(measured) else 3)


def large_report(directories: int, flags: int) -> AuditReport:
    """As a project of that size has it: names and texts of usual lengths, most of them its own."""
    paths = [f"packages/group{n // 60}/component_{n}" for n in range(directories)]
    files = [
        MappedFile(
            path=f"{path}/implementation_{n}.py",
            size=500 + 37 * n * (place % 90 + 1),
            lines=20 + n * (place % 300),
            language=("Python", "TypeScript", "Go", "Markdown")[(n + place) % 4],
            changed_at=1_760_000_000 - 86_400 * (place * 7 % 900),
            commits=(place * n) % 120,
            state=FileState.DESCRIBED,
        )
        for place, path in enumerate(paths)
        for n in range(FILES)
    ]
    previous = ComparedRun(run_id="before", finished_at=_AT)
    return assemble(facts()).model_copy(
        update={
            "directories": tuple(_outcomes(paths)),
            "files": tuple(files),
            "flags": tuple(_flags(files, flags)),
            "comparison": Comparison(previous=previous),
            "version": SourceVersion(
                commit="a" * 40, remote="https://github.com/owner/name", forge=Forge.GITHUB
            ),
        }
    )


def _outcomes(paths: list[str]) -> Iterator[DirectoryOutcome]:
    for place, path in enumerate(paths):
        about = f"Component {place} takes requests of kind {place % 40} and keeps what they say. "
        yield DirectoryOutcome(
            path=path,
            state=DirectoryState.INVESTIGATED,
            summary=about * 3,
            files=tuple(
                ReportedFile(
                    path=f"/t/{path}/implementation_{n}.py",
                    relative_path=f"{path}/implementation_{n}.py",
                    size_bytes=500,
                    category=Category.SOURCE,
                    summary=f"Step {n} of component {place}: reads its settings and starts it.",
                    cached_at=_AT,
                )
                for n in range(FILES)
            ),
        )


def _flags(files: list[MappedFile], count: int) -> Iterator[Flag]:
    states = (FlagState.PERSISTING,) * 9 + (FlagState.NEW,)
    for n in range(count):
        yield check_flag(
            path=files[n * 7 % len(files)].path,
            rule=_RULES[n % len(_RULES)],
            finding="A text that comes from outside becomes part of what is run.",
            severity=(Severity.CRITICAL, *(Severity.CONCERN,) * 3, *(Severity.INFO,) * 6)[n % 10],
            line=n % 700 + 1,
            end_line=n % 700 + 2,
            quotation=f"    value_{n} = request.get('name_{n}')\n    run(command_{n}, value_{n})",
            symbol=f"Handler{n % 900}.handle_{n % 70}",
            owner=f"team-{n % 30}",
            state=states[n % 10],
            first_seen=_AT,
            first_commit="0123456789ab",
            fingerprint=f"{n:064x}",
        )


def _rows(file: Path) -> Iterator[bool]:
    browser = _browser()
    try:
        browser.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})
        browser.get(file.as_uri())
        yield _row("first use", _cpu(browser), FIRST_USE)
        for section in ("flags", "where", "tree-section"):
            browser.execute_script(
                "document.getElementById(arguments[0]).scrollIntoView()", section
            )
            _next_frame(browser)
        yield _row("whole", _cpu(browser), WHOLE)
        browser.execute_script("document.getElementById('flags').scrollIntoView()")
        idle = min(_frames(browser, 0))
        slowest = sorted(_frames(browser, 1))[-_FRAMES // 20]
        yield _row("frame", slowest - idle, FRAME)
        yield _row("filter", _filter(browser), FILTER)
    finally:
        browser.quit()


def _frames(browser: webdriver.Chrome, share: float) -> Iterator[float]:
    """CPU seconds of each frame, from the top of the list to this share of it."""
    for step in range(_FRAMES):
        before = _cpu(browser)
        browser.execute_script(
            "const list = document.getElementById('flag-list');"
            "list.scrollTop = list.scrollHeight * arguments[0] + 40",
            share * step / _FRAMES,
        )
        _next_frame(browser)
        yield _cpu(browser) - before


def _filter(browser: webdriver.Chrome) -> float:
    before = _cpu(browser)
    browser.execute_script(
        "const field = document.getElementById('by-text');"
        "field.value = 'value_77'; field.dispatchEvent(new Event('input', { bubbles: true }))"
    )
    _next_frame(browser)
    return _cpu(browser) - before


def _cpu(browser: webdriver.Chrome) -> float:
    """Seconds of the page's thread so far."""
    metrics = browser.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
    return float({each["name"]: each["value"] for each in metrics}["TaskDuration"])


def _next_frame(browser: webdriver.Chrome) -> None:
    browser.execute_async_script(
        "requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(arguments[0])))"
    )


def _browser() -> webdriver.Chrome:
    program, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if program is None or driver is None:
        sys.exit("no browser; on Debian: apt-get install chromium chromium-driver")
    options = webdriver.ChromeOptions()
    options.binary_location = program
    for option in _OPTIONS:
        options.add_argument(option)
    return webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))


def _row(name: str, measured: float, bound: float) -> bool:
    """Whether it is within its bound."""
    value = f"{measured / 1e6:.1f} MB" if bound > 1e5 else f"{measured * 1e3:.0f} ms"
    print(f"{name:<12} {value:>10} {measured / bound:>7.2f}")
    return measured <= bound


if __name__ == "__main__":
    main()
