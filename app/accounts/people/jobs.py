"""The job that mails an invitation."""

from app.accounts.people import invitations
from app.accounts.people.models import Invitation
from app.core.db.base import db
from app.core.jobs import Job, job, named_id


@job("invitation")
def mail_invitation(row: Job) -> None:
    """Mail an invitation's link, unless it was sent again or withdrawn meanwhile."""
    found = db.session.get(Invitation, named_id(row, "invitation"))
    if found is not None and found.sends == row.payload.get("sends"):
        invitations.mail(found)
