"""Job runners killed while they send an offer: nobody gets it twice, and every recipient has come to an end."""

import random
import time
from collections import Counter
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from app.core import clock
from tests.endurance import repetitions
from tests.factories.mail import mail_server
from tests.faults.conftest import BOTH
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
    states = ("queued", "sending", "delivered", "failed", "skipped")
    return {state: recipients(site, offer, state)["total"] for state in states}


@BOTH
def test_an_offer_is_sent_once_by_killed_runners(folder: Path, database: str) -> None:
    with mail_server() as post, running(folder, DATABASE_URL=database, SSR_WORKERS="0", SMTP_URL=post.url) as site:
        (row,) = site.api(f"{API}?q=Exchange").json["items"]
        offer = row["id"]
        clear_quiet_hours(site, site.api(f"{API}/{offer}").json["client"]["id"])
        at = site.api(f"{API}/{offer}")
        before = count_recipients(site, offer)
        assert before["queued"] > 4 * KILLS
        slower = site.api(f"{API}/{offer}", "PATCH", {"throttle_per_s": 5}, If_Match=at.headers["etag"])
        assert slower.status == 200, slower.body
        assert site.api(f"{API}/{offer}/resume", "POST", {"reason": "On again"}).status == 200
        killed = 0

        def ended() -> bool:
            nonlocal killed
            time.sleep(random.uniform(0.1, 0.4))
            if killed < KILLS and len(post.taken) > 4 * killed:
                killed += site.kill("jobs", 0)
            for job in site.api("/api/v1/jobs?state=failed").json["items"]:
                site.api(f"/api/v1/jobs/{job['id']}/retry", "POST")
            counts = count_recipients(site, offer)
            return counts["queued"] + counts["sending"] == 0

        site.until(ended, "nobody waits any more")
        assert killed == KILLS
        got = Counter(
            address
            for message, addresses in zip(post.taken, post.recipients, strict=True)
            for address in addresses
            if "A new car" in str(message["Subject"])
        )
        assert set(got.values()) == {1}
        counts = count_recipients(site, offer)
        change = {state: count - before[state] for state, count in counts.items()}
        failed = recipients(site, offer, "failed")["items"]
        interrupted = sum(recipient["reason"] == "interrupted" for recipient in failed)
        assert change["failed"] == interrupted <= killed
        assert change["delivered"] <= len(got) <= change["delivered"] + interrupted
        assert change["delivered"] + change["failed"] + change["skipped"] == before["queued"]
        site.check()
