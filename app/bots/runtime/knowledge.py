"""The answer of a flow's own questions and answers to a text: by understanding, else by the words they share."""

from collections.abc import Mapping
from typing import Any

from rapidfuzz import fuzz, process

from app.bots.engine.text import normalise
from app.bots.understanding.service import Reference, understand

ENOUGH = 82.0
"""Likeness, of 100, from which a question counts as the one asked."""


def find_answer(document: Mapping[str, Any], query: str, reference: Reference | None = None) -> dict[str, Any] | None:
    """Return the answer whose question is most like the text and its likeness from 0 to 1, or None."""
    (item,) = understand(reference, [query], None) if reference is not None else [None]
    if item is None:
        return _by_words(document, query)
    found = item["knowledge"]
    if found is None or found["score"] < found["threshold"]:
        return None
    return {name: found[name] for name in ("answer", "question", "score")}


def _by_words(document: Mapping[str, Any], query: str) -> dict[str, Any] | None:
    """The same while there is no model that answers."""
    asked: list[tuple[str, Mapping[str, Any]]] = []
    for one in document.get("knowledge", ()):
        for said in one["question"].values():
            asked += [(normalise(question), one["answer"]) for question in ([said] if isinstance(said, str) else said)]
    found = process.extractOne(
        normalise(query), [text for text, _ in asked], scorer=fuzz.token_sort_ratio, score_cutoff=ENOUGH
    )
    if found is None:
        return None
    text, score, at = found
    return {"answer": dict(asked[at][1]), "question": text, "score": round(score / 100, 3)}
