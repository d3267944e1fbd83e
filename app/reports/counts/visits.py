"""How often and when people come: from the rollup of contacts by day, after merges."""

from collections import defaultdict
from datetime import date, timedelta

from sqlalchemy import Select, case, distinct, func, select

from app.analytics.models import RollupContactDay
from app.conversations.models import Contact
from app.conversations.persons import person
from app.conversations.provenance import Provenance, knows
from app.core.db.base import db
from app.reports.filters.ranges import Period, midnight
from app.reports.filters.selection import REAL, Selection

MOST_SESSIONS = 10
"""The highest number of sessions that is counted apart; more count as this many."""
WEEKS = 13
"""Weeks of the triangle of people who come back."""
Visits = dict[tuple[date, int], int]
"""People by the day they came last and the number of their sessions."""


def _days(selection: Selection, first: date, last: date) -> Select[int, date, int]:
    """Select contacts, days and sessions of known people."""
    model = RollupContactDay
    query = select(person(model.contact_id).label("person"), model.day, model.engaged)
    return query.where(
        *selection.where(model), knows(model.provenance, Provenance.PEOPLE), model.day >= first, model.day <= last
    )


def read_visits(selection: Selection, period: Period) -> Visits | None:
    """People by their last day and their sessions; None where the rollup's days are not the period's."""
    if not selection.has_whole_days(period):
        return None
    days = _days(selection, period.first, period.last).subquery()
    people = (
        select(func.max(days.c.day).label("last"), func.sum(days.c.engaged).label("sessions"))
        .group_by(days.c.person)
        .subquery()
    )
    times = case((people.c.sessions > MOST_SESSIONS, MOST_SESSIONS), else_=people.c.sessions)
    query = select(people.c.last, times.label("times"), func.count()).group_by(people.c.last, "times")
    return {(last, int(sessions)): count for last, sessions, count in db.session.execute(query)}


def recency(last: date, period: Period) -> int:
    """The days from a person's last day to the end of a period; 0 on its last day."""
    return (period.last - last).days


def people_by_day(selection: Selection, period: Period) -> dict[date, int] | None:
    """Distinct people of each day; None where the rollup's days are not the period's."""
    if not selection.has_whole_days(period):
        return None
    days = _days(selection, period.first, period.last).subquery()
    query = select(days.c.day, func.count(distinct(days.c.person))).group_by(days.c.day)
    return {day: count for day, count in db.session.execute(query)}


def retention(selection: Selection, last: date) -> tuple[list[date], dict[tuple[int, int], int]] | None:
    """The Mondays of the weeks up to a day, and people by the week they came first and a week they came in.

    None where the rollup's days are not the report's, or of testers, of whom it is not kept when they began.
    """
    if not selection.by_client_day or selection.traffic != REAL:
        return None
    monday = last - timedelta(days=last.weekday())
    mondays = [monday - timedelta(weeks=back) for back in range(WEEKS - 1, -1, -1)]
    edges = [midnight(day, selection.zone) for day in (*mondays, monday + timedelta(weeks=1))]
    days = _days(selection, mondays[0], last).subquery()
    came = case(*((days.c.day < day + timedelta(weeks=1), week) for week, day in enumerate(mondays)))
    first = case(*((Contact.first_engaged_at < edge, week) for week, edge in enumerate(edges[1:])))
    query = (
        select(first.label("first"), came.label("came"), func.count(distinct(days.c.person)))
        .join(Contact, Contact.id == days.c.person)
        .where(Contact.first_engaged_at >= edges[0], Contact.first_engaged_at < edges[-1])
        .group_by("first", "came")
    )
    counts: defaultdict[tuple[int, int], int] = defaultdict(int)
    for cohort, week, count in db.session.execute(query):
        counts[int(cohort), int(week)] += count
    return mondays, dict(counts)
