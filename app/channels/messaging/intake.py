"""Taking in what providers send: proved by its raw bytes, stored, and answered before anything is read."""

import hashlib
import time
from urllib.parse import quote

from flask import current_app, request
from prometheus_client import Counter
from sqlalchemy import select

from app.channels.messaging.adapters.contract import Handshake, NotGenuine, RawRequest, Reason
from app.channels.messaging.checks import add_to_day, note_arrival
from app.channels.messaging.models import QUERY_LENGTH, AccountDay, Deployment, RawEvent
from app.channels.messaging.service import adapter_of, mark_verified
from app.core import clock
from app.core.db.base import db, find_in_any_workspace, hold, note
from app.core.db.ids import new_id
from app.core.errors import DomainError, NotFound, NotSignedIn, TooMany
from app.core.jobs import enqueue
from app.core.security.encryption import seal
from app.core.security.limits import LISTED_REFUSALS, limits

LATER_S = 3600
"""After how many seconds a provider may come back whose account has sent too much: most try for days."""
REFUSED = Counter("webhook_refused_total", "Requests of providers that were refused", ["channel", "reason"])
UNKNOWN = "There is no such webhook."


def find_deployment(channel: str, deployment_id: int) -> Deployment:
    """Return a deployment with credentials of whatever workspace, in which the request goes on; NotFound for others."""
    row = find_in_any_workspace(select(Deployment).where(Deployment.id == deployment_id, Deployment.channel == channel))
    if row is None or row.state == "removed" or row.sealed_credentials is None:
        raise NotFound(UNKNOWN)
    return row


def take_request(row: Deployment) -> Handshake:
    """Answer a provider's request; what it brings is stored with the job that reads it, in one transaction."""
    raw = raw_request()
    adapter, credentials = adapter_of(row), row.credentials
    try:
        handshake = adapter.handshake(raw, row.verify_token, credentials)
        if handshake is None:
            adapter.check(raw, credentials)
    except NotGenuine as error:
        note_refusal(row, error.reason)
        raise NotSignedIn("The signature does not fit.") from error
    if handshake is not None:
        if handshake.is_verified:
            hold(row)
            mark_verified(row)
            db.session.commit()
        return handshake
    if not _has_room(row, raw):
        note_refusal(row, "over_quota", is_genuine=True)
        raise TooMany(LATER_S, "This account has sent more today than is stored.")
    event = _store_request(row, raw, raw.body, "received")
    enqueue("channel_inbound", {"deployment_id": str(row.id), "raw_id": str(event.id)})
    db.session.commit()
    return Handshake(200, "")


def keep_request(row: Deployment, raw: RawRequest, state: str) -> RawEvent:
    """Store a genuine request that is answered at once, without its body where there is no more room."""
    return _store_request(row, raw, raw.body if _has_room(row, raw) else b"", state)


def _store_request(row: Deployment, raw: RawRequest, body: bytes, state: str) -> RawEvent:
    """Store a genuine request with so much of its body; the first one verifies its account."""
    key = new_id()
    event = RawEvent(
        id=key, workspace_id=row.workspace_id, bot_id=row.bot_id, deployment_id=row.id, at=clock.now(),
        digest=hashlib.sha256(raw.body).hexdigest(), content_type=raw.headers.get("content-type", "")[:120],
        query=raw.url.partition("?")[2][:QUERY_LENGTH],
        sealed_body=seal(RawEvent.sealed_body, body, workspace_id=row.workspace_id, row_id=key), state=state,
    )  # fmt: skip
    db.session.add(event)
    if row.state == "unverified":
        hold(row)
        mark_verified(row)
    note(row, last_inbound_at=event.at)
    note_arrival(row)
    add_to_day(row, stored_bytes=len(body))
    db.session.flush()
    return event


def raw_request() -> RawRequest:
    """Return the request as it arrived, at the address that providers know."""
    headers = {name.lower(): value for name, value in request.headers.items()}
    base = (current_app.config["SETTINGS"].public_url or request.host_url).rstrip("/")
    query = request.query_string.decode("latin-1")
    url = f"{base}{quote(request.path, safe='/:@%')}{'?' if query else ''}{query}"
    return RawRequest(request.method, request.args, headers, request.get_data(cache=False), time.time(), url)


def _has_room(row: Deployment, raw: RawRequest) -> bool:
    """Whether a request can be stored: one account must not fill the disk of all."""
    most: int = current_app.config["SETTINGS"].webhook_megabytes_per_day
    of_today = (AccountDay.deployment_id == row.id, AccountDay.day == clock.now().date())
    stored = db.session.scalar(select(AccountDay.stored_bytes).where(*of_today)) or 0
    return not most or stored + len(raw.body) <= most * 2**20


def note_refusal(row: Deployment, reason: Reason, *, is_genuine: bool = False) -> None:
    """Count a request that is not genuine, and list the first refused ones of an hour; its body is not stored."""
    REFUSED.labels(row.channel, reason).inc()
    try:
        if not is_genuine:
            note(row, refused=Deployment.refused + 1)
        key = new_id()
        event = RawEvent(
            id=key, workspace_id=row.workspace_id, bot_id=row.bot_id, deployment_id=row.id, digest="", state="rejected",
            reason=reason, sealed_body=seal(RawEvent.sealed_body, b"", workspace_id=row.workspace_id, row_id=key),
        )  # fmt: skip
        if limits.hit([(LISTED_REFUSALS, f"refused-hook:{row.id}")]):
            db.session.add(event)
        db.session.commit()
    except DomainError:
        db.session.rollback()
