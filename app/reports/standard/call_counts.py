"""Calls of a question and what is counted of them: sums over the calls' own rows, by period and by step."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, SQLColumnExpression, false, func, select

from app.channels.voice.counting import MINUTE_MS
from app.channels.voice.models import VoiceCall
from app.conversations.models import Conversation
from app.core.db.base import db
from app.reports.context import ReportContext, by_steps
from app.reports.counts.facts import percentiles
from app.reports.filters.places import conversations_in
from app.reports.filters.ranges import Bucket, Period
from app.reports.filters.selection import ALL, Selection
from app.reports.metrics.definitions import Counts

SHARES = (50, 90)
"""The percentiles of the length of calls."""
_SUMS = (
    "answered", "asks", "silences", "spoken", "missed", "keyed", "timed", "timed_ms", "timed_words", "user_ms",
    "bot_ms", "silence_ms", "interruptions", "transferred", "corrected_turns", "corrected_words", "word_errors",
    "confidence_sum", "confidence_weight",
)  # fmt: skip


CALL_EVIDENCE: dict[str, ColumnElement[bool]] = {
    "answered": VoiceCall.answered == 1,
    "transferred": VoiceCall.transferred > 0,
    "measured": (VoiceCall.answered == 1) & VoiceCall.duration_ms.is_not(None),
    "timed": VoiceCall.timed > 0,
    "spoken": VoiceCall.spoken > 0,
    "silent": VoiceCall.silences > 0,
    "missed": VoiceCall.missed > 0,
    "keyed": VoiceCall.keyed > 0,
    "corrected": VoiceCall.corrected_turns > 0,
}
"""The calls behind a number of calls, by the name that lists take."""


class Length(NamedTuple):
    """When a call began, and how long it took."""

    at: datetime
    ms: int


class Sums(NamedTuple):
    """The sums of the calls that began in a moment."""

    at: datetime
    values: dict[str, int]


def calls_in(selection: Selection, period: Period) -> list[ColumnElement[bool]]:
    """Return the conditions on the calls of a selection that began in a period."""
    return [VoiceCall.started_at >= period.start, VoiceCall.started_at < period.end, *calls_of(selection)]


def calls_of(selection: Selection) -> list[ColumnElement[bool]]:
    """Return the conditions on the calls of a selection, whenever they began."""
    conditions: list[ColumnElement[bool]] = []
    if selection.traffic != ALL:
        conditions.append(VoiceCall.traffic == selection.traffic)
    if selection.lang:
        conditions.append(VoiceCall.language == selection.lang)
    if selection.channels and "voice" not in selection.channels:
        conditions.append(false())
    if selection.bots:
        conditions.append(VoiceCall.bot_id.in_(selection.bots))
    if selection.group != "overall":
        conditions.append(VoiceCall.bot_group == selection.group)
    if selection.places:
        conditions.append(conversations_in(selection.places, selection.stays, VoiceCall))
    return conditions


def _select_sums(selection: Selection, period: Period, *columns: Any) -> Select[Any]:
    """Select columns and the sums of the calls of a period."""
    sums = [func.coalesce(func.sum(getattr(VoiceCall, name)), 0).label(name) for name in _SUMS]
    counts = func.count(VoiceCall.id).label("calls"), func.max(VoiceCall.longest_ms).label("longest_ms")
    return select(*columns, *counts, *sums).select_from(VoiceCall).where(*calls_in(selection, period))


def _whole_numbers(row: Any) -> dict[str, int]:
    """The sums of a row by name."""
    return {name: int(row._mapping[name] or 0) for name in ("calls", "longest_ms", *_SUMS)}


def count_calls(context: ReportContext, period: Period) -> Counts:
    """Return the counts of the calls of a period."""
    row = db.session.execute(_select_sums(context.selection, period)).one()
    lengths = [length.ms for length in _lengths(context, period)]
    return _counts_by_name(_whole_numbers(row), lengths)


def count_by(selection: Selection, period: Period, key: SQLColumnExpression[Any]) -> dict[str, Counts]:
    """Return the counts of the calls of a period by what they or their conversations have; percentiles are none."""
    query = _select_sums(selection, period, key.label("key"))
    query = query.outerjoin(Conversation, Conversation.id == VoiceCall.conversation_id).group_by("key")
    return {str(row.key): _counts_by_name(_whole_numbers(row), []) for row in db.session.execute(query)}


def count_by_steps(context: ReportContext, steps: list[Bucket]) -> list[Counts]:
    """Return the counts of the calls of each step of the range."""
    names = ("longest_ms", "duration_ms", *_SUMS)
    columns = [getattr(VoiceCall, name) for name in names]
    query = select(VoiceCall.started_at, *columns).where(*calls_in(context.selection, context.span))
    calls = [Sums(row[0], dict(zip(names, row[1:], strict=True))) for row in db.session.execute(query)]
    return [_sum(part) for part in by_steps(steps, calls)]


def _sum(calls: Iterable[Sums]) -> Counts:
    """The counts of some calls, each a row."""
    total, lengths = dict.fromkeys(("calls", "longest_ms", *_SUMS), 0), []
    for call in calls:
        total["calls"] += 1
        total["longest_ms"] = max(total["longest_ms"], call.values["longest_ms"])
        for name in _SUMS:
            total[name] += call.values[name]
        if call.values["answered"] and call.values["duration_ms"] is not None:
            lengths.append(call.values["duration_ms"])
    return _counts_by_name(total, lengths)


def _lengths(context: ReportContext, period: Period) -> list[Length]:
    """The lengths of the answered calls of a period that are over."""
    query = select(VoiceCall.started_at, VoiceCall.duration_ms).where(
        *calls_in(context.selection, period), CALL_EVIDENCE["measured"]
    )
    return [Length(at, ms or 0) for at, ms in db.session.execute(query)]


def _counts_by_name(row: dict[str, Any], lengths: list[int]) -> Counts:
    """The counts by the names that metrics use."""
    counts: Counts = {f"call_{name}": row[name] for name in _SUMS} | {"calls": row["calls"]}
    counts |= {
        "call_heard": row["spoken"] + row["keyed"], "call_speech_ms": row["user_ms"] + row["bot_ms"],
        "call_interruptions_scaled": row["interruptions"] * MINUTE_MS,
        "call_words_scaled": row["timed_words"] * MINUTE_MS, "call_lengths": len(lengths),
    }  # fmt: skip
    if row["timed"]:
        counts["call_longest_ms"] = row["longest_ms"]
    values = percentiles([(length, 1) for length in lengths], [share / 100 for share in SHARES])
    return counts | {
        f"call_p{share}": round(value) for share, value in zip(SHARES, values, strict=True) if value is not None
    }
