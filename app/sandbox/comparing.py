"""Two versions side by side: what another version makes of everything that was said in a conversation."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from app.bots.catalog import versions
from app.bots.catalog.service import get_bot
from app.bots.flow.differences import text_parts
from app.bots.runtime.conversing import flow_of, performer
from app.bots.runtime.playing import (
    Participant,
    Play,
    open_conversation,
    read_by,
    recorded_handler_seconds,
    replay_effects,
)
from app.clients.service import get_client
from app.core.errors import Conflict
from app.sandbox.models import Sandbox, SandboxTurn
from app.sandbox.replaying import edits_of
from app.sandbox.turns import Now, messages_of, node_of, take_sandbox_turn

Message = Mapping[str, Any]
NO_TRACE: dict[str, Any] = {"intent": None, "path": [], "warnings": []}
"""Of a turn that the other version cannot take."""


def compare(row: Sandbox, turns: list[SandboxTurn], version: str) -> dict[str, Any]:
    """Return what a version answers to the inputs of a conversation, on its clock and with what calls answered then.

    Nothing of it is stored, and nothing goes out.
    """
    if not row.opened:
        raise Conflict("This conversation is from before comparisons. Reset it first.", code="not_reproducible")
    bot = get_bot(row.bot_id)
    document, zone = versions.runnable_document(bot, version), get_client(bot.client_id).zone
    flow = flow_of(document, version=version)

    def play(at: str, answers: list[dict[str, Any]]) -> Play:
        moment = datetime.fromisoformat(at)
        reference = read_by(bot, document, moment)
        perform = performer(document, hosts=(), reference=reference)
        return Play(flow, replay_effects(perform, answers), reference, zone, moment, recorded_handler_seconds(answers))

    opened = row.opened
    participant = Participant(opened["session"], opened["contact"], row.channel, row.language)
    opening = open_conversation(play(opened["now"], opened["answers"]), participant)
    state, expected = opening.state, messages_of(opening)
    compared: list[dict[str, Any]] = []
    after = [*(turn.before for turn in turns), row.state][1:]
    for turn, edited, turn_after in zip(turns, edits_of(row, turns), after, strict=True):
        state = state | {"variables": state["variables"] | edited}
        event = {key: value for key, value in turn.input.items() if key not in ("shown", "now", "answers")}
        messages: list[dict[str, Any]] = []
        trace: dict[str, Any] = NO_TRACE | {"variables": {"after": state["variables"]}}
        if event["type"] != "jump" or event["node"] in document["nodes"]:
            now = Now(row.id, state, row.language)
            played_turn = play(turn.input["now"], turn.input["answers"])
            state, other = take_sandbox_turn(now, turn.number, played_turn, event, turn.input["shown"])
            messages, trace = other.messages, other.trace
        compared.append(_serialize_turn(turn, messages, trace, _values("node", node_of(turn_after), node_of(state))))
    opens_otherwise = _visible_parts(expected) != _visible_parts(row.opening)
    return {
        "version": version,
        "messages": expected,
        "opens_otherwise": opens_otherwise,
        "parts": _parts(row.opening, expected),
        "differences": _differences(row.opening, expected),
        "turns": compared,
        "different": len([turn for turn in compared if turn["differs"]]) + opens_otherwise,
    }


def _serialize_turn(
    turn: SandboxTurn, messages: list[dict[str, Any]], trace: dict[str, Any], nodes: list[dict[str, Any]]
) -> dict[str, Any]:
    """A turn beside what a version made of it; `nodes` is how the places differ that both came to."""
    return {
        "number": turn.number,
        "messages": messages,
        "intent": _intent(trace),
        "differs": _visible_parts(messages) != _visible_parts(turn.messages),
        "parts": _parts(turn.messages, messages),
        "differences": _differences(turn.messages, messages)
        + _missing(turn, trace)
        + _values("intent", _intent(turn.trace), _intent(trace))
        + _values("route", turn.trace["path"], trace["path"])
        + nodes
        + _variables(turn.trace["variables"]["after"], trace["variables"]["after"]),
    }


def _visible_parts(messages: Sequence[Message]) -> list[Any]:
    """What of messages a person sees."""
    return [
        (
            message["speaker"],
            message["kind"],
            message["text"],
            [option["label"] for option in message["options"]],
            message["links"],
            message["media"],
        )
        for message in messages
    ]


def _texts(messages: Sequence[Message]) -> str:
    """The texts of messages, one a line."""
    return "\n".join(message["text"] for message in messages if message["text"])


def _parts(messages: Sequence[Message], others: Sequence[Message]) -> list[dict[str, str]]:
    """The texts of both sides word by word; nothing where they are the same."""
    text, other = _texts(messages), _texts(others)
    return [part._asdict() for part in text_parts(text, other)] if text != other else []


def _differences(messages: Sequence[Message], others: Sequence[Message]) -> list[dict[str, Any]]:
    """What differs of messages that a person sees: texts, options by their labels, and what else there is of them."""
    wording = _values("text", _texts(messages), _texts(others))
    options, other = _labels(messages), _labels(others)
    alone = [label for label in options if label not in other], [label for label in other if label not in options]
    choices = [_difference("options", *alone)] if options != other else []
    if wording or choices or _visible_parts(messages) == _visible_parts(others):
        return wording + choices
    return [_difference("other", None, None)]


def _labels(messages: Sequence[Message]) -> list[str]:
    return [option["label"] for message in messages for option in message["options"]]


def _missing(turn: SandboxTurn, trace: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The option that was chosen, where one of the versions did not offer it."""
    unknown = [any(warning["code"] == "unknown_option" for warning in side["warnings"]) for side in (turn.trace, trace)]
    options = [None if is_unknown else turn.input["shown"] for is_unknown in unknown]
    return _values("option", *options)


def _variables(values: Mapping[str, Any], others: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The variables that are not the same after a turn."""
    pairs = [(name, values.get(name), others.get(name)) for name in sorted(values.keys() | others.keys())]
    return [_difference("variable", a, b, name) for name, a, b in pairs if a != b]


def _values(aspect: str, a: Any, b: Any) -> list[dict[str, Any]]:
    return [_difference(aspect, a, b)] if a != b else []


def _difference(aspect: str, a: Any, b: Any, name: str | None = None) -> dict[str, Any]:
    return {"what": aspect, "name": name, "a": a, "b": b}


def _intent(trace: Mapping[str, Any]) -> str | None:
    intent: str | None = trace["intent"] and trace["intent"]["name"]
    return intent
