"""Reading calls, and correcting the words of their turns."""

from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import Any

from sqlalchemy import Select, select

from app.bots.catalog.intents import intent_title
from app.bots.catalog.models import Bot
from app.channels.voice.calling import stored_answer, turns_of
from app.channels.voice.counting import MINUTE_MS
from app.channels.voice.models import VoiceCall, VoiceTurn
from app.channels.voice.texts import word_errors
from app.channels.voice.transcription import EXTRA
from app.channels.voice.transcripts import find_transcript
from app.clients.models import Client
from app.conversations.masking import mask_name
from app.conversations.models import Contact, Conversation, Message, Turn
from app.conversations.redaction import redact
from app.core.db.base import db, fetch, hold, rows_by_id
from app.core.errors import BeyondSchema, Conflict, Invalid
from app.core.extras import missing_extra
from app.core.http.listing import Order
from app.reports.filters.ranges import Range
from app.reports.filters.selection import ConversationFilters, Selection
from app.reports.metrics.definitions import percent
from app.reports.standard.call_counts import CALL_EVIDENCE, calls_of

NUMBERS = ("id", "number", "language", "traffic", "state", "ended_by", "node", "dialled", "recording", "started_at",
           "ended_at", "duration_ms", "asks", "silences", "spoken", "missed", "keyed", "hits")  # fmt: skip
TURN = ("number", "kind", "node", "key", "confidence", "is_missed", "is_interrupting", "is_masked", "hits")


def filters_of(args: dict[str, Any]) -> ConversationFilters:
    """Return what of a list's arguments reports are narrowed by as well."""
    return ConversationFilters(**{field.name: args[field.name] for field in fields(ConversationFilters)})


def list_calls(args: dict[str, Any], selection: Selection, span: Range | None) -> Select[VoiceCall]:
    """Select calls by what a list asks for."""
    query = select(VoiceCall).where(*calls_of(selection))
    if span is not None:
        query = query.where(VoiceCall.started_at >= span.start, VoiceCall.started_at < span.end)
    if args["evidence"]:
        query = query.where(CALL_EVIDENCE[args["evidence"]])
    for name in ("ended_by", "recording"):
        if args[name]:
            query = query.where(getattr(VoiceCall, name) == args[name])
    if args["phrase"]:
        query = query.where(VoiceCall.hits[args["phrase"]].as_string().is_not(None))
    return query


def get_call(call_id: int) -> VoiceCall:
    """Return a call, or raise NotFound."""
    return fetch(select(VoiceCall).where(VoiceCall.id == call_id), "This call does not exist.")


def serialize_calls(calls: Sequence[VoiceCall], *, names: bool) -> list[dict[str, Any]]:
    """Return calls as JSON."""
    bots = rows_by_id(Bot, {call.bot_id for call in calls})
    conversations = rows_by_id(Conversation, {call.conversation_id for call in calls})
    contacts = rows_by_id(Contact, {row.contact_id for row in conversations.values()})
    return [
        {name: getattr(call, name) for name in NUMBERS}
        | {
            "conversation": call.conversation_id, "bot": {"id": call.bot_id, "name": bots[call.bot_id].name},
            "contact": _contact(contacts, conversations.get(call.conversation_id or 0), names=names),
            "confidence": _mean(call.confidence_sum, call.confidence_weight),
        }
        for call in calls
    ]  # fmt: skip


def _contact(contacts: dict[int, Contact], conversation: Conversation | None, *, names: bool) -> dict[str, Any] | None:
    contact = contacts.get(conversation.contact_id) if conversation is not None else None
    if contact is None:
        return None
    name = contact.name if names else mask_name(contact.name)
    return {"id": contact.id, "name": name, "last4": contact.last4 or None}


def _mean(total: int, of: int) -> float | None:
    return round(total / of, 2) if of else None


def serialize_call(call: VoiceCall, *, names: bool) -> dict[str, Any]:
    """Return one call with its turns."""
    turns = turns_of(call.id)
    texts = _texts(call, turns)
    client = db.session.get_one(Client, call.client_id)
    conversation = db.session.get(Conversation, call.conversation_id) if call.conversation_id else None
    more = ("consent_version", "recording_from_ms", "recording_ms", "masked", "keep_until", "peaks")
    return serialize_calls([call], names=names)[0] | {name: getattr(call, name) for name in more} | {
        "transcript": find_transcript(call), "extras": missing_extra(EXTRA),
        "zone": client.zone, "turns": [_turn(call, turn, texts) for turn in turns], "talk": _talk(call),
        "corrected": sum_corrections(call), "neighbours": _neighbours(call),
        "erased": conversation is not None and conversation.erased_days is not None,
    }  # fmt: skip


def _texts(call: VoiceCall, turns: Iterable[VoiceTurn]) -> dict[str, tuple[str, list[str], str | None]]:
    """What was heard, what the bot answered and the intent of each turn, as the conversation has them."""
    event_ids = {turn.event_id for turn in turns if turn.event_id}
    if call.conversation_id is None:
        return {}
    messages = select(Message).where(Message.conversation_id == call.conversation_id)
    intents = select(Turn.number, Turn.intent).where(Turn.conversation_id == call.conversation_id)
    intent_by_number = {number: intent for number, intent in db.session.execute(intents)}
    texts: dict[str, tuple[str, list[str], str | None]] = {}
    present = ""
    for message in db.session.scalars(messages.order_by(Message.position, Message.id)):
        if message.event_id in event_ids:
            present = message.event_id
            texts[present] = (message.text, [], intent_by_number.get(message.turn_number))
        elif message.speaker == "bot" and present and message.text:
            texts[present][1].append(message.text)
    return texts


def _turn(call: VoiceCall, turn: VoiceTurn, texts: dict[str, tuple[str, list[str], str | None]]) -> dict[str, Any]:
    """A turn with its words and times."""
    utterance, replies, intent = texts.get(turn.event_id or "", ("", [], None))
    answers = replies or [redact(text.text) for text in stored_answer(turn).answer.says]
    return {name: getattr(turn, name) for name in TURN} | {
        "heard": utterance, "spoken": answers, "intent": intent,
        "intent_title": intent_title(intent, bots=[call.bot_id]), "corrected": turn.correction or None,
        "words": turn.corrected_words, "errors": turn.word_errors,
        "times": {
            "heard_at": call.offset_ms(turn.heard_at), "answered_at": call.offset_ms(turn.answered_at),
            "heard_from": turn.heard_from_ms, "heard_to": turn.heard_to_ms, "said_from": turn.said_from_ms,
            "said_to": turn.said_to_ms, "source": turn.source,
        },
    }  # fmt: skip


def _talk(call: VoiceCall) -> dict[str, Any]:
    """Who has spoken how much."""
    if not call.timed:
        return dict.fromkeys(("talk_ratio", "silence_ms", "longest_silence", "interruptions", "words_per_min"))
    return {
        "talk_ratio": percent(call.user_ms, call.user_ms + call.bot_ms), "silence_ms": call.silence_ms,
        "longest_silence": call.longest_ms, "interruptions": call.interruptions,
        "words_per_min": round(call.timed_words * MINUTE_MS / call.user_ms, 1) if call.user_ms else None,
    }  # fmt: skip


def sum_corrections(call: VoiceCall) -> dict[str, Any]:
    """Return how many words were heard wrong, in how many corrected turns."""
    wer = percent(call.word_errors, call.corrected_words)
    return {"wer": wer, "turns": call.corrected_turns, "spoken": call.spoken}


def _neighbours(call: VoiceCall) -> dict[str, int | None]:
    """The calls before and after it, of the same traffic."""
    order = Order(VoiceCall.id, VoiceCall.started_at)
    newer, older = order.neighbours(call, [VoiceCall.traffic == call.traffic])
    return {"previous": newer, "next": older}


def correct(call: VoiceCall, number: int, text: str) -> VoiceTurn:
    """Note what was really said in a turn; the call's error rate is brought up to date."""
    hold(call)
    query = select(VoiceTurn).where(VoiceTurn.call_id == call.id, VoiceTurn.number == number)
    turn = db.session.scalar(query)
    if turn is None or turn.kind != "speech" or turn.event_id is None:
        raise Invalid({"turn": [BeyondSchema("Nothing was said in this turn.")]})
    message = db.session.scalar(select(Message).where(Message.event_id == turn.event_id))
    if message is None or message.erased_days is not None:
        raise Conflict("What was said in this call is no longer kept.", code="erased")
    text = redact(" ".join(text.split()))
    turn.keep_correction(text)
    turn.word_errors, turn.corrected_words = word_errors(message.text, text)
    db.session.flush()
    corrected_turns = [row for row in turns_of(call.id) if row.corrected_words is not None]
    call.corrected_turns = len(corrected_turns)
    call.corrected_words = sum(row.corrected_words or 0 for row in corrected_turns)
    call.word_errors = sum(row.word_errors or 0 for row in corrected_turns)
    return turn
