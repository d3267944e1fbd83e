"""The chain of a workspace: adding to its end, checking it, erasing what is personal without breaking it."""

import secrets
from dataclasses import dataclass

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from app.audit.models import ERASABLE, FIRST, AuditEvent, digest_of, personal_digest
from app.core.clock import now
from app.core.db.base import db
from app.core.db.ids import new_id
from app.core.db.tenancy import within

_LOCK = 0x41554454
_AT_ONCE = 1000
_LAST = select(AuditEvent.seq, AuditEvent.digest).order_by(AuditEvent.seq.desc()).limit(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What is to be written down."""

    workspace_id: int
    action: str
    subject: str
    subject_id: int | None = None
    user_id: int | None = None
    fields: tuple[str, ...] = ()
    detail: str = ""
    request_id: str = ""
    address: str = ""
    user_agent: str = ""


@dataclass(frozen=True, slots=True)
class BrokenLink:
    """The first row that does not fit, and why."""

    seq: int
    id: int | None
    reason: str


def append(session: Session, entry: Entry) -> None:
    """Add an entry to its workspace's chain, as the last thing of a transaction: writers queue here until it ends."""
    with within(entry.workspace_id):
        if session.get_bind().dialect.name == "postgresql":
            # SQLite has one writer at a time as it is.
            session.execute(select(func.pg_advisory_xact_lock(_LOCK, entry.workspace_id % 2**31)))
        last = session.execute(_LAST).first()
        row = AuditEvent(
            id=new_id(),
            workspace_id=entry.workspace_id,
            seq=last.seq + 1 if last else 1,
            at=now(),
            action=entry.action,
            subject=entry.subject,
            subject_id=entry.subject_id,
            user_id=entry.user_id,
            fields=sorted(entry.fields),
            detail=entry.detail[:120],
            request_id=entry.request_id[:64],
            address=entry.address[:45],
            user_agent=entry.user_agent[:200].replace("\x00", ""),
            salt=secrets.token_hex(16),
            previous=last.digest if last else FIRST,
            version=1,
        )
        row.personal = personal_digest(row)
        row.digest = digest_of(row)
        session.add(row)
        session.flush()


def verify() -> BrokenLink | None:
    """The first row of the bound workspace's chain that was changed, is missing or was put in; None when all fits."""
    expected, previous = 1, FIRST
    while True:
        query = select(AuditEvent).where(AuditEvent.seq >= expected).order_by(AuditEvent.seq).limit(_AT_ONCE)
        rows = list(db.session.scalars(query))
        for row in rows:
            if row.seq != expected:
                return BrokenLink(expected, None, "is missing")
            if row.previous != previous:
                return BrokenLink(row.seq, row.id, "does not follow the row before it")
            if row.digest != digest_of(row):
                return BrokenLink(row.seq, row.id, "was changed")
            if row.salt is not None and row.personal != personal_digest(row):
                return BrokenLink(row.seq, row.id, "has another address or user agent than it was written with")
            expected, previous = expected + 1, row.digest
        if len(rows) < _AT_ONCE:
            return None
        db.session.expunge_all()


def forget(user_id: int) -> int:
    """Erase what is personal in a person's rows of the bound workspace; the chain holds. Returns how many."""
    result = db.session.execute(
        update(AuditEvent)
        .where(AuditEvent.user_id == user_id, AuditEvent.salt.is_not(None))
        .values(dict.fromkeys(ERASABLE))
        .execution_options(synchronize_session=False, erases_personal=True)
    )
    return int(result.rowcount)  # type: ignore[attr-defined]


def length() -> int:
    """How many rows the bound workspace's chain has."""
    return db.session.scalar(select(func.count(AuditEvent.id))) or 0
