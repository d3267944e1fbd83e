"""Forgotten passwords: a single-use link by mail, and the new password it sets."""

import hashlib
import secrets
from datetime import timedelta

from sqlalchemy import delete, select, update

from app.accounts.auth import passwords, service
from app.accounts.auth.models import PasswordReset
from app.accounts.auth.notices import tell
from app.accounts.auth.service import Device
from app.accounts.users.models import User, email_key
from app.accounts.workspaces.models import Workspace
from app.audit.recording import record
from app.core.clock import now
from app.core.db.base import db, hold, read_only
from app.core.db.tenancy import everywhere, within
from app.core.errors import Gone, NotFound
from app.core.jobs import enqueue
from app.core.mail import texts
from app.core.mail.delivery import compose, mail_connection, settings
from app.core.security.limits import LINKS_ADDRESS, LOGIN_ACCOUNT, RESET_ACCOUNT, RESET_ADDRESS, limits

LIFETIME = timedelta(minutes=30)
PAGE = "/pages/reset-password-v1"
UNKNOWN = "This link is not valid. It may be incomplete, or a newer one has replaced it."
OVER = {
    "used": "This link was already used. Request a new one if you need it.",
    "expired": "This link has expired. Request a new one.",
}


def digest_of(token: str) -> str:
    """What is stored of a token: 256 random bits need no slow hash."""
    return hashlib.sha256(f"link:{token}".encode()).hexdigest()


def ask(email: str, device: Device) -> None:
    """Note that someone wants a link for an address; whether it has an account is looked at by the job alone."""
    key = email_key(email)
    windows = [(RESET_ACCOUNT, f"reset:{key}"), *device.windows("reset-ip", RESET_ADDRESS)]
    limits.check(windows)
    limits.hit(windows)
    # Requests wait in the queue of the public pages' workspace, or of the first one.
    first = (Workspace.slug == settings().site_workspace).desc()
    place = db.session.scalars(select(Workspace.id).order_by(first, Workspace.id).limit(1)).first()
    if place is not None:
        with within(place):
            enqueue("password_reset", {"email": email})
            db.session.commit()


def send_link(email: str, message_id: str) -> None:
    """Mail a link to the person with this address, where there is one who signs in by a password."""
    with everywhere():
        user = db.session.scalar(select(User).where(User.email_key == email_key(email)))
    if user is None or user.status != "active" or user.password_hash is None or user.deleted_at is not None:
        return
    workspace_id, user_id = user.workspace_id, user.id
    db.session.rollback()
    with mail_connection() as connection:
        # While the server is away, no earlier link ends and nothing is recorded.
        connection.open()
        with within(workspace_id):
            user = db.session.get_one(User, user_id)
            token = secrets.token_urlsafe(32)
            db.session.execute(delete(PasswordReset).where(PasswordReset.user_id == user_id))
            db.session.add(PasswordReset(user_id=user_id, digest=digest_of(token), expires_at=now() + LIFETIME))
            record(db.session(), "user:request_reset", workspace_id=workspace_id, user_id=None, subject_id=user_id)
            words = texts.compose(texts.RESET, user.locale, name=user.full_name, link=link(token))
            to = user.email
            # Commit before sending, so that the write lock is not held while the mail server answers.
            db.session.commit()
            connection.deliver(compose(to, words.subject, words.text, message_id=message_id))


def link(token: str) -> str:
    """The address that a mail carries."""
    return f"{settings().base_url}{PAGE}?token={token}"


def _find(token: str) -> PasswordReset | None:
    """The row of a token, of whichever workspace."""
    with everywhere():
        return db.session.scalar(select(PasswordReset).where(PasswordReset.digest == digest_of(token)))


def _check(row: PasswordReset | None) -> PasswordReset:
    """The row while its link is good; NotFound or Gone says why it is not."""
    state = _state(row)
    if row is None:
        raise NotFound(UNKNOWN, code="unknown_link")
    if state != "open":
        raise Gone(OVER[state], code=f"link_{state}")
    return row


def _state(row: PasswordReset | None) -> str:
    """What has become of a link: `open`, `used`, `expired`, or `unknown`."""
    if row is None:
        return "unknown"
    if row.used_at is not None:
        return "used"
    return "open" if row.expires_at > now() else "expired"


def look(token: str) -> dict[str, str | None]:
    """Whose password a good link resets; of another one only why it is not good."""
    row = _find(token)
    state = _state(row)
    if row is None or state != "open":
        return {"state": state, "email": None}
    with within(row.workspace_id):
        return {"state": state, "email": db.session.scalar(select(User.email).where(User.id == row.user_id))}


def complete(token: str, password: str, device: Device) -> None:
    """Set the password a link is for; every session of the person ends, and the link with it."""
    windows = device.windows("link-ip", LINKS_ADDRESS)
    limits.check(windows)
    try:
        with read_only():
            _check(_find(token))
    except (NotFound, Gone):
        limits.hit(windows)
        raise
    db.session.rollback()  # Nobody waits for a hash while holding the one write lock.
    hashed = passwords.hash_password(password)
    row = _check(_find(token))
    with within(row.workspace_id):
        user = db.session.scalars(select(User).where(User.id == row.user_id)).one()
        hold(user)
        statement = update(PasswordReset).where(PasswordReset.id == row.id, PasswordReset.used_at.is_(None))
        if not db.session.execute(statement.values(used_at=now())).rowcount:  # type: ignore[attr-defined]
            raise Gone(OVER["used"], code="link_used")
        if user.status != "active" or user.deleted_at is not None:
            raise NotFound(UNKNOWN, code="unknown_link")
        user.password_hash, user.locked_until = hashed, None
        user.password_version += 1
        service.close_all_sessions(user)
        tell(user.id, "password", service.SECURITY_PAGE)
        record(db.session(), "user:reset_password", workspace_id=user.workspace_id, user_id=user.id, subject_id=user.id)
        account = user.email_key
        db.session.commit()
    limits.clear(LOGIN_ACCOUNT, f"login:{account}")
