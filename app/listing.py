"""The one paginator: a select and its arguments become a page with a total and the addresses beside it."""

import base64
import binascii
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import orjson
from sqlalchemy import ColumnElement, Select, and_, func, or_, select
from sqlalchemy.orm import InstrumentedAttribute

from app.db import db
from app.errors import Invalid

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


def _cursor(values: Sequence[Any]) -> str:
    """The sort values of a row as an opaque text for addresses."""
    return "c" + base64.urlsafe_b64encode(orjson.dumps([str(v) for v in values])).decode().rstrip("=")


def _uncursor(text: str, width: int) -> list[str]:
    """The sort values of a cursor; Invalid when it is none of ours."""
    try:
        values = orjson.loads(base64.urlsafe_b64decode(text[1:] + "=" * (-len(text[1:]) % 4)))
    except (binascii.Error, ValueError):
        raise Invalid({"page": ["Not a page of this list."]}) from None
    if not isinstance(values, list) or len(values) != width or not all(isinstance(v, str) for v in values):
        raise Invalid({"page": ["Not a page of this list."]})
    return values


def placed(sort: ColumnElement[Any] | InstrumentedAttribute[Any], descending: bool) -> ColumnElement[Any]:
    """An order in which rows without a value come last; a column that has none of those can use its index."""
    order = sort.desc() if descending else sort.asc()
    return order.nulls_last() if getattr(sort, "nullable", True) else order


def paginate(
    query: Select[Any],
    *,
    page: str,
    per: int,
    key: InstrumentedAttribute[int],
    descending: bool = True,
    sort: ColumnElement[Any] | InstrumentedAttribute[Any] | None = None,
    scalars: bool = True,
    total: int | None = None,
) -> Page:
    """Order by `sort` then `key` and cut one page: by number near the top, by cursor anywhere.

    A cursor needs the order to be that of `key` alone (our ids follow time); other orders page by number.
    """
    session = db.session
    count = (
        total
        if total is not None
        else session.scalar(select(func.count()).select_from(query.order_by(None).subquery()))
    )
    count = count or 0
    order: list[ColumnElement[Any]] = [] if sort is None else [placed(sort, descending)]
    order.append(key.desc() if descending else key.asc())
    ordered = query.order_by(None).order_by(*order).limit(per + 1)
    number: int | None = None
    if page.startswith("c"):
        (last,) = _uncursor(page, 1)
        if sort is not None or not (last.isascii() and last.isdecimal()) or int(last) > 2**63 - 1:
            raise Invalid({"page": ["Not a page of this list."]})
        bound = and_(key < int(last)) if descending else or_(key > int(last))
        ordered = ordered.where(bound)
    else:
        number = int(page)
        if (number - 1) * per >= MAX_NUMBERED_ROWS:
            raise Invalid({"page": [f"Numbers reach {MAX_NUMBERED_ROWS // per}; go on by the next link."]})
        ordered = ordered.offset((number - 1) * per)
    result = session.execute(ordered)
    rows: list[Any] = list(result.scalars().all()) if scalars else list(result.all())
    more, rows = len(rows) > per, rows[:per]
    following: str | None = None
    if more:
        if number is not None and number * per < MAX_NUMBERED_ROWS:
            following = str(number + 1)
        elif sort is None:
            row = rows[-1]
            following = _cursor([getattr(row, key.key)])
    previous = str(number - 1) if number is not None and number > 1 else None
    return Page(rows, count, number, per, following, previous)
