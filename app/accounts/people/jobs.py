"""The jobs that mail invitations and end views as someone else."""

from app.accounts.auth.models import AuthSession
from app.accounts.people import invitations, viewing
from app.accounts.people.models import Invitation
from app.core.clock import now
from app.core.db.base import db
from app.core.jobs import Job, job, named_id


@job("invitation")
def mail_invitation(row: Job) -> None:
    """Mail an invitation's link, unless it was sent again or revoked meanwhile."""
    invitation = db.session.get(Invitation, named_id(row, "invitation"))
    if invitation is not None and invitation.sends == row.payload.get("sends"):
        invitations.mail(invitation)


@job("end_viewing")
def end_viewing(row: Job) -> None:
    """End a view as someone else whose time is over, unless that was done or another one has begun."""
    session = db.session.get(AuthSession, named_id(row, "session"))
    if session is None or session.viewing_id is None or session.viewing_until is None:
        return
    if session.viewing_until <= now():
        viewing.end(session)
