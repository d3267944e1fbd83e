"""What other areas ask of the reports: who is in the list of people."""

from collections.abc import Mapping
from typing import Any

from app.core import clock
from app.core.db.base import db
from app.offers.segments import People, people_source
from app.reports.counts.contact_list import Query, count_each
from app.reports.filters.links import CONTACTS
from app.reports.schemas import ContactListArgs


@people_source(CONTACTS, "Conversation", ContactListArgs)
def _read_people(args: Mapping[str, Any]) -> People:
    """Return the people of a list of people."""
    counts = count_each(Query(**args), clock.now())
    rows = db.session.execute(counts.rows.with_only_columns(counts.mine.c.id, counts.mine.c.sessions)).all()
    return People([id_ for id_, _ in rows], sum(sessions for _, sessions in rows))
