"""Words whose letters are of two alphabets and look alike, so that they seem to be of one."""

from itertools import pairwise

import re2

_WORD = re2.compile(r"[\pL\pM\pN]+")
_OTHER = re2.compile(  # beside a Latin letter, perhaps with others between
    r"[A-Za-z][\pM\pN]*[\x{370}-\x{4ff}]|[\x{370}-\x{4ff}][\pM\pN]*[A-Za-z]"
)
_LATIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
_GREEK = range(0x370, 0x400)
# Latin letters, and those of the others that look the same.
_TWINS = {
    "cyrillic": dict(
        zip("acehijkopsxyABCEHIJKMOPSTXY", "асеһіјкорѕхуАВСЕНІЈКМОРЅТХУ", strict=True)
    ),
    "greek": dict(zip("aikopuvABEHIKMNOPTXYZ", "αικορυνΑΒΕΗΙΚΜΝΟΡΤΧΥΖ", strict=True)),
}
_SHORT = 3  # letters: a name of two, of which one is Greek, is a formula's


def mixed_word(line: str) -> str:
    """The first word with a few letters that pass for those of the alphabet of the others; "" when
    there is none. An abbreviation within a word of another alphabet passes for nothing."""
    if not _OTHER.search(line):
        return ""
    return next((word for word in _WORD.findall(line) if _is_mixed(word)), "")


def _is_mixed(word: str) -> bool:
    latin = [letter for letter in word if letter in _LATIN]
    others = [letter for letter in word if 0x370 <= ord(letter) < 0x500]
    if len(latin) + len(others) < _SHORT or not latin or not others or _is_alphabet(word):
        return False
    is_greek = ord(others[0]) in _GREEK
    twins = _TWINS["greek" if is_greek else "cyrillic"]
    if len(others) <= len(latin):
        return set(others) <= set(twins.values()) and (not is_greek or _is_within(word, others))
    is_abbreviation = len(latin) > 1 and "".join(latin).isupper()
    is_palochka = set(latin) == {"I"} and not word.startswith("I")
    return set(latin) <= set(twins) and not (is_abbreviation or is_palochka)


def _is_alphabet(word: str) -> bool:
    """Whether its letters follow each other as in a list of them."""
    codes = [ord(letter) for letter in word]
    steps = [after - before for before, after in pairwise(codes)]
    return any(steps[place : place + 3] == [1, 1, 1] for place in range(len(steps)))


def _is_within(word: str, letters: list[str]) -> bool:
    """Whether one of them stands between two Latin ones, as no name of a formula has it."""
    places = [place for place, letter in enumerate(word) if letter in letters]
    return any(
        0 < place < len(word) - 1 and word[place - 1] in _LATIN and word[place + 1] in _LATIN
        for place in places
    )
