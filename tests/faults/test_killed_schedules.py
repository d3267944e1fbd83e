"""Job runners killed while a schedule is delivered: one delivery, nobody gets a mail twice, and none is lost."""

import random
import time
from collections import Counter
from pathlib import Path
from typing import Any

from tests.endurance import repetitions
from tests.factories.mail import mail_server
from tests.faults.conftest import BOTH
from tests.faults.installation import running

KILLS = repetitions(2, 4)
API = "/api/v1/schedules"
PEOPLE = [f"person{number}@example.com" for number in range(10)]


@BOTH
def test_a_schedule_mails_once_by_killed_runners(folder: Path, database: str) -> None:
    with mail_server() as post, running(folder, DATABASE_URL=database, SSR_WORKERS="0", SMTP_URL=post.url) as site:

        def slowly(_address: str) -> None:
            time.sleep(0.15)

        post.refuses = slowly
        times = {"every": "day", "at": "09:00", "zone": "UTC", "formats": ["html", "csv"]}
        answer = site.api(API, "POST", {"name": "Kill me", "report": "dashboard", "recipients": PEOPLE} | times)
        assert answer.status == 201, answer.body
        url, killed = f"{API}/{answer.json['id']}", 0
        assert site.api(f"{url}/run", "POST").status == 202

        def mails() -> list[dict[str, Any]]:
            items = site.api(f"{url}/deliveries").json["items"]
            assert len(items) <= 1
            return list(items[0]["mails"]) if items else []

        def ended() -> bool:
            nonlocal killed
            time.sleep(random.uniform(0.1, 0.3))
            if killed < KILLS and len(post.taken) >= 2 * killed:
                killed += site.kill("jobs", 0)
            for job in site.api("/api/v1/jobs?state=failed").json["items"]:
                site.api(f"/api/v1/jobs/{job['id']}/retry", "POST")
            states = {mail["state"] for mail in mails()}
            return bool(states) and not states & {"waiting", "sending"}

        site.until(ended, "every mail was attempted")
        assert killed == KILLS
        got = Counter(
            address for message, addresses in zip(post.taken, post.recipients, strict=True) for address in addresses
            if "Kill me" in str(message["Subject"])
        )  # fmt: skip
        assert set(got.values()) == {1}
        sent = [mail["to"] for mail in mails() if mail["state"] == "sent"]
        unsure = [mail for mail in mails() if mail["state"] == "failed"]
        assert [mail["to"] for mail in mails()] == PEOPLE
        assert all(mail["reason"] == "interrupted" for mail in unsure) and len(unsure) <= killed
        assert set(sent) <= set(got) and len(got) <= len(sent) + len(unsure)
        site.check()
