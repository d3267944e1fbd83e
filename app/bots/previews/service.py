"""A conversation that shows what a document does: a visitor's lines, played through the engine."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from app.bots.engine import new_state
from app.bots.runtime.conversing import TurnResult, flow_of, performer, take

Line = str | Mapping[str, str]
"""What a visitor says, or `choice` with the option they press."""


def play(
    document: Mapping[str, Any], lines: Sequence[Line], *, language: str, visitor: str, now: datetime, zone: str
) -> dict[str, Any]:
    """Return the messages of both sides and the goals reached; calls to other systems are not made, they fail."""
    flow = flow_of(document, version="preview")
    calls = {name: {"as": "500"} for name, node in document["nodes"].items() if node["type"] == "call"}
    perform = performer(document, hosts=(), forced=calls)
    contact = {"first_name": visitor, "name": visitor}
    state = new_state(flow, session="preview", contact=contact, language=language)
    messages: list[dict[str, Any]] = []

    def go(event: Mapping[str, Any]) -> TurnResult:
        turn = take(flow, state, event, perform=perform, now=now, zone=zone)
        messages.extend(_message(reply) for reply in turn.replies)
        return turn

    state = go({"type": "start"}).state
    for line in lines:
        if state["ended"]:
            break
        if isinstance(line, str):
            messages.append({"speaker": "user", "text": line, "options": []})
            event = {"type": "text", "text": line}
        else:
            _choose(messages, line["choice"])
            event = {"type": "choice", "option": line["choice"]}
        state = go(event).state
    return {"messages": messages, "goals": state["goals"]}


def _message(reply: Mapping[str, Any]) -> dict[str, Any]:
    """A reply of the bot with what can be pressed."""
    options = [{"id": option["id"], "label": option["label"], "chosen": False} for option in reply.get("options", ())]
    return {"speaker": "bot", "text": reply["text"], "options": options}


def _choose(messages: list[dict[str, Any]], option: str) -> None:
    """Mark the button that is pressed, which says what the visitor says."""
    for button in messages[-1]["options"]:
        button["chosen"] = button["id"] == option
