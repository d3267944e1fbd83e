"""People of long ranges in a zone that is not the clients': counted by a job, kept for the dashboard."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

import orjson
from sqlalchemy import case, delete, func, select

from app.analytics.data_version import data_version
from app.core import clock
from app.core.db.base import db, write_rows
from app.core.db.ids import new_id
from app.core.db.tenancy import current_scope
from app.core.errors import TooMany
from app.core.jobs import UNFINISHED, Job, enqueue
from app.reports.cards.key_figures import sparkline_buckets
from app.reports.counts import people
from app.reports.filters.ranges import Range, buckets, comparison
from app.reports.filters.selection import Selection, data_as_of, format_instant, select_conversations
from app.reports.records.models import PeopleCount

MAX_KEPT = 100
MAX_WAITING = 5
RETRY_S = 30
STATES = {"ready": "queued"}


@dataclass(frozen=True, slots=True)
class Span:
    """What a count is about beside the selection: the range, its steps and what it is compared with."""

    range: Range
    step: str
    compared_by: str


def question_of(selection: Selection, span: Span) -> dict[str, Any]:
    """Everything a count depends on but the data, in one spelling; the reader's reach among it."""
    return {
        "bots": [str(bot) for bot in selection.bots],
        "group": selection.group,
        "channels": list(selection.channels),
        "places": [list(place) for place in selection.places],
        "lang": selection.lang,
        "traffic": selection.traffic,
        "data": selection.data,
        "zone": selection.zone.key,
        "first": span.range.first.isoformat(),
        "last": span.range.last.isoformat(),
        "step": span.step,
        "compared_by": span.compared_by,
        "scope": current_scope().serialize(),
    }


def _key(question: dict[str, Any]) -> str:
    """The digest of a question."""
    return hashlib.sha256(orjson.dumps(question, option=orjson.OPT_SORT_KEYS)).hexdigest()


def find(selection: Selection, span: Span) -> tuple[PeopleCount | None, dict[str, Any]]:
    """The stored count of a question, if any, and its state as JSON."""
    query = select(PeopleCount, Job).outerjoin(Job, Job.id == PeopleCount.job_id)
    pair = db.session.execute(query.where(PeopleCount.key == _key(question_of(selection, span)))).first()
    row, job = pair if pair is not None else (None, None)
    return row, {
        "state": STATES.get(job.state, job.state) if job is not None else "none",
        "progress": job.progress if job is not None else 0.0,
        "as_of": format_instant(row.as_of, selection.zone) if row is not None else None,
        "current": row is not None and row.data_version == data_version(),
    }


def start(selection: Selection, span: Span) -> dict[str, Any]:
    """Have the question counted unless that is going on, or was done for the data there is."""
    question = question_of(selection, span)
    row, notice = find(selection, span)
    if notice["state"] in ("queued", "running") or notice["current"]:
        return notice
    waiting = select(func.count()).select_from(PeopleCount).join(Job, Job.id == PeopleCount.job_id)
    if (db.session.scalar(waiting.where(Job.state.in_(UNFINISHED))) or 0) >= MAX_WAITING:
        raise TooMany(RETRY_S, "Another count is running. Try again when it has finished.")
    if row is None:
        _make_room()
        row = PeopleCount(id=new_id(), key=_key(question), question=question)
    row.job_id, row.asked_at = enqueue("count_people", {"count_id": str(row.id)}).id, clock.now()
    db.session.add(row)
    db.session.flush()
    return find(selection, span)[1]


def _make_room() -> None:
    """Forget the counts asked for longest ago."""
    keep = select(PeopleCount.id).order_by(PeopleCount.asked_at.desc()).limit(MAX_KEPT - 1)
    write_rows(delete(PeopleCount).where(PeopleCount.id.not_in(list(db.session.scalars(keep)))))


def token() -> tuple[Any, ...]:
    """What changes with every step of any count of the workspace."""
    waits = func.sum(case((Job.state.in_(UNFINISHED), 1), else_=0))
    steps = (func.max(PeopleCount.job_id), func.max(PeopleCount.counted_at), func.sum(Job.progress), waits)
    query = select(*steps).select_from(PeopleCount).join(Job, Job.id == PeopleCount.job_id)
    return tuple(db.session.execute(query).one())


def count(row: PeopleCount, beat: Callable[[float], None]) -> None:
    """Count the people of a stored question; store the result with the version of the data it began with."""
    question = row.question
    version, as_of, now = data_version(), data_as_of(), clock.now()
    selection = select_conversations(
        bots=[int(bot) for bot in question["bots"]],
        group=question["group"],
        channels=question["channels"],
        places=[(kind, id_) for kind, id_ in question.get("places", [])],
        tz=question["zone"],
        lang=question["lang"],
        traffic=question["traffic"],
        data=question["data"],
    )
    zone = ZoneInfo(question["zone"])
    span = Range(date.fromisoformat(question["first"]), date.fromisoformat(question["last"]), zone)
    steps = buckets(span, question["step"], now)
    compared = comparison(span, question["compared_by"], steps, now)
    parts = 2 if compared else 1
    contacts, by = people.count(
        selection, span.start, span.end, sparkline_buckets(steps), lambda share: beat(share / parts)
    )
    before = None
    if compared:
        other, _ = people.count(selection, compared.start, compared.end, [], lambda share: beat((1 + share) / 2))
        before = other.active
    row.result = {"active": contacts.active, "new": contacts.new, "before": before, "by": by}
    row.data_version, row.as_of, row.counted_at = version, as_of, clock.now()
