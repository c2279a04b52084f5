"""The fixtures: projects below `planted/`, and what each of them has and only seems to have.

`planted/<project>/` is a tree, and `planted/<project>.toml` has a table for each of its files with
defects and decoys. `at` is a text that the file has once: the entry is about the line on which that
text ends. Without it the entry is about the file, and `about` has words of which a finding about it
has one. `also` names other files at which the same may be reported.
"""

import tomllib
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from benchmarks.planted_values import assembled

PLANTED = Path(__file__).parent / "planted"
_LANGUAGES = {
    ".c": "C",
    ".cpp": "C++",
    ".cs": "C#",
    ".ex": "Elixir",
    ".exs": "Elixir",
    ".go": "Go",
    ".gradle": "Gradle",
    ".h": "C",
    ".ipynb": "Python",
    ".java": "Java",
    ".js": "JavaScript",
    ".kt": "Kotlin",
    ".kts": "Gradle",
    ".md": "Markdown",
    ".php": "PHP",
    ".py": "Python",
    ".rb": "Ruby",
    ".erb": "Ruby",
    ".rs": "Rust",
    ".sh": "shell",
    ".bats": "shell",
    ".cgi": "shell",
    ".swift": "Swift",
    ".tf": "Terraform",
    ".tfvars": "Terraform",
    ".ts": "TypeScript",
    ".tsx": "TypeScript",
    ".yaml": "YAML",
    ".yml": "YAML",
    ".json": "JSON",
    ".xml": "XML",
    ".toml": "TOML",
    ".ini": "INI",
    ".properties": "properties",
    ".sql": "SQL",
}


@dataclass(frozen=True)
class Planted:
    """A defect, or a decoy, which looks like one."""

    project: str
    path: str
    line: int | None  # 1-based, in the tree as it is written; None is the whole file
    family: str
    is_decoy: bool
    why: str
    cwe: int | None = None
    about: tuple[str, ...] = ()
    also: tuple[str, ...] = ()

    @property
    def language(self) -> str:
        path = PurePosixPath(self.path)
        if path.name in ("Dockerfile", "Containerfile"):
            return "Dockerfile"
        return _LANGUAGES.get(path.suffix, "other")

    @property
    def location(self) -> str:
        place = f"{self.project}/{self.path}"
        return place if self.line is None else f"{place}:{self.line}"


def projects() -> list[str]:
    return sorted(path.stem for path in PLANTED.glob("*.toml"))


def write_tree(project: str, folder: Path) -> Path:
    """The project as a folder of its own, with all values in their places."""
    source = PLANTED / project
    for path in sorted(source.rglob("*")):
        if path.is_file():
            target = folder / project / path.relative_to(source)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(assembled(path.read_text(encoding="utf-8")))
    return folder / project


def planted_in(project: str) -> list[Planted]:
    files = tomllib.loads((PLANTED / f"{project}.toml").read_text(encoding="utf-8"))
    return [
        Planted(
            project=project,
            path=path,
            line=_line(project, path, entry["at"]) if "at" in entry else None,
            family=entry["family"],
            is_decoy=kind == "decoys",
            why=entry["why"],
            cwe=entry.get("cwe"),
            about=tuple(entry.get("about", ())),
            also=tuple(entry.get("also", ())),
        )
        for path, kinds in files.items()
        for kind, entries in kinds.items()
        for entry in entries
    ]


def _line(project: str, path: str, at: str) -> int:
    text = (PLANTED / project / path).read_text(encoding="utf-8")
    if text.count(at) != 1:
        raise ValueError(f"{project}/{path} has {at!r} {text.count(at)} times")
    start = text.index(at) + at.rfind("\n") + 1
    return assembled(text[:start]).count(b"\n") + 1
