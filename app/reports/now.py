"""What is going on at this moment: open conversations, visitors who wait for a person, turns that have just failed."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, func, select

from app.analytics.evidence import FAILING, RECENT, has_just_failed
from app.bots.catalog.models import Bot
from app.channels.messaging import activity
from app.channels.messaging.models import Deployment
from app.conversations.models import Conversation, Turn
from app.core import clock
from app.core.db.base import db
from app.inbox.models import Handoff
from app.reports.filters.links import Links
from app.reports.filters.places import PlaceKey, outlets_in
from app.reports.filters.selection import ALL, TEST, Selection, select_conversations


def going_on(
    *, bot: Sequence[int] = (), grp: str = "overall", ch: Sequence[str] = (), out: Sequence[PlaceKey] = ()
) -> dict[str, Any]:
    """Return what is going on with the bots, group, channels and places of a report; test traffic left out."""
    moment = clock.now()
    selection = select_conversations(bots=bot, group=grp, channels=ch, places=out, data=ALL)
    conditions, links = selection.where(Conversation), Links(selection, "all")
    active = select(func.count(Conversation.id)).where(Conversation.ended_at.is_(None), *conditions)
    waiting = (
        select(func.count(Handoff.id), func.min(Handoff.requested_at))
        .join(Conversation, Handoff.conversation_id == Conversation.id)
        .where(Handoff.state == "requested", *conditions)
    )
    failed = select(func.count(Turn.id)).where(*has_just_failed(moment), *conditions)
    count, oldest = db.session.execute(waiting).one()
    lag = activity.read_lag(*_accounts_of(selection), since=moment - RECENT)
    return {
        "active": db.session.scalar(active) or 0,
        "waiting": count,
        "waiting_since": oldest,
        "errors": db.session.scalar(failed) or 0,
        "webhook_lag_s": lag,
        "active_link": links.to(outcome="open"),
        "errors_link": links.to(evidence=FAILING),
        "as_of": moment,
    }


def _accounts_of(selection: Selection) -> list[ColumnElement[bool]]:
    """The conditions on messaging accounts that a report is of."""
    conditions = [Deployment.environment != TEST]
    if selection.bots:
        conditions.append(Deployment.bot_id.in_(selection.bots))
    if selection.group != "overall":
        conditions.append(Bot.group == selection.group)
    if selection.channels:
        conditions.append(Deployment.channel.in_(selection.channels))
    if selection.places:
        conditions.append(Deployment.outlet_id.in_(outlets_in(selection.places)))
    return conditions
