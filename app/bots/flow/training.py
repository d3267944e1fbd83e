"""What of a flow document understanding is trained on, and the key of that content."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import orjson

FORM = 1
"""Raised when the same content is to give another model."""

LONG = 1000
"""Phrases and questions from which training takes minutes."""


def training_data(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the phrases of each intent by language, and the questions of the knowledge."""
    intents = {
        name: {language: list(phrases) for language, phrases in intent.get("phrases", {}).items() if phrases}
        for name, intent in document.get("intents", {}).items()
    }
    return {
        "intents": {name: wordings for name, wordings in intents.items() if wordings},
        "questions": questions_of(document),
    }


def questions_of(document: Mapping[str, Any]) -> list[str]:
    """Return every question of a document's knowledge once, in all languages."""
    questions = [wordings for entry in document.get("knowledge", ()) for wordings in entry["question"].values()]
    return list(
        dict.fromkeys(
            question
            for wordings in questions
            for question in ([wordings] if isinstance(wordings, str) else wordings)
            if question
        )
    )


def has_training_data(document: Mapping[str, Any]) -> bool:
    """Whether there is anything to train on."""
    return any(training_data(document).values())


def is_long(data: Mapping[str, Any]) -> bool:
    """Whether training on data takes minutes rather than seconds."""
    count = sum(len(phrases) for languages in data["intents"].values() for phrases in languages.values())
    return count + len(data["questions"]) > LONG


def training_key(document: Mapping[str, Any]) -> str:
    """Return the SHA-256 of the training data in hex: two documents of one key share a model."""
    return sha256(orjson.dumps([FORM, training_data(document)], option=orjson.OPT_SORT_KEYS)).hexdigest()
