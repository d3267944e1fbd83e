"""Phrases that are nearly the same, found without comparing each with every other.

Two phrases are alike only if one has a piece of the other unchanged: a text cut into one piece more than the edits
that still leave it alike keeps one of them whole. So each phrase is compared with those it shares a piece with, rare
pieces first, and with so many of them at most.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice, pairwise
from math import ceil, floor

from rapidfuzz.fuzz import ratio

ALIKE = 92
"""Likeness of two phrases, of 100, from which they are too alike for two intents."""
COMPARED = 24
"""Phrases that one is compared with at most, and that are remembered of an intent for each piece."""
_APART = 1 - ALIKE / 100


@cache
def _cuts(length: int) -> tuple[tuple[int, int], ...]:
    """Return the pieces of a text of a length: so many that no alike text that is longer changes them all."""
    longest = floor(length * (1 + _APART) / (1 - _APART) + 1e-9)
    edits = floor(_APART * (length + longest) + 1e-9)
    places = [length * at // (edits + 1) for at in range(edits + 2)]
    return tuple(pairwise(places))


@cache
def _sizes(length: int) -> tuple[int, ...]:
    """Return the lengths of the pieces of all alike texts that are no longer than this one."""
    shortest = ceil(length * (1 - _APART) / (1 + _APART) - 1e-9)
    return tuple(sorted({end - begin for size in range(shortest, length + 1) for begin, end in _cuts(size)}))


def overlaps(phrases: Sequence[tuple[str, str]]) -> Iterator[tuple[int, int]]:
    """Yield the places of two phrases of different intents that are alike, the later place first.

    Each phrase is its intent and its normalised text.
    """
    owners_by_phrase: dict[str, dict[str, list[int]]] = {}
    for place in sorted(range(len(phrases)), key=lambda at: len(phrases[at][1])):
        intent, text = phrases[place]
        size = len(text)
        pieces = {text[at : at + length] for length in _sizes(size) for at in range(size - length + 1)}
        # Without a look at each: what no phrase before has is most of them.
        shared = [owners_by_phrase[piece] for piece in pieces & owners_by_phrase.keys()]
        shared.sort(key=len)
        others = (at for by_intent in shared for name, of in by_intent.items() if name != intent for at in of)
        for other in set(islice(others, COMPARED)):
            if ratio(text, phrases[other][1], score_cutoff=ALIKE):
                yield max(place, other), min(place, other)
        for begin, end in _cuts(size):
            of = owners_by_phrase.setdefault(text[begin:end], {}).setdefault(intent, [])
            if len(of) < COMPARED:
                of.append(place)
