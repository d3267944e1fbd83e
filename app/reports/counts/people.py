"""Exact numbers of distinct contacts, after merges: from bitmaps, the contact-day rollup or the sessions."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Select, case, distinct, func, literal, select, union_all

from app.analytics.models import RollupContactDay
from app.conversations.models import Contact, Conversation
from app.conversations.persons import person
from app.core.db.base import db, read_only
from app.core.values.batches import batched
from app.reports.counts import presence
from app.reports.counts.presence import Presence, engaged_conditions_of_known, known_people
from app.reports.filters.ranges import DAY, Bucket, local_date, midnight
from app.reports.filters.selection import REAL, Selection

MAX_RAW = timedelta(days=93)
"""The longest interval counted from the sessions themselves (92 days, one of 25 hours among them)."""
AT_ONCE = timedelta(days=31)
"""How much of a longer one a job counts in one query."""
TERMS = 400
"""The intervals that one statement counts; SQLite takes 500 parts of a statement at most."""


@dataclass(frozen=True, slots=True)
class People:
    """Contacts of engaged sessions; `new` are those whose first engaged session ever is among the interval's."""

    active: int
    new: int | None
    """None where testers are counted: who began when is kept of real conversations."""

    def parts(self, prefix: str = "") -> dict[str, int]:
        """Those who are new and those who return, where that is known."""
        if self.new is None:
            return {}
        return {f"{prefix}new": self.new, f"{prefix}returning": self.active - self.new}


def people(selection: Selection, start: datetime, end: datetime) -> People | None:
    """Distinct contacts of [start, end); None when that would mean counting too many sessions."""
    there = presence.read(selection, start, end)
    return _count_by_query(selection, start, end) if there is None else _count_people(selection, there)


def people_with_steps(
    selection: Selection, start: datetime, end: datetime, steps: list[Bucket]
) -> tuple[People | None, list[int] | None]:
    """Distinct contacts of [start, end) and of the steps that it has, in one reading of its days."""
    there = presence.read(selection, start, end) if _are_days(selection, steps) else None
    if there is None:
        return _count_by_query(selection, start, end), people_by(selection, steps)
    return _count_people(selection, there), [len(there.between(step.first, step.last)) for step in steps]


def _count_people(selection: Selection, there: Presence) -> People:
    """The people of an interval in bitmaps."""
    persons = there.all()
    return People(
        len(persons), persons.intersection_cardinality(there.beginning()) if selection.traffic == REAL else None
    )


def _count_by_query(selection: Selection, start: datetime, end: datetime) -> People | None:
    """The people of an interval, by one query."""
    members = _members(selection, start, end)
    if members is None:
        return None
    # Each person once before anything is asked of them: there are far more days than people.
    active = select(person(members.subquery().c.contact_id).label("id")).distinct().subquery()
    beginning = select(Contact.id).where(Contact.first_engaged_at >= start, Contact.first_engaged_at < end)
    new = func.count(case((active.c.id.in_(beginning), active.c.id)))
    number, began = db.session.execute(select(func.count(), new).select_from(active)).one()
    return People(number, began if selection.traffic == REAL else None)


def _members(selection: Selection, start: datetime, end: datetime) -> Any:
    """The contacts of an interval, some twice: whole days from the rollup, the rest of a day from the sessions."""
    zone = selection.zone
    first, last = local_date(start, zone), local_date(end, zone)
    if not selection.by_client_day or midnight(first, zone) != start:
        if end - start > MAX_RAW:
            return None
        return select(Conversation.contact_id).where(*engaged_conditions_of_known(selection, start, end))
    days = select(RollupContactDay.contact_id).where(
        *known_people(selection, RollupContactDay), RollupContactDay.day >= first, RollupContactDay.day < last
    )
    rest = midnight(last, zone)
    if rest == end:
        return days
    return union_all(days, select(Conversation.contact_id).where(*engaged_conditions_of_known(selection, rest, end)))


def needs_job(selection: Selection, start: datetime, end: datetime) -> bool:
    """Whether the people of [start, end) are too many sessions to count at once."""
    return _members(selection, start, end) is None


def people_by(selection: Selection, steps: list[Bucket]) -> list[int] | None:
    """Distinct contacts of each of some consecutive intervals; None when that would mean too many sessions."""
    if not steps:
        return []
    if _are_days(selection, steps):
        there = presence.read(selection, steps[0].start, midnight(steps[-1].last + DAY, selection.zone))
        if there is not None:
            return [len(there.between(step.first, step.last)) for step in steps]
    counts = _each(selection, steps)
    if counts is None:
        return None
    by_step: dict[int, int] = {}
    for terms in batched(counts, TERMS):
        by_step |= {step: count for step, count in db.session.execute(union_all(*terms))}
    return [by_step[step] for step in range(len(steps))]


def _are_days(selection: Selection, steps: list[Bucket]) -> bool:
    """Whether steps are of whole days of the clients."""
    return selection.by_client_day and all(midnight(step.first, selection.zone) == step.start for step in steps)


def _each(selection: Selection, steps: list[Bucket]) -> list[Select[int, int]] | None:
    """Number and contacts of each step, by itself: together, all rows of a year would be sorted by step first."""
    start, end = steps[0].start, steps[-1].end
    if _are_days(selection, steps):
        day, contact = RollupContactDay.day, RollupContactDay.contact_id
        conditions_of_known = known_people(selection, RollupContactDay)
        within = [[*conditions_of_known, day >= step.first, day < step.last + DAY] for step in steps]
    elif end - start <= MAX_RAW:
        contact = Conversation.contact_id
        within = [engaged_conditions_of_known(selection, step.start, step.end) for step in steps]
    else:
        return None
    active = func.count(distinct(person(contact)))
    return [select(literal(number), active).where(*conditions) for number, conditions in enumerate(within)]


def count(
    selection: Selection, start: datetime, end: datetime, steps: list[Bucket], beat: Callable[[float], None]
) -> tuple[People, list[int]]:
    """Distinct contacts of an interval of any length and of its steps, from the sessions, a month at a time."""
    active, new, by = set[int](), set[int](), [set[int]() for _ in steps]
    at = start
    while at < end:
        until = min(at + AT_ONCE, end)
        with read_only():
            db.session.rollback()  # Reading takes no lock: writers do not wait for it.
            rows = db.session.execute(_select_people(selection, start, at, until, steps)).all()
            db.session.rollback()
        for person_id, step, is_new in rows:
            active.add(person_id)
            if is_new:
                new.add(person_id)
            if step is not None:
                by[step].add(person_id)
        at = until
        beat((at - start) / (end - start))
    return People(len(active), len(new) if selection.traffic == REAL else None), [len(persons) for persons in by]


def _select_people(
    selection: Selection, start: datetime, at: datetime, until: datetime, steps: list[Bucket]
) -> Select[Any]:
    """Person, step, and whether the person is new since the start, of part of an interval."""
    moment = Conversation.started_at
    within = [(moment < step.end, number) for number, step in enumerate(steps) if step.start < until and step.end > at]
    step = case(*within) if within else literal(None)
    is_new = case((Contact.first_engaged_at >= start, 1), else_=0)
    query = select(Contact.person_id, step.label("step"), is_new.label("is_new")).distinct()
    people = query.select_from(Conversation).join(Contact, Contact.id == Conversation.contact_id)
    return people.where(*engaged_conditions_of_known(selection, at, until))
