"""Jobs of calls: fetch and transcribe recordings, end silent calls, and delete old recordings and answers."""

from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy import delete, or_, select, update

from app.bots.catalog.models import Bot
from app.channels.voice import calling, recordings, transcripts
from app.channels.voice.models import CallAudio, CallTranscript, VoiceCall, VoiceTurn
from app.clients.erasing import LAST, EraseStep, erases
from app.clients.models import Client
from app.conversations.erasing import BATCH, erases_contents
from app.conversations.forgetting import ForgottenPerson, finds, forgets
from app.core.clock import now
from app.core.db.base import db, write_rows
from app.core.jobs import Job, enqueue, heartbeat, job, named_id
from app.core.jobs.schedule import daily
from app.core.values.batches import batched

SILENT_FOR = timedelta(minutes=10)
"""So long after its last request a call is over, whatever its provider has not said."""
ANSWERS_KEPT = timedelta(days=30)
"""How long the answers of a call are kept, like what else its channel shows."""


@job("fetch_recording")
def fetch_recording(row: Job) -> None:
    """Fetch the recording of a call."""
    url, attempt = str(row.payload["url"]), int(row.payload.get("attempt", 1))
    recordings.fetch(named_id(row, "call_id"), url, attempt, lambda: _beat(row))


def _beat(row: Job) -> None:
    heartbeat(row, 0.5)
    db.session.commit()


def _record_failure(row: Job, _error: str) -> None:
    transcripts.keep(named_id(row, "call_id"), "failed")


@job("transcribe_call", given_up=_record_failure, page="/reports/calls/{call_id}")
def transcribe_call(row: Job) -> None:
    """Write down what is said in the recording of a call."""
    transcripts.write(named_id(row, "call_id"), lambda: _beat(row))


@job("end_call")
def end_call(row: Job) -> None:
    """End a call of which nothing is heard any more; one that goes on is looked at again."""
    call = db.session.scalar(select(VoiceCall).where(VoiceCall.id == named_id(row, "call_id")))
    if call is None or call.is_over:
        return
    turns = calling.turns_of(call.id)
    silent_since = turns[-1].answered_at if turns else call.started_at
    if now() - silent_since < SILENT_FOR:
        enqueue("end_call", row.payload, run_at=silent_since + SILENT_FOR)
    else:
        calling.end(call.id, by="lost")
    db.session.commit()


@daily
def forget_calls() -> None:
    """Delete recordings that are no longer kept, and the answers of calls that are over."""
    late = select(VoiceCall.id).where(VoiceCall.recording == "ready", VoiceCall.keep_until < now()).limit(BATCH)
    while ids := db.session.scalars(late).all():
        recordings.delete_recordings(ids, "expired")
        db.session.commit()
    over = select(VoiceCall.id).where(VoiceCall.state != "in_progress", VoiceCall.ended_at < now() - ANSWERS_KEPT)
    _clear_answers(over)


def _clear_answers(calls: object) -> None:
    conditions = (VoiceTurn.call_id.in_(calls), VoiceTurn.sealed_answer.is_not(None))  # type: ignore[arg-type]
    write_rows(update(VoiceTurn).where(*conditions).values(sealed_answer=None))


def _empty(call_ids: Sequence[int], state: str) -> int:
    """Delete what was said in calls; their numbers stay."""
    texts = update(VoiceTurn).where(VoiceTurn.call_id.in_(call_ids))
    values = {"sealed_answer": None, "sealed_correction": None}
    write_rows(texts.values(**values))
    return recordings.delete_recordings(call_ids, state)


@erases_contents
def _erase_contents(conversation_ids: Sequence[int]) -> None:
    """Delete what was said in the calls of conversations whose contents are erased."""
    query = select(VoiceCall.id).where(VoiceCall.conversation_id.in_(conversation_ids))
    if ids := db.session.scalars(query).all():
        _empty(ids, "expired")


@erases
def _erase_client(client: Client, step: EraseStep) -> None:
    """Delete the calls of a purged client's bots."""
    bots = select(Bot.id).where(Bot.client_id == client.id)
    calls = select(VoiceCall.id).where(VoiceCall.bot_id.in_(bots))
    for model in (CallAudio, CallTranscript, VoiceTurn):
        write_rows(delete(model).where(model.call_id.in_(calls)))
    write_rows(delete(VoiceCall).where(VoiceCall.bot_id.in_(bots)))
    step(LAST)


@finds
def _find_calls(person: ForgottenPerson) -> None:
    """Note the calls of a person."""
    sessions = person.rows.get("channel_sessions", [])
    theirs = or_(VoiceCall.conversation_id.in_(person.conversations()), VoiceCall.session_id.in_(sessions))
    person.note("calls", db.session.scalars(select(VoiceCall.id).where(theirs)))


@forgets
def _forget_calls(person: ForgottenPerson, step: EraseStep) -> None:
    """Delete what a person has said in calls, recordings included; what is counted of them stays."""
    for ids in batched(person.rows["calls"], BATCH):
        step(0.5, recordings=_empty(ids, "expired"))
