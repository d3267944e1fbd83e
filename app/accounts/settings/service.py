"""Rules of one's own account: names nobody else has, pictures that are pictures, links that lead where they say."""

import hashlib
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.exc import IntegrityError

from app.accounts.auth import address_changes, address_notice
from app.accounts.auth import service as accounts
from app.accounts.auth.models import AuthSession
from app.accounts.auth.passwords import NONE as NO_PASSWORD
from app.accounts.auth.service import Device
from app.accounts.settings.links import NETWORKS, SERVICES
from app.accounts.settings.models import Avatar, Connection
from app.accounts.settings.notification_choices import choices_of
from app.accounts.settings.pictures import reencode_picture
from app.accounts.users.models import User, email_key, username_key
from app.core import clock
from app.core.db.base import db, fetch
from app.core.errors import BeyondSchema, Conflict, Invalid, NotFound
from app.core.hours import quiet_errors
from app.core.mail.delivery import sends_mail

MEDIA = "/media/avatars/"


def links_of(user: User) -> dict[str, str]:
    """A person's links, by service; empty where there is none."""
    return {name: user.social_links.get(name, "") for name in NETWORKS}


def phone_number(text: str) -> int:
    """The digits of a phone as the number the specified answer has; 0 without any."""
    return int("".join(c for c in text if c in "0123456789")[:15] or "0")


def connections_of(user: User) -> list[Connection]:
    """The accounts a person has noted, oldest first."""
    return list(db.session.scalars(select(Connection).where(Connection.user_id == user.id).order_by(Connection.id)))


def serialize_specified(user: User) -> dict[str, Any]:
    """The account settings in the specified shape."""
    noted = {connection.service: {"profileImg": "", "id": connection.account} for connection in connections_of(user)}
    return {
        "general": {
            "avatar": user.avatar, "username": user.username, "fullName": user.full_name, "email": user.email,
            "company": user.company,
        },
        "info": {
            "bio": user.bio, "dob": user.dob, "country": user.country, "website": user.website,
            "phone": phone_number(user.contact),
        },
        "social": {"socialLinks": links_of(user), "connections": {name: noted.get(name, {}) for name in SERVICES}},
        "notification": choices_of(user),
    }  # fmt: skip


def account(user: User) -> dict[str, Any]:
    """The whole account, as our own pages show it."""
    names = ("avatar", "username", "full_name", "email", "company", "designation", "bio", "dob", "country", "website",
             "contact", "quiet_from", "quiet_to", "revision")  # fmt: skip
    change = address_changes.find_change(user)
    return {name: getattr(user, name) for name in names} | {
        "next_email": change.email if change else None, "confirms_email": sends_mail(),
        "links": links_of(user), "connections": connections_of(user), "notifications": choices_of(user),
    }  # fmt: skip


def change_general(user: User, changes: dict[str, Any], device: Device, session: AuthSession | None) -> None:
    """Change name, e-mail or company; another address asks for the password first, or for a fresh sign-in without one.

    Where mail can be sent, the address is theirs once they confirm it.
    """
    password = changes.pop("password", "")
    email, username = changes.get("email", user.email), changes.get("username", user.username)
    has_new_email = email_key(email) != user.email_key
    if has_new_email and not password and user.password_hash != NO_PASSWORD:
        raise Invalid(
            {"password": [BeyondSchema("Enter your current password to change your email.")]}, code="password_needed"
        )
    if has_new_email:
        accounts.check_present_password(user, password, device, session)
    waits = has_new_email and sends_mail()
    if waits:
        changes.pop("email")
    former_address = user.email
    renamed = username_key(username) != user.username_key
    _refuse_conflicts(email if has_new_email else "", username if renamed else "")
    _set_names(user, changes)
    if waits:
        address_changes.request_change(user, email)
    elif has_new_email:
        _leave_address(user, former_address)


def confirm_address(user: User, token: str) -> None:
    """Give a person the address that their link confirms."""
    email, former_address = address_changes.check_change(user, token), user.email
    _refuse_conflicts(email, "")
    _set_names(user, {"email": email})
    _leave_address(user, former_address)


def _set_names(user: User, changes: dict[str, Any]) -> None:
    """Change what a person is called and found by; Conflict where someone took it at the same time."""
    try:
        with db.session.begin_nested():
            for name, value in changes.items():
                setattr(user, name, value)
            user.email_key, user.username_key = email_key(user.email), username_key(user.username)
    except IntegrityError:
        _refuse_conflicts(changes.get("email", ""), changes.get("username", ""))
        raise


def _leave_address(user: User, former_address: str) -> None:
    """End the links that were mailed to a person's former address, and send it a notice."""
    accounts.end_links(user)
    address_notice.announce(user, former_address)


def _refuse_conflicts(email: str, username: str) -> None:
    """Conflict, by field, where someone has the address or the name."""
    conflicts = accounts.find_conflicts(email, username)
    if conflicts:
        raise Conflict("This is already in use.", code="taken", errors={k: [v] for k, v in conflicts.items()})


def change_information(user: User, changes: dict[str, Any]) -> None:
    """Update your personal information."""
    born = changes.get("dob")
    if born is not None and born > clock.now().date():
        raise Invalid({"dob": [BeyondSchema("Must not be in the future.")]})
    if "phone" in changes:
        user.contact = changes.pop("phone")
    for name, value in changes.items():
        setattr(user, name, value)
    db.session.flush()


def change_links(user: User, changes: dict[str, str]) -> None:
    """Change where one is found elsewhere; a bare name becomes the address it represents."""
    user.social_links = links_of(user) | {name: NETWORKS[name].link(change) for name, change in changes.items()}
    db.session.flush()


def change_notifications(user: User, changes: dict[str, Any]) -> None:
    """Change one's notification settings and quiet hours."""
    quiet = {name: changes.pop(name, getattr(user, name)) for name in ("quiet_from", "quiet_to")}
    if errors := quiet_errors(*quiet.values()):
        raise Invalid(errors)
    user.quiet_from, user.quiet_to = quiet.values()
    user.notifications = choices_of(user) | changes
    db.session.flush()


def set_avatar(user: User, content: bytes) -> None:
    """Give a person a picture in place of the one they had."""
    kind, content = reencode_picture(content)
    remove_avatar(user)
    digest = hashlib.sha256(content).hexdigest()[:32]
    db.session.add(Avatar(user_id=user.id, digest=digest, kind=kind, content=content))
    user.avatar = MEDIA + digest
    db.session.flush()


def remove_avatar(user: User) -> None:
    """Let a person be shown by their initials again."""
    db.session.execute(delete(Avatar).where(Avatar.user_id == user.id))
    user.avatar = ""
    db.session.flush()


def find_avatar(digest: str) -> Avatar:
    """A picture of someone of this workspace by what its address says; NotFound otherwise."""
    if not digest.isalnum():
        raise NotFound
    avatar = db.session.scalars(select(Avatar).where(Avatar.digest == digest).limit(1)).first()
    if avatar is None:
        raise NotFound
    return avatar


def connect(user: User, service: str, name: str) -> Connection:
    """Note an account elsewhere; of each service there is one."""
    if any(connection.service == service for connection in connections_of(user)):
        raise Conflict("An account for this service is already connected. Disconnect it first.", code="connected")
    row = Connection(user_id=user.id, service=service, account=name.removeprefix("@"))
    db.session.add(row)
    db.session.flush()
    return row


def find_connection(user: User, connection_id: int) -> Connection:
    """One of a person's own; someone else's is as if it were not there."""
    return fetch(select(Connection).where(Connection.id == connection_id, Connection.user_id == user.id))
