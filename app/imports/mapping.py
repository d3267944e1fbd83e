"""From a line of a file to a dialogue: what is understood, what is kept aside, what is refused and why."""

import math
import re
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import reduce
from operator import or_
from typing import Any

import orjson

from app.conversations.events import SPEAKERS, ConversationEvent, Dialogue, Marks
from app.conversations.models import CAUSES, CHANNELS
from app.conversations.provenance import NOTHING, Provenance
from app.imports.acts import Acts, default_acts, mark
from app.imports.layout import Layout, gaps

MAX_TURNS = 2000
MAX_TEXT = 10_000
MAX_ID = 80
KINDS = ("text", "speech", "choice", "media", "location", "contact", "launch", "call_start", "call_input", "call_end")
HANDOFFS = ("offered", "requested", "accepted", "closed", "missed", "cancelled")
DIALOGUE_KEYS = {"id", "turns", "channel", "account", "language", "traffic", "contact", "started_at", "outlet",
                 "rating", "bot_version", "open"}  # fmt: skip
TURN_KEYS = {"speaker", "text", "kind", "payload", "at", "entities", "acts", "intent", "confidence", "cause", "goal",
             "enters", "waits", "handoff", "rating", "asks_rating", "cost"}  # fmt: skip
SHOWN_BY = {
    Provenance.UNDERSTANDING: {"confidence", "cause"},
    Provenance.COST: {"cost_micro"},
    Provenance.RATING: {"rating", "asks_rating"},
}
"""Marks that show a fact to be known to the source."""
_FAMILY = re.compile(r"_\d+$")
_CAPITAL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


class BadLine(Exception):
    """A line that is no dialogue; the message is the reason its owner reads."""


@dataclass(slots=True)
class Mapping:
    """What turns this file's records into dialogues."""

    source: str
    layout: Layout
    topics: dict[str, str] = field(default_factory=dict)
    outlets: dict[str, int] = field(default_factory=dict)
    acts: Acts = field(default_factory=default_acts)
    facts: Provenance = NOTHING
    """What the file as a whole can tell of its dialogues."""


def parse(line: bytes) -> dict[str, Any]:
    """The record of a line, checked as far as no mapping is needed."""
    try:
        record: dict[str, Any] = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        raise BadLine(_why_no_json(line, error)) from None
    _demand(isinstance(record, dict), "Not a JSON object.")
    source_id: Any = record.get("id")
    turns: Any = record.get("turns")
    _demand(isinstance(source_id, str | int) and not isinstance(source_id, bool), "No id.")
    record["id"] = _text(str(source_id).strip(), "id", MAX_ID)
    _demand(record["id"] != "", "No id.")
    _demand(isinstance(turns, list) and len(turns) > 0, "No turns.")
    _demand(len(turns) <= MAX_TURNS, f"More than {MAX_TURNS} turns.")
    for number, turn in enumerate(turns, 1):
        _demand(isinstance(turn, dict), f"Turn {number} is not an object.")
        _demand(turn.get("speaker") in SPEAKERS, f"Turn {number}: speaker must be one of {', '.join(SPEAKERS)}.")
    _demand(any(turn["speaker"] == "user" for turn in turns), "No user turn: a session needs at least one.")
    return record


def _why_no_json(line: bytes, error: orjson.JSONDecodeError) -> str:
    """What its owner reads of a line that is no JSON."""
    try:
        line.decode()
    except UnicodeDecodeError:
        return "Not in UTF-8. Save the file in this encoding."
    return f"Not JSON: {error.msg} at character {error.colno}."


def count_topics(record: dict[str, Any], counts: dict[str, Counter[str]]) -> None:
    """Note which services each intent appears beside; one service alone is a certain answer."""
    services = _services(record)
    intents = {turn["intent"] for turn in record["turns"] if isinstance(turn.get("intent"), str)}
    for intent in intents:
        # A dialogue about one thing tells more than one about three.
        counts.setdefault(intent, Counter()).update({service: 12 // min(len(services), 12) for service in services})


def decide_topics(topic_counts: dict[str, Counter[str]]) -> dict[str, str]:
    """The service each intent belongs to: the one it appears beside most."""
    return {
        intent: min(counts, key=lambda name: (-counts[name], name)) for intent, counts in topic_counts.items() if counts
    }


def _services(record: dict[str, Any]) -> list[str]:
    """The families of a record's services: `Hotels_1` and `Hotels_4` are both hotels."""
    services = record.get("services")
    if not isinstance(services, list):
        return []
    return sorted({_FAMILY.sub("", name).lower() for name in services if isinstance(name, str) and name})


def intent_name(intent: str, topics: dict[str, str]) -> str:
    """`topic.intent` in our spelling; a name with a dot is taken as it is."""
    if "." in intent:
        return intent
    plain = _CAPITAL.sub("_", intent).lower()
    topic = topics.get(intent)
    return f"{topic}.{plain}" if topic else plain


def to_dialogue(record: dict[str, Any], line: int, mapping: Mapping) -> Dialogue:
    """The dialogue of a parsed record; BadLine names the first thing that does not fit."""
    channel = record.get("channel") or "web"
    _demand(channel in CHANNELS, f"channel is none of {', '.join(CHANNELS)}.")
    traffic = record.get("traffic") or "real"
    _demand(traffic in ("real", "test"), "traffic is neither real nor test.")
    contact = _contact(record.get("contact"))
    # A dialogue of nobody has a contact of its own: that two of them are one person is not known.
    ext_user = contact.get("id") or f"{mapping.source}:{record['id']}"
    times, are_measured = _times(record, line, ext_user, mapping.layout)
    events = [
        _event(turn, number, times[number - 1], f"{mapping.source}:{record['id']}:{number}", mapping)
        for number, turn in enumerate(record["turns"], 1)
    ]
    if record.get("rating") is not None:
        events[-1].marks["rating"] = _rating(record["rating"])
    outlet = mapping.outlets.get(str(record.get("outlet") or "").casefold())
    fields = {key: value for key, value in record.items() if key not in DIALOGUE_KEYS}
    if outlet is None and record.get("outlet"):
        fields["outlet"] = record["outlet"]
    return Dialogue(
        source_id=record["id"],
        events=events,
        ext_user=ext_user,
        channel=channel,
        account=_text(record.get("account") or "", "account", 80),
        contact_name=contact.get("name", ""),
        contact_last4=contact.get("phone", "")[-4:],
        language=_text(record.get("language") or "", "language", 8) or None,
        traffic=traffic,
        outlet_id=outlet,
        bot_version=_whole(record.get("bot_version"), "bot_version"),
        provenance=_provenance(mapping.facts, are_measured=are_measured, is_named=bool(contact)),
        open=record.get("open") is True,
        extra=fields or None,
    )


def facts_of(dialogue: Dialogue) -> Provenance:
    """What a dialogue shows its source to tell, such as how well it understands and what conversations cost."""
    marked = {name for event in dialogue.events for name in event.marks}
    return reduce(or_, (fact for fact, names in SHOWN_BY.items() if marked & names), NOTHING)


def _provenance(facts: Provenance, *, are_measured: bool, is_named: bool) -> Provenance:
    """What is known of one dialogue of a file."""
    provenance = facts | Provenance.IMPORTED
    if are_measured:
        provenance |= Provenance.TIMES | Provenance.LATENCY
    return provenance | Provenance.PEOPLE if is_named else provenance


def _event(turn: dict[str, Any], number: int, at: datetime, event_id: str, mapping: Mapping) -> ConversationEvent:
    """One turn of the record as an event."""
    location = f"Turn {number}: "
    kind = turn.get("kind") or "text"
    _demand(kind in KINDS, f"{location}kind is none of {', '.join(KINDS)}.")
    entities, acts = turn.get("entities") or None, turn.get("acts") or None
    _demand(entities is None or isinstance(entities, dict), f"{location}entities is not an object.")
    _demand(
        acts is None or (isinstance(acts, list) and all(isinstance(act, str) for act in acts)),
        f"{location}acts is not a list of texts.",
    )
    fields = {key: value for key, value in turn.items() if key not in TURN_KEYS}
    marks = _marks(turn, location, mapping.topics)
    mark(marks, acts, mapping.acts)
    return ConversationEvent(
        event_id=event_id,
        speaker=turn["speaker"],
        sent_at=at,
        kind=kind,
        text=_text(turn.get("text") or "", f"{location}text", MAX_TEXT),
        payload=_text(turn.get("payload") or "", f"{location}payload", 500) or None,
        entities=entities,
        acts=acts,
        marks=marks,
        extra=fields or None,
    )


def _marks(turn: dict[str, Any], location: str, topics: dict[str, str]) -> Marks:
    """What the turn says to the measuring."""
    marks = Marks()
    if turn.get("intent"):
        marks["intent"] = intent_name(_text(turn["intent"], f"{location}intent", 60), topics)[:120]
    if turn.get("confidence") is not None:
        marks["confidence"] = _number(turn["confidence"], f"{location}confidence", 1)
    if turn.get("cause"):
        _demand(turn["cause"] in CAUSES, f"{location}cause is none of {', '.join(CAUSES)}.")
        marks["cause"] = turn["cause"]
    if turn.get("handoff"):
        _demand(turn["handoff"] in HANDOFFS, f"{location}handoff is none of {', '.join(HANDOFFS)}.")
        marks["handoff"] = turn["handoff"]
    if turn.get("goal"):
        marks["goal"] = _text(turn["goal"], f"{location}goal", 80)
    if turn.get("rating") is not None:
        marks["rating"] = _rating(turn["rating"])
    if turn.get("cost") is not None:
        marks["cost_micro"] = round(_number(turn["cost"], f"{location}cost", 1_000_000) * 1_000_000)
    if turn.get("enters"):
        marks["enters"] = turn["enters"] is True or _text(turn["enters"], f"{location}enters", 80)
    if turn.get("asks_rating"):
        marks["asks_rating"] = True
    if turn.get("waits") is not None:
        marks["waits"] = bool(turn["waits"])
    return marks


def _times(record: dict[str, Any], line: int, ext_user: str, layout: Layout) -> tuple[list[datetime], bool]:
    """When each turn was said, and whether all of that was measured."""
    turns = record["turns"]
    moments = [_instant(turn.get("at"), f"Turn {n}: at", layout) for n, turn in enumerate(turns, 1)]
    exact_moments = [at for at in moments if at is not None]
    if len(exact_moments) == len(moments):
        return exact_moments, True
    chance = layout.chance(record["id"])
    waits = gaps([turn["speaker"] for turn in turns], chance)
    first = next((place for place, at in enumerate(moments) if at is not None), 0)
    begin = _instant(record.get("started_at"), "started_at", layout)
    if exact_moments and begin is None:
        begin = exact_moments[0] - sum(waits[1 : first + 1], timedelta(0))
    at = begin if begin is not None else layout.start(line, ext_user, chance)
    times: list[datetime] = []
    for wait, moment in zip(waits, moments, strict=True):
        at = moment if moment is not None else at + wait
        times.append(at)
    return times, False


def _instant(value: Any, location: str, layout: Layout) -> datetime | None:
    """An instant as RFC 3339 text or epoch milliseconds; one without zone is in the client's."""
    if value is None:
        return None
    try:
        if isinstance(value, int | float) and not isinstance(value, bool):
            at = datetime.fromtimestamp(value / 1000, UTC)
        else:
            at = datetime.fromisoformat(value)
        at = (at if at.tzinfo is not None else at.replace(tzinfo=layout.zone)).astimezone(UTC)
    except (TypeError, ValueError, OverflowError, OSError):
        raise BadLine(f"{location} is not a time.") from None
    _demand(at.year >= 2000, f"{location} lies before the year 2000.")
    _demand(at <= layout.until, f"{location} lies in the future.")
    return at


def _contact(value: Any) -> dict[str, str]:
    """A contact as its key alone, or as an object with id, name and phone."""
    if value is None:
        return {}
    if isinstance(value, str):
        value = {"id": value}
    _demand(isinstance(value, dict), "contact is neither a text nor an object.")
    values = {key: _text(str(value[key]), f"contact {key}", 120) for key in ("id", "name", "phone") if value.get(key)}
    values.setdefault("id", values.get("phone", ""))
    _demand(values["id"] != "", "contact has neither id nor phone.")
    return values


def _rating(value: Any) -> int:
    """A rating of 1 to 5."""
    _demand(isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 5, "rating is not 1 to 5.")
    return int(value)


def _number(value: Any, location: str, most: float) -> float:
    """A number from 0 up to a bound."""
    fits = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    _demand(fits and 0 <= value <= most, f"{location} is not a number from 0 to {most}.")
    return float(value)


def _whole(value: Any, location: str) -> int | None:
    """A small whole number, or None."""
    fits = value is None or (isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**31)
    _demand(fits, f"{location} is not a whole number.")
    return value  # type: ignore[no-any-return]


def _text(value: Any, location: str, most: int) -> str:
    """Text every database can store, within a length."""
    _demand(isinstance(value, str), f"{location} is not text.")
    _demand(len(value) <= most, f"{location} is longer than {most} characters.")
    _demand("\x00" not in value, f"{location} contains a NUL character.")
    return str(value)


def _demand(fits: bool, reason: str) -> None:
    """BadLine with the reason unless it fits."""
    if not fits:
        raise BadLine(reason)
