"""Exact numbers of distinct contacts, after merges, from the contact-day rollup or from the sessions."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Select, case, distinct, func, select, union

from app.conversations.evidence import EVIDENCE
from app.conversations.models import Contact, Conversation
from app.conversations.rollup_models import RollupContactDay
from app.db import db
from app.reports.ranges import DAY, Bucket, local_date, midnight
from app.reports.selection import Selection

MAX_RAW = timedelta(days=93)
"""The longest interval counted from the sessions themselves (92 days, one of 25 hours among them)."""


@dataclass(frozen=True, slots=True)
class People:
    """Contacts of engaged sessions; `new` are those whose first engaged session ever is among the interval's."""

    active: int
    new: int


def people(selection: Selection, start: datetime, end: datetime) -> People | None:
    """Distinct contacts of [start, end); None when that would mean counting too many sessions."""
    members = _members(selection, start, end)
    if members is None:
        return None
    ids = members.subquery()
    query = (
        select(
            func.count(distinct(Contact.person_id)),
            func.count(distinct(case((Contact.first_engaged_at >= start, Contact.person_id)))),
        )
        .select_from(ids)
        .join(Contact, Contact.id == ids.c.contact_id)
    )
    active, new = db.session.execute(query).one()
    return People(active, new)


def _engaged(selection: Selection, start: datetime, end: datetime) -> list[ColumnElement[bool]]:
    """The engaged sessions of an interval."""
    return [
        *selection.where(Conversation),
        EVIDENCE["engaged"],
        Conversation.started_at >= start,
        Conversation.started_at < end,
    ]


def _members(selection: Selection, start: datetime, end: datetime) -> Any:
    """The contacts of an interval: whole days from the rollup, the rest of a day from the sessions."""
    zone = selection.zone
    first, last = local_date(start, zone), local_date(end, zone)
    if not selection.by_client_day or midnight(first, zone) != start:
        if end - start > MAX_RAW:
            return None
        return select(Conversation.contact_id).where(*_engaged(selection, start, end)).distinct()
    days = (
        select(RollupContactDay.contact_id)
        .where(*selection.where(RollupContactDay), RollupContactDay.day >= first, RollupContactDay.day < last)
        .distinct()
    )
    rest = midnight(last, zone)
    if rest == end:
        return days
    return union(days, select(Conversation.contact_id).where(*_engaged(selection, rest, end)))


def people_by(selection: Selection, steps: list[Bucket]) -> list[int] | None:
    """Distinct contacts of each of some consecutive intervals; None when that would mean too many sessions."""
    if not steps:
        return []
    query = _by_step(selection, steps)
    if query is None:
        return None
    found = {int(step): count for step, count in db.session.execute(query)}
    return [found.get(step, 0) for step in range(len(steps))]


def _by_step(selection: Selection, steps: list[Bucket]) -> Select[Any] | None:
    """Step number and number of contacts."""
    zone, start, end = selection.zone, steps[0].start, steps[-1].end
    if selection.by_client_day and all(midnight(step.first, zone) == step.start for step in steps):
        day = RollupContactDay.day
        step = case(*((day <= step.last, number) for number, step in enumerate(steps))).label("step")
        person = RollupContactDay.contact_id
        where = [*selection.where(RollupContactDay), day >= steps[0].first, day < steps[-1].last + DAY]
    elif end - start <= MAX_RAW:
        at = Conversation.started_at
        step = case(*((at < step.end, number) for number, step in enumerate(steps))).label("step")
        person, where = Conversation.contact_id, _engaged(selection, start, end)
    else:
        return None
    persons = func.count(distinct(Contact.person_id))
    return select(step, persons).join(Contact, Contact.id == person).where(*where).group_by("step")
