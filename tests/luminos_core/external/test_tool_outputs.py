"""What each tool really writes, from programs that stand in its place: outputs/ was made by them
(those of gitleaks, semgrep, trivy and osv-scanner after their own documents)."""

from pathlib import Path

import pytest

from luminos_core.records.external import ToolState
from luminos_core.records.flag import Severity
from luminos_core.records.report import AuditReport
from luminos_core.report.registry import render
from tests.fakes.trees import make_tree
from tests.luminos_core.external.conftest import Use
from tests.luminos_core.external.fake_tools import (
    audit_with_tools,
    calls,
    fake_tool,
    flags_of,
    result,
    sarif,
    tool_run,
)

OUTPUTS = Path(__file__).with_name("outputs")
TREE = {
    "a.sh": "#!/bin/sh\nrm -rf $1/*\neval $2\n",
    "Dockerfile": "FROM ubuntu\nRUN cd /tmp && apt-get install curl\nADD http://x/y /z\n",
    "main.tf": 'resource "aws_s3_bucket" "b" {\n  bucket = "x"\n  acl = "public-read"\n}\n'
    'resource "aws_security_group" "s" {\n  ingress {\n    from_port = 22\n    to_port = 22\n'
    '    protocol = "tcp"\n    cidr_blocks = ["0.0.0.0/0"]\n  }\n}\n',
    "yarn.lock": '# yarn lockfile v1\n\n\nlodash@^4.17.0:\n  version "4.17.11"\n',
    "pay.py": 'URL = "https://pay.example"\nKIND = load_kind("stripe")\nrun(URL)\n',
}
# Prints the file, or writes it where the tool is asked to; @TREE@ is where the tool was sent.
BODY = """
import re
text = pathlib.Path({output!r}).read_text()
tree = next(found[0] for word in sys.argv if (found := re.search(r"/[^=]*?/tree(?=/|$)", word)))
text = text.replace("@TREE@", tree)
asked = [word.partition("=")[2] for word in sys.argv if "-path=" in word or "--output=/" in word]
written = [pathlib.Path(word) for word in asked if not word.endswith("settings")]
for path in written:
    (path / "results_sarif.sarif" if path.is_dir() else path).write_text(text)
if not written:
    print(text)
"""


def audited(tmp_path: Path, use: Use, name: str) -> AuditReport:
    (output,) = OUTPUTS.glob(f"{name}.*")
    fake_tool(tmp_path / "bin", name, BODY.format(output=str(output)))
    use(tmp_path / "bin")
    target = make_tree(tmp_path / "t", TREE)
    known = {"house.yml": "rules: []\n", "db/metadata.json": "{}", "osv-scanner/npm/all.zip": "x"}
    rules = make_tree(tmp_path / "rules", known)
    names = ("semgrep_rules", "trivy_cache", "osv_database")
    settings = dict.fromkeys(names, rules)
    report = audit_with_tools(target, tools=name, settings=settings)
    assert tool_run(report, name).state is ToolState.RAN, tool_run(report, name)
    assert report.status == "complete"
    return report


@pytest.mark.parametrize(
    ("tool", "rule", "place", "severity"),
    [
        ("shellcheck", "SC2115", "a.sh:2", Severity.CONCERN),
        ("shellcheck", "SC2086", "a.sh:2", Severity.INFO),
        ("hadolint", "DL3003", "Dockerfile:2", Severity.INFO),
        ("gitleaks", "stripe-access-token", "pay.py:2", Severity.CONCERN),
        ("checkov", "CKV_AWS_18", "main.tf:1", Severity.INFO),
        ("trivy", "CVE-2019-10744", "yarn.lock:4", Severity.CONCERN),
        ("osv-scanner", "CVE-2019-10744", "yarn.lock", Severity.CONCERN),
        ("semgrep", "house.no-direct-payments", "pay.py:3", Severity.CONCERN),
    ],
)
def test_a_tools_output_becomes_flags_with_our_quotation(
    tmp_path: Path, use: Use, tool: str, rule: str, place: str, severity: Severity
) -> None:
    flag = flags_of(audited(tmp_path, use, tool), f"{tool}:{rule}")[0]
    assert (flag.location, flag.severity) == (place, severity)
    path, _, line = place.partition(":")
    quoted = TREE[path].splitlines()[int(line) - 1].strip() if line else ""
    assert flag.quotation == quoted


@pytest.mark.parametrize(
    ("tool", "rule", "ours"),
    [
        ("hadolint", "DL3006", "docker-latest"),
        ("checkov", "CKV_AWS_20", "terraform-public-bucket"),
        ("checkov", "CKV_AWS_24", "terraform-open-network"),
    ],
)
def test_what_a_tool_and_we_find_is_one_flag_with_both_sources(
    tmp_path: Path, use: Use, tool: str, rule: str, ours: str
) -> None:
    report = audited(tmp_path, use, tool)
    assert not flags_of(report, f"{tool}:{rule}")
    (flag,) = flags_of(report, ours)
    assert f"{tool}:{rule}" in flag.also_found_by
    assert f"{tool}:{rule}" in render("markdown", report)
    assert f"{tool}:{rule}" in render("json", report)


def test_another_defect_in_the_same_block_is_a_flag_of_its_own(tmp_path: Path, use: Use) -> None:
    assert flags_of(audited(tmp_path, use, "checkov"), "checkov:CKV_AWS_18")


def test_the_report_says_what_ran_and_what_did_not(tmp_path: Path, use: Use) -> None:
    fake_tool(tmp_path / "bin", "hadolint", f"print({sarif([])!r})")
    use(tmp_path / "bin")
    report = audit_with_tools(make_tree(tmp_path / "t", TREE))
    markdown = render("markdown", report)
    assert "hadolint 1.2.3: 0 findings in 1 file" in markdown
    assert "shellcheck skipped: it is not installed" in markdown


def test_two_tools_that_find_the_same_are_one_flag_and_two_findings_of_one_are_two(
    tmp_path: Path, use: Use
) -> None:
    same = [result("Dockerfile", 1, "A", properties={"tags": ["external/cwe/cwe-079"]})]
    twice = [*same, result("Dockerfile", 1, "B", properties={"cwe": ["CWE-79: XSS"]})]
    paths = []
    for name, results in (("one", twice), ("other", same)):
        path = tmp_path / f"{name}.sarif"
        path.write_text(sarif(results, name=name))
        paths.append(str(path))
    use(tmp_path)
    report = audit_with_tools(make_tree(tmp_path / "t", TREE), tools="none", sarif=tuple(paths))
    (first,) = flags_of(report, "one:A")
    assert first.also_found_by == ("other:A",)
    assert len(flags_of(report, "one:B")) == 1
    assert not flags_of(report, "other:A")


def test_a_tool_is_not_given_what_it_has_no_use_for(tmp_path: Path, use: Use) -> None:
    seen = fake_tool(tmp_path / "bin", "hadolint", f"print({sarif([])!r})")
    use(tmp_path / "bin")
    audit_with_tools(make_tree(tmp_path / "t", TREE), tools="hadolint")
    (call,) = calls(seen)
    (given,) = [word for word in call["argv"] if "/tree/" in word]
    assert given.endswith("/tree/Dockerfile")
