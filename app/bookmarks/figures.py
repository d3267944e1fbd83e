"""The last value of a bookmarked view: a report's first card, a list's total.

Showing it must cost nothing, because the bar is on every page, and reading must not write. So it is kept beside
the bookmark: counted by the very functions that make the view when the bookmark is made, and by a job every quarter
of an hour for people who were here in the last day; the bar says how old it is. Where no reported data has changed
since, the job only renews the age.
"""

from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Any

import marshmallow as ma
from sqlalchemy import Select, update

from app.accounts.people.service import list_users
from app.accounts.users.models import User
from app.accounts.users.scope import people_within
from app.audit import service as audit
from app.bookmarks.models import Bookmark
from app.bookmarks.views import View
from app.bots.catalog.listing import BotListArgs, list_filtered
from app.clients.service import list_clients
from app.core import clock
from app.core.db.base import count_rows, db, write_rows
from app.core.errors import DomainError
from app.core.http.schemas import Day
from app.core.jobs.service import list_jobs
from app.exports.service import list_exports
from app.imports.service import list_imports
from app.inbox.service import list_handoffs
from app.leads.leaks import list_leaks
from app.leads.service import list_leads
from app.masters.documents.arguments import CustomerDocumentListArgs
from app.masters.documents.service import list_documents
from app.masters.records.service import list_customers, list_job_cards, list_vehicles
from app.offers.service import list_offers
from app.reports.calls import service as calls
from app.reports.calls.arguments import CallListArgs
from app.reports.context import ReportContext, ReportQuery
from app.reports.filters.arguments import DashboardArgs
from app.reports.history import service as conversations
from app.reports.history.arguments import FilterArgs
from app.reports.history.filters import filters_of, narrow
from app.reports.standard.overview import OVERVIEW
from app.reports.standard.registry import REPORTS, Report
from app.reports.standard.service import cards_of, question_of, report_of

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


def _report(report: Report, _user_id: int, values: dict[str, str]) -> Figure:
    """The first card of a report; ValueError where it is frozen, whose numbers are not those of now."""
    if values.get("snap"):
        raise ValueError("A snapshot is bookmarked.")
    context = ReportContext(question_of(report, ReportQuery(**_load_values(DashboardArgs(), values))))
    (card,) = cards_of(context, report.metrics[:1])
    return {"value": card["value"], "unit": card["unit"], "currency": context.frame()["currency"]}


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
    return _count(count_rows(query.order_by(None)))


def _count(value: int) -> Figure:
    """A number of things."""
    return {"value": value, "unit": "count", "currency": ""}


def _without_names(values: dict[str, str]) -> str:
    """No words; ValueError where a list is of some, which find names for their reader alone."""
    if values.get("q"):
        raise ValueError("Names are searched for.")
    return ""


def _users(user_id: int, values: dict[str, str]) -> Figure:
    """How many people fit that the bookmark's owner may see; a job has no visitor."""
    reader = db.session.get_one(User, user_id)
    query = list_users(_without_names(values), *(values.get(name, "") for name in ("role", "plan", "status")))
    return _total(query.where(people_within(reader)))


def _leads(values: dict[str, str], **more: Any) -> dict[str, Any]:
    """What narrows a list of leads."""
    _without_names(values)
    ids = {name: _number(values, name) for name in ("parent", "city", "outlet", "owner", "ends")}
    return ids | {"state": values.get("state", ""), "overdue": values.get("overdue") == "true"} | more


def _calls(_user_id: int, values: dict[str, str]) -> Figure:
    """How many calls fit."""
    args = _load_values(CallListArgs(), values)
    filters = calls.filters_of(args)
    selection = filters.select()
    span = None if filters.r == "all" else filters.find_range(selection, clock.now())
    return _total(calls.list_calls(args, selection, span))


Count = Callable[[int, dict[str, str]], Figure]
FIGURES: dict[str, Count] = {
    "calls": _calls,
    "clients": lambda _user, values: _total(list_clients(values.get("q", ""), values.get("state", ""))),
    "conversations": _conversations,
    "leads-board": lambda _user, values: _total(list_leads(**_leads(values, state="open"))),
    "leads-leaks": lambda _user, values: _total(list_leaks(values.get("reason", ""), **_leads(values))),
    "leads-list": lambda _user, values: _total(list_leads(**_leads(values))),
    "offers": lambda _user, values: _total(list_offers(values.get("q", ""), view=values.get("view", ""))),
    "bots": lambda _user, values: _total(list_filtered(_load_values(BotListArgs(), values))),
    "users": _users,
    "user-list": _users,
    "inbox": lambda _user, values: _total(
        list_handoffs(values.get("state", "open"), queue=values.get("queue"), outlet=_number(values, "outlet"))
    ),
    "vehicles": lambda _user, values: _total(
        list_vehicles(
            values.get("q", ""), model=values.get("model", ""), variant=values.get("variant", ""),
            fuel=values.get("fuel", ""), state=values.get("state", ""),
        )
    ),
    "customers": lambda _user, values: _total(list_customers(_without_names(values))),
    "job-cards": lambda _user, values: _total(
        list_job_cards(values.get("q", ""), type=values.get("type", ""), state=values.get("state", ""))
    ),
    "customer-documents": lambda _user, values: _total(
        list_documents(_load_values(CustomerDocumentListArgs(), values))
    ),
    "imports": lambda _user, _values: _total(list_imports()),
    "exports": lambda user, _values: _total(list_exports(user)),
    "jobs": lambda _user, values: _total(list_jobs(values.get("state", ""))),
    "audit": _audit,
}  # fmt: skip
"""How the first figure of a list is counted, by the page's name; pages that are no reports either have none."""


def _report_of(view: View) -> Report | None:
    """The report that a view shows, if it shows one."""
    name = view.path.removeprefix("/reports/")
    return report_of(name) if name == OVERVIEW.name or name in REPORTS else None


def is_of_data(view: View) -> bool:
    """Whether a view's figure changes with the reported data alone."""
    return view.match.page.name in ("conversations", "calls") or _report_of(view) is not None


def take(row: Bookmark, view: View) -> None:
    """Count a view's figure and keep it, without making a new revision of the bookmark."""
    report = _report_of(view)
    count = partial(_report, report) if report is not None else FIGURES.get(view.match.page.name)
    if count is None:
        return
    try:
        figure: Figure | None = count(row.user_id, view.values)
    except (DomainError, ma.ValidationError, ValueError):
        # What the page table lets pass and the call refuses, such as a range that is too long: a value nobody can show.
        figure = None
    write_rows(update(Bookmark).where(Bookmark.id == row.id).values(figure=figure, figure_at=clock.now()))
    db.session.refresh(row, ["figure", "figure_at"])
