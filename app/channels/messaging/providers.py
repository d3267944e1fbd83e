"""What messaging channels do where conversations go on, bots change and clients end."""

from collections.abc import Sequence

from sqlalchemy import delete, or_, select

from app.bots.catalog.models import Bot
from app.bots.catalog.service import bots_on, check_unconnected
from app.bots.catalog.summaries import Reach, reach_of
from app.channels.messaging import activity
from app.channels.messaging.adapters import ADAPTERS
from app.channels.messaging.models import (
    ANSWERING,
    AccountDay,
    Deployment,
    InboundEvent,
    MessageTemplate,
    MessagingThread,
    PersonAlias,
    RawEvent,
    SentMessage,
)
from app.channels.sessions.models import ChannelEvent, ChannelSession
from app.channels.sessions.providers import events_shown
from app.clients.erasing import LAST, EraseStep, erases
from app.clients.models import Client
from app.conversations.forgetting import ForgottenPerson, erase_rows, finds, forgets
from app.core.db.base import db, write_rows
from app.core.errors import Conflict
from app.core.jobs import enqueue
from app.core.security.visitor import can

WRITTEN = frozenset(ADAPTERS) - {"voice"}
"""The channels on which messages are sent; a call is answered by what it asks."""


@events_shown.provide
def _send_events(session: ChannelSession, events: Sequence[ChannelEvent]) -> None:
    """Have what a bot or a person of the inbox says sent, in the transaction of the step that says it."""
    if session.channel in WRITTEN and any(event.speaker in ("bot", "agent") for event in events):
        enqueue("channel_send", {"session_id": str(session.id)})


bots_on.provide(activity.bots_on)


@reach_of.provide
def _read_reach(bot: Bot) -> Reach:
    """Return how people reach a bot, to readers of its accounts and tokens."""
    if not (can("read", "Deployment") and can("read", "Token")):
        return Reach()
    return Reach(*activity.reach(bot))


@check_unconnected.provide
def _refuse_connected(bot: Bot) -> None:
    """Refuse to archive a bot that answers on a channel, which would go on asking it."""
    connected = select(Deployment.id).where(Deployment.bot_id == bot.id, Deployment.state.in_(ANSWERING))
    if db.session.scalar(connected.limit(1)) is not None:
        raise Conflict("Disable its channels first: this bot is connected.", code="connected")


@erases
def _purge_client(client: Client, step: EraseStep) -> None:
    """Delete what arrived on and was sent by a purged client's bots, with the accounts' credentials."""
    own = select(Bot.id).where(Bot.client_id == client.id)
    for model in (AccountDay, SentMessage, InboundEvent, RawEvent, MessagingThread, PersonAlias, MessageTemplate):
        write_rows(delete(model).where(model.bot_id.in_(own)))
    for row in db.session.scalars(select(Deployment).where(Deployment.bot_id.in_(own))).all():
        row.state, row.sealed_credentials = "removed", None
    step(LAST)


@finds
def _find_messages(person: ForgottenPerson) -> None:
    """Note what arrived from and was sent to a person, raw requests that name them included."""
    names = {key.ext_user for key in person.keys()}
    bots = select(Bot.id).where(Bot.client_id == person.client_id)
    theirs = or_(
        MessagingThread.ext_user.in_(names), MessagingThread.session_id.in_(person.rows.get("channel_sessions", []))
    )
    threads = db.session.scalars(select(MessagingThread).where(MessagingThread.bot_id.in_(bots), theirs)).all()
    names |= {thread.ext_user for thread in threads}
    is_person = or_(PersonAlias.ext_user.in_(names), PersonAlias.alias.in_(names))
    aliases = db.session.scalars(select(PersonAlias).where(PersonAlias.bot_id.in_(bots), is_person)).all()
    names |= {name for row in aliases for name in (row.ext_user, row.alias)}
    events = select(InboundEvent).where(InboundEvent.bot_id.in_(bots), InboundEvent.ext_user.in_(names))
    inbound = db.session.scalars(events).all()
    person.note("messaging_threads", (thread.id for thread in threads))
    person.note("person_aliases", (row.id for row in aliases))
    person.note("inbound_events", (event.id for event in inbound))
    person.note("raw_events", (event.raw_id for event in inbound))
    deployments = {row.deployment_id for row in threads} | {row.deployment_id for row in inbound}
    pairs = {(name, deployment_id) for name in names if name for deployment_id in deployments}
    new = pairs - person.searched
    person.searched |= pairs
    encoded_names = [name.encode() for name in {name for name, _ in new}]
    raw = select(RawEvent).where(RawEvent.deployment_id.in_({deployment_id for _, deployment_id in new}))
    rows = db.session.scalars(raw.execution_options(yield_per=100)) if new else ()
    person.note("raw_events", [row.id for row in rows if any(name in row.body for name in encoded_names)])


@forgets
def _forget_messages(person: ForgottenPerson, step: EraseStep) -> None:
    """Remove a person's threads with what was sent, and what has arrived of them."""
    threads = person.rows["messaging_threads"]
    message_ids = select(SentMessage.id).where(SentMessage.thread_id.in_(threads))
    erase_rows(SentMessage, db.session.scalars(message_ids).all(), step)
    erase_rows(MessagingThread, threads, step)
    erase_rows(PersonAlias, person.rows["person_aliases"], step)
    erase_rows(InboundEvent, person.rows["inbound_events"], step)
    erase_rows(RawEvent, person.rows["raw_events"], step, "raw_events")
