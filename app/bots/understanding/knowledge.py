"""The answer to a text: of a flow's own questions by understanding, else by shared words; then of its documents."""

from collections.abc import Mapping
from typing import Any

from rapidfuzz import fuzz, process

from app.bots.understanding.service import Reference, understand
from app.core.text import normalise

ENOUGH = 82.0
"""Likeness, of 100, from which a question counts as the one asked."""
TRACED = ("document", "passage", "title", "page", "score", "stale")
"""What a trace keeps of a passage."""


def find_answer(document: Mapping[str, Any], query: str, reference: Reference | None = None) -> dict[str, Any] | None:
    """Return the answer to a text, its likeness from 0 to 1 and what the trace keeps of the search, or None."""
    result = look_up(document, query, reference)
    return result if result["answer"] is not None else None


def look_up(document: Mapping[str, Any], query: str, reference: Reference | None) -> dict[str, Any]:
    """Return what answers a text, the nearest question of the flow or else passages, with the trace of the search."""
    nearest = _by_meaning(query, reference)
    hits = nearest["hits"] if nearest is not None else _by_words(document, query, 1)
    enough = nearest["threshold"] if nearest is not None else ENOUGH / 100
    hit = next((hit for hit in hits if enough is not None and hit["score"] >= enough), None)
    if hit is not None:
        trace = {"query": query, "score": hit["score"], "question": hit["question"], "by": "questions"}
        return hit | {"trace": trace}
    if reference is None or reference.library is None:
        return {"answer": None, "score": None, "trace": {"query": query, "score": None}}
    read = reference.library.find(query)
    answer, score = read["answer"], read["hits"][0]["score"] if read["hits"] else None
    trace = {
        "query": query, "score": score, "by": "documents", "ms": read["ms"],
        "hits": [{name: hit[name] for name in TRACED} for hit in read["hits"]],
        "citations": [{name: cited[name] for name in TRACED} for cited in answer["citations"]] if answer else [],
    }  # fmt: skip
    return {"answer": answer and answer["text"], "score": score, "trace": trace}


def search(
    document: Mapping[str, Any], query: str, reference: Reference | None, *, most: int, language: str | None
) -> dict[str, Any]:
    """Return the questions and passages most like a text, best first; what would be answered, and from which score."""
    nearest = _by_meaning(query, reference)
    if nearest is None:
        nearest = {"hits": _by_words(document, query, most), "threshold": ENOUGH / 100, "by": "words"}
    hits = [
        {
            "document": None,
            "passage": None,
            "page": None,
            "heading": "",
            "stale": False,
            "title": hit["question"],
            "text": _in_language(hit["answer"], language or document["languages"][0]),
            "score": hit["score"],
        }
        for hit in nearest["hits"]
    ]
    best = hits[0] if hits and nearest["threshold"] is not None and hits[0]["score"] >= nearest["threshold"] else None
    answer = {"text": best["text"], "citations": [best]} if best else None
    library = reference.library if reference is not None else None
    read = library.find(query, most) if library is not None else {"hits": [], "answer": None, "threshold": None}
    if answer is None and read["answer"] is not None:
        answer = read["answer"]
    if read["hits"]:
        nearest["passage_threshold"] = read["threshold"]
    ordered = sorted(hits + read["hits"], key=lambda hit: -hit["score"])
    return nearest | {"query": query, "hits": ordered[:most], "answer": answer}


def _in_language(answer: Mapping[str, Any], language: str) -> str:
    """The first wording of an answer in a language, or in whichever there is."""
    wording = answer.get(language) or next(iter(answer.values()), "")
    return wording if isinstance(wording, str) else wording[0]


def _by_meaning(query: str, reference: Reference | None) -> dict[str, Any] | None:
    """The nearest question to a model, if any; None while there is no model that answers."""
    (item,) = understand(reference, [query], None) if reference is not None else [None]
    if item is None:
        return None
    question = item["knowledge"]
    hits = [{name: question[name] for name in ("answer", "question", "score")}] if question is not None else []
    return {"hits": hits, "threshold": question and question["threshold"], "by": "meaning"}


def _by_words(document: Mapping[str, Any], query: str, most: int) -> list[dict[str, Any]]:
    """The questions that share most words with a text, each answer once."""
    questions: list[tuple[str, int]] = []
    answers = [entry["answer"] for entry in document.get("knowledge", ())]
    for at, entry in enumerate(document.get("knowledge", ())):
        for wordings in entry["question"].values():
            questions += [
                (normalise(question), at) for question in ([wordings] if isinstance(wordings, str) else wordings)
            ]
    matches = process.extract(
        normalise(query), [text for text, _ in questions], scorer=fuzz.token_sort_ratio, limit=None
    )
    hits: dict[int, dict[str, Any]] = {}
    for text, score, place in matches:
        at = questions[place][1]
        if score > 0 and len(hits) < most:
            hits.setdefault(at, {"answer": dict(answers[at]), "question": text, "score": round(score / 100, 3)})
    return list(hits.values())
