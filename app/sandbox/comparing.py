"""Two versions side by side: what another version makes of everything that was said in a conversation."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from app.bots.catalog import versions
from app.bots.catalog.service import get_bot
from app.bots.runtime.conversing import flow_of, performer
from app.bots.runtime.playing import Play, Who, handlers_recorded, open_conversation, read_by, replayed
from app.clients.service import get_client
from app.core.errors import Conflict
from app.sandbox.models import Sandbox, SandboxTurn
from app.sandbox.replaying import edits_of
from app.sandbox.turns import Now, messages_of, taken_turn

Message = Mapping[str, Any]


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
        return Play(flow, replayed(perform, answers), reference, zone, moment, handlers_recorded(answers))

    known = row.opened
    who = Who(known["session"], known["contact"], row.channel, row.language)
    opening = open_conversation(play(known["now"], known["answers"]), who)
    state, expected = opening.state, messages_of(opening)
    compared: list[dict[str, Any]] = []
    for turn, edited in zip(turns, edits_of(row, turns), strict=True):
        state = state | {"variables": state["variables"] | edited}
        event = {key: value for key, value in turn.said.items() if key not in ("shown", "now", "answers")}
        messages: list[dict[str, Any]] = []
        intent = None
        if event["type"] != "jump" or event["node"] in document["nodes"]:
            now = Now(row.id, state, row.language)
            played_turn = play(turn.said["now"], turn.said["answers"])
            state, other = taken_turn(now, turn.number, played_turn, event, turn.said["shown"])
            messages, intent = other.messages, other.trace["intent"]
        compared.append(
            {
                "number": turn.number,
                "messages": messages,
                "intent": intent and intent["name"],
                "differs": _seen(messages) != _seen(turn.messages),
            }
        )
    opens_otherwise = _seen(expected) != _seen(row.opening)
    return {
        "version": version,
        "messages": expected,
        "opens_otherwise": opens_otherwise,
        "turns": compared,
        "different": len([turn for turn in compared if turn["differs"]]) + opens_otherwise,
    }


def _seen(messages: Sequence[Message]) -> list[Any]:
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
