"""The process that holds the models, over its socket: asking it, doing without it, training and stopping that."""

import socket
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.bots.understanding import client, frames, serving
from app.bots.understanding.answering import Models
from app.bots.understanding.client import Inside, Process, TrainingRefused, Unavailable
from app.web.health_probe import answers
from tests.factories.servers import serve

DATA = {
    "intents": {"hello": {"en": ["hello", "hi there", "good morning"]}, "bye": {"en": ["bye", "see you", "so long"]}},
    "questions": [],
}


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder with a short name, as sockets need."""
    with tempfile.TemporaryDirectory(prefix="parley-u-") as folder:
        yield Path(folder)


@pytest.fixture
def server(place: Path) -> Iterator[serving.Server]:
    """A process that answers."""
    instance = serving.Server(str(place / "nlu.sock"), place)
    with serve(instance):
        yield instance


@pytest.fixture
def process(place: Path, server: serving.Server) -> Process:
    """Who asks."""
    return Process(str(place / "nlu.sock"))


def silent(_progress: float) -> None:
    """Nobody wants to know."""


def test_what_is_trained_is_read(process: Process, place: Path) -> None:
    heard: list[float] = []
    figures, content = process.train(DATA, b"", heard.append)
    assert [intent["name"] for intent in figures["intents"]] == ["hello", "bye"] and heard
    (place / "first").write_bytes(content)
    items = process.read("first", ["hello", "bye"], "balanced")
    assert items is not None and [item["intents"][0]["name"] for item in items] == ["hello", "bye"]
    assert process.read("first", ["hello"], "balanced") == items[:1]
    _, again = process.train(DATA, content, silent)
    assert len(again) > 1000
    _, fresh = process.train(DATA, b"not a model at all", silent)
    assert len(fresh) > 1000, "what is there already is of no use, so everything is made anew"


def test_the_same_happens_inside_where_that_is_configured(place: Path) -> None:
    inside = Inside(place)
    _, content = inside.train(DATA, b"", silent)
    (place / "first").write_bytes(content)
    items = inside.read("first", ["hello"], "balanced")
    assert items is not None and items[0]["intents"][0]["score"] == 1.0
    assert inside.read("second", ["hello"], "balanced") is None


def test_a_model_that_is_not_there_is_no_failure_of_the_process(process: Process, server: serving.Server) -> None:
    for _ in range(client.FAILURES + 1):
        assert process.read("../../etc/passwd", ["hello"], "balanced") is None
    assert process._rests_until == 0.0


def test_a_probe_sees_that_it_lives(place: Path, server: serving.Server) -> None:
    assert answers(str(place / "nlu.sock"), 5)


def test_without_the_process_nobody_waits(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    process = Process(str(place / "nowhere.sock"))
    for _ in range(client.FAILURES):
        assert process.read("first", ["hello"], "balanced") is None
    tried: list[dict[str, Any]] = []
    monkeypatch.setattr(process, "_ask", lambda question, seconds: tried.append(question) or ({"items": []}, b""))
    assert process.read("first", ["hello"], "balanced") is None and tried == [], "it rests"
    monkeypatch.setattr(time, "monotonic", lambda: process._rests_until)
    assert process.read("first", [], "balanced") == [] and len(tried) == 1


def test_a_slow_model_rests_alone(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    process = Process(str(place / "nlu.sock"))
    tried: list[str] = []

    def ask(question: dict[str, Any], _seconds: float) -> tuple[dict[str, Any], bytes]:
        tried.append(question["model"])
        if question["model"] == "slow":
            raise TimeoutError
        return {"items": []}, b""

    monkeypatch.setattr(process, "_ask", ask)
    for _ in range(client.FAILURES + 3):
        assert process.read("slow", ["hello"], "balanced") is None
        assert process.read("quick", ["hello"], "balanced") == []
    assert tried.count("slow") == client.FAILURES and tried.count("quick") == client.FAILURES + 3
    later = time.monotonic() + client.REST
    monkeypatch.setattr(time, "monotonic", lambda: later)
    process.read("slow", ["hello"], "balanced")
    assert tried.count("slow") == client.FAILURES + 1


def test_a_short_training_does_not_wait_for_a_long_one(process: Process, server: serving.Server) -> None:
    long = {"intents": {"a": {"en": [f"phrase {n}" for n in range(2000)]}}, "questions": []}
    with server.models.turn(long):
        figures, _ = process.train(DATA, b"", silent)
    assert figures["engines"]


def test_who_does_not_answer_in_time_is_left(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "SECONDS", 0.05)
    with socket.socket(socket.AF_UNIX) as deaf:
        deaf.bind(str(place / "deaf.sock"))
        deaf.listen()
        assert Process(str(place / "deaf.sock")).read("first", ["hello"], "balanced") is None


def test_a_connection_that_was_closed_meanwhile_is_opened_again(process: Process, server: serving.Server) -> None:
    assert process.read("none", ["hello"], "balanced") is None and len(process._idle) == 1
    process._idle[0].shutdown(socket.SHUT_RDWR)
    assert process.read("none", ["hello"], "balanced") is None
    assert process._failures == 0


def test_training_waits_for_the_process_and_then_gives_up(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "PATIENCE", 0.1)
    heard: list[float] = []
    with pytest.raises(Unavailable):
        Process(str(place / "nowhere.sock")).train(DATA, b"", heard.append)
    assert heard, "its job keeps its lease meanwhile"


def test_training_that_is_stopped_stops_there_too(
    process: Process, server: serving.Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = threading.Event()

    def endless(_models: Models, _data: Any, _before: bytes, report_progress: Any) -> Any:
        try:
            while True:
                report_progress(0.5)
                time.sleep(0.01)
        finally:
            ended.set()

    class Cancelled(Exception):
        pass

    def report_progress(progress: float) -> None:
        if progress > 0:
            raise Cancelled

    monkeypatch.setattr(Models, "train", endless)
    with pytest.raises(Cancelled):
        process.train(DATA, b"", report_progress)
    assert ended.wait(10)
    with pytest.raises(Cancelled):
        process.train(DATA, b"", report_progress)


def test_one_is_trained_after_the_other(
    process: Process, server: serving.Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn = server.models.turn(DATA)
    turn.acquire()
    first = threading.Timer(1.5, turn.release)
    first.start()
    heard: list[float] = []
    figures, _ = process.train(DATA, b"", heard.append)
    assert figures["engines"][0] == "tfidf" and heard[0] == 0.0
    first.join()


def test_quiet_training_tells_its_job_that_it_goes_on(
    process: Process, server: serving.Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "QUIET", 0.02)

    def slow(_models: Models, _data: Any, _before: bytes, _report: Any) -> Any:
        time.sleep(0.3)
        return {"engines": []}, b"model"

    monkeypatch.setattr(Models, "train", slow)
    heard: list[float] = []
    assert process.train(DATA, b"", heard.append) == ({"engines": []}, b"model")
    assert len(heard) > 3


def test_what_cannot_be_trained_is_refused_in_words(
    process: Process, server: serving.Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(TrainingRefused, match="KeyError"):
        process.train({"intents": {}}, b"", silent)
    turn = server.models.turn(DATA)
    assert turn.acquire(timeout=1)
    turn.release()


def test_a_process_that_ends_during_training_is_unavailable(place: Path) -> None:
    with socket.socket(socket.AF_UNIX) as dying:
        dying.bind(str(place / "dying.sock"))
        dying.listen()

        def die() -> None:
            link, _ = dying.accept()
            frames.receive(link)
            link.close()

        thread = threading.Thread(target=die)
        thread.start()
        with pytest.raises(Unavailable):
            Process(str(place / "dying.sock")).train(DATA, b"", silent)
        thread.join()


def test_what_is_no_frame_is_refused(place: Path, server: serving.Server) -> None:
    with socket.socket(socket.AF_UNIX) as link:
        link.connect(str(place / "nlu.sock"))
        link.sendall(b"\xff" * 8)
        assert link.recv(1) == b""


def test_the_least_used_models_are_let_go(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    models = Models()
    _, content = models.train(DATA, b"", silent)
    for name in ("a", "b", "c"):
        (place / name).write_bytes(content)
    monkeypatch.setattr("app.bots.understanding.answering.HELD", 2 * len(content))
    for name in ("a", "b", "a", "c"):
        models.read(place / name, ["hello"], "balanced")
    assert [path.name for path in models._held] == ["a", "c"]
