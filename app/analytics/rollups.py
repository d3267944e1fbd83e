"""Rollups: what one conversation adds to the report tables, and how such additions reach them.

A `Ledger` collects additions (+1) and subtractions (-1) of conversations and writes the net in the same
transaction as the conversations themselves, so that reports are exact at every commit.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from functools import cache
from typing import Any, cast
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, Table, and_, bindparam, delete

from app.analytics import bitmaps, facts
from app.analytics.data_version import raise_version
from app.analytics.facts import MeasuredTurn, facts_of
from app.analytics.measure import HANDED_OFF, STREAK
from app.analytics.models import (
    RollupContactDay,
    RollupCounts,
    RollupDay,
    RollupFactDay,
    RollupIntentDay,
    RollupQuarter,
)
from app.clients.models import Client
from app.conversations.models import OUTCOMES, Conversation
from app.core.db.base import db, insert_or_update

QUARTER_S = 900
COUNTS: tuple[str, ...] = tuple(RollupCounts.__annotations__)
INTENT_COUNTS = ("turns", "confidence_sum", "confidence_turns", "fallback_after", "ratings", "satisfied")
CONTACT_COUNTS = ("engaged", "first")
SATISFIED_FROM = 4
KEY = ("workspace_id", "bot_id", "channel", "outlet_id", "traffic", "client_id", "bot_group", "language", "provenance")

Model = type[RollupQuarter] | type[RollupDay] | type[RollupContactDay] | type[RollupIntentDay] | type[RollupFactDay]
EXTRA_KEYS: dict[Model, tuple[str, ...]] = {
    RollupQuarter: ("quarter",),
    RollupDay: ("day",),
    RollupContactDay: ("day", "contact_id"),
    RollupIntentDay: ("day", "intent"),
    RollupFactDay: ("fact", "day", "value"),
}
VALUES: dict[Model, tuple[str, ...]] = {
    RollupQuarter: COUNTS,
    RollupDay: COUNTS,
    RollupContactDay: CONTACT_COUNTS,
    RollupIntentDay: INTENT_COUNTS,
    RollupFactDay: facts.COUNTS,
}
# The count that is zero exactly when nothing is left of a row.
PRESENCE: dict[Model, str] = {
    RollupQuarter: "sessions",
    RollupDay: "sessions",
    RollupContactDay: "engaged",
    RollupIntentDay: "turns",
    RollupFactDay: "number",
}
Rows = dict[tuple[Any, ...], list[int]]


def counts_of(conversation: Conversation) -> list[int]:
    """What one conversation adds to its quarter and day, in the order of COUNTS."""
    engaged, ended = conversation.engaged, conversation.ended_at is not None
    bot = engaged and conversation.bot_session
    rated = conversation.rating is not None
    values: dict[str, int] = {
        "sessions": 1,
        "engaged": engaged,
        "engaged_new": engaged and conversation.first_engaged,
        "bot_sessions": bot,
        "ended_bot": bot and ended,
        "open": not ended,
        "handoff_requested": bot and conversation.handoff in HANDED_OFF,
        "resolved": bot and ended and bool(conversation.resolved),
        "lasting": bot and ended and bool(conversation.lasting),
        "repeats": conversation.repeats,
        "bot_fallback": bot and conversation.fallback_turns > 0,
        "bot_streak": bot and conversation.fallback_streak >= STREAK,
        "goal_entered": engaged and conversation.goal_entered,
        "goal_hit": engaged and conversation.goal_hit,
        "rating_prompted": conversation.rating_prompted,
        "ratings": rated,
        "satisfied": rated and (conversation.rating or 0) >= SATISFIED_FROM,
    }
    values |= {outcome: bot and ended and conversation.outcome == outcome for outcome in OUTCOMES}
    return [int(values[name] if name in values else getattr(conversation, name)) for name in COUNTS]


def intents_of(conversation: Conversation, turns: Sequence[MeasuredTurn]) -> Iterator[tuple[str, list[int]]]:
    """What a conversation's turns add to its day's intents, in the order of INTENT_COUNTS."""
    for place, turn in enumerate(turns):
        if not (turn.nlu and turn.accepted and turn.intent):
            continue
        score = 0 if turn.confidence is None else round(turn.confidence * 10_000)
        fallback_after = place + 1 < len(turns) and bool(turns[place + 1].fallback)
        yield turn.intent, [1, score, int(turn.confidence is not None), int(fallback_after), 0, 0]
    if conversation.rating is not None and conversation.intent:
        yield conversation.intent, [0, 0, 0, 0, 1, int(conversation.rating >= SATISFIED_FROM)]


class Zones:
    """The clients' time zones, read once for a piece of work."""

    def __init__(self) -> None:
        self._known: dict[int, ZoneInfo] = {}

    def day(self, client_id: int, at: datetime) -> date:
        """The day of an instant in the client's zone."""
        return at.astimezone(self.zone(client_id)).date()

    def zone(self, client_id: int) -> ZoneInfo:
        """The client's zone."""
        if client_id not in self._known:
            client = db.session.get(Client, client_id)  # Often read in this transaction already.
            self._known[client_id] = ZoneInfo(client.zone if client is not None else "UTC")
        return self._known[client_id]


class Ledger:
    """Net changes of the rollup tables by the conversations added and revoked."""

    def __init__(self, zones: Zones | None = None) -> None:
        self.zones = zones or Zones()
        self.rows: dict[Model, Rows] = {model: {} for model in EXTRA_KEYS}
        self._beginnings = set[date]()

    def move_beginning(self, client_id: int, before: datetime | None, after: datetime | None) -> None:
        """Note that a contact's person began at another moment than was said before."""
        self._beginnings |= {self.zones.day(client_id, at) for at in (before, after) if at is not None}

    def add(self, conversation: Conversation, turns: Sequence[MeasuredTurn] | None, sign: int = 1) -> None:
        """Add (or with -1 revoke) a conversation; `turns` None leaves intents and facts as they are."""
        day = self.zones.day(conversation.client_id, conversation.started_at)
        quarter = int(conversation.started_at.timestamp()) // QUARTER_S
        key = (
            conversation.workspace_id,
            conversation.bot_id,
            conversation.channel,
            conversation.outlet_id or 0,
            conversation.traffic,
            conversation.client_id,
            conversation.bot_group,
            conversation.language,
            conversation.provenance,
        )
        counts = [sign * count for count in counts_of(conversation)]
        self._put(RollupQuarter, (*key, quarter), counts)
        self._put(RollupDay, (*key, day), counts)
        if conversation.engaged:
            self._put(
                RollupContactDay, (*key, day, conversation.contact_id), [sign, sign * int(conversation.first_engaged)]
            )
        for intent, values in intents_of(conversation, turns or ()) if turns is not None else ():
            self._put(RollupIntentDay, (*key, day, intent), [sign * value for value in values])
        for fact, value, numbers in facts_of(conversation, turns) if turns is not None else ():
            self._put(RollupFactDay, (*key, fact, day, value), [sign * number for number in numbers])

    def _put(self, model: Model, key: tuple[Any, ...], values: list[int]) -> None:
        """Add values to a row of the ledger."""
        present = self.rows[model].get(key)
        if present is None:
            self.rows[model][key] = values
        else:
            self.rows[model][key] = [a + b for a, b in zip(present, values, strict=True)]

    def write(self) -> None:
        """Bring the net changes into the tables; the ledger is empty afterwards."""
        raise_version()
        days = {key[len(KEY)] for key, values in self.rows[RollupContactDay].items() if any(values)}
        bitmaps.remove(days | self._beginnings)
        self._beginnings.clear()
        connection = db.session.connection()
        for model, rows in self.rows.items():
            # Writers that touch rows in one order cannot lock each other out.
            changed = sorted((key, values) for key, values in rows.items() if any(values))
            if changed:
                _upsert(connection, model, changed)
                _sweep(connection, model, changed)
            rows.clear()


def key_names(model: Model) -> tuple[str, ...]:
    """The names of a ledger key's parts, in order."""
    return (*KEY, *EXTRA_KEYS[model])


def column(model: Model, name: str) -> str:
    """The column behind an attribute (some names are reserved words in SQL)."""
    return str(model.__mapper__.columns[name].name)


def _upsert(connection: Connection, model: Model, rows: Iterable[tuple[tuple[Any, ...], list[int]]]) -> None:
    """Add the values to the rows' present ones, making those that are missing."""
    names = (*(column(model, n) for n in key_names(model)), *(column(model, n) for n in VALUES[model]))
    if model is not RollupContactDay:
        batch = [dict(zip(names, (*key, *values), strict=True)) for key, values in rows]
        connection.execute(_adding(connection.dialect.name, model), batch)
        return
    # One conversation at most is a contact's first, so the flag follows the sign of its change.
    for sign in (-1, 0, 1):
        batch = [
            dict(zip(names, (*key, values[0], values[1] > 0), strict=True)) for key, values in rows if values[1] == sign
        ]
        if batch:
            connection.execute(_adding(connection.dialect.name, model, sign), batch)


@cache
def _adding(dialect: str, model: Model, sign: int = 0) -> Any:
    """The statement that adds values to a table's rows; made once, it is sent with every message."""
    table = cast(Table, model.__table__)
    statement, fresh = insert_or_update(dialect, table)
    names = ("engaged",) if model is RollupContactDay else tuple(column(model, value) for value in VALUES[model])
    change: dict[str, Any] = {name: table.c[name] + fresh[name] for name in names}
    if sign:
        change["is_first"] = sign > 0
    return statement.on_conflict_do_update(index_elements=list(table.primary_key), set_=change)


def _sweep(connection: Connection, model: Model, rows: Iterable[tuple[tuple[Any, ...], list[int]]]) -> None:
    """Remove rows that counted down to nothing: distinct contacts are counted by rows."""
    table = cast(Table, model.__table__)
    presence = VALUES[model].index(PRESENCE[model])
    names = key_names(model)
    primary = {column.name for column in table.primary_key}
    empty_keys = [
        {f"k_{name}": part for name, part in zip(names, key, strict=True) if name in primary}
        for key, values in rows
        if values[presence] < 0
    ]
    if empty_keys:
        condition = and_(*(table.c[name] == bindparam(f"k_{name}") for name in primary))
        connection.execute(delete(table).where(condition, table.c[PRESENCE[model]] == 0), empty_keys)
