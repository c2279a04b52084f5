"""How often the scan names the right language.

    python benchmarks/languages.py FOLDER [--misses]

FOLDER holds labelled samples: FOLDER/<Linguist's name of the language>/<file>, each file under the
name it had where it was written. A "/" in a language's name stands as "-" in a folder's.
Prints the share that is named right, overall and on ambiguous extensions: those that several
languages claim in Linguist's table. With --misses, every file that is named wrong.
"""

import argparse
from dataclasses import dataclass
from pathlib import Path

from luminos_core.scan.classify.language import language_of
from luminos_core.scan.classify.linguist import linguist
from luminos_core.scan.file_reader import HEAD

TAIL = 1024  # bytes


@dataclass(frozen=True)
class Sample:
    path: Path
    label: str
    answer: str | None
    ambiguous: bool

    @property
    def right(self) -> bool:
        return self.answer == self.label


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--misses", action="store_true", help="list what is named wrong")
    wanted = parser.parse_args()
    samples = [ask(path) for path in sorted(wanted.folder.glob("*/*")) if path.is_file()]
    if wanted.misses:
        print_misses(samples, wanted.folder)
    print_share("overall", samples)
    print_share("ambiguous", [sample for sample in samples if sample.ambiguous])


def ask(path: Path) -> Sample:
    content = path.read_bytes()
    lowered = path.name.lower()
    endings = [lowered[at:] for at, letter in enumerate(lowered) if letter == "."]
    claims = next(filter(None, map(linguist().extensions.get, endings)), [])
    return Sample(
        path=path,
        label=spelled(path.parent.name),
        answer=language_of(path.name, content[:HEAD], content[-TAIL:]),
        ambiguous=len(claims) > 1,
    )


def spelled(folder: str) -> str:
    """Linguist's name for the language of a folder, which can hold no slash."""
    return next((name for name in linguist().types if name.replace("/", "-") == folder), folder)


def print_misses(samples: list[Sample], folder: Path) -> None:
    for sample in samples:
        if not sample.right:
            print(f"{sample.path.relative_to(folder)}: {sample.answer or 'unknown'}")
    for label in sorted({sample.label for sample in samples} - linguist().types.keys()):
        print(f"{label}: no language of Linguist's")


def print_share(kind: str, samples: list[Sample]) -> None:
    right = sum(sample.right for sample in samples)
    share = 100 * right / len(samples) if samples else 0.0
    print(f"{kind:10} {right:5} of {len(samples):5} right: {share:.1f}%")


if __name__ == "__main__":
    main()
