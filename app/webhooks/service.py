"""Rules of webhooks: which events they receive, when a delivery is tried again, and when a webhook is switched off."""

import base64
import hashlib
import hmac
import random
import secrets
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import orjson
from sqlalchemy import Select, select

from app.accounts.users.models import User
from app.core import clock
from app.core.db.base import db, fetch, note
from app.core.db.ids import new_id
from app.core.db.tenancy import bound_workspace, within
from app.core.errors import BeyondSchema, Conflict, Invalid
from app.core.http import outgoing, signatures
from app.core.jobs import enqueue
from app.core.security.encryption import seal
from app.notifications.service import tell
from app.webhooks.models import Webhook, WebhookDelivery

WAITS = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 300, 420, 540))
"""After each attempt that failed: eight attempts within about a day."""
KEPT = timedelta(days=14)
FAILS_FOR = timedelta(days=3)
"""After so long without a success a webhook is switched off."""
TIMEOUT_S = 10.0
MOST = 20
SECRET_PREFIX = "whsec_"  # noqa: S105 - how a secret begins


def list_webhooks() -> Select[Webhook]:
    """Select webhooks."""
    return select(Webhook)


def get_webhook(webhook_id: int) -> Webhook:
    """Return a webhook, or raise NotFound."""
    return fetch(select(Webhook).where(Webhook.id == webhook_id), "This webhook does not exist.")


def create_webhook(values: Mapping[str, Any], user: User) -> Webhook:
    """Add a webhook, whose secret is shown this once."""
    if len(db.session.scalars(list_webhooks().limit(MOST)).all()) >= MOST:
        raise Conflict(f"A workspace has at most {MOST} webhooks. Delete one first.", code="too_many")
    key, secret = new_id(), SECRET_PREFIX + base64.b64encode(secrets.token_bytes(24)).decode()
    sealed = seal(Webhook.sealed_secret, secret.encode(), workspace_id=bound_workspace(), row_id=key)
    row = Webhook(id=key, workspace_id=bound_workspace(), owner_id=user.id, sealed_secret=sealed)
    change_webhook(row, values)
    db.session.add(row)
    db.session.flush()
    return row


def change_webhook(row: Webhook, values: Mapping[str, Any]) -> None:
    """Change a webhook's name, address and events, or switch it on or off."""
    if "url" in values and not outgoing.may_call(values["url"]):
        raise Invalid({"url": [BeyondSchema("This address is not public.")]})
    for name in ("name", "url", "active"):
        if name in values:
            setattr(row, name, values[name])
    if "events" in values:
        row.events = list(dict.fromkeys(values["events"]))
    if values.get("active"):
        row.failing_since = row.switched_off_at = None
    db.session.flush()


def delete_webhook(row: Webhook) -> None:
    """Delete a webhook with its deliveries."""
    db.session.delete(row)
    db.session.flush()


def list_deliveries(row: Webhook) -> Select[WebhookDelivery]:
    """Select the deliveries of a webhook."""
    return select(WebhookDelivery).where(WebhookDelivery.webhook_id == row.id)


def get_delivery(row: Webhook, delivery_id: int) -> WebhookDelivery:
    """Return a delivery of a webhook, or raise NotFound."""
    return fetch(list_deliveries(row).where(WebhookDelivery.id == delivery_id), "This delivery does not exist.")


# ---- sending ------------------------------------------------------------------------------------------


def publish_event(event: str, data: Mapping[str, Any]) -> None:
    """Send an event to all webhooks that want it, in the transaction of what happened."""
    with within(bound_workspace()):
        rows = [row for row in db.session.scalars(select(Webhook).where(Webhook.active.is_(True)))]
        for row in rows:
            if event in row.events:
                _begin(row, event, data)


def send_event(webhook_id: int, event: str, data: Mapping[str, Any]) -> None:
    """Send an event to one webhook, in the transaction of what happened; nothing where it is off or gone."""
    with within(bound_workspace()):
        row = db.session.scalar(select(Webhook).where(Webhook.id == webhook_id, Webhook.active.is_(True)))
        if row is not None:
            _begin(row, event, data)


def _begin(row: Webhook, event: str, data: Mapping[str, Any]) -> None:
    key = new_id()
    body = body_of(key, event, data).decode()
    delivery = WebhookDelivery(id=key, webhook_id=row.id, event=event, body=body, next_at=clock.now(), attempts=[])
    db.session.add(delivery)
    db.session.flush()
    enqueue("webhook", {"delivery_id": str(key)})


def replay(row: Webhook, delivery: WebhookDelivery) -> None:
    """Send a delivery again from its first attempt, under the same id, by which receivers know repeats."""
    if delivery.state == "pending":
        raise Conflict("This delivery is still being tried.", code="invalid_transition", extra={"possible": []})
    delivery.state, delivery.number, delivery.next_at = "pending", 0, clock.now()
    db.session.flush()
    enqueue("webhook", {"delivery_id": str(delivery.id)})


def headers_of(secret: str, delivery_id: int, event: str, body: bytes, at: int) -> dict[str, str]:
    """Return the headers of an attempt: the signature of Standard Webhooks, and ours.

    A secret of `whsec_` holds the key of the first in base64; of any other its bytes are the key.
    """
    is_ours = secret.startswith(SECRET_PREFIX)
    key = base64.b64decode(secret.removeprefix(SECRET_PREFIX)) if is_ours else secret.encode()
    signed = hmac.new(key, f"{delivery_id}.{at}.".encode() + body, hashlib.sha256).digest()
    return {
        "Content-Type": "application/json", "User-Agent": "Parley-Webhooks/1",
        "webhook-id": str(delivery_id), "webhook-timestamp": str(at),
        "webhook-signature": f"v1,{base64.b64encode(signed).decode()}",
        "X-Parley-Event": event, "X-Parley-Delivery": str(delivery_id), signatures.TIMESTAMP: str(at),
        signatures.HEADER: signatures.sign(secret, body, at),
    }  # fmt: skip


def body_of(key: int, event: str, data: Mapping[str, Any]) -> bytes:
    """Return what is sent of an event."""
    return orjson.dumps({"id": str(key), "type": event, "timestamp": clock.now().isoformat(), "data": data})


def attempt(delivery_id: int) -> None:
    """Try a delivery once, outside any transaction, and note what came of it."""
    delivery = db.session.get(WebhookDelivery, delivery_id)
    row = db.session.get(Webhook, delivery.webhook_id) if delivery is not None else None
    if delivery is None or row is None or delivery.state != "pending" or not row.active:
        return
    at = int(clock.now().timestamp())
    url, body = row.url, delivery.body.encode()
    headers = headers_of(row.secret, delivery.id, delivery.event, body, at)
    hosts = outgoing.allowed_hosts()
    db.session.rollback()
    answer = outgoing.send("POST", url, headers=headers, body=body, timeout=TIMEOUT_S, hosts=hosts)
    delivery = db.session.get(WebhookDelivery, delivery_id, populate_existing=True, with_for_update=True)
    row = db.session.get(Webhook, delivery.webhook_id, populate_existing=True) if delivery is not None else None
    if delivery is None or row is None:
        return
    tried = {"at": clock.now().isoformat(), "status": answer.status, "error": answer.error, "ms": answer.ms}
    delivery.attempts = [*delivery.attempts, tried]
    delivery.number += 1
    if answer.ok:
        delivery.state, delivery.next_at = "delivered", None
        if row.failing_since is not None:
            note(row, skip_locked=False, failing_since=None)
    else:
        _fail_delivery(row, delivery)
    db.session.flush()


def _fail_delivery(row: Webhook, delivery: WebhookDelivery) -> None:
    """Try a delivery again later, or give it up; switch a webhook off that has taken nothing for days."""
    now = clock.now()
    if row.failing_since is None:
        note(row, skip_locked=False, failing_since=now)
    if delivery.number > len(WAITS):
        delivery.state, delivery.next_at = "failed", None
    else:
        wait = WAITS[delivery.number - 1] * random.uniform(0.9, 1.1)  # noqa: S311 - spreads load, guards nothing
        delivery.next_at = now + wait
        enqueue("webhook", {"delivery_id": str(delivery.id)}, run_at=delivery.next_at)
    if row.failing_since is not None and now - row.failing_since >= FAILS_FOR:
        row.active, row.switched_off_at = False, now
        tell(row.owner_id, "webhook_off", "/admin/reference/webhooks", what=row.name or row.url, subject="Webhook")
