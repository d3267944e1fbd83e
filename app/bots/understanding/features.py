"""Texts as weighted features: words, pairs of words and pieces of words, in any script."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from app.core.text import words

Array = npt.NDArray[Any]
PIECES = (2, 3, 4, 5)
MOST = 30_000
"""Features of a model; beyond it the rarest are left out."""


def features(text: str) -> Iterator[str]:
    """Yield the features of a text: words split at blanks and punctuation, so that vowel signs stay with their letters.

    Pieces are of two to five characters within one word, its two ends being marked.
    """
    parts = words(text)
    yield from parts
    yield from (f"{first} {second}" for first, second in pairwise(parts))
    for word in parts:
        marked = f" {word} "
        for size in PIECES:
            for at in range(max(1, len(marked) - size + 1)):
                yield f"~{marked[at : at + size]}"
            if size >= len(marked):
                break


class TextWeights(NamedTuple):
    """The known features of a text by column, each with its weight; with the unknown ones these have length 1."""

    columns: Array
    weights: Array


@dataclass
class Weighing:
    """Which features count, and how much: those in few phrases tell more."""

    names: list[str]
    rarity: Array
    unknown: float
    """The rarity of a feature that no phrase has."""

    @classmethod
    def learnt(cls, texts: list[str]) -> "Weighing":
        """Learn from phrases."""
        among: Counter[str] = Counter()
        for text in texts:
            among.update(set(features(text)))
        names = sorted(name for name, _ in among.most_common(MOST))
        counts = np.array([among[name] for name in names], np.float32)
        rarity = (np.log((1 + len(texts)) / (1 + counts)) + 1).astype(np.float32)
        return cls(names, rarity, float(np.log(1 + len(texts)) + 1))

    @cached_property
    def _places(self) -> dict[str, int]:
        """The column of each feature."""
        return {name: at for at, name in enumerate(self.names)}

    def weigh(self, text: str) -> TextWeights:
        """Return a text weighed; what is unknown of it makes the rest count less."""
        places, count_by_place, unknown = self._places, dict[int, int](), 0.0
        for name, count in Counter(features(text)).items():
            place = places.get(name)
            if place is not None:
                count_by_place[place] = count
            else:
                unknown += (1 + float(np.log(count))) ** 2
        columns = np.fromiter(count_by_place.keys(), np.int64, len(count_by_place))
        counts = np.fromiter(count_by_place.values(), np.float32, len(count_by_place))
        weights = (1 + np.log(counts)) * self.rarity[columns]
        length = float(np.sqrt((weights**2).sum() + unknown * self.unknown**2))
        return TextWeights(columns, weights / length if length else weights)


@dataclass
class Weights:
    """Phrases weighed, kept by feature: the phrases of feature n stand between its bounds."""

    bounds: Array
    phrases: Array
    weights: Array
    count: int
    """How many phrases there are."""

    @classmethod
    def of(cls, weighed: list[TextWeights], width: int) -> "Weights":
        """Keep phrases by their features."""
        if not weighed:
            return cls(np.zeros(width + 1, np.int64), np.zeros(0, np.int32), np.zeros(0, np.float32), 0)
        columns = np.concatenate([phrase.columns for phrase in weighed])
        owners = np.repeat(np.arange(len(weighed), dtype=np.int32), [len(phrase.columns) for phrase in weighed])
        order = np.argsort(columns, kind="stable")
        bounds = np.searchsorted(columns[order], np.arange(width + 1)).astype(np.int64)
        weights = np.concatenate([phrase.weights for phrase in weighed])[order].astype(np.float32)
        return cls(bounds, owners[order], weights, len(weighed))

    def likeness(self, text: TextWeights) -> Array:
        """Return how alike a text is to each phrase, from 0 to 1."""
        if not len(text.columns) or not self.count:
            return np.zeros(self.count, np.float32)
        spans = [slice(self.bounds[column], self.bounds[column + 1]) for column in text.columns]
        among = np.concatenate([self.phrases[span] for span in spans])
        shares = [self.weights[span] * weight for span, weight in zip(spans, text.weights, strict=True)]
        return np.bincount(among, np.concatenate(shares), self.count).astype(np.float32)
