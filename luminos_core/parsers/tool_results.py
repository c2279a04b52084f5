"""What other programs write about the target: SARIF 2.1.0, and shellcheck's JSON.

Nothing is trusted: a field of another type than it should be is as none, and texts are cut.
"""

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

import re2

from luminos_core.records.external import ToolResult, ToolResults

_RESULTS = 5_000
_TEXT = 1_000  # characters
_NAME = 200
_PLACE = 4_096
_CWE = re2.compile(r"(?i)\bcwe[-_:/ ]{0,2}0{0,3}(\d{1,4})\b")
_PLACEHOLDER = re2.compile(r"\{(\d{1,2})\}")
_LEVELS = ("error", "warning", "note", "none")

Json = dict[str, Any]


def parse_sarif(content: bytes) -> ToolResults:
    """The results of all runs that say that something is wrong."""
    document = _document(content)
    if document is None or not isinstance(document.get("runs"), list):
        return ToolResults(unreadable="it is not SARIF")
    runs = [_dict(run) for run in document["runs"]]
    found = [(run, _dict(result)) for run in runs for result in _list(run.get("results"))]
    wrong = [pair for pair in found if _says_wrong(pair[1])]
    active = [pair for pair in wrong if not _is_suppressed(pair[1])]
    driver = _dict(_dict(runs[0].get("tool")).get("driver")) if runs else {}
    version = _text(driver.get("semanticVersion"), _NAME) or _text(driver.get("version"), _NAME)
    return ToolResults(
        tool=_text(driver.get("name"), _NAME),
        version=version,
        results=tuple(_result(run, result) for run, result in active[:_RESULTS]),
        more=max(0, len(active) - _RESULTS),
        suppressed=len(wrong) - len(active),
        problem=next(filter(None, map(_failure, runs)), ""),
    )


def parse_shellcheck(content: bytes) -> ToolResults:
    document = _document(content)
    if document is None or not isinstance(document.get("comments"), list):
        return ToolResults(unreadable="it is not shellcheck's JSON")
    comments = [_dict(each) for each in document["comments"]]
    levels = {"error": "error", "warning": "warning"}
    results = (
        ToolResult(
            rule=f"SC{_number(each.get('code')) or ''}",
            text=_text(each.get("message"), _TEXT),
            level=levels.get(_text(each.get("level"), _NAME), "note"),
            place=_text(each.get("file"), _PLACE),
            line=_number(each.get("line")),
            end_line=_number(each.get("endLine")),
        )
        for each in comments
    )
    more = max(0, len(comments) - _RESULTS)
    return ToolResults(tool="shellcheck", results=tuple(islice(results, _RESULTS)), more=more)


def _document(content: bytes) -> Json | None:
    try:
        document = json.loads(content.decode("utf-8-sig", "replace"))
    except ValueError:  # also for a number of too many digits
        return None
    return document if isinstance(document, dict) else None


def _says_wrong(result: Json) -> bool:
    is_open = result.get("kind", "fail") in ("fail", "open", "review")
    return is_open and result.get("baselineState") != "absent"


def _is_suppressed(result: Json) -> bool:
    """Whether somebody has accepted it: a suppression without a status counts."""
    states = [_dict(each).get("status", "accepted") for each in _list(result.get("suppressions"))]
    return bool(states) and all(state == "accepted" for state in states)


def _failure(run: Json) -> str:
    """Why the tool did not end well, in its own words."""
    for invocation in map(_dict, _list(run.get("invocations"))):
        if invocation.get("executionSuccessful") is False:
            notes = _list(invocation.get("toolExecutionNotifications"))
            said = (_text(_dict(_dict(each).get("message")).get("text"), _NAME) for each in notes)
            return next(filter(None, said), "the tool says that it did not end well")
    return ""


def _result(run: Json, result: Json) -> ToolResult:
    rule = _rule(run, result)
    place = _dict(_dict(next(iter(_list(result.get("locations"))), {})).get("physicalLocation"))
    region = _dict(place.get("region"))
    named = _text(result.get("ruleId"), _NAME) or _text(_dict(result.get("rule")).get("id"), _NAME)
    properties = (_dict(result.get("properties")), _dict(rule.get("properties")))
    return ToolResult(
        rule=named or _text(rule.get("id"), _NAME),
        text=_message(rule, _dict(result.get("message"))),
        level=_level(rule, result),
        place=_place(run, _dict(place.get("artifactLocation"))),
        line=_number(region.get("startLine")),
        end_line=_number(region.get("endLine")),
        cwes=tuple(dict.fromkeys(_cwes(result, rule, properties))),
        score=next((s for each in properties if (s := _score(each)) is not None), None),
    )


def _rule(run: Json, result: Json) -> Json:
    """Its rule in the driver, or in the extension that it names, by index or name."""
    tool, reference = _dict(run.get("tool")), _dict(result.get("rule"))
    component = _dict(reference.get("toolComponent")).get("index")
    extensions = _list(tool.get("extensions"))
    owner = _at(extensions, component) or _dict(tool.get("driver"))
    rules = _list(owner.get("rules"))
    index = result.get("ruleIndex", reference.get("index"))
    if found := _at(rules, index):
        return found
    named = result.get("ruleId") or reference.get("id")
    return next((each for each in map(_dict, rules) if named and each.get("id") == named), {})


def _message(rule: Json, message: Json) -> str:
    text = message.get("text")
    if not isinstance(text, str):
        strings = _dict(rule.get("messageStrings"))
        text = _dict(strings.get(_text(message.get("id"), _NAME))).get("text")
    if not isinstance(text, str):
        return _text(_dict(rule.get("shortDescription")).get("text"), _TEXT)
    given = [_text(each, _NAME) for each in _list(message.get("arguments"))[:100]]

    def filled(found: Any) -> str:
        number = int(found[1])
        return given[number] if number < len(given) else str(found[0])

    return str(_PLACEHOLDER.sub(filled, text[:_TEXT]))[:_TEXT]


def _level(rule: Json, result: Json) -> str:
    default = _dict(rule.get("defaultConfiguration")).get("level")
    named = (level for level in (result.get("level"), default) if level in _LEVELS)
    return next(named, "warning")


def _place(run: Json, location: Json) -> str:
    if not location.get("uri"):
        known = _at(_list(run.get("artifacts")), location.get("index"))
        location = _dict(known.get("location")) or location
    uri = _text(location.get("uri"), _PLACE)
    bases = _dict(run.get("originalUriBaseIds"))
    base = _text(_dict(bases.get(_text(location.get("uriBaseId"), _NAME))).get("uri"), _PLACE)
    is_whole = uri.startswith(("/", "file:")) or "://" in uri
    return uri if is_whole or not base else f"{base.rstrip('/')}/{uri}"


def _cwes(result: Json, rule: Json, properties: tuple[Json, ...]) -> Iterator[int]:
    texts = [each for given in properties for each in _tags(given)]
    for taxon in (*_list(result.get("taxa")), *_list(rule.get("relationships"))):
        target = _dict(_dict(taxon).get("target")) or _dict(taxon)
        component = _text(_dict(target.get("toolComponent")).get("name"), _NAME)
        texts.append(f"{component}-{_text(target.get('id'), _NAME).removeprefix('CWE-')}")
    for text in texts:
        if found := _CWE.search(text):
            yield int(found[1])


def _tags(properties: Json) -> list[str]:
    values = [properties.get(name) for name in ("tags", "cwe", "cwe_id")]
    listed = [each for value in values for each in (_list(value) or [value])]
    return [_text(each, _NAME) for each in listed[:100]]


def _score(properties: Json) -> float | None:
    try:
        score = float(properties.get("security-severity"))  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return None
    return score if 0 <= score <= 10 else None


def _at(values: list[Any], index: object) -> Json:
    if isinstance(index, int) and 0 <= index < len(values):
        return _dict(values[index])
    return {}


def _dict(value: object) -> Json:
    return value if isinstance(value, dict) else {}


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _text(value: object, limit: int) -> str:
    """Without lone surrogates, which no file of ours can hold."""
    if not isinstance(value, str):
        return ""
    return value[:limit].encode("utf-8", "replace").decode()


def _number(value: object) -> int | None:
    is_line = isinstance(value, int) and not isinstance(value, bool) and 0 < value < 1 << 31
    return value if is_line else None  # type: ignore[return-value]
