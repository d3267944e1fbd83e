"""What is counted of a call: its turns as they come, and at its end who has spoken how long."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from sqlalchemy import select

from app.channels.voice.models import VoiceCall, VoiceTurn
from app.core.db.base import db

SILENCE_MS = 3000
"""A pause from here on is a silence."""
MINUTE_MS = 60_000
WORD_MS = 400
"""The weight of a word whose time nobody tells."""
ANSWERS = ("speech", "keys", "silence")
Span = tuple[int, int]


def add_turn(call: VoiceCall, turn: VoiceTurn) -> None:
    """Add what one request has brought to the call."""
    call.asks += turn.kind in ANSWERS
    call.silences += turn.kind == "silence"
    call.keyed += turn.kind == "keys"
    call.spoken += turn.kind == "speech"
    call.missed += turn.is_missed
    call.interruptions += turn.is_interrupting
    call.words += turn.words


def sum_up(call: VoiceCall) -> None:
    """Sum up a call that is over, by the times of its turns."""
    turns = db.session.scalars(select(VoiceTurn).where(VoiceTurn.call_id == call.id).order_by(VoiceTurn.number)).all()
    if call.ended_at is not None and call.duration_ms is None:
        call.duration_ms = call.offset_ms(call.ended_at)
    weights = [(turn, _weight(turn)) for turn in turns if turn.confidence is not None]
    call.confidence_weight = sum(weight for _, weight in weights)
    call.confidence_sum = sum(round((turn.confidence or 0) * weight) for turn, weight in weights)
    call.interruptions = sum(turn.is_interrupting for turn in turns)
    speech_turns = [turn for turn in turns if turn.kind == "speech"]
    is_timed = any(turn.source for turn in turns) and all(turn.heard_to_ms is not None for turn in speech_turns)
    call.timed = int(is_timed)
    if not is_timed or call.duration_ms is None:
        return
    length = _until_transfer(call, turns, call.duration_ms)
    user = _parts(((turn.heard_from_ms, turn.heard_to_ms) for turn in turns), length)
    bot = _parts(((turn.said_from_ms, turn.said_to_ms) for turn in turns), length)
    call.timed_ms = length
    call.timed_words = sum(turn.words for turn in speech_turns if (turn.heard_from_ms or 0) < length)
    call.user_ms, call.bot_ms = _length(user), _length(bot)
    pauses = [pause for pause in pauses_of([*user, *bot], length) if pause >= SILENCE_MS]
    call.silence_ms, call.longest_ms = sum(pauses), max(pauses, default=0)


def transfers_of(call: VoiceCall, turns: Sequence[VoiceTurn]) -> list[Span]:
    """Return when the caller was put through to a person, rung or answered, in ms from the start of the call."""
    spans = [
        (_transfer_ms(call, before), call.offset_ms(turn.heard_at))
        for before, turn in pairwise(turns)
        if turn.kind == "dial"
    ]
    if call.dialled is not None and turns and not spans:
        spans.append((_transfer_ms(call, turns[-1]), call.duration_ms or call.offset_ms(turns[-1].heard_at)))
    return spans


def _transfer_ms(call: VoiceCall, turn: VoiceTurn) -> int:
    """When the bot had said that it rings a person."""
    if turn.said_to_ms is not None:
        return turn.said_to_ms
    return call.offset_ms(turn.answered_at)


def _until_transfer(call: VoiceCall, turns: Sequence[VoiceTurn], duration_ms: int) -> int:
    """How long the bot and the caller were alone: what comes after a transfer is not heard."""
    return min([duration_ms, *(start for start, _ in transfers_of(call, turns))])


def _weight(turn: VoiceTurn) -> int:
    """How long a turn was spoken; by its words where nobody tells that."""
    if turn.heard_from_ms is not None and turn.heard_to_ms is not None:
        return max(turn.heard_to_ms - turn.heard_from_ms, 0)
    return turn.words * WORD_MS


def _parts(times: Iterable[tuple[int | None, int | None]], length: int) -> list[Span]:
    """The times that are known, up to the end of what is timed."""
    spans = ((start, min(end, length)) for start, end in times if start is not None and end is not None)
    return [(start, end) for start, end in spans if end > start]


def _length(parts: Iterable[Span]) -> int:
    return sum(end - start for start, end in parts)


def pauses_of(parts: Iterable[Span], duration_ms: int) -> list[int]:
    """Return the pauses of a call between those who speak, its beginning and its end included."""
    pauses, at = [], 0
    for start, end in sorted(parts):
        if start > at:
            pauses.append(start - at)
        at = max(at, end)
    return [*pauses, duration_ms - at] if duration_ms > at else pauses
