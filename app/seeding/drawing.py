"""Drawing the demonstration's dialogues: the same seed gives the same conversations, whatever the day."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from app.conversations.events import Dialogue, Event, Marks, session_timeout
from app.seeding import scripts
from app.seeding.places import Place

CHANNELS = ("whatsapp", "web", "voice", "telegram")
WEIGHTS = {"psf": (48, 12, 34, 6), "service": (56, 24, 10, 10), "sales": (44, 40, 6, 10)}
FEES = {"whatsapp": 350_000, "web": 0, "voice": 1_400_000, "telegram": 0}
PER_REPLY = 28_000  # Millionths of a rupee of model tokens.
FALLBACK, HANDOFF, ERROR, ABANDON = 0.13, 0.11, 0.025, 0.16
UNDERSTOOD = 0.62
"""Lowest score at which the bots take an intent for certain."""


@dataclass(frozen=True, slots=True)
class Person:
    """A customer who may come back."""

    key: str
    name: str
    phone: str
    language: str
    channel: str
    model: str
    place: Place


@dataclass(frozen=True, slots=True)
class Draft:
    """What is decided of a dialogue before it is written."""

    number: int
    bot_name: str
    group: str
    person: Person
    start: datetime
    now: datetime


def people(chance: random.Random, places: Sequence[Place], language: str, group: str, count: int) -> list[Person]:
    """Customers of one bot."""
    found = []
    for number in range(count):
        speaks = language if chance.random() < 0.86 else ("en" if language == "hi" else "hi")
        phone = f"9{chance.randrange(10**8, 10**9)}"
        channel = chance.choices(CHANNELS, WEIGHTS[group])[0]
        key = f"+91{phone}" if channel in ("whatsapp", "voice") else f"{channel}-{phone[-7:]}{number}"
        name, model = chance.choice(scripts.NAMES), chance.choice(scripts.MODELS)
        found.append(Person(key, name, phone, speaks, channel, model, chance.choice(places)))
    return found


class Writer:
    """Writes one dialogue line by line, with times and marks."""

    def __init__(self, draft: Draft, chance: random.Random) -> None:
        self.draft, self.chance, self.at = draft, chance, draft.start
        self.events: list[Event] = []
        self.side = 1 if draft.person.language == "hi" else 0
        day = chance.choice(scripts.DAYS)
        self.words = {
            "model": draft.person.model,
            "outlet": draft.person.place.name,
            "phone": draft.person.phone,
            "day": day[self.side],
            "card": f"JC-{chance.randrange(10_000, 99_999)}",
            "amount": f"{chance.randrange(18, 140) * 100:,}",
            "lakh": f"{chance.uniform(5.4, 19.8):.1f}",
            "registration": f"MH {chance.randrange(10, 50)} AB {chance.randrange(1000, 9999)}",
        }

    def put(self, speaker: str, texts: Sequence[str], marks: Marks, kind: str = "text") -> None:
        """Add a line after a pause that fits its speaker."""
        low, high = (0.5, 2.8) if speaker == "bot" else (5, 50)
        if self.events:
            self.at += timedelta(milliseconds=round(self.chance.uniform(low, high) * 1000))
        if speaker == "bot":
            first = not any(event.speaker == "bot" for event in self.events)
            marks["cost_micro"] = PER_REPLY + (FEES[self.draft.person.channel] if first else 0)
        text = texts[self.side].format(**self.words)
        event_id = f"demo:{self.draft.number}:{len(self.events) + 1}"
        self.events.append(
            Event(event_id=event_id, speaker=speaker, sent_at=self.at, kind=kind, text=text, marks=marks)
        )

    def hears(self, intent: str, texts: Sequence[str]) -> None:
        """A user's line: a button, or words in writing or speech with a score."""
        if intent.startswith("="):
            self.put("user", texts, Marks(intent=intent[1:]), "choice")
            return
        score = round(min(0.995, max(UNDERSTOOD, self.chance.gauss(0.88, 0.07))), 3)
        self.put("user", texts, Marks(intent=intent, confidence=score), self.spoken)

    @property
    def spoken(self) -> str:
        """Speech on the telephone, text elsewhere."""
        return "speech" if self.draft.person.channel == "voice" else "text"


def write(draft: Draft, chance: random.Random, goal: str) -> Dialogue:
    """One dialogue: a script with what happens to scripts in life."""
    writer = Writer(draft, chance)
    choices = scripts.BY_BOT[draft.bot_name]
    script = chance.choices([script for script, _ in choices], [weight for _, weight in choices])[0]
    complete = _play(writer, script, goal)
    if complete and chance.random() < 0.42:
        _rate(writer)
    if draft.person.channel == "voice":
        writer.put("system", ("", ""), Marks(ends=True), "call_end")
    return _dialogue(draft, writer, chance)


def _play(writer: Writer, script: scripts.Script, goal: str) -> bool:
    """Speak the script until its end or until something cuts it short; whether it came to its end."""
    fate = writer.chance.random()
    cut = writer.chance.randrange(1, len(script) - 1)
    for place, (speaker, mark, *texts) in enumerate(script):
        if speaker == "user":
            writer.hears(mark, texts)
            if writer.chance.random() < FALLBACK / 2:
                _misunderstand(writer)
            if fate < HANDOFF and place >= cut:
                _hand_over(writer)
                return False
            if HANDOFF <= fate < HANDOFF + ERROR and place >= cut:
                writer.put("bot", scripts.BROKEN, Marks(cause="timeout" if fate * 1000 % 2 < 1 else "error"))
                return False
        else:
            writer.put("bot", texts, _bot_marks(mark, goal))
            waits = mark in ("ask", "enter")
            if waits and HANDOFF + ERROR <= fate < HANDOFF + ERROR + ABANDON and place >= cut - 1:
                return False
    return True


def _bot_marks(mark: str, goal: str) -> Marks:
    """What a bot's line means."""
    if mark == "goal":
        return Marks(goal=goal)
    if mark == "enter":
        return Marks(enters=True, waits=True)
    return Marks(waits=True) if mark == "ask" else Marks()


def _misunderstand(writer: Writer) -> None:
    """Something unclear and the bot's apology, sometimes twice."""
    for _ in range(1 if writer.chance.random() < 0.75 else 2):
        score = round(writer.chance.uniform(0.15, UNDERSTOOD), 3)
        writer.put("bot", ("One moment.", "एक क्षण।"), Marks())
        writer.put("user", writer.chance.choice(scripts.UNCLEAR), Marks(confidence=score), writer.spoken)
        cause = "low_confidence" if score > 0.4 else "no_match"
        writer.put("bot", scripts.SORRY, Marks(cause=cause))


def _hand_over(writer: Writer) -> None:
    """The user asks for a person, who mostly comes."""
    writer.put("bot", ("One moment.", "एक क्षण।"), Marks())
    writer.put("user", scripts.WANT_PERSON, Marks(intent="help.person", confidence=0.97), writer.spoken)
    writer.put("bot", scripts.HANDING_OVER, Marks(handoff="requested"))
    if writer.chance.random() < 0.82:
        writer.put("agent", scripts.PERSON, Marks(handoff="accepted"))
        writer.put("user", ("Thanks, please call me", "धन्यवाद, मुझे फ़ोन कीजिए"), Marks())
    else:
        writer.put("system", ("", ""), Marks(handoff="missed"), "status")


def _rate(writer: Writer) -> None:
    """The bot asks for a rating and often gets one."""
    writer.put("bot", scripts.RATE, Marks(asks_rating=True))
    if writer.chance.random() < 0.66:
        bad = any(event.marks.get("cause") for event in writer.events)
        rating = writer.chance.choices((1, 2, 3, 4, 5), (14, 16, 26, 26, 18) if bad else (3, 4, 11, 34, 48))[0]
        writer.put("user", (str(rating), str(rating)), Marks(rating=rating), "choice")


def _dialogue(draft: Draft, writer: Writer, chance: random.Random) -> Dialogue:
    """The finished dialogue; what would lie in the future has not been said yet, and it is still open."""
    person = draft.person
    events = [event for event in writer.events if event.sent_at <= draft.now]
    over = events[-1].sent_at + session_timeout(person.channel) <= draft.now or bool(events[-1].marks.get("ends"))
    return Dialogue(
        source_id=f"demo-{draft.number:06d}",
        events=events,
        ext_user=person.key,
        channel=person.channel,
        contact_name=person.name,
        contact_last4=person.phone[-4:],
        language=person.language,
        traffic="test" if chance.random() < 0.035 else "real",
        outlet_id=person.place.id,
        bot_version=3 if draft.start < draft.now - timedelta(days=24) else 4,
        open=not over,
    )


def starts(chance: random.Random, now: datetime, midnight: datetime, days: int, sessions: int) -> Iterator[datetime]:
    """When dialogues begin: more on working days and in opening hours, slowly growing, up to now."""
    weekday = (1.25, 1.1, 1.05, 1.0, 1.1, 1.3, 0.55)
    weights = [weekday[(midnight - timedelta(days=back)).weekday()] * (1.3 - back / days * 0.5) for back in range(days)]
    hours = (1, 1, 1, 1, 1, 2, 4, 8, 15, 24, 30, 30, 24, 18, 19, 22, 26, 28, 24, 17, 12, 8, 4, 2)
    for _ in range(sessions):
        back = chance.choices(range(days), weights)[0]
        hour = chance.choices(range(24), hours)[0]
        start = midnight - timedelta(days=back) + timedelta(hours=hour, milliseconds=chance.randrange(3_600_000))
        # What would begin later today begins a week ago instead.
        yield start if start < now else start - timedelta(days=7)
