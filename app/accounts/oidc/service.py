"""Rules of single sign-on: what a workspace trusts its provider with, and who comes in by it.

Someone is known by what the provider calls them, which never changes; the first time, by the verified address of
someone the workspace has already. Anyone who could not sign in by a password cannot sign in here.
"""

import hashlib
import secrets
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import structlog
from flask import current_app
from sqlalchemy import delete, select, update
from sqlalchemy.exc import IntegrityError

from app.accounts.auth import devices, passwords
from app.accounts.auth import service as accounts
from app.accounts.auth.service import Device
from app.accounts.oidc import protocol
from app.accounts.oidc.models import Identity, IdentityProvider, TakenAnswer
from app.accounts.oidc.protocol import Caller, Client, Metadata, ProviderFailed, ProviderIdentity, Secrets
from app.accounts.people.invitations import free_username, join_without_password
from app.accounts.people.service import Writer, listed_role
from app.accounts.users.models import EMAIL_LENGTH, User, email_key
from app.accounts.users.service import add_user
from app.accounts.workspaces.models import Workspace
from app.audit.recording import record
from app.core.clock import now
from app.core.db.base import db, hold, write_rows, writing
from app.core.db.ids import new_id
from app.core.db.tenancy import everywhere, within
from app.core.errors import BeyondSchema, Conflict, Forbidden, Invalid, NotFound
from app.core.http.concurrency import SIGN_ONS
from app.core.http.outgoing import allowed_hosts
from app.core.security.comparing import is_same
from app.core.security.encryption import seal, unseal
from app.core.security.limits import LINKS_ADDRESS, limits

CALLBACK = "/api/v1/session/single-sign-on/answer"
PAGE = "/pages/login-v1/single-sign-on"
NOTHING: dict[str, list[str]] = {"clients": [], "outlets": [], "bots": []}
"""The scope of someone whom nobody has given anything."""
KEPT = timedelta(hours=1)
"""For longer than any sign-in lasts, so that what was taken cannot come again."""
NAMES = 120
RENEWED_EVERY = timedelta(seconds=5)
UNREACHABLE = ("no_answer", "unreachable", "timeout", "too_large", "busy")

log = structlog.get_logger(__name__)


class SignInFailed(Exception):
    """Someone did not get in by their provider; the code is reported to them, the detail to their workspace alone."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail or code


# ---- what a workspace trusts --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LinkedIdentity:
    """A provider's account a person is linked to: since when, last used when, and whether it is the only way in."""

    issuer: str
    created_at: datetime
    used_at: datetime
    only_way: bool


def provider_here() -> IdentityProvider | None:
    """The provider of the bound workspace."""
    return db.session.scalar(select(IdentityProvider))


def save(writer: Writer, values: dict[str, Any]) -> IdentityProvider:
    """Set the workspace's provider up or change it; what it may do is no more than who sets it up may."""
    _check_writer(writer)
    writer.check_role(values["role"])
    secret, row = values.pop("client_secret"), provider_here()
    if row is None and not secret:
        raise Invalid({"client_secret": [BeyondSchema("Required.")]})
    if values["exclusive"] and not is_linked(writer.user, values["issuer"]):
        raise Conflict("Sign in by single sign-on once before you turn passwords off.", code="own_identity_missing")
    try:
        _caller().check_address(values["issuer"])
    except ProviderFailed:
        raise Invalid({"issuer": [BeyondSchema("Must be an https:// address.")]}) from None
    if row is None:
        row = IdentityProvider(id=new_id(), workspace_id=writer.user.workspace_id, secret="")
        db.session.add(row)
    if row.issuer != values["issuer"]:
        row.description = row.described_at = None
    for name, value in values.items():
        setattr(row, name, value)
    if secret:
        row.secret = seal(IdentityProvider.secret, secret.encode(), workspace_id=row.workspace_id, row_id=row.id)
    db.session.flush()
    return row


def forget(writer: Writer) -> None:
    """Let nobody come in by the provider any more; who is who there is remembered."""
    _check_writer(writer)
    row = provider_here()
    if row is None:
        raise NotFound
    db.session.delete(row)
    db.session.flush()


def _check_writer(writer: Writer) -> None:
    """Refuse an administrator of a part: a provider says who anybody of the whole workspace is."""
    if writer.user.scope:
        raise Forbidden("You need access to all data of the workspace to do this.", code="out_of_scope")


def is_linked(user: User, issuer: str) -> bool:
    """Whether a person has signed in by an issuer, so that turning passwords off cannot shut them out."""
    own = select(Identity.id).where(Identity.user_id == user.id, Identity.issuer == issuer)
    return db.session.scalar(own) is not None


@dataclass(frozen=True, slots=True)
class TestResult:
    """What a connection looks like from here: the code is empty where all is well."""

    code: str
    detail: str
    issuer: str
    keys: int


def test(row: IdentityProvider) -> TestResult:
    """Read the provider's description and keys, and keep them."""
    issuer = row.issuer
    try:
        return TestResult("", "", issuer, len(describe(row.id, issuer).keys))
    except ProviderFailed as failure:
        return TestResult(failure.code, failure.detail, issuer, 0)


def describe(provider_id: int, issuer: str) -> Metadata:
    """Read a provider's description, outside any transaction, and keep it; ProviderFailed leaves the last one."""
    db.session.rollback()
    values: dict[str, Any] = {}
    try:
        metadata = protocol.describe(issuer, _caller())
        values["description"] = asdict(metadata)
    finally:
        own = update(IdentityProvider).where(IdentityProvider.id == provider_id, IdentityProvider.issuer == issuer)
        # Not a change by a person: the revision stays.
        values |= {"described_at": now(), "updated_at": IdentityProvider.updated_at}
        with writing():
            write_rows(own.values(**values))
            db.session.commit()
    return metadata


def describe_if_new(row: IdentityProvider) -> None:
    """Read the description of a provider that was just set up; what fails is repeated by a job."""
    if row.described_at is None:
        with suppress(ProviderFailed):
            describe(row.id, row.issuer)


def _get_metadata(row: IdentityProvider) -> Metadata:
    """Return what was last read of a provider; ProviderFailed where it never was."""
    if row.description is None:
        raise ProviderFailed("no_answer", "not described yet")
    return Metadata(**row.description)


def _renew_metadata(provider_id: int) -> Metadata:
    """Read a provider's description again, at most every few seconds whichever process asks."""
    row = db.session.get_one(IdentityProvider, provider_id)
    if row.described_at is not None and now() - row.described_at < RENEWED_EVERY:
        metadata = _get_metadata(row)
        db.session.rollback()
        return metadata
    return describe(row.id, row.issuer)


@accounts.takes_passwords.provide
def takes_passwords(user: User) -> bool:
    """Whether a person's workspace has no provider, or lets passwords in beside it."""
    with within(user.workspace_id):
        return db.session.scalar(select(IdentityProvider.id).where(IdentityProvider.exclusive)) is None


# ---- which provider -----------------------------------------------------------------------------------


def domain_of(email: str) -> str:
    """The domain of an address, as domains are compared."""
    return email.rpartition("@")[2].strip().lower()


def list_offers(domain: str, slug: str) -> list[dict[str, Any]]:
    """The providers that speak for a domain, or the one of the workspace that an address names."""
    with everywhere():
        query = select(IdentityProvider.id, IdentityProvider.label, Workspace.name).join(
            Workspace, Workspace.id == IdentityProvider.workspace_id
        )
        condition = (
            Workspace.slug == slug if slug else IdentityProvider.domain_list.contains(f" {domain} ", autoescape=True)
        )
        rows = db.session.execute(query.where(condition).order_by(Workspace.id).limit(5)) if domain or slug else ()
        return [{"id": row.id, "label": row.label, "workspace": row.name} for row in rows]


def refuse_guesses(device: Device) -> list[Any]:
    """Refuse an address that has asked in vain too often; the windows that count."""
    windows = device.windows("sign-on", LINKS_ADDRESS)
    limits.check(windows)
    return windows


# ---- the way there and back ---------------------------------------------------------------------------


def _caller() -> Caller:
    """Who calls providers, within the bounds of this installation."""
    return Caller(allowed_hosts())


def redirect_address() -> str:
    """Where providers send people back to."""
    return f"{current_app.config['SETTINGS'].base_url}{CALLBACK}"


def _client(row: IdentityProvider) -> Client:
    """Who we are at a provider."""
    secret = unseal(IdentityProvider.secret, row.secret, workspace_id=row.workspace_id, row_id=row.id)
    return Client(row.client_id, secret.decode(), redirect_address())


def begin(provider_id: int) -> tuple[str, dict[str, str]]:
    """Where a browser goes to sign in, and what it has to bring back."""
    with everywhere():
        row = db.session.get(IdentityProvider, provider_id)
        if row is None:
            raise NotFound
        tokens = Secrets(*(secrets.token_urlsafe(32) for _ in range(3)))
        workspace_id = row.workspace_id
    try:
        url = protocol.address(_get_metadata(row), _client(row), tokens, _caller())
    except ProviderFailed as failure:
        raise SignInFailed("unreachable", f"{failure.code} {failure.detail}") from None
    state = {"sub": str(provider_id), "wid": str(workspace_id), "nonce": tokens.nonce, "verifier": tokens.verifier}
    return url, state | {"state": tokens.state}


@dataclass(frozen=True, slots=True)
class ProviderResponse:
    """What a provider's answer says, as it came in an address."""

    state: str
    code: str
    error: str
    issuer: str


def complete(state: dict[str, Any] | None, answer: ProviderResponse, device: Device) -> User:
    """Who has signed in, by an answer to what this browser has asked; SignInFailed otherwise."""
    if state is None or not is_same(str(state.get("state")), answer.state):
        raise SignInFailed("expired")
    workspace_id, provider_id = int(state["wid"]), int(state["sub"])
    # A place comes first: an answer that was taken cannot be brought again.
    with SIGN_ONS.hold(workspace_id), within(workspace_id):
        try:
            return _complete(state, provider_id, answer, device)
        except SignInFailed as failure:
            db.session.rollback()
            record(db.session(), "session:fail", workspace_id=workspace_id, user_id=None,
                   detail=f"single sign-on: {failure.detail}"[:200])  # fmt: skip
            db.session.commit()
            raise


def _complete(state: dict[str, Any], provider_id: int, answer: ProviderResponse, device: Device) -> User:
    """The same within the workspace that the browser was sent from."""
    row = db.session.get(IdentityProvider, provider_id)
    if row is None:
        raise SignInFailed("gone")
    issuer = row.issuer
    _take(answer.state)
    if answer.error or not answer.code:
        raise SignInFailed("cancelled", f"cancelled: {answer.error}")
    tokens = Secrets(str(state["state"]), str(state["nonce"]), str(state["verifier"]))
    person = _ask(row, tokens, answer)
    row = db.session.get(IdentityProvider, provider_id)
    if row is None or row.issuer != issuer:
        raise SignInFailed("gone")
    return _member(row, person, device)


def _take(state: str) -> None:
    """Take an answer once and for all: of two with the same state the later is refused, whichever process has it."""
    digest = hashlib.sha256(f"sign-on:{state}".encode()).hexdigest()
    db.session.execute(delete(TakenAnswer).where(TakenAnswer.taken_at < now() - KEPT))
    db.session.add(TakenAnswer(id=new_id(), digest=digest))
    try:
        db.session.commit()
    except IntegrityError:
        db.session.rollback()
        raise SignInFailed("expired", "an answer came twice") from None


def _ask(row: IdentityProvider, tokens: Secrets, answer: ProviderResponse) -> ProviderIdentity:
    """Who is behind an answer; outside of any transaction, since the provider may take its time."""
    issuer, client, renew = row.issuer, _client(row), partial(_renew_metadata, row.id)
    try:
        metadata = _get_metadata(row)
        db.session.rollback()
        # Whose answer it is: another provider's, sent to where ours is awaited, would get our code.
        if (answer.issuer or metadata.names_itself) and answer.issuer != issuer:
            raise SignInFailed("refused", "the answer is of another issuer")
        return protocol.identify(metadata, client, tokens, answer.code, _caller(), renew)
    except ProviderFailed as failure:
        code = "unreachable" if failure.code in UNREACHABLE else "refused"
        raise SignInFailed(code, f"{failure.code}: {failure.detail}") from None


# ---- who comes in -------------------------------------------------------------------------------------


def _member(row: IdentityProvider, person: ProviderIdentity, device: Device) -> User:
    """The person of the workspace whom a provider has named, while they may come in."""
    if not person.email or len(person.email) > EMAIL_LENGTH or not person.is_verified:
        raise SignInFailed("unverified")
    if domain_of(person.email) not in row.domains:
        raise SignInFailed("domain", f"domain: {domain_of(person.email)}")
    known_identity = select(Identity).where(Identity.issuer == row.issuer, Identity.subject == person.subject)
    identity = db.session.scalar(known_identity)
    if identity is None:
        user = _meet(row, person)
    else:
        user = db.session.get_one(User, identity.user_id)
        identity.used_at = now()
    is_known = devices.find_nonce(device.mark, user.email_key) is not None
    if user.deleted_at is not None or not accounts.may_enter(user, is_known=is_known):
        raise SignInFailed("kept_out", f"{user.state}: {user.email}")
    return user


def _meet(row: IdentityProvider, person: ProviderIdentity) -> User:
    """Find or make the person whom a provider names for the first time, and remember who they are there."""
    here = select(User).where(User.email_key == email_key(person.email), User.deleted_at.is_(None))
    user = db.session.scalar(here)
    if user is None:
        user = _create(row, person)
    else:
        hold(user)
        if db.session.scalar(select(Identity.id).where(Identity.user_id == user.id, Identity.issuer == row.issuer)):
            raise SignInFailed("other_account", f"another account of {user.email}")
        if user.status == "pending" and not join_without_password(user, uninvited=row.creates):
            raise SignInFailed("unknown", f"not invited: {user.email}")
    db.session.add(Identity(user_id=user.id, issuer=row.issuer, subject=person.subject))
    _flush()
    record(db.session(), "identity:link", workspace_id=user.workspace_id, user_id=user.id, subject_id=user.id,
           detail=row.issuer)  # fmt: skip
    return user


def _create(row: IdentityProvider, person: ProviderIdentity) -> User:
    """Someone whom nobody has invited, seeing nothing, where the workspace wants that."""
    if not row.creates or accounts.find_conflicts(person.email, ""):
        raise SignInFailed("unknown", f"unknown: {person.email}")
    name = (person.name or person.email.partition("@")[0])[:NAMES]
    user = add_user(
        full_name=name, username=free_username(person.email), email=person.email, auth_role=row.role,
        role=listed_role(row.role), password_hash=passwords.NONE, scope=dict(NOTHING),
    )  # fmt: skip
    record(db.session(), "user:create", workspace_id=user.workspace_id, user_id=None, subject_id=user.id)
    return user


def _flush() -> None:
    """Write; of two first sign-ins of one person at once the later begins again."""
    try:
        db.session.flush()
    except IntegrityError:
        raise SignInFailed("expired", "two first sign-ins at once") from None


def identity_of(user: User) -> LinkedIdentity | None:
    """Return the provider's account that a person used last, or None."""
    query = select(Identity).where(Identity.user_id == user.id).order_by(Identity.used_at.desc(), Identity.id.desc())
    row = db.session.scalar(query.limit(1))
    return None if row is None else LinkedIdentity(row.issuer, row.created_at, row.used_at, _is_only_way(user))


def _is_only_way(user: User) -> bool:
    """Whether a person has no other way in than their provider."""
    return user.password_hash in (None, passwords.NONE) or not takes_passwords(user)


def forget_identity(user: User, by: User) -> None:
    """Unlink a person's provider accounts; NotFound if there are none, Conflict if they have no other way in."""
    if identity_of(user) is None:
        raise NotFound("This account is not matched with an identity provider.")
    if _is_only_way(user):
        problem = "There is no password to sign in with, so single sign-on is the only way in."
        raise Conflict(problem, code="only_way_in")
    db.session.execute(delete(Identity).where(Identity.user_id == user.id))
    record(db.session(), "identity:unlink", workspace_id=user.workspace_id, user_id=by.id, subject_id=user.id)
    db.session.flush()


def unlink(email: str) -> bool:
    """Forget who someone is at providers, so that their next sign-in goes by their address; for operators."""
    with everywhere():
        user = db.session.scalar(select(User).where(User.email_key == email_key(email)))
    if user is None:
        return False
    with within(user.workspace_id):
        deletion = db.session.execute(delete(Identity).where(Identity.user_id == user.id))
        accounts.revoke_sessions(user)
    return bool(deletion.rowcount)  # type: ignore[attr-defined]


def allow_passwords(slug: str) -> bool:
    """Let members of a workspace sign in by password again; for operators, when its provider is gone."""
    with everywhere():
        row = db.session.scalar(
            select(IdentityProvider).join(Workspace, Workspace.id == IdentityProvider.workspace_id).where(
                Workspace.slug == slug, IdentityProvider.exclusive
            )
        )  # fmt: skip
    if row is None:
        return False
    with within(row.workspace_id):
        row.exclusive = False
        db.session.flush()
    return True
