"""What takes the place of parts of a bot that were not understood: the person who imports it chooses."""

from collections.abc import Mapping
from typing import Any

from app.bots.flow.editing import without_node
from app.bots.imports.drafts import HANDOFF, PLACEHOLDER, SKIP
from app.bots.imports.sentences import sentence
from app.core.errors import BeyondSchema, Invalid


def with_choices(document: dict[str, Any], choices: Mapping[str, str]) -> dict[str, Any]:
    """Return a document of the right shape after each choice; Invalid names nodes that it does not have."""
    unknown = [name for name in choices if name not in document["nodes"]]
    if unknown:
        raise Invalid({f"choices.{name[:64]}": [BeyondSchema("There is no such node.")] for name in unknown[:50]})
    for name, choice in choices.items():
        if choice == SKIP and "next" in document["nodes"][name]:
            document = without_node(document, name)
        elif choice != PLACEHOLDER:
            document = document | {"nodes": document["nodes"] | {name: _other(document, name, choice)}}
    return document


def _other(document: dict[str, Any], name: str, choice: str) -> dict[str, Any]:
    """Another node in a node's place, which leads where that one leads."""
    node = document["nodes"][name]
    ahead = {"next": node["next"]} if "next" in node else {}
    if choice == SKIP:
        return {"type": "set", "set": {}}
    if choice == HANDOFF:
        return {"type": "handoff"} | ahead | ({"closed": node["next"]} if ahead else {})
    label = name.replace("_", " ")
    return {
        "type": "message",
        "text": {to: sentence("placeholder", to, what=label) for to in document["languages"]},
    } | ahead
