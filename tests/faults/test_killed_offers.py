"""Job runners killed while they send an offer: nobody gets it twice, and every recipient has come to an end."""

import random
import time
from collections import Counter
from contextlib import ExitStack
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import text

from app.core import clock
from tests.app.channels.messaging.provider import provider_on_loopback
from tests.endurance import ENDURE, repetitions
from tests.factories.mail import mail_server
from tests.faults.accounts import connect
from tests.faults.installation import Installation, running

KILLS = repetitions(2, 4)
API = "/api/v1/offers"


def clear_quiet_hours(site: Installation, client: str) -> None:
    """Have a client's quiet hours lie half a day away, at whatever hour this runs."""
    row = site.api(f"/api/v1/clients/{client}")
    local: datetime = clock.now().astimezone(ZoneInfo(row.json["zone"]))
    hours = [f"{local + timedelta(hours=ahead):%H:00}" for ahead in (11, 12)]
    policy = {"policy": {"quiet_from": hours[0], "quiet_to": hours[1]}}
    answer = site.api(f"/api/v1/clients/{client}", "PATCH", policy, If_Match=row.headers["etag"])
    assert answer.status == 200, answer.body


def recipients(site: Installation, offer: str, state: str) -> dict[str, Any]:
    """Return a page of an offer's recipients in a state."""
    page: dict[str, Any] = site.api(f"{API}/{offer}/recipients?state={state}&per=100").json
    return page


def count_recipients(site: Installation, offer: str) -> dict[str, int]:
    """Count an offer's recipients by where they are."""
    states = ("queued", "sending", "sent", "failed", "skipped")
    return {state: recipients(site, offer, state)["total"] for state in states}


class Post:
    """A mail server that counts what was handed over to whom."""

    def __init__(self, stack: ExitStack) -> None:
        """Serve mail."""
        self._server = stack.enter_context(mail_server())
        self.settings = {"SMTP_URL": self._server.url}

    def prepare(self, site: Installation, offer: str) -> None:
        """Leave the offer as it is: it is sent by mail."""

    def count_sent(self) -> Counter[str]:
        """How often each address was sent the offer."""
        pairs = zip(self._server.taken, self._server.recipients, strict=True)
        return Counter(to for message, everybody in pairs for to in everybody if "A new car" in str(message["Subject"]))


class WhatsApp:
    """A provider that counts the templates it was handed, by recipient."""

    def __init__(self, stack: ExitStack) -> None:
        """Serve the provider."""
        self._provider = stack.enter_context(provider_on_loopback())
        self.settings = {"GRAPH_API_URL": self._provider.url, "OUTGOING_HOSTS": "127.0.0.1"}

    def prepare(self, site: Installation, offer: str) -> None:
        """Have the offer sent by an account on WhatsApp, to those who agree to mails as well."""
        account = connect(site, settings={"template": {"name": "offer_news", "language": "en"}}).rpartition("/")[2]
        values = {
            "offer": int(offer),
            "account": int(account),
            "at": f"{clock.now() - timedelta(days=1):%Y-%m-%d %H:%M:%S}",
        }
        with site.database() as connection:
            for statement in (
                "UPDATE offer SET channel = 'whatsapp', bot_id = (SELECT bot_id FROM deployment WHERE id = :account)"
                " WHERE id = :offer",
                "INSERT INTO consent (id, workspace_id, client_id, contact_id, channel, address, state, source, at)"
                " SELECT customer.id, customer.workspace_id, customer.client_id, customer.id, 'whatsapp', phone,"
                " 'opted_in', 'Form at the outlet', :at FROM customer JOIN offer_recipient ON customer_id = customer.id"
                " JOIN contact ON contact.id = customer.id WHERE offer_id = :offer",
            ):
                names = {name: value for name, value in values.items() if f":{name}" in statement}
                connection.execute(text(statement), names)

    def count_sent(self) -> Counter[str]:
        """How often each recipient was sent the offer."""
        return Counter(body["to"] for body in self._provider.sent() if "template" in body)


WAYS = [(Post, "sqlite"), (WhatsApp, "postgresql"), (Post, "postgresql"), (WhatsApp, "sqlite")]


@pytest.mark.parametrize(("channel", "database"), WAYS if ENDURE else WAYS[:2], indirect=["database"])
def test_an_offer_is_sent_once_by_killed_runners(
    folder: Path, database: str, channel: type[Post] | type[WhatsApp]
) -> None:
    with ExitStack() as stack:
        post = channel(stack)
        settings = {"DATABASE_URL": database, "SSR_WORKERS": "0"} | post.settings
        site = stack.enter_context(running(folder, **settings))
        (row,) = site.api(f"{API}?q=Exchange").json["items"]
        offer = row["id"]
        post.prepare(site, offer)
        clear_quiet_hours(site, site.api(f"{API}/{offer}").json["client"]["id"])
        at = site.api(f"{API}/{offer}")
        before = count_recipients(site, offer)
        assert before["queued"] > 4 * KILLS
        slower = site.api(f"{API}/{offer}", "PATCH", {"throttle_per_s": 20}, If_Match=at.headers["etag"])
        assert slower.status == 200, slower.body
        assert site.api(f"{API}/{offer}/resume", "POST", {"reason": "On again"}).status == 200
        killed = 0

        def ended() -> bool:
            nonlocal killed
            time.sleep(random.uniform(0.1, 0.4))
            if killed < KILLS and post.count_sent().total() > 4 * killed:
                killed += site.kill("jobs", 0)
            for job in site.api("/api/v1/jobs?state=failed").json["items"]:
                site.api(f"/api/v1/jobs/{job['id']}/retry", "POST")
            counts = count_recipients(site, offer)
            return counts["queued"] + counts["sending"] == 0

        site.until(ended, "nobody waits any more")
        assert killed == KILLS
        taken = post.count_sent()
        assert set(taken.values()) == {1}
        counts = count_recipients(site, offer)
        change = {state: count - before[state] for state, count in counts.items()}
        failed = recipients(site, offer, "failed")["items"]
        interrupted = sum(recipient["reason"] == "interrupted" for recipient in failed)
        assert change["failed"] == interrupted <= killed
        assert change["sent"] <= len(taken) <= change["sent"] + interrupted
        assert change["sent"] + change["failed"] + change["skipped"] == before["queued"]
        site.check()
