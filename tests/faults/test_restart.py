"""The web server restarted under load: what was asked is answered, by the old workers or by the new ones."""

import http.client
import json
import os
import re
import signal
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.endurance import repetitions
from tests.factories.loads import write_and_read
from tests.faults.conftest import new_folder
from tests.faults.installation import Installation, Load, copy, end, running

RELOADS = repetitions(1, 3)
MOMENT = 5
"""Longer than a worker that ends keeps a connection on which nothing comes."""


@pytest.fixture(scope="module")
def site(template: Path) -> Iterator[Installation]:
    """An installation whose web server is reloaded."""
    with new_folder() as folder, running(copy(template, folder), SSR_WORKERS="0") as server:
        yield server


def test_no_request_is_lost_when_the_web_server_reloads(site: Installation) -> None:
    with Load(lambda n: write_and_read(site, n, []), 4) as load:
        for _ in range(RELOADS):
            master, *old = site.processes("web")
            master.send_signal(signal.SIGHUP)
            site.until(lambda old=old: not any(child.is_running() for child in old), "the old workers have gone")
            site.until(lambda: len(site.processes("web")) == 3, "and new ones are there")
    assert set(load.results) == {"201 200"}, load.count()


def test_no_request_is_lost_when_a_web_worker_is_asked_to_end(site: Installation) -> None:
    with Load(lambda n: write_and_read(site, n, []), 4) as load:
        for _ in range(RELOADS):
            worker = site.processes("web")[1]
            worker.terminate()
            site.until(lambda worker=worker: not worker.is_running(), "the worker has gone")
    assert set(load.results) == {"201 200"}, load.count()


@pytest.mark.parametrize("way", ["reload", "stop"])
def test_a_body_on_its_way_is_waited_for_and_answered(folder: Path, way: str) -> None:
    body = json.dumps({"email": "admin@demo.com", "password": "admin"}).encode()
    head = f"POST /jwt/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nExpect: 100-continue\r\n\
Content-Length: {len(body)}\r\n\r\n"
    with running(folder, SSR_WORKERS="0") as site:
        with socket.create_connection(("127.0.0.1", site.port), 30) as client:
            client.sendall(head.encode())
            assert client.recv(100).startswith(b"HTTP/1.1 100"), "a worker waits for the body"
            client.sendall(body[:10])
            master, *old = site.processes("web")
            if way == "reload":
                master.send_signal(signal.SIGHUP)
                site.until(
                    lambda: sum(child.is_running() for child in old) == 1, "the worker without a client has gone"
                )
            else:
                site.server.terminate()
                site.until(lambda: not site.processes("jobs"), "the others have ended")
            time.sleep(MOMENT)
            client.sendall(body[10:])
            assert client.recv(1000).startswith(b"HTTP/1.1 200")
        site.until(lambda: not any(child.is_running() for child in old), "and then it ends")


def test_figures_outlive_the_processes_that_counted_them_and_their_files_do_not(folder: Path) -> None:
    with running(folder, SSR_WORKERS="0") as site:
        memory, name = Path("/dev/shm"), f"parley-metrics-{os.getuid()}-{site.port}"
        figures = (memory if memory.is_dir() else folder) / name
        count = 0
        for part in ("web", "web", "jobs", "web"):
            for _ in range(5):
                assert site.ask("/api/docs").status == 200
                count += 1
            if part == "jobs":
                runner = site.processes(part)[0]
                runner.kill()
                site.until(lambda runner=runner: not runner.is_running(), "the runner has gone")
            else:
                master, *old = site.processes(part)
                master.send_signal(signal.SIGHUP)
                site.until(lambda old=old: not any(child.is_running() for child in old), "the old workers have gone")

        def owners() -> set[str]:
            alive = {str(process.pid) for part in ("web", "jobs") for process in site.processes(part)}
            return {file.stem.rpartition("_")[2] for file in figures.glob("*.db")} - alive - {str(site.server.pid)}

        site.until(lambda: owners() == {"ended"}, "those of the dead are together")
        counted = re.search(r'duration_seconds_count.*route="/api/docs".* (\S+)', site.ask("/metrics").body.decode())
        assert counted is not None and float(counted[1]) == count


def test_a_kept_connection_learns_that_it_ends(site: Installation) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=30)
    connection.auto_open = 0
    connection.connect()
    count, is_last = 0, False
    while not is_last:
        connection.request("GET", "/healthz")
        answer = connection.getresponse()
        is_last = answer.will_close
        assert answer.status == 200 and answer.read() == b"ok\n"
        count += 1
        if count == 3:
            site.processes("web")[0].send_signal(signal.SIGHUP)
    assert count > 3


def test_what_is_under_way_at_the_end_is_answered(folder: Path) -> None:
    with running(folder, SSR_WORKERS="0") as site:
        names, is_ending = list[str](), threading.Event()

        def ask(number: int) -> str:
            late = "late " if is_ending.is_set() else ""
            try:
                return late + write_and_read(site, number, names)
            except ConnectionRefusedError as error:
                # Nobody has taken it: of a pair of calls the second can come after the end has begun.
                return ("late " if is_ending.is_set() else "") + type(error).__name__
            except OSError as error:
                return late + type(error).__name__

        with Load(ask, 4, 0.01) as load:
            time.sleep(2)
            is_ending.set()
            end(site.server)
        # What was asked before is answered. Of what comes later the system refuses or resets what nobody has taken.
        refused = {"late ConnectionRefusedError", "late ConnectionResetError"}
        assert set(load.results) <= {"201 200", "late 201 200", *refused}, load.count()
        assert load.count()["201 200"] > 4
        assert len(names) > 4 and set(site.bots("restart ")) == set(names)
