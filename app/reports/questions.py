"""Questions to reports as texts: the query of an address, read and written."""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any
from urllib.parse import parse_qsl, urlencode

from marshmallow import ValidationError

from app.core.errors import BeyondSchema, Invalid
from app.core.http.schemas import load_query
from app.reports.context import ReportContext, ReportQuery
from app.reports.filters.arguments import DashboardArgs
from app.reports.filters.places import names_of
from app.reports.filters.ranges import Range
from app.reports.filters.selection import missing_choices

LONGEST = 1500
_NAMES = [field.name for field in fields(ReportQuery)]


def read_query(query: str) -> dict[str, Any]:
    """Return what a query says, by name; ValidationError where reports would not understand it."""
    loaded = load_query(DashboardArgs(), query)
    return {name: loaded[name] for name in dict(parse_qsl(query, keep_blank_values=True))}


def read_question(query: str) -> ReportQuery:
    """Return the question of an address, whose other keys mean nothing here; Invalid on `query`."""
    pairs = dict(parse_qsl(query.removeprefix("?"), keep_blank_values=True))
    query_text = urlencode({name: value for name, value in pairs.items() if name in _NAMES})
    try:
        return ReportQuery(**read_query(query_text))
    except ValidationError as error:
        raise Invalid({"query": sentences(error.messages_dict)}) from None


def context_of(question: ReportQuery, *more: Any) -> ReportContext:
    """Return what a question means; Invalid on `query`."""
    try:
        return ReportContext(question, *more)
    except Invalid as error:
        raise Invalid({"query": sentences(error.errors)}) from None


class NotVisible(Invalid):
    """A question that names a bot or a place which its reader cannot see, or which is gone."""

    def __init__(self) -> None:
        super().__init__({"query": [BeyondSchema("Names a bot or a place that is gone or that you cannot see.")]})


def visible_context_of(question: ReportQuery, *more: Any) -> ReportContext:
    """Return what a question means whose number is kept or watched; NotVisible where it would be of something else."""
    context = context_of(question, *more)
    if missing_choices(context.selection):
        raise NotVisible
    return context


def sentences(errors: Mapping[str, Any]) -> list[str]:
    """Errors of filters as sentences that name each."""
    return [BeyondSchema(f"{name}: {text}") for name, texts in errors.items() for text in texts]


def pin_dates(question: ReportQuery, span: Range) -> ReportQuery:
    """The same question of the dates that its range means now."""
    return replace(question, r=f"{span.first}..{span.last}", today=False)


def address_of(question: ReportQuery) -> str:
    """A question as the query of an address; defaults are left out."""
    usual = ReportQuery()
    texts = {
        field.name: getattr(question, field.name)
        for field in fields(ReportQuery)
        if getattr(question, field.name) != getattr(usual, field.name)
    }
    for name, write in (("bot", lambda bots: map(str, bots)), ("ch", list), ("out", names_of)):
        if name in texts:
            texts[name] = ",".join(write(texts[name]))
    if "today" in texts:
        texts["today"] = "1"
    return urlencode(texts, safe=",:")
