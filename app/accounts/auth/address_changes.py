"""A person's next email address: theirs once they confirm it by the link that is mailed to it."""

import secrets
from datetime import timedelta

from sqlalchemy import delete, select

from app.accounts.auth.models import AddressChange
from app.accounts.auth.resets import UNKNOWN, digest_of
from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.core.clock import now
from app.core.db.base import db
from app.core.errors import NotFound
from app.core.jobs import Job, enqueue, named_id
from app.core.mail import texts
from app.core.mail.delivery import compose, mail_connection, settings
from app.core.security.comparing import is_same
from app.core.security.limits import ADDRESS_CHANGES, limits

LIFETIME = timedelta(days=1)
PAGE = "/pages/account-settings"


def request_change(user: User, email: str) -> None:
    """Note a person's next address in place of an earlier one, and have a link mailed to it."""
    with limits.count_success(ADDRESS_CHANGES, f"address:{user.id}"):
        cancel_change(user)
        # The job makes the token: until then no link fits.
        row = AddressChange(user_id=user.id, email=email, digest=secrets.token_hex(32), expires_at=now() + LIFETIME)
        db.session.add(row)
        db.session.flush()
        enqueue("confirm_address", {"change": str(row.id)})


def find_change(user: User) -> AddressChange | None:
    """The change that waits for a person's confirmation."""
    query = select(AddressChange).where(AddressChange.user_id == user.id, AddressChange.expires_at > now())
    return db.session.scalar(query)


def check_change(user: User, token: str) -> str:
    """The address that a person's link confirms, or NotFound."""
    row = find_change(user)
    if row is None or not is_same(row.digest, digest_of(token)):
        raise NotFound(UNKNOWN, code="unknown_link")
    return row.email


def cancel_change(user: User) -> None:
    """End the change that waits, if one does, and its link."""
    db.session.execute(delete(AddressChange).where(AddressChange.user_id == user.id))


def mail_link(job: Job) -> None:
    """Mail a link to the next address; a repeat makes a new link, and the earlier one ends."""
    change_id = named_id(job, "change")
    row = db.session.get(AddressChange, change_id)
    if row is None or row.expires_at <= now():
        return
    db.session.rollback()
    with mail_connection() as connection:
        connection.open()
        row = db.session.get(AddressChange, change_id)
        if row is None:
            return
        user = db.session.scalars(select(User).where(User.id == row.user_id)).one()
        workspace = db.session.get_one(Workspace, row.workspace_id)
        token, to = secrets.token_urlsafe(32), row.email
        row.digest = digest_of(token)
        words = texts.compose(
            texts.CONFIRM_ADDRESS, user.locale or workspace.locale, name=user.full_name, workspace=workspace.name,
            link=f"{settings().base_url}{PAGE}?token={token}",
        )  # fmt: skip
        # Commit before sending, so that the write lock is not held while the mail server answers.
        db.session.commit()
        connection.deliver(compose(to, words.subject, words.text, message_id=f"confirm-{job.id}"))
