"""Rules of schedules: another theme from one instant to another, after which the live version's returns by itself."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from sqlalchemy import func, select

from app.bots.catalog.models import Bot
from app.channels.themes.models import ThemeSchedule
from app.clients.service import get_client
from app.core import clock
from app.core.db.base import db, fetch
from app.core.errors import BeyondSchema, Conflict, Invalid

MOST = 50
"""Schedules of one bot, past ones included."""


class Overlap(NamedTuple):
    """Another schedule at the same time; `wins` is whether the one that was asked for is shown then."""

    id: int
    title: str
    wins: bool


def zone_of(bot: Bot) -> str:
    """Return the zone in which a bot's schedules are given: its client's."""
    return get_client(bot.client_id).zone


def list_schedules(bot: Bot) -> list[ThemeSchedule]:
    """Return a bot's schedules by their starts."""
    query = select(ThemeSchedule).where(ThemeSchedule.bot_id == bot.id)
    return list(db.session.scalars(query.order_by(ThemeSchedule.starts_at, ThemeSchedule.id)))


def get_schedule(bot: Bot, schedule_id: int) -> ThemeSchedule:
    """Return a schedule of a bot, or raise NotFound."""
    query = select(ThemeSchedule).where(ThemeSchedule.bot_id == bot.id, ThemeSchedule.id == schedule_id)
    return fetch(query, "There is no such schedule.")


def running(bot: Bot, at: datetime) -> ThemeSchedule | None:
    """Return the schedule whose theme is shown at an instant: of several the one with the later start."""
    query = select(ThemeSchedule).where(
        ThemeSchedule.bot_id == bot.id, ThemeSchedule.starts_at <= at, ThemeSchedule.ends_at > at
    )
    return max(db.session.scalars(query), key=lambda row: row.rank, default=None)


def add_schedule(bot: Bot, values: dict[str, Any], fields: Mapping[str, Any]) -> ThemeSchedule:
    """Schedule a theme whose values have been checked."""
    count = select(func.count(ThemeSchedule.id)).where(ThemeSchedule.bot_id == bot.id)
    if (db.session.scalar(count) or 0) >= MOST:
        raise Conflict(f"A bot has at most {MOST} schedules. Delete past ones first.", code="too_many")
    starts_at, ends_at = _span(bot, fields)
    row = ThemeSchedule(bot_id=bot.id, title=fields["title"], values=values, starts_at=starts_at, ends_at=ends_at)
    db.session.add(row)
    db.session.flush()
    return row


def change_schedule(bot: Bot, row: ThemeSchedule, values: dict[str, Any], fields: Mapping[str, Any]) -> None:
    """Give a schedule another theme, title or time."""
    row.starts_at, row.ends_at = _span(bot, fields)
    row.title, row.values = fields["title"], values
    db.session.flush()


def cancel_schedule(row: ThemeSchedule) -> None:
    """Delete a schedule; where it is running, the live version's theme returns at once."""
    db.session.delete(row)
    db.session.flush()


def overlaps(row: ThemeSchedule) -> list[Overlap]:
    """Return the other schedules of the bot at the same time."""
    query = select(ThemeSchedule).where(
        ThemeSchedule.bot_id == row.bot_id,
        ThemeSchedule.id != row.id,
        ThemeSchedule.starts_at < row.ends_at,
        ThemeSchedule.ends_at > row.starts_at,
    )
    others = db.session.scalars(query.order_by(ThemeSchedule.starts_at, ThemeSchedule.id))
    return [Overlap(other.id, other.title, row.rank > other.rank) for other in others]


def state_of(row: ThemeSchedule) -> str:
    """Return whether a schedule is planned, running or ended."""
    now = clock.now()
    return "planned" if now < row.starts_at else "running" if now < row.ends_at else "ended"


def _span(bot: Bot, fields: Mapping[str, Any]) -> tuple[datetime, datetime]:
    """The instants of a schedule; minutes without a zone are on the clock of the bot's client."""
    zone = ZoneInfo(zone_of(bot))
    starts_at, ends_at = (_instant(fields[name], zone) for name in ("from_", "to"))
    if ends_at <= starts_at:
        raise Invalid({"to": [BeyondSchema("Must be after the start.")]})
    if ends_at <= clock.now():
        raise Invalid({"to": [BeyondSchema("Must be in the future.")]})
    return starts_at, ends_at


def _instant(moment: datetime, zone: ZoneInfo) -> datetime:
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=zone)
