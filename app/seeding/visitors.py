"""Visitors who talk to the demonstration's bots: scripted people, the real engine, chance by a seed.

What a visitor says next depends on what the bot has just asked and on what kind of visitor it is: most answer, some
digress, correct themselves, are not understood, ask for a person or leave. Everything a report counts follows from what
the engine makes of that.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from app.bots.engine import Flow, new_state, step
from app.bots.flow.documents import read
from app.bots.runtime.conversing import Perform, TurnResult, entrances_of, take
from app.bots.runtime.tracing import trace_of
from app.channels.sessions import recording
from app.conversations.events import ConversationEvent, Dialogue, session_timeout
from app.masters.records.identities import format_registration
from app.seeding.places import SeededOutlet

Understand = Callable[[str, str | None], Mapping[str, Any] | None]
"""Says how a text is understood, in a language if one is known."""
CHANNELS = ("whatsapp", "web", "voice", "telegram")
WEIGHTS = {"psf": (48, 12, 34, 6), "service": (50, 30, 10, 10), "sales": (40, 46, 4, 10)}
FEES = {"whatsapp": 350_000, "web": 0, "voice": 1_400_000, "telegram": 0}
"""What a conversation costs on a channel, in millionths of a rupee."""
WAYS = {
    "web": {"page": 66, "ad": 20, "direct": 8, "qr": 6},
    "whatsapp": {"direct": 58, "ad": 26, "qr": 16},
    "telegram": {"direct": 80, "qr": 20},
}
"""How people come to each channel, by weight; to others directly."""
REFERRALS = {
    ("web", "page"): ("/service", "/service", "/", "/cars/vela", "/contact", "newsletter / november"),
    ("web", "ad"): ("google / service-pune", "google / service-pune", "facebook / monsoon-check"),
    ("web", "qr"): ("qr / service-desk",),
    ("whatsapp", "ad"): ("120210555", "120210555", "120218042"),
    ("whatsapp", "qr"): ("showroom-baner", "invoice"),
    ("telegram", "qr"): ("counter",),
}
"""What brings people to a channel by each way."""
TURNS = 16
SLA = timedelta(minutes=15)
AGENTS = ("Asha Kulkarni", "Sunil Kadam", "Meera Nair", "Imran Sheikh")
FIRST_BUTTON, TYPED_LABEL = 0.42, 0.22
UNCLEAR, DIGRESSES, CORRECTS, WANTS_PERSON, LEAVES = 0.025, 0.06, 0.06, 0.012, 0.05
GOES_ON, RATES, COMES = 0.3, 0.6, 0.84


@dataclass(frozen=True, slots=True)
class SeededPerson:
    """A customer who may come back; `language` is how they write: en, hi or hi-Latn."""

    key: str
    name: str
    phone: str
    language: str
    channel: str
    model: str
    place: SeededOutlet
    registration: str
    """Of the vehicle they own."""

    @property
    def speaks(self) -> str:
        """The language the bot should answer in."""
        return "hi" if self.language == "hi-Latn" else self.language


@dataclass(frozen=True, slots=True)
class Bot:
    """What a bot talks by at some time."""

    template: str
    flow: Flow
    document: Mapping[str, Any]
    version: int
    zone: str
    understand: Understand
    perform: Perform


@cache
def utterances() -> dict[str, Any]:
    """Return what visitors say, by template, what is wanted and language."""
    document: dict[str, Any] = read((Path(__file__).parent / "utterances.yaml").read_bytes(), "yaml")
    return document


class SeededConversation:
    """One visitor's conversation with one bot, said and recorded turn by turn."""

    def __init__(self, number: int, bot: Bot, person: SeededPerson, start: datetime, chance: random.Random) -> None:
        """Let the bot open the conversation, which is not reported."""
        self.number, self.bot, self.person, self.chance, self.at = number, bot, person, chance, start
        self.events: list[ConversationEvent] = []
        self.is_over = False
        first, _, last = person.name.partition(" ")
        contact = {"id": person.key, "first_name": first, "last_name": last, "name": person.name}
        if person.channel == "whatsapp":
            contact["phone"] = person.key
        language = person.speaks if chance.random() < 0.8 else None
        opening_state = new_state(
            bot.flow, session=f"demo-{number}", contact=contact, channel=person.channel, language=language
        )
        self.state = step(bot.flow, opening_state, {"type": "start"}, now=start, zone=bot.zone).state

    # Saying

    def words(self, *path: str) -> str:
        """One of the texts for something, as this person writes."""
        texts: Mapping[str, Sequence[str]] = utterances()
        for name in path:
            texts = texts[name]  # type: ignore[assignment]
        wording = texts.get(self.person.language) or texts.get(self.person.speaks) or texts["en"]
        return str(self.chance.choice(wording))

    def talk(self) -> None:
        """Talk until the conversation ends or the visitor leaves."""
        for turn in range(TURNS):
            text = self._next(turn)
            if text is None or self.is_over:
                return
            self._say(text)
            if self.state["ended"] or (self._is_waiting() and not self._be_helped()):
                return

    def _is_waiting(self) -> bool:
        """Whether a person is asked for."""
        return bool(self.state["waiting"] and self.state["waiting"]["type"] == "handoff")

    def _next(self, turn: int) -> dict[str, Any] | None:
        """What the visitor says next; None when they leave."""
        node = self.bot.flow.nodes.get(self.state["open"] or "")
        fate = self.chance.random()
        if node is not None and node["type"] == "rate":
            return self._rating(node) if fate < RATES or turn == 0 else None
        if turn == 0:
            return self._first(node)
        if fate < LEAVES:
            return None
        if fate < LEAVES + WANTS_PERSON:
            return self._text("person")
        if node is None:
            return self._text(self._wish()) if fate < GOES_ON else None
        if fate < LEAVES + WANTS_PERSON + UNCLEAR:
            return {"type": "text", "text": self.words("anything", "unclear"), "option": None}
        if fate < LEAVES + WANTS_PERSON + UNCLEAR + DIGRESSES:
            return self._text(self._wish())
        if (
            self.state["filled"]
            and fate > 1 - CORRECTS
            and any(value["name"] == "day" for value in self.state["filled"])
        ):
            return {"type": "text", "text": self.words("anything", "correction"), "option": None}
        return self._choice(node) if node["type"] == "choice" else self._answer(node)

    def _first(self, node: Mapping[str, Any] | None) -> dict[str, Any]:
        """How a conversation begins: by a button of the menu, or in the visitor's own words."""
        if node is not None and node["type"] == "choice" and self.chance.random() < FIRST_BUTTON:
            return self._choice(node)
        return self._text(self._wish())

    def _wish(self) -> str:
        """Something to want of the bot; what it is for most of all."""
        names = list(utterances()[self.bot.template])
        weights = [8 if at == 0 else 0.5 if name == "person" else 2 for at, name in enumerate(names)]
        return str(self.chance.choices(names, weights)[0])

    def _text(self, wish: str) -> dict[str, Any]:
        """A wish in words."""
        return {"type": "text", "text": self.words(self.bot.template, wish), "option": None}

    def _choice(self, node: Mapping[str, Any]) -> dict[str, Any]:
        """A button, the likelier the earlier it is; some people type what is on it."""
        options = node["options"]
        option = self.chance.choices(options, [6, 2, 1, 1, 1, 1, 1, 1, 1, 1][: len(options)])[0]
        label = option["label"].get(self.state["language"]) or next(iter(option["label"].values()))
        is_typed = self.person.channel == "voice" or self.chance.random() < TYPED_LABEL
        return {"type": "text" if is_typed else "choice", "text": label, "option": None if is_typed else option["id"]}

    def _rating(self, node: Mapping[str, Any]) -> dict[str, Any]:
        """A rating: lower where something was not understood."""
        went_badly = any(event.marks.get("cause") for event in self.events)
        weights = (14, 16, 26, 26, 18) if went_badly else (4, 5, 13, 33, 45)
        rating = str(self.chance.choices((1, 2, 3, 4, 5), weights)[0])
        return {"type": "choice", "text": rating, "option": rating}

    def _answer(self, node: Mapping[str, Any]) -> dict[str, Any]:
        """What a question asks for."""
        kind = node.get("entity") or node.get("kind", "text")
        if node.get("skip") and self.chance.random() < 0.35:
            label = node["skip"]["label"]
            return {"type": "choice", "text": label.get(self.state["language"]) or label["en"], "option": "skip"}
        event = {
            "model": self.person.model,
            "phone": self.person.phone,
            "email": f"{self.person.name.split()[0].lower()}@example.com",
            "registration": format_registration(self.person.registration),
        }.get(kind)
        if event is None and kind == "text":
            event = self.words("anything", "complaint" if "complaint" in (node.get("save") or "") else "praise")
        return {"type": "text", "text": event or self.words("anything", kind), "option": None}

    # Recording

    def _say(self, utterance: dict[str, Any]) -> None:
        """Say something and record what comes of it."""
        pause = self.chance.uniform(4, 40) if utterance["type"] == "text" else self.chance.uniform(2, 12)
        self.at += timedelta(milliseconds=round(pause * 1000))
        event: dict[str, Any] = {"type": "choice", "option": utterance["option"]}
        if utterance["type"] == "text":
            parse = self.bot.understand(utterance["text"], self.state["language"])
            event = {"type": "text", "text": utterance["text"], "parse": parse}
        before, heard_at = self.state, self.at
        result = take(self.bot.flow, before, event, perform=self.bot.perform, now=self.at, zone=self.bot.zone)
        self.state = result.state
        latency = self.chance.gauss(900, 250) if self.person.channel == "voice" else self.chance.gauss(110, 35)
        self.at += timedelta(milliseconds=round(max(latency, 25)))
        trace = trace_of(before, result, event, round(max(latency, 25), 1))
        key = self._key()
        user_event = recording.record_utterance(utterance, result, trace, at=heard_at, key=key)
        user_event.kind = (
            "speech" if self.person.channel == "voice" and utterance["type"] == "text" else user_event.kind
        )
        if not self.events:
            user_event.marks["cost_micro"] = FEES[self.person.channel]
        self.events.append(user_event)
        self._record(result, key)

    def _key(self) -> str:
        """An id for the next event."""
        return f"demo:{self.number}:{len(self.events) + 1}"

    def _record(self, result: TurnResult, key: str) -> None:
        """Record what the bot says and does."""
        entrances = entrances_of(self.bot.flow, self.bot.document)
        name_of = f"{key}:{{}}".format
        self.events += recording.record_answers(result, self.bot.flow, entrances, at=self.at, name_event=name_of)

    def _be_helped(self) -> bool:
        """Wait for a person, who mostly comes; whether the bot goes on afterwards."""
        agent = self.chance.choice(AGENTS)
        if self.chance.random() >= COMES:
            self.at += SLA
            self._agent("missed", "")
            return not self.state["ended"]
        self.at += timedelta(seconds=round(self.chance.lognormvariate(5.0, 0.7)))
        self._agent("accepted", agent)
        for speaker, name in (("agent", "agent"), ("user", "thanks"), ("agent", "done")):
            self.at += timedelta(seconds=self.chance.randrange(15, 120))
            text = self.words("anything", name).replace("{agent}", agent)
            extra = {"agent": agent} if speaker == "agent" else None
            self.events.append(
                ConversationEvent(event_id=self._key(), speaker=speaker, sent_at=self.at, text=text, extra=extra)
            )
        self.at += timedelta(seconds=self.chance.randrange(5, 60))
        self._agent("closed" if self.chance.random() < 0.75 else "returned", agent)
        return not self.state["ended"]

    def _agent(self, action: str, name: str) -> None:
        """Record what an agent does, and what the bot makes of it."""
        key = self._key()
        self.events.append(recording.agent_did(action, name, at=self.at, key=f"{key}:h"))
        result = step(self.bot.flow, self.state, {"type": "agent", "what": action}, now=self.at, zone=self.bot.zone)
        self.state = result.state
        self._record(TurnResult(result.state, result.replies, result.effects, [result.trace]), key)

    def dialogue(self, now: datetime) -> Dialogue:
        """Return the conversation as it is now: what would lie in the future has not been said yet."""
        if self.person.channel == "voice" and not self.events[-1].marks.get("ends"):
            self.events.append(recording.hung_up(at=self.at + timedelta(seconds=3), key=self._key()))
        events = [event for event in self.events if event.sent_at <= now] or self.events[:1]
        last, (origin, referral) = events[-1], self._way()
        is_over = last.sent_at + session_timeout(self.person.channel) <= now or bool(last.marks.get("ends"))
        return Dialogue(
            source_id=f"demo-{self.number:06d}",
            events=events,
            ext_user=self.person.key,
            channel=self.person.channel,
            contact_name=self.person.name,
            contact_last4=self.person.phone[-4:],
            language=self.state["language"],
            traffic="test" if self.chance.random() < 0.035 else "real",
            outlet_id=self.person.place.id,
            bot_version=self.bot.version,
            origin=origin,
            referral=referral,
            open=not is_over,
        )

    def _way(self) -> tuple[str, str | None]:
        """Return how the person came and by what; whatever else happens by chance stays as it is."""
        ways = [way for way, weight in WAYS.get(self.person.channel, {"direct": 1}).items() for _ in range(weight)]
        origin = ways[self.number * 37 % len(ways)]
        referrals = REFERRALS.get((self.person.channel, origin), (None,))
        return origin, referrals[self.number * 11 % len(referrals)]
