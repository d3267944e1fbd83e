"""The orders of the conversation list."""

from typing import Any

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import InstrumentedAttribute

from app.conversations.models import Conversation
from app.core.http.listing import Order, Page, paginate

SORTS: dict[str, InstrumentedAttribute[Any]] = {
    "created_at": Conversation.started_at,
    "duration": Conversation.duration_ms,
    "turns": Conversation.turns,
    "fallbacks": Conversation.fallback_turns,
    "csat": Conversation.rating,
}
SORT_NAMES = tuple(f"{sign}{name}" for name in SORTS for sign in ("", "-"))
NEWEST_FIRST = "-created_at"


def order_of(sort: str) -> Order:
    """The order of a sort name such as `-created_at`."""
    return Order(Conversation.id, SORTS[sort.removeprefix("-")], sort.startswith("-"))


def cut_page(conditions: list[ColumnElement[bool]], order: Order, *, page: str, per: int, total: int) -> Page:
    """One page of the conversations that fit the conditions."""
    return paginate(
        select(Conversation),
        {"page": page, "per": per},
        key=order.key,
        sort=order.sort,
        descending=order.descending,
        conditions=conditions,
        total=total,
    )
