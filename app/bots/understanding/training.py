"""Training a model on a bot's phrases, and finding by its own phrases how far it can be believed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from app.bots.understanding.calibration import Unseen, figures_of, folds_of, thresholds_of
from app.bots.understanding.embedding import BATCH, MINILM, Remembering
from app.bots.understanding.features import TextWeights, Weighing, Weights
from app.bots.understanding.linear import MANY, ByLikeness, Linear, fit, fit_by_likeness
from app.bots.understanding.model import TFIDF, Model, Vectors, scored, shares_of
from app.bots.understanding.scripts import LATIN, route
from app.core.values.batches import batched

Array = npt.NDArray[Any]
Progress = Callable[[float], None]
EMBEDDED, CHECKED = 0.4, 0.8
"""How far training is when all phrases have vectors, and when its figures are known."""


class TrainingResult(NamedTuple):
    """A model and what was found out about it."""

    model: Model
    figures: dict[str, Any]


@dataclass
class Phrases:
    """What a model is trained on, in the order of the document."""

    intents: list[str]
    texts: list[str]
    owners: Array
    languages: list[str]
    ways: list[str]

    @classmethod
    def of(cls, intents: Mapping[str, Mapping[str, list[str]]], questions: list[str]) -> "Phrases":
        """Take each text of an intent once, and the questions as of one more."""
        rows: list[tuple[str, int, str]] = []
        for at, by_language in enumerate(intents.values()):
            seen: dict[str, str] = {}
            for language, texts in by_language.items():
                for text in texts:
                    seen.setdefault(text, language)
            rows += [(text, at, language) for text, language in seen.items()]
        rows += [(text, len(intents), "") for text in questions]
        texts = [text for text, _, _ in rows]
        owners = np.array([owner for _, owner, _ in rows], np.int64)
        return cls(list(intents), texts, owners, [language for *_, language in rows], [route(text) for text in texts])


def train(
    data: Mapping[str, Any],
    embedders: Mapping[str, Remembering],
    report_progress: Progress,
    before: Model | None = None,
) -> TrainingResult:
    """Train on `training_data`; `report_progress` may raise to stop; `before` lends its vectors."""
    phrases = Phrases.of(data["intents"], data["questions"])
    if before is not None:
        remember(before, embedders)
    sides = [side for name, embedder in embedders.items() if len((side := _Side(name, phrases, embedder)).places)]
    _embed(sides, report_progress)
    features = _Features(phrases.texts, phrases.owners)
    unseen = _unseen(phrases, features, sides, report_progress)
    report_progress(CHECKED)
    model = Model(
        intents=phrases.intents, phrases=phrases.texts, owners=phrases.owners, languages=phrases.languages,
        weighing=features.weighing, weights=features.weights, classifier=features.whole(),
        vectors={side.name: side.whole() for side in sides},
    )  # fmt: skip
    model.thresholds, model.few = thresholds_of(phrases.ways, unseen), unseen.few(phrases.intents)
    figures = figures_of(phrases.intents, phrases.texts, unseen)
    return TrainingResult(model, figures | {"engines": model.engines, "thresholds": model.thresholds})


def remember(model: Model, embedders: Mapping[str, Remembering]) -> None:
    """Let embedders remember the vectors of a model."""
    for name in model.vectors.keys() & embedders.keys():
        vectors = model.vectors[name]
        embedders[name].remember([model.phrases[at] for at in vectors.places], vectors.phrases)


def _embed(sides: list["_Side"], report_progress: Progress) -> None:
    """Have all vectors made, telling how far that is."""
    total, done_count = max(1, sum(len(side.places) for side in sides)), 0
    for side in sides:
        texts = side.texts()
        for batch in batched(texts, BATCH):
            side.embedder.embed(batch)
            done_count += len(batch)
            report_progress(EMBEDDED * done_count / total)
        side.vectors = side.embedder.embed(texts)


class _Side:
    """One embedder's phrases: those it can read."""

    def __init__(self, name: str, phrases: Phrases, embedder: Remembering) -> None:
        self.name, self.embedder, self._phrases = name, embedder, phrases
        reads_all = name != MINILM
        self.places = np.array([at for at, way in enumerate(phrases.ways) if reads_all or way == LATIN], np.int64)
        self.vectors = np.zeros((0, 0), np.float32)

    def texts(self) -> list[str]:
        """Its phrases."""
        return [self._phrases.texts[at] for at in self.places]

    def fit(self, chosen: Array) -> Linear:
        """Fit on some of its phrases, by their places among its own."""
        return fit(self.vectors[chosen], self._phrases.owners[self.places[chosen]])

    def whole(self) -> Vectors:
        """What the model keeps."""
        return Vectors(self.places, self.vectors, self.fit(np.arange(len(self.places))))


class _Features:
    """All phrases as weighed features."""

    def __init__(self, texts: list[str], owners: Array) -> None:
        from scipy.sparse import csr_matrix

        self.weighing, self.owners = Weighing.learnt(texts), owners
        weighed = [self.weighing.weigh(text) for text in texts]
        self.weights = Weights.of(weighed, len(self.weighing.names))
        self.rows = csr_matrix(_stack_rows(weighed), shape=(len(texts), len(self.weighing.names)))
        self.alike: Array | None = None
        self._basis: ByLikeness | None = None
        if 0 < len(texts) <= MANY:
            self.alike = np.asarray((self.rows @ self.rows.T).toarray(), np.float32)
            self._basis = fit_by_likeness(self.alike, owners)

    def fold(self, chosen: Array, left: Array, among: int) -> tuple[Array, Array]:
        """Fit on some phrases; the probabilities of the others, and how alike their nearest phrase is."""
        if self._basis is not None and self.alike is not None:
            fitted = self._basis.fit(chosen)
            return fitted.of_vectors(self._basis.basis[left], among), self.alike[np.ix_(left, chosen)].max(axis=1)
        fitted = fit(self.rows[chosen], self.owners[chosen])
        chances = fitted.of_vectors(self.rows[left], among)
        return chances, np.asarray((self.rows[left] @ self.rows[chosen].T).max(axis=1).toarray(), np.float32)[:, 0]

    def whole(self) -> Linear:
        """Fit on all phrases."""
        if self._basis is not None:
            return self._basis.in_features(self._basis.fit(np.arange(len(self.owners))), self.rows)
        return fit(self.rows, self.owners)


def _stack_rows(weighed: list[TextWeights]) -> tuple[Array, Array, Array]:
    """Rows as SciPy takes them."""
    bounds = np.cumsum([0, *(len(row.columns) for row in weighed)])
    if not weighed:
        return np.zeros(0, np.float32), np.zeros(0, np.int64), bounds
    return np.concatenate([row.weights for row in weighed]), np.concatenate([row.columns for row in weighed]), bounds


def _unseen(phrases: Phrases, features: _Features, sides: list[_Side], report_progress: Progress) -> Unseen:
    """What models say of phrases that they were not trained on."""
    among = len(phrases.intents) + 1
    folds = folds_of(phrases.owners, phrases.ways, among - 1)
    unseen = Unseen(phrases.owners, folds >= 0)
    numbers = [number for number in range(int(folds.max(initial=-1)) + 1) if (folds == number).any()]
    for number in numbers:
        testing, training = np.flatnonzero(folds == number), np.flatnonzero(folds != number)
        if not len(training):
            continue
        by_engine = {TFIDF: (testing, *features.fold(training, testing, among))}
        for side in sides:
            by_engine[side.name] = _side_fold(side, folds, number, among)
        for way in set(phrases.ways):
            here = np.array([at for at in testing if phrases.ways[at] == way], np.int64)
            if len(here):
                unseen.note(here, _together(here, by_engine, shares_of(way, list(by_engine), is_known=True), among))
        report_progress(EMBEDDED + (CHECKED - EMBEDDED) * (number + 1) / len(numbers))
    return unseen


def _side_fold(side: _Side, folds: Array, number: int, among: int) -> tuple[Array, Array, Array]:
    """The same for one embedder: places, probabilities, likeness."""
    mine = folds[side.places]
    testing, training = np.flatnonzero(mine == number), np.flatnonzero(mine != number)
    if not len(testing) or not len(training):
        return side.places[testing], np.zeros((len(testing), among), np.float32), np.zeros(len(testing), np.float32)
    fitted = side.fit(training)
    alike = (side.vectors[testing] @ side.vectors[training].T).max(axis=1)
    return side.places[testing], fitted.of_vectors(side.vectors[testing], among), alike


def _together(
    here: Array, by_engine: dict[str, tuple[Array, Array, Array]], shares: dict[str, float], among: int
) -> Array:
    """The scores of phrases by all engines together."""
    chances, alike = np.zeros((len(here), among), np.float32), np.zeros(len(here), np.float32)
    for name, share in shares.items():
        places, likely, near = by_engine[name]
        _, mine, theirs = np.intersect1d(here, places, return_indices=True)
        chances[mine] += share * likely[theirs]
        alike[mine] += share * near[theirs]
    return scored(chances, np.clip(alike, 0, 1))
