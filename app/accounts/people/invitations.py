"""Rules of invitations: who may invite, what a link is good for, and what ends it.

A link's token comes from the signing key, the invitation's id and how often it was sent, so that the job that mails it
can make it again while the database holds its digest alone.
"""

import base64
import hashlib
import hmac
import re
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from sqlalchemy import ColumnElement, Select, select, true, update

from app.accounts.auth import passwords
from app.accounts.auth import service as accounts
from app.accounts.auth.resets import digest_of
from app.accounts.auth.service import Device
from app.accounts.people.access import check_gift, give
from app.accounts.people.models import Invitation
from app.accounts.people.parts import in_words
from app.accounts.people.service import Writer, add, change, is_visible
from app.accounts.users.models import USERNAME_LENGTH, User, email_key, username_key
from app.accounts.users.rights import extras_of
from app.accounts.users.scope import normal
from app.accounts.workspaces.models import Workspace
from app.audit.recording import record
from app.core.clock import now
from app.core.db.base import db, fetch, hold, read_only
from app.core.db.ids import new_id
from app.core.db.tenancy import everywhere, within
from app.core.errors import Conflict, Gone, NotFound
from app.core.jobs import enqueue
from app.core.mail import texts
from app.core.mail.delivery import commit_and_deliver, compose, settings
from app.core.providers import Provider
from app.core.security.comparing import is_same
from app.core.security.limits import INVITATIONS, LINKS_ADDRESS, limits

LIFETIME = timedelta(days=7)
PAGE = "/invitation"
CARD = ("workspace", "full_name", "email", "role", "sees", "invited_by", "expires_at", "second_factor_required")
UNKNOWN = "This invitation is not valid. The link may be incomplete, or a newer one has replaced it."
OVER = {
    "used": "This invitation was already used. Sign in with the password you chose.",
    "expired": "This invitation has expired. Ask for a new one.",
    "revoked": "This invitation was revoked. Ask the person who invited you.",
}
_GIVEN_APART = ("email", "role", "scope")
"""What of an invitation is not simply a value of the person."""
_NOT_IN_NAMES = re.compile(r"[^a-z0-9._-]+")


# ---- sending ------------------------------------------------------------------------------------------


def _token(row_id: int, sends: int, key: str) -> str:
    """The token of an invitation's link, made from one of the signing keys."""
    raw = hmac.new(key.encode(), f"invitation:{row_id}:{sends}".encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def link_of(row: Invitation) -> str | None:
    """The link that is in force; None when it was made from a key that is no longer configured."""
    for key in settings().signing_keys:
        token = _token(row.id, row.sends, key)
        if is_same(row.digest, digest_of(token)):
            return f"{settings().base_url}{PAGE}?token={token}"
    return None


def invite(writer: Writer, values: dict[str, Any]) -> Invitation:
    """Add a person, or take one who cannot sign in yet, and send them a link."""
    with limits.count_success(INVITATIONS, f"invite:{writer.user.id}"):
        return bring_in(writer, values)


def bring_in(writer: Writer, values: dict[str, Any]) -> Invitation:
    """Do what an invitation does, uncounted; without a scope of their own a new person gets the inviter's."""
    values = {name: value for name, value in values.items() if name != "scope" or value is not None}
    if "scope" in values:
        values["scope"] = normal(values["scope"])
        check_gift(writer, values.get("role", "subscriber"), [], values["scope"])
    user = _waiting(values["email"])
    if user is None:
        user = add(writer, {"username": free_username(values["email"])} | values | {"status": "pending"})
        record(db.session(), "user:create", workspace_id=user.workspace_id, user_id=writer.user.id,
               subject_id=user.id)  # fmt: skip
    else:
        _refuse_ended(user)
        rights = {"role": user.auth_role, "abilities": extras_of(user), "scope": user.scope}
        give(writer, user, rights | {name: values[name] for name in ("role", "scope") if name in values})
        change(writer, user, {name: value for name, value in values.items() if name not in _GIVEN_APART})
    return _renew(_latest(user) or Invitation(id=new_id(), user_id=user.id, sends=0), writer, user)


def _refuse_ended(user: User) -> None:
    """Refuse to invite someone who is kept out on purpose."""
    if user.state in ("suspended", "deactivated"):
        raise Conflict(f"This user is {user.state}.", code="invalid_transition")


def resend(writer: Writer, row: Invitation) -> Invitation:
    """Send a new link; the one before is worth nothing from now on."""
    user = _user_of(row)
    if row.used_at is not None or user.password_hash is not None or user.deleted_at is not None:
        raise Conflict("This person has already joined or was deleted.", code="invalid_transition")
    _refuse_ended(user)
    writer.check_reach(user)
    with limits.count_success(INVITATIONS, f"invite:{writer.user.id}"):
        return _renew(row, writer, user)


def revoke(writer: Writer, row: Invitation) -> None:
    """End an invitation: its link is worth nothing from now on."""
    if row.used_at is not None:
        raise Conflict("This person has already joined.", code="invalid_transition")
    writer.check_reach(_user_of(row))
    row.revoked_at = row.revoked_at or now()
    db.session.flush()


def _renew(row: Invitation, writer: Writer, user: User) -> Invitation:
    """Put a new link in force and have it mailed."""
    row.sends += 1
    row.digest = digest_of(_token(row.id, row.sends, settings().secret_key))
    row.invited_by, row.revoked_at, row.expires_at = writer.user.id, None, now() + LIFETIME
    if user.status != "pending":
        user.status = "pending"
    db.session.add(row)
    db.session.flush()
    enqueue("invitation", {"invitation": str(row.id), "sends": row.sends})
    return row


def _waiting(email: str) -> User | None:
    """The person of this workspace with an address, if they cannot sign in yet."""
    user = db.session.scalar(select(User).where(User.email_key == email_key(email), User.deleted_at.is_(None)))
    return user if user is not None and user.password_hash is None else None


def free_username(email: str) -> str:
    """A username nobody has, after the first part of an address."""
    stem = _NOT_IN_NAMES.sub("", email.partition("@")[0].lower())[: USERNAME_LENGTH - 8] or "user"
    with everywhere():
        query = select(User.username_key).where(User.username_key.startswith(username_key(stem), autoescape=True))
        used_names = set(db.session.scalars(query))
    names = [stem, *(f"{stem}{n}" for n in range(2, len(used_names) + 3))]
    return next(name for name in names if name not in used_names)


@Provider
def sender_of(_client_id: int, /) -> str:
    """Return the sender name of mails that concern one client alone, or an empty text for the default."""
    return ""


def mail(row: Invitation) -> None:
    """Mail the link that is in force; nothing where it is no longer."""
    address = link_of(row)
    if row.state != "open" or address is None:
        return
    user, by = _user_of(row), db.session.get(User, row.invited_by) if row.invited_by else None
    workspace = db.session.get_one(Workspace, row.workspace_id)
    words = texts.compose(
        texts.INVITATION, user.locale or (by.locale if by else None), name=user.full_name,
        workspace=workspace.name, by=by.full_name if by else workspace.name, link=address,
    )  # fmt: skip
    clients = (user.scope or {}).get("clients") or []
    sender = sender_of(int(clients[0])) if len(clients) == 1 else ""
    message = compose(
        user.email, words.subject, words.text, message_id=f"invitation-{row.id}-{row.sends}", sender=sender
    )
    commit_and_deliver(message)


# ---- reading ------------------------------------------------------------------------------------------


def list_invitations(user_id: int | None = None) -> Select[Invitation]:
    """The invitations of people who have not joined, or of one person."""
    query = select(Invitation).where(Invitation.used_at.is_(None), _is_visible())
    return query.where(Invitation.user_id == user_id) if user_id else query


def _is_visible() -> ColumnElement[bool]:
    """Whether an invitation is of someone whom the present reader may know of."""
    visible = is_visible()
    return visible if visible.compare(true()) else Invitation.user_id.in_(select(User.id).where(visible))


def states_of(users: Iterable[User]) -> dict[int, str]:
    """Map people who have not joined to what became of their last invitation: `none` where there was none."""
    states = {user.id: "none" for user in users if user.state == "invited"}
    if states:
        rows = select(Invitation).where(Invitation.user_id.in_(states)).order_by(Invitation.id)
        states |= {row.user_id: row.state for row in db.session.scalars(rows.where(Invitation.used_at.is_(None)))}
    return states


def get_invitation(row_id: int) -> Invitation:
    """An invitation of the workspace, or NotFound."""
    return fetch(select(Invitation).where(Invitation.id == row_id, _is_visible()), "This invitation does not exist.")


def _latest(user: User) -> Invitation | None:
    """The invitation a person has had, unless it was used."""
    query = list_invitations(user.id).order_by(Invitation.id.desc()).limit(1)
    return db.session.scalars(query).first()


def _user_of(row: Invitation) -> User:
    """The person who is invited."""
    return db.session.scalars(select(User).where(User.id == row.user_id)).one()


# ---- joining ------------------------------------------------------------------------------------------


def find(token: str) -> Invitation:
    """The invitation of a good link, of whichever workspace; NotFound or Gone says why it is not good."""
    with everywhere():
        row = db.session.scalar(select(Invitation).where(Invitation.digest == digest_of(token)))
    if row is None:
        raise NotFound(UNKNOWN, code="unknown_link")
    if row.state != "open":
        raise Gone(OVER[row.state], code=f"link_{row.state}")
    return row


def card(token: str) -> dict[str, Any]:
    """What the invited person is shown: where they are invited, by whom, as whom; else only why the link is over."""
    try:
        row = find(token)
    except (NotFound, Gone) as error:
        return dict.fromkeys(CARD) | {"state": error.code.removeprefix("link_").removesuffix("_link")}
    with within(row.workspace_id):
        user = _user_of(row)
        by = db.session.get(User, row.invited_by) if row.invited_by else None
        workspace = db.session.get_one(Workspace, row.workspace_id)
        return {
            "state": "open", "workspace": workspace.name,
            "full_name": user.full_name, "email": user.email, "role": user.auth_role, "sees": in_words([user])[user.id],
            "invited_by": by.full_name if by else None, "expires_at": row.expires_at,
            "second_factor_required": workspace.second_factor_required,
        }  # fmt: skip


def accept(token: str, password: str, device: Device) -> User:
    """Let the invited person in: they have a password from now on, and the link is used."""
    windows = device.windows("link-ip", LINKS_ADDRESS)
    limits.check(windows)
    try:
        with read_only():
            find(token)
    except (NotFound, Gone):
        limits.hit(windows)
        raise
    db.session.rollback()  # Nobody waits for a hash while holding the one write lock.
    hashed = passwords.hash_password(password)
    row = find(token)
    with within(row.workspace_id):
        user = _user_of(row)
        hold(user)
        accounts.refuse_password(user)
        unused = (Invitation.id == row.id, Invitation.used_at.is_(None), Invitation.digest == digest_of(token))
        statement = update(Invitation).where(*unused, Invitation.revoked_at.is_(None)).values(used_at=now())
        if not db.session.execute(statement).rowcount:  # type: ignore[attr-defined]
            raise Gone(OVER["used"], code="link_used")
        if user.password_hash is not None or user.deleted_at is not None or user.status == "inactive":
            raise Gone(OVER["revoked"], code="link_revoked")
        user.password_hash, user.status = hashed, "active"
        user.password_version += 1
        db.session.flush()
        record(db.session(), "invitation:accept", workspace_id=user.workspace_id, user_id=user.id, subject_id=row.id)
    return user


def join_without_password(user: User, *, uninvited: bool) -> bool:
    """Let someone in whom their identity provider knows, by the invitation that waits for them, or without one."""
    row = _latest(user)
    invited = row is not None and row.state == "open"
    if user.status != "pending" or not (invited or uninvited):
        return False
    if row is not None and invited:
        row.used_at = now()
        record(db.session(), "invitation:accept", workspace_id=user.workspace_id, user_id=user.id, subject_id=row.id)
    user.password_hash, user.status = passwords.NONE, "active"
    user.password_version += 1
    db.session.flush()
    return True
