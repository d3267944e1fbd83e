"""What goes on at messaging accounts: what waits, fails and arrives, and the state of each channel of a bot."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from statistics import median
from typing import Any

from sqlalchemy import ColumnElement, Select, case, func, or_, select

from app.bots.catalog.models import Bot
from app.channels.messaging.models import AccountDay, Deployment, InboundEvent, MessagingThread, RawEvent, SentMessage
from app.channels.messaging.service import is_visible, visible_deployments
from app.channels.tokens.models import BotToken
from app.conversations.accounts import RECENT, count_recent
from app.core import clock
from app.core.db.base import db

HOURS = 24
NOT_ACCEPTED = ("rejected", "dead")
PRESSING = ("error", "degraded", "connected", "verified", "unverified", "disabled")
"""Which state of several accounts of a channel a list shows: the one that asks for most."""
LISTED = 3
"""Accounts that are named because their provider refuses them."""
LISTED_REASONS = 5
"""Reasons for which requests were not accepted."""
MOST_TIMES = 5_000
"""Messages whose times are compared, the newest first."""
FEW = 20
"""Messages from which the slowest of 100 can be known."""


def read_activity(deployments: Sequence[Deployment]) -> dict[int, dict[str, Any]]:
    """Return what each deployment has to send, has failed to, and has received by the hour.

    Readers limited to other outlets get zeros.
    """
    now = clock.now()
    activity: dict[int, dict[str, Any]] = {
        row.id: {
            "waiting": 0, "failed": 0, "errors_24h": 0, "inbound_24h": [0] * HOURS, "people_open": 0,
            "availability": None, "conversations": 0, **_spread([], "lag_"),
        }
        for row in deployments
    }  # fmt: skip
    visible = {row.id: activity[row.id] for row in deployments if is_visible(row)}
    if visible:
        _add_sent(visible, now)
        _add_received(visible, now)
        _add_checks(visible, now)
        for key, count in count_recent(visible).items():
            visible[key]["conversations"] = count
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


def _add_checks(activity: dict[int, dict[str, Any]], now: datetime) -> None:
    """Add the share of checks that were passed in seven days, and how long events of 24 hours waited for their bot."""
    days = (
        select(AccountDay.deployment_id, func.sum(AccountDay.well), func.sum(AccountDay.checks))
        .where(AccountDay.deployment_id.in_(activity), AccountDay.day > (now - RECENT).date())
        .group_by(AccountDay.deployment_id)
    )
    for deployment_id, well, checks in db.session.execute(days):
        activity[deployment_id]["availability"] = well / checks * 100 if checks else None
    lags: dict[int, list[float]] = {}
    for deployment_id, seconds in _lags(InboundEvent.deployment_id.in_(activity), now - timedelta(hours=HOURS)):
        lags.setdefault(deployment_id, []).append(seconds)
    for deployment_id, of in lags.items():
        activity[deployment_id] |= _spread(of, "lag_")


def _lags(own: ColumnElement[bool], since: datetime) -> list[tuple[int, float]]:
    """Return for the newest events the account and the seconds until its bot had taken them in."""
    query = select(InboundEvent.deployment_id, InboundEvent.received_at, InboundEvent.processed_at).where(
        own, InboundEvent.received_at > since, InboundEvent.processed_at.is_not(None), InboundEvent.kind != "ignored"
    )
    rows = db.session.execute(query.order_by(InboundEvent.received_at.desc()).limit(MOST_TIMES))
    return [(key, (done - received).total_seconds()) for key, received, done in rows if done]


def read_lag(*conditions: ColumnElement[bool], since: datetime) -> float | None:
    """Return the median seconds that events of accounts under conditions waited for their bot; None of none.

    Readers limited to some outlets get that of their accounts.
    """
    own = select(Deployment.id).join(Bot, Bot.id == Deployment.bot_id).where(visible_deployments(), *conditions)
    lags = [lag for _, lag in _lags(InboundEvent.deployment_id.in_(own), since)]
    return _spread(lags)["median_s"]


def _spread(seconds: list[float], prefix: str = "") -> dict[str, float | None]:
    """Return the median of some times, and what 5 of 100 take or more where there are enough to know."""
    ordered = sorted(seconds)
    return {
        f"{prefix}median_s": median(ordered) if ordered else None,
        f"{prefix}slowest_s": ordered[len(ordered) * 95 // 100] if len(ordered) >= FEW else None,
    }


def read_delivery(bot: Bot) -> dict[str, Any]:
    """Return what became of a bot's messages to customers in 24 hours, and which requests were not accepted.

    Readers limited to some outlets get those of their accounts.
    """
    since = clock.now() - timedelta(hours=HOURS)
    own = _accounts(Deployment.id).where(Deployment.bot_id == bot.id, visible_deployments())
    sent = (SentMessage.deployment_id.in_(own), SentMessage.created_at > since)

    def number_with(condition: Any) -> Any:
        return func.count(case((condition, 1)))

    counts = select(
        number_with(SentMessage.sent_at.is_not(None)).label("sent"),
        number_with(SentMessage.state.in_(("delivered", "read"))).label("delivered"),
        number_with(SentMessage.state == "read").label("read"),
        number_with(SentMessage.state == "failed").label("failed"),
    ).where(*sent)
    times = select(SentMessage.created_at, SentMessage.sent_at).where(*sent, SentMessage.sent_at.is_not(None))
    newest = times.order_by(SentMessage.created_at.desc()).limit(MOST_TIMES)
    rows = db.session.execute(newest)
    seconds = [(sent_at - created_at).total_seconds() for created_at, sent_at in rows if sent_at]
    lags = [lag for _, lag in _lags(InboundEvent.deployment_id.in_(own), since)]
    return {
        **db.session.execute(counts).mappings().one(),
        **_spread(seconds),
        **_spread(lags, "lag_"),
        "refused": _refused_requests(own, since),
    }


def _refused_requests(own: Any, since: datetime) -> list[dict[str, Any]]:
    """Requests that were not accepted, by account and reason, the latest first."""
    latest = func.max(RawEvent.at)
    query = (
        select(
            Deployment.id, Deployment.channel, Deployment.account, RawEvent.state, RawEvent.reason,
            func.count().label("requests"), latest.label("at"),
        )
        .join(Deployment, Deployment.id == RawEvent.deployment_id)
        .where(RawEvent.deployment_id.in_(own), RawEvent.at > since, RawEvent.state.in_(NOT_ACCEPTED))
        .group_by(Deployment.id, Deployment.channel, Deployment.account, RawEvent.state, RawEvent.reason)
        .order_by(latest.desc(), Deployment.id)
        .limit(LISTED_REASONS)
    )  # fmt: skip
    return [dict(row) for row in db.session.execute(query).mappings()]


def list_channels(bots: Sequence[Bot]) -> list[dict[str, Any]]:
    """Return the channels that each bot serves customers on, with the state that asks for most."""
    states: dict[int, dict[str, set[str]]] = {bot.id: {} for bot in bots}
    accounts = _accounts(Deployment.bot_id, Deployment.channel, Deployment.state)
    accounts = accounts.where(Deployment.bot_id.in_(states))
    sites = _sites(BotToken.bot_id, BotToken.last_used_at).where(BotToken.bot_id.in_(states))
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


def accounts_of(bot: Bot) -> dict[str, list[dict[str, Any]]]:
    """Return a bot's accounts for customers and its websites by channel, the one that asks for most first."""
    columns = (Deployment.channel, Deployment.account, Deployment.state, Deployment.last_inbound_at)
    rows = [tuple(row) for row in db.session.execute(_accounts(*columns).where(Deployment.bot_id == bot.id))]
    sites = _sites(BotToken.name, BotToken.last_used_at).where(BotToken.bot_id == bot.id)
    rows += [("web", name, "connected" if at else "unverified", at) for name, at in db.session.execute(sites)]
    accounts: dict[str, list[dict[str, Any]]] = {}
    for channel, name, state, at in sorted(rows, key=lambda row: (PRESSING.index(row[2]), row[0], row[1])):
        accounts.setdefault(channel, []).append({"name": name, "state": state, "last_at": at})
    return accounts


def _accounts(*columns: Any) -> Select[Any]:
    """A query of the accounts that customers use."""
    return select(*columns).where(Deployment.environment == "live", Deployment.state != "removed")


def _sites(*columns: Any) -> Select[Any]:
    """A query of the tokens that websites have."""
    return _unrevoked(*columns).where(BotToken.kind == "web")


def _unrevoked(*columns: Any) -> Select[Any]:
    """A query of the tokens that still count."""
    unexpired = or_(BotToken.expires_at.is_(None), BotToken.expires_at > clock.now())
    return select(*columns).where(BotToken.revoked_at.is_(None), unexpired)


def bots_on(channel: str) -> Select[Any]:
    """The ids of the bots that serve customers on a channel."""
    if channel == "web":
        return _sites(BotToken.bot_id)
    return _accounts(Deployment.bot_id).where(Deployment.channel == channel)


def count_attention() -> int:
    """Count the accounts that customers use and that are degraded or refused by their provider."""
    query = _serving(select(func.count(Deployment.id)), "error", "degraded")
    return db.session.scalar(query) or 0


def reach(bot: Bot) -> tuple[int, bool]:
    """Return how many accounts of a bot are degraded or refused, and whether it has an account or a token at all."""
    accounts = select(
        func.count(Deployment.id), func.count(case((Deployment.state.in_(("error", "degraded")), Deployment.id)))
    ).where(Deployment.bot_id == bot.id, Deployment.state != "removed")
    number, pressing = db.session.execute(accounts).one()
    tokens = _unrevoked(func.count(BotToken.id)).where(BotToken.bot_id == bot.id)
    return pressing, bool(number or db.session.scalar(tokens))


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
