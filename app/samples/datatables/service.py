"""Rules of the sample table and of suggestions."""

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import orjson
from sqlalchemy import Select, func, select

from app.core.db.base import db, fetch
from app.core.http.csv_lines import lines
from app.samples.datatables.models import TableRow

SORTS = ("", "full_name", "-full_name", "start_date", "-start_date", "salary", "-salary", "age", "-age")
SUGGESTIONS = 20
MOST = 10_000
GROUPS = ("models", "parts", "services", "places", "questions")
HEAD = ("Name", "Post", "Email", "City", "Start date", "Salary", "Age", "Experience", "Status")
STATUS_NAMES = {1: "Current", 2: "Professional", 3: "Rejected", 4: "Resigned", 5: "Applied"}


def list_rows(q: str = "", status: int | None = None, city: str = "", ids: Sequence[int] = ()) -> Select[TableRow]:
    """The rows that contain a text, have a status, are in a city, or are those named."""
    query = select(TableRow)
    if q.strip():
        query = query.where(TableRow.search_text.contains(q.strip().casefold(), autoescape=True))
    if status is not None:
        query = query.where(TableRow.status == status)
    if city:
        query = query.where(TableRow.city == city)
    if ids:
        query = query.where(TableRow.id.in_(ids))
    return query


def order_of(sort: str) -> tuple[Any, bool]:
    """The column that an order goes by, and whether downwards; none is the order of numbers."""
    name = sort.removeprefix("-")
    column = TableRow.salary_cents if name == "salary" else getattr(TableRow, name or "number")
    return column, sort.startswith("-")


def all_rows() -> list[TableRow]:
    """Every row, by number."""
    return list(db.session.scalars(select(TableRow).order_by(TableRow.number)))


def page_of(q: str, page: int, per: int) -> tuple[list[TableRow], int]:
    """One page of the rows that contain a text, by number, and how many there are."""
    query = list_rows(q)
    total = db.session.scalar(select(func.count()).select_from(query.subquery())) or 0
    if (page - 1) * per >= total:
        return [], total
    return list(db.session.scalars(query.order_by(TableRow.number).offset((page - 1) * per).limit(per))), total


def cities() -> list[str]:
    """Every city there is, by name."""
    return list(db.session.scalars(select(TableRow.city).distinct().order_by(TableRow.city)))


def get_row(row_id: int) -> TableRow:
    """A row by its id, or NotFound."""
    return fetch(select(TableRow).where(TableRow.id == row_id), "This row does not exist.")


def change_row(row: TableRow, values: dict[str, Any]) -> None:
    """Give a row other values; keys that are not given stay as they are."""
    changes = dict(values)
    if "salary" in changes:
        row.salary_cents = round(changes.pop("salary") * 100)
    for key, value in changes.items():
        setattr(row, key, value)
    db.session.flush()


def as_csv(rows: Iterable[TableRow]) -> str:
    """The rows as a file for spreadsheets, in which no text is taken for a formula."""
    cells = (
        (row.full_name, row.post, row.email, row.city, row.start_date.isoformat(), f"{row.salary:.2f}", row.age,
         row.experience, STATUS_NAMES[row.status])
        for row in rows
    )  # fmt: skip
    return "".join(lines(HEAD, cells))


@cache
def suggestions() -> list[dict[str, Any]]:
    """Everything that can be suggested, the most wanted first."""
    document: dict[str, Any] = orjson.loads(Path(__file__).with_name("content.json").read_bytes())
    rows: list[dict[str, Any]] = document["suggestions"]
    return rows


def suggest(q: str) -> list[dict[str, Any]]:
    """The first few suggestions that contain a text, in groups, the most wanted first in each."""
    query = q.strip().casefold()
    fits = [row for row in suggestions() if query in row["title"].casefold()][:SUGGESTIONS]
    return sorted(fits, key=lambda row: (GROUPS.index(row["group"]), row["rank"]))
