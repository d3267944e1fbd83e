"""The demonstration's telephone calls: made by the bots themselves over four weeks, as callers speak and press keys."""

import random
import secrets
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import delete, select

from app.bots.catalog.models import Bot
from app.channels.messaging.models import Deployment
from app.channels.sessions.dialogue import document_of
from app.channels.sessions.models import ChannelSession
from app.channels.voice import calling
from app.channels.voice.calling import CallReply, Heard
from app.channels.voice.models import VoiceCall
from app.channels.voice.service import CHANNEL, set_voice
from app.core import clock
from app.core.db.base import db
from app.core.db.ids import new_id
from app.core.jobs import Job, leave_out_jobs
from app.inbox.models import Handoff
from app.inbox.people import untell
from app.seeding.bots import desks
from app.seeding.size import WHOLE, current_size
from app.seeding.understanding import read_inside

SEED, CALLS, DAYS, TURNS = 58, 60, 27, 8
NUMBER, DESK_NUMBER = "+912068124410", "+912067124400"
CHARACTER_MS, WORD_MS, ANSWER_MS = 62, 360, 450
ANSWERS = {
    "date": ["tomorrow", "on monday", "next friday", "कल", "28 november"],
    "time": ["at ten", "10:30", "three in the afternoon"], "phone": ["9822014422", "98220 55110"],
    "registration": ["MH 12 QT 4417", "MH12AB1234"], "rating": ["5", "4", "4", "2"], "number": ["24000", "12000"],
    "email": ["asha at example dot com"], "text": ["the brakes make a noise", "it is about the last visit"],
    "one_of": ["Vela", "Terra", "the Orbit", "Nexa City", "Tarana"], "vin": ["I do not know it"],
}  # fmt: skip
NAMES = ("Sunita Jadhav", "Rahul Patil", "Meera Nair", "Imran Sheikh", "Kavita Rao")
WISHES = ("I want to book a service", "when are you open", "is my car ready", "what does a service cost",
          "I want to talk to a person", "सर्विस बुक करनी है", "meri gaadi ready hai kya")  # fmt: skip
MUMBLED = ("uh what was that", "purple elephants please", "hello hello can you hear", "यह फ्रॉड है")
LEFT_OUT = ("end_call", "handoff_missed", "channel_effect")
"""Jobs that wait for what these callers do themselves."""
DIALLED = ("completed", "completed", "completed", "no-answer", "busy")


def make_calls() -> None:
    """Give the first bot a number, and have people call it."""
    bot = desks()[0].bot
    if db.session.scalar(select(VoiceCall.id).where(VoiceCall.bot_id == bot.id).limit(1)) is not None:
        return
    deployment = _connect(bot)
    db.session.commit()
    chance = random.Random(SEED)  # noqa: S311 - sample data
    now, ids = clock.now(), (bot.id, deployment.id)
    count = max(round(CALLS * current_size().conversations / WHOLE.conversations), 6)
    starts = sorted(
        (now - timedelta(days=chance.randrange(1, DAYS))).replace(
            hour=chance.randrange(4, 13), minute=chance.randrange(60)
        )
        for _ in range(count)
    )
    with leave_out_jobs(*LEFT_OUT):
        for number, start in enumerate(starts):
            _Caller(ids, number, start, chance).call()
    db.session.execute(delete(Job).where(Job.kind.in_(LEFT_OUT), Job.state == "cancelled"))
    _call_back()
    db.session.commit()


def _call_back() -> None:
    """Have those who left a number called back within the hour."""
    waiting = select(Handoff).where(Handoff.channel == CHANNEL, Handoff.state.in_(("call_back", "requested")))
    for row in db.session.scalars(waiting):
        row.state, row.ended_at = "closed", row.requested_at + timedelta(minutes=45)
        untell(row)
    db.session.flush()


def _connect(bot: Bot) -> Deployment:
    """Connect a number without credentials, for which no provider is asked, and set how the bot speaks on it."""
    set_voice(bot, {
        "voices": {"en": {"locale": "en-IN", "voice": "Polly.Kajal-Neural", "hints": ["Vela", "Kestrel", "service"]},
                   "hi": {"locale": "hi-IN", "voice": "Polly.Aditi", "hints": ["वेला", "सर्विस"]}},
        "transfer_number": DESK_NUMBER, "reprompts": 2,
        "lexicon": [{"word": "Vela", "say": "vay-la"}, {"word": "Kestrel EV", "say": "kes-trel ee-vee"},
                    {"word": "Tarana", "say": "ta-raa-na"}],
    })  # fmt: skip
    key, now = new_id(), clock.now()
    row = Deployment(
        id=key, workspace_id=bot.workspace_id, bot_id=bot.id, channel=CHANNEL, account=NUMBER, environment="live",
        language=None, outlet_id=None, state="connected", verify_token=secrets.token_urlsafe(24), settings={},
        last_inbound_at=now - timedelta(hours=20),
    )  # fmt: skip
    db.session.add(row)
    db.session.flush()
    return row


class _Caller:
    """Someone who calls once; all they say is left to chance."""

    def __init__(self, ids: tuple[int, int], number: int, start: datetime, chance: random.Random) -> None:
        self.bot_id, self.deployment_id = ids
        self.number, self.start, self.chance = number, start, chance
        self.at_ms = 0
        self.phone = f"+9198{chance.randrange(10**7, 10**8)}"

    def call(self) -> None:
        """Call, speak, and hang up unless the bot does."""
        with clock.travel(self.start):
            bot, deployment = db.session.get_one(Bot, self.bot_id), db.session.get_one(Deployment, self.deployment_id)
            key, turn = calling.begin(bot, deployment, f"CAdemo{self.number:04}", self.phone, traffic="real")
        for _ in range(TURNS):
            if turn.answer.listen is None and not turn.answer.transfer:
                break
            if not turn.answer.transfer and self.chance.random() < 0.06:
                break
            turn = self._turn(key, turn)
        with clock.travel(self.start + timedelta(milliseconds=self.at_ms + self.chance.randrange(800, 4000))):
            calling.end(key)
            db.session.commit()

    def _turn(self, key: int, turn: CallReply) -> CallReply:
        """Answer what was said, at the time it takes to say both."""
        utterance = self._next_input(key, turn)
        with clock.travel(self.start + timedelta(milliseconds=self.at_ms)):
            return calling.take(key, turn.token, utterance, read_inside)

    def _next_input(self, key: int, turn: CallReply) -> Heard:
        """What the caller does, with its times."""
        chance, began = self.chance, self.at_ms + chance_ms(self.chance, 350, 900)
        length = sum(len(line.text) for line in turn.answer.says) * CHARACTER_MS
        ended = began + length
        if turn.answer.transfer:
            self.at_ms = ended + chance_ms(chance, 6000, 25_000)
            dialled = chance.choice(DIALLED)
            if dialled == "completed":
                self.at_ms += chance_ms(chance, 40_000, 200_000)
            return Heard(dialled=dialled, bot_from_ms=began, bot_to_ms=ended)
        fate = chance.random()
        if fate < 0.08:
            self.at_ms = ended + 5000
            return Heard(bot_from_ms=began, bot_to_ms=ended)
        text = self._utterance(key)
        if text.isdecimal() and len(text) == 1:
            self.at_ms = ended + chance_ms(chance, 400, 2500)
            return Heard(keys=text, bot_from_ms=began, bot_to_ms=ended)
        interrupts = fate > 0.9 and length > 2500
        if interrupts:
            ended = began + int(length * 0.6)
        start = ended + (0 if interrupts else chance_ms(chance, 300, 2200))
        end = start + len(text.split()) * WORD_MS + chance_ms(chance, 50, 400)
        self.at_ms = end + ANSWER_MS
        confidence = round(min(max(chance.gauss(0.86, 0.09), 0.2), 0.99), 2)
        return Heard(
            speech=text, confidence=confidence, from_ms=start, to_ms=end, bot_from_ms=began, bot_to_ms=ended,
            interrupts=interrupts,
        )  # fmt: skip

    def _utterance(self, key: int) -> str:
        """What suits the open question, most of the time."""
        chance, node = self.chance, self._node(key)
        # A name that is mumbled would be taken for one.
        if chance.random() < 0.07 and node.get("save") != "name":
            return chance.choice(MUMBLED)
        options = node.get("options") or []
        if options:
            place = chance.randrange(len(options))
            label = options[place]["label"]
            return str(place + 1) if chance.random() < 0.5 else str(label.get("en") or next(iter(label.values())))
        if node.get("type") == "rate":
            return chance.choice(ANSWERS["rating"])
        if node.get("save") == "name":
            return chance.choice(NAMES)
        if node.get("type") == "input":
            return chance.choice(ANSWERS.get(node.get("kind", "text"), ANSWERS["text"]))
        return chance.choice(WISHES)

    def _node(self, key: int) -> Mapping[str, Any]:
        """The node whose question is open."""
        call = db.session.get_one(VoiceCall, key, populate_existing=True)
        version = db.session.scalar(select(ChannelSession.version).where(ChannelSession.id == call.session_id))
        document = document_of(db.session.get_one(Bot, call.bot_id), version or 1)
        node: Mapping[str, Any] = document["nodes"].get(call.node or "", {})
        db.session.rollback()
        return node


def chance_ms(chance: random.Random, low: int, high: int) -> int:
    """Return some milliseconds."""
    return chance.randrange(low, high)
