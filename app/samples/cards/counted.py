"""The figures of cards that the product counts itself: its dashboard's, over the ranges cards have."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

import orjson
from sqlalchemy import func, select

from app.conversations.models import Conversation, Turn
from app.conversations.provenance import Provenance, knows
from app.core import clock
from app.core.db.base import db
from app.reports.counts.queries import tallies
from app.reports.filters.ranges import local_date, midnight
from app.reports.filters.selection import REAL, select_conversations
from app.reports.service import ReportQuery, dashboard_body

YEAR = timedelta(days=365)
WEEK = timedelta(days=7)
DAY = timedelta(days=1)
ENOUGH = 200
"""As many sessions as an average of answers is taken from."""


@dataclass(frozen=True, slots=True)
class ConversationFigures:
    """What conversations say of a range."""

    document: dict[str, Any]
    """The dashboard of the range."""
    newest: dict[str, Any]
    """The dashboard of its last seven days."""
    open: int
    """How many sessions are open now."""
    days: int
    """How many of its days have sessions."""
    wait: float | None
    """Milliseconds until the bot answered, in the latest sessions a person took over."""

    @property
    def first(self) -> date:
        """The first day."""
        return date.fromisoformat(self.document["filters"]["from"])

    @property
    def last(self) -> date:
        """The last day."""
        return date.fromisoformat(self.document["filters"]["to"])

    def card(self, name: str) -> dict[str, Any]:
        """A key figure of the range."""
        return next(card for card in self.document["cards"] if card["id"] == name)


def count(name: str) -> ConversationFigures:
    """Count a range by its name: whole days up to yesterday, a year being the last 365 of them."""
    zone = select_conversations().zone
    today = local_date(clock.now(), zone)
    document = _document(f"{today - YEAR}..{today - DAY}" if name == "last_year" else name, "prev")
    first, last = (date.fromisoformat(document["filters"][key]) for key in ("from", "to"))
    newest = _document(f"{max(first, last - WEEK + DAY)}..{last}", "none")
    latest = (
        select(Conversation.id)
        .where(Conversation.started_at >= midnight(first, zone), Conversation.started_at < midnight(last + DAY, zone))
        .where(Conversation.traffic == REAL, Conversation.outcome == "handed_off")
        .where(knows(Conversation.provenance, Provenance.TIMES | Provenance.LATENCY))
        .order_by(Conversation.started_at.desc())
        .limit(ENOUGH)
    )
    latest_rows = db.session.scalars(latest).all()
    wait = db.session.scalar(select(func.avg(Turn.latency_ms)).where(Turn.conversation_id.in_(latest_rows)))
    open_count = int(_document("today", "none")["excluded"]["open"])
    return ConversationFigures(document, newest, open_count, _days(first, last), None if wait is None else float(wait))


def _days(first: date, last: date) -> int:
    """On how many days there were sessions."""
    selection = select_conversations()
    days = tallies(
        selection, midnight(first, selection.zone), midnight(last + DAY, selection.zone), by="channel", each="day"
    )
    return len({local_date(day.at, selection.zone) for day in days if day.counts.get("engaged")})


def handed_off(document: dict[str, Any]) -> int:
    """How many sessions of a dashboard a person took over."""
    return next(int(item["count"]) for item in document["outcomes"]["items"] if item["id"] == "handed_off")


def _document(year: str, compared: str) -> dict[str, Any]:
    """The dashboard of a range; made once for a state of the data and a minute."""
    document: dict[str, Any] = orjson.loads(dashboard_body(ReportQuery(r=year, cmp=compared), "en"))
    return document
