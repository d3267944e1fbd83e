"""Forgetting what was only compared."""

from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy import ColumnElement, delete, select

from app.bots.catalog.models import Bot
from app.channels.shadows.models import ShadowAnswer
from app.clients.erasing import LAST, EraseStep, erases
from app.clients.models import Client
from app.conversations.erasing import erases_contents
from app.conversations.models import Message
from app.core import clock
from app.core.db.base import db, write_rows
from app.core.jobs.schedule import daily

KEPT = timedelta(days=30)


@daily
def forget_shadows() -> None:
    """Remove answers that are no longer kept; clients may want less than what we keep."""
    _forget(ShadowAnswer.at < clock.now() - KEPT)
    for days in db.session.scalars(select(Client.content_days).where(Client.content_days < KEPT.days).distinct()).all():
        bots = select(Bot.id).join(Client, Client.id == Bot.client_id).where(Client.content_days == days)
        _forget(ShadowAnswer.bot_id.in_(bots), ShadowAnswer.at < clock.now() - timedelta(days=days))


def _forget(*conditions: ColumnElement[bool]) -> None:
    write_rows(delete(ShadowAnswer).where(*conditions))


@erases
def _forget_client(client: Client, step: EraseStep) -> None:
    """Remove what was compared for a purged client's bots."""
    _forget(ShadowAnswer.bot_id.in_(select(Bot.id).where(Bot.client_id == client.id)))
    step(LAST)


@erases_contents
def _forget_conversations(conversation_ids: Sequence[int]) -> None:
    """Remove what was compared with the answers of conversations whose contents are erased."""
    events = select(Message.event_id).where(Message.conversation_id.in_(conversation_ids))
    _forget(ShadowAnswer.event_id.in_(events))
