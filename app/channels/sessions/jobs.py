"""Jobs of conversations: what a step waits for, should the process that made it have ended, and waits of flows."""

from datetime import timedelta

from sqlalchemy import delete, select

from app.bots.catalog.models import Bot
from app.channels.sessions.dialogue import Advanced, give_result
from app.channels.sessions.effects import go_on, means_of, perform
from app.channels.sessions.models import ChannelEvent, ChannelSession
from app.core import clock
from app.core.db.base import db
from app.core.jobs import Job, job, named_id
from app.core.jobs.schedule import daily

KEPT = timedelta(days=30)
"""How long a browser finds its conversation again."""


@job("channel_effect")
def do_effect(row: Job) -> None:
    """Do what a step waits for, if nobody has; the key of a call is the same however often it is made."""
    session_id, effect_id = named_id(row, "session_id"), str(row.payload["effect"])
    session = db.session.scalar(select(ChannelSession).where(ChannelSession.id == session_id))
    if session is None:
        return
    kept = session.state
    waiting = kept["state"]["waiting"]
    if waiting is None or waiting["id"] != effect_id or kept["effect"] is None:
        return
    means = means_of(db.session.get_one(Bot, session.bot_id), session.version)
    db.session.commit()
    result, told = ({}, {}) if waiting["type"] == "wait" else perform(means, kept["effect"])
    advanced: Advanced = give_result(session_id, effect_id, result, told or None)
    db.session.commit()
    go_on(session_id, means, advanced)


@daily
def forget_sessions() -> None:
    """Remove conversations of channels that nobody has gone on with; what is reported of them stays."""
    old = select(ChannelSession.id).where(ChannelSession.last_event_at < clock.now() - KEPT)
    options = {"synchronize_session": False}
    db.session.execute(delete(ChannelEvent).where(ChannelEvent.session_id.in_(old)), execution_options=options)
    statement = delete(ChannelSession).where(ChannelSession.last_event_at < clock.now() - KEPT)
    db.session.execute(statement, execution_options=options)
