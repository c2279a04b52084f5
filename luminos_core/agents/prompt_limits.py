"""Every limit on what a prompt holds, in one place: prompts and the estimate read the same ones."""

from dataclasses import dataclass, replace

_BYTES_PER_TOKEN = 4  # of UTF-8: characters in plain English, fewer where a script costs more
_DENSE_CHARACTERS_PER_TOKEN = 3  # of text with many names and paths
# Of `preload_tokens`, for a directory that is shown whole. A second call pays the first message
# 1.35 times, and half of the rest is read in it: up to about this factor one call costs less.
_WHOLE_DIRECTORY = 3


@dataclass(frozen=True)
class PromptLimits:
    """A field's name ends in its unit: characters, bytes of UTF-8, tokens; else it is a count."""

    # A directory's own files in its first message. A longer line was not written to be read, and
    # each outline of a hostile file may take the parser 3 s.
    preload_tokens: int = 20_000  # of files shown whole, when not all can be
    whole_tokens: int = 0  # of files that are all shown whole, if that is more
    line_characters: int = 10_000
    outlines: int = 24
    outline_characters: int = 6_000
    file_names_characters: int = 2_000  # of the files left out for one reason

    # Entries of files that are asked for in one answer. An entry takes up to 150 tokens.
    batch_files: int = 40

    # What is known of a directory beside its files' text.
    listing_characters: int = 24_000  # about 6,000 tokens, some 300 files
    children_characters: int = 40_000  # about 10,000 tokens
    known_files_characters: int = 40_000
    summary_characters: int = 600  # of a child directory or a known file
    neighbours: int = 12  # directories that import from one, or from which it does
    reason_characters: int = 200  # of a state or a low confidence
    label_characters: int = 60  # a MIME type or a tool's name
    note_characters: int = 120  # on one file

    # Flags.
    flags_characters: int = 8_000
    finding_characters: int = 300
    quotation_characters: int = 160
    question_characters: int = 300

    # The survey and the plan.
    prose_characters: int = 1_200  # of one field of a survey, or of a plan's notes
    file_type_characters: int = 80
    survey_tree_characters: int = 12_000
    folded_names_characters: int = 600  # of the directories that one line stands for
    plan_characters: int = 8_000
    plan_reason_characters: int = 160
    directories_characters: int = 40_000
    directory_files: int = 12  # named of one directory
    directory_languages: int = 5
    contradiction_characters: int = 1_000
    contradictions_characters: int = 4_000

    # What is remembered of earlier runs, at 3 characters a token.
    memory_entry_characters: int = 300  # 100 tokens
    memory_characters: int = 6_000  # 2,000 tokens, for a planner
    directory_memory_characters: int = 1_500  # 500 tokens

    # What directories take from outside, and what they reach.
    boundary_characters: int = 200  # of one place
    child_boundaries: int = 8  # places of a child directory
    boundaries_characters: int = 24_000  # of all directories together
    planner_boundaries_characters: int = 8_000  # of those that are as they were

    # The synthesis.
    section_characters: int = 1_200  # of a directory's summary
    left_out_characters: int = 8_000  # of directories without a report, when they are counted only
    section_files: int = 8  # notable ones

    @property
    def preload_bytes(self) -> int:
        return self.preload_tokens * _BYTES_PER_TOKEN

    @property
    def whole_directory_bytes(self) -> int:
        return max(self.preload_tokens, self.whole_tokens) * _BYTES_PER_TOKEN

    @property
    def outlines_bytes(self) -> int:
        """Half as much as whole files, on top of them."""
        return self.preload_bytes // 2

    @staticmethod
    def preload_tokens_in(room: int) -> int:
        """`preload_tokens` with which whole files and outlines take at most `room` bytes."""
        return room * 2 // 3 // _BYTES_PER_TOKEN


PROMPT_LIMITS = PromptLimits()


def directory_limits(preload_tokens: int, context_budget: int) -> PromptLimits:
    """Of a directory's first message. What is shown whole takes at most half of a context."""
    whole = min(_WHOLE_DIRECTORY * preload_tokens, context_budget // 2)
    return replace(PROMPT_LIMITS, preload_tokens=preload_tokens, whole_tokens=whole)


def sections_characters(context_budget: int) -> int:
    """For what a planner or a synthesis is shown of the directories: half of a context of
    `context_budget` tokens."""
    return context_budget * _DENSE_CHARACTERS_PER_TOKEN // 2
