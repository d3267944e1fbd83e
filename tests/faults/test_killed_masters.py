"""Job runners killed while they take vehicles in, and while they take them back out: each row once, all of them."""

import random
import time
import uuid
from pathlib import Path
from typing import Any

from tests.endurance import repetitions
from tests.faults.conftest import BOTH
from tests.faults.installation import Installation, running
from tests.fixtures.vehicles import CODES, vehicles

ROWS, BAD, KILLS = repetitions(2_000, 6_000), 20, repetitions(1, 3)


def upload(site: Installation, text: str) -> str:
    """Begin an import; gives its address."""
    boundary = uuid.uuid4().hex
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="vehicles.csv"\r\n\r\n'
    answer = site.ask(
        "/api/v1/masters/vehicles/import", "POST", data=f"{head}{text}\r\n--{boundary}--\r\n".encode(),
        Content_Type=f"multipart/form-data; boundary={boundary}", Authorization=f"Bearer {site.token}",
        Idempotency_Key=uuid.uuid4().hex,
    )  # fmt: skip
    assert answer.status == 202, answer.body
    return f"/api/v1/masters/imports/{answer.json['id']}"


def survive(site: Installation, at: str, end: str) -> dict[str, Any]:
    """Kill the runner again and again until the import has come to an end; what it says then."""
    killed = 0

    def ended() -> bool:
        nonlocal killed
        # The first time as soon as there is something to interrupt: on a quiet machine all is over in a second or two.
        time.sleep(random.uniform(0.3, 1.2) if killed else 0.02)
        for job in site.api("/api/v1/jobs?state=failed").json["items"]:
            site.api(f"/api/v1/jobs/{job['id']}/retry", "POST")
        if killed < KILLS and site.api("/api/v1/jobs?state=running").json["total"]:
            killed += site.kill("jobs", 0)
        return bool(site.api(at).json["state"] == end)

    site.until(ended, f"the import is {end}")
    assert killed > 0
    row: dict[str, Any] = site.api(at).json
    return row


@BOTH
def test_vehicles_are_taken_in_and_out_once_by_killed_runners(folder: Path, database: str) -> None:
    with running(folder, DATABASE_URL=database, SSR_WORKERS="0") as site:
        before = {kind: site.api(f"/api/v1/{kind}").json["total"] for kind in ("vehicles", "customers")}
        at = upload(site, vehicles(ROWS, bad=BAD, outlets=CODES))
        counts = survive(site, at, "done")
        assert (counts["new"], counts["changed"], counts["unchanged"], counts["error_count"]) == (ROWS - BAD, 0, 0, BAD)
        assert site.api("/api/v1/vehicles").json["total"] - before["vehicles"] == ROWS - BAD
        assert site.api(f"{at}/undo", "POST").status == 202
        counts = survive(site, at, "undone")
        assert (counts["undone"], counts["retained"]) == (ROWS - BAD, 0)
        assert {kind: site.api(f"/api/v1/{kind}").json["total"] for kind in before} == before
        site.check()
