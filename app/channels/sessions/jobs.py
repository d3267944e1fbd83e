"""Jobs of conversations: what a step waits for, should the process that made it have ended, and waits of flows."""

from datetime import timedelta

from sqlalchemy import ColumnElement, delete, or_, select, tuple_

from app.bots.catalog.models import Bot
from app.channels.sessions.dialogue import GRACE, Progress, give_result
from app.channels.sessions.effects import go_on_later, means_of
from app.channels.sessions.models import ChannelEvent, ChannelSession
from app.clients.erasing import LAST, EraseStep, erases
from app.clients.models import Client
from app.conversations.forgetting import ForgottenPerson, finds, forgets
from app.core import clock
from app.core.db.base import db
from app.core.jobs import Job, enqueue, job, named_id
from app.core.jobs.schedule import daily

KEPT = timedelta(days=30)
"""How long a browser finds its conversation again."""
ATTEMPTS = 3
"""Jobs that try a call which the process that asked for it has not made."""
FAILED = {"ok": False, "status": None}


def _give_up(row: Job, reason: str) -> None:
    """Let a conversation go on without what nobody tries any more."""
    give_result(named_id(row, "session_id"), str(row.payload["effect"]), FAILED, None)


@job("channel_effect", given_up=_give_up)
def do_effect(row: Job) -> None:
    """Do what a step waits for, if nobody has; the key of a call is the same however often it is made.

    A call does not hold the job, which others wait behind: a later job looks after it, and the last one gives it up.
    """
    session_id, effect_id = named_id(row, "session_id"), str(row.payload["effect"])
    session = db.session.scalar(select(ChannelSession).where(ChannelSession.id == session_id))
    if session is None:
        return
    snapshot = session.stored_state
    waiting = snapshot and snapshot.state.get("waiting")
    if snapshot is None or not waiting or waiting["id"] != effect_id or snapshot.effect is None:
        return
    means = means_of(db.session.get_one(Bot, session.bot_id), session.version)
    attempt = int(row.payload.get("attempt", 1))
    if waiting["type"] == "wait" or attempt > ATTEMPTS:
        result = {} if waiting["type"] == "wait" else FAILED
        advanced = give_result(session_id, effect_id, result, None)
    else:
        advanced = Progress(0, 0, snapshot.effect)
        later = clock.now() + timedelta(seconds=snapshot.effect.get("timeout_s", 6)) + GRACE
        enqueue("channel_effect", row.payload | {"attempt": attempt + 1}, run_at=later)
    db.session.commit()
    go_on_later(session_id, means, advanced)


@daily
def forget_sessions() -> None:
    """Remove conversations of channels that nobody has gone on with; what is reported of them stays."""
    _forget(ChannelSession.last_event_at < clock.now() - KEPT)
    # Clients may want less than what we keep.
    for days in db.session.scalars(select(Client.content_days).where(Client.content_days < KEPT.days).distinct()).all():
        bots = select(Bot.id).join(Client, Client.id == Bot.client_id).where(Client.content_days == days)
        _forget(ChannelSession.bot_id.in_(bots), ChannelSession.last_event_at < clock.now() - timedelta(days=days))


def _forget(*conditions: ColumnElement[bool]) -> None:
    """Remove conversations of channels with what they have shown."""
    options = {"synchronize_session": False}
    events = delete(ChannelEvent).where(ChannelEvent.session_id.in_(select(ChannelSession.id).where(*conditions)))
    db.session.execute(events, execution_options=options)
    db.session.execute(delete(ChannelSession).where(*conditions), execution_options=options)


@erases
def _forget_client(client: Client, step: EraseStep) -> None:
    """Remove the channel sessions of a purged client's bots."""
    bots = select(Bot.id).where(Bot.client_id == client.id)
    _forget(ChannelSession.bot_id.in_(bots))
    step(LAST)


@finds
def _find_sessions(person: ForgottenPerson) -> None:
    """Note the channel sessions of a person: those of their names on channels, and those in their conversations."""
    names = [(key.channel, key.account, key.ext_user) for key in person.keys()]
    is_session = tuple_(ChannelSession.channel, ChannelSession.account, ChannelSession.ext_user).in_(names)
    theirs = or_(is_session, ChannelSession.conversation_id.in_(person.conversations()))
    bots = select(Bot.id).where(Bot.client_id == person.client_id)
    query = select(ChannelSession.id).where(ChannelSession.bot_id.in_(bots), theirs)
    person.note("channel_sessions", db.session.scalars(query))


@forgets
def _forget_person(person: ForgottenPerson, step: EraseStep) -> None:
    """Remove the channel sessions of a person with all they have shown."""
    ids = person.rows["channel_sessions"]
    _forget(ChannelSession.id.in_(ids))
    step(LAST)
