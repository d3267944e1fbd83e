"""Telling people that something has changed, and what they have not been told yet."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import delete, select

from app.core.db.base import db
from app.core.db.numbering import Counter, next_number
from app.core.realtime.models import LiveEvent

KEPT = 2000
"""How many events of a workspace are kept: who has slept longer asks for everything."""
SWEEP = 100
MOST = 200
COUNTER = "live"
EVERYBODY = 0
"""In place of a person: all people of the workspace."""


def publish(kind: str, subject: str, users: Iterable[int]) -> None:
    """Tell people that something of a kind has changed, once the transaction is committed."""
    for user_id in dict.fromkeys(users):
        number = next_number(COUNTER)
        db.session.add(LiveEvent(number=number, user_id=user_id, kind=kind, subject=subject))
        if number % SWEEP == 0:
            db.session.execute(delete(LiveEvent).where(LiveEvent.number <= number - KEPT))
    db.session.flush()


def position() -> int:
    """The number of the last event of the workspace: from here on somebody who has just looked must listen."""
    return db.session.scalar(select(Counter.value).where(Counter.kind == COUNTER)) or 0


def since(user_id: int, after: int) -> dict[str, Any]:
    """What a person has not been told of after a number, each thing once; `missed` when it is no longer known."""
    last = position()
    # A number from the future is one of another installation: a database restored from a backup.
    missed = after < last - KEPT or after > last
    query = (
        select(LiveEvent.kind, LiveEvent.subject)
        .where(LiveEvent.user_id.in_((user_id, EVERYBODY)), LiveEvent.number > after)
        .order_by(LiveEvent.number.desc())
        .limit(MOST + 1)
    )
    found = [] if missed else db.session.execute(query).all()
    if len(found) > MOST:
        missed, found = True, []
    changes = [
        {"kind": kind, "subject": subject} for kind, subject in dict.fromkeys((k, s) for k, s in reversed(found))
    ]
    return {"after": last, "changes": changes, "missed": missed}
