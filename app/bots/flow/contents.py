"""What a flow document holds, in figures: nodes, intents, phrases, texts by language, goals, answers, hours."""

from collections.abc import Mapping
from typing import Any

from app.bots.engine.phrases import TEXTLESS
from app.bots.flow.validation import has_text, needed_texts


def contents_of(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the figures of a document of the right shape."""
    intents = document.get("intents", {})
    phrases = [wordings for intent in intents.values() for wordings in intent.get("phrases", {}).values()]
    required_texts = [texts or {} for _, _, texts in needed_texts(document)]
    goals = (node["name"] for node in document["nodes"].values() if node["type"] == "goal")
    return {
        "nodes": len(document["nodes"]),
        "intents": len(intents),
        "phrases": sum(map(len, phrases)),
        "entities": len(document.get("entities", {})),
        "variables": len(document.get("variables", {})),
        "answers": len(document.get("knowledge", ())),
        "goals": sorted({*goals, *document.get("goals", ())}),
        "texts": [
            {
                "language": language,
                "done": sum(has_text(texts.get(language)) for texts in required_texts),
                "of": len(required_texts),
            }
            for language in document["languages"]
            if language not in TEXTLESS
        ],
        "hours": document.get("hours"),
    }
