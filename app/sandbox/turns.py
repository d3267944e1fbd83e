"""One turn of a conversation in the sandbox: what comes in, what comes of it, and what it is replayed by."""

import time
from collections.abc import Mapping
from typing import Any, NamedTuple

from app.bots.engine import State, is_over_for
from app.bots.runtime.conversing import TurnResult
from app.bots.runtime.playing import (
    Participant,
    Play,
    following,
    meanings,
    open_conversation,
    record_effects,
    take_turn,
)
from app.bots.runtime.tracing import trace_of
from app.sandbox.models import SandboxTurn


class Now(NamedTuple):
    """A conversation as a turn finds it, read before its transaction ends."""

    id: int
    state: State
    language: str | None


def node_of(state: Mapping[str, Any]) -> str | None:
    """Return the node at which a conversation waits."""
    waiting = state["waiting"]
    node: str | None = state["open"] or (waiting and waiting["node"])
    return node


def take_sandbox_turn(
    sandbox: Now, number: int, play: Play, event: Mapping[str, Any], text: str
) -> tuple[State, SandboxTurn]:
    """Take an event in; return the state after it and the turn, which nobody has stored yet.

    An ended conversation begins again with what is said or chosen.
    """
    answers: list[dict[str, Any]] = []
    play = play._replace(perform=record_effects(play.perform, answers))
    state, opening = sandbox.state, None
    began = time.perf_counter()
    if is_over_for(state, event):
        participant = Participant(following(state["session"]), state["contact"], state["channel"], sandbox.language)
        opening = open_conversation(play, participant)
        state = opening.state
    if event["type"] == "text":
        event = dict(event) | {"parse": meanings(play.reference, [event["text"]])[event["text"]]}
    result = take_turn(play, state, event)
    ms = round((time.perf_counter() - began) * 1000, 1)
    event_values = {key: value for key, value in event.items() if key != "parse"}
    turn = SandboxTurn(
        sandbox_id=sandbox.id,
        number=number,
        input=event_values | {"shown": text, "now": play.at.isoformat(), "answers": answers},
        messages=(messages_of(opening) if opening else []) + messages_of(result),
        trace=trace_of(state, result, event, ms),
        before=sandbox.state,
    )
    return result.state, turn


def messages_of(result: TurnResult) -> list[dict[str, Any]]:
    """Return the replies as messages, and what happens to the conversation between them."""
    messages = [
        {
            "speaker": "bot",
            "kind": reply["kind"],
            "text": reply["text"],
            "options": reply.get("options", []),
            "language": reply["language"],
            "node": reply["node"],
            "input": reply.get("input"),
            "links": reply.get("links", []),
            "media": reply.get("media"),
        }
        for reply in result.replies
    ]
    kinds = [effect["type"] for effect in result.effects]
    return messages + [_system(kind) for kind in ("handoff", "call_back", "end") if kind in kinds]


def _system(kind: str) -> dict[str, Any]:
    """A message that tells what happened to the conversation."""
    return {"speaker": "system", "kind": kind, "text": "", "options": [], "language": None, "node": None,
            "input": None, "links": [], "media": None}  # fmt: skip
