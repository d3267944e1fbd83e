"""Recordings of calls, and a server that has them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import time_machine
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app.channels.voice import sound
from app.channels.voice.models import VoiceCall
from app.core.clock import now
from app.core.db.base import db
from tests.app.channels.voice.calls import Caller, Number
from tests.factories.mail import do_jobs
from tests.factories.servers import serve
from tests.factories.speech import wav_of

As = Callable[..., FlaskClient]
SECONDS = 20


def recorded(*loud: tuple[int, int, int]) -> bytes:
    """A WAV of two channels, loud in spans of (channel, from ms, to ms)."""
    samples = np.zeros((sound.RATE * SECONDS, 2), np.int16)
    tone = (np.sin(np.arange(len(samples)) / 3) * 12_000).astype(np.int16)
    for channel, start, end in loud:
        span = slice(start * sound.RATE // 1000, end * sound.RATE // 1000)
        samples[span, channel] = tone[span]
    return wav_of(samples)


@contextmanager
def serve_recording(data: bytes, status: int = 200) -> Iterator[str]:
    """A server with a recording; gives its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_args: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    with serve(server):
        yield f"http://127.0.0.1:{server.server_port}/recordings/RE1"


def recorded_call(as_: As, app: Flask, data: bytes, **more: int) -> tuple[Any, str]:
    """A call of 20 seconds in which a card's number is said at 8 seconds, and its recording."""
    moment = now().replace(microsecond=0)
    with serve_recording(data, **more) as url, time_machine.travel(moment, tick=False) as clock:
        number = Number(as_("admin"), consent={"mode": "announce", "text": {}}).connect()
        caller = Caller(number)
        assert "<Start><Recording" in caller.twiml
        clock.shift(timedelta(seconds=5))
        caller.say("when are you open")
        clock.shift(timedelta(seconds=5))
        caller.say("my card is 4111 1111 1111 1111")
        clock.shift(timedelta(seconds=10))
        number.end("CA1", CallDuration="20")
        fields = {"CallSid": "CA1", "RecordingSid": "RE1", "RecordingUrl": url, "RecordingStatus": "completed"}
        for _ in range(2):
            assert number.send(f"{number.hook}/recording", fields).status_code == 200
        do_jobs(app)
    db.session.rollback()
    call = db.session.scalars(select(VoiceCall).where(VoiceCall.sid == "CA1")).one()
    return number, str(call.id)


LOUD = ((1, 200, 2000), (0, 3000, 4500), (1, 5200, 7000), (0, 8000, 9500), (1, 10_300, 12_000))
