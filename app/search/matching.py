"""Whether words typed fit a name: as beginnings of its words, longer ones with one slip of the finger."""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypedDict

TYPO_LENGTH = 5
"""Words of so many letters are found with one letter wrong, missing, too many or exchanged with its neighbour."""
MAX_WORDS = 8
FIRST, BEGINNING, SLIP = 0, 1, 4


class Fragment(TypedDict):
    """A piece of a text, and whether it is what was looked for."""

    text: str
    hit: bool


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text as it is compared, and where it is."""

    text: str
    start: int


@dataclass(frozen=True, slots=True)
class Match:
    """How well a text fits, less being better, and which stretches of it do."""

    score: int
    spans: tuple[tuple[int, int], ...]


def _plain(character: str) -> str:
    """A character as it is compared: without case, and Latin ones without accents; always one."""
    base = unicodedata.normalize("NFD", character)[0] if character > "\x7f" else character
    folded = (base if base.isascii() else character).casefold()
    return folded if len(folded) == 1 else character


def words(text: str) -> list[Word]:
    """The words of a text; vowel signs are part of them."""
    tokens: list[Word] = []
    current, start = "", 0
    for place, character in enumerate(f"{text} "):
        if character.isalnum() or (current and unicodedata.category(character)[0] == "M"):
            start = start if current else place
            current += _plain(character)
        elif current:
            tokens.append(Word(current, start))
            current = ""
    return tokens


def terms_of(q: str) -> list[str]:
    """The words someone looks for."""
    return [word.text for word in words(q)][:MAX_WORDS]


def match(terms: Iterable[str], text: str) -> Match | None:
    """How a text fits all wanted words; None when one of them is not in it."""
    own = words(text)
    score, spans = 0, []
    for term in terms:
        best = min(_fits(term, own), default=None)
        if best is None:
            return None
        score += best[0]
        spans.append(best[1:])
    return Match(score, tuple(sorted(spans))) if spans else None


def _fits(term: str, own: list[Word]) -> Iterable[tuple[int, int, int]]:
    """Each word that begins with a term: how well, and from where to where."""
    for place, word in enumerate(own):
        if word.text.startswith(term):
            yield (FIRST if place == 0 else BEGINNING), word.start, word.start + len(term)
        elif len(term) >= TYPO_LENGTH and (length := _slip_length(term, word.text)):
            yield SLIP, word.start, word.start + length


def _slip_length(term: str, word: str) -> int:
    """How much of a word's beginning is the term with one slip; 0 when none is."""
    lengths = (len(term), len(term) + 1, len(term) - 1)
    return next((n for n in lengths if n <= len(word) and one_slip(term, word[:n])), 0)


def one_slip(a: str, b: str) -> bool:
    """Whether two words differ by one letter wrong, missing, too many, or two neighbours exchanged."""
    start = next((n for n, pair in enumerate(zip(a, b, strict=False)) if pair[0] != pair[1]), min(len(a), len(b)))
    rest, two = a[start:], b[start:]
    if len(rest) == len(two):
        return rest[1:] == two[1:] or (rest[:2] == two[1::-1] and rest[2:] == two[2:])
    return rest[1:] == two or rest == two[1:]


def parts(text: str, spans: Iterable[tuple[int, int]] = ()) -> list[Fragment]:
    """A text in pieces, with what was looked for marked."""
    out: list[Fragment] = []
    place = 0
    for start, end in spans:
        if end <= place:
            continue
        begin = max(start, place)
        out += [Fragment(text=text[place:begin], hit=False), Fragment(text=text[begin:end], hit=True)]
        place = end
    out.append(Fragment(text=text[place:], hit=False))
    return [part for part in out if part["text"]]


def mark_words(terms: Iterable[str], text: str) -> list[Fragment]:
    """A text in pieces, with every word that fits one of the wanted ones distinguished, all or not."""
    own = words(text)
    spans = sorted({fit[1:] for term in terms for fit in _fits(term, own)})
    return parts(text, spans)
