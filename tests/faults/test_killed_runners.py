"""Job runners killed in the midst of their work: no job is lost, none is done twice."""

import random
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.endurance import repetitions
from tests.factories.installations import DIALOGUES, start_import
from tests.faults.conftest import BOTH, new_folder
from tests.faults.installation import Installation, copy, running

MANY = 6_000
"""Dialogues that keep a runner busy for seconds."""
RUNNER_KILLS = repetitions(2, 12)


def revive_dead_letters(site: Installation) -> int:
    """Run again whatever was given up; gives how many there were."""
    dead = site.api("/api/v1/jobs?" + urlencode({"state": "failed"})).json["items"]
    for job in dead:
        assert site.api(f"/api/v1/jobs/{job['id']}/retry", "POST").status == 202
    return len(dead)


@pytest.fixture(scope="module")
def site(template: Path) -> Iterator[Installation]:
    """An installation whose runner is asked to end, but not killed."""
    with new_folder() as folder, running(copy(template, folder), SSR_WORKERS="0") as server:
        yield server


@BOTH
def test_no_job_is_lost_or_done_twice_by_killed_runners(folder: Path, database: str) -> None:
    with running(folder, DATABASE_URL=database, SSR_WORKERS="0") as site:
        before = site.api("/api/v1/conversations?r=all&data=all&per=10").json["total"]
        ids, killed = [start_import(site, 0)], 0

        def states() -> set[str]:
            return {site.api(f"/api/v1/imports/{import_id}").json["state"] for import_id in ids}

        def done() -> bool:
            time.sleep(0.5)  # Who asks all the time takes the processor that the work needs.
            revive_dead_letters(site)
            return states() == {"done"}

        while killed < RUNNER_KILLS:
            time.sleep(1.2)  # One that has lived for a second is started again at once.
            if states() <= {"done", "failed"}:
                ids.append(start_import(site, len(ids)))
            time.sleep(random.uniform(0.1, 0.8))
            if site.api("/api/v1/jobs?state=running").json["total"]:
                killed += site.kill("jobs", 0)
        site.until(done, "all imports are done")
        imports = [site.api(f"/api/v1/imports/{import_id}").json for import_id in ids]
        assert [(row["done"] + row["skipped"], row["dialogues"]) for row in imports] == [(DIALOGUES, DIALOGUES)] * len(
            ids
        )
        after = site.api("/api/v1/conversations?r=all&data=all&per=10").json["total"]
        assert after - before == len(ids) * DIALOGUES
        assert site.api("/api/v1/jobs?state=failed").json["total"] == 0
        site.check()


def test_a_runner_asked_to_end_gives_its_job_back(site: Installation) -> None:
    import_id = start_import(site, 1, MANY)
    job = site.api("/api/v1/jobs?per=10").json["items"][0]["id"]
    runner = site.processes("jobs")[0]
    site.until(lambda: site.api(f"/api/v1/jobs/{job}").json["state"] == "running", "the job runs")
    runner.terminate()
    site.until(lambda: not runner.is_running() or runner.status() == "zombie", "the runner has ended")
    site.until(lambda: site.api(f"/api/v1/imports/{import_id}").json["state"] == "done", "the next one goes on")
    assert site.api(f"/api/v1/jobs/{job}").json["attempts"] == 1, "given back, it has cost no try"
    assert "job_given_back" in site.log()
    assert site.api("/api/v1/conversations?r=all&data=all&per=10").status == 200


@pytest.mark.parametrize("way", ["api", "command"])
def test_a_dead_letter_is_seen_and_run_again(site: Installation, way: str) -> None:
    import_id = start_import(site, 2 if way == "api" else 3)
    job = site.api("/api/v1/jobs?per=10").json["items"][0]["id"]
    with sqlite3.connect(site.folder / "parley.db", timeout=20) as connection:
        # As if five runners had died of it, on other machines.
        connection.execute(
            "UPDATE job SET state='running', attempts=5, lease_by='gone:1:x', lease_until='2026-01-01' WHERE id=?",
            (int(job),),
        )
        connection.execute("UPDATE import SET state='running', line=0, finished_at=NULL WHERE id=?", (int(import_id),))
    site.until(lambda: site.api("/api/v1/jobs?state=failed").json["total"] == 1, "it is a dead letter")
    crashed = site.api(f"/api/v1/jobs/{job}").json
    assert (crashed["error"], crashed["attempts"]) == ("It crashed on every attempt.", 5)
    assert site.api(f"/api/v1/imports/{import_id}").json["state"] == "failed"
    if way == "api":
        assert site.api(f"/api/v1/jobs/{job}/retry", "POST").status == 202
        assert site.api(f"/api/v1/jobs/{job}/retry", "POST").status == 409
    else:
        assert f"{job}  import" in site.flask("jobs", "failed").stdout
        assert site.flask("jobs", "retry", job).returncode == 0
        assert site.flask("jobs", "retry", job).returncode == 1
    site.until(lambda: site.api(f"/api/v1/imports/{import_id}").json["state"] == "done", "it is done after all")
