"""Web workers and job runners killed while they write: what was acknowledged is there, and nothing is twice."""

import http.client
import json
import random
import sqlite3
import threading
import time
import uuid
from collections import Counter
from pathlib import Path
from urllib.parse import urlencode

import pytest
from sqlalchemy import create_engine, text

from tests.faults.conftest import BOTH
from tests.faults.installation import Installation, Load, running

WRITERS = 4
ROUNDS = {"": 80, "postgresql": 20}
"""Web workers killed, on SQLite and on PostgreSQL; with runners and renderers a hundred processes in all."""
IMPORTS, DIALOGUES = 10, 450
MANY = 15_000
"""Dialogues that keep a runner busy for seconds."""
RUNNER_KILLS = {"": 12, "postgresql": 8}


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


def names(site: Installation, start: str) -> Counter[str]:
    """The bots whose name begins so, by reading the database itself."""
    engine = create_engine(site.env["DATABASE_URL"].replace("postgresql:", "postgresql+psycopg:") or sqlite(site))
    with engine.connect() as connection:
        rows = connection.execute(text("SELECT name FROM bot WHERE name LIKE :start"), {"start": f"{start}%"})
        return Counter(name for (name,) in rows)


def sqlite(site: Installation) -> str:
    """The address of the SQLite file."""
    return f"sqlite:///{site.folder / 'parley.db'}"


def check_database(site: Installation) -> None:
    """The database is whole, and the rollups are what a recount gives."""
    if not site.env["DATABASE_URL"]:
        with sqlite3.connect(site.folder / "parley.db") as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    verified = site.flask("rollups", "verify")
    assert verified.returncode == 0, verified.stdout + verified.stderr


@BOTH
def test_no_acknowledged_write_is_lost_to_a_killed_web_worker(folder: Path, database: str) -> None:
    rounds = ROUNDS["postgresql" if database else ""]
    with running(folder, DATABASE_URL=database, SSR_WORKERS="0") as site:
        acknowledged = list[str]()
        with Load(lambda n: write(site, acknowledged, n), WRITERS) as load:
            killed = 0
            while killed < rounds:
                # In the midst of writes: after one more is acknowledged, and a moment drawn by lot.
                before = len(acknowledged)
                site.until(lambda before=before: len(acknowledged) > before, "writes go on")
                time.sleep(random.uniform(0.0, 0.15))
                killed += site.kill("web", random.randrange(2))
        seen, stored = load.count(), names(site, "kill ")
        assert set(seen) <= {"created", "replayed"}, seen
        assert len(acknowledged) > rounds
        assert set(acknowledged) <= set(stored), "acknowledged and lost"
        assert set(stored.values()) == {1}, "written twice"
        assert set(stored) == set(acknowledged), "written and never told, though the client asked until it was"
        check_database(site)


def dialogues(number: int, size: int = DIALOGUES) -> bytes:
    """A file of dialogues nobody else has."""
    return "\n".join(
        json.dumps({
            "id": f"kill-{number}-{n}", "contact": f"caller {number} {n}",
            "turns": [{"speaker": "user", "text": "Is my car ready?"}, {"speaker": "bot", "text": "It is."}],
        })
        for n in range(size)
    ).encode()  # fmt: skip


def upload(site: Installation, number: int, size: int = DIALOGUES) -> str:
    """Begin an import; gives its id."""
    boundary = uuid.uuid4().hex
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="kill-{number}.jsonl"\r\n\r\n'
    body = head.encode() + dialogues(number, size) + f"\r\n--{boundary}--\r\n".encode()
    answer = site.ask(
        "/api/v1/imports", "POST", data=body, Content_Type=f"multipart/form-data; boundary={boundary}",
        Authorization=f"Bearer {site.token}", Idempotency_Key=uuid.uuid4().hex,
    )  # fmt: skip
    assert answer.status == 202, answer.body
    return str(answer.json["id"])


def revive_dead_letters(site: Installation) -> int:
    """Run again whatever was given up; gives how many there were."""
    dead = site.api("/api/v1/jobs?" + urlencode({"state": "failed"})).json["items"]
    for job in dead:
        assert site.api(f"/api/v1/jobs/{job['id']}/retry", "POST").status == 202
    return len(dead)


@BOTH
def test_no_job_is_lost_or_done_twice_by_killed_runners(folder: Path, database: str) -> None:
    kills = RUNNER_KILLS["postgresql" if database else ""]
    with running(folder, DATABASE_URL=database, SSR_WORKERS="0") as site:
        before = site.api("/api/v1/conversations?r=all&per=10").json["total"]
        ids = [upload(site, number) for number in range(IMPORTS)]
        over = threading.Event()

        def kill() -> None:
            killed = 0
            while killed < kills and not over.is_set():
                killed += site.kill("jobs", 0)
                over.wait(random.uniform(1.2, 2.2))  # It takes a second to start and take a job.

        killer = threading.Thread(target=kill)
        killer.start()
        killer.join(120)

        def done() -> bool:
            revive_dead_letters(site)
            states = {site.api(f"/api/v1/imports/{one}").json["state"] for one in ids}
            return states == {"done"}

        site.until(done, "all imports are done")
        over.set()
        told = [site.api(f"/api/v1/imports/{one}").json for one in ids]
        assert [(one["done"] + one["skipped"], one["dialogues"]) for one in told] == [(DIALOGUES, DIALOGUES)] * IMPORTS
        after = site.api("/api/v1/conversations?r=all&per=10").json["total"]
        assert after - before == IMPORTS * DIALOGUES
        assert site.api("/api/v1/jobs?state=failed").json["total"] == 0
        check_database(site)


def test_a_runner_asked_to_end_gives_its_job_back(folder: Path) -> None:
    with running(folder, SSR_WORKERS="0") as site:
        one = upload(site, 1, MANY)
        job = site.api("/api/v1/jobs?per=10").json["items"][0]["id"]
        runner = site.processes("jobs")[0]
        site.until(lambda: site.api(f"/api/v1/jobs/{job}").json["state"] == "running", "the job runs")
        runner.terminate()
        site.until(lambda: not runner.is_running() or runner.status() == "zombie", "the runner has ended")
        site.until(lambda: site.api(f"/api/v1/imports/{one}").json["state"] == "done", "the next one goes on")
        assert site.api(f"/api/v1/jobs/{job}").json["attempts"] == 1, "given back, it has cost no try"
        assert "job_given_back" in site.log()
        assert site.api("/api/v1/conversations?r=all&per=10").status == 200


@pytest.mark.parametrize("way", ["api", "command"])
def test_a_dead_letter_is_seen_and_run_again(folder: Path, way: str) -> None:
    with running(folder, SSR_WORKERS="0") as site:
        one = upload(site, 1)
        job = site.api("/api/v1/jobs?per=10").json["items"][0]["id"]
        with sqlite3.connect(folder / "parley.db", timeout=20) as connection:
            # As if five runners had died of it, on other machines.
            connection.execute(
                "UPDATE job SET state='running', attempts=5, lease_by='gone:1:x', lease_until='2026-01-01' WHERE id=?",
                (int(job),),
            )
            connection.execute("UPDATE import SET state='running', line=0, finished_at=NULL WHERE id=?", (int(one),))
        site.until(lambda: site.api("/api/v1/jobs?state=failed").json["total"] == 1, "it is a dead letter")
        told = site.api(f"/api/v1/jobs/{job}").json
        assert (told["error"], told["attempts"]) == ("Its runner died every time.", 5)
        assert site.api(f"/api/v1/imports/{one}").json["state"] == "failed"
        if way == "api":
            assert site.api(f"/api/v1/jobs/{job}/retry", "POST").status == 202
            assert site.api(f"/api/v1/jobs/{job}/retry", "POST").status == 409
        else:
            assert f"{job}  import" in site.flask("jobs", "failed").stdout
            assert site.flask("jobs", "retry", job).returncode == 0
            assert site.flask("jobs", "retry", job).returncode == 1
        site.until(lambda: site.api(f"/api/v1/imports/{one}").json["state"] == "done", "it is done after all")
