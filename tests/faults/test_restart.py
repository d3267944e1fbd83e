"""The web server restarted under load: what was asked is answered, by the old workers or by the new ones."""

import signal
import time
from pathlib import Path

from tests.faults.installation import Installation, Load, end, running

RELOADS = 3


def write(site: Installation, number: int, acknowledged: list[str]) -> str:
    """A write and a read, each asked once."""
    name = f"restart {time.monotonic_ns()} {number}"
    made = site.api("/api/v1/bots", "POST", {"name": name, "group": "sales"})
    acknowledged += [name] if made.status == 201 else []
    read = site.api("/api/v1/conversations?r=all")
    return f"{made.status} {read.status}"


def test_no_request_is_lost_when_the_web_server_reloads(folder: Path) -> None:
    with running(folder, SSR_WORKERS="0") as site:
        with Load(lambda n: write(site, n, []), 4) as load:
            for _ in range(RELOADS):
                master, *old = site.processes("web")
                master.send_signal(signal.SIGHUP)
                site.until(lambda old=old: not any(one.is_running() for one in old), "the old workers have gone")
                site.until(lambda: len(site.processes("web")) == 3, "and new ones are there")
        assert set(load.results) == {"201 200"}, load.count()


def test_no_request_is_lost_when_a_web_worker_is_asked_to_end(folder: Path) -> None:
    with running(folder, SSR_WORKERS="0") as site:
        with Load(lambda n: write(site, n, []), 4) as load:
            for _ in range(RELOADS):
                worker = site.processes("web")[1]
                worker.terminate()
                site.until(lambda worker=worker: not worker.is_running(), "the worker has gone")
        assert set(load.results) == {"201 200"}, load.count()


def test_what_is_under_way_at_the_end_is_answered(folder: Path) -> None:
    with running(folder, SSR_WORKERS="0") as site:
        told = list[str]()
        with Load(lambda n: write(site, n, told), 4, 0.01) as load:
            time.sleep(2)
            end(site.server)
        # Nobody is there to connect to any more, and who had only knocked is turned away: nothing is done untold.
        assert set(load.results) <= {"201 200", "ConnectionRefusedError", "ConnectionResetError"}, load.count()
        assert len(told) > 4 and set(site.bots("restart ")) == set(told)
