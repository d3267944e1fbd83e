"""How many sessions bots and outlets had, for their lists."""

from collections import defaultdict
from collections.abc import Collection
from datetime import date, timedelta

from sqlalchemy import ColumnElement, func, select

from app.analytics.models import RollupDay
from app.analytics.rollups import Zones
from app.bots.catalog.models import Bot
from app.bots.catalog.service import Recent, recent_conversations
from app.clients import places
from app.clients.models import Client
from app.conversations.provenance import Provenance, knows
from app.core import clock
from app.core.db.base import db

_REAL: ColumnElement[bool] = RollupDay.traffic == "real"
_COUNTED: list[ColumnElement[bool]] = [_REAL, knows(RollupDay.provenance, Provenance.TIMES)]


def _recent(today: date) -> list[ColumnElement[bool]]:
    """What cuts rollups to the last 28 complete days and today."""
    return [RollupDay.day >= today - timedelta(days=places.RECENT_DAYS), RollupDay.day <= today]


@recent_conversations.provide
def count_recent(bots: list[Bot]) -> dict[int, Recent]:
    """Real sessions of the last 28 complete days and today by bot, days being those of its client."""
    zones, counts = Zones(), defaultdict[int, Recent](Recent)
    for client_id in {bot.client_id for bot in bots}:
        today = zones.day(client_id, clock.now())
        mine = RollupDay.bot_id.in_([bot.id for bot in bots if bot.client_id == client_id])
        query = (
            select(RollupDay.bot_id, RollupDay.provenance, func.sum(RollupDay.sessions))
            .where(mine, _REAL, *_recent(today))
            .group_by(RollupDay.bot_id, RollupDay.provenance)
        )
        for bot_id, provenance, total in db.session.execute(query):
            kind = "measured" if provenance & Provenance.TIMES else "estimated"
            setattr(counts[bot_id], kind, getattr(counts[bot_id], kind) + int(total))
    return counts


@places.recent_conversations.provide
def count_by_outlet(client: Client) -> dict[int, int]:
    """Real sessions at measured times of the same days of a client by outlet."""
    today = Zones().day(client.id, clock.now())
    query = select(RollupDay.outlet_id, func.sum(RollupDay.sessions))
    rows = db.session.execute(
        query.where(RollupDay.client_id == client.id, *_COUNTED, *_recent(today)).group_by(RollupDay.outlet_id)
    )
    return {outlet: int(total) for outlet, total in rows}


@places.sessions_by_day.provide
def count_by_day(client: Client, outlets: Collection[int]) -> dict[tuple[int, date], int]:
    """Real sessions of some outlets at measured times, by outlet and day of their client's zone."""
    conditions = (RollupDay.client_id == client.id, RollupDay.outlet_id.in_(outlets), *_COUNTED)
    query = select(RollupDay.outlet_id, RollupDay.day, func.sum(RollupDay.sessions)).where(*conditions)
    rows = db.session.execute(query.group_by(RollupDay.outlet_id, RollupDay.day))
    return {(outlet, day): int(total) for outlet, day, total in rows}


@places.is_used.provide
def has_sessions(outlet_id: int) -> bool:
    """Whether an outlet has sessions, counted or not."""
    return db.session.scalar(select(RollupDay.day).where(RollupDay.outlet_id == outlet_id).limit(1)) is not None
