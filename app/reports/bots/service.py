"""The health of several bots at a glance: a week's sessions by day, the fallback rate, the last publication.

A bot's own pages count the day that is not over yet, so that a new bot is seen at work.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import func, select

from app.bots.catalog.models import Bot, BotVersion
from app.core.db.base import db
from app.core.db.tenancy import current_scope
from app.reports.counts import queries
from app.reports.filters.links import Links
from app.reports.filters.ranges import Range, local_date
from app.reports.filters.selection import Selection, find_range, select_sessions
from app.reports.metrics.definitions import BY_ID, Counts, add, exact, is_small, serialize_value

WEEK = "last_7_days"
FALLBACK = BY_ID["fallback_rate"]


def health_of(bots: Sequence[Bot], now: datetime) -> list[dict[str, Any]]:
    """Return the figures of each bot over its client's last seven complete days and today, in the same order.

    Those whose conversations the reader does not see are left out.
    """
    scope = current_scope()
    bots = [bot for bot in bots if scope.measures(bot.id)]
    published = _publications(bots)
    rows: dict[int, dict[str, Any]] = {}
    for client_id in dict.fromkeys(bot.client_id for bot in bots):
        own = [bot.id for bot in bots if bot.client_id == client_id]
        selection = select_sessions(bots=own)
        span = find_range(selection, WEEK, now=now, with_today=True)
        by_day = _by_day(selection, span)
        for bot_id in own:
            rows[bot_id] = _row(bot_id, by_day.get(bot_id, {}), selection, span) | {
                "published_at": published.get(bot_id)
            }
    return [rows[bot.id] for bot in bots]


def _by_day(selection: Selection, span: Range) -> dict[int, dict[int, Counts]]:
    """The counts of each bot by the number of the day."""
    by_bot: dict[int, dict[int, Counts]] = {}
    for tally in queries.tallies(selection, span.start, span.end, by="bot_id", each="day"):
        day = (local_date(tally.at, span.zone) - span.first).days
        add(by_bot.setdefault(int(tally.key), {}).setdefault(day, {}), tally.counts)
    return by_bot


def _row(bot_id: int, by_day: dict[int, Counts], selection: Selection, span: Range) -> dict[str, Any]:
    """The figures of one bot."""
    total: Counts = {}
    for counts in by_day.values():
        add(total, counts)
    links = Links(replace(selection, bots=(bot_id,)), f"{span.first}..{span.last}")
    return {
        "id": bot_id,
        "sessions": total.get("sessions", 0),
        "days": [by_day.get(day, {}).get("sessions", 0) for day in range(span.days)],
        "link": links.to(),
        "fallback": {
            "value": serialize_value(FALLBACK, exact(FALLBACK, total)) if total else None,
            "num": total.get(FALLBACK.num, 0),
            "den": total.get(FALLBACK.den or "", 0),
            "small": bool(total) and is_small(FALLBACK, total),
            "link": links.to(evidence=FALLBACK.evidence),
        },
    }


def _publications(bots: Sequence[Bot]) -> dict[int, datetime]:
    """When each bot was last published."""
    ids = [bot.id for bot in bots]
    query = select(BotVersion.bot_id, func.max(BotVersion.published_at)).where(BotVersion.bot_id.in_(ids))
    return {bot_id: at for bot_id, at in db.session.execute(query.group_by(BotVersion.bot_id))}
