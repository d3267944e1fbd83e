"""The conversation list as CSV, a batch of rows at a time."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from flask import current_app

from app import clock
from app.conversations.filters import Filters, narrow
from app.conversations.order import cut_page, order_of
from app.conversations.service import count, rows
from app.db import read_only
from app.reports.export import lines
from app.tenancy import bound_workspace, current_scope, within

MAX_ROWS = 10_000
BATCH = 500
COLUMNS = (
    "id", "started_at", "ended_at", "contact", "contact_last4", "bot", "group", "channel", "outlet", "outcome",
    "turns", "messages", "duration_ms", "fallbacks", "csat", "intent", "language", "source_id", "first_text",
)  # fmt: skip


def conversations_csv(filters: Filters, *, sort: str, now: datetime | None = None) -> tuple[int, Iterator[str]]:
    """How many sessions fit, and the CSV of at most 10,000 of them; filters are checked at once.

    The text is made while it is sent, when the request is over: each batch has a context, a workspace and a
    short transaction of its own, so a slow reader holds no connection.
    """
    narrowed, order = narrow(filters, now or clock.now()), order_of(sort)
    total, workspace, scope = count(narrowed), bound_workspace(), current_scope()
    app = current_app._get_current_object()  # type: ignore[attr-defined]

    def cells() -> Iterator[list[Any]]:
        page: str | None = "1"
        sent = 0
        while page is not None and sent < MAX_ROWS:
            with app.app_context(), read_only(), within(workspace, scope):
                found = cut_page(narrowed.conditions, order, page=page, per=BATCH, total=total)
                batch = rows(found.items, narrowed.selection.zone)
            yield from (_cells(row) for row in batch)
            sent += len(batch)
            page = f"c{batch[-1]['id']}" if found.next else None
        if total > sent:
            yield [f"Only the first {sent} of {total} conversations are in this file."]

    return total, _text(cells())


def _text(cells: Iterable[list[Any]]) -> Iterator[str]:
    """The cells as CSV text, in chunks worth sending."""
    chunk: list[str] = []
    for line in lines(COLUMNS, cells):
        chunk.append(line)
        if len(chunk) == BATCH:
            yield "".join(chunk)
            chunk.clear()
    yield "".join(chunk)


def _cells(row: dict[str, Any]) -> list[Any]:
    """A row of the list in the order of COLUMNS."""
    flat = row | {
        "contact": row["contact"]["name"],
        "contact_last4": row["contact"]["last4"],
        "bot": row["bot"]["name"],
        "group": row["bot"]["group"],
        "outlet": row["outlet"]["name"] if row["outlet"] else None,
    }
    return [flat[name] for name in COLUMNS]
