"""Recordings: fetched by a job, silent where numbers are, served in ranges, read for times, deleted."""

import struct
from collections.abc import Callable
from datetime import timedelta

import numpy as np
import pytest
import time_machine
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app.channels.voice import jobs as voice_jobs
from app.channels.voice import sound, transcription
from app.channels.voice.jobs import forget_calls
from app.channels.voice.models import CallAudio, VoiceCall, VoiceTurn
from app.channels.voice.texts import word_errors
from app.core.clock import now
from app.core.db.base import db
from app.core.db.ids import new_id
from app.core.db.tenancy import everywhere
from tests.app.channels.messaging.provider import Provider
from tests.app.channels.voice.calls import Caller, Number, provider
from tests.app.channels.voice.recorded import LOUD, SECONDS, recorded, recorded_call

__all__ = ["provider"]
As = Callable[..., FlaskClient]
pytestmark = pytest.mark.both


@pytest.fixture(autouse=True)
def by_loudness(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the tones of these recordings for speech, which they are not where the extra is installed."""
    monkeypatch.setattr(transcription, "is_available", lambda: False)


def test_a_recording_is_fetched_read_and_served_without_numbers(as_: As, app: Flask, provider: Provider) -> None:
    number, call = recorded_call(as_, app, recorded(*LOUD))
    admin, path = number.admin, f"/api/v1/calls/{call}"
    entry = admin.get(path).json
    assert (entry["recording"], entry["recording_ms"], entry["consent_version"]) == (
        "ready",
        SECONDS * 1000,
        1,
    )
    assert entry["masked"] == [[4500, 10_500]]
    times = [turn["times"] for turn in entry["turns"]]
    assert (times[0]["said_from"], times[0]["said_to"]) == (200, 2000)
    assert (times[1]["heard_from"], times[1]["heard_to"], times[1]["source"]) == (3000, 4500, "recording")
    assert entry["turns"][1]["heard"] == "when are you open" and "[card]" in entry["turns"][2]["heard"]
    assert entry["turns"][1]["spoken"] == ["From nine to six.", *entry["turns"][1]["spoken"][1:]]
    peaks = admin.get(f"{path}/peaks.json")
    assert len(peaks.data) <= 4096 and len(peaks.json["caller"]) == sound.PEAKS and max(peaks.json["bot"]) > 30
    audio = admin.get(f"{path}/audio")
    assert audio.status_code == 200 and audio.headers["Accept-Ranges"] == "bytes"
    samples = sound.read_wav(audio.data)
    assert not samples[4600 * 8 : 10_400 * 8].any() and samples[3000 * 8 : 4400 * 8, 0].any()
    assert abs(int(np.abs(samples).max()) - 12_000) < 500
    for span, start, end in (("bytes=0-43", 0, 44), ("bytes=40-99", 40, 100),
                              ("bytes=131000-131200", 131_000, 131_201),
                              ("bytes=-10", len(audio.data) - 10, len(audio.data))):  # fmt: skip
        part = admin.get(f"{path}/audio", headers={"Range": span})
        assert part.status_code == 206 and part.data == audio.data[start:end], span
        assert part.headers["Content-Range"] == f"bytes {start}-{end - 1}/{len(audio.data)}"
    for span in ("bytes=99999999-", "bytes=5-4", "lines=1-2", "bytes=-"):
        assert admin.get(f"{path}/audio", headers={"Range": span}).status_code == 416


def test_a_recording_is_deleted_when_its_time_is_over(
    as_: As, app: Flask, provider: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    number, call = recorded_call(as_, app, recorded(*LOUD))
    row = db.session.get_one(VoiceCall, int(call))
    assert row.keep_until is not None and timedelta(days=89) < row.keep_until - now() < timedelta(days=91)
    values = {column.key: getattr(row, column.key) for column in VoiceCall.__mapper__.column_attrs}
    others = [VoiceCall(**values | {"id": new_id(), "sid": f"CA-{number}"}) for number in range(3)]
    db.session.add_all(others)
    db.session.commit()
    monkeypatch.setattr(voice_jobs, "BATCH", 2)
    with time_machine.travel(now() + timedelta(days=91)), everywhere():
        forget_calls()
        db.session.commit()
    assert db.session.scalars(select(CallAudio)).all() == []
    states = [call.recording for call in db.session.scalars(select(VoiceCall))]
    assert states.count("expired") == 4 and "ready" not in states, "all in one night"
    assert number.admin.get(f"/api/v1/calls/{call}/audio").status_code in (401, 404)


@pytest.mark.parametrize(("data", "status"), [(b"RIFF nothing", 200), (b"", 403)])
def test_what_is_no_recording_is_none(as_: As, app: Flask, provider: Provider, data: bytes, status: int) -> None:
    number, call = recorded_call(as_, app, data, status=status)
    assert number.admin.get(f"/api/v1/calls/{call}").json["recording"] == "failed"
    assert number.admin.get(f"/api/v1/calls/{call}/peaks.json").status_code == 404


@pytest.mark.parametrize(
    ("heard", "meant", "errors"),
    [("a b c", "a b c", 0), ("a x c", "a b c", 1), ("a c", "a b c", 1), ("a b b c", "a b c", 1), ("", "a b", 2),
     ("A, b!", "a b", 0), ("नहीं चाहिए", "नहीं चाहिये", 1)],
)  # fmt: skip
def test_words_are_distinguished_by_the_fewest_changes(heard: str, meant: str, errors: int) -> None:
    assert word_errors(heard, meant) == (errors, len(meant.split()))


def test_sound_is_squeezed_and_comes_back_nearly_the_same() -> None:
    samples = np.array([0, 1, -1, 100, -100, 1000, -1000, 20_000, -20_000, 32_767, -32_768], np.int16)
    back = np.frombuffer(sound.unsqueeze(sound.squeeze(samples)), "<i2")
    assert np.all(np.abs(back.astype(int) - samples) <= np.maximum(np.abs(samples.astype(int)) * 0.05, 8))
    cut_off = recorded((0, 1000, 2000))[:-1]
    assert len(sound.read_wav(cut_off)) == SECONDS * sound.RATE - 1
    with pytest.raises(sound.UnreadableSound):
        sound.read_wav(struct.pack("<4sI", b"RIFF", 4))


def test_turns_keep_nothing_of_who_was_forgotten(as_: As) -> None:
    caller = Caller(Number(as_("admin")).connect())
    caller.say("when are you open")
    turn = db.session.scalars(select(VoiceTurn).where(VoiceTurn.kind == "speech")).one()
    assert turn.sealed_answer is not None and "nine" not in turn.sealed_answer
