"""How many sessions each bot had lately, for lists of bots."""

from datetime import timedelta

from sqlalchemy import func, select

from app.analytics.models import RollupDay
from app.analytics.rollups import Zones
from app.bots.catalog.models import Bot
from app.bots.catalog.service import recent_sessions
from app.conversations.provenance import Provenance, knows
from app.core import clock
from app.core.db.base import db

RECENT_DAYS = 28


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
                RollupDay.traffic == "real",
                knows(RollupDay.provenance, Provenance.TIMES),
                RollupDay.day >= today - timedelta(days=RECENT_DAYS),
                RollupDay.day < today,
            )
            .group_by(RollupDay.bot_id)
        )
        counts.update((bot_id, int(total)) for bot_id, total in db.session.execute(query))
    return counts
