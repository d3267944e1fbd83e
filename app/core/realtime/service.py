"""Telling people that something has changed, and what they have not been notified of yet."""

from collections.abc import Iterable, Iterator
from typing import Any

from sqlalchemy import ColumnElement, delete, select

from app.core.db.base import db
from app.core.db.numbering import Counter, next_number
from app.core.db.tenancy import current_scope
from app.core.realtime.models import LiveEvent

KEPT = 2000
"""How many events of a workspace are kept: who has slept longer asks for everything."""
SWEEP = 100
MOST = 200
COUNTER = "live"
_CUTS = {"client_id": "clients", "outlet_id": "outlets", "bot_id": "measured_bots"}
EVERYBODY = 0
"""In place of a person: all people of the workspace."""


def publish(kind: str, subject: str, users: Iterable[int], *, row: object = None) -> None:
    """Tell people that something of a kind has changed, once the transaction is committed; of a row who may see it."""
    place = {name: getattr(row, name) or 0 for name in _CUTS if hasattr(row, name)}
    for user_id in dict.fromkeys(users):
        number = next_number(COUNTER)
        db.session.add(LiveEvent(number=number, user_id=user_id, kind=kind, subject=subject, **place))
        if number % SWEEP == 0:
            db.session.execute(delete(LiveEvent).where(LiveEvent.number <= number - KEPT))
    db.session.flush()


def _in_reach() -> Iterator[ColumnElement[bool]]:
    """What cuts events to those of rows that the present reader may see."""
    for name, kind in _CUTS.items():
        ids, column = getattr(current_scope(), kind), getattr(LiveEvent, name)
        if ids is not None:
            yield column.is_(None) | column.in_(ids)


def position() -> int:
    """The number of the last event of the workspace: from here on someone who has just looked must listen."""
    return db.session.scalar(select(Counter.value).where(Counter.kind == COUNTER)) or 0


def since(user_id: int, after: int) -> dict[str, Any]:
    """What a person has not been notified of after a number, each thing once; `missed` when it is no longer known."""
    last = position()
    # A number from the future is one of another installation: a database restored from a backup.
    missed = after < last - KEPT or after > last
    query = (
        select(LiveEvent.kind, LiveEvent.subject)
        .where(LiveEvent.user_id.in_((user_id, EVERYBODY)), LiveEvent.number > after, *_in_reach())
        .order_by(LiveEvent.number.desc())
        .limit(MOST + 1)
    )
    rows = [] if missed else db.session.execute(query).all()
    if len(rows) > MOST:
        missed, rows = True, []
    changes = [{"kind": kind, "subject": subject} for kind, subject in dict.fromkeys((k, s) for k, s in reversed(rows))]
    return {"after": last, "changes": changes, "missed": missed}
