"""A runner with a kind of job that leaves traces inside and outside: `python -m tests.faults.counting`.

`begin N` adds N chains instead: the end of each job is the beginning of the next, until the file `enough` is there;
`begin -N` adds N jobs that go on until then.
"""

import http.client
import os
import sys
import time
from datetime import timedelta

from sqlalchemy import select

from app.accounts.workspaces.models import Workspace
from app.core.db.base import db
from app.core.db.tenancy import everywhere, within
from app.core.jobs import Job, enqueue, heartbeat, job
from app.core.jobs.cli import run_until_stopped
from app.processes.prefork import Copy
from wsgi import app

KIND, LONG = "tests_link", "tests_long"
SECONDS = 0.1


@job(KIND)
def link(row: Job) -> None:
    """Tell someone outside, work a while, and write down the next one together with the end."""
    chain, number = row.payload["chain"], row.payload["number"]
    heartbeat(row, 0.5)
    db.session.commit()
    outside = http.client.HTTPConnection("127.0.0.1", int(os.environ["OUTSIDE"]), timeout=10)
    outside.request("POST", f"/{chain}/{number}", headers={"Idempotency-Key": row.idempotency_key})
    outside.getresponse().read()
    outside.close()
    time.sleep(SECONDS)
    if not (app.config["SETTINGS"].instance / "enough").exists():
        enqueue(KIND, {"chain": chain, "number": number + 1})
        time.sleep(SECONDS)


@job(LONG)
def go_on(row: Job) -> None:
    """Work for as long as nobody asks the runner to end, or until there is enough."""
    while not (app.config["SETTINGS"].instance / "enough").exists():
        heartbeat(row, 0.5)
        db.session.commit()
        time.sleep(SECONDS)


def begin(chains: int) -> None:
    """Add the first link of each chain, or so many that go on and on."""
    with app.app_context():
        with everywhere():
            place = db.session.scalars(select(Workspace.id).where(Workspace.slug == "demo")).one()
            db.session.rollback()
        with within(place):
            for chain in range(abs(chains)):
                enqueue(KIND if chains > 0 else LONG, {"chain": chain, "number": 0})
            db.session.commit()


def stand_up_again() -> None:
    """A runner that is replaced whenever it is killed, as the supervisor does."""
    while True:
        Copy("parley: jobs", lambda: run_until_stopped(app)).wait()


if __name__ == "__main__":
    if app.config["SETTINGS"].celery_broker_url:
        from app.core.jobs import broker

        # Nobody waits half a minute for a message that was lost.
        broker.AGAIN = timedelta(seconds=3)
    if sys.argv[1:2] == ["begin"]:
        begin(int(sys.argv[2]))
    else:
        stand_up_again()
