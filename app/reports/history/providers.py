"""What forgetting a contact asks of the history: cases that repeat what the person has said, and the search index."""

from sqlalchemy import select

from app.bots.cases.models import BotCase, BotCaseResult
from app.clients.erasing import Step
from app.conversations.forgetting import Person, erase_rows, finds, finishes, forgets
from app.core.db.base import db
from app.reports.history.database_objects import drop_erased
from app.reports.history.fixing import link_of


@finds
def _find_cases(person: Person) -> None:
    """Note the cases that turns of a person's conversations were fixed by."""
    for conversation_id in db.session.scalars(person.conversations()).all():
        made_of = BotCase.link.startswith(link_of(conversation_id, ""), autoescape=True)
        person.note("cases", db.session.scalars(select(BotCase.id).where(made_of)))


@forgets
def _forget_cases(person: Person, step: Step) -> None:
    """Remove them with their results."""
    cases = person.found.get("cases", [])
    results = select(BotCaseResult.id).where(BotCaseResult.case_id.in_(cases))
    erase_rows(BotCaseResult, db.session.scalars(results).all(), step)
    erase_rows(BotCase, cases, step, "cases")


@finishes
def _drop_words() -> None:
    """Take the words that were said out of the index of search."""
    drop_erased(db.session.connection())
