"""Recordings of calls: fetched by a job, silent where personal numbers are, sealed, served in parts, and deleted."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from itertools import pairwise

import numpy as np
from flask import current_app
from sqlalchemy import delete, func, select, update

from app.bots.catalog.models import Bot
from app.channels.messaging.adapters.twilio import authorization
from app.channels.messaging.models import Deployment
from app.channels.voice import counting, sound, transcription
from app.channels.voice.calling import stored_answer
from app.channels.voice.models import CallAudio, CallTranscript, VoiceCall, VoiceTurn
from app.channels.voice.service import length_ms, settings_of
from app.config import Settings
from app.core import clock
from app.core.db.base import db, read_only, write_rows
from app.core.db.ids import new_id
from app.core.http import outgoing
from app.core.jobs import enqueue
from app.core.security.encryption import seal
from app.core.values.urls import split_url

LARGEST = 128 * 1024 * 1024
"""Bytes of a recording: an hour of two channels."""
TIMEOUT_S = 60.0
ATTEMPTS = 4
WAIT = timedelta(seconds=30)
CHUNK = 32 * 1024
"""Moments of sound that are sealed together."""
AROUND_MS = 500
"""How much more is silent before and after a number."""
LATE_MS = 2000
"""How much longer than estimated the bot may take to say that it rings a person; a later voice is not the bot's."""


def recording_is_ready(call_id: int, sid: str, url: str) -> None:
    """Have the recording of a call fetched, once; a caller who has refused it has none."""
    call = db.session.get_one(VoiceCall, call_id, populate_existing=True, with_for_update=True)
    if call.recording != "pending":
        return
    call.recording, call.recording_sid = "fetching", sid
    enqueue("fetch_recording", {"call_id": str(call_id), "url": url, "attempt": 1})


def fetch(call_id: int, url: str, attempt: int, beat: Callable[[], None] = lambda: None) -> None:
    """Fetch a recording and store it; one that cannot be had is tried again for a while."""
    with read_only():
        call = db.session.scalar(select(VoiceCall).where(VoiceCall.id == call_id))
        row = db.session.get(Deployment, call.deployment_id) if call is not None and call.deployment_id else None
        is_wanted = call is not None and call.recording == "fetching" and row is not None
        headers = _headers(row, url) if row is not None and is_wanted else {}
        db.session.rollback()
    if not is_wanted:
        return
    answer = outgoing.send(
        "GET", url if url.endswith(".wav") else f"{url}.wav", headers=headers, body=None, timeout=TIMEOUT_S,
        hosts=_settings().outgoing_hosts, largest=LARGEST,
    )  # fmt: skip
    if answer.ok:
        store(call_id, answer.body, beat)
        return
    call = db.session.get_one(VoiceCall, call_id)
    if attempt < ATTEMPTS and (answer.status is None or answer.status == 404 or answer.status >= 500):
        payload = {"call_id": str(call_id), "url": url, "attempt": attempt + 1}
        enqueue("fetch_recording", payload, run_at=clock.now() + WAIT * attempt)
    else:
        call.recording = "failed"
    db.session.commit()


def _headers(row: Deployment, url: str) -> dict[str, str]:
    """Return how a recording is asked for: the account's credentials go to the provider alone."""
    own, target = split_url(_settings().twilio_api_url), split_url(url)
    is_provider = (own.scheme, own.netloc) == (target.scheme, target.netloc)
    return {"Authorization": authorization(row.credentials)} if is_provider and row.credentials else {}


def _settings() -> Settings:
    settings: Settings = current_app.config["SETTINGS"]
    return settings


def store(call_id: int, data: bytes, beat: Callable[[], None] = lambda: None) -> None:
    """Store a recording with what is read from it, have it transcribed where that can be done, and commit."""
    try:
        samples = sound.read_wav(data)
    except sound.UnreadableSound:
        samples = None
    with read_only():
        call = db.session.get_one(VoiceCall, call_id)
        turns = db.session.scalars(
            select(VoiceTurn).where(VoiceTurn.call_id == call_id).order_by(VoiceTurn.number)
        ).all()
        spans = masked_spans(call, turns)
        db.session.rollback()
    if samples is not None:
        samples = sound.silence(samples, spans)
        parts = [sound.squeeze(samples[start : start + CHUNK]) for start in range(0, len(samples), CHUNK)]
        peaks, speech = sound.peaks(samples), transcription.find_speech(samples, beat)
    call = db.session.get_one(VoiceCall, call_id, populate_existing=True, with_for_update=True)
    if call.recording == "fetching" and samples is None:
        call.recording = "failed"
    elif call.recording == "fetching" and samples is not None:
        for number, part in enumerate(parts):
            key = new_id()
            sealed = seal(CallAudio.sealed_samples, part, workspace_id=call.workspace_id, row_id=key)
            db.session.add(CallAudio(
                id=key, workspace_id=call.workspace_id, call_id=call_id, number=number, sealed_samples=sealed
            ))  # fmt: skip
        days = settings_of(db.session.get_one(Bot, call.bot_id))["kept_days"]
        call.recording, call.peaks, call.recording_ms = "ready", peaks, sound.length_ms(samples)
        call.masked, call.keep_until = spans, clock.now() + timedelta(days=days)
        _note_times(call, speech[0], speech[1])
        if transcription.is_available():
            enqueue("transcribe_call", {"call_id": str(call_id)})
    db.session.commit()


def masked_spans(call: VoiceCall, turns: Sequence[VoiceTurn]) -> list[list[int]]:
    """Return when personal numbers were said or keyed, from the start of the recording."""
    spans = []
    for before, turn in pairwise(turns):
        if turn.is_masked:
            has_times = turn.heard_from_ms is not None and turn.heard_to_ms is not None
            start = turn.heard_from_ms if has_times else call.offset_ms(before.answered_at)
            end = turn.heard_to_ms if has_times else call.offset_ms(turn.heard_at)
            shift = call.recording_from_ms
            spans.append([max((start or 0) - AROUND_MS - shift, 0), max((end or 0) + AROUND_MS - shift, 0)])
    return spans


def _note_times(call: VoiceCall, caller: list[tuple[int, int]], bot: list[tuple[int, int]]) -> None:
    """Note on turns when the caller and the bot have spoken, as the two channels have it."""
    shift = call.recording_from_ms
    turns = db.session.scalars(select(VoiceTurn).where(VoiceTurn.call_id == call.id).order_by(VoiceTurn.number)).all()
    for place, turn in enumerate(turns):
        if turn.source == "phone":
            continue
        before = turns[place - 1] if place else None
        after = turns[place + 1] if place + 1 < len(turns) else None
        asked_at = call.offset_ms(before.answered_at) if before is not None else 0
        heard_at, end = call.offset_ms(turn.heard_at), call.offset_ms(after.heard_at) if after is not None else None
        if (after.kind == "dial") if after is not None else call.dialled is not None:
            end = _end_of_answer(call, turn, end)
        segment = _within(caller, shift, asked_at, heard_at)
        span = _within(bot, shift, call.offset_ms(turn.answered_at), end)
        if turn.kind == "speech" and segment is not None:
            turn.heard_from_ms, turn.heard_to_ms = segment
        if span is not None:
            turn.said_from_ms, turn.said_to_ms = span
        turn.source = "recording" if segment is not None or span is not None else ""
        if before is not None and before.said_to_ms is not None and turn.heard_from_ms is not None:
            turn.is_interrupting = turn.heard_from_ms < before.said_to_ms
    db.session.flush()
    counting.sum_up(call)


def _end_of_answer(call: VoiceCall, turn: VoiceTurn, end: int | None) -> int:
    """Return by when the bot has begun its last sentence before a transfer."""
    length = sum(length_ms(speech.text) for speech in stored_answer(turn).answer.says)
    latest = call.offset_ms(turn.answered_at) + length + LATE_MS
    return latest if end is None else min(latest, end)


def _within(parts: list[tuple[int, int]], shift: int, start: int, end: int | None) -> tuple[int, int] | None:
    """Return when speech begins and ends within a part of the call."""
    inside = [
        (from_ms + shift, to_ms + shift)
        for from_ms, to_ms in parts
        if from_ms + shift >= start and (end is None or from_ms + shift < end)
    ]
    return (inside[0][0], inside[-1][1]) if inside else None


# ---- what is served -----------------------------------------------------------------------------------


def frames_of(call: VoiceCall) -> int:
    """Return the moments of sound that a recording has."""
    query = select(CallAudio).where(CallAudio.call_id == call.id).order_by(CallAudio.number.desc()).limit(1)
    last = db.session.scalar(query)
    return last.number * CHUNK + len(last.samples) // sound.CHANNELS if last is not None else 0


def read_bytes(call: VoiceCall, start: int, end: int, frames: int) -> bytes:
    """Return a part of a recording as the bytes of its WAV, `end` not included."""
    head = sound.wav_head(frames)[start:end]
    start, end = max(start - sound.HEAD, 0), max(end - sound.HEAD, 0)
    if end <= start:
        return head
    size = CHUNK * sound.FRAME_BYTES
    first, last = start // size, (end - 1) // size
    query = (
        select(CallAudio)
        .where(CallAudio.call_id == call.id, CallAudio.number >= first, CallAudio.number <= last)
        .order_by(CallAudio.number)
    )
    clear = b"".join(sound.unsqueeze(part.samples) for part in db.session.scalars(query))
    return head + clear[start - first * size : end - first * size]


def samples_of(call: VoiceCall) -> sound.Samples:
    """Return a whole recording."""
    query = select(CallAudio).where(CallAudio.call_id == call.id).order_by(CallAudio.number)
    clear = b"".join(sound.unsqueeze(part.samples) for part in db.session.scalars(query))
    return np.frombuffer(clear, "<i2").reshape(-1, sound.CHANNELS)


# ---- what is deleted ----------------------------------------------------------------------------------


def delete_recordings(call_ids: Sequence[int], state: str) -> int:
    """Delete recordings of calls with their transcripts; return how many there were."""
    condition = VoiceCall.id.in_(call_ids)
    count = db.session.scalar(select(func.count(VoiceCall.id)).where(condition, VoiceCall.recording == "ready")) or 0
    states = ("ready", "fetching", "pending")
    # First, because it waits for a job that adds something to one of these calls.
    write_rows(update(VoiceCall).where(condition, VoiceCall.recording.in_(states)).values(recording=state, peaks=None))
    for model in (CallAudio, CallTranscript):
        write_rows(delete(model).where(model.call_id.in_(call_ids)))
    return count
