"""Two installations on one PostgreSQL and one Redis: what is written at one is heard, counted and done at the other."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.factories.installations import start_import
from tests.factories.redis import redis_answers, require_redis, run_redis
from tests.faults.conftest import new_folder
from tests.faults.installation import Answer, Installation, copy, running
from tests.ports import free_port

LIMIT = 10
"""Failed sign-ins of one account that are answered."""


@pytest.fixture(scope="module")
def pair(template: Path, request: pytest.FixtureRequest) -> Iterator[tuple[Installation, Installation]]:
    """A machine that only serves and one that works as well, each with processes, port and folder of its own."""
    require_redis()
    cluster = request.getfixturevalue("cluster")
    cluster.create("several", "prepared")
    port = free_port()
    shared = {
        "DATABASE_URL": cluster.address("several"),
        "REDIS_URL": f"redis://127.0.0.1:{port}/0",
        "CELERY_BROKER_URL": f"redis://127.0.0.1:{port}/1",
        "SSR_WORKERS": "0",
    }
    with ExitStack() as stack:
        stack.enter_context(run_redis(port))
        while not redis_answers(port):
            time.sleep(0.01)
        folders = [copy(template, stack.enter_context(new_folder())) for _ in range(2)]
        # Files that came to one machine are the other's to work on: a network folder, where the machines are real.
        for name in ("imports", "exports"):
            (folders[0] / name).mkdir(exist_ok=True)
            (folders[1] / name).symlink_to(folders[0] / name)
        serves = stack.enter_context(running(folders[0], JOB_THREADS="0", **shared))
        works = stack.enter_context(running(folders[1], JOB_THREADS="1", **shared))
        yield serves, works


def test_who_waits_at_one_hears_what_is_written_at_the_other(pair: tuple[Installation, Installation]) -> None:
    for writes, waits in (pair, pair[::-1]):
        after = waits.api("/api/v1/live").json["after"]
        heard = list[Answer]()
        waiting = threading.Thread(target=lambda waits=waits, after=after, heard=heard: heard.append(
            waits.api(f"/api/v1/live?after={after}")
        ))  # fmt: skip
        waiting.start()
        time.sleep(1)  # Until it waits: then only the event itself answers it.
        assert not heard
        answer = writes.api("/api/v1/tasks", "POST", {"title": "Heard elsewhere"})
        assert answer.status == 201, answer.body
        waiting.join(30)
        changed = json.loads(heard[0].body)
        assert changed["after"] > after and "task" in {change["kind"] for change in changed["changes"]}


def test_failed_sign_ins_at_both_are_counted_together(pair: tuple[Installation, Installation]) -> None:
    statuses = []
    for number in range(LIMIT + 4):
        wrong = {"email": "client@demo.com", "password": "wrong"}
        statuses.append(pair[number % 2].ask("/jwt/login", "POST", data=wrong).status)
    assert statuses == [400] * LIMIT + [429] * 4


def test_work_that_came_to_one_is_done_by_the_other_and_found_by_both(pair: tuple[Installation, Installation]) -> None:
    serves, works = pair
    ids = [start_import(serves, 1, 200), start_import(works, 2, 200)]
    for import_id in ids:
        for here in pair:
            here.until(
                lambda here=here, import_id=import_id: here.api(f"/api/v1/imports/{import_id}").json["state"] == "done",
                "it is in",
            )
    begun = serves.api("/api/v1/exports?r=all", "POST", Idempotency_Key="several")
    assert begun.status == 202, begun.body
    export = begun.json["id"]
    serves.until(lambda: serves.api(f"/api/v1/exports/{export}").json["state"] == "ready", "the file is written")
    assert serves.api(f"/api/v1/exports/{export}/file").status == 200
    assert "celery" not in serves.log().lower()
    works.check()
