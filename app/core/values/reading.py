"""What a text says as a value: the values it may mean, and the words that belong to none of them."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Any, NamedTuple

from app.core.text import FILLERS, fold_word, plain_digits, words

BEGIN, END = r"(?<![\w\u0900-\u0963])", r"(?![\w\u0900-\u0963])"
"""The edges of a word: `\\b` does not see Devanagari vowel signs as part of one."""
DIGITS_BEGIN, DIGITS_END = rf"{BEGIN}(?<!\d[.,:/-])", rf"{END}(?![.,:/-]\d)"
"""The edges of a number that is not a part of a longer one."""
CORRECTING = frozenset(
    """no not nope sorry actually wait change instead correction rather mistake wrong oops
    nahi nahin nai galat badal badlo asal
    नहीं नही माफ़ माफ गलत ग़लत बदल बदलो असल बल्कि لا عفوا عفوًا عفواً آسف اسف بل أقصد اقصد خطأ""".split()
)
"""Words that say a value given before was not meant."""
_NEGATING = frozenset(
    """not never cannot can't cant don't dont won't wont isn't isnt doesn't doesnt couldn't wouldn't except
    nahi nahin nahee nhi नहीं नही mat मत ليس ليست""".split()
)
_CHOOSING = frozenset("or either ya yaa and aur या और but أو او".split())
_NAHI = r"(?:nahi|nahin|nahee|nhi|नहीं|नही|mat|मत)"
_NEGATED_BEFORE = re.compile(
    r"(?:(?<!why )\bnot|\b\w{1,12}n['’ ]t|\bdont|\bcant|\bcannot|\bnever|\bexcept|\bexcluding|\bother than|\binstead of"
    r"|\brather than|\banything but|\bليس|\bليست|\bإلا|\bما عدا)\s+"
    r"(?:(?:on|at|for|the|by|in|it|is|want|do|make|come|a|be|this|need|give|rate|يوم|في|الساعة)\s+){0,3}$"
)
_NEGATED_AFTER = re.compile(
    rf"(?:\s+(?:ko|को|pe|par|पर|ke liye|के लिए))?\s{{0,3}},?\s{{0,3}}{_NAHI}{END}(?!\s+(?:to|तो){END})"
    r"|\s+(?:ke|ki|के|की)\s+(?:bajaye?|बजाय|बजाए|jagah|जगह|alawa|अलावा|siva|सिवा)"
    r"|\s+(?:is|will|does|would|can)\s+not\b|\s+(?:isn|won|doesn|can|wouldn)['’ ]?t\b"
)
_HARMLESS = re.compile(rf"\bwhy not\b|{BEGIN}{_NAHI}\s+(?:to|तो){END}")
_REPLACED = re.compile(
    rf"[\s,.;–-]*(?:no|nope|sorry|actually|rather|wait|oops|i mean|make it|make that|scratch that|change (?:it )?to"
    rf"|{_NAHI}(?!\s+(?:to|तो){END})|balki|बल्कि)"
    r"(?:[\s,.;]+(?:no|sorry|wait|actually|i|mean|meant|make|it|that|on|at|is|the|to|for))*[\s,.;]+"
)
_BOUND_BEFORE = re.compile(
    r"(?:^|\s)(?:after|before|until|till|more than|less than|at least|at most|up ?to|over|under|above|below"
    r"|بعد|قبل|حتى|أكثر من|أقل من)\s+(?:(?:the|on|at|يوم|الساعة)\s+)?$"
)
_BOUND_AFTER = re.compile(
    rf"\s*(?:ke baad|ke bad|se pehle|se pahle|ke pehle|tak|के बाद|से पहले|तक|or later|or earlier|or more|or less"
    rf"|onwards?|se zyada|se jyada|se kam|से ज़्यादा|से ज्यादा|से कम){END}|\s?\+"
)


class Value(NamedTuple):
    """A value as it is stored, the words that say it, and their place; `warning` is a code or empty."""

    value: Any
    text: str
    start: int
    end: int
    warning: str = ""


class Reading(NamedTuple):
    """The values that a text may mean – several have to be asked about – and the words that none of them uses."""

    values: tuple[Value, ...] = ()
    rest: tuple[str, ...] = ()

    @property
    def value(self) -> Value | None:
        """The one value that the text means; None where it means none, or one of several."""
        return self.values[0] if len(self.values) == 1 else None

    @property
    def whole(self) -> Value | None:
        """The one value that is all the text says."""
        return None if self.rest else self.value


def any_of(names: Iterable[str]) -> str:
    """Return a pattern for one of some words in every spelling of their letters, the longest first."""
    spellings = {spelling for name in names for spelling in _spellings(name)}
    return "|".join(sorted(map(re.escape, spellings), key=len, reverse=True))


def _spellings(name: str) -> set[str]:
    """A word with its Devanagari dots as letters of their own, in letters and left out, and its hamzas in letters."""
    parts = "".join(_COMPOSED.get(character, character) for character in name)
    composed = parts
    for letter, both in _COMPOSED.items():
        composed = composed.replace(both, letter)
    return {parts, composed, parts.replace("\u093c", ""), unicodedata.normalize("NFC", parts)}


_COMPOSED = {chr(0x958 + at): f"{letter}\u093c" for at, letter in enumerate("कखगजडढफय")}


def by_word(table: dict[str, int]) -> dict[str, int]:
    """Return a table by folded words, as `fold_word` makes them of what a text says."""
    return {fold_word(word): number for word, number in table.items()}


def without_overlaps(values: Iterable[Value]) -> list[Value]:
    """Return values in the order of the text; of two that overlap the longer one stays, of one place all do."""
    result: list[Value] = []
    for value in sorted(values, key=lambda value: (value.start - value.end, value.start)):
        place = (value.start, value.end)
        if all(value.end <= other.start or value.start >= other.end or place == (other.start, other.end)
               for other in result):  # fmt: skip
            result.append(value)
    return sorted(result, key=lambda value: value.start)


def drop_denied(text: str, values: list[Value]) -> list[Value]:
    """Return the values that a text means: not those it denies or replaces, nor the bounds of others."""
    plain = plain_digits(text)
    places = sorted({(value.start, value.end) for value in values})
    meanings = set()
    for at, (start, end) in enumerate(places):
        following = plain[end : places[at + 1][0]] if at + 1 < len(places) else None
        is_replaced = following is not None and _REPLACED.fullmatch(following) is not None
        before, after = plain[:start], plain[end:]
        is_denied = _NEGATED_BEFORE.search(before) or _NEGATED_AFTER.match(after)
        if not is_replaced and not is_denied and not _BOUND_BEFORE.search(before) and not _BOUND_AFTER.match(after):
            meanings.add((start, end))
    return [value for value in values if (value.start, value.end) in meanings]


def is_denying(text: str, values: list[Value]) -> bool:
    """Whether a text denies something after its first words that is none of its values."""
    plain = plain_digits(text)
    for value in values:
        plain = f"{plain[: value.start]}{' ' * (value.end - value.start)}{plain[value.end :]}"
    for place in sorted({(value.start, value.end) for value in values}, reverse=True):
        before, after = plain[: place[0]], plain[place[1] :]
        if match := _NEGATED_AFTER.match(after):
            plain = f"{plain[: place[1]]}{' ' * match.end()}{after[match.end() :]}"
        if match := _NEGATED_BEFORE.search(before):
            plain = f"{before[: match.start()]}{' ' * (len(before) - match.start())}{plain[place[0] :]}"
    denying = words(_HARMLESS.sub(" ", plain))
    # "नहीं, परसों" begins with what corrects an answer given before.
    first = denying[:1] if denying and not re.match(_NAHI, denying[0]) else []
    return any(word in _NEGATING for word in (*first, *denying[1:]))


def reading_of(text: str, values: list[Value], *, known: Iterable[str] = ()) -> Reading:
    """Return what a text means by the values it names; `known` words belong to them."""
    remaining = text
    for value in values:
        remaining = f"{remaining[: value.start]}{' ' * (value.end - value.start)}{remaining[value.end :]}"
    silent = FILLERS | CORRECTING | _NEGATING | _CHOOSING | set(known)
    rest = tuple(word for word in words(remaining) if word not in silent)
    candidates = [] if is_denying(text, values) else drop_denied(text, values)
    return Reading(distinct(candidates), rest)


def distinct(values: Iterable[Value]) -> tuple[Value, ...]:
    """Return the values that differ, the first of each."""
    return tuple({value.value: value for value in reversed(list(values))}.values())[::-1]
