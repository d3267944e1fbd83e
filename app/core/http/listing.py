"""The one paginator: a select and its arguments become a page with a total and the addresses beside it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, func, literal, or_, select, tuple_
from sqlalchemy.orm import InstrumentedAttribute

from app.core.db.base import BigInt, db
from app.core.db.ids import parse_id
from app.core.errors import BeyondSchema, Invalid

Sort = ColumnElement[Any] | InstrumentedAttribute[Any]
MAX_NUMBERED_ROWS = 10_000  # Deeper pages are reached by cursor, which costs the same at any depth.


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a list; `next` and `previous` are what `page` must be to get there."""

    items: Sequence[Any]
    total: int
    page: int | None
    per: int
    next: str | None
    previous: str | None


def with_more(page: Page, **more: Any) -> dict[str, Any]:
    """A page of a list, with its items shown otherwise and more beside them."""
    return {name: getattr(page, name) for name in Page.__slots__} | more


def nulls_last(sort: Sort, descending: bool) -> ColumnElement[Any]:
    """An order in which rows without a value come last; a column that has none of those can use its index."""
    order = sort.desc() if descending else sort.asc()
    return order.nulls_last() if _may_lack(sort) else order


def _may_lack(sort: Sort) -> bool:
    """Whether rows may be without the value."""
    return bool(getattr(sort.expression, "nullable", True))


@dataclass(frozen=True, slots=True)
class Order:
    """By a value, where there is one to sort by, then by id; rows without the value come last either way."""

    key: InstrumentedAttribute[int]
    sort: Sort | None = None
    descending: bool = True

    def value_of(self, row: Any) -> Any:
        """What a row has to sort by, where that is a column of its own."""
        column: Any = self.key if self.sort is None else self.sort
        return getattr(row, column.key)

    def after(self, value: Any, key: int) -> ColumnElement[bool]:
        """The rows that come after the one with this value and id."""
        later = self.key < key if self.descending else self.key > key
        if self.sort is None:
            return later
        if not _may_lack(self.sort):
            return self._compare(value, key, less=self.descending)
        if value is None:
            return and_(self.sort.is_(None), later)
        further = self.sort < value if self.descending else self.sort > value
        return or_(further, self.sort.is_(None), and_(self.sort == value, later))

    def before(self, value: Any, key: int) -> ColumnElement[bool]:
        """The rows that come before it."""
        earlier = self.key > key if self.descending else self.key < key
        if self.sort is None:
            return earlier
        if not _may_lack(self.sort):
            return self._compare(value, key, less=not self.descending)
        if value is None:
            return or_(self.sort.is_not(None), and_(self.sort.is_(None), earlier))
        nearer = self.sort > value if self.descending else self.sort < value
        return or_(nearer, and_(self.sort == value, earlier))

    def _compare(self, value: Any, key: int, *, less: bool) -> ColumnElement[bool]:
        """The rows below or above a place, compared as row values: that is how an index can be entered."""
        sort: Any = self.sort
        place, here = tuple_(sort, self.key), tuple_(literal(value, sort.type), literal(key, BigInt))
        comparison: ColumnElement[bool] = place < here if less else place > here
        return comparison

    def clauses(self, *, reverse: bool = False) -> list[ColumnElement[Any]]:
        """The ORDER BY of this order, or of its reverse."""
        down = self.descending != reverse
        by_key = self.key.desc() if down else self.key.asc()
        if self.sort is None:
            return [by_key]
        if reverse and _may_lack(self.sort):
            return [(self.sort.desc() if down else self.sort.asc()).nulls_first(), by_key]
        return [nulls_last(self.sort, down), by_key]

    def neighbours(self, row: Any, conditions: Sequence[ColumnElement[bool]]) -> tuple[int | None, int | None]:
        """The ids of the rows just before and just after one, among those that fit the conditions."""
        place = self.value_of(row), getattr(row, self.key.key)
        # The bound is named first: see `paginate`.
        before = select(self.key).where(self.before(*place), *conditions).order_by(*self.clauses(reverse=True))
        after = select(self.key).where(self.after(*place), *conditions).order_by(*self.clauses())
        return db.session.scalar(before.limit(1)), db.session.scalar(after.limit(1))

    def beyond(self, cursor: str) -> ColumnElement[bool]:
        """The rows after a cursor, which is the id of the last one seen; Invalid when it names none."""
        key = parse_id(cursor[1:])
        value = self.key if self.sort is None else self.sort
        row = None if key is None else db.session.execute(select(value).where(self.key == key)).first()
        if key is None or row is None:
            raise Invalid({"page": [BeyondSchema("This page of the list does not exist.")]})
        return self.after(row[0], key)


def paginate(
    query: Select[Any],
    args: Mapping[str, Any],
    *,
    key: InstrumentedAttribute[int],
    descending: bool = True,
    sort: Sort | None = None,
    conditions: Sequence[ColumnElement[bool]] = (),
    total: int | None = None,
) -> Page:
    """Order by `sort` then `key` and cut the page of `PageArgs`: by number near the top, by cursor at any depth.

    What narrows the query may be given apart from it: of two bounds of a column SQLite enters its index by the one
    that is named first, and that should be a cursor's.
    """
    page, per, session, order = args["page"], args["per"], db.session, Order(key, sort, descending)
    if total is None:
        whole = query.where(*conditions).order_by(None).subquery()
        total = session.scalar(select(func.count()).select_from(whole)) or 0
    ordered = query.order_by(None).order_by(*order.clauses()).limit(per + 1)
    number: int | None = None
    if page.startswith("c"):
        ordered = ordered.where(order.beyond(page))
    else:
        number = int(page)
        if (number - 1) * per >= MAX_NUMBERED_ROWS:
            raise Invalid(
                {"page": [BeyondSchema(f"Numbers reach {MAX_NUMBERED_ROWS // per}; go on by the next link.")]}
            )
        ordered = ordered.offset((number - 1) * per)
    rows = list(session.scalars(ordered.where(*conditions)).all())
    more, rows = len(rows) > per, rows[:per]
    following: str | None = None
    if more:
        is_numbered = number is not None and number * per < MAX_NUMBERED_ROWS
        following = str((number or 0) + 1) if is_numbered else f"c{getattr(rows[-1], key.key)}"
    previous = str(number - 1) if number is not None and number > 1 else None
    return Page(rows, total, number, per, following, previous)
