"""Other tools that look for defects, run over a tree with their own rules and without network.

Only those count that are beside this Python or on PATH; semgrep, which brings no rules, only when
SEMGREP_RULES names a folder of them.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

SECONDS = 120.0


@dataclass(frozen=True)
class Found:
    """A finding of any tool, ours included."""

    path: str  # from the tree's root
    line: int | None
    end_line: int | None
    rule: str
    text: str
    is_info: bool = False


def installed() -> dict[str, Callable[[Path], list[Found]]]:
    """Each tool that is on this machine, as a function from a tree to its findings."""
    without = set() if "SEMGREP_RULES" in os.environ else {"semgrep"}
    return {name: run for name, run in _TOOLS.items() if name not in without and _program(name)}


def _program(name: str) -> str | None:
    beside = str(Path(sys.executable).parent)
    return shutil.which(name, path=os.pathsep.join((beside, os.environ.get("PATH", ""))))


def _output(tree: Path, name: str, *arguments: str) -> str:
    """What it prints; nothing when it takes too long or is not there."""
    try:
        done = subprocess.run(
            [_program(name) or name, *arguments],
            cwd=tree,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        print(f"{name}: {tree.name} took more than {SECONDS:.0f} s", file=sys.stderr)
        return ""
    return done.stdout


def _from_root(tree: Path, path: str) -> str:
    plain = unquote(urlsplit(path).path) if path.startswith("file:") else path
    root, absolute = tree.resolve(), (tree / plain).resolve()
    return absolute.relative_to(root).as_posix() if absolute.is_relative_to(root) else plain


def _files(tree: Path, *patterns: str) -> list[str]:
    found = {path for pattern in patterns for path in tree.rglob(pattern) if path.is_file()}
    return sorted(path.relative_to(tree).as_posix() for path in found)


def _sarif(tree: Path, text: str) -> list[Found]:
    document = json.loads(text) if text.strip() else {}
    return [
        found
        for run in document.get("runs", [])
        for result in run.get("results") or []
        for found in _of_result(tree, result)
    ]


def _of_result(tree: Path, result: dict[str, Any]) -> Iterator[Found]:
    for location in result.get("locations", [])[:1]:
        physical = location.get("physicalLocation", {})
        region = physical.get("region", {})
        yield Found(
            path=_from_root(tree, physical.get("artifactLocation", {}).get("uri", "")),
            line=region.get("startLine"),
            end_line=region.get("endLine"),
            rule=result.get("ruleId", ""),
            text=result.get("message", {}).get("text", ""),
            is_info=result.get("level", "warning") in ("note", "none"),
        )


def _sarif_printed(name: str, *arguments: str) -> Callable[[Path], list[Found]]:
    return lambda tree: _sarif(tree, _output(tree, name, *arguments))


def _sarif_written(
    name: str, *arguments: str, file: str = "out.sarif"
) -> Callable[..., list[Found]]:
    """Of a tool that writes a file: "OUT" in its arguments is the file, "FOLDER" its folder."""

    def run(tree: Path) -> list[Found]:
        with tempfile.TemporaryDirectory() as folder:
            places = {"OUT": f"{folder}/{file}", "FOLDER": folder}
            _output(tree, name, *(places.get(each, each) for each in arguments))
            written = Path(folder) / file
            return _sarif(tree, written.read_text("utf-8") if written.exists() else "")

    return run


def _ruff(tree: Path) -> list[Found]:
    options = ("check", "--isolated", "--no-cache", "--exit-zero", "--select", "S,B,PLE,PT")
    printed = _output(tree, "ruff", *options, "--output-format", "sarif", ".")
    return _sarif(tree, printed)


def _shellcheck(tree: Path) -> list[Found]:
    scripts = _files(tree, "*.sh", "*.bash", "*.bats", "*.cgi")
    if not scripts:
        return []
    comments = json.loads(_output(tree, "shellcheck", "-f", "json1", *scripts) or "{}")
    return [
        Found(
            path=each["file"],
            line=each["line"],
            end_line=each["endLine"],
            rule=f"SC{each['code']}",
            text=each["message"],
            is_info=each["level"] in ("info", "style"),
        )
        for each in comments.get("comments", [])
    ]


def _hadolint(tree: Path) -> list[Found]:
    files = _files(tree, "Dockerfile*", "Containerfile*")
    return _sarif(tree, _output(tree, "hadolint", "-f", "sarif", *files)) if files else []


_TOOLS: dict[str, Callable[[Path], list[Found]]] = {
    "ruff": _ruff,
    "zizmor": _sarif_printed("zizmor", "--offline", "--no-config", "--format", "sarif", "."),
    "gitleaks": _sarif_written(
        "gitleaks", "detect", "--no-git", "--exit-code", "0", "-s", ".", "-f", "sarif", "-r", "OUT"
    ),
    "semgrep": _sarif_printed("semgrep", "scan", "--metrics", "off", "--sarif", "."),
    "shellcheck": _shellcheck,
    "hadolint": _hadolint,
    "checkov": _sarif_written(
        *("checkov", "-d", ".", "-o", "sarif", "--skip-download", "--soft-fail"),
        *("--output-file-path", "FOLDER"),
        file="results_sarif.sarif",
    ),
    "osv-scanner": _sarif_printed(
        "osv-scanner", "scan", "--offline", "--format", "sarif", "-r", "."
    ),
    "trivy": _sarif_printed(
        *("trivy", "fs", "--offline-scan", "--skip-db-update", "--skip-check-update"),
        *("--scanners", "vuln,secret,misconfig", "--format", "sarif", "."),
    ),
}
