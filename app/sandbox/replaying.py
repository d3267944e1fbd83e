"""Conversations of the sandbox and regression cases: one made from the other."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import select

from app.accounts.users.models import User
from app.bots.cases.models import BotCase
from app.bots.cases.running import INPUTS, Script, event_of, get_recorded_turn, input_of
from app.bots.cases.service import CaseRun, create_case, get_case, keep, prepare_run, script_of
from app.bots.cases.words import check_words
from app.bots.catalog.models import Bot
from app.bots.catalog.service import get_bot
from app.bots.engine import State
from app.bots.runtime.conversing import flow_of, performer
from app.bots.runtime.playing import (
    Participant,
    Play,
    open_conversation,
    read_by,
    recorded_handler_seconds,
    replay_effects,
)
from app.channels.replays.keeping import check_words_reader, script_until
from app.conversations.models import Conversation
from app.core.db.base import db, fetch, without_lock
from app.core.db.ids import new_id
from app.core.errors import Conflict
from app.sandbox.models import Sandbox, SandboxTurn
from app.sandbox.turns import Now, messages_of, node_of, take_sandbox_turn


def make_case(row: Sandbox, turns: list[SandboxTurn], name: str, user: User) -> BotCase:
    """Make a case of a conversation; Conflict where running it does not come to the same."""
    if not turns:
        raise Conflict("Nothing was said yet.", code="nothing_said")
    if not row.opened:
        raise Conflict("This conversation is from before cases. Reset it first.", code="not_reproducible")
    bot = get_bot(row.bot_id)
    values = {
        "id": new_id(),
        "name": name,
        "language": row.language,
        "source": "sandbox",
        "link": f"/sandbox?id={row.id}",
        "turns": _turns(row, turns),
        "recording": _recording(row, turns),
    }
    user_id, document, version = user.id, row.document, row.version
    ready = prepare_run(bot, [script_of(create_case(bot, values, user_id))], document, version)
    # It is run before it is there: what was written for it until here goes with the transaction.
    with without_lock():
        (result,) = ready()
    if not result.passed:
        wrong = next(turn for turn in result.turns if not turn["passed"])
        raise Conflict(
            f"Run again, turn {wrong['number']} comes to something else. Reset the conversation and try once more.",
            code="not_reproducible",
            extra={"turn": {key: wrong[key] for key in ("number", "input", "differences")}},
        )
    case = create_case(bot, values, user_id)
    keep([CaseRun(case, result)], document, version)
    return case


def _turns(row: Sandbox, turns: list[SandboxTurn]) -> list[dict[str, Any]]:
    """What was said, and what came of it as what is expected."""
    after = [turn.before for turn in turns[1:]] + [row.state]
    return [
        _input(turn) | {"expect": _expectations(turn.trace, state)} for turn, state in zip(turns, after, strict=True)
    ]


def _input(turn: SandboxTurn) -> dict[str, str]:
    """What a turn put in."""
    kind = turn.input["type"]
    return {kind: turn.input[INPUTS[kind]]}


def _expectations(trace: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """What a turn came to: where it is, what it understood, what it learned and reached."""
    before, now = trace["variables"]["before"], trace["variables"]["after"]
    expect: dict[str, Any] = {"node": node_of(after)}
    if trace["intent"]:
        expect["intent"] = trace["intent"]["name"]
    goals = [effect["name"] for effect in trace["effects"] if effect["type"] == "goal"]
    if goals:
        expect["goal"] = goals[-1]
    slots = {name: value for name, value in now.items() if before.get(name) != value}
    return expect | ({"slots": slots} if slots else {})


def _recording(row: Sandbox, turns: list[SandboxTurn]) -> dict[str, Any]:
    """By what a conversation is replayed: clock, contact, channel, answers of calls, and variables that were edited."""
    steps = []
    for turn, edited in zip(turns, edits_of(row, turns), strict=True):
        replies = [message["text"] for message in turn.messages if message["speaker"] == "bot" and message["text"]]
        steps.append({"input": _input(turn), "now": turn.input["now"], "answers": turn.input["answers"], "set": edited,
                     "replies": replies})  # fmt: skip
    recording = {key: row.opened[key] for key in ("now", "session", "contact", "answers")}
    return recording | {"channel": row.channel, "version": row.version, "turns": steps} | _repeated(row.opened)


def _repeated(origin: Mapping[str, Any]) -> dict[str, str]:
    """The conversation of a customer whose words are repeated, if that is one."""
    return {"conversation": origin["conversation"]} if "conversation" in origin else {}


def edits_of(row: Sandbox, turns: list[SandboxTurn]) -> list[dict[str, Any]]:
    """Return the variables that were edited before each turn."""
    variables, edits = row.opened["variables"], []
    for turn in turns:
        old_variables = turn.before["variables"]
        edits.append(
            {name: value for name, value in old_variables.items() if name not in variables or variables[name] != value}
        )
        variables = turn.trace["variables"]["after"]
    return edits


def script_for(bot: Bot, values: Mapping[str, Any]) -> Script | None:
    """Return what a new conversation goes through first: a case, or what was said in a real one; None for neither."""
    if values.get("case") is not None:
        case = get_case(bot, values["case"])
        check_words(case)
        return script_of(case)
    if values.get("conversation") is None:
        return None
    check_words_reader(bot)
    query = select(Conversation).where(Conversation.id == values["conversation"], Conversation.bot_id == bot.id)
    conversation = fetch(query, "This conversation does not exist.")
    return script_until(conversation, values.get("until"))


def open_script(row: Sandbox, script: Script, participant: Participant, zone: str) -> None:
    """Go through a script's turns in a new conversation, on its clock and with what calls answered then."""
    recording = script.recording
    row.language, row.channel = script.language, recording.get("channel", row.channel)
    row.at = at = datetime.fromisoformat(recording["now"])
    participant = Participant(f"{row.id}.0", recording.get("contact", participant.contact), row.channel, row.language)
    with without_lock():
        play = _replaying(row, recording.get("answers", []), zone, at)
        opening = open_conversation(play, participant)
        state, turns = _go_through(row, script, zone, opening.state)
    row.state, row.opening = state, messages_of(opening)
    row.opened = {"now": at.isoformat(), "session": participant.session, "contact": dict(participant.contact),
                  "answers": recording.get("answers", []), "variables": opening.state["variables"],
                  **_repeated(recording)}  # fmt: skip
    db.session.add(row)
    db.session.flush()
    db.session.add_all(turns)
    db.session.flush()


def _go_through(row: Sandbox, script: Script, zone: str, state: State) -> tuple[State, list[SandboxTurn]]:
    """Take in the turns of a case one after another; return the state after them, and the turns."""
    turns: list[SandboxTurn] = []
    for number, turn in enumerate(script.turns, 1):
        recorded = get_recorded_turn(script.recording, number, turn)
        at = datetime.fromisoformat(recorded.get("now") or script.recording["now"])
        play = _replaying(row, recorded.get("answers", []), zone, at)
        state = state | {"variables": state["variables"] | recorded.get("set", {})}
        text = next(iter(input_of(turn).values()))
        state, sandbox_turn = take_sandbox_turn(
            Now(row.id, state, row.language), number, play, event_of(turn, {}), text
        )
        turns.append(sandbox_turn)
    return state, turns


def _replaying(row: Sandbox, answers: list[dict[str, Any]], zone: str, at: datetime) -> Play:
    """What a case's turn is played by: calls are answered as they were recorded."""
    reference = read_by(get_bot(row.bot_id), row.document, at)
    plain = performer(row.document, hosts=(), reference=reference)
    flow = flow_of(row.document, version=row.version)
    return Play(flow, replay_effects(plain, answers), reference, zone, at, recorded_handler_seconds(answers))
