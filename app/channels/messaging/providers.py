"""What messaging channels do where conversations go on, bots change and clients end."""

from collections.abc import Sequence

from sqlalchemy import delete, select

from app.bots.catalog.models import Bot
from app.channels.messaging.adapters import ADAPTERS
from app.channels.messaging.models import Deployment, InboundEvent, MessagingThread, RawEvent, SentMessage
from app.channels.sessions.models import ChannelEvent, ChannelSession
from app.channels.sessions.providers import events_shown
from app.clients.erasing import LAST, Step, erases
from app.clients.models import Client
from app.core.db.base import db
from app.core.jobs import enqueue


@events_shown.provide
def _events_shown(session: ChannelSession, events: Sequence[ChannelEvent]) -> None:
    """Have what a bot or a person of the inbox says sent, in the transaction of the step that says it."""
    if session.channel in ADAPTERS and any(event.speaker in ("bot", "agent") for event in events):
        enqueue("channel_send", {"session_id": str(session.id)})


@erases
def _client_purged(client: Client, step: Step) -> None:
    """Delete what arrived on and was sent by a purged client's bots, with the accounts' credentials."""
    own = select(Bot.id).where(Bot.client_id == client.id)
    for model in (SentMessage, InboundEvent, RawEvent, MessagingThread):
        gone = delete(model).where(model.bot_id.in_(own))
        db.session.execute(gone.execution_options(synchronize_session=False))
    for row in db.session.scalars(select(Deployment).where(Deployment.bot_id.in_(own))).all():
        row.state, row.sealed_credentials = "removed", None
    step(LAST)
