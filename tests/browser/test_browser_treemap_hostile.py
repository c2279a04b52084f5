"""What a hostile tree cannot do to the treemap page, in Chromium."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

from selenium import webdriver
from selenium.webdriver.common.keys import Keys

from luminos_core.records.snapshot import Exclusion, ScanError
from tests.browser.sample import PROJECT, file, snapshot
from tests.browser.treemap import Opener

HOSTILE = (  # names, so without a slash
    "<img src=x onerror=window.ran=1>",
    "<!--<script>",
    '"><svg onload=window.ran=1>',
    "'+(window.ran=1)+'",
    "${window.ran=1}",
    "__proto__",
    "constructor",
    "\u202egnp.exe",
    "two\nlines",
    "x" * 255,
    "%2e%2e",
    "#fragment",
    "שלום.py",
)


def test_hostile_names_are_text_and_run_nothing(opened: Opener) -> None:
    files = (file(f"{name}/{name}", 5_000, language=name, note=name) for name in HOSTILE)
    closing = "<b></script></details><script>window.ran=1</script>"
    page = opened(
        snapshot(
            *files,
            exclusions=(Exclusion(path=closing, is_directory=True, reason=closing),),
            scan_errors=(ScanError(path=closing, problem=closing),),
        )
    )
    page.run("document.querySelector('#map .box').focus()")
    page.press(*[Keys.PAGE_DOWN] * 30)
    names = page.names()
    assert "<img src=x onerror=window.ran=1>" in names
    assert "\\u202egnp.exe" in names
    assert "two\\nlines" in names
    assert page.run("return window.ran") is None
    assert page.run("return document.querySelectorAll('img, svg, object, iframe').length") == 0
    assert page.run("return document.scripts.length") == 2
    for name in ("<img src=x onerror=window.ran=1>", "%2e%2e", "__proto__", "#fragment", "שלום.py"):
        page.box(name).send_keys(Keys.ENTER)
        page.await_crumbs("sample", name)
        page.chromium.refresh()
        page.await_crumbs("sample", name)
        page.run("location.hash = '#/'")
        page.await_crumbs("sample")


def test_a_file_that_claims_to_be_immense_hides_no_other_directory(opened: Opener) -> None:
    page = opened(snapshot(file("a/immense", 2**63 - 1), file("b/small", 100)))
    assert "immense" in page.names()
    page.run("location.hash = '#/b'")
    page.await_crumbs("sample", "b")
    assert page.names() == {"small"}


def test_the_policy_lets_nothing_in_and_nothing_out(
    opened: Opener, chromium: webdriver.Chrome
) -> None:
    page = opened(PROJECT)
    with counting_server() as (address, asked):
        page.run(
            """
            window.refused = [];
            addEventListener("securitypolicyviolation", (e) => refused.push(e.effectiveDirective));
            const image = new Image();
            image.src = arguments[0] + "/pixel.png";
            document.body.append(image);
            const script = document.createElement("script");
            try { script.text = "window.ran = 1"; } catch {}
            document.body.append(script);
            try { document.body.insertAdjacentHTML("beforeend", "<b id=made></b>"); } catch {}
            fetch(arguments[0]).catch(() => {});
            """,
            address,
        )
        page.await_true(lambda: page.run("return new Set(refused).size") >= 3)
        refused = set(page.run("return refused"))
    assert asked == []
    assert {"img-src", "connect-src", "require-trusted-types-for"} <= refused
    assert page.run("return [window.ran, document.getElementById('made')]") == [None, None]
    assert chromium.get_log("browser") != []  # what was refused here, and only here


@contextmanager
def counting_server() -> Iterator[tuple[str, list[str]]]:
    """A server on loopback, and the paths that it was asked for."""
    asked: list[str] = []

    class Counting(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_error(404)

    server = HTTPServer(("127.0.0.1", 0), Counting)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
