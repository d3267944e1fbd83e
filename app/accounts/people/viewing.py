"""Looking at the application as someone else, for a quarter of an hour, without changing anything."""

from datetime import timedelta

from app.accounts.auth.models import AuthSession
from app.accounts.auth.visitors import may_view
from app.accounts.people.service import Writer
from app.accounts.users.models import User
from app.audit.recording import record
from app.core.clock import now
from app.core.db.base import db, hold
from app.core.errors import Conflict, Forbidden
from app.core.jobs import enqueue

LASTS = timedelta(minutes=15)
KIND = "end_viewing"
"""The job that writes down that a view has ended by itself."""


def begin(writer: Writer, user: User, session: AuthSession) -> None:
    """Look at the application as a person; Refused for someone with more rights, Conflict for yourself."""
    if user.id == writer.user.id:
        raise Conflict("This is you already.", code="oneself")
    if user.deleted_at is not None or user.state == "deactivated":
        raise Conflict("This user is deleted or deactivated.", code="invalid_transition")
    if not may_view(writer.user, writer.ability, user):
        raise Forbidden("This user has access to more than you do.", code="role_too_high")
    hold(session)
    session.viewing_id, session.viewing_until = user.id, now() + LASTS
    db.session.flush()
    _note("user:view_as", session, user.id)
    enqueue(KIND, {"session": str(session.id)}, run_at=session.viewing_until)


def end(session: AuthSession) -> None:
    """Return to one's own account; harmless where one is in it."""
    hold(session)
    if session.viewing_id is not None:
        _note("user:view_as_end", session, session.viewing_id)
        session.viewing_id = session.viewing_until = None
        db.session.flush()


def _note(action: str, session: AuthSession, user_id: int) -> None:
    """Write down who began or ended to look as whom."""
    record(db.session(), action, workspace_id=session.workspace_id, user_id=session.user_id, subject_id=user_id)
