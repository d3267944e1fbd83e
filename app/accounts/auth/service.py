"""Signing in, refreshing, signing out and registering: the rules, without HTTP."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import NamedTuple

import structlog
from flask import current_app
from limits import RateLimitItem
from prometheus_client import Counter
from sqlalchemy import Select, bindparam, delete, select, update
from sqlalchemy.exc import IntegrityError

from app.accounts.auth import devices, passwords
from app.accounts.auth.models import AddressChange, AuthSession, PasswordReset
from app.accounts.auth.notices import tell
from app.accounts.auth.schemas import RegisterArgs
from app.accounts.auth.tokens import Claims, Pending
from app.accounts.users.models import User, email_key, username_key
from app.accounts.workspaces.models import Workspace
from app.audit.recording import forgo_operation, record
from app.core.clock import now
from app.core.db.base import commit_now, db, fetch, hold, note, read_only, write_rows
from app.core.db.ids import new_id
from app.core.db.numbering import next_number
from app.core.db.tenancy import bound_workspace, everywhere, within
from app.core.errors import BeyondSchema, Conflict, Forbidden, Invalid, Stale
from app.core.providers import Provider
from app.core.security.abilities import Ability
from app.core.security.limits import LOGIN_ACCOUNT, LOGIN_ADDRESS, REGISTER_ADDRESS, by_address, limits
from app.core.values.batches import batched

log = structlog.get_logger(__name__)
FAILURES = Counter("login_failures_total", "Sign-ins refused for a wrong name or password")
WRONG = BeyondSchema("Email or Password is Invalid")
ELSEWHERE = "Your workspace uses single sign-on. Choose “Single sign-on” on the sign-in page."
NOT_YOURS = BeyondSchema("This is not your current password.")
EMAIL_TAKEN = "This email is already in use."
USERNAME_TAKEN = "This username is already in use."
GRACE = timedelta(seconds=10)
FRESH = timedelta(minutes=10)
"""For so long a sign-in counts as a password, where there is none."""
KEPT_IDLE, KEPT_END = timedelta(hours=12), timedelta(days=30)
BRIEF_IDLE = timedelta(minutes=10)
SECURITY_PAGE = "/pages/account-settings/security"
DEVICES = 50
"""How many of a person's last sessions say which devices are theirs."""
MOST_AT_ONCE = 500
"""Values in one statement."""
_VERSION = re.compile(r"[\d._]+")


@dataclass(frozen=True, slots=True)
class Device:
    """Where a sign-in comes from, for the list of sessions."""

    ip: str
    user_agent: str
    mark: str = ""
    """The browser's cookie of accounts it has signed in to."""

    def windows(self, name: str, *items: RateLimitItem) -> list[tuple[RateLimitItem, str]]:
        """Return the windows that its address counts in."""
        return by_address(name, self.ip, *items)


def authenticate(email: str, password: str, device: Device) -> User:
    """The user with this e-mail and password; Invalid with the specified sentence otherwise."""
    key = email_key(email)
    windows = _windows(key, device)
    limits.check(windows)
    with everywhere(), read_only():
        user = db.session.scalar(select(User).where(User.email_key == key))
        stored, version = (user.password_hash, user.password_version) if user else (None, 0)
        # A hash takes long: nobody waits for it while holding the one write lock.
        db.session.rollback()
    fits = passwords.verify(stored, password)
    renewed = passwords.hash_password(password) if fits and stored and passwords.needs_rehash(stored) else None
    if user is not None:
        with everywhere():
            db.session.refresh(user) if renewed is None else hold(user)
    window, is_known = windows[0], devices.find_nonce(device.mark, key) is not None
    if user is None or not fits or not may_enter(user, is_known=is_known) or user.password_version != version:
        # Of many at once, all past the first look, no more are answered than the window holds.
        if not limits.hit(windows):
            db.session.rollback()
            limits.check(windows)
            if user is not None:  # The window has room again: go on with the person as they are now.
                with everywhere():
                    db.session.refresh(user)
        FAILURES.inc()
        if (full := not limits.has_room([window])) and not is_known:
            _lock(user, limits.wait(*window))
        note_failure(user, full=full)
        raise Invalid({"email": [WRONG]}, WRONG, code="wrong_credentials")
    limits.clear(*windows[0])
    if renewed and user.password_hash == stored:
        with within(user.workspace_id):
            user.password_hash = renewed
            db.session.flush()
    return user


def may_enter(user: User, *, is_known: bool) -> bool:
    """Whether a right password lets a person in; a lock keeps out only browsers they have not used before."""
    return user.status == "active" and (is_known or user.state != "locked")


@Provider
def takes_passwords(user: User) -> bool:
    """Whether a person's workspace lets its members sign in by a password."""
    return True


def refuse_password(user: User) -> None:
    """Refuse to let someone in by a password, right as it may be, whose workspace has its own way."""
    if not takes_passwords(user):
        raise Forbidden(ELSEWHERE, code="single_sign_on")


def _lock(user: User | None, seconds: int) -> None:
    """Lock an active person's account for as long as its window is full; costs the same where there is no account."""
    # Bound to the workspace: where updates of one row meet, PostgreSQL evaluates the workspace policy again.
    with within(user.workspace_id if user is not None else 0):
        query = update(User).where(User.id == (user.id if user is not None else 0), User.status == "active")
        until = now() + timedelta(seconds=seconds)
        # Not a change of what anybody has written of them: their revision stays.
        db.session.execute(query.values(locked_until=until, updated_at=User.updated_at))


def unlock(user: User) -> None:
    """Let a locked person sign in again at once."""
    user.locked_until = None
    db.session.flush()
    limits.clear(LOGIN_ACCOUNT, _account_window(user.email_key))


def _account_window(key: str) -> str:
    """The window that wrong passwords for an account count in, from browsers it has not been used in."""
    return f"login:{key}"


def _windows(key: str, device: Device) -> list[tuple[RateLimitItem, str]]:
    """What a wrong password counts in, the account first: a browser that has signed in before has one of its own."""
    nonce = devices.find_nonce(device.mark, key)
    account = f"login-device:{nonce}:{key}" if nonce else _account_window(key)
    return [(LOGIN_ACCOUNT, account), *device.windows("login-ip", LOGIN_ADDRESS)]


def note_failure(user: User | None, *, full: bool) -> None:
    """Write a wrong password or code down where the account is, or else where the public pages are.

    Both cost the same, so that nobody learns by the clock which accounts there are.
    """
    slug = current_app.config["SETTINGS"].site_workspace
    site = db.session.scalar(select(Workspace.id).where(Workspace.slug == slug))
    place, user_id = (user.workspace_id, user.id) if user is not None else (site, None)
    if place is not None:
        forgo_operation()
        action = "session:lock" if full else "session:fail"
        record(db.session(), action, workspace_id=place, user_id=user_id)
        commit_now()


@contextmanager
def _let_go(user: User) -> Iterator[None]:
    """Let go of the database for slow work on a password, then hold the person; Stale when they changed meanwhile."""
    revision = user.revision
    db.session.rollback()
    yield
    hold(user)
    if user.revision != revision:
        raise Stale


def check_present_password(user: User, password: str, device: Device, session: AuthSession | None) -> None:
    """Refuse who gives not their present password or, having none, has not signed in a moment ago."""
    if user.password_hash != passwords.NONE:
        check_password(user, password, device)
    elif session is None or session.created_at <= now() - FRESH:
        raise Forbidden(
            "Sign out and in again first. This needs a sign-in in the last 10 minutes.", code="sign_in_again"
        )


def check_password(user: User, password: str, device: Device) -> None:
    """Refuse when this is not the person's present password; failures count as failed sign-ins do.

    Comes before anything is written: it lets go of the transaction it is called in.
    """
    windows = _windows(user.email_key, device)
    limits.check(windows)
    stored = user.password_hash
    with _let_go(user):
        fits = passwords.verify(stored, password)
        if not fits:
            limits.hit(windows)
    if not fits:
        note_failure(user, full=not limits.has_room(windows[:1]))
        raise Invalid({"password": [NOT_YOURS]}, NOT_YOURS, code="wrong_password")


def change_password(user: User, old: str, new: str, session: AuthSession, device: Device) -> None:
    """Give a person a new password; every session but the present one ends."""
    check_password(user, old, device)
    with _let_go(user):
        hashed = passwords.hash_password(new)
    user.password_hash = hashed
    user.password_version += 1
    session.password_version = user.password_version
    end_links(user)
    close_all_sessions(user, but=session.id)
    tell(user.id, "password", SECURITY_PAGE)


def end_links(user: User) -> None:
    """End the links that set a password or an address: mails sent before another of these are worth nothing."""
    db.session.execute(delete(AddressChange).where(AddressChange.user_id == user.id))
    db.session.execute(delete(PasswordReset).where(PasswordReset.user_id == user.id))


def idle_time(session: AuthSession) -> timedelta:
    """How long a page's session may lie still before its refresh token is worth nothing."""
    return KEPT_IDLE if session.keep else BRIEF_IDLE


def open_session(user: User, kind: str, device: Device, *, keep: bool = False, by: str = "") -> AuthSession:
    """Begin a session of a user; `by` is how they have shown who they are, where not by a password."""
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
        note(user, last_seen_at=now())
        record(db.session(), "session:create", workspace_id=user.workspace_id, user_id=user.id, subject_id=session.id,
               detail=by or kind)  # fmt: skip
        _notify_of_device(session)
    return session


def _notify_of_device(session: AuthSession) -> None:
    """Tell a person of a sign-in by a browser or system that none of their last sessions had; not of the first."""
    earlier = select(AuthSession.user_agent).where(AuthSession.user_id == session.user_id, AuthSession.id != session.id)
    known_families = {
        _family(agent) for agent in db.session.scalars(earlier.order_by(AuthSession.id.desc()).limit(DEVICES))
    }
    if known_families and _family(session.user_agent) not in known_families:
        tell(session.user_id, "sign_in", SECURITY_PAGE, what=session.user_agent)


def _family(user_agent: str) -> str:
    """A browser's name of itself without versions, which change by themselves."""
    return _VERSION.sub("", user_agent)


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


def find_live_session(claims: Claims) -> Live | None:
    """What is behind good claims, or None when session or user was ended, changed or suspended."""
    with within(claims.workspace_id):
        row = db.session.execute(_LIVE, {"session_id": claims.session_id, "user_id": claims.user_id}).first()
    if row is None:
        return None
    live = Live(*row)
    session, user = live.session, live.user
    alive = session.revoked_at is None and session.expires_at > now() and user.status == "active"
    alive = alive and user.deleted_at is None
    return live if alive and session.password_version == user.password_version else None


def rotate(claims: Claims, kind: str) -> Live | None:
    """Take a refresh token of one kind of session: move that on, or say that the token is worth nothing here.

    The direct predecessor is taken for ten seconds more and leads to the same successor (two tabs, a lost
    answer); anything older has been stolen or replayed and ends the whole family.
    """
    live = find_live_session(claims)
    if live is None or live.session.kind != kind:
        return None
    session = live.session
    with within(claims.workspace_id):
        if claims.counter == session.counter:
            # Compared and set in one statement, so that two tabs at once make one successor, not two.
            rotated_rows = write_rows(
                update(AuthSession)
                .where(AuthSession.id == session.id, AuthSession.counter == claims.counter)
                .values(counter=claims.counter + 1, rotated_at=now(), last_seen_at=now())
            )
            note(live.user, last_seen_at=now())
            db.session.refresh(session)
            if rotated_rows != 1 and session.counter != claims.counter + 1:
                return None
            return live
        if claims.counter == session.counter - 1 and now() - session.rotated_at <= GRACE:
            return live
        session.revoked_at = now()
        db.session.flush()
        record(db.session(), "session:refresh_reuse", workspace_id=session.workspace_id, user_id=live.user.id,
               subject_id=session.id)  # fmt: skip
    log.warning("refresh_reused", session_id=session.id, user_id=live.user.id)
    return None


def find_readable_session(claims: Claims) -> Live | None:
    """Who a refresh token's session is, while there is no room to move it on: reading goes on."""
    live = find_live_session(claims)
    return live if live is not None and live.session.counter - claims.counter in (0, 1) else None


def close_session(session: AuthSession) -> None:
    """End one session, on its person's own account."""
    with within(session.workspace_id):
        session.revoked_at = now()
        db.session.flush()
        record(db.session(), "session:end", workspace_id=session.workspace_id, user_id=session.user_id,
               subject_id=session.id)  # fmt: skip


def close_all_sessions(user: User, *, but: int | None = None) -> None:
    """End every session of a user, the present one included unless it is named, on their own account."""
    revoke_sessions(user, but=but)
    record(db.session(), "session:end_all", workspace_id=user.workspace_id, user_id=user.id)


def revoke_sessions(user: User, *, but: int | None = None) -> None:
    """End every session of a user without a word of it: anyone who does it for another reason says so."""
    with within(user.workspace_id):
        db.session.execute(
            update(AuthSession)
            .where(AuthSession.user_id == user.id, AuthSession.revoked_at.is_(None), AuthSession.id != (but or 0))
            .values(revoked_at=now())
            .execution_options(synchronize_session="fetch")
        )
        db.session.flush()


def open_sessions(user: User) -> Select[AuthSession]:
    """A person's sessions that still stand, of the workspace that is bound."""
    alive = (AuthSession.revoked_at.is_(None), AuthSession.expires_at > now())
    same_password = AuthSession.password_version == user.password_version
    return select(AuthSession).where(AuthSession.user_id == user.id, same_password, *alive)


def end_session(user: User, session_id: int) -> None:
    """End one of a person's own sessions; someone else's is as if it were not there."""
    close_session(get_session(user, session_id))


def get_session(user: User, session_id: int) -> AuthSession:
    """Return one of a person's sessions that still stand, or raise NotFound."""
    return fetch(open_sessions(user).where(AuthSession.id == session_id))


def pending_user(pending: Pending) -> User | None:
    """Who has given the right password and owes the code; None when anything of that has changed since."""
    with within(pending.workspace_id):
        user = db.session.scalar(select(User).where(User.id == pending.user_id))
    if user is None or user.status != "active" or user.second_factor_at is None:
        return None
    return user if user.password_version == pending.password_version else None


def find_problems(values: dict[str, str]) -> dict[str, list[str]]:
    """Return what is wrong with the values of a registration, by field."""
    return RegisterArgs().validate(values)


def find_conflicts(email: str, username: str) -> dict[str, str]:
    """Which of the two is in use already, with the specified sentences."""
    errors = {}
    with everywhere():
        if db.session.scalar(select(User.id).where(User.email_key == email_key(email))):
            errors["email"] = EMAIL_TAKEN
        if db.session.scalar(select(User.id).where(User.username_key == username_key(username))):
            errors["username"] = USERNAME_TAKEN
    return errors


def check_free(email: str, username: str) -> None:
    """Conflict names which of the two is in use already."""
    errors = find_conflicts(email, username)
    if errors:
        raise Conflict("This account already exists.", errors={name: [errors[name]] for name in errors})


def find_taken_emails(emails: list[str]) -> set[str]:
    """The keys of those addresses whose people have joined, or are of another workspace than the bound one."""
    keys, here = sorted({email_key(email) for email in emails}), bound_workspace()
    taken_keys: set[str] = set()
    with everywhere():
        for batch in batched(keys, MOST_AT_ONCE):
            some = User.email_key.in_(batch)
            strange = User.password_hash.is_not(None) | (User.workspace_id != here)
            taken_keys.update(db.session.scalars(select(User.email_key).where(some, strange)))
    return taken_keys


@Provider
def begin_workspace() -> None:
    """Give a new workspace what every one begins with."""


def admit(device: Device, *, is_open: bool) -> None:
    """Count a try to register and refuse one too many; comes before `check_free`, which tells what is taken."""
    if not is_open:
        raise Forbidden("Registration is closed. Ask an administrator for an invitation.")
    windows = device.windows("register-ip", REGISTER_ADDRESS)
    limits.check(windows)
    limits.hit(windows)


def register(email: str, password: str, username: str, *, workspace_name: str = "", plan: str = "") -> User:
    """A new user as the admin of a new, empty workspace; call `admit` and then `check_free` first.

    Raise Conflict if another person registers the same names at the same time.
    """
    db.session.rollback()  # Nobody waits for a hash while holding the one write lock.
    hashed = passwords.hash_password(password)
    workspace_id = new_id()
    workspace = Workspace(
        id=workspace_id, name=" ".join(workspace_name.split()) or username.strip(), slug=f"w{workspace_id}", plan=plan
    )
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
        try:
            db.session.flush()
        except IntegrityError:
            db.session.rollback()
            check_free(email, username)
            raise
        begin_workspace()
        record(db.session(), "user:register", workspace_id=workspace_id, user_id=user.id, subject_id=user.id)
    return user


@Provider
def count_in_cart(user: User, ability: list[Ability]) -> int:
    """How many products a person has in the cart of the shop."""
    return 0
