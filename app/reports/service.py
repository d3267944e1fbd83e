"""The documents of reports, and the dashboard's: one from one set of filters, in which figures and cards agree."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from app.analytics.data_version import data_version
from app.core import clock
from app.core.db.tenancy import Scope, bound_workspace, current_scope
from app.core.errors import BeyondSchema, Invalid, NotFound
from app.core.http.concurrency import SHARED_REPORTS
from app.core.lru import Recent
from app.core.providers import Provider
from app.reports.answers.answer_store import StoredAnswer, get_answer, store_answers
from app.reports.answers.changes import with_watermark
from app.reports.cards import counting, figures
from app.reports.cards.key_figures import Cards
from app.reports.context import ReportContext, ReportQuery, by, dates
from app.reports.counts import people
from app.reports.counts.handoffs import count_handoffs
from app.reports.counts.intents import intent_parts
from app.reports.filters.places import names_of
from app.reports.metrics.definitions import BY_ID, DASHBOARD, exact, serialize_value
from app.reports.metrics.significance import has_moved

__all__ = ["ReportQuery", "count_people", "dashboard", "dashboard_body"]


MOST_HANDOFFS = 10_000
"""Requests for a person that the dashboard reads one by one."""
DASHBOARD_NAME = "dashboard"
DASHBOARD_PARTS = "dashboard/parts"
"""The document of the dashboard without figures."""
DASHBOARD_PAGE = "dashboard/page"
"""The document of the dashboard with the figures that are none of its parts."""


@Provider
def frozen_body(report: str, snapshot: str, language: str) -> bytes:
    """Return a report as a snapshot has kept it, or raise NotFound."""
    raise NotFound("This snapshot does not exist.")


@dataclass(frozen=True, slots=True)
class ReportKey:
    """A question with all else that its answer depends on: the key of a cached report."""

    workspace: int
    scope: Scope
    version: int
    minute: datetime
    question: ReportQuery
    language: str
    counting: tuple[Any, ...] = ()
    report: str = DASHBOARD_NAME


# A body is valid for a minute at most, so few are cached.
_bodies: Recent[ReportKey, tuple[bytes, bool]] = Recent(64)


def dashboard_body(question: ReportQuery, language: str) -> bytes:
    """The dashboard's key figures and parts as JSON."""
    return report_body(DASHBOARD_PARTS, question, language)


def body_of(report: str, args: Mapping[str, Any], language: str) -> bytes:
    """A report as JSON: of the present data, or as a snapshot has stored it."""
    snapshot, values = args["snap"], {name: value for name, value in args.items() if name != "snap"}
    if snapshot:
        return frozen_body(DASHBOARD_NAME if report == DASHBOARD_PAGE else report, snapshot, language)
    return report_body(report, ReportQuery(**values), language)


def report_body(report: str, question: ReportQuery, language: str) -> bytes:
    """A report as JSON; made once for a state of the data, a part of it that may be seen, and a minute."""
    minute = clock.now().replace(second=0, microsecond=0)
    key = ReportKey(bound_workspace(), current_scope(), data_version(), minute, question, language, report=report)
    body, is_counting = _body(key)
    # What a job counts goes on while the data does not change.
    return _body(replace(key, counting=counting.token()))[0] if is_counting else body


def _body(key: ReportKey) -> tuple[bytes, bool]:
    """The cached body, or one computed once for equal requests, and whether a job counts for it."""

    def make() -> tuple[bytes, bool]:
        document = DOCUMENTS[key.report](key.question, key.minute, key.language)
        body, watermark = with_watermark(document)
        question = key.report, key.question, key.language
        store_answers({(watermark,): body, question: watermark.encode()})
        result = body, any("counting" in card for card in document["cards"])
        _bodies.put(key, result)
        return result

    return _bodies.get(key) or SHARED_REPORTS.run(key, make)


def last_body(report: str, question: ReportQuery, language: str) -> StoredAnswer | None:
    """Return the last answer to a question, while the database cannot give the present one."""
    watermark = get_answer(report, question, language)
    return watermark and get_answer(watermark.body.decode())


def dashboard(question: ReportQuery, now: datetime | None = None, language: str = "en") -> dict[str, Any]:
    """The dashboard's key figures and parts; Invalid names the filter that does not fit."""
    return dashboard_parts(ReportContext(question, now, language))


def dashboard_parts(context: ReportContext) -> dict[str, Any]:
    """The dashboard's key figures and parts, read by a context."""
    question, language = context.question, context.language
    selection, span, compared, links = context.selection, context.span, context.compared, context.links
    before = context.counted_before
    cards = Cards(selection, span, context.steps, compared, context.now, language)
    if cards.people is None:
        row, notice = counting.find(selection, counting.Span(span, context.step, question.cmp))
        cards.take(None if row is None else row.result, notice | {"call": _call(question)})
    current, previous = context.current, context.previous
    if (
        before is not None
        and compared is not None
        and any(has_moved(metric, current, previous) for metric in DASHBOARD)
    ):
        cards.splits = {
            "channel": (context.counted.by_channel, before.by_channel),
            "bot": (context.by("bot_id"), by(selection, compared, "bot_id")),
        }
        by_intent = intent_parts(selection, span, current), intent_parts(selection, compared, previous or {})
        if by_intent[0] is not None and by_intent[1] is not None:
            cards.splits["intent"] = by_intent[0], by_intent[1]
    return context.frame() | {
        "cards": cards.all(DASHBOARD, current, previous, context.by_step, links),
        "series": figures.series(
            span, context.step, context.steps, context.counted.by_step, context.by_step_before, links
        ),
        "outcomes": figures.outcomes(current, previous, links) | {"handoffs": _handoffs(context)},
        "channels": figures.channels(context.counted.by_channel, before.by_channel if before else None, links),
        "intents": figures.intents(context.intents, links, context.intent_title),
        "heat": context.heat,
    }


def _handoffs(context: ReportContext) -> dict[str, Any] | None:
    """Return how long visitors waited for a person; None where none asked, and of more than are read at once."""
    if not 0 < context.current["handoff_requested"] <= MOST_HANDOFFS:
        return None
    counts = count_handoffs(context.selection, context.span, context.now)
    wait, missed = BY_ID["handoff_wait"], BY_ID["missed_handoff_rate"]
    return {
        "wait_ms": counts.get(wait.num),
        "missed": counts[missed.num],
        "of": counts["handoffs"],
        "share": serialize_value(missed, exact(missed, counts)),
        "wait_link": context.links.to_evidence(wait),
        "missed_link": context.links.to_evidence(missed),
    }


DOCUMENTS: dict[str, Callable[[ReportQuery, datetime, str], dict[str, Any]]] = {DASHBOARD_PARTS: dashboard}
"""What makes the document of each report."""


def count_people(question: ReportQuery) -> dict[str, Any]:
    """Have the people of a question counted that is too long to be answered at once; tells how far that is."""
    moment = clock.now()
    selection = question.select()
    span, step = dates(question, selection, moment)
    if not people.needs_job(selection, span.start, span.end):
        raise Invalid({"r": [BeyondSchema("This range does not need a background count.")]})
    return counting.start(selection, counting.Span(span, step, question.cmp))


def _call(question: ReportQuery) -> str:
    """The call that has a question's people counted."""
    values = {field.name: getattr(question, field.name) for field in fields(ReportQuery)}
    values |= {
        "bot": ",".join(map(str, question.bot)),
        "ch": ",".join(question.ch),
        "out": ",".join(names_of(question.out)),
        "today": "1" if question.today else "",
    }
    return f"/api/v1/reports/people?{urlencode({name: value for name, value in values.items() if value})}"
