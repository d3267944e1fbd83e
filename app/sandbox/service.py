"""Rules of the sandbox: opening, talking, looking inside, going back."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import Select, delete, func, or_, select

from app.accounts.users.models import User
from app.bots.cases.models import BotCase
from app.bots.catalog import versions
from app.bots.catalog.models import Bot
from app.bots.catalog.secret_values import secrets_for
from app.bots.catalog.service import get_bot
from app.bots.engine.flow import types_of
from app.bots.handlers.chain import handling
from app.bots.handlers.service import chain_of, get_handler, seconds_of
from app.bots.runtime.conversing import CALLS_SECONDS, flow_of, performer
from app.bots.runtime.playing import Participant, Play, local_moment, open_conversation, read_by, record_effects
from app.channels.messaging import adapters
from app.channels.sessions.providers import sample_offer
from app.clients.service import get_client
from app.conversations.erasing import erases_contents
from app.core import clock
from app.core.db.base import db, fetch, hold, without_lock, write_rows
from app.core.db.ids import new_id
from app.core.errors import BeyondSchema, Conflict, Invalid, Stale
from app.core.hours import is_open, next_opening, spans_on
from app.core.jobs.schedule import daily
from app.sandbox import replaying
from app.sandbox.models import Sandbox, SandboxComment, SandboxLink, SandboxTurn
from app.sandbox.turns import Now, messages_of, node_of, take_sandbox_turn
from app.sandbox.values import convert_value

CHANNELS = ("web", *adapters.CHANNELS)
TURNS = 200
"""Turns one conversation holds."""
KEPT = timedelta(days=30)


def list_sandboxes(user: User) -> Select[Sandbox]:
    """Select a person's own conversations."""
    return select(Sandbox).where(Sandbox.user_id == user.id, Sandbox.link_id.is_(None))


def get_sandbox(sandbox_id: int, user: User) -> Sandbox:
    """Return one of a person's conversations to go on with; Conflict for a tester's, NotFound for any other."""
    row = read_sandbox(sandbox_id, user)
    if row.link_id is not None:
        raise Conflict("This is a tester’s conversation: it can only be read.", code="testers_conversation")
    return row


def read_sandbox(sandbox_id: int, user: User) -> Sandbox:
    """Return a conversation that a person may read: their own or a tester's; NotFound for any other."""
    is_readable = or_(Sandbox.user_id == user.id, Sandbox.link_id.is_not(None))
    return fetch(select(Sandbox).where(Sandbox.id == sandbox_id, is_readable), "There is no such conversation.")


def turns_of(row: Sandbox) -> list[SandboxTurn]:
    """Return the turns of a conversation in order."""
    query = select(SandboxTurn).where(SandboxTurn.sandbox_id == row.id).order_by(SandboxTurn.number)
    return list(db.session.scalars(query))


def _play(row: Sandbox, document: Mapping[str, Any], hosts: tuple[str, ...]) -> Play:
    """Read what a conversation is played by."""
    bot, at = get_bot(row.bot_id), row.at or clock.now()
    reference, handler = read_by(bot, document, at), get_handler(bot)
    chain, seconds = chain_of(handler, document, reference), seconds_of(handler)
    perform = performer(
        document, hosts=hosts, forced=row.failing, reference=reference, workspace=bot.workspace_id,
        handlers=handling(chain) if chain is not None else None,
        offer=_sample(bot, row, document, at), secrets=secrets_for(bot, document),
    )  # fmt: skip
    return Play(
        flow_of(document, version=row.version), perform, reference, get_client(bot.client_id).zone, at,
        seconds and min(seconds, CALLS_SECONDS),
    )  # fmt: skip


def _sample(bot: Bot, row: Sandbox, document: Mapping[str, Any], at: datetime) -> dict[str, Any] | None:
    """The offer that is shown in a conversation; None where its flow shows none."""
    if not any(node["type"] == "offer" for node in document["nodes"].values()):
        return None
    return sample_offer(bot, row.channel, row.language or document["languages"][0], at)


def open_sandbox(user: User, values: Mapping[str, Any], hosts: tuple[str, ...]) -> Sandbox:
    """Begin a person's conversation and let the bot open it; one with a case goes through its turns."""
    return begin(user.id, values, _contact(user) | values["contact"], hosts)


def begin(
    user_id: int, values: Mapping[str, Any], contact: Mapping[str, Any], hosts: tuple[str, ...],
    link_id: int | None = None,
) -> Sandbox:  # fmt: skip
    """Begin a conversation of a contact, by a tester's link where there is one."""
    bot = get_bot(values["bot"])
    script = replaying.script_for(bot, values)
    row = Sandbox(
        id=new_id(),
        bot_id=bot.id,
        user_id=user_id,
        link_id=link_id,
        version=values["version"],
        document=versions.runnable_document(bot, values["version"]),
        language=values["language"],
        channel=values["channel"],
        at=values.get("now"),
        failing={},
        restarts=0,
    )
    participant = Participant(f"{row.id}.0", {"id": str(row.id)} | dict(contact), row.channel, row.language)
    if script is not None:
        replaying.open_script(row, script, participant, get_client(bot.client_id).zone)
    else:
        play = _play(row, row.document, hosts)
        with without_lock():
            opening = _open(play, participant)
        _assign(row, opening)
        db.session.add(row)
    db.session.flush()
    return row


def _open(play: Play, participant: Participant) -> dict[str, Any]:
    """Let the bot open a conversation; return what is stored of that."""
    answers: list[dict[str, Any]] = []
    result = open_conversation(play._replace(perform=record_effects(play.perform, answers)), participant)
    opening = {
        "now": play.at.isoformat(),
        "session": participant.session,
        "contact": dict(participant.contact),
        "answers": answers,
        "variables": result.state["variables"],
    }
    return {"state": result.state, "opening": messages_of(result), "opened": opening}


def _assign(row: Sandbox, values: Mapping[str, Any]) -> None:
    """Set columns of a conversation."""
    for name, value in values.items():
        setattr(row, name, value)


def _hold_unchanged(row: Sandbox, revision: int) -> None:
    """Lock a conversation again after slow work; Stale where it has gone on in the meantime."""
    hold(row)
    if row.revision != revision:
        raise Stale("This conversation has gone on in the meantime. Load it again.", code="overtaken_turn")


def _contact(user: User) -> dict[str, Any]:
    """Who tries a bot, as its contact."""
    first, _, last = user.full_name.partition(" ")
    return {"id": str(user.id), "first_name": first, "last_name": last, "name": user.full_name}


def say(row: Sandbox, event: dict[str, Any], text: str, hosts: tuple[str, ...]) -> SandboxTurn:
    """Take in what the person says or chooses; return the turn with what came of it."""
    number = (db.session.scalar(select(func.max(SandboxTurn.number)).where(SandboxTurn.sandbox_id == row.id)) or 0) + 1
    if number > TURNS:
        raise Conflict(f"A conversation has at most {TURNS} turns here. Reset it to go on.", code="too_long")
    play, revision, sandbox = _play(row, row.document, hosts), row.revision, Now(row.id, row.state, row.language)
    with without_lock():
        state, turn = take_sandbox_turn(sandbox, number, play, event, text)
    _hold_unchanged(row, revision)
    row.state, row.updated_at = state, clock.now()
    db.session.add(turn)
    db.session.flush()
    return turn


def time_of_turn(turn: SandboxTurn) -> datetime:
    """Return the moment a turn was played at."""
    return datetime.fromisoformat(turn.input["now"]).astimezone(UTC) if "now" in turn.input else turn.at


def turn_values(turn: SandboxTurn) -> dict[str, Any]:
    """Return a turn as people and testers see it."""
    return {
        "number": turn.number,
        "input": turn.input["shown"],
        "kind": turn.input["type"],
        "messages": turn.messages,
        "at": time_of_turn(turn),
    }


def event_of(values: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
    """Return the event of what is said, chosen or done by an agent, and how it is shown."""
    ((kind, value),) = values.items()
    event = {
        "text": {"type": "text", "text": value},
        "choice": {"type": "choice", "option": value},
        "agent": {"type": "agent", "what": value},
    }[kind]
    return event, value


def serialize_state(row: Sandbox) -> dict[str, Any]:
    """Return where a conversation is."""
    state = row.state
    waiting = state["waiting"]
    return {
        "node": node_of(state),
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
        _check_nodes(row, "failing", [call["node"] for call in changes["failing"]])
        row.failing = {call["node"]: _stored_override(call) for call in changes["failing"] if call["as"] != "answers"}
    if "node" in changes:
        _check_nodes(row, "node", [changes["node"]])
    if "now" in changes:
        row.at = changes["now"]
    if "local" in changes:
        row.at = local_moment(changes["local"], _zone(row))
    if "variables" in changes:
        types = types_of(row.document)
        values = {name: convert_value(value, types.get(name, "text")) for name, value in changes["variables"].items()}
        row.state = row.state | {"variables": row.state["variables"] | values}
    db.session.flush()


def _stored_override(call: Mapping[str, Any]) -> dict[str, Any]:
    """What is stored of a call that is not made."""
    sample = {"sample": call["sample"]} if call["as"] == "sample" else {}
    return {"as": call["as"]} | sample


def clock_of(row: Sandbox) -> dict[str, Any]:
    """Return the moment a conversation plays at, and the bot's hours of that day."""
    zone, hours, at = _zone(row), row.document.get("hours"), row.at or clock.now()
    opens = next_opening(hours, at, zone)
    return {
        "at": at,
        "local": at.astimezone(ZoneInfo(zone)).strftime("%Y-%m-%dT%H:%M"),
        "zone": zone,
        "moved": row.at is not None,
        "open": is_open(hours, at, zone),
        "hours": spans_on(hours, at, zone),
        "next_opening": opens and opens.astimezone(ZoneInfo(zone)).strftime("%Y-%m-%dT%H:%M"),
    }


def _zone(row: Sandbox) -> str:
    """The zone a conversation's bot works in."""
    return get_client(get_bot(row.bot_id).client_id).zone


def jump(row: Sandbox, node: str, hosts: tuple[str, ...]) -> SandboxTurn:
    """Go to a node."""
    return say(row, {"type": "jump", "node": node}, node, hosts)


def _check_nodes(row: Sandbox, field: str, nodes: list[str]) -> None:
    """Invalid where the flow has no such node."""
    unknown = [node for node in nodes if node not in row.document["nodes"]]
    if unknown:
        raise Invalid({field: [BeyondSchema(f"There is no node “{unknown[0]}”.")]})


def rewind(row: Sandbox, number: int) -> None:
    """Return to before a turn: it and those after it are gone."""
    query = select(SandboxTurn).where(SandboxTurn.sandbox_id == row.id, SandboxTurn.number == number)
    turn = db.session.scalar(query)
    if turn is None:
        raise Invalid({"turn": [BeyondSchema("There is no such turn.")]})
    row.state = turn.before
    _forget(row, number)


def reset(row: Sandbox, user: User, *, keep_contact: bool, hosts: tuple[str, ...]) -> None:
    """Begin again with the document of now; what the contact is known by stays if asked for."""
    contact = row.state["contact"] if keep_contact else _contact(user)
    revision, restarts = row.revision, row.restarts + 1
    document = versions.runnable_document(get_bot(row.bot_id), row.version)
    play, participant = (
        _play(row, document, hosts),
        Participant(f"{row.id}-{restarts}.0", contact, row.channel, row.language),
    )
    with without_lock():
        opening = _open(play, participant)
    _hold_unchanged(row, revision)
    _forget(row, 1)
    _assign(row, opening | {"document": document, "restarts": restarts})
    db.session.flush()


def _forget(row: Sandbox, first: int) -> None:
    """Remove the turns from one on."""
    write_rows(delete(SandboxTurn).where(SandboxTurn.sandbox_id == row.id, SandboxTurn.number >= first))
    row.updated_at = clock.now()
    db.session.flush()


@daily
def _sweep() -> None:
    """Remove conversations that nobody has gone on with, but for those that a case was made from; then links."""
    linked = select(BotCase.link).where(BotCase.source == "sandbox", BotCase.link.is_not(None))
    ids = {int(link.rpartition("=")[2]) for link in db.session.scalars(linked) if link}
    old = [row for row in db.session.scalars(select(Sandbox.id).where(Sandbox.updated_at < clock.now() - KEPT))]
    _remove([row for row in old if row not in ids])
    linked_ids = select(Sandbox.link_id).where(Sandbox.link_id.is_not(None))
    is_over = SandboxLink.expires_at < clock.now() - KEPT
    write_rows(delete(SandboxLink).where(is_over, SandboxLink.id.not_in(linked_ids)))


@erases_contents
def _erase_repeated(conversation_ids: Sequence[int]) -> None:
    """Remove what repeats the words of conversations whose contents are erased."""
    conversation = Sandbox.opened["conversation"].as_string()
    query = select(Sandbox.id).where(conversation.in_([str(key) for key in conversation_ids]))
    _remove(db.session.scalars(query).all())


def _remove(ids: Sequence[int]) -> None:
    """Remove conversations of the sandbox with all that belongs to them."""
    for kind, key in (
        (SandboxComment, SandboxComment.sandbox_id),
        (SandboxTurn, SandboxTurn.sandbox_id),
        (Sandbox, Sandbox.id),
    ):
        write_rows(delete(kind).where(key.in_(ids)))
