"""Whether a comment says why a place is as it is: somebody has judged it before."""

from itertools import takewhile

import re2

_COMMENT = re2.compile(r"^\s*(?:#|//|/?\*|<!--|\{#|--\s|%)")
_COMMENT_LINES = 5
_REASON = re2.compile(  # words of somebody who argues
    r"(?i)\b(?:safe|fine|ok|okay|trusted|constrained|don't|doesn't|isn't|aren't|won't|not|never"
    r"|no need|only|because|since|already|allowed|intended|intentional\w*|expected|avoid|escaped"
    r"|needs?|requires?|has to|run (?:it|this|these)|by hand|manual\w*"
    r"|sanitized|checked|ensures?|guarantee[ds]?|so that|legacy|compatib\w+)\b"
)
_REMARK = re2.compile(r"(?:^|\s)(?:#+|//+|/\*)\s*([^#/*\s\[!].*[\pL\pN]{2}.*)$")
_NO_REMARK = re2.compile(  # for programs, or without a word of its own
    r"(?i)^\W*(?:eslint|prettier|pylint|noqa|nolint|@?ts-|tslint|phpcs|checkstyle|@checkstyle|type:|rubocop"
    r"|@?codecoverage|istanbul|c8\s|go:|region|endregion"
    r"|(?:ignored?|(?:do )?nothing|no-?op|empty|pass|todo|fixme|swallow(?:ed)?)\W*$)"
)
_ATTRIBUTE = re2.compile(r"^\s*(?:@[\w.]+|\[\w|#\[)")  # of what follows: a decorator, an annotation
_DOC = re2.compile(r"^\s*(?:/\*\*|\*)")
_DOC_REASON = re2.compile(
    r"(?i)\b(?:disabl\w+|enabl\w+|undisabl\w+|skip\w*|ignor\w+|flaky|unstable|fails?|failing|broken|stale"
    r"|manual\w*|by hand|slow|external|todo|fixme|bug|issue|until)\b|#\d{2,}|https?:"
)
_HEAD = re2.compile(r"^\s*(?:async\s+)?(?:def|class|fn|pub|public|function)\b")


def is_explained(lines: list[str], line: int) -> bool:
    """Whether a comment shortly above, or right below, argues for it."""
    above = lines[max(line - 1 - _COMMENT_LINES, 0) : line - 1]
    below = takewhile(_COMMENT.search, lines[line : line + _COMMENT_LINES])
    return any(_COMMENT.search(each) and _REASON.search(each) for each in (*above, *below))


def is_remarked(lines: list[str], line: int) -> bool:
    """Whether a comment stands beside it, right above or right below: of what is switched off, any
    comment says more than nothing."""
    above, below = lines[max(line - 1 - _COMMENT_LINES, 0) : line - 1], lines[line:]
    under = next((each for each in below[:_COMMENT_LINES] if not _is_head(each)), "")
    over = takewhile(_is_head_or_comment, reversed(above))
    return any(map(_is_remark, (*lines[line - 1 : line], *over))) or (
        bool(_COMMENT.search(under)) and _is_remark(under)
    )


def _is_head(line: str) -> bool:
    """Of a function or what is said of it: a decorator, an annotation."""
    return bool(_ATTRIBUTE.search(line) or _HEAD.search(line))


def _is_head_or_comment(line: str) -> bool:
    return bool(_ATTRIBUTE.search(line) or _COMMENT.search(line))


def _is_remark(line: str) -> bool:
    if _DOC.search(line):
        return bool(_DOC_REASON.search(line))
    found = _REMARK.search(line)
    return bool(found) and not _NO_REMARK.search(found.group(1))
