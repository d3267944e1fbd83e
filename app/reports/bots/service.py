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
from app.reports.counts.facts import FactReader, by_value
from app.reports.filters.links import Links
from app.reports.filters.ranges import Range, local_date
from app.reports.filters.selection import Selection, find_range, select_conversations
from app.reports.metrics.definitions import BY_ID, Counts, add, exact, is_small, serialize_value

WEEK = "last_7_days"
QUARTER = "last_90_days"
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
        selection = select_conversations(bots=own)
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
        "fallback": _fallback(total, links.to(evidence=FALLBACK.evidence)),
    }


def versions_of(selection: Selection, now: datetime) -> list[dict[str, Any]]:
    """Return the fallback rate of each version that a bot had conversations with in three months, the newest first."""
    span = find_range(selection, QUARTER, now=now, with_today=True)
    links = Links(selection, f"{span.first}..{span.last}")
    counts = by_value(FactReader(selection).read(span, "misses"))
    return [
        {
            "number": int(version),
            "fallback": _fallback(
                {FALLBACK.num: hits, FALLBACK.den or "": weight},
                links.to(evidence=FALLBACK.evidence, f=f"version:eq:{version}"),
            ),
        }
        for version, (_, hits, weight) in sorted(counts.items(), key=lambda item: -int(item[0]))
    ]


def nodes_of(selection: Selection, now: datetime) -> list[dict[str, Any]]:
    """Return how many conversations of the last seven days and today reached each node or were given up there.

    They are of all versions, and only nodes that say something count.
    """
    span = find_range(selection, WEEK, now=now, with_today=True)
    counts = by_value(FactReader(selection).read(span, "node"))
    return [{"node": node, "reached": reached, "left": left} for node, (reached, left, _) in sorted(counts.items())]


def _fallback(counts: Counts, link: str) -> dict[str, Any]:
    """The fallback rate of counts with what it is counted from."""
    return {
        "value": serialize_value(FALLBACK, exact(FALLBACK, counts)) if counts else None,
        "num": counts.get(FALLBACK.num, 0),
        "den": counts.get(FALLBACK.den or "", 0),
        "small": bool(counts) and is_small(FALLBACK, counts),
        "link": link,
    }


def _publications(bots: Sequence[Bot]) -> dict[int, datetime]:
    """When each bot was last published."""
    ids = [bot.id for bot in bots]
    query = select(BotVersion.bot_id, func.max(BotVersion.published_at)).where(BotVersion.bot_id.in_(ids))
    return {bot_id: at for bot_id, at in db.session.execute(query.group_by(BotVersion.bot_id))}
