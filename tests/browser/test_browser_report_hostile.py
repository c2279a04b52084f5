"""What a hostile target cannot do to the page of its report, in Chromium."""

from selenium import webdriver

from luminos_core.records.comparison import Change, FactChange, FactKind, SourceVersion
from luminos_core.records.flag import FlagSource, Severity
from luminos_core.records.project import Command, Dependency, EntryPoint, Part, ProjectFacts
from luminos_core.store.run_folder import AuditReport
from tests.browser.report_page import ReportOpener
from tests.browser.report_sample import NIGHTLY, compared, flag, report
from tests.browser.sample import file
from tests.browser.test_browser_treemap_hostile import HOSTILE, counting_server

CLOSING = "</script></pre></svg></foreignObject>\"'><script>window.ran=1</script><!--<img src=x>"
BAD = (
    *HOSTILE,
    CLOSING.replace("/", "|"),
    "🏴‍☠️ emoji",
    "a\0b",
    "`${window.ran=1}`",
    "\x1b[2J",
    "\\u202e",
)


def hostile_report() -> AuditReport:
    flags = [
        flag(
            name,
            finding=f"{name} {CLOSING}",
            quotation=f"{name}\n{CLOSING}\u202e\0",
            symbol=name,
            owner=name,
            rule=name if place % 2 else "model",
            source=FlagSource.TOOL if place % 2 else FlagSource.MODEL,
            severity=list(Severity)[place % 3],
            fingerprint=name,
        )
        for place, name in enumerate(BAD)
    ]
    files = tuple(file(f"{name}/{name}", 5_000, language=name) for name in BAD)
    parts = tuple(
        Part(
            path=name,
            name=name,
            kind=CLOSING,
            needs=BAD[:3],
            entry_points=(EntryPoint(name=CLOSING, calls=name, path=name),),
        )
        for name in BAD
    )
    return report(
        *flags,
        files=files,
        name=CLOSING,
        brief=f"x\n\n{CLOSING} [a](javascript:window.ran=1) ![b](http://127.0.0.1:1/x.png)",
        detailed="\n\n".join(f"# {name}\n\n<b>{name}</b> <http://127.0.0.1:1>" for name in BAD),
        incomplete_because=(CLOSING,),
        status="incomplete",
        version=SourceVersion(commit=CLOSING, branch=CLOSING),
        comparison=compared(
            *flags[:2],
            facts=tuple(
                FactChange(kind=FactKind.OWNER, change=Change.CHANGED, name=n, before=n, after=n)
                for n in BAD
            ),
        ),
        project=ProjectFacts(
            parts=parts,
            entry_points=parts[0].entry_points,
            commands=tuple(Command(role=CLOSING, command=name) for name in BAD),
            environment=BAD,
            ports=BAD,
            jobs=BAD,
            licence=CLOSING,
            dependencies=tuple(
                Dependency(ecosystem=n, name=n, version=n, source=n, path=n, line=1) for n in BAD
            ),
        ),
    )


def test_hostile_texts_are_text_and_run_nothing(report_opened: ReportOpener) -> None:
    page = report_opened(hostile_report())
    for section in ("flags", "where", "tree-section"):
        page.see(section)
    page.choose("by-state", "all")
    for place in range(len(BAD)):
        page.run("document.querySelectorAll('.flag-head')[arguments[0]]?.click()", place)
    page.run("document.querySelectorAll('#tree-list ul .node').forEach((e) => e.click())")
    page.run("document.querySelectorAll('details').forEach((e) => { e.open = true; })")
    assert page.run("return window.ran") is None
    assert page.run("return document.querySelectorAll('img, object, iframe, b b').length") == 0
    assert page.run("return document.scripts.length") == 4
    text = page.run("return document.body.textContent")
    assert "\u202e" not in text
    assert "\\u202e" in text
    anchors = "return [...document.querySelectorAll('a')].map((a) => a.getAttribute('href'))"
    assert all(address.startswith("#") for address in page.run(anchors))
    assert "two\\nlines" in page.texts("#tree-list .node-name")
    assert "🏴" in text


def test_hostile_texts_make_nothing_wider_than_the_window(report_opened: ReportOpener) -> None:
    for width in (390, 1280):
        page = report_opened(hostile_report(), width=width)
        for section in ("flags", "where", "tree-section"):
            page.see(section)
        assert page.run("return document.documentElement.scrollWidth <= innerWidth"), width


def test_nothing_leaves_the_page_and_its_policy_lets_nothing_in(
    report_opened: ReportOpener, chromium: webdriver.Chrome
) -> None:
    page = report_opened(NIGHTLY)
    for section in ("flags", "where", "tree-section"):
        page.see(section)
    assert page.run("return performance.getEntriesByType('resource').length") == 0
    assert chromium.get_log("browser") == []
    with counting_server() as (address, asked):
        page.run(
            """
            window.refused = [];
            addEventListener("securitypolicyviolation", (e) => refused.push(e.effectiveDirective));
            const image = new Image();
            image.src = arguments[0] + "/pixel.png";
            document.body.append(image);
            const style = document.createElement("style");
            style.textContent = "body { background: url(" + arguments[0] + ") }";
            document.body.append(style);
            try { document.body.insertAdjacentHTML("beforeend", "<b id=made></b>"); } catch {}
            fetch(arguments[0]).catch(() => {});
            """,
            address,
        )
        page.await_true(lambda: page.run("return new Set(refused).size") >= 4)
        refused = set(page.run("return refused"))
    assert asked == []
    assert {"img-src", "style-src-elem", "connect-src", "require-trusted-types-for"} <= refused
    assert chromium.get_log("browser") != []  # what was refused here, and only here
