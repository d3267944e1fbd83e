"""The dashboard: one document from one set of filters, in which figures and cards agree."""

from bisect import bisect_right
from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

import orjson

from app.analytics.data_version import data_version
from app.conversations.models import CHANNELS
from app.core import clock
from app.core.db.tenancy import Scope, bound_workspace, current_scope
from app.core.errors import BeyondSchema, Invalid
from app.core.http.concurrency import SHARED_REPORTS
from app.core.lru import Recent
from app.reports import counting, figures, people, places, queries, standing
from app.reports.cards import Cards
from app.reports.figures import By
from app.reports.intents import intent_parts, intents
from app.reports.links import Links
from app.reports.metrics import COUNTS, DASHBOARD, Counts, add
from app.reports.places import Place, names_of
from app.reports.queries import BEGINNING
from app.reports.ranges import Bucket, Comparison, Range, buckets, comparison, ends_yesterday, granularity
from app.reports.selection import (
    MEASURED,
    Selection,
    bot_options,
    data_as_of,
    find_range,
    gone,
    select_sessions,
    spoken,
)
from app.reports.significance import moved


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What a reader asks the dashboard, as the address says it."""

    bot: tuple[int, ...] = ()
    grp: str = "overall"
    r: str = "last_28_days"
    tz: str = "client"
    cmp: str = "prev"
    ch: tuple[str, ...] = ()
    out: tuple[Place, ...] = ()
    data: str = MEASURED
    today: bool = False
    g: str = "auto"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with all else that its answer depends on; what is not named in it is bound around the call."""

    workspace: int
    scope: Scope
    version: int
    minute: datetime
    question: Question
    language: str
    counting: tuple[Any, ...] = ()


# An entry is good for a minute at most: what is asked for within it is kept, not what the last hour asked for.
_kept: Recent[Asked, tuple[bytes, bool]] = Recent(64)


def dashboard_body(question: Question, language: str) -> bytes:
    """The dashboard as JSON; made once for a state of the data, a part of it that may be seen, and a minute."""
    minute = clock.now().replace(second=0, microsecond=0)
    asked = Asked(bound_workspace(), current_scope(), data_version(), minute, question, language)
    body, counted = _made(asked)
    # What a job counts goes on while the data stands still.
    return _made(replace(asked, counting=counting.token()))[0] if counted else body


def _made(asked: Asked) -> tuple[bytes, bool]:
    """The kept body, or a new one for all who ask the same, and whether a job counts for it."""

    def make() -> tuple[bytes, bool]:
        document = dashboard(asked.question, asked.minute, asked.language)
        made = orjson.dumps(document), any("counting" in card for card in document["cards"])
        _kept.put(asked, made)
        return made

    return _kept.get(asked) or SHARED_REPORTS.run(asked, make)


def dashboard(question: Question, now: datetime | None = None, language: str = "en") -> dict[str, Any]:
    """The whole dashboard; Invalid names the filter that does not fit."""
    moment = now or clock.now()
    selection = _select(question)
    span, step = _span(question, selection, moment)
    steps = buckets(span, step, moment)
    # Before all time there was nothing to compare it with.
    compared = comparison(span, "none" if question.r == "all" else question.cmp, steps, moment)
    links = Links(selection, f"{span.first}..{span.last}" if question.today else question.r)
    found = _count(selection, span, step, steps)
    before = _count_compared(selection, step, compared)
    filters = _filters(question, selection, span, step, compared, moment, links, measured=before is not None)
    left_out = queries.left_out(selection, span.start, span.end)
    cards = Cards(selection, span, steps, compared, moment, language)
    if cards.people is None:
        kept, told = counting.find(selection, counting.Span(span, step, question.cmp))
        cards.take(None if kept is None else kept.result, told | {"call": _call(question)})
    previous = None if before is None else total(before.by_channel)
    current = total(found.by_channel)
    if before is not None and compared is not None and any(moved(metric, current, previous) for metric in DASHBOARD):
        cards.splits = {
            "channel": (found.by_channel, before.by_channel),
            "bot": (_by_bot(selection, span), _by_bot(selection, compared)),
        }
        by_intent = intent_parts(selection, span, current), intent_parts(selection, compared, previous or {})
        if by_intent[0] is not None and by_intent[1] is not None:
            cards.splits["intent"] = by_intent[0], by_intent[1]
    by_step = [total(groups) for groups in found.by_step]
    steps_before = None if before is None else [total(groups) for groups in before.by_step]
    return {
        "filters": filters,
        "options": {
            "bots": bot_options(),
            "places": places.offered(selection.places),
            "channels": list(CHANNELS),
            "zones": ["client", "viewer", *sorted(selection.client_zones)],
        },
        "as_of": spoken(data_as_of(), span.zone),
        "currency": selection.currencies[0],
        "excluded": {"test": left_out.test, "estimated": left_out.estimated, "open": current.get("open", 0)},
        "included": {"estimated": left_out.included},
        "cards": cards.all(current, previous, by_step, links),
        "series": figures.series(span, step, steps, found.by_step, steps_before, links),
        "outcomes": figures.outcomes(current, previous, links),
        "channels": figures.channels(found.by_channel, before.by_channel if before else None, links),
        "intents": figures.intents(intents(selection, span), links),
        "heat": figures.heat(selection, span, moment),
    }


def _select(question: Question) -> Selection:
    """The sessions a question is about."""
    return select_sessions(
        bots=question.bot,
        group=question.grp,
        channels=question.ch,
        places=question.out,
        tz=question.tz,
        data=question.data,
    )


def count_people(question: Question) -> dict[str, Any]:
    """Have the people of a question counted that is too long to be answered at once; tells how far that is."""
    moment = clock.now()
    selection = _select(question)
    span, step = _span(question, selection, moment)
    if not people.needs_job(selection, span.start, span.end):
        raise Invalid({"r": [BeyondSchema("This range does not need a background count.")]})
    return counting.start(selection, counting.Span(span, step, question.cmp))


def _call(question: Question) -> str:
    """The call that has a question's people counted."""
    given = {field.name: getattr(question, field.name) for field in fields(Question)}
    given |= {
        "bot": ",".join(map(str, question.bot)),
        "ch": ",".join(question.ch),
        "out": ",".join(names_of(question.out)),
        "today": "1" if question.today else "",
    }
    return f"/api/v1/reports/people?{urlencode({name: value for name, value in given.items() if value})}"


def _span(question: Question, selection: Selection, moment: datetime) -> tuple[Range, str]:
    """The range and its steps; Invalid names the filter that does not fit."""
    span = find_range(selection, question.r, now=moment, with_today=question.today)
    try:
        return span, granularity(span, question.g)
    except ValueError as error:
        raise Invalid({"g": [error.args[0]]}) from None


@dataclass(frozen=True, slots=True)
class Counted:
    """The counts of a period: by bucket and group, and by channel."""

    by_step: list[By]
    by_channel: By


def total(counts: By) -> Counts:
    """The sum over all groups or channels."""
    found: Counts = dict.fromkeys(COUNTS, 0)
    for more in counts.values():
        add(found, more)
    return found


def _by_bot(selection: Selection, period: Range | Comparison) -> By:
    """The counts of a period by bot."""
    return figures.by_key(queries.tallies(selection, period.start, period.end, by="bot_id"))


def _count(selection: Selection, span: Range, step: str, steps: list[Bucket]) -> Counted:
    """The counts of the range."""
    return _counted(selection, step, steps, span.start, span.end)


def _count_compared(selection: Selection, step: str, compared: Comparison | None) -> Counted | None:
    """The counts of the compared period, if there is one and the first session was not after it."""
    if compared is None:
        return None
    counted = _counted(selection, step, compared.buckets, compared.start, compared.end)
    is_silent = not total(counted.by_channel)["sessions"]
    return None if is_silent and queries.first_started(selection, BEGINNING, compared.end) is None else counted


def _counted(selection: Selection, step: str, steps: list[Bucket], start: datetime, end: datetime) -> Counted:
    """The counts of a period by its buckets, and by channel."""
    each = queries.tallies(selection, start, end, by="bot_group", each="quarter" if step == "hour" else "day")
    by_step: list[By] = [{} for _ in steps]
    edges = [bucket.start for bucket in steps]
    for tally in each:
        # A bucket without length shares its start with the next one: the last of them is the one that has it.
        place = by_step[max(bisect_right(edges, tally.at) - 1, 0)]
        add(place.setdefault(tally.key, {}), tally.counts)
    return Counted(by_step, figures.by_key(queries.tallies(selection, start, end, by="channel")))


def _filters(
    question: Question, selection: Selection, span: Range, step: str, compared: Comparison | None, now: datetime,
    links: Links, *, measured: bool,
) -> dict[str, Any]:  # fmt: skip
    """The filters as understood, with the dates and the zone they mean."""
    return {
        "bot": [str(bot) for bot in selection.bots],
        "grp": question.grp,
        "r": question.r,
        "tz": question.tz,
        "cmp": question.cmp,
        "ch": list(selection.channels),
        "out": names_of(selection.places),
        "clipped": standing.clipped(selection, span, links.to_outlets()),
        "gone": gone(selection),
        "data": selection.data,
        "today": question.today,
        "g": step,
        "from": span.first.isoformat(),
        "to": span.last.isoformat(),
        "zone": span.zone.key,
        "zone_source": selection.zone_source,
        "can_add_today": ends_yesterday(question.r, zone=span.zone, now=now),
        "compared": compared
        and {"from": compared.first.isoformat(), "to": compared.last.isoformat(), "measured": measured},
    }
