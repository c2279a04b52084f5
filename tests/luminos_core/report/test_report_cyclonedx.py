"""The bill of materials: valid by its library's own validator, and every package once."""

import json
from typing import Any
from urllib.parse import quote

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from hypothesis import example, given, settings
from hypothesis import strategies as st
from jsonschema.validators import Draft7Validator
from rfc3986_validator import validate_rfc3986

from luminos_core.audit.assemble import assemble
from luminos_core.records.comparison import SourceVersion
from luminos_core.records.project import Dependency, EntryPoint, ProjectFacts
from luminos_core.records.report import AuditReport
from luminos_core.report.registry import render
from tests.luminos_core.report.report_runs import facts

RUN = "0b0a4e2c-5a52-4c7e-8b57-0c1d1f6d3f10"
TEXTS = st.text(max_size=20) | st.sampled_from(["\u202ex", "a/b", "@s/n", "==1", "git+https://h/p"])
ECOSYSTEMS = ["npm", "pypi", "go", "maven", "cargo", "composer", "swift", "conan", "hex", "odd one"]


ASCII = bytes(range(0x80)).decode()


@Draft7Validator.FORMAT_CHECKER.checks("iri-reference")
def _is_iri_reference(value: object) -> bool:
    """Of the library's validator: it needs a package for it that Prefect would import for long."""
    if not isinstance(value, str):
        return True
    return bool(validate_rfc3986(quote(value, ASCII), "URI_reference"))


def dependency(ecosystem: str, name: str, **more: Any) -> Dependency:
    return Dependency(**({"ecosystem": ecosystem, "name": name, "path": "m", "line": 1} | more))


def report(*dependencies: Dependency, run_id: str = RUN, **project: Any) -> AuditReport:
    found = ProjectFacts(dependencies=dependencies, **project)
    version = SourceVersion(commit="ab" * 20, remote="https://github.com/o/n")
    return assemble(facts(run_id=run_id, project=found, version=version))


def document(audited: AuditReport) -> dict[str, Any]:
    text = render("cyclonedx", audited)
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(text) is None
    parsed: dict[str, Any] = json.loads(text)
    return parsed


@pytest.mark.parametrize(
    ("ecosystem", "name", "version", "url"),
    [
        ("npm", "@babel/core", "7.1.0", "pkg:npm/%40babel/core@7.1.0"),
        ("npm", "left", "^1.0.0", "pkg:npm/left"),
        ("pypi", "Ruamel_YAML", "==1.2", "pkg:pypi/ruamel-yaml@1.2"),
        ("go", "github.com/Gin/gin/v2", "v2.0.1", "pkg:golang/github.com/Gin/gin/v2@v2.0.1"),
        ("maven", "org.x:Core", "1.0", "pkg:maven/org.x/Core@1.0"),
        ("composer", "a/b", "1.2.3", "pkg:composer/a/b@1.2.3"),
        ("rubygems", "rails", "~> 7", "pkg:gem/rails"),
        ("cargo", "serde", "1.0", "pkg:cargo/serde"),
        ("nuget", "Dapper", "2.1.35", "pkg:nuget/Dapper@2.1.35"),
        ("swift", "https://github.com/o/n.git", "", "pkg:swift/github.com/o/n"),
    ],
)
def test_a_package_has_the_address_that_its_ecosystem_gives_it(
    ecosystem: str, name: str, version: str, url: str
) -> None:
    [found] = document(report(dependency(ecosystem, name, version=version)))["components"]
    assert found["purl"] == url
    assert found.get("version", "") == url.rpartition("@")[2] * ("@" in url)


def test_a_package_is_there_once_with_its_locked_release_and_its_places() -> None:
    one = dependency("pypi", "Left", version=">=1", locked="1.2", path="a/x.toml", line=3)
    other = dependency("pypi", "left", version=">=1.1", locked="1.2", for_development=True)
    test = dependency("npm", "mocha", version="^9", for_development=True)
    parsed = document(report(one, other, test))
    left = next(each for each in parsed["components"] if each["name"] == "Left")
    assert (left["version"], left["scope"]) == ("1.2", "required")
    places = {(each["location"], each["line"]) for each in left["evidence"]["occurrences"]}
    assert places == {("a/x.toml", 3), ("m", 1)}
    assert {each["value"] for each in left["properties"]} == {">=1", ">=1.1"}
    scopes = {each["name"]: each["scope"] for each in parsed["components"]}
    assert scopes == {"Left": "required", "mocha": "excluded"}
    root = next(each for each in parsed["dependencies"] if each["ref"] == "target")
    assert sorted(root["dependsOn"]) == sorted(each["bom-ref"] for each in parsed["components"])


@pytest.mark.parametrize(
    ("licence", "expected"),
    [
        ("MIT", {"license": {"id": "MIT"}}),
        ("MIT OR Apache-2.0", {"expression": "MIT OR Apache-2.0"}),
        ("Our own licence", {"license": {"name": "Our own licence"}}),
    ],
)
def test_the_target_is_the_root_with_its_licence(licence: str, expected: dict[str, Any]) -> None:
    start = EntryPoint(name="fly")
    root = document(report(licence=licence, entry_points=(start,)))["metadata"]["component"]
    [found] = root["licenses"]
    found.get("license", found).pop("acknowledgement", None)
    assert found == expected
    assert (root["type"], root["version"]) == ("application", "ab" * 20)
    assert root["externalReferences"][0]["url"] == "https://github.com/o/n"


def test_the_serial_number_is_that_of_the_run() -> None:
    assert document(report())["serialNumber"] == f"urn:uuid:{RUN}"
    named = [document(report(run_id="run-1"))["serialNumber"] for _ in range(2)]
    assert named[0] == named[1]
    assert render("cyclonedx", report()) == render("cyclonedx", report())


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.builds(
            Dependency,
            ecosystem=st.sampled_from(ECOSYSTEMS),
            name=TEXTS,
            version=TEXTS,
            source=TEXTS,
            path=TEXTS,
            line=st.integers(1, 9),
            locked=TEXTS,
        ),
        max_size=4,
    ),
    TEXTS,
)
@example([Dependency(ecosystem="npm", name="\r", path="a", line=1)], "")
def test_whatever_manifests_say_the_document_is_valid(
    dependencies: list[Dependency], licence: str
) -> None:
    audited = report(*dependencies, licence=licence)
    assert "\u202e" not in render("cyclonedx", audited)
    document(audited)
