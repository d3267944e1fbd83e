"""The conversation list as rows of files, a batch at a time."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import partial
from itertools import chain
from typing import Any

from sqlalchemy import select

from app.conversations.models import FORGOTTEN, Conversation
from app.core import clock
from app.core.db.base import db, read_only
from app.core.http.csv_lines import lines
from app.core.http.listing import Order
from app.core.http.workbooks import write_workbook
from app.core.languages import catalogue, comma_of, language_name
from app.reports.history.arguments import COLUMNS
from app.reports.history.filters import AppliedFilters, Filters, narrow
from app.reports.history.order import order_of
from app.reports.history.service import count, rows
from app.reports.metrics.written import code_words, time_unit

MAX_ROWS = 10_000
BATCH = 500
Cursor = tuple[Any, int] | None
"""The value and the id of the last conversation written; None before the first."""
END = (None, 0)
HEADS = {
    "started_at": "conversations.started", "ended_at": "views.ended", "contact": "conversations.contact",
    "contact_last4": "filters.f.last4", "bot": "conversations.bot", "group": "filters.f.group",
    "channel": "conversations.channel", "outlet": "conversations.outlet", "outcome": "conversations.outcome",
    "turns": "conversations.turns", "messages": "filters.f.messages", "duration_ms": "conversations.duration",
    "fallbacks": "conversations.fallbacks", "csat": "conversations.csat", "intent": "conversations.intent",
    "language": "filters.f.language", "goals": "conversations.goals", "tags": "filters.f.tag",
    "review": "filters.f.review", "category": "filters.f.category", "reviewer": "filters.f.reviewer",
    "first_text": "filters.f.first_text", "source_id": "filters.f.source_id", "id": "conversations.id",
    "times": "views.times", "contents": "views.contents", "contact_id": "views.contactId",
    "version": "filters.f.version", "traffic": "conversations.traffic", "source": "filters.f.source",
    "engaged": "filters.f.engaged", "first_time": "filters.f.first_time", "messages_in": "views.messagesIn",
    "messages_out": "views.messagesOut", "agent_messages": "filters.f.agent_messages", "nlu_turns": "views.nluTurns",
    "failed_turns": "filters.f.failed_turns", "handoff": "filters.f.handoff", "resolved": "filters.f.resolved",
    "last_node": "filters.f.last_node",
}  # fmt: skip
"""What the page calls each column: a catalogue and a key of it."""
WORDS = {True: "yes", False: "no"}
NAMES = {
    "group": "conversations.g.", "channel": "channel.", "outcome": "conversations.o.", "traffic": "conversations.tr.",
    "handoff": "filters.handoff.", "review": "review.s.", "category": "review.c.", "times": "views.",
    "engaged": "filters.", "first_time": "filters.", "resolved": "filters.",
}  # fmt: skip
"""Where the page has the words of a column's codes: a catalogue and what their keys in it begin with."""
ERASED = {None: "views.kept", FORGOTTEN: "conversations.erasedForgotten", 0: "conversations.erasedEnd"}
"""What the page says of what was said by how many days it was kept; of any other number that it is erased."""
Columns = Sequence[str]
"""The columns that are written, in their order."""
Write = Callable[[dict[str, Any], Columns], list[Any]]
"""Writes the cells of a row of the list."""


def conversations_csv(
    filters: Filters, *, sort: str, cols: Columns = COLUMNS, names: bool = False, now: datetime | None = None
) -> tuple[int, str]:
    """How many conversations fit, and the CSV of at most 10,000 of them."""
    total, cell_rows = _read_cells(filters, sort, cols, names, now or clock.now(), cells)
    return total, "".join(lines(cols, cell_rows))


def conversations_xlsx(
    filters: Filters, language: str, *, sort: str, cols: Columns = COLUMNS, names: bool = False
) -> tuple[int, bytes]:
    """How many conversations fit, and the workbook of at most 10,000 of them, in a language."""
    write = partial(_words, language=language)
    total, cell_rows = _read_cells(filters, sort, cols, names, clock.now(), write)
    title = catalogue("conversations", language)["title"]
    return total, write_workbook([(title, chain([_heads(cols, language)], cell_rows))], language)


def _heads(cols: Columns, language: str) -> list[str]:
    """What the page calls columns, with the unit that its numbers of time show themselves."""
    units = {"duration_ms": f" ({time_unit('ms', language)})"}
    return [_text(HEADS[name], language) + units.get(name, "") for name in cols]


def _text(path: str, language: str) -> str:
    """A text of the interface by its catalogue and key; a code it has no word for is its own."""
    area, _, key = path.partition(".")
    return catalogue(area, language).get(key, key.rpartition(".")[2])


def _words(row: dict[str, Any], cols: Columns, language: str) -> list[Any]:
    """A row's cells as the page says them; numbers and moments as they are, for who counts on with them."""
    comma = comma_of(language)
    own = {
        "goals": comma.join(code_words(goal) for goal in row["goals"]),
        "tags": comma.join(row["tags"]),
        "intent": row["intent_title"],
        "language": language_name(row["language"], language),
        "last_node": row["last_node"] and code_words(row["last_node"]),
        "contents": _text(ERASED.get(row["erased_days"], "conversations.erasedOne"), language),
    }
    return [
        own[name] if name in own else _text(NAMES[name] + value, language) if value and name in NAMES else value
        for name, value in zip(cols, cells(row, cols), strict=True)
    ]


def _read_cells(
    filters: Filters, sort: str, cols: Columns, names: bool, now: datetime, write: Write
) -> tuple[int, Iterator[list[Any]]]:
    """How many conversations fit, and the cells of at most 10,000 of them with a line that says so."""
    applied_filters, order = narrow(filters, now), order_of(sort)
    total = count(applied_filters)

    def read() -> Iterator[list[Any]]:
        place: Cursor = None
        row_count = 0
        while place != END and row_count < MAX_ROWS:
            batch, place = _batch(applied_filters, order, place, cols, names, write)
            yield from batch
            row_count += len(batch)
        if total > row_count:
            yield [f"Only the first {row_count} of {total} conversations are in this file."]

    return total, read()


def all_cells(
    filters: Filters,
    *,
    sort: str,
    cols: Columns = COLUMNS,
    names: bool,
    now: datetime,
    beat: Callable[[int, int], None],
) -> Iterator[list[Any]]:
    """Yield the cells of all conversations that fit; `beat` hears after each batch how many of how many there were."""
    with read_only():
        applied_filters, order = narrow(filters, now), order_of(sort)
        total = count(applied_filters)
        db.session.rollback()  # The readers' transactions are as short as their batches.
    place: Cursor = None
    row_count = 0
    while place != END:
        with read_only():
            batch, place = _batch(applied_filters, order, place, cols, names, cells)
            db.session.rollback()
        yield from batch
        row_count += len(batch)
        beat(row_count, total)


def _batch(
    applied_filters: AppliedFilters, order: Order, place: Cursor, cols: Columns, names: bool, write: Write
) -> tuple[list[list[Any]], Cursor]:
    """The cells of the conversations behind a place, and the place behind them; who was there may be gone by now."""
    query = select(Conversation).where(*applied_filters.conditions).order_by(*order.clauses()).limit(BATCH)
    if place is not None:
        query = query.where(order.after(*place))
    conversations = db.session.scalars(query).all()
    batch = [write(row, cols) for row in rows(conversations, applied_filters.selection.zone, names=names)]
    last = conversations[-1] if len(conversations) == BATCH else None
    return batch, END if last is None else (order.value_of(last), last.id)


def cells(row: dict[str, Any], cols: Columns = COLUMNS) -> list[Any]:
    """A row of the list in the order of the columns."""
    flat = row | {
        "contact": row["contact"]["name"],
        "contact_last4": row["contact"]["last4"],
        "contact_id": row["contact"]["id"],
        "bot": row["bot"]["name"],
        "group": row["bot"]["group"],
        "outlet": row["outlet"]["name"] if row["outlet"] else None,
        "goals": ";".join(row["goals"]),
        "times": "estimated" if row["estimated"] else "measured",
        "tags": ";".join(row["tags"]),
        "review": row["review"]["state"],
        "category": row["review"]["category"],
        "reviewer": row["review"]["reviewer"]["name"] if row["review"]["reviewer"] else None,
        "contents": contents(row["erased_days"]),
    }
    return [WORDS[flat[name]] if isinstance(flat[name], bool) else flat[name] for name in cols]


def contents(erased_days: int | None) -> str:
    """Whether what was said is kept, as files tell it."""
    if erased_days is None:
        return "kept"
    if erased_days == FORGOTTEN:
        return "erased with the contact"
    return f"erased after {erased_days} days" if erased_days else "erased after the client's end"
