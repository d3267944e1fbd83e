"""What other areas ask of the history: whose conversations a list has, and what is forgotten with a contact."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import func, select

from app.bots.cases.models import BotCase, BotCaseResult
from app.bots.cases.service import repeating_cases
from app.clients.erasing import EraseStep
from app.conversations.forgetting import ForgottenPerson, erase_rows, finds, finishes, forgets
from app.conversations.models import Conversation
from app.conversations.persons import person
from app.core import clock
from app.core.db.base import db
from app.offers.segments import People, people_source
from app.reports.filters.links import PATH
from app.reports.history.arguments import FilterArgs
from app.reports.history.database_objects import drop_erased
from app.reports.history.filters import filters_of, narrow


@people_source(PATH, "Conversation", FilterArgs)
def _read_people(args: Mapping[str, Any]) -> People:
    """Return the people of the conversations in a list."""
    conditions = narrow(filters_of(args), clock.now()).conditions
    # The person first: PostgreSQL groups by a column of a subquery, not by an expression with a query in it.
    each = select(person(Conversation.contact_id).label("id")).where(*conditions).subquery()
    counts = db.session.execute(select(each.c.id, func.count()).group_by(each.c.id)).all()
    return People([id_ for id_, _ in counts], sum(number for _, number in counts))


@finds
def _find_cases(person: ForgottenPerson) -> None:
    """Note the cases that repeat a person's conversations."""
    ids = db.session.scalars(person.conversations()).all()
    person.note("cases", db.session.scalars(repeating_cases(ids)))


@forgets
def _forget_cases(person: ForgottenPerson, step: EraseStep) -> None:
    """Remove the cases of a person with their results."""
    cases = person.rows.get("cases", [])
    results = select(BotCaseResult.id).where(BotCaseResult.case_id.in_(cases))
    erase_rows(BotCaseResult, db.session.scalars(results).all(), step)
    erase_rows(BotCase, cases, step, "cases")


@finishes
def _drop_words() -> None:
    """Remove the words of erased messages from the search index."""
    drop_erased(db.session.connection())
