"""Taking in what providers send: proved by its raw bytes, stored, and answered before anything is read."""

import hashlib
import time
from urllib.parse import quote

from flask import current_app, request
from sqlalchemy import select

from app.channels.messaging.adapters.contract import Handshake, NotGenuine, RawRequest
from app.channels.messaging.models import Deployment, RawEvent
from app.channels.messaging.service import adapter_of, mark_verified
from app.core import clock
from app.core.db import tenancy
from app.core.db.base import db, hold, note
from app.core.db.ids import new_id
from app.core.db.tenancy import everywhere
from app.core.errors import DomainError, NotFound, NotSignedIn
from app.core.jobs import enqueue
from app.core.security.encryption import seal
from app.core.security.limits import LISTED_REFUSALS, limits

UNKNOWN = "There is no such webhook."


def find_deployment(channel: str, deployment_id: int) -> Deployment:
    """Return a deployment of whatever workspace, in which the request goes on; NotFound for any other."""
    with everywhere():
        row = db.session.scalar(select(Deployment).where(Deployment.id == deployment_id, Deployment.channel == channel))
    if row is None or row.state == "removed":
        raise NotFound(UNKNOWN)
    tenancy.bind(row.workspace_id)
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
        note_refusal(row, str(error))
        raise NotSignedIn("The signature does not fit.") from error
    if handshake is not None:
        if handshake.is_verified:
            hold(row)
            mark_verified(row)
            db.session.commit()
        return handshake
    event = keep_request(row, raw)
    enqueue("channel_inbound", {"deployment_id": str(row.id), "raw_id": str(event.id)})
    db.session.commit()
    return Handshake(200, "")


def keep_request(row: Deployment, raw: RawRequest, state: str = "received") -> RawEvent:
    """Store a genuine request; the first one verifies its account."""
    key = new_id()
    event = RawEvent(
        id=key, workspace_id=row.workspace_id, bot_id=row.bot_id, deployment_id=row.id, at=clock.now(),
        digest=hashlib.sha256(raw.body).hexdigest(), content_type=raw.headers.get("content-type", "")[:120],
        sealed_body=seal(RawEvent.sealed_body, raw.body, workspace_id=row.workspace_id, row_id=key), state=state,
    )  # fmt: skip
    db.session.add(event)
    if row.state == "unverified":
        hold(row)
        mark_verified(row)
    note(row, last_inbound_at=event.at)
    db.session.flush()
    return event


def raw_request() -> RawRequest:
    """Return the request as it arrived, at the address that providers know."""
    headers = {name.lower(): value for name, value in request.headers.items()}
    base = (current_app.config["SETTINGS"].public_url or request.host_url).rstrip("/")
    query = request.query_string.decode("latin-1")
    url = f"{base}{quote(request.path, safe='/:@%')}{'?' if query else ''}{query}"
    return RawRequest(request.method, request.args, headers, request.get_data(cache=False), time.time(), url)


def note_refusal(row: Deployment, reason: str) -> None:
    """Count a request that is not genuine, and list the first ones of an hour; its body is not stored."""
    try:
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
