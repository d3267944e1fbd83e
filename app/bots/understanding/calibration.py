"""How far a model can be believed: what it says of phrases that it was not trained on."""

from collections import Counter, defaultdict
from typing import Any

import numpy as np
import numpy.typing as npt

from app.bots.understanding.bands import SENSITIVITIES
from app.bots.understanding.scripts import ROUTES

Array = npt.NDArray[Any]
FOLDS = 5
FEWEST = 4
"""Phrases an intent needs to be tried on its own."""
SAMPLE = 20
"""Rightly recognised phrases a threshold needs."""
LOWEST, HIGHEST = 0.05, 0.6
PAIRS, EXAMPLES = 20, 3


def folds_of(owners: Array, ways: list[str], intents: int) -> Array:
    """Return the fold of each phrase, each intent and script spread over all; -1 where an intent has too few.

    What belongs to none of so many intents is always trained on, never tried.
    """
    folds = np.full(len(owners), -1, np.int64)
    shuffled = np.random.default_rng(0).permutation(len(owners))
    by_owner: dict[int, list[int]] = defaultdict(list)
    for at in shuffled:
        by_owner[int(owners[at])].append(int(at))
    for owner, places in by_owner.items():
        if len(places) >= FEWEST and owner < intents:
            for number, at in enumerate(sorted(places, key=lambda place: ways[place])):
                # Each intent begins with another fold, so that all are of one size.
                folds[at] = (number + owner) % FOLDS
    return folds


class Unseen:
    """The scores of phrases by models that have not seen them."""

    def __init__(self, owners: Array, tried: Array) -> None:
        """Begin; `tried` tells which phrases can be tried at all."""
        self.owners, self.tried = owners, tried
        self.guesses = np.full(len(owners), -1, np.int64)
        self.scores = np.zeros(len(owners), np.float32)

    def note(self, places: Array, scores: Array) -> None:
        """Note the scores of phrases for all intents."""
        self.guesses[places] = scores.argmax(axis=1)
        self.scores[places] = scores.max(axis=1)

    @property
    def right(self) -> Array:
        """Which phrases were recognised."""
        recognised: Array = self.tried & (self.guesses == self.owners)
        return recognised

    def few(self, intents: list[str]) -> list[str]:
        """Return the intents that could not be tried."""
        tried = set(self.owners[self.tried].tolist())
        return [name for at, name in enumerate(intents) if at not in tried]


def thresholds_of(ways: list[str], unseen: Unseen) -> dict[str, dict[str, float]]:
    """Return a threshold for each script and sensitivity, so that the given part of right phrases falls below it.

    A script of few phrases takes what all phrases together give.
    """
    thresholds, everything = {}, unseen.scores[unseen.right]
    for way in ROUTES:
        scores = unseen.scores[unseen.right & (np.array(ways) == way)] if ways else everything
        sample = scores if len(scores) >= SAMPLE else everything
        if len(sample) >= SAMPLE:
            thresholds[way] = {name: _at(sample, part) for name, part in SENSITIVITIES.items()}
    return thresholds


def _at(scores: Array, part: float) -> float:
    """The score that a part of all lies below, within bounds."""
    return round(float(np.clip(np.quantile(scores, part), LOWEST, HIGHEST)), 4)


def figures_of(intents: list[str], texts: list[str], unseen: Unseen) -> dict[str, Any]:
    """Return how much of all and of each intent was recognised, and what was taken for what."""
    tried, right = unseen.tried, unseen.right
    counts = Counter(unseen.owners.tolist())
    return {
        "accuracy": round(float(right.sum() / tried.sum()), 4) if tried.any() else None,
        "intents": [
            {"name": name, "phrases": counts[at], "f1": _f1(at, unseen)} for at, name in enumerate(intents)
        ],
        "confusions": _confusions(intents, texts, unseen),
    }  # fmt: skip


def _f1(intent: int, unseen: Unseen) -> float | None:
    """The harmonic mean of precision and recall of an intent."""
    mine, guessed = unseen.tried & (unseen.owners == intent), unseen.tried & (unseen.guesses == intent)
    if not mine.any():
        return None
    return round(float(2 * (mine & guessed).sum() / (mine.sum() + guessed.sum())), 4)


def _confusions(intents: list[str], texts: list[str], unseen: Unseen) -> list[dict[str, Any]]:
    """The pairs of intents of which phrases of one were most often taken for the other."""
    wrong: dict[tuple[int, int], list[str]] = defaultdict(list)
    for at in np.flatnonzero(unseen.tried & ~unseen.right & (unseen.guesses >= 0)):
        wrong[int(unseen.owners[at]), int(unseen.guesses[at])].append(texts[at])
    # The last one is the knowledge.
    names = [*intents, None]
    most = sorted(wrong.items(), key=lambda pair: -len(pair[1]))[:PAIRS]
    return [
        {"intent": intents[actual], "taken_for": names[guessed], "count": len(phrases), "phrases": phrases[:EXAMPLES]}
        for (actual, guessed), phrases in most
    ]
