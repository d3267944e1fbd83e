"""Playing a conversation without a channel: the sandbox and regression cases, on a clock of their own."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from app.bots.catalog.models import Bot
from app.bots.engine import Flow, State, new_state
from app.bots.runtime.conversing import Effect, Perform, Result, TurnResult, join_results, result_of_offer, take
from app.bots.understanding.service import Reference, reference_of, understand
from app.core.errors import BeyondSchema, Invalid

LOCAL = r"^(?:19|20|21)[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}$"
"""A moment as a bot's own clock shows it: `2026-11-24T10:00`."""
RECORDED = ("call", "handler", "offer")
"""Effects whose answers are recorded; handlers have no node."""
REPLAYED_S = 1.0
WAITS = 5
"""Waits of a flow that one turn passes over."""


class Play(NamedTuple):
    """All that a conversation is played by."""

    flow: Flow
    perform: Perform
    reference: Reference | None
    zone: str
    at: datetime
    handlers: float | None = None
    """The seconds in which the bot's handlers answer what the flow does not; None where it has none."""


def local_moment(local: str, zone: str) -> datetime:
    """Return the moment that a clock in a zone shows as `2026-11-24T10:00`; Invalid where there is none."""
    try:
        return datetime.fromisoformat(local).replace(tzinfo=ZoneInfo(zone))
    except ValueError:
        raise Invalid({"local": [BeyondSchema("There is no such day or time.")]}) from None


def read_by(bot: Bot, document: Mapping[str, Any], at: datetime) -> Reference | None:
    """Return what reads texts for a document at a moment; None before the bot's first model is ready."""
    reference = reference_of(bot, document)
    return reference and replace(reference, now=at)


def meanings(reference: Reference | None, texts: Sequence[str]) -> dict[str, Any]:
    """Return what each text means, as the engine takes it."""
    unique = list(dict.fromkeys(texts))
    return dict(zip(unique, understand(reference, unique, None) if reference else [None] * len(unique), strict=True))


class Participant(NamedTuple):
    """Whom the bot talks to and where; `session` is what chance follows from, with its count: `7.0`."""

    session: str
    contact: Mapping[str, Any]
    channel: str
    language: str | None


def open_conversation(play: Play, participant: Participant) -> TurnResult:
    """Begin a conversation and let the bot open it."""
    state = new_state(
        play.flow,
        session=participant.session,
        contact=participant.contact,
        channel=participant.channel,
        language=participant.language,
    )
    return take_turn(play, state, {"type": "start"})


def take_turn(play: Play, state: State, event: Mapping[str, Any]) -> TurnResult:
    """Take an event in; a wait of the flow is over at once, as nobody tries a bot to wait."""
    event = dict(event) | ({"handlers": play.handlers} if event["type"] == "text" else {})
    turn = take(play.flow, state, event, perform=play.perform, now=play.at, zone=play.zone)
    for _ in range(WAITS):
        waiting = turn.state["waiting"]
        if waiting is None or waiting["type"] != "wait":
            break
        timer = {"type": "timer", "effect": waiting["id"]}
        turn = join_results(turn, take(play.flow, turn.state, timer, perform=play.perform, now=play.at, zone=play.zone))
    return turn


def following(session: str) -> str:
    """Return the name of the session after this one: `7.0` is followed by `7.1`."""
    name, _, count = session.rpartition(".")
    return f"{name}.{int(count) + 1}"


def record_effects(perform: Perform, answers: list[dict[str, Any]]) -> Perform:
    """Return what does effects and notes what calls and handlers answered, for another time."""

    def perform_and_note(effect: Effect) -> Result:
        result = perform(effect)
        if effect["type"] in RECORDED:
            answer = {key: result.get(key) for key in ("ok", "status", "value")}
            answers.append({"node": effect["node"]} | answer)
        return result

    return perform_and_note


def recorded_handler_seconds(answers: Sequence[Mapping[str, Any]]) -> float | None:
    """Return the seconds that recorded handlers have; None where none was asked."""
    return REPLAYED_S if any(answer["node"] is None for answer in answers) else None


def replay_effects(perform: Perform, answers: list[dict[str, Any]]) -> Perform:
    """Return what answers calls, handlers and offers as they were recorded, and does all other effects.

    A handler or an offer that nobody has recorded has no answer. A call that nobody has recorded answers 200 without
    content, and its trace says so: nothing goes out.
    """
    remaining = list(answers)

    def answer(effect: Effect) -> Result:
        if effect["type"] not in RECORDED:
            return perform(effect)
        match = next((row for row in remaining if row["node"] == effect["node"]), None)
        if effect["type"] == "handler":
            return {"ok": False, "status": None} if match is None else dict(match)
        if effect["type"] == "offer":
            return result_of_offer(match["value"] if match is not None and match["ok"] else None)
        trace = {"method": effect["method"], "url": effect["url"], "ms": 0}
        if match is None:
            return {"ok": True, "status": 200, "value": None, "trace": trace | {"status": 200, "error": "not_recorded"}}
        remaining.remove(match)
        trace |= {"status": match["status"], "error": "" if match["ok"] else "recorded"}
        return {"ok": match["ok"], "status": match["status"], "value": match["value"], "trace": trace}

    return answer
