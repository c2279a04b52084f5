"""Whether a regular expression takes exponential time on some text, in a backtracking engine."""

import re
import re._constants as kinds  # type: ignore[import-not-found]
import re._parser as parser  # type: ignore[import-not-found]
import warnings
from collections.abc import Iterable
from typing import Any

import re2

_MANY = 10  # repetitions from which on a bounded repeat is as bad
_LONGEST = 2_000
_OTHER_DIALECT = re2.compile(r"\\[pP]\{[^}]*\}|\\[hHRXK]|\(\?<[A-Za-z_]\w*>|\\z|\\G")
_DELIMITED = re2.compile(r"(?s)^(?:%r)?([/#~@{|])(.*)([/#~@}|])[a-zA-Z]*$")  # /…/i
_REPEATS = (kinds.MAX_REPEAT, kinds.MIN_REPEAT)


def explodes(pattern: str) -> bool:
    """A repeat around what can match the same text in several ways: `(a+)+`, `(a|a)*`."""
    if len(pattern) > _LONGEST or ")" not in pattern:
        return False
    pattern = pattern.replace("\\\\", "\\")  # as a string that is not raw has it
    bare = _undelimited(pattern)
    plain = _OTHER_DIALECT.sub(_in_python, bare)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            # A literal is searched for; a text may be all that has to match.
            return _explodes(parser.parse(plain), may_fail=bare == pattern)
    except (re.error, RecursionError, OverflowError):
        return False


def _undelimited(pattern: str) -> str:
    """Without the delimiters and flags that PHP, JavaScript and Ruby write."""
    found = _DELIMITED.match(pattern)
    if not found or found.group(3) not in (found.group(1), "}"):
        return pattern
    return str(found.group(2))


def _explodes(sequence: Iterable[Any], *, may_fail: bool) -> bool:
    """`may_fail`: whether what comes after `sequence` may not match, so that it is tried again."""
    items = list(sequence)
    for number, (kind, argument) in enumerate(items):
        is_retried = may_fail or any(map(_may_fail, items[number + 1 :]))
        if kind in _REPEATS:
            least, most, body = argument
            is_bad = most >= _MANY and _is_ambiguous(list(body))
            if is_bad and (is_retried or least > 1):
                return True
        is_once = kind in (kinds.POSSESSIVE_REPEAT, kinds.ATOMIC_GROUP, kinds.ASSERT)
        inside = is_retried and not is_once
        if any(_explodes(inner, may_fail=inside) for inner in _inner(kind, argument)):
            return True
    return False


def _may_fail(item: Any) -> bool:
    """Whether there is a text at which it does not match."""
    kind, argument = item
    if kind in (kinds.AT, kinds.ASSERT, kinds.ASSERT_NOT):
        return True
    if kind is kinds.BRANCH:
        return all(any(map(_may_fail, way)) for way in argument[1])
    return not _may_be_empty(item)


def _is_ambiguous(body: list[Any]) -> bool:
    """Whether a text may be cut into repetitions of `body` in several ways."""
    body = _unwrapped(body)
    branches = [[_unwrapped(list(way)) for way in item[1][1]] for item in body if _is_branch(item)]
    if any(_repeats_a_way(ways) for ways in branches):
        return True
    if len(body) == 1 and branches:
        ways = branches[0]
        return _overlap(ways) or any(_is_ambiguous(way) for way in ways)
    for number, (kind, argument) in enumerate(body):
        if kind not in _REPEATS or argument[1] < _MANY:
            continue
        rest = body[:number] + body[number + 1 :]
        if all(_may_be_empty(item) or _meets(item, list(argument[2])) for item in rest):
            return True
    return False


def _overlap(ways: list[list[Any]]) -> bool:
    """Whether two alternatives begin alike, and one of them is no more than that."""
    single = [way[0] for way in ways if len(way) == 1]
    sets = [characters for item in single if (characters := _characters(item))]
    return any(a & b for n, a in enumerate(sets) for b in sets[n + 1 :])


def _repeats_a_way(ways: list[list[Any]]) -> bool:
    """Whether two alternatives are the same; what they begin with has been put before them."""
    shown = [str(way) for way in ways]
    return len(set(shown)) < len(shown)


def _is_branch(item: Any) -> bool:
    return item[0] is kinds.BRANCH


def _characters(item: Any) -> set[int]:
    """The ASCII characters that one item matches, repeats of it included; empty: not known."""
    kind, argument = item
    if kind in _REPEATS or kind is kinds.SUBPATTERN:
        inside = _unwrapped(list(argument[2] if kind in _REPEATS else argument[3]))
        return _characters(inside[0]) if len(inside) == 1 else set()
    if kind is kinds.LITERAL:
        return {argument}
    if kind is kinds.ANY:
        return set(range(128)) - {10, 13}
    if kind is kinds.IN:
        return {code for code in range(128) if _in_set(code, argument)}
    return set()


def _in_set(code: int, parts: list[Any]) -> bool:
    found = any(_in_part(code, part) for part in parts if part[0] is not kinds.NEGATE)
    return found is not (parts[0][0] is kinds.NEGATE)


def _in_part(code: int, part: Any) -> bool:
    kind, argument = part
    if kind is kinds.LITERAL:
        return bool(code == argument)
    if kind is kinds.RANGE:
        return bool(argument[0] <= code <= argument[1])
    sign = chr(code)
    return {
        kinds.CATEGORY_DIGIT: sign.isdigit(),
        kinds.CATEGORY_NOT_DIGIT: not sign.isdigit(),
        kinds.CATEGORY_SPACE: sign.isspace(),
        kinds.CATEGORY_NOT_SPACE: not sign.isspace(),
        kinds.CATEGORY_WORD: sign.isalnum() or sign == "_",
        kinds.CATEGORY_NOT_WORD: not (sign.isalnum() or sign == "_"),
    }.get(argument, False)


def _meets(item: Any, repeated: list[Any]) -> bool:
    """Whether `item` can match a character that the repeat beside it can match too."""
    inside = _unwrapped(repeated)
    other = _characters(inside[0]) if len(inside) == 1 else set()
    return bool(_characters(item) & other)


def _may_be_empty(item: Any) -> bool:
    kind, argument = item
    if kind in _REPEATS:
        return bool(argument[0] == 0) or all(map(_may_be_empty, argument[2]))
    if kind is kinds.SUBPATTERN:
        return all(map(_may_be_empty, argument[3]))
    if kind is kinds.BRANCH:
        return any(all(map(_may_be_empty, way)) for way in argument[1])
    return kind in (kinds.AT, kinds.ASSERT, kinds.ASSERT_NOT)


def _unwrapped(body: list[Any]) -> list[Any]:
    """`body` without a group around the whole of it."""
    while len(body) == 1 and body[0][0] is kinds.SUBPATTERN:
        body = list(body[0][1][3])
    return body


def _inner(kind: Any, argument: Any) -> list[Any]:
    if kind in (*_REPEATS, kinds.POSSESSIVE_REPEAT):
        return [argument[2]]
    if kind is kinds.SUBPATTERN:
        return [argument[3]]
    if kind is kinds.ATOMIC_GROUP:
        return [argument]
    if kind is kinds.BRANCH:
        return list(argument[1])
    return [argument[1]] if kind in (kinds.ASSERT, kinds.ASSERT_NOT) else []


def _in_python(found: Any) -> str:
    """What another dialect writes, as Python's parser understands it."""
    text = str(found.group())
    if text.startswith("(?<"):
        return f"(?P<{text[3:-1]}>"
    if text.startswith(("\\p", "\\P", "\\h", "\\H", "\\R", "\\X")):
        return r"\w" if text.startswith("\\p") else r"\s"
    return r"\Z"
