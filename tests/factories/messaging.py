"""Messaging accounts and what arrived on them."""

from datetime import timedelta

from app.bots.catalog.models import Bot
from app.channels.messaging.models import Deployment, InboundEvent, RawEvent
from app.core import clock
from app.core.db.base import db
from app.core.db.ids import new_id
from app.core.security.encryption import seal

AT_ONCE = timedelta()


def add_deployment(bot: Bot, account: str = "T1", state: str = "connected") -> Deployment:
    """Add an account of Slack to a bot."""
    row = Deployment(
        id=new_id(), workspace_id=bot.workspace_id, bot_id=bot.id, channel="slack", account=account, environment="live",
        verify_token="t", settings={}, state=state,
    )  # fmt: skip
    row.keep_credentials({"signing_secret": "s", "bot_token": "b"})
    db.session.add(row)
    db.session.flush()
    return row


def add_raw_event(row: Deployment) -> RawEvent:
    """Add a request that arrived on an account."""
    key = new_id()
    body = seal(RawEvent.sealed_body, b"{}", workspace_id=row.workspace_id, row_id=key)
    raw = RawEvent(
        id=key, workspace_id=row.workspace_id, bot_id=row.bot_id, deployment_id=row.id, digest="", sealed_body=body
    )
    db.session.add(raw)
    db.session.flush()
    return raw


def add_inbound(row: Deployment, raw_id: int, name: str, ago: timedelta, lag: timedelta = AT_ONCE) -> None:
    """Add an event that arrived some time ago."""
    key = new_id()
    content = seal(InboundEvent.sealed_content, b"{}", workspace_id=row.workspace_id, row_id=key)
    at = clock.now() - ago
    db.session.add(
        InboundEvent(
            id=key, workspace_id=row.workspace_id, bot_id=row.bot_id, deployment_id=row.id, raw_id=raw_id,
            event_id=name, ext_user="asha", kind="text", sealed_content=content, sent_at=at, received_at=at,
            processed_at=at + lag,
        )
    )  # fmt: skip
