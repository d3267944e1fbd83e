"""Rules of the sandbox: opening, talking, looking inside, going back."""

import time
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Select, delete, func, select

from app.accounts.users.models import User
from app.bots.catalog import flows, versions
from app.bots.catalog.models import Bot
from app.bots.catalog.service import get_bot
from app.bots.engine import Flow, new_state
from app.bots.flow.validation import errors_of, validate
from app.bots.runtime.conversing import Perform, Taken, flow_of, joined, performer, take
from app.bots.runtime.tracing import trace_of
from app.bots.understanding.service import Reference, reference_of, understand
from app.clients.service import get_client
from app.core import clock
from app.core.db.base import db, hold
from app.core.db.ids import new_id
from app.core.errors import Conflict, Invalid, NotFound, Stale
from app.core.jobs.schedule import daily
from app.sandbox.models import Sandbox, SandboxTurn

CHANNELS = ("web", "whatsapp", "messenger", "telegram", "slack", "voice")
TURNS = 200
"""Turns one conversation holds."""
WAITS = 5
"""Waits of a flow that one turn passes over."""
KEPT = timedelta(days=30)
WORKING, LIVE = "working", "live"


def list_sandboxes(user: User) -> Select[Sandbox]:
    """Select a person's conversations."""
    return select(Sandbox).where(Sandbox.user_id == user.id)


def get_sandbox(sandbox_id: int, user: User) -> Sandbox:
    """Return one of a person's conversations, or raise NotFound."""
    row = db.session.scalar(list_sandboxes(user).where(Sandbox.id == sandbox_id))
    if row is None:
        raise NotFound("There is no such conversation.")
    return row


def turns_of(row: Sandbox) -> list[SandboxTurn]:
    """Return the turns of a conversation in order."""
    query = select(SandboxTurn).where(SandboxTurn.sandbox_id == row.id).order_by(SandboxTurn.number)
    return list(db.session.scalars(query))


def document_of(bot: Bot, version: str) -> dict[str, Any]:
    """Return the document of the working copy, the live version or a numbered one; Conflict where it cannot run."""
    if version == WORKING:
        document = flows.get_flow(bot).document
        errors = [issue for issue in errors_of(validate(document)) if issue.code in _FATAL]
        if errors:
            raise Conflict(
                f"This bot cannot be tried yet: {errors[0].message}",
                code="invalid_flow",
                errors={issue.path: [issue.message] for issue in errors},
                extra={"issues": [issue._asdict() for issue in errors]},
            )
        return document
    if version == LIVE:
        if bot.live_version is None:
            raise Conflict("No version of this bot is live yet.", code="no_live_version")
        version = str(bot.live_version)
    return versions.get_version(bot, int(version)).document


_FATAL = ("missing_node", "bad_expression", "loop_without_input", "unsupported_node")
"""Errors of a working copy that keep it from being tried; the others show while one talks."""


class Play(NamedTuple):
    """All that a conversation is played by, read before its transaction ends."""

    flow: Flow
    perform: Perform
    reference: Reference | None
    zone: str
    at: datetime


def _play(row: Sandbox, document: Mapping[str, Any], hosts: tuple[str, ...]) -> Play:
    """Read what a conversation is played by."""
    bot, at = get_bot(row.bot_id), row.at or clock.now()
    reference = reference_of(bot, document)
    if reference is not None:
        reference = replace(reference, now=at)
    return Play(
        flow_of(document, version=row.version),
        performer(document, hosts=hosts, failing=row.failing, reference=reference),
        reference,
        get_client(bot.client_id).zone,
        at,
    )


def open_sandbox(
    user: User,
    *,
    bot_id: int,
    version: str,
    language: str | None,
    channel: str,
    at: datetime | None,
    hosts: tuple[str, ...],
) -> Sandbox:
    """Begin a conversation and let the bot open it."""
    bot = get_bot(bot_id)
    row = Sandbox(
        id=new_id(),
        bot_id=bot.id,
        user_id=user.id,
        version=version,
        document=document_of(bot, version),
        language=language,
        channel=channel,
        at=at,
        failing={},
        restarts=0,
    )
    play = _play(row, row.document, hosts)
    state = new_state(
        play.flow, session=f"{row.id}.0", contact=_contact(user), channel=row.channel, language=row.language
    )
    _leave_transaction()
    taken = _take(play, state, {"type": "start"})
    row.state, row.opening = taken.state, _messages(taken)
    db.session.add(row)
    db.session.flush()
    return row


def _contact(user: User) -> dict[str, Any]:
    """Who tries a bot, as its contact."""
    first, _, last = user.full_name.partition(" ")
    return {"id": str(user.id), "first_name": first, "last_name": last, "name": user.full_name}


def _leave_transaction() -> None:
    """End the transaction that was read in: calls to other systems are made outside any."""
    db.session.commit()


def _restarted(row: Sandbox, play: Play, contact: Mapping[str, Any], restarts: int) -> dict[str, Any]:
    """The state of a conversation that begins anew."""
    session = f"{row.id}.{restarts}"
    return new_state(play.flow, session=session, contact=contact, channel=row.channel, language=row.language)


def _take(play: Play, state: Mapping[str, Any], event: Mapping[str, Any]) -> Taken:
    """Take an event in; a wait of the flow is over at once, as nobody tries a bot to wait."""
    taken = take(play.flow, state, event, perform=play.perform, now=play.at, zone=play.zone)
    for _ in range(WAITS):
        waiting = taken.state["waiting"]
        if waiting is None or waiting["type"] != "wait":
            break
        timer = {"type": "timer", "effect": waiting["id"]}
        taken = joined(taken, take(play.flow, taken.state, timer, perform=play.perform, now=play.at, zone=play.zone))
    return taken


def say(row: Sandbox, event: dict[str, Any], shown: str, hosts: tuple[str, ...]) -> SandboxTurn:
    """Take in what the person says or chooses; return the turn with what came of it."""
    number = (db.session.scalar(select(func.max(SandboxTurn.number)).where(SandboxTurn.sandbox_id == row.id)) or 0) + 1
    if number > TURNS:
        raise Conflict(f"A conversation has at most {TURNS} turns here. Reset it to go on.", code="too_long")
    play, before, revision, restarts = _play(row, row.document, hosts), row.state, row.revision, row.restarts
    state, sandbox_id = before, row.id
    begins_anew = before["ended"] and event["type"] in ("text", "choice")
    if begins_anew:
        restarts += 1
        state = _restarted(row, play, before["contact"], restarts)
    _leave_transaction()
    began = time.perf_counter()
    opening = _take(play, state, {"type": "start"}) if begins_anew else None
    state = opening.state if opening else state
    event = event | _understood(play, event)
    taken = _take(play, state, event)
    ms = round((time.perf_counter() - began) * 1000, 1)
    hold(row)
    if row.revision != revision:
        raise Stale("This conversation has gone on meanwhile. Load it again.", code="overtaken_turn")
    turn = SandboxTurn(
        sandbox_id=sandbox_id,
        number=number,
        said={key: value for key, value in event.items() if key != "parse"} | {"shown": shown},
        messages=(_messages(opening) if opening else []) + _messages(taken),
        trace=trace_of(state, taken, event, ms),
        before=before,
    )
    row.state, row.restarts, row.updated_at = taken.state, restarts, clock.now()
    db.session.add(turn)
    db.session.flush()
    return turn


def _understood(play: Play, event: Mapping[str, Any]) -> dict[str, Any]:
    """What a text means, to be added to its event; nothing for others."""
    if event["type"] != "text":
        return {}
    return {"parse": understand(play.reference, [event["text"]], None)[0] if play.reference else None}


def _messages(taken: Taken) -> list[dict[str, Any]]:
    """The replies as messages, and what happens to the conversation between them."""
    said = [
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
        for reply in taken.replies
    ]
    kinds = [effect["type"] for effect in taken.effects]
    return said + [_system(kind) for kind in ("handoff", "end") if kind in kinds]


def _system(kind: str) -> dict[str, Any]:
    """A message that tells what happened to the conversation."""
    return {"speaker": "system", "kind": kind, "text": "", "options": [], "language": None, "node": None,
            "input": None, "links": [], "media": None}  # fmt: skip


def shown_state(row: Sandbox) -> dict[str, Any]:
    """Return where a conversation stands."""
    state = row.state
    waiting = state["waiting"]
    return {
        "node": state["open"] or (waiting and waiting["node"]),
        "variables": state["variables"],
        "ended": state["ended"],
        "waiting": waiting["type"] if waiting else None,
        "language": state["language"],
        "stack": [frame.get("intent") or frame.get("jump") for frame in state["stack"]],
        "goals": state["goals"],
    }


def change(row: Sandbox, changes: Mapping[str, Any]) -> None:
    """Set the clock, variables or failing calls."""
    if "failing" in changes:
        _known(row, "failing", [one["node"] for one in changes["failing"]])
        row.failing = {one["node"]: one["as_"] for one in changes["failing"] if one["as_"] != "answers"}
    if "node" in changes:
        _known(row, "node", [changes["node"]])
    if "now" in changes:
        row.at = changes["now"]
    if "variables" in changes:
        row.state = row.state | {"variables": row.state["variables"] | changes["variables"]}
    db.session.flush()


def jump(row: Sandbox, node: str, hosts: tuple[str, ...]) -> SandboxTurn:
    """Go to a node."""
    return say(row, {"type": "jump", "node": node}, node, hosts)


def _known(row: Sandbox, field: str, nodes: list[str]) -> None:
    """Invalid where the flow has no such node."""
    unknown = [node for node in nodes if node not in row.document["nodes"]]
    if unknown:
        raise Invalid({field: [f"There is no node “{unknown[0]}”."]})


def rewind(row: Sandbox, number: int) -> None:
    """Return to before a turn: it and those after it are gone."""
    query = select(SandboxTurn).where(SandboxTurn.sandbox_id == row.id, SandboxTurn.number == number)
    turn = db.session.scalar(query)
    if turn is None:
        raise Invalid({"turn": ["There is no such turn."]})
    row.state = turn.before
    _forget(row, number)


def reset(row: Sandbox, user: User, *, keep_contact: bool, hosts: tuple[str, ...]) -> None:
    """Begin anew with the document of now; what the contact is known by stays if asked for."""
    contact = row.state["contact"] if keep_contact else _contact(user)
    document, restarts = document_of(get_bot(row.bot_id), row.version), row.restarts + 1
    play = _play(row, document, hosts)
    state = _restarted(row, play, contact, restarts)
    _leave_transaction()
    taken = _take(play, state, {"type": "start"})
    _forget(row, 1)
    row.document, row.restarts, row.state, row.opening = document, restarts, taken.state, _messages(taken)
    db.session.flush()


def _forget(row: Sandbox, first: int) -> None:
    """Remove the turns from one on."""
    query = delete(SandboxTurn).where(SandboxTurn.sandbox_id == row.id, SandboxTurn.number >= first)
    db.session.execute(query.execution_options(synchronize_session=False))
    row.updated_at = clock.now()
    db.session.flush()


@daily
def _sweep() -> None:
    """Remove conversations that nobody has gone on with."""
    old = select(Sandbox.id).where(Sandbox.updated_at < clock.now() - KEPT)
    turns = delete(SandboxTurn).where(SandboxTurn.sandbox_id.in_(old))
    db.session.execute(turns.execution_options(synchronize_session=False))
    rows = delete(Sandbox).where(Sandbox.updated_at < clock.now() - KEPT)
    db.session.execute(rows.execution_options(synchronize_session=False))
