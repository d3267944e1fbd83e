"""What a bot's documents answer: passages found by words and by meaning, and the sentences that answer best."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from app.bots.documents.passages import sentences
from app.bots.documents.ranking import Index
from app.bots.understanding.client import Understanding
from app.bots.understanding.embedding import DIMENSIONS, MINILM, MULTILINGUAL
from app.bots.understanding.scripts import LATIN, route
from app.core.lru import Recent

THRESHOLD = 0.4
"""The score from which a passage answers."""
RANGES = {MINILM: (0.15, 0.75), MULTILINGUAL: (0.78, 0.92)}
"""Likenesses of a question and a passage that say nothing and everything, by what made the vectors."""
SECOND = 0.8
"""How good, beside the best sentence, a second one must be to be said with it."""
SHORT = 40
"""Words of a passage that is said whole."""
READ = 8
Floats = npt.NDArray[np.float32]


class StoredPassage(NamedTuple):
    """A passage as it is searched."""

    id: int
    document: int
    title: str
    page: int | None
    heading: str
    text: str
    is_stale: bool


class Hit(NamedTuple):
    """A passage that was found, with its score from 0 to 1."""

    passage: StoredPassage
    score: float


@dataclass(frozen=True, slots=True)
class Shelf:
    """All passages of a bot, with one row of numbers each where there are vectors."""

    passages: Sequence[StoredPassage]
    vectors: dict[str, tuple[npt.NDArray[np.int64], Floats]]
    """By engine: the places of passages and their vectors."""


class Library:
    """The passages of a bot's documents, searched without the database."""

    def __init__(self, shelf: Shelf, understanding: Understanding) -> None:
        """Hold the passages; their index is made when it is first asked for."""
        self.shelf, self._understanding = shelf, understanding
        self._questions: Recent[str, tuple[str, Floats]] = Recent(256)

    @cached_property
    def _index(self) -> Index:
        return Index(f"{passage.heading}\n{passage.text}" for passage in self.shelf.passages)

    @cached_property
    def _is_latin(self) -> npt.NDArray[np.bool_]:
        return np.array([route(passage.text) == LATIN for passage in self.shelf.passages])

    def search(self, query: str, most: int = READ) -> list[Hit]:
        """Return the passages nearest to a question, the best first.

        Words and meaning count half each, from the least to the greatest of a question; across scripts meaning alone.
        Those found so are in the order of their scores, and of that rank where these are the same.
        """
        if not self.shelf.passages:
            return []
        lexical, meaning, has_vector = self._index.scores(query), *self._meaning(query)
        same = self._is_latin == (route(query) == LATIN)
        ranked = np.where(same, _scale_scores(lexical), 0.0)
        if has_vector.any():
            near = _scale_scores(np.where(has_vector, meaning, meaning[has_vector].min()))
            ranked = np.where(has_vector, np.where(same, (ranked + near) / 2, near), ranked / 2)
        order = [int(at) for at in np.argsort(-ranked, kind="stable")[: max(most, READ)] if ranked[at] > 0]
        texts = [f"{self.shelf.passages[at].heading}\n{self.shelf.passages[at].text}" for at in order]
        covered = self._index.coverage(query, texts)
        hits = [
            Hit(self.shelf.passages[at], _score(covers, bool(same[at]), float(meaning[at]) if has_vector[at] else None))
            for at, covers in zip(order, covered, strict=True)
        ]
        return sorted((hit for hit in hits if hit.score > 0), key=lambda hit: -hit.score)[:most]

    def _meaning(self, query: str) -> tuple[Floats, npt.NDArray[np.bool_]]:
        """How near in meaning each passage is to a question from 0 to 1, and of which that can be said."""
        size = len(self.shelf.passages)
        near, has_vector = np.zeros(size, np.float32), np.zeros(size, bool)
        question = self._embed_query([query]) if self.shelf.vectors else None
        if question is None or question[0] not in self.shelf.vectors:
            return near, has_vector
        engine, rows = question
        if engine == MINILM and route(query) != LATIN:
            return near, has_vector
        places, vectors = self.shelf.vectors[engine]
        low, high = RANGES[engine]
        near[places] = np.clip((vectors @ rows[0] - low) / (high - low), 0.0, 1.0)
        has_vector[places] = True
        if engine == MINILM:
            has_vector &= self._is_latin
        return near, has_vector

    def _embed_query(self, texts: list[str]) -> tuple[str, Floats] | None:
        vector = self._questions.get(texts[0]) if len(texts) == 1 else None
        result = vector or self._understanding.embed(texts, "query")
        if result is not None and len(texts) == 1:
            self._questions.put(texts[0], result)
        return result

    def find(self, query: str, most: int = READ) -> dict[str, Any]:
        """Return what documents answer to a question, what was found, and how long that took."""
        began = time.monotonic()
        hits = self.search(query, most) if query.strip() else []
        answer = self.answer(query, hits)
        fields = [serialize_hit(hit) | {"text": hit.passage.text, "heading": hit.passage.heading} for hit in hits]
        ms = round((time.monotonic() - began) * 1000)
        return {"answer": answer, "hits": fields, "threshold": THRESHOLD, "ms": ms}

    def answer(self, query: str, hits: Sequence[Hit]) -> dict[str, Any] | None:
        """Return the sentences that answer best, with their citations; None where nothing is near enough."""
        best = next((hit for hit in hits if hit.score >= THRESHOLD), None)
        if best is None:
            return None
        text = self.best_sentences(query, best.passage.text)
        return {"text": text, "citations": [serialize_hit(best) | {"text": text}]}

    def best_sentences(self, query: str, text: str) -> str:
        """Return the one or two sentences of a passage that answer best; a short passage is said whole."""
        parts = sentences(text)
        if len(text.split()) <= SHORT or len(parts) <= 2:
            return text
        scores = np.array(self._index.coverage(query, parts), np.float32)
        embedded = self._embed_query([query, *parts]) if self.shelf.vectors else None
        if embedded is not None and (embedded[0] == MULTILINGUAL or route(query) == route(text) == LATIN):
            low, high = RANGES[embedded[0]]
            scores = (scores + np.clip((embedded[1][1:] @ embedded[1][0] - low) / (high - low), 0, 1)) / 2
        first = int(scores.argmax())
        beside = [at for at in (first - 1, first + 1) if 0 <= at < len(parts)]
        second = max(beside, key=lambda at: scores[at])
        places = sorted({first, second} if scores[second] >= SECOND * scores[first] else {first})
        return " ".join(parts[at] for at in places)


def serialize_hit(hit: Hit) -> dict[str, Any]:
    """A hit as traces and reports name it."""
    passage = hit.passage
    return {"document": str(passage.document), "passage": str(passage.id), "title": passage.title,
            "page": passage.page, "score": hit.score, "stale": passage.is_stale}  # fmt: skip


def _scale_scores(scores: Floats) -> Floats:
    """Scores from the least, as 0, to the greatest, as 1."""
    low, high = float(scores.min()), float(scores.max())
    scaled: Floats = (scores - low) / (high - low) if high > low else np.minimum(scores, 1.0).astype(np.float32)
    return scaled


def _score(covers: float, is_same_script: bool, meaning: float | None) -> float:
    """How sure it is that a passage answers: words count where the script is the same, meaning where it is known."""
    if meaning is None:
        return round(covers, 3) if is_same_script else 0.0
    return round((covers + meaning) / 2 if is_same_script else meaning, 3)


def shelf_of(rows: Sequence[tuple[StoredPassage, str, bytes | None]]) -> Shelf:
    """Return passages as they are searched, from rows with engine and vector."""
    places: dict[str, list[int]] = {}
    for at, (_, engine, vector) in enumerate(rows):
        if vector is not None and len(vector) == 4 * DIMENSIONS and engine in RANGES:
            places.setdefault(engine, []).append(at)
    vectors = {
        engine: (np.array(ids), np.frombuffer(b"".join(rows[at][2] or b"" for at in ids), np.float32)
                 .reshape(len(ids), DIMENSIONS))
        for engine, ids in places.items()
    }  # fmt: skip
    return Shelf([stored for stored, _, _ in rows], vectors)
