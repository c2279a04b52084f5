"""The files that say which packages are used, for tools that look those up."""

import re2

from luminos_core.records.snapshot import FileRecord

_NAMES = re2.compile(
    r"(?:package-lock|npm-shrinkwrap|packages\.lock|deps)\.json|bun\.lock|conan\.lock|mix\.lock"
    r"|(?:Cargo|Gemfile|Pipfile|composer|pdm|poetry|pubspec|uv|yarn)\.lock|pnpm-lock\.yaml"
    r"|go\.(?:mod|sum)|gems\.locked|gradle\.lockfile|pom\.xml|Package\.resolved|Podfile\.lock"
    r"|requirements[\w.-]*\.txt|pylock[\w.-]*\.toml|packages\.config|[^/]+\.deps\.json"
)


def names_packages(file: FileRecord) -> bool:
    return bool(_NAMES.fullmatch(file.name))
