"""A render worker that hangs is found out and replaced; one that is merely busy or starting is not."""

import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.processes.supervisor import Child, end
from app.web import health_probe
from app.web.health_probe import EVERY, GRACE, MISSES, PATIENCE, Pulse, answers

HEALTHY = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
WORKER = f"""
import os, socket, sys
path = sys.argv[1]
if os.path.exists(path): os.unlink(path)
with socket.socket(socket.AF_UNIX) as server:
    server.bind(path)
    server.listen()
    while True:
        client = server.accept()[0]
        client.recv(1000)
        client.sendall({HEALTHY!r})
        client.close()
"""


@pytest.fixture
def listening(tmp_path: Path) -> Iterator[socket.socket]:
    """A worker's socket, with nobody who answers yet."""
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "w.sock"))
        server.listen()
        server.settimeout(5)
        yield server


def serve(listening: socket.socket, answer: bytes = HEALTHY) -> None:
    """Answer the next question."""
    client = listening.accept()[0]
    assert client.recv(1000).startswith(b"GET /health HTTP/1.1\r\n")
    client.sendall(answer)
    client.close()


def lost_at(asking: Pulse, moment: float, until: float) -> float | None:
    """When, in tenths of a second, the worker counts as lost."""
    while moment < until:
        if asking.is_lost(moment):
            return moment
        moment = round(moment + 0.1, 1)
    return None


def answer_once(asking: Pulse, listening: socket.socket, moment: float, reply: bytes = HEALTHY) -> None:
    """Have the worker answer one question asked at `moment`."""
    assert not asking.is_lost(moment)
    serve(listening, reply)
    assert not asking.is_lost(moment)


def test_a_worker_that_stops_answering_is_lost_after_two_misses(listening: socket.socket) -> None:
    asking = Pulse(listening.getsockname())
    answer_once(asking, listening, EVERY)
    lost = lost_at(asking, EVERY, 100)
    assert lost == pytest.approx(EVERY + MISSES * (EVERY + PATIENCE), abs=0.5)


def test_a_busy_worker_that_answers_late_is_kept(listening: socket.socket) -> None:
    asking = Pulse(listening.getsockname())
    answer_once(asking, listening, EVERY)
    for round_ in range(1, 6):
        moment = EVERY + round_ * (EVERY + PATIENCE)
        assert lost_at(asking, moment, moment + PATIENCE) is None
        serve(listening)
        assert not asking.is_lost(moment + PATIENCE)
    assert asking.misses == 0


def test_what_is_no_good_answer_is_a_miss(listening: socket.socket) -> None:
    asking = Pulse(listening.getsockname())
    answer_once(asking, listening, EVERY)
    answer_once(asking, listening, 3 * EVERY, b"HTTP/1.1 500 Oops\r\n\r\n")
    assert asking.misses == 1


def test_a_worker_may_take_its_time_to_start_but_not_for_ever(tmp_path: Path) -> None:
    asking = Pulse(str(tmp_path / "not-there.sock"))
    lost = lost_at(asking, 0, 100)
    assert lost is not None and GRACE < lost <= GRACE + (MISSES + 1) * EVERY


def test_a_hung_worker_is_killed_and_started_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health_probe, "EVERY", 0.05)
    monkeypatch.setattr(health_probe, "PATIENCE", 0.3)
    path = str(tmp_path / "w.sock")
    child = Child("renderer", [sys.executable, "-c", WORKER, path], pulse=Pulse(path))

    def watch_until(done: Callable[[], bool]) -> None:
        """Let the supervisor look after the child until something is so."""
        for _ in range(1000):
            child.watch()
            if done():
                return
            time.sleep(0.02)
        raise AssertionError("never")

    def healthy() -> bool:
        """Whether the child answers."""
        try:
            return answers(path, 0.5)
        except OSError:
            return False

    watch_until(healthy)
    watch_until(lambda: child.pulse is not None and child.pulse._answered)
    first = child.process
    assert first is not None
    os.kill(first.pid, signal.SIGSTOP)
    watch_until(lambda: child.process is not None and child.process is not first and healthy())
    assert first.returncode == -signal.SIGKILL
    end([child])


def test_readiness_names_every_renderer_and_lives_with_one(
    app: Flask, client: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = replace(app.config["SETTINGS"], ssr_socket=str(tmp_path / "r.sock"), ssr_workers=2)
    monkeypatch.setitem(app.config, "SETTINGS", settings)
    nobody = client.get("/readyz").json["checks"]["renderer"]
    assert not nobody["ok"] and not nobody["required"]
    assert nobody["detail"] == "r.sock No such file or directory, r-1.sock No such file or directory"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(settings.renderer_sockets[1])
        server.listen()
        server.settimeout(5)
        thread = threading.Thread(target=serve, args=(server,))
        thread.start()
        renderer = client.get("/readyz").json["checks"]["renderer"]
        thread.join()
        assert renderer == {"ok": True, "detail": "r.sock No such file or directory, r-1.sock answers"}
        deaf = client.get("/readyz").json["checks"]["renderer"]
        assert not deaf["ok"] and "r-1.sock timed out" in deaf["detail"]


def test_readiness_tells_who_understands(
    app: Flask, client: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = replace(app.config["SETTINGS"], understanding_socket=str(tmp_path / "n.sock"))
    monkeypatch.setitem(app.config, "SETTINGS", settings)
    nobody = client.get("/readyz").json["checks"]["understanding"]
    assert nobody == {"ok": False, "detail": "No such file or directory", "required": False}
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(settings.understanding_socket)
        server.listen()
        server.settimeout(5)
        thread = threading.Thread(target=serve, args=(server,))
        thread.start()
        assert client.get("/readyz").json["checks"]["understanding"] == {"ok": True, "detail": "answers"}
        thread.join()
    monkeypatch.setitem(app.config, "SETTINGS", replace(settings, understanding="inside"))
    assert client.get("/readyz").json["checks"]["understanding"]["ok"]
