"""Events reach another system signed, again after failures, and a webhook that takes nothing is switched off."""

import base64
import hashlib
import hmac
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import orjson
import pytest
import time_machine
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app.core import clock
from app.core.db.base import db
from app.notifications.models import Notification
from app.webhooks.models import EVENTS, Webhook, WebhookDelivery
from app.webhooks.service import WAITS, publish_event
from tests.factories.mail import do_jobs
from tests.factories.servers import serve

As = Callable[..., FlaskClient]
API = "/api/v1/webhooks"
pytestmark = pytest.mark.both


@dataclass
class Receiver:
    """Another system: what it has been sent, and how it answers."""

    url: str = ""
    status: int = 204
    taken: list[tuple[dict[str, str], bytes]] = field(default_factory=list)


@pytest.fixture
def receiver(app: Flask) -> Iterator[Receiver]:
    """A real receiver on loopback, which may be called."""
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            receiver.taken.append(({name.lower(): value for name, value in self.headers.items()}, body))
            self.send_response(receiver.status)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_values: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    before = app.config["SETTINGS"]
    app.config["SETTINGS"] = replace(before, outgoing_hosts=("127.0.0.1",))
    receiver.url = f"http://127.0.0.1:{server.server_port}/events"
    with serve(server):
        yield receiver
    app.config["SETTINGS"] = before


def create(admin: FlaskClient, receiver: Receiver, *events: str) -> dict[str, Any]:
    """Add a webhook."""
    answer = admin.post(API, json={"url": receiver.url, "events": list(events or EVENTS)})
    assert answer.status_code == 201, answer.json
    return dict(answer.json)


def publish(event: str = "goal.reached", **data: Any) -> None:
    """Let an event happen."""
    publish_event(event, data or {"goal": "booked"})
    db.session.commit()


def test_an_event_arrives_signed(app: Flask, as_: As, receiver: Receiver) -> None:
    admin = as_("admin")
    new_webhook = create(admin, receiver, "goal.reached")
    assert new_webhook["secret"].startswith("whsec_") and "secret" not in admin.get(f"{API}/{new_webhook['id']}").json
    publish()
    publish("lead.changed")
    do_jobs(app)
    ((headers, body),) = receiver.taken
    event = orjson.loads(body)
    assert (event["type"], event["data"], event["id"]) == ("goal.reached", {"goal": "booked"}, headers["webhook-id"])
    key = base64.b64decode(new_webhook["secret"].removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    signature = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    assert headers["webhook-signature"] == f"v1,{signature}"
    deliveries = admin.get(f"{API}/{new_webhook['id']}/deliveries").json["items"]
    assert [row["state"] for row in deliveries] == ["delivered"]
    assert [attempt["status"] for attempt in deliveries[0]["attempts"]] == [204]


def test_eight_attempts_within_a_day_and_a_replay_under_the_same_id(app: Flask, as_: As, receiver: Receiver) -> None:
    webhook = create(as_("admin"), receiver)
    receiver.status = 500
    with time_machine.travel(clock.now(), tick=False) as traveller:
        publish()
        do_jobs(app)
        for wait in WAITS:
            traveller.shift(wait * 1.2)
            do_jobs(app)
        assert len(receiver.taken) == 8
        traveller.shift(timedelta(days=1))
        do_jobs(app)
        assert len(receiver.taken) == 8 and sum(WAITS, timedelta()) < timedelta(days=1)
        delivery = db.session.scalars(select(WebhookDelivery)).one()
        db.session.refresh(delivery)
        assert delivery.state == "failed"
        receiver.status = 200
        admin = as_("admin")
        url = f"{API}/{webhook['id']}/deliveries/{delivery.id}/replay"
        assert admin.post(url).json["state"] == "pending"
        assert admin.post(url).json["code"] == "invalid_transition"
        do_jobs(app)
    assert len({headers["webhook-id"] for headers, _ in receiver.taken}) == 1 and len(receiver.taken) == 9
    db.session.refresh(delivery)
    assert delivery.state == "delivered" and len(delivery.attempts) == 9


def test_after_three_days_of_failure_it_is_switched_off(app: Flask, as_: As, receiver: Receiver) -> None:
    webhook = create(as_("admin"), receiver)
    receiver.status = 503
    with time_machine.travel(clock.now(), tick=False) as traveller:
        publish()
        do_jobs(app)
        noted = db.session.scalars(select(Webhook)).one()
        assert noted.failing_since is not None and noted.revision == 1
        traveller.shift(timedelta(days=3, minutes=1))
        publish()
        do_jobs(app)
        row = db.session.get_one(Webhook, int(webhook["id"]))
        db.session.refresh(row)
        assert not row.active and row.switched_off_at is not None
        assert db.session.scalars(select(Notification).where(Notification.kind == "webhook_off")).one()
        taken = len(receiver.taken)
        publish()
        do_jobs(app)
        assert len(receiver.taken) == taken
        admin = as_("admin")
        answer = admin.patch(f"{API}/{webhook['id']}", json={"active": True}, headers={"If-Match": f'"{row.revision}"'})
        assert answer.json["active"] and answer.json["failing_since"] is None


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"url": "http://10.0.0.1/x", "events": ["goal.reached"]}, "url"),
        ({"url": "http://localhost/x", "events": ["goal.reached"]}, "url"),
        ({"url": "ftp://a.example/x", "events": ["goal.reached"]}, "url"),
        ({"url": "https://a.example/x", "events": []}, "events"),
        ({"url": "https://a.example/x", "events": ["weather"]}, "events"),
    ],
)  # fmt: skip
def test_what_is_no_webhook_is_refused(as_: As, body: dict[str, Any], field: str) -> None:
    answer = as_("admin").post(API, json=body)
    assert answer.status_code == 422 and field in answer.json["errors"]


def test_a_part_of_the_workspace_sees_none(as_: As, receiver: Receiver) -> None:
    create(as_("admin"), receiver)
    assert as_("admin", scope={"outlets": []}).get(API).json["total"] == 0
    assert as_("maintainer").get(API).status_code == 403
