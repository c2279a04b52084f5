"""Long texts for a terminal, shortened to whole sentences or words."""

import re

_SENTENCE_END = re.compile(r"(?<=[.!?]) (?=[A-Z`*])")


def first_sentences(line: str, limit: int) -> str:
    """The first sentences that fit; the first words when not even one does."""
    kept, *others = _SENTENCE_END.split(line)
    for sentence in others:
        if len(kept) + 1 + len(sentence) > limit:
            break
        kept = f"{kept} {sentence}"
    return first_words(kept, limit)


def first_words(line: str, limit: int) -> str:
    """`line` when it fits, else as many words as do. A word is cut only when it is the first."""
    if len(line) <= limit:
        return line
    words = line[: limit - 1].rpartition(" ")[0] or line[: limit - 1]
    if words.count("`") % 2:  # cut within code, whose end is gone
        words = words.rpartition("`")[0] or words.replace("`", "")
    return words.rstrip(",;: ") + "…"
