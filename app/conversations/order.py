"""The orders of the conversation list: pages by number, deep pages by cursor, and a session's neighbours."""

from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, literal, or_, select, tuple_
from sqlalchemy.orm import InstrumentedAttribute

from app.conversations.models import Conversation
from app.db import MAX_ID, BigInt, db
from app.errors import Invalid
from app.listing import Page, paginate, placed

SORTS: dict[str, InstrumentedAttribute[Any]] = {
    "created_at": Conversation.started_at,
    "duration": Conversation.duration_ms,
    "turns": Conversation.turns,
    "fallbacks": Conversation.fallback_turns,
    "csat": Conversation.rating,
}
SORT_NAMES = tuple(f"{sign}{name}" for name in SORTS for sign in ("", "-"))
NEWEST_FIRST = "-created_at"


@dataclass(frozen=True, slots=True)
class Order:
    """A column and a direction; sessions without a value come last either way, ties go by id."""

    column: InstrumentedAttribute[Any]
    descending: bool

    @property
    def nullable(self) -> bool:
        """Whether sessions may lack the value."""
        return bool(self.column.property.columns[0].nullable)

    def _compared(self, value: Any, key: int, *, less: bool) -> ColumnElement[bool]:
        """The sessions below or above a place, compared as row values: that is how an index can be entered."""
        place = tuple_(self.column, Conversation.id)
        here = tuple_(literal(value, self.column.type), literal(key, BigInt))
        found: ColumnElement[bool] = place < here if less else place > here
        return found

    def after(self, value: Any, key: int) -> ColumnElement[bool]:
        """The sessions that come after the one with this value and id."""
        if not self.nullable:
            return self._compared(value, key, less=self.descending)
        later = Conversation.id < key if self.descending else Conversation.id > key
        if value is None:
            return and_(self.column.is_(None), later)
        further = self.column < value if self.descending else self.column > value
        return or_(further, self.column.is_(None), and_(self.column == value, later))

    def before(self, value: Any, key: int) -> ColumnElement[bool]:
        """The sessions that come before it."""
        if not self.nullable:
            return self._compared(value, key, less=not self.descending)
        earlier = Conversation.id > key if self.descending else Conversation.id < key
        if value is None:
            return or_(self.column.is_not(None), and_(self.column.is_(None), earlier))
        nearer = self.column > value if self.descending else self.column < value
        return or_(nearer, and_(self.column == value, earlier))

    def clauses(self, *, reverse: bool = False) -> tuple[ColumnElement[Any], ColumnElement[Any]]:
        """The ORDER BY of this order, or of its reverse."""
        down = self.descending != reverse
        value = placed(self.column.expression, down)
        if reverse and self.nullable:
            value = (self.column.desc() if down else self.column.asc()).nulls_first()
        return value, Conversation.id.desc() if down else Conversation.id.asc()


def order_of(sort: str) -> Order:
    """The order of a sort name such as `-created_at`."""
    return Order(SORTS[sort.removeprefix("-")], sort.startswith("-"))


def cut_page(conditions: list[ColumnElement[bool]], order: Order, *, page: str, per: int, total: int) -> Page:
    """One page: by number near the top, deeper by a cursor that names the last session seen."""
    if not page.startswith("c"):
        found = _numbered(select(Conversation).where(*conditions), order, page=page, per=per, total=total)
        more = found.page is not None and found.page * per < total
        return replace(found, next=_cursor(found)) if found.next is None and more and found.items else found
    # The place first: of two bounds of a column SQLite enters its index by the one that is named first.
    query = select(Conversation).where(_beyond(order, page), *conditions)
    found = _numbered(query, order, page="1", per=per, total=total)
    return replace(found, page=None, next=_cursor(found) if found.next else None, previous=None)


def _numbered(query: Select[Any], order: Order, *, page: str, per: int, total: int) -> Page:
    """A numbered page of a query in this order."""
    return paginate(
        query,
        page=page,
        per=per,
        key=Conversation.id,
        sort=order.column.expression,
        descending=order.descending,
        total=total,
    )


def _cursor(page: Page) -> str:
    """What continues after a page: the id of its last session, whose value is looked up again."""
    return f"c{page.items[-1].id}"


def _beyond(order: Order, cursor: str) -> ColumnElement[bool]:
    """The sessions after a cursor; Invalid when it names none."""
    text = cursor[1:]
    key = int(text) if text.isascii() and text.isdigit() and len(text) <= 19 else 0
    row = None
    if 0 < key <= MAX_ID:
        row = db.session.execute(select(order.column).where(Conversation.id == key)).first()
    if row is None:
        raise Invalid({"page": ["Not a page of this list."]})
    return order.after(row[0], key)


def neighbours(
    conditions: list[ColumnElement[bool]], order: Order, session: Conversation
) -> tuple[int | None, int | None]:
    """The sessions just before and just after one, among those that fit the conditions."""
    value = getattr(session, order.column.key)
    before = select(Conversation.id).where(order.before(value, session.id), *conditions)
    after = select(Conversation.id).where(order.after(value, session.id), *conditions)
    return (
        db.session.scalar(before.order_by(*order.clauses(reverse=True)).limit(1)),
        db.session.scalar(after.order_by(*order.clauses()).limit(1)),
    )
