"""Rollups counted from scratch: to repair them, and to prove that they need no repair."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, cast

from sqlalchemy import Table, delete, select

from app.analytics import bitmaps
from app.analytics.bitmaps import by_day, month_of
from app.analytics.data_version import hold_writers
from app.analytics.models import ContactNumber, RollupBeginning, RollupContactDay, RollupPeople
from app.analytics.rollups import EXTRA_KEYS, KEY, VALUES, Ledger, Model, Rows, Zones, column, key_names
from app.conversations.models import Contact, Conversation, Turn
from app.core.db.base import db, write_rows
from app.core.db.tenancy import bound_workspace, within

AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Drift:
    """A rollup row that is not what counting again gives; None represents a row that is not there."""

    table: str
    key: tuple[Any, ...]
    stored: list[int] | None
    counted: list[int] | None


def rebuild() -> int:
    """Count the bound workspace's rollups from its conversations; returns how many rows were written."""
    with within(bound_workspace()):
        # A ledger raises the version before it writes: what it adds is either counted here, or added afterwards.
        hold_writers()
        bitmaps.remove_all()
        for model in EXTRA_KEYS:
            write_rows(delete(model))
        ledger = _count()
        row_count = sum(len(rows) for rows in ledger.rows.values())
        ledger.write()
        return row_count


def verify() -> list[Drift]:
    """Every rollup row of the bound workspace that is wrong, missing or too many.

    Asked in a transaction begun as a reader's, it sees one state of the data and keeps no writer waiting.
    """
    with within(bound_workspace()):
        ledger = _count()
        drifts = [drift for model in EXTRA_KEYS for drift in _compare(model, ledger.rows[model])]
        return [*drifts, *_compare_bitmaps(ledger)]


def _compare_bitmaps(ledger: Ledger) -> Iterator[Drift]:
    """Days in bitmaps against counted ones: the contacts that are in one of the two only."""
    numbered = db.session.execute(select(ContactNumber.number, ContactNumber.contact_id))
    contacts: dict[int, int] = {number: contact_id for number, contact_id in numbered}
    stored, months = defaultdict[tuple[Any, ...], set[int]](set), dict[date, date]()
    for row in db.session.scalars(select(RollupPeople)):
        months[row.day] = row.through
        for day, numbers in by_day(row.day, [row.bitmap]).items():
            key = (RollupPeople.__tablename__, *(getattr(row, name) for name in KEY), day)
            stored[key] |= {contacts.get(number, 0) for number in numbers}
    for part in db.session.scalars(select(RollupBeginning)):
        for day, numbers in by_day(part.day, [part.bitmap]).items():
            key = (RollupBeginning.__tablename__, part.client_id, day)
            stored[key] |= {contacts.get(number, 0) for number in numbers}
    recount, zones = defaultdict[tuple[Any, ...], set[int]](set), Zones()
    for parts in ledger.rows[RollupContactDay]:
        recount[RollupPeople.__tablename__, *parts[:-1]].add(parts[-1])
    began = select(Contact.client_id, Contact.first_engaged_at, Contact.id)
    for client_id, at, contact_id in db.session.execute(began.where(Contact.first_engaged_at.is_not(None))):
        recount[RollupBeginning.__tablename__, client_id, zones.day(client_id, cast(datetime, at))].add(contact_id)
    for key in stored.keys() | recount.keys():
        there, should = stored.get(key, set()), recount.get(key, set())
        if there != should and (there or key[-1] <= months.get(month_of(key[-1]), date.min)):
            yield Drift(key[0], key[1:], sorted(there - should), sorted(should - there))


def _compare(model: Model, recount: Rows) -> Iterator[Drift]:
    """Stored rows of a table against counted ones."""
    stored = _read_rows(model)
    for key in stored.keys() | recount.keys():
        if stored.get(key) != recount.get(key):
            yield Drift(str(model.__tablename__), key, stored.get(key), recount.get(key))


def _read_rows(model: Model) -> Rows:
    """A table's rows of this workspace as a ledger holds them."""
    table = cast(Table, model.__table__)
    names = [column(model, name) for name in (*key_names(model), *VALUES[model])]
    width = len(key_names(model))
    # A Core read, which the workspace filter does not see: the condition is here.
    query = select(*(table.c[name] for name in names)).where(table.c.workspace_id == bound_workspace())
    return {tuple(row[:width]): [int(value) for value in row[width:]] for row in db.session.execute(query)}


def _count() -> Ledger:
    """All conversations of the workspace in a fresh ledger."""
    ledger, last = Ledger(), 0
    while True:
        query = select(Conversation).where(Conversation.id > last).order_by(Conversation.id).limit(AT_ONCE)
        conversations = list(db.session.scalars(query))
        if not conversations:
            return ledger
        turns = _turns([conversation.id for conversation in conversations])
        for conversation in conversations:
            ledger.add(conversation, turns.get(conversation.id, []))
        last = conversations[-1].id


def _turns(conversation_ids: list[int]) -> dict[int, list[Any]]:
    """The conversations' turns in order, as light rows."""
    names = ("conversation_id", "nlu", "intent", "confidence", "accepted", "fallback", "cause", "latency_ms")
    columns = (getattr(Turn, name) for name in names)
    query = select(*columns).where(Turn.conversation_id.in_(conversation_ids))
    turns: dict[int, list[Any]] = {}
    for row in db.session.execute(query.order_by(Turn.conversation_id, Turn.number)):
        turns.setdefault(row.conversation_id, []).append(row)
    return turns
