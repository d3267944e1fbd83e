"""A trained model of one bot: what it answers, and how it is kept as bytes."""

import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt
import orjson
import zstandard
from rapidfuzz import fuzz, process

from app.bots.engine.languages import detect_by_script
from app.bots.understanding.bands import DEFAULT, band
from app.bots.understanding.embedding import MINILM, MULTILINGUAL, Remembering
from app.bots.understanding.features import TextWeights, Weighing, Weights
from app.bots.understanding.linear import Linear
from app.bots.understanding.scripts import LATIN, OTHER, route
from app.core.text import normalise

Array = npt.NDArray[Any]
FORM = 1
HEADER = "header"
"""The name of the array of all that is no array, in files of models."""
TFIDF = "tfidf"
SHARES = {
    LATIN: {TFIDF: 1.0, MINILM: 1.0, MULTILINGUAL: 1.0},
    OTHER: {TFIDF: 0.3, MINILM: 0.0, MULTILINGUAL: 1.0},
}
"""How much each engine counts for a text; among those that are there the shares are made to add up to 1."""
SHARPNESS = 1.5
"""The power probabilities are taken to: several engines and few phrases make them more hesitant than they are right."""
CANDIDATES = 5
ENOUGH = {MINILM: 0.55, MULTILINGUAL: 0.9, TFIDF: 0.82}
"""Likeness from which a question of the knowledge is the one asked: of vectors by engine, of letters otherwise."""


def shares_of(way: str, engines: list[str], *, is_known: bool) -> dict[str, float]:
    """Return what each engine counts for texts of a script; features tell nothing of one in which no phrase is."""
    shares = {name: SHARES[way][name] for name in engines}
    if way == OTHER and not is_known:
        shares[TFIDF] = 0.0
    total = sum(shares.values())
    return {name: share / total for name, share in shares.items() if share} if total else {}


def is_enough(question: Mapping[str, Any] | None) -> bool:
    """Whether a question of the knowledge is the one asked."""
    return question is not None and bool(question["score"] >= question["threshold"])


def scored(chances: Array, alike: Array) -> Array:
    """Return how sure each intent is: its sharpened probability, times how alike the nearest phrase is."""
    sharp = chances**SHARPNESS
    scores: Array = sharp / np.maximum(sharp.sum(axis=-1, keepdims=True), 1e-9) * alike[..., None]
    return scores


@dataclass
class Vectors:
    """What one embedder knows of a bot: phrases by their places, and a classifier of their vectors."""

    places: Array
    phrases: Array
    classifier: Linear


@dataclass
class Model:
    """All that is needed to read a text: phrases, their intents and languages, engines, thresholds.

    The questions of the knowledge are the last phrases. Together they are as one more intent, which is never answered:
    what is nearer to them than to any intent's phrases is none of these.
    """

    intents: list[str]
    phrases: list[str]
    owners: Array
    """The place of each phrase's intent; for questions, the number of intents."""
    languages: list[str]
    """Of each phrase; empty for questions."""
    weighing: Weighing
    weights: Weights
    classifier: Linear
    vectors: dict[str, Vectors] = field(default_factory=dict)
    thresholds: dict[str, dict[str, float]] = field(default_factory=dict)
    """By script and sensitivity."""
    few: list[str] = field(default_factory=list)
    """Intents of too few phrases for a threshold of their own."""

    @property
    def engines(self) -> list[str]:
        """The engines that were trained."""
        return [TFIDF, *self.vectors]

    @cached_property
    def _exact(self) -> dict[str, int]:
        """The place of each normalised phrase; of two that are the same, the earlier one."""
        places = {normalise(self.phrases[at]): at for at in reversed(range(len(self.phrases)))}
        places.pop("", None)
        return places

    @cached_property
    def _first(self) -> int:
        """The place of the first question among the phrases."""
        return int((self.owners < len(self.intents)).sum())

    @cached_property
    def _questions(self) -> list[str]:
        """The questions as they are compared."""
        return [normalise(question) for question in self.phrases[self._first :]]

    def read(self, texts: list[str], embedders: Mapping[str, Remembering], sensitivity: str) -> list[dict[str, Any]]:
        """Return what each text means; engines that cannot run here are left out."""
        ways = [route(text) for text in texts]
        rows_by_engine: dict[str, dict[int, Array]] = {}
        for name in self.vectors.keys() & embedders.keys():
            columns = [at for at, way in enumerate(ways) if SHARES[way][name]]
            rows = embedders[name].embed([texts[at] for at in columns])
            rows_by_engine[name] = dict(zip(columns, rows, strict=True))
        return [
            self._read(text, way, {name: rows[at] for name, rows in rows_by_engine.items() if at in rows}, sensitivity)
            for at, (text, way) in enumerate(zip(texts, ways, strict=True))
        ]

    def _read(self, text: str, way: str, rows: dict[str, Array], sensitivity: str) -> dict[str, Any]:
        """What one text means, its vectors being there."""
        weighed = self.weighing.weigh(text)
        shares = shares_of(way, [TFIDF, *rows], is_known=len(weighed.columns) > 0)
        alike = {name: self._alike(name, weighed, rows) for name in shares}
        reading: dict[str, Any] = {"intents": [], "band": "reject", "threshold": self.threshold(way, sensitivity, "")}
        reading |= {"engines": [name for name in self.engines if name in shares], "language": detect_by_script(text)}
        reading["knowledge"] = self._question(text, way, alike)
        if self.intents:
            near = sum((share * alike[name] for name, share in shares.items()), np.zeros(len(self.phrases)))
            exact = self._exact.get(normalise(text))
            scores = self._scores(weighed, rows, shares, float(near.max()), exact)
            best = np.argsort(-scores, kind="stable")[:CANDIDATES]
            reading["intents"] = [{"name": self.intents[at], "score": round(float(scores[at]), 4)} for at in best]
            reading["threshold"] = self.threshold(way, sensitivity, self.intents[best[0]])
            reading["band"] = band(reading["intents"][0]["score"], reading["threshold"])
            if reading["band"] == "confirm" and is_enough(reading["knowledge"]) and self._is_question(near):
                # Nobody is asked what they meant where there is an answer.
                reading["band"] = "reject"
            if reading["language"] is None and reading["band"] == "accept":
                reading["language"] = self.languages[int(near.argmax()) if exact is None else exact] or None
        return reading

    def _is_question(self, near: Array) -> bool:
        """Whether a question of the knowledge is at least as near as the phrases of intents."""
        return bool(near[self._first :].max() >= near[: self._first].max())

    def _alike(self, name: str, weighed: TextWeights, rows: dict[str, Array]) -> Array:
        """How alike a text is to each phrase by one engine."""
        if name == TFIDF:
            return self.weights.likeness(weighed)
        likeness = np.zeros(len(self.phrases), np.float32)
        likeness[self.vectors[name].places] = self.vectors[name].phrases @ rows[name]
        return likeness

    def _scores(
        self, weighed: TextWeights, rows: dict[str, Array], shares: dict[str, float], near: float, exact: int | None
    ) -> Array:
        """The score of each intent; the exact phrase of one is certain, an exact question is no intent."""
        among = len(self.intents) + 1
        chances = np.zeros(among, np.float32)
        for name, share in shares.items():
            if name == TFIDF:
                chances += share * self.classifier.of_weighed([weighed], among)[0]
            else:
                chances += share * self.vectors[name].classifier.of_vectors(rows[name][None], among)[0]
        scores = scored(chances, np.clip(near, 0, 1))
        if exact is not None and self.owners[exact] == len(self.intents):
            scores[:] = 0.0
        elif exact is not None:
            scores[self.owners[exact]] = 1.0
        return scores[: len(self.intents)]

    def threshold(self, way: str, sensitivity: str, intent: str) -> float:
        """Return the score from which a text of a script is taken to mean an intent."""
        if intent in self.few:
            return DEFAULT
        return self.thresholds.get(way, {}).get(sensitivity, DEFAULT)

    def _question(self, text: str, way: str, alike: dict[str, Array]) -> dict[str, Any] | None:
        """The question of the knowledge that is most like a text: by meaning, else by its letters."""
        if not self._questions:
            return None
        engine = MINILM if way == LATIN and MINILM in alike else MULTILINGUAL
        if engine in alike:
            of_questions = alike[engine][self._first :]
            at, score = int(of_questions.argmax()), float(of_questions.max())
        else:
            engine = TFIDF
            closest = process.extractOne(normalise(text), self._questions, scorer=fuzz.token_sort_ratio)
            at, score = (closest[2], closest[1] / 100) if closest else (0, 0.0)
        question = self.phrases[self._first + at]
        return {"question": question, "score": round(max(score, 0.0), 4), "threshold": ENOUGH[engine]}

    def to_bytes(self) -> bytes:
        """Return the model as it is kept: plain arrays and texts, so that reading it runs no code."""
        arrays: dict[str, Array] = {
            "owners": self.owners, "rarity": self.weighing.rarity, "bounds": self.weights.bounds,
            "columns": self.weights.phrases, "weights": self.weights.weights, **_arrays("tfidf", self.classifier),
        }  # fmt: skip
        for name, engine in self.vectors.items():
            arrays |= {f"{name}.places": engine.places, f"{name}.phrases": engine.phrases.astype(np.float16)}
            arrays |= _arrays(name, engine.classifier)
        header = {
            "form": FORM, "intents": self.intents, "phrases": self.phrases, "languages": self.languages,
            "names": self.weighing.names, "unknown": self.weighing.unknown,
            "vectors": list(self.vectors), "thresholds": self.thresholds, "few": self.few,
        }  # fmt: skip
        target = io.BytesIO()
        np.savez(target, **{HEADER: np.frombuffer(orjson.dumps(header), np.uint8)}, **arrays)  # type: ignore[arg-type]
        return zstandard.compress(target.getvalue(), 6)

    @classmethod
    def from_bytes(cls, data: bytes) -> "Model":
        """Return a model that was kept; raises ValueError where this is none, or of another form."""
        try:
            with np.load(io.BytesIO(zstandard.decompress(data)), allow_pickle=False) as archive:
                header = orjson.loads(archive[HEADER].tobytes())
                if header["form"] != FORM:
                    raise ValueError("This model is of another form.")
                return _from_arrays(header, archive)
        except (zstandard.ZstdError, BadZipFile, KeyError, OSError) as error:
            raise ValueError("This is no model.") from error


def _from_arrays(header: dict[str, Any], arrays: Mapping[str, Array]) -> Model:
    """A model from its texts and arrays."""
    vectors = {
        name: Vectors(arrays[f"{name}.places"], arrays[f"{name}.phrases"].astype(np.float32), _linear(name, arrays))
        for name in header["vectors"]
    }
    return Model(
        intents=header["intents"],
        phrases=header["phrases"],
        owners=arrays["owners"],
        languages=header["languages"],
        weighing=Weighing(header["names"], arrays["rarity"], header["unknown"]),
        weights=Weights(arrays["bounds"], arrays["columns"], arrays["weights"], len(header["phrases"])),
        classifier=_linear("tfidf", arrays),
        vectors=vectors,
        thresholds=header["thresholds"],
        few=header["few"],
    )


def _arrays(name: str, classifier: Linear) -> dict[str, Array]:
    """A classifier's arrays under its name."""
    return {
        f"{name}.known": classifier.known, f"{name}.coefficients": classifier.weights,
        f"{name}.offsets": classifier.offsets,
    }  # fmt: skip


def _linear(name: str, arrays: Mapping[str, Array]) -> Linear:
    """A classifier from its arrays."""
    return Linear(arrays[f"{name}.known"], arrays[f"{name}.coefficients"], arrays[f"{name}.offsets"])
