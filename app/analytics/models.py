"""Rollup rows: what reports sum instead of scanning messages. Written in the ingest transaction."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import Boolean, Date, ForeignKey, Index, Integer, LargeBinary, String
from sqlalchemy.orm import Mapped, declared_attr, mapped_column

from app.conversations.provenance import MEASURED
from app.core.clock import now
from app.core.db.base import Base, ClientScoped, Measured, OfBot, OutletScoped, WorkspaceMixin, WorkspaceRow


class RollupCounts:
    """The additive counts of a bucket, all over sessions that started in it.

    S = all sessions, E = engaged ones, B = bot sessions (all of them engaged). Outcomes, resolved, lasting,
    bot_fallback, bot_streak and handoff_requested count B; goals and repeats count E; turns, messages, ratings
    and cost count S.
    """

    sessions: Mapped[int] = mapped_column(Integer, default=0)
    engaged: Mapped[int] = mapped_column(Integer, default=0)
    engaged_new: Mapped[int] = mapped_column(Integer, default=0)
    """Engaged sessions that are their contact's first ever."""
    bot_sessions: Mapped[int] = mapped_column(Integer, default=0)
    ended_bot: Mapped[int] = mapped_column(Integer, default=0)
    open: Mapped[int] = mapped_column("open_sessions", Integer, default=0)
    completed: Mapped[int] = mapped_column(Integer, default=0)
    informed: Mapped[int] = mapped_column(Integer, default=0)
    handed_off: Mapped[int] = mapped_column(Integer, default=0)
    abandoned: Mapped[int] = mapped_column(Integer, default=0)
    error: Mapped[int] = mapped_column("errors", Integer, default=0)
    handoff_requested: Mapped[int] = mapped_column(Integer, default=0)
    resolved: Mapped[int] = mapped_column(Integer, default=0)
    lasting: Mapped[int] = mapped_column(Integer, default=0)
    repeats: Mapped[int] = mapped_column(Integer, default=0)
    bot_fallback: Mapped[int] = mapped_column(Integer, default=0)
    """Those with a fallback."""
    bot_streak: Mapped[int] = mapped_column(Integer, default=0)
    """Those with two fallbacks one after the other."""
    turns: Mapped[int] = mapped_column(Integer, default=0)
    accepted_turns: Mapped[int] = mapped_column(Integer, default=0)
    nlu_turns: Mapped[int] = mapped_column(Integer, default=0)
    fallback_turns: Mapped[int] = mapped_column(Integer, default=0)
    error_turns: Mapped[int] = mapped_column(Integer, default=0)
    messages_in: Mapped[int] = mapped_column(Integer, default=0)
    messages_out: Mapped[int] = mapped_column(Integer, default=0)
    messages_human: Mapped[int] = mapped_column(Integer, default=0)
    goal_entered: Mapped[int] = mapped_column(Integer, default=0)
    goal_hit: Mapped[int] = mapped_column(Integer, default=0)
    rating_prompted: Mapped[int] = mapped_column(Integer, default=0)
    ratings: Mapped[int] = mapped_column(Integer, default=0)
    satisfied: Mapped[int] = mapped_column(Integer, default=0)
    cost_micro: Mapped[int] = mapped_column(default=0)


class RollupKey(WorkspaceRow, ClientScoped, Measured, OutletScoped):
    """What cuts every rollup beside its bucket; key columns come first, the bucket right behind the workspace."""

    workspace_id: Mapped[int] = mapped_column(ForeignKey("workspace.id"), primary_key=True, sort_order=-9)
    bot_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False, sort_order=-7)
    channel: Mapped[str] = mapped_column(String(12), primary_key=True, sort_order=-6)
    outlet_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False, default=0, sort_order=-5)
    """0 where a session has no outlet, because a key column cannot be null."""
    traffic: Mapped[str] = mapped_column(String(4), primary_key=True, sort_order=-4)
    bot_group: Mapped[str] = mapped_column(String(10), primary_key=True, sort_order=-2)
    """The group the bot had when the sessions began: theirs stays when it gets another."""
    language: Mapped[str] = mapped_column(String(8), primary_key=True, default="en", sort_order=-1)
    provenance: Mapped[int] = mapped_column(
        Integer, primary_key=True, autoincrement=False, default=int(MEASURED), sort_order=-1
    )
    """What is known of the sessions: see `app.conversations.provenance`."""


class Clustered:
    """Store the rows in the order of their key, so that SQLite reads a range of them without a look-up for each.

    The columns of the key come first: the integrity check of SQLite 3.40 takes others before them for NULL.
    """

    @declared_attr.directive
    def __table_args__(cls) -> dict[str, Any]:
        """Without a number of its own for each row."""
        return {"sqlite_with_rowid": False}


class RollupQuarter(Clustered, RollupKey, RollupCounts, Base):
    """Sessions started in one quarter of an hour, UTC: serves any zone, the heat map and hourly series."""

    __tablename__ = "rollup_quarter"

    quarter: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False, sort_order=-8)
    """Whole quarters of an hour since 1970-01-01T00:00Z."""


class RollupDay(Clustered, RollupKey, RollupCounts, Base):
    """Sessions started on one day of the client's zone."""

    __tablename__ = "rollup_day"

    day: Mapped[date] = mapped_column(Date, primary_key=True, sort_order=-8)


class RollupContactDay(Clustered, RollupKey, Base):
    """One contact's engaged sessions on one day of the client's zone: exact distinct counts."""

    __tablename__ = "rollup_contact_day"

    day: Mapped[date] = mapped_column(Date, primary_key=True, sort_order=-8)
    contact_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False, sort_order=-3)
    engaged: Mapped[int] = mapped_column(Integer, default=0)
    first: Mapped[bool] = mapped_column("is_first", Boolean, default=False)
    """Whether the contact's first ever engaged session is among them."""


class RollupPeople(RollupKey, Base):
    """The contacts of `RollupContactDay` on the days of one month that are over, as a bitmap: see `bitmaps`.

    All rows of a month are written at once and removed at once, so that one row says that all of them are there.
    """

    __tablename__ = "rollup_people"

    day: Mapped[date] = mapped_column(Date, primary_key=True, sort_order=-8)
    """The first day of the month, as the other rollups call theirs."""
    through: Mapped[date] = mapped_column(Date)
    """The last day that is counted, alike in all rows of the month."""
    bitmap: Mapped[bytes] = mapped_column(LargeBinary)


class RollupBeginning(WorkspaceRow, ClientScoped, Base):
    """The contacts of a client whose person began on the days of one month that are over, as a bitmap.

    Written and removed with the month's `RollupPeople`.
    """

    __tablename__ = "rollup_beginning"

    workspace_id: Mapped[int] = mapped_column(ForeignKey("workspace.id"), primary_key=True)
    day: Mapped[date] = mapped_column(Date, primary_key=True)
    client_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    through: Mapped[date] = mapped_column(Date)
    bitmap: Mapped[bytes] = mapped_column(LargeBinary)


class ContactNumber(WorkspaceRow, ClientScoped, Base):
    """The number of a contact in bitmaps: dense, where ids are too far apart for them to be small."""

    __tablename__ = "contact_number"
    __table_args__ = (Index("uq_contact_number", "workspace_id", "number", unique=True),)

    workspace_id: Mapped[int] = mapped_column(ForeignKey("workspace.id"), primary_key=True)
    contact_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    client_id: Mapped[int]
    number: Mapped[int] = mapped_column(Integer)


class RollupIntentDay(Clustered, RollupKey, Base):
    """NLU turns routed to one intent, by the day of the client's zone their session started on."""

    __tablename__ = "rollup_intent_day"

    day: Mapped[date] = mapped_column(Date, primary_key=True, sort_order=-8)
    intent: Mapped[str] = mapped_column(String(120), primary_key=True, sort_order=-3)
    turns: Mapped[int] = mapped_column(Integer, default=0)
    confidence_sum: Mapped[int] = mapped_column(default=0)
    """Sum of top scores in ten-thousandths, over the turns that have one."""
    confidence_turns: Mapped[int] = mapped_column(Integer, default=0)
    fallback_after: Mapped[int] = mapped_column(Integer, default=0)
    """Turns whose next turn in the session was a fallback."""
    ratings: Mapped[int] = mapped_column(Integer, default=0)
    """Rated sessions in which the intent was the last accepted one."""
    satisfied: Mapped[int] = mapped_column(Integer, default=0)


class RollupFactDay(Clustered, RollupKey, Base):
    """What the sessions of one day of the client's zone have in common: see `app.analytics.facts`."""

    __tablename__ = "rollup_fact_day"

    fact: Mapped[str] = mapped_column(String(10), primary_key=True, sort_order=-8)
    day: Mapped[date] = mapped_column(Date, primary_key=True, sort_order=-8)
    value: Mapped[str] = mapped_column(String(120), primary_key=True, sort_order=-3)
    number: Mapped[int] = mapped_column(Integer, default=0)
    hits: Mapped[int] = mapped_column(Integer, default=0)
    weight: Mapped[int] = mapped_column(default=0)


class Restatement(WorkspaceMixin, ClientScoped, Measured, OfBot, Base):
    """A change of a number of a final day, or one line for everything an import of history brought."""

    __tablename__ = "restatement"
    is_hidden = True
    table_args = (
        Index("ix_restatement_day", "workspace_id", "day"),
        Index("uq_restatement_import", "workspace_id", "import_id", unique=True),
    )

    client_id: Mapped[int]
    bot_id: Mapped[int]
    import_id: Mapped[int | None]
    day: Mapped[date | None] = mapped_column(Date)
    metric: Mapped[str] = mapped_column(String(60))
    old: Mapped[int | None]
    new: Mapped[int | None]
    cause: Mapped[str] = mapped_column(String(120))
    created_at: Mapped[datetime] = mapped_column(default=now)
