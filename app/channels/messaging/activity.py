"""What goes on at messaging accounts: what waits, fails and arrives, and the state of each channel of a bot."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import case, func, or_, select

from app.bots.catalog.models import Bot
from app.channels.messaging.models import Deployment, InboundEvent, MessagingThread, RawEvent, SentMessage
from app.channels.messaging.service import is_visible
from app.channels.tokens.models import BotToken
from app.core import clock
from app.core.db.base import db

RECENT, HOURS = timedelta(days=7), 24
NOT_ACCEPTED = ("rejected", "dead")
PRESSING = ("error", "degraded", "connected", "verified", "unverified", "disabled")
"""Which state of several accounts of a channel a list shows: the one that asks for most."""
LISTED = 3
"""Accounts that are named because their provider refuses them."""


def read_activity(deployments: Sequence[Deployment]) -> dict[int, dict[str, Any]]:
    """Return what each deployment has to send, has failed to, and has received by the hour.

    Nothing of it lies in the scope of a reader of other outlets.
    """
    now = clock.now()
    activity: dict[int, dict[str, Any]] = {
        row.id: {"waiting": 0, "failed": 0, "errors_24h": 0, "inbound_24h": [0] * HOURS, "people_open": 0}
        for row in deployments
    }
    visible = {row.id: activity[row.id] for row in deployments if is_visible(row)}
    if visible:
        _add_sent(visible, now)
        _add_received(visible, now)
    return activity


def _add_sent(activity: dict[int, dict[str, Any]], now: datetime) -> None:
    """Add the messages that wait, and those that have failed in seven days and in one."""
    is_of_today = case((SentMessage.created_at > now - timedelta(hours=HOURS), 1), else_=0)
    query = (
        select(SentMessage.deployment_id, SentMessage.state, is_of_today, func.count())
        .where(
            SentMessage.deployment_id.in_(activity),
            SentMessage.state.in_(("queued", "sending", "failed")),
            SentMessage.created_at > now - RECENT,
        )
        .group_by(SentMessage.deployment_id, SentMessage.state, is_of_today)
    )
    for deployment_id, state, of_today, count in db.session.execute(query):
        figures = activity[deployment_id]
        figures["failed" if state == "failed" else "waiting"] += count
        figures["errors_24h"] += count if state == "failed" and of_today else 0


def _add_received(activity: dict[int, dict[str, Any]], now: datetime) -> None:
    """Add the requests that were not accepted, the events of each hour, and the people who can be answered freely."""
    since = now - timedelta(hours=HOURS)
    refused = (
        select(RawEvent.deployment_id, func.count())
        .where(RawEvent.deployment_id.in_(activity), RawEvent.at > since, RawEvent.state.in_(NOT_ACCEPTED))
        .group_by(RawEvent.deployment_id)
    )
    for deployment_id, count in db.session.execute(refused):
        activity[deployment_id]["errors_24h"] += count
    hour = case(
        *((InboundEvent.received_at <= since + timedelta(hours=place + 1), place) for place in range(HOURS - 1)),
        else_=HOURS - 1,
    )
    received = (
        select(InboundEvent.deployment_id, hour, func.count())
        .where(InboundEvent.deployment_id.in_(activity), InboundEvent.received_at > since)
        .group_by(InboundEvent.deployment_id, hour)
    )
    for deployment_id, place, count in db.session.execute(received):
        activity[deployment_id]["inbound_24h"][place] += count
    people = (
        select(MessagingThread.deployment_id, func.count())
        .where(MessagingThread.deployment_id.in_(activity), MessagingThread.window_ends_at > now)
        .group_by(MessagingThread.deployment_id)
    )
    for deployment_id, count in db.session.execute(people):
        activity[deployment_id]["people_open"] = count


def list_channels(bots: Sequence[Bot]) -> list[dict[str, Any]]:
    """Return the channels that each bot serves customers on, with the state that asks for most."""
    states: dict[int, dict[str, set[str]]] = {bot.id: {} for bot in bots}
    accounts = select(Deployment.bot_id, Deployment.channel, Deployment.state).where(
        Deployment.bot_id.in_(states), Deployment.environment == "live", Deployment.state != "removed"
    )
    unexpired = or_(BotToken.expires_at.is_(None), BotToken.expires_at > clock.now())
    sites = select(BotToken.bot_id, BotToken.last_used_at).where(
        BotToken.bot_id.in_(states), BotToken.kind == "web", BotToken.revoked_at.is_(None), unexpired
    )
    for bot_id, channel, state in db.session.execute(accounts) if states else ():
        states[bot_id].setdefault(channel, set()).add(state)
    for bot_id, used_at in db.session.execute(sites) if states else ():
        states[bot_id].setdefault("web", set()).add("connected" if used_at else "unverified")
    return [
        {
            "id": bot.id,
            "channels": [
                {"channel": name, "state": min(of, key=PRESSING.index)} for name, of in sorted(states[bot.id].items())
            ],
        }
        for bot in bots
    ]


def count_attention() -> int:
    """Count the accounts that customers use and that are degraded or refused by their provider."""
    query = _serving(select(func.count(Deployment.id)), "error", "degraded")
    return db.session.scalar(query) or 0


def list_refused() -> list[dict[str, Any]]:
    """Return the accounts whose credentials their provider refuses, the latest first."""
    columns = (Deployment.id, Deployment.channel, Deployment.account, Deployment.last_error_at)
    query = _serving(select(*columns, Deployment.bot_id, Bot.name.label("bot_name")), "error")
    rows = db.session.execute(query.order_by(Deployment.last_error_at.desc(), Deployment.id.desc()).limit(LISTED))
    return [dict(row) for row in rows.mappings()]


def _serving(query: Any, *states: str) -> Any:
    """A query of accounts in some states that bots in use have for customers."""
    return query.join(Bot, Bot.id == Deployment.bot_id).where(
        Deployment.environment == "live", Deployment.state.in_(states), Bot.state.not_in(("archived", "deleted"))
    )
