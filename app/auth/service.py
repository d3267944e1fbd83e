"""Signing in, refreshing, signing out and registering: the rules, without HTTP."""

from dataclasses import dataclass
from datetime import timedelta
from typing import NamedTuple

import structlog
from sqlalchemy import bindparam, select, update

from app.auth import passwords
from app.auth.models import AuthSession
from app.auth.tokens import BEARER_REFRESH, Claims
from app.clock import now
from app.db import db
from app.errors import Invalid, Refused
from app.ids import new_id
from app.limits import LOGIN_ACCOUNT, LOGIN_ADDRESS, LOGIN_ALL, REGISTER_ADDRESS, limits
from app.tenancy import everywhere, within
from app.users.models import User, email_key, username_key
from app.users.service import next_number
from app.workspaces.models import Workspace

log = structlog.get_logger(__name__)
WRONG = "Email or Password is Invalid"
EMAIL_TAKEN = "This email is already in use."
USERNAME_TAKEN = "This username is already in use."
GRACE = timedelta(seconds=10)
KEPT_IDLE, KEPT_END = timedelta(hours=12), timedelta(days=30)
BRIEF_IDLE = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Device:
    """Where a sign-in comes from, for the list of sessions."""

    ip: str
    user_agent: str


def authenticate(email: str, password: str, device: Device) -> User:
    """The user with this e-mail and password; Invalid with the specified sentence otherwise."""
    key = email_key(email)
    windows = [(LOGIN_ACCOUNT, f"login:{key}"), (LOGIN_ADDRESS, f"login-ip:{device.ip}"), (LOGIN_ALL, "login-all")]
    limits.check(windows)
    with everywhere():
        user = db.session.scalar(select(User).where(User.email_key == key))
    fits = passwords.verify(user.password_hash if user else None, password)
    if user is None or not fits or user.status != "active":
        limits.hit(windows)
        raise Invalid({"email": [WRONG]}, WRONG, code="wrong_credentials")
    limits.clear(LOGIN_ACCOUNT, f"login:{key}")
    if user.password_hash and passwords.needs_rehash(user.password_hash):
        with within(user.workspace_id):
            user.password_hash = passwords.hash_password(password)
            db.session.flush()
    return user


def idle_time(session: AuthSession) -> timedelta:
    """How long a session may lie still before its refresh token is worth nothing."""
    if session.kind == "bearer":
        return BEARER_REFRESH
    return KEPT_IDLE if session.keep else BRIEF_IDLE


def open_session(user: User, kind: str, device: Device, *, keep: bool = False) -> AuthSession:
    """Begin a session of a user."""
    with within(user.workspace_id):
        session = AuthSession(
            id=new_id(),
            workspace_id=user.workspace_id,
            user_id=user.id,
            kind=kind,
            keep=keep,
            counter=0,
            rotated_at=now(),
            password_version=user.password_version,
            expires_at=now() + (KEPT_END if keep else timedelta(hours=12)),
            ip=device.ip[:45],
            user_agent=device.user_agent[:200],
        )
        db.session.add(session)
        db.session.flush()
    return session


class Live(NamedTuple):
    """A session that is alive, with what every request of it needs to know."""

    session: AuthSession
    user: User
    workspace: Workspace


# Made once: this is asked with every request.
_LIVE = (
    select(AuthSession, User, Workspace)
    .join(User, User.id == AuthSession.user_id)
    .join(Workspace, Workspace.id == AuthSession.workspace_id)
    .where(AuthSession.id == bindparam("session_id"), User.id == bindparam("user_id"))
)


def live_session(claims: Claims) -> Live | None:
    """What stands behind good claims, or None when session or user was ended, changed or suspended."""
    with within(claims.workspace_id):
        row = db.session.execute(_LIVE, {"session_id": claims.session_id, "user_id": claims.user_id}).first()
    if row is None:
        return None
    found = Live(*row)
    session, user = found.session, found.user
    alive = session.revoked_at is None and session.expires_at > now() and user.status == "active"
    return found if alive and session.password_version == user.password_version else None


def rotate(claims: Claims) -> Live | None:
    """Take a refresh token: move its session on, or say that it is worth nothing.

    The direct predecessor is taken for ten seconds more and leads to the same successor (two tabs, a lost
    answer); anything older has been stolen or replayed and ends the whole family.
    """
    found = live_session(claims)
    if found is None:
        return None
    session = found.session
    with within(claims.workspace_id):
        if claims.counter == session.counter:
            # Compared and set in one statement, so that two tabs at once make one successor, not two.
            moved = db.session.execute(
                update(AuthSession)
                .where(AuthSession.id == session.id, AuthSession.counter == claims.counter)
                .values(counter=claims.counter + 1, rotated_at=now(), last_seen_at=now())
                .execution_options(synchronize_session=False)
            )
            db.session.refresh(session)
            if moved.rowcount != 1 and session.counter != claims.counter + 1:  # type: ignore[attr-defined]
                return None
            return found
        if claims.counter == session.counter - 1 and now() - session.rotated_at <= GRACE:
            return found
        session.revoked_at = now()
        db.session.flush()
    log.warning("refresh_reused", session_id=session.id, user_id=found.user.id)
    return None


def close_session(session: AuthSession) -> None:
    """End one session."""
    with within(session.workspace_id):
        session.revoked_at = now()
        db.session.flush()


def close_all_sessions(user: User) -> None:
    """End every session of a user, this one included."""
    with within(user.workspace_id):
        db.session.execute(
            update(AuthSession)
            .where(AuthSession.user_id == user.id, AuthSession.revoked_at.is_(None))
            .values(revoked_at=now())
            .execution_options(synchronize_session="fetch")
        )


def taken(email: str, username: str) -> dict[str, str]:
    """Which of the two is in use already, with the specified sentences."""
    errors = {}
    with everywhere():
        if db.session.scalar(select(User.id).where(User.email_key == email_key(email))):
            errors["email"] = EMAIL_TAKEN
        if db.session.scalar(select(User.id).where(User.username_key == username_key(username))):
            errors["username"] = USERNAME_TAKEN
    return errors


def register(email: str, password: str, username: str, device: Device, *, is_open: bool) -> User:
    """A new user as the admin of a new, empty workspace; call `taken` first to name duplicates."""
    if not is_open:
        raise Refused("Registration is closed on this installation. Ask its administrator for an invitation.")
    limits.check([(REGISTER_ADDRESS, f"register-ip:{device.ip}")])
    limits.hit([(REGISTER_ADDRESS, f"register-ip:{device.ip}")])
    hashed = passwords.hash_password(password)
    workspace_id = new_id()
    workspace = Workspace(id=workspace_id, name=username.strip(), slug=f"w{workspace_id}")
    db.session.add(workspace)
    db.session.flush()
    with within(workspace_id):
        user = User(
            id=new_id(),
            workspace_id=workspace_id,
            number=next_number("user"),
            full_name=username.strip(),
            username=username.strip(),
            username_key=username_key(username),
            email=email.strip(),
            email_key=email_key(email),
            password_hash=hashed,
            auth_role="admin",
            role="admin",
        )
        db.session.add(user)
        db.session.flush()
    return user
