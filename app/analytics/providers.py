"""How many sessions bots and outlets had, for their lists."""

from datetime import date, timedelta
from typing import Any

from sqlalchemy import ColumnElement, func, select

from app.analytics.models import RollupDay
from app.analytics.rollups import Zones
from app.bots.catalog.models import Bot
from app.bots.catalog.service import recent_sessions
from app.clients import places
from app.clients.models import Client, Outlet
from app.conversations.provenance import Provenance, knows
from app.core import clock
from app.core.db.base import db

RECENT_DAYS = 28


_COUNTED: list[ColumnElement[bool]] = [RollupDay.traffic == "real", knows(RollupDay.provenance, Provenance.TIMES)]


def _recent(today: date) -> list[ColumnElement[bool]]:
    """What cuts rollups to real sessions at measured times of the last 28 complete days."""
    return [*_COUNTED, RollupDay.day >= today - timedelta(days=RECENT_DAYS), RollupDay.day < today]


@recent_sessions.provide
def count_recent(bots: list[Bot]) -> dict[int, int]:
    """Real sessions at measured times of the last 28 complete days by bot, days being those of its client."""
    zones, counts = Zones(), dict[int, int]()
    for client_id in {bot.client_id for bot in bots}:
        today = zones.day(client_id, clock.now())
        query = (
            select(RollupDay.bot_id, func.sum(RollupDay.sessions))
            .where(
                RollupDay.bot_id.in_([bot.id for bot in bots if bot.client_id == client_id]),
                *_recent(today),
            )
            .group_by(RollupDay.bot_id)
        )
        counts.update((bot_id, int(total)) for bot_id, total in db.session.execute(query))
    return counts


@places.recent_sessions.provide
def count_by_outlet(client: Client) -> dict[int, int]:
    """The same of a client by outlet."""
    today = Zones().day(client.id, clock.now())
    return _sums(RollupDay.outlet_id, RollupDay.client_id == client.id, *_recent(today))


@places.sessions_by_day.provide
def count_by_day(outlet: Outlet) -> dict[date, int]:
    """Real sessions of an outlet at measured times, by the day of its client's zone."""
    return _sums(RollupDay.day, RollupDay.client_id == outlet.client_id, RollupDay.outlet_id == outlet.id, *_COUNTED)


def _sums(column: Any, *which: ColumnElement[bool]) -> dict[Any, int]:
    """Sessions by a column."""
    query = select(column, func.sum(RollupDay.sessions)).where(*which).group_by(column)
    return {key: int(total) for key, total in db.session.execute(query)}


@places.is_used.provide
def has_sessions(outlet_id: int) -> bool:
    """Whether an outlet has sessions, counted or not."""
    return db.session.scalar(select(RollupDay.day).where(RollupDay.outlet_id == outlet_id).limit(1)) is not None
