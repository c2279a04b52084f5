"""What a reviewer should open: huge, broken, generated and undescribed source files."""

from luminos_core.offline.static_model.essence import is_tests
from luminos_core.offline.static_model.facts import DirectoryFacts
from luminos_core.offline.static_model.file_prose import HUGE, LONG
from luminos_core.offline.static_model.marks import LONGEST
from luminos_core.offline.static_model.source import length, qualified
from luminos_core.offline.static_model.wording import agree, code, codes, count


def notable_code(facts: DirectoryFacts) -> str:
    """Huge, broken, generated and undocumented files, and the longest function."""
    return " ".join(
        part for part in (_broken(facts), _huge(facts), _longest(facts), _silent(facts)) if part
    )


def _broken(facts: DirectoryFacts) -> str:
    names = sorted(name for name, source in facts.sources.items() if not source.outline.parsed)
    return f"{codes(names, 4)} could not be parsed without errors." if names else ""


def _huge(facts: DirectoryFacts) -> str:
    generated = [file.name for file in facts.files if file.generated]
    huge = [
        file
        for file in facts.files
        if file.name in facts.sources and (file.lines or 0) > HUGE and not file.generated
    ]
    huge.sort(key=lambda file: (-(file.lines or 0), file.name))
    parts: list[str] = []
    if len(huge) > 1:
        parts.append(f"{count(len(huge), 'file')} have more than 1,000 lines.")
    if generated:
        parts.append(f"{codes(generated, 3)} {agree(len(generated), 'is')} generated.")
    return " ".join(parts)


def _longest(facts: DirectoryFacts) -> str:
    """The longest function of all, when it is long."""
    found = [
        (length(longest), name, qualified(longest))
        for name, source in sorted(facts.sources.items())
        if (longest := source.longest) and not facts.by_name[name].generated
    ]
    if not found:
        return ""
    lines, name, function = max(found, key=lambda item: item[0])
    if lines < LONG:
        return ""
    return f"{LONGEST}{code(function + '()')} in {code(name)}, {lines:,} lines."


def _silent(facts: DirectoryFacts) -> str:
    """How many of several files say nothing of what they are for."""
    named = [name for name, source in facts.sources.items() if source.outline.symbols]
    silent = [name for name in named if not facts.sources[name].doc]
    if len(named) < 4 or len(silent) * 3 < len(named) or is_tests(facts):
        return ""
    files = f"{len(named):,} files that define something"
    if len(silent) == len(named):
        return f"None of its {files} says what it is for."
    whose = "it is" if len(silent) == 1 else "they are"
    return f"{len(silent):,} of its {files} {agree(len(silent), 'does')} not say what {whose} for."
