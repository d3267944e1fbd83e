"""Transcripts of recordings: who has said what, with the phrases that are listened for."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from sqlalchemy import select

from app.bots.catalog.models import Bot
from app.channels.voice import counting, recordings, sound, transcription
from app.channels.voice.calling import note_hit, turns_of
from app.channels.voice.models import CallTranscript, VoiceCall, VoiceTurn
from app.channels.voice.service import BOT, CALLER, HUMAN, settings_of
from app.channels.voice.texts import hits_of
from app.channels.voice.transcription import Segment, Unheard
from app.conversations.redaction import redact
from app.core.db.base import db, read_only
from app.core.db.ids import new_id


def find_transcript(call: VoiceCall) -> CallTranscript | None:
    """Return the transcript of a call, if it has one."""
    return db.session.scalar(select(CallTranscript).where(CallTranscript.call_id == call.id))


def write(call_id: int, beat: Callable[[], None]) -> None:
    """Write down a recording, once; the caller commits. Unheard where the process crashes, which may pass."""
    with read_only():
        call = db.session.scalar(select(VoiceCall).where(VoiceCall.id == call_id))
        is_wanted = call is not None and call.recording == "ready" and not _is_written(find_transcript(call))
        is_known = call is not None and transcription.is_known(call.language)
        samples = recordings.samples_of(call) if call is not None and is_wanted and is_known else None
        db.session.rollback()
    if not is_wanted:
        return
    if samples is None:
        keep(call_id, "needs_provider")
        return
    try:
        segments = transcription.transcribe(samples, sound.RATE, beat)
    except Unheard as error:
        if error.reason == "crashed":
            raise
        keep(call_id, "failed")
    else:
        keep(call_id, "ready", segments)


def _is_written(row: CallTranscript | None) -> bool:
    """Whether a transcript is there to stay; one that has failed may be tried again."""
    return row is not None and row.state != "failed"


def keep(call_id: int, state: str, segments: Iterable[Segment] = ()) -> None:
    """Store the transcript of a call if its recording still exists; the caller commits."""
    query = select(VoiceCall).where(VoiceCall.id == call_id).with_for_update()
    call = db.session.scalar(query.execution_options(populate_existing=True))
    if call is None or call.recording != "ready":
        return
    row = find_transcript(call)
    if _is_written(row):
        return
    lines = _lines(call, turns_of(call_id), segments)
    for line in lines:
        # What bots say is known from their turns, and never misheard there.
        for name in line["hits"] if line["speaker"] != BOT else ():
            note_hit(call, name, line["speaker"])
    if row is None:
        row = CallTranscript(id=new_id(), workspace_id=call.workspace_id, call_id=call_id)
        db.session.add(row)
    row.state, row.language = state, call.language
    row.keep_segments(lines)
    db.session.flush()


def _lines(call: VoiceCall, turns: Sequence[VoiceTurn], segments: Iterable[Segment]) -> list[dict[str, Any]]:
    """Return segments as they are kept: with who speaks, in ms from the start of the call."""
    transfers = counting.transfers_of(call, turns)
    lists = settings_of(db.session.get_one(Bot, call.bot_id))["phrases"]
    lines: list[dict[str, Any]] = []
    for segment in segments:
        start, end = segment.start_ms + call.recording_from_ms, segment.end_ms + call.recording_from_ms
        text = redact(segment.text)
        is_after = any(rang <= start < over for rang, over in transfers)
        speaker = CALLER if segment.channel == 0 else HUMAN if is_after else BOT
        hits = hits_of(text, lists, BOT if speaker == HUMAN else speaker)
        lines.append({
            "speaker": speaker, "start_ms": start, "end_ms": end, "text": text, "confidence": segment.confidence,
            "after_transfer": is_after, "hits": hits,
        })  # fmt: skip
    return lines
