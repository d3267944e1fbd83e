"""What went on in a period beside the sessions that began in it: older ones that went on, and messages sent out."""

from datetime import timedelta
from typing import Any

from sqlalchemy import ColumnElement, func, or_, select

from app.bots.catalog.models import Bot
from app.channels.messaging.models import SentMessage
from app.channels.sessions.models import ChannelSession
from app.clients.models import Outlet
from app.conversations.models import Conversation, Message
from app.core.db.base import db
from app.core.db.tenancy import current_scope
from app.reports.filters.places import outlets_in
from app.reports.filters.ranges import Period
from app.reports.filters.selection import ALL, Selection
from app.reports.metrics.definitions import Counts

LONGEST = timedelta(days=7)
"""A session that began earlier than this before a period is not looked for in it."""
REPORTING = ("whatsapp", "messenger")
"""The channels whose providers say that a message was delivered, and that it was read."""


def count_carried(selection: Selection, period: Period) -> int:
    """How many sessions began before a period and have an event in it."""
    mine = [
        *selection.where(Conversation), Conversation.started_at >= period.start - LONGEST,
        Conversation.started_at < period.start, Conversation.last_event_at >= period.start,
    ]  # fmt: skip
    within = Message.sent_at >= period.start, Message.sent_at < period.end
    event = select(Message.id).where(Message.conversation_id == Conversation.id, *within).exists()
    query = select(func.count(Conversation.id)).where(*mine, or_(Conversation.last_event_at < period.end, event))
    return db.session.scalar(query) or 0


def count_sent(selection: Selection, period: Period) -> Counts:
    """The messages that providers took in a period, where they tell more: how many were delivered, how many read."""
    numbers = (SentMessage.id, SentMessage.delivered_at, SentMessage.read_at)
    query = select(*(func.count(column) for column in numbers)).join(
        ChannelSession, ChannelSession.id == SentMessage.session_id
    )
    row = db.session.execute(query.where(*_sent_in(selection, period))).one()
    return dict(zip(("sent_accepted", "sent_delivered", "sent_read"), map(int, row), strict=True))


def _sent_in(selection: Selection, period: Period) -> list[ColumnElement[bool]]:
    """The conditions on the messages of a selection that providers took in a period."""
    model: Any = ChannelSession
    channels = [channel for channel in REPORTING if not selection.channels or channel in selection.channels]
    conditions = [SentMessage.sent_at >= period.start, SentMessage.sent_at < period.end, model.channel.in_(channels)]
    if selection.traffic != ALL:
        conditions.append(model.traffic == selection.traffic)
    if selection.lang:
        conditions.append(model.language == selection.lang)
    if selection.bots:
        conditions.append(SentMessage.bot_id.in_(selection.bots))
    if selection.group != "overall":
        conditions.append(SentMessage.bot_id.in_(select(Bot.id).where(Bot.group == selection.group)))
    if selection.places or current_scope().outlets is not None:
        conditions.append(model.outlet_id.in_(outlets_in(selection.places) if selection.places else select(Outlet.id)))
    return conditions
