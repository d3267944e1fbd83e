"""Linear classifiers: fitted by scikit-learn, answering by one product."""

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from app.bots.understanding.features import TextWeights

Array = npt.NDArray[Any]
STRENGTH = 10.0
"""How far phrases are believed: the inverse of the penalty."""
MANY = 3000
"""Phrases beyond which margins are fitted instead of probabilities: minutes would become hours."""
MARGIN = 4.0
"""What margins are multiplied by to be read as probabilities."""
ROUNDS = 100


@dataclass
class Linear:
    """Weights of features (rows) for the intents it knows (columns); `known` are their places among all intents."""

    known: Array
    weights: Array
    offsets: Array

    def of_vectors(self, vectors: Array, among: int) -> Array:
        """Return the probabilities of all intents for rows of vectors."""
        return self._spread(vectors @ self.weights + self.offsets, among)

    def of_weighed(self, texts: list[TextWeights], among: int) -> Array:
        """Return the probabilities of all intents for weighed texts."""
        scores = [text.weights @ self.weights[text.columns] + self.offsets for text in texts]
        return self._spread(np.stack(scores), among)

    def _spread(self, scores: Array, among: int) -> Array:
        """Probabilities at the places of the known intents, 0 elsewhere."""
        spread = np.zeros((len(scores), among), np.float32)
        grown = np.exp(scores - scores.max(axis=1, keepdims=True))
        spread[:, self.known] = grown / grown.sum(axis=1, keepdims=True)
        return spread


def fit(rows: Any, owners: Array) -> Linear:
    """Fit on rows (dense, or sparse by SciPy) of which each belongs to an intent."""
    classes = np.unique(owners)
    width = rows.shape[1]
    if len(classes) < 2:
        return Linear(classes, np.zeros((width, len(classes)), np.float32), np.zeros(len(classes), np.float32))
    if rows.shape[0] > MANY and not isinstance(rows, np.ndarray):
        from sklearn.svm import LinearSVC

        return _read(classes, LinearSVC(C=1.0, dual=True, max_iter=ROUNDS * 10), rows, owners, MARGIN)
    from sklearn.linear_model import LogisticRegression

    return _read(classes, LogisticRegression(C=STRENGTH, max_iter=ROUNDS, tol=1e-3), rows, owners, 1.0)


def _read(classes: Array, estimator: Any, rows: Any, owners: Array, scale: float) -> Linear:
    """Fit a classifier of scikit-learn and take over what it has learnt."""
    with warnings.catch_warnings():
        # It stops after so many rounds on purpose.
        warnings.simplefilter("ignore")
        estimator.fit(rows, owners)
    weights, offsets = estimator.coef_ * scale, estimator.intercept_ * scale
    if len(classes) == 2:
        # Of two classes only the second one's line is given; for margins both sides count.
        half = 0.5
        weights, offsets = np.vstack([-weights, weights]) * half, np.concatenate([-offsets, offsets]) * half
    return Linear(classes, np.ascontiguousarray(weights.T, np.float32), offsets.astype(np.float32))


def fit_by_likeness(alike: Array, owners: Array) -> "ByLikeness":
    """Fit on the likeness of each row to each: for few phrases of many features the same as `fit`, and far faster."""
    from scipy.linalg import cholesky

    lifted = alike.astype(np.float64)
    # Phrases that are the same but for their case would make it singular.
    np.fill_diagonal(lifted, lifted.diagonal() + 1e-6)
    basis = cholesky(lifted, lower=True, overwrite_a=True, check_finite=False).astype(np.float32)
    return ByLikeness(basis, owners)


@dataclass
class ByLikeness:
    """Rows in the space they span among themselves."""

    basis: Array
    owners: Array

    def fit(self, chosen: Array) -> Linear:
        """Fit on some of the rows, in the coordinates of the basis."""
        return fit(self.basis[chosen], self.owners[chosen])

    def in_features(self, fitted: Linear, rows: Any) -> Linear:
        """The same classifier in the coordinates of the features themselves."""
        from scipy.linalg import solve_triangular

        shares = solve_triangular(self.basis, fitted.weights, lower=True, trans="T")
        weights = np.asarray(rows.T @ shares, np.float32)
        return Linear(fitted.known, weights, fitted.offsets)
