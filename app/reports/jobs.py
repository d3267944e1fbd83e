"""Background work of reports."""

from sqlalchemy import select

from app.core.db.base import db
from app.core.jobs import Job, heartbeat, job
from app.reports.cards import counting
from app.reports.records.models import PeopleCount


@job("count_people")
def count_people(row: Job) -> None:
    """Count the people of one kept question."""

    def beat(share: float) -> None:
        heartbeat(row, share)
        db.session.commit()

    question = db.session.scalar(select(PeopleCount).where(PeopleCount.id == int(row.payload["count_id"])))
    if question is not None:
        counting.count(question, beat)
