"""BM25 over the passages of a bot, by words that are safe for Devanagari and Arabic."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from app.core.text import FILLERS, fold_word, words

K1, B = 1.2, 0.75
STOP = FILLERS | frozenset(
    """are was were be been has have had do does did what when where which who why how if or as with from that this
    these those not any there their them they we our you your he she his her than into over under after before will
    shall may must should much many often क्या कब कहाँ कैसे कौन कितना कितने कितनी और या इस उस यह वह ये वे था थी थे होता होती होते
    नहीं भी तो ही kya kab kahan kaise kaun kitna kitne kitni aur ya yeh woh nahi bhi toh hi hota hoti hote""".split()
)
Floats = npt.NDArray[np.float32]


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """Return a word without the endings of English, and without what Hindi and Arabic writers leave out."""
    word = fold_word(word)
    if not word.isascii() or len(word) < 4 or not word.isalpha():
        return word
    for ending, least in (("ies", 5), ("ing", 6), ("ed", 5), ("es", 5), ("s", 4)):
        if word.endswith(ending) and len(word) >= least and not word.endswith("ss"):
            word = word[: -len(ending)] + ("y" if ending == "ies" else "")
            break
    return word[:-1] if word.endswith("e") and len(word) > 3 else word


def terms(text: str) -> list[str]:
    """Return what of a text is compared."""
    return [stem(word) for word in words(text) if word not in STOP]


class Index:
    """Weights of terms by passage, ready to be added up."""

    def __init__(self, texts: Iterable[str]) -> None:
        """Count the terms of each text."""
        counts = [Counter(terms(text)) for text in texts]
        self.size = len(counts)
        lengths = np.array([count.total() for count in counts], np.float32)
        mean = float(lengths.mean()) if self.size else 1.0
        places: dict[str, list[tuple[int, int]]] = {}
        for at, count in enumerate(counts):
            for term, times in count.items():
                places.setdefault(term, []).append((at, times))
        self._weights: dict[str, tuple[npt.NDArray[np.int64], Floats]] = {}
        for term, entries in places.items():
            ids = np.array([at for at, _ in entries])
            often = np.array([number for _, number in entries], np.float32)
            norm = K1 * (1 - B + B * lengths[ids] / (mean or 1.0))
            self._weights[term] = ids, self.rarity_of(len(entries)) * often * (K1 + 1) / (often + norm)

    def rarity_of(self, number: int) -> float:
        """Return the weight of a term that occurs in this many texts."""
        return math.log(1 + (self.size - number + 0.5) / (number + 0.5))

    def scores(self, query: str) -> Floats:
        """Return the score of each text."""
        scores = np.zeros(self.size, np.float32)
        for term in set(terms(query)):
            if term in self._weights:
                ids, weights = self._weights[term]
                scores[ids] += weights
        return scores

    def coverage(self, query: str, texts: Sequence[str]) -> list[float]:
        """Return which part of a query's terms, weighed by how rare they are, each of some texts has."""
        rarities = {term: self.rarity_of(len(self._weights[term][0]) if term in self._weights else 0)
                  for term in set(terms(query))}  # fmt: skip
        whole = sum(rarities.values())
        parts = [sum(rarities[term] for term in rarities.keys() & set(terms(text))) for text in texts]
        return [part / whole if whole else 0.0 for part in parts]
