"""Telling everybody of a workspace when rows of some kinds change, wherever they are changed."""

from sqlalchemy import event
from sqlalchemy.orm import Session

from app.core.db import tenancy
from app.core.realtime.service import EVERYBODY, publish

_CHANGED = "live_kinds"


@event.listens_for(Session, "before_flush")
def _note(session: Session, _context: object, _instances: object) -> None:
    """Remember the kinds of rows that are about to be written; a class names its own as `live_kind`."""
    rows = [*session.new, *session.deleted, *(row for row in session.dirty if session.is_modified(row))]
    kinds = {row.live_kind for row in rows if hasattr(row, "live_kind")}
    if kinds:
        session.info.setdefault(_CHANGED, set()).update(kinds)


@event.listens_for(Session, "before_commit")
def _tell(session: Session) -> None:
    """Tell of each kind once a transaction, in it."""
    session.flush()
    kinds = session.info.pop(_CHANGED, set())
    if kinds and tenancy.is_bound() and not tenancy.is_everywhere():
        for kind in sorted(kinds):
            publish(kind, "", [EVERYBODY])


@event.listens_for(Session, "after_soft_rollback")
def _forget(session: Session, _previous: object) -> None:
    """What is rolled back has not changed."""
    if not session.in_nested_transaction():
        session.info.pop(_CHANGED, None)
