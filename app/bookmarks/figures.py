"""The last value of a bookmarked view: a report's first card, a list's total.

Showing it must cost nothing, because the bar is on every page, and reading must not write. So it is kept beside
the bookmark: counted by the very functions that make the view when the bookmark is made, and by a job every quarter
of an hour for people who were here in the last day; the bar says how old it is. Where no reported data has changed
since, the job only renews the age.
"""

from collections.abc import Callable
from datetime import date
from typing import Any

import marshmallow as ma
from sqlalchemy import Select, func, select, update

from app.audit import service as audit
from app.bookmarks.models import Bookmark
from app.bookmarks.views import View
from app.bots.catalog.listing import BotListArgs, list_filtered
from app.core import clock
from app.core.db.base import db, write_rows
from app.core.errors import DomainError
from app.core.http.schemas import Day
from app.core.jobs.service import list_jobs
from app.exports.service import list_exports
from app.imports.service import list_imports
from app.reports.filters.arguments import DashboardArgs
from app.reports.history import service as conversations
from app.reports.history.arguments import FilterArgs
from app.reports.history.filters import filters_of, narrow
from app.reports.service import ReportQuery, dashboard

Figure = dict[str, Any]


def _number(values: dict[str, str], key: str) -> int | None:
    """An id, if there is one."""
    return int(values[key].partition(",")[0]) if values.get(key) else None


def _day(values: dict[str, str], key: str) -> date | None:
    """A date, if there is one."""
    return Day().deserialize(values[key]) if values.get(key) else None


def _load_values(schema: ma.Schema, values: dict[str, str]) -> dict[str, Any]:
    """The values that a call of the view takes."""
    field_keys = {field.data_key or name for name, field in schema.load_fields.items()}
    loaded: dict[str, Any] = schema.load({key: value for key, value in values.items() if key in field_keys})
    return loaded


def _dashboard(_user_id: int, values: dict[str, str]) -> Figure:
    """The dashboard's first card."""
    document = dashboard(ReportQuery(**_load_values(DashboardArgs(), values)))
    card = document["cards"][0]
    return {"value": card["value"], "unit": card["unit"], "currency": document["currency"]}


def _conversations(_user_id: int, values: dict[str, str]) -> Figure:
    """How many conversations fit."""
    return _count(conversations.count(narrow(filters_of(_load_values(FilterArgs(), values)), clock.now())))


def _audit(_user_id: int, values: dict[str, str]) -> Figure:
    """How many entries of the log fit."""
    return _total(
        audit.list_events(
            action=values.get("action", ""),
            user=_number(values, "user"),
            subject=values.get("subject", ""),
            subject_id=_number(values, "subject_id"),
            from_=_day(values, "from"),
            to=_day(values, "to"),
        )
    )


def _total(query: Select[Any]) -> Figure:
    """How many rows a list has."""
    return _count(db.session.scalar(select(func.count()).select_from(query.order_by(None).subquery())) or 0)


def _count(value: int) -> Figure:
    """A number of things."""
    return {"value": value, "unit": "count", "currency": ""}


FIGURES: dict[str, Callable[[int, dict[str, str]], Figure]] = {
    "dashboard": _dashboard,
    "conversations": _conversations,
    "bots": lambda _user, values: _total(list_filtered(_load_values(BotListArgs(), values))),
    "imports": lambda _user, _values: _total(list_imports()),
    "exports": lambda user, _values: _total(list_exports(user)),
    "jobs": lambda _user, values: _total(list_jobs(values.get("state", ""))),
    "audit": _audit,
}
"""How the first figure of a page is counted, by the page's name; other pages have none."""
REPORTS = frozenset({"dashboard", "conversations"})
"""Pages whose figure changes with the reported data alone."""


def take(row: Bookmark, view: View) -> None:
    """Count a view's figure and keep it, without making a new revision of the bookmark."""
    count = FIGURES.get(view.match.page.name)
    if count is None:
        return
    try:
        figure: Figure | None = count(row.user_id, view.values)
    except (DomainError, ma.ValidationError, ValueError):
        # What the page table lets pass and the call refuses, such as a range that is too long: a value nobody can show.
        figure = None
    write_rows(update(Bookmark).where(Bookmark.id == row.id).values(figure=figure, figure_at=clock.now()))
    db.session.refresh(row, ["figure", "figure_at"])
