"""How often the scan detects the right language.

    python benchmarks/languages.py FOLDER [--misses]

FOLDER holds labelled samples: FOLDER/<Linguist's name of the language>/<file>, each file under the
original name. A "/" in the name of a language is "-" in that of its folder.
Prints the share that is right, overall and for ambiguous extensions, which several languages have
in Linguist's table. With --misses, lists every file that is wrong.
"""

import argparse
from dataclasses import dataclass
from pathlib import Path

from luminos_core.scan.classify.language import language_of
from luminos_core.scan.classify.linguist import linguist
from luminos_core.scan.file_reader import HEAD, TAIL


@dataclass(frozen=True)
class Sample:
    path: Path
    label: str
    detected: str | None
    ambiguous: bool

    @property
    def right(self) -> bool:
        return self.detected == self.label


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--misses", action="store_true", help="list what is wrong")
    options = parser.parse_args()
    samples = [classify(path) for path in sorted(options.folder.glob("*/*")) if path.is_file()]
    if options.misses:
        print_misses(samples, options.folder)
    print_share("overall", samples)
    print_share("ambiguous", [sample for sample in samples if sample.ambiguous])


def classify(path: Path) -> Sample:
    content = path.read_bytes()
    lowered = path.name.lower()
    extensions = [lowered[at:] for at, letter in enumerate(lowered) if letter == "."]
    candidates = next(filter(None, map(linguist().extensions.get, extensions)), [])
    return Sample(
        path=path,
        label=language_of_folder(path.parent.name),
        detected=language_of(path.name, content[:HEAD], content[-TAIL:]),
        ambiguous=len(candidates) > 1,
    )


def language_of_folder(folder: str) -> str:
    """Linguist's name of the language, which may contain a slash."""
    return next((name for name in linguist().types if name.replace("/", "-") == folder), folder)


def print_misses(samples: list[Sample], folder: Path) -> None:
    for sample in samples:
        if not sample.right:
            print(f"{sample.path.relative_to(folder)}: {sample.detected or 'unknown'}")
    for label in sorted({sample.label for sample in samples} - linguist().types.keys()):
        print(f"{label}: no language of Linguist's")


def print_share(kind: str, samples: list[Sample]) -> None:
    right = sum(sample.right for sample in samples)
    share = 100 * right / len(samples) if samples else 0.0
    print(f"{kind:10} {right:5} of {len(samples):5} right: {share:.1f}%")


if __name__ == "__main__":
    main()
