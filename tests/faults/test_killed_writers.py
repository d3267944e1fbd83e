"""Web workers killed while they write: what was acknowledged is there, and nothing is twice."""

import http.client
import random
import time
import uuid
from pathlib import Path

from tests.endurance import repetitions
from tests.faults.conftest import BOTH
from tests.faults.installation import Installation, Load, running

WRITERS = 4
ROUNDS = repetitions(3, 40)
"""Web workers killed."""


def write(site: Installation, acknowledged: list[str], number: int) -> str:
    """Create a bot as a careful client does: the same key again until an answer comes."""
    name = f"kill {number} {uuid.uuid4().hex[:12]}"
    key = uuid.uuid4().hex
    for _ in range(40):
        try:
            answer = site.api("/api/v1/bots", "POST", {"name": name, "group": "service"}, Idempotency_Key=key)
        except (OSError, http.client.HTTPException):
            time.sleep(0.1)
            continue
        if answer.status == 201:
            acknowledged.append(name)
            return "replayed" if "idempotency-replayed" in answer.headers else "created"
        if answer.status not in {409, 503}:
            return f"{answer.status}: {answer.body[:200]!r}"
        time.sleep(0.1)
    return "never answered"


@BOTH
def test_no_acknowledged_write_is_lost_to_a_killed_web_worker(folder: Path, database: str) -> None:
    with running(folder, DATABASE_URL=database, SSR_WORKERS="0") as site:
        acknowledged = list[str]()
        with Load(lambda n: write(site, acknowledged, n), WRITERS) as load:
            killed = 0
            while killed < ROUNDS:
                # In the midst of writes: after one more is acknowledged, and a moment drawn by lot.
                before = len(acknowledged)
                site.until(lambda before=before: len(acknowledged) > before, "writes go on")
                time.sleep(random.uniform(0.0, 0.15))
                killed += site.kill("web", random.randrange(2))
        seen, stored = load.count(), site.bots("kill ")
        assert set(seen) <= {"created", "replayed"}, seen
        assert len(acknowledged) > ROUNDS
        assert set(acknowledged) <= set(stored), "acknowledged and lost"
        assert set(stored.values()) == {1}, "written twice"
        assert set(stored) == set(acknowledged), "written and never told, though the client asked until it was"
        site.check()
