"""A call, request by request: what was heard goes to the bot as on any channel, and what it says is spoken.

The provider and the telephone in the browser take the same way. Each request carries a token that the answer before
it has given: a repeat is answered with the same bytes, also after a crash between the bot's step and the answer.
"""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any

import orjson
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from app.bots.catalog.models import Bot
from app.bots.engine.flow import PERSON_ID
from app.bots.media.service import alt_in
from app.bots.understanding.service import Reference, understand
from app.channels.messaging.models import ANSWERING, Deployment
from app.channels.sessions import effects
from app.channels.sessions.dialogue import (
    TALKING,
    ConversationInput,
    Progress,
    hang_up,
    hear,
    open_dialogue,
    publish_agent_event,
)
from app.channels.sessions.models import ChannelEvent, ChannelSession
from app.channels.sessions.providers import call_answered, call_unanswered
from app.channels.sessions.service import events_after, number_of
from app.channels.voice import counting
from app.channels.voice.models import DIALLED, VoiceCall, VoiceTurn
from app.channels.voice.service import (
    ANNOUNCE,
    ASK,
    BOT,
    CALLER,
    CHANNEL,
    KEYS,
    PERSON,
    REPEAT,
    first_language,
    is_open,
    locale_of,
    settings_of,
)
from app.channels.voice.texts import OPTIONS, hits_of, keys_text, prompt, refuses, to_speech, words_of
from app.channels.voice.twiml import CallResponse, Listen, SpokenText, render_twiml
from app.conversations.models import Message, Turn
from app.conversations.redaction import redact
from app.core import clock
from app.core.db.base import commit_now, db, fetch, read_only
from app.core.db.ids import new_id
from app.core.jobs import enqueue

SECONDS = 8.0
"""How long an answer waits for what the bot waits for; the provider hangs up after 15."""
LATEST = 30
"""Events that an open question is looked for in."""
NOT_UNDERSTOOD = ("no_match", "low_confidence")
REFUSE_KEY, START = "2", "start"
NUMBER_LENGTH = 60
TextReader = Callable[[Reference, list[str], str | None], Sequence[Mapping[str, Any] | None]]
"""What reads texts by a bot's model."""
SECRET_KEYS = 4
"""So many keys may be a card's number or a code."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What a request brings: speech or keys, nothing, or what a transfer came to; times from the start of the call."""

    speech: str = ""
    confidence: float | None = None
    keys: str = ""
    dialled: str | None = None
    from_ms: int | None = None
    to_ms: int | None = None
    bot_from_ms: int | None = None
    """When the answer before was heard, where that is known."""
    bot_to_ms: int | None = None
    interrupts: bool = False


@dataclass(slots=True)
class _Plan:
    """What a request means."""

    kind: str
    utterance: ConversationInput | None = None
    key: str = ""
    repeats: bool = False


@dataclass(frozen=True, slots=True)
class CallReply:
    """An answer, and the token that the next request carries."""

    answer: CallResponse
    token: str
    ms: Mapping[str, int]

    def twiml(self, hook: str) -> bytes:
        """Return it as TwiML."""
        return render_twiml(self.answer, hook, self.token)


def account_of(deployment: Deployment | None, user_id: int | None = None) -> str:
    """Return what conversations of a number, or of a person's telephone in the browser, are known by."""
    return str(deployment.id) if deployment is not None else f"phone:{user_id}"


def find_call(account: str, sid: str) -> VoiceCall | None:
    """Return a call by the provider's id."""
    return db.session.scalar(select(VoiceCall).where(VoiceCall.account == account, VoiceCall.sid == sid))


# ---- the beginning ------------------------------------------------------------------------------------


def begin(
    bot: Bot, deployment: Deployment | None, sid: str, caller: str, *, traffic: str, user_id: int | None = None,
) -> tuple[int, CallReply]:  # fmt: skip
    """Answer a call; one that has been answered before gets the same answer. The caller has committed."""
    account = account_of(deployment, user_id)
    bot_id = bot.id
    call = find_call(account, sid)
    if call is None:
        try:
            call, advanced = _open(bot, deployment, account, sid, caller, traffic, user_id)
            key, session_id, version = call.id, call.session_id, call.bot_version
            commit_now()
        except IntegrityError:
            db.session.rollback()  # The same request has come twice at once.
            call = find_call(account, sid)
            if call is None:
                raise
            key = call.id
        else:
            if advanced is not None:
                means = effects.means_of(db.session.get_one(Bot, bot_id), version)
                db.session.rollback()
                effects.go_on(session_id, means, advanced, SECONDS)
    else:
        key = call.id
    return key, _give(key, START, Heard(), _Plan("start"), clock.now(), {})


def _open(
    bot: Bot, deployment: Deployment | None, account: str, sid: str, caller: str, traffic: str, user_id: int | None
) -> tuple[VoiceCall, Progress | None]:
    """Add a call with its conversation; a bot that does not answer has none."""
    values, at = settings_of(bot), clock.now()
    language = first_language(bot, values, deployment)
    answers = bot.state in TALKING and bot.live_version is not None and bot.state != "paused"
    answers = answers and (deployment is None or deployment.state in ANSWERING)
    advanced, session_id, version = None, 0, 0
    if answers:
        session_id = new_id()
        session = ChannelSession(
            id=session_id, workspace_id=bot.workspace_id, bot_id=bot.id, channel=CHANNEL, account=account,
            ext_user=caller or f"anon:{session_id}", secret_hash=None, version=0,
            outlet_id=deployment.outlet_id if deployment is not None else None, sealed_state="", cursor=0, restarts=0,
            conversation_id=None, is_pause_announced=False, language=language, origin={"page": "", "referrer": ""},
            traffic=traffic,
        )  # fmt: skip
        number = number_of(CHANNEL, session.ext_user)
        contact = {"id": session.ext_user} | ({"phone": number} if number else {})
        advanced = open_dialogue(session, bot, contact, {})
        version = session.version
    consent = values["consent"]
    is_recorded = answers and deployment is not None and consent["mode"] in (ANNOUNCE, ASK)
    call = VoiceCall(
        id=new_id(), workspace_id=bot.workspace_id, client_id=bot.client_id, bot_id=bot.id,
        outlet_id=deployment.outlet_id if deployment is not None else None,
        deployment_id=deployment.id if deployment is not None else None, account=account, sid=sid,
        session_id=session_id, bot_group=bot.group, bot_version=version,
        language=language, traffic=traffic, number=deployment.account if deployment is not None else values["number"],
        user_id=user_id, started_at=at, token=_token(), consent_version=consent["version"] if is_recorded else None,
        recording="pending" if is_recorded else "off",
    )  # fmt: skip
    db.session.add(call)
    db.session.flush()
    enqueue("end_call", {"call_id": str(call.id)}, run_at=at + timedelta(minutes=values["max_minutes"]))
    return call, advanced


def _token() -> str:
    return secrets.token_urlsafe(12)


# ---- one request --------------------------------------------------------------------------------------


def take(call_id: int, token: str, heard: Heard, read: TextReader = understand) -> CallReply:
    """Take in a request of a call and answer it; a repeat is answered with the same bytes."""
    at = clock.now()
    with read_only():
        call = db.session.get_one(VoiceCall, call_id)
        turn = _turn(call_id, token)
        if turn is not None or call.is_over or token != call.token:
            reply = stored_answer(turn or _newest(call_id))
            db.session.rollback()
            return reply
        bot = db.session.get_one(Bot, call.bot_id)
        session = fetch(
            select(ChannelSession).where(ChannelSession.id == call.session_id), "This call is no longer kept."
        )
        values = settings_of(bot)
        plan = _plan(call, values, heard, token, at)
        utterance, means = plan.utterance, effects.means_of(bot, session.version)
        language, session_id = session.language, session.id
        db.session.rollback()
    ms: dict[str, int] = {}
    if utterance is not None:
        if utterance.type == "text" and means.reference is not None:
            (utterance.parse,) = read(means.reference, [utterance.text], language)
        ms["understanding"] = _ms(at)
        advanced = hear(session_id, utterance)
        commit_now()
        effects.go_on(session_id, means, advanced, SECONDS)
    elif plan.kind == "dial":
        _end_transfer(session_id, heard.dialled or "failed")
    _miss_unreachable(call_id, session_id)
    return _give(call_id, token, heard, plan, at, ms)


def _ms(since: datetime) -> int:
    return max(round((clock.now() - since).total_seconds() * 1000), 0)


def _plan(call: VoiceCall, values: Mapping[str, Any], heard: Heard, token: str, at: datetime) -> _Plan:
    """Return what a request means: what was said to the bot, and what is not for it."""
    if call.awaits in ("wait", "dial", "consent"):
        return _Plan(call.awaits)
    if _is_too_long(call, values, at):
        return _Plan("silence")
    if heard.keys:
        return _plan_keys(call, values, heard.keys, token, at)
    if heard.speech:
        return _Plan("speech", ConversationInput("text", heard.speech, None, token, at=at, kind="speech"))
    return _Plan("silence")


def _is_too_long(call: VoiceCall, values: Mapping[str, Any], at: datetime) -> bool:
    return at - call.started_at >= timedelta(minutes=values["max_minutes"])


def _plan_keys(call: VoiceCall, values: Mapping[str, Any], keys: str, token: str, at: datetime) -> _Plan:
    """Return what keys mean: an option of the open question, what the bot has them say, or digits."""
    keys = "".join(key for key in keys if key in KEYS)
    question = _question(call.session_id)
    options = [option for event in question for option in event.body.get("options") or ()]
    has_input = any(event.body.get("input") for event in question)
    if keys.isdecimal() and len(keys) == 1 and 1 <= int(keys) <= min(len(options), OPTIONS):
        option = options[int(keys) - 1]
        utterance = ConversationInput("choice", str(option["label"]), str(option["id"]), token, at=at)
        return _Plan("keys", utterance, keys)
    meaning = values["dtmf"].get(keys, "") if len(keys) == 1 and not (has_input and keys != "*") else ""
    if meaning == REPEAT:
        return _Plan("keys", None, keys, repeats=True)
    if meaning == PERSON:
        return _Plan("keys", ConversationInput("choice", keys, PERSON_ID, token, at=at), keys)
    if meaning:
        return _Plan("keys", ConversationInput("text", meaning, None, token, at=at, kind="call_input"), keys)
    if not keys:
        return _Plan("silence")
    return _Plan("keys", ConversationInput("text", keys, None, token, at=at, kind="call_input"))


def _question(session_id: int) -> list[ChannelEvent]:
    """Return what the bot has said since the caller's last word, in order."""
    query = (
        select(ChannelEvent)
        .where(ChannelEvent.session_id == session_id)
        .order_by(ChannelEvent.position.desc())
        .limit(LATEST)
    )
    messages: list[ChannelEvent] = []
    for event in db.session.scalars(query):
        if event.speaker == "user":
            break
        if event.speaker == "bot" and event.type == "message":
            messages.append(event)
    return messages[::-1]


def _end_transfer(session_id: int, dialled: str) -> None:
    """Bring in what a transfer came to; where nobody has answered, the bot goes on."""
    session = db.session.scalar(select(ChannelSession).where(ChannelSession.id == session_id))
    if session is not None and _waits_for(session) == "handoff":
        if dialled == "completed":
            call_answered(session)
        else:
            _miss(session)
    db.session.commit()


def _miss(session: ChannelSession) -> None:
    """Let the bot go on without a person, also where nobody of the inbox was asked."""
    call_unanswered(session)
    db.session.refresh(session)
    if _waits_for(session) == "handoff":
        publish_agent_event(session.id, "missed")


def _miss_unreachable(call_id: int, session_id: int) -> None:
    """Let the bot go on where it wants a person and no number can be rung now."""
    session = db.session.scalar(select(ChannelSession).where(ChannelSession.id == session_id))
    if session is not None and _waits_for(session) == "handoff":
        call = db.session.get_one(VoiceCall, call_id)
        bot = db.session.get_one(Bot, call.bot_id)
        if call.dialled is not None or not _can_transfer(bot, settings_of(bot)):
            _miss(session)
    db.session.commit()


def _can_transfer(bot: Bot, values: Mapping[str, Any]) -> bool:
    return bool(values["transfer_number"]) and is_open(bot, values, clock.now())


def _waits_for(session: ChannelSession) -> str | None:
    """Return what a conversation waits for."""
    snapshot = session.stored_state
    waiting = snapshot.state["waiting"] if snapshot is not None else None
    return waiting["type"] if waiting else None


# ---- the answer ---------------------------------------------------------------------------------------


def _turn(call_id: int, token: str) -> VoiceTurn | None:
    return db.session.scalar(select(VoiceTurn).where(VoiceTurn.call_id == call_id, VoiceTurn.token == token))


def _newest(call_id: int) -> VoiceTurn | None:
    query = select(VoiceTurn).where(VoiceTurn.call_id == call_id).order_by(VoiceTurn.number.desc()).limit(1)
    return db.session.scalar(query)


def stored_answer(turn: VoiceTurn | None) -> CallReply:
    """Return a stored answer; where it is gone, the end of the call."""
    if turn is None or not turn.answer:
        return CallReply(CallResponse(), "over", {})
    document = orjson.loads(turn.answer)
    answer = document["answer"]
    answer["says"] = [SpokenText(**speech) for speech in answer["says"]]
    if answer["listen"] is not None:
        answer["listen"] = Listen(**answer["listen"] | {"hints": tuple(answer["listen"]["hints"])})
    return CallReply(CallResponse(**answer), document["token"], document["ms"])


def _give(call_id: int, token: str, heard: Heard, plan: _Plan, at: datetime, ms: dict[str, int]) -> CallReply:
    """Make and store the answer of a request, unless another process has stored it by now."""
    query = select(VoiceCall).where(VoiceCall.id == call_id).with_for_update(key_share=True)
    call = db.session.scalars(query.execution_options(populate_existing=True)).one()
    own_turn = _turn(call_id, token)
    if own_turn is not None or (token != START and (call.is_over or token != call.token)):
        reply = stored_answer(own_turn or _newest(call_id))
        db.session.rollback()
        return reply
    bot = db.session.get_one(Bot, call.bot_id)
    values = settings_of(bot)
    turn = VoiceTurn(
        id=new_id(), workspace_id=call.workspace_id, call_id=call_id, number=call.number_of_turns, token=token,
        kind=plan.kind, node=call.node, heard_at=at, key=plan.key, words=len(words_of(heard.speech)),
        confidence=heard.confidence if heard.speech else None, is_missed=False, is_interrupting=False, hits={},
        source="", is_masked=redact(heard.speech) != heard.speech or len(heard.keys) >= SECRET_KEYS,
    )  # fmt: skip
    answer = _Speaking(call, bot, values, turn, heard, plan, at).answer()
    _note_heard(call, turn, heard, values)
    turn.answered_at = clock.now()
    ms["answer"] = _ms(at)
    reply = CallReply(answer, _token(), ms)
    turn.keep_answer(orjson.dumps({"answer": asdict(answer), "token": reply.token, "ms": ms}))
    call.number_of_turns, call.token = call.number_of_turns + 1, reply.token
    if any(speech.text for speech in answer.says):
        call.answered = int(bool(call.session_id))
    db.session.add(turn)
    db.session.flush()
    counting.add_turn(call, turn)
    if call.is_over:
        _close(call)
    db.session.commit()
    return reply


class _Speaking:
    """Makes the answer of one request: what the bot has said since the last one, and what comes next."""

    def __init__(
        self, call: VoiceCall, bot: Bot, values: Mapping[str, Any], turn: VoiceTurn, heard: Heard, plan: _Plan,
        at: datetime,
    ) -> None:  # fmt: skip
        self.call, self.bot, self.values, self.turn = call, bot, values, turn
        self.heard, self.plan, self.at = heard, plan, at
        self.session = db.session.scalar(
            select(ChannelSession).where(ChannelSession.id == call.session_id)
            .execution_options(populate_existing=True)
        )  # fmt: skip
        self.says: list[SpokenText] = []

    def answer(self) -> CallResponse:
        """Return the answer; the call is brought up to date."""
        call, plan, session = self.call, self.plan, self.session
        if session is None or (snapshot := session.stored_state) is None:
            self._say("closed" if not call.session_id else "goodbye")
            return self._end("lost" if call.session_id else "bot", failed=not call.session_id)
        if plan.kind not in ("wait", "dial", "consent", "start") and _is_too_long(call, self.values, self.at):
            self._say("limit")
            return self._end("limit")
        if plan.kind == "start" and (consent := self._consent()) is not None:
            return consent
        records = plan.kind == "consent" and self._has_agreed()
        if plan.kind == "dial":
            call.dialled = self.heard.dialled if self.heard.dialled in DIALLED else "failed"
            call.transferred = int(call.dialled == "completed")
            if call.dialled == "completed":
                return self._end("transfer")
            self._say("nobody")
        if plan.kind == "silence":
            if (ended := self._silent()) is not None:
                return ended
        elif plan.kind != "wait":
            call.silent_in_a_row = 0
        new = self._speak_new(session)
        call.node = snapshot.state.get("open") or call.node
        answer = self._next(snapshot.state, new)
        answer.records = records or (plan.kind == "start" and call.recording == "pending")
        if answer.records:
            call.recording_from_ms = call.offset_ms(self.at)
        return answer

    def _consent(self) -> CallResponse | None:
        """Say that the call is recorded; the answer that asks, where the caller may refuse."""
        if self.call.recording != "pending":
            return None
        own = {"consent": self.values["consent"]["text"]}
        self._say("consent", own["consent"])
        if self.values["consent"]["mode"] != ASK:
            return None
        self._say("ask")
        self.call.awaits = "consent"
        return self._listening(one_key=True)

    def _has_agreed(self) -> bool:
        """Whether the recording begins after what was said of it."""
        if refuses(self.heard.speech) or self.heard.keys.rstrip("#") == REFUSE_KEY:
            self.call.recording = "refused"
        return self.call.recording == "pending"

    def _silent(self) -> CallResponse | None:
        """Ask again; after too many silences ring a person, or end the call."""
        self.call.silent_in_a_row += 1
        if self.call.silent_in_a_row <= self.values["reprompts"]:
            self._say("no_input", self.values["prompts"].get("no_input"))
            return None
        if self.call.dialled is None and _can_transfer(self.bot, self.values):
            return self._transfer()
        self._say("goodbye")
        return self._end("silence")

    def _speak_new(self, session: ChannelSession) -> bool:
        """Say what the bot has said since; whether it has said anything."""
        new = events_after(session.id, self.call.shown_position)
        for event in new:
            self.call.shown_position = event.position
            if event.client_id == self.turn.token:
                self.turn.event_id = f"{session.channel}:{session.account}:{event.id}"
        messages = [event for event in new if event.speaker == "bot" and event.type == "message"]
        for event in messages:
            self._speak(event)
        return bool(messages)

    def _speak(self, event: ChannelEvent) -> None:
        """Say a message of the bot, with the keys of its options."""
        body = event.body
        language = body.get("language") or self.call.language
        self.call.language = language
        alt = alt_in(body["media"], language) if body.get("media") else ""
        text = to_speech(f"{body.get('text') or ''} {alt}", self.values["lexicon"])
        options = [to_speech(str(option["label"]), self.values["lexicon"]) for option in body.get("options") or ()]
        if self.values["keys"] and not all(label.isdecimal() for label in options):
            text = f"{text} {keys_text(options, language)}".strip()
        self._add(text)

    def _next(self, state: Mapping[str, Any], has_new: bool) -> CallResponse:
        """Return what comes after what was said: the end, a person, a wait, or a question."""
        call, waiting = self.call, state["waiting"]
        if waiting is not None and waiting["type"] == "handoff":
            return self._transfer()
        if waiting is not None:
            if not has_new and call.awaits != "wait":
                self._say("wait")
            call.awaits = "wait"
            return CallResponse(self.says, waits=True)
        if state["ended"]:
            return self._end("bot")
        question = _question(call.session_id)
        if not has_new:
            for event in question if self.plan.kind in ("silence", "keys", "dial") else ():
                self._speak(event)
        options = any(event.body.get("options") for event in question)
        has_input = any(event.body.get("input") for event in question)
        call.awaits = "answer"
        return self._listening(one_key=options or not has_input)

    def _listening(self, *, one_key: bool) -> CallResponse:
        """Return an answer that waits for the caller."""
        values, language = self.values, self.call.language
        hints = values["voices"].get(language, {}).get("hints") or ()
        return CallResponse(self.says, Listen(
            locale_of(values, language), tuple(hints), values["no_input_s"], values["speech_end_s"],
            values["barge_in"] and self.call.awaits != "consent", one_key,
        ))  # fmt: skip

    def _transfer(self) -> CallResponse:
        """Return an answer that rings a person."""
        if not self.says:
            self._say("transfer")
        self.call.awaits, self.call.dialled = "dial", ""
        return CallResponse(self.says, transfer=self.values["transfer_number"], ring_s=self.values["ring_s"])

    def _end(self, by: str, *, failed: bool = False) -> CallResponse:
        """Return an answer that ends the call."""
        call = self.call
        call.state, call.ended_by, call.ended_at = "failed" if failed else "completed", by, clock.now()
        call.awaits = "nothing"
        return CallResponse(self.says)

    def _say(self, name: str, own: Mapping[str, Any] | None = None) -> None:
        """Say one of the texts that no flow has."""
        own = own or self.values["prompts"].get(name)
        self._add(to_speech(prompt(name, self.call.language, own), self.values["lexicon"]))

    def _add(self, text: str) -> None:
        language = self.call.language
        voice = self.values["voices"].get(language, {}).get("voice") or ""
        if text:
            self.says.append(SpokenText(text, language, locale_of(self.values, language), voice))
            for name in hits_of(text, self.values["phrases"], BOT):
                for row in (self.call, self.turn):
                    note_hit(row, name, BOT)


def note_hit(row: VoiceCall | VoiceTurn, name: str, speaker: str) -> None:
    """Note that a phrase of a list was said."""
    row.hits = row.hits | {name: sorted({*row.hits.get(name, ()), speaker})}


def _note_heard(call: VoiceCall, turn: VoiceTurn, heard: Heard, values: Mapping[str, Any]) -> None:
    """Note on a turn what was made of it, and its times."""
    for name in hits_of(heard.speech, values["phrases"], CALLER):
        for row in (call, turn):
            note_hit(row, name, CALLER)
    if turn.event_id is not None:
        query = (
            select(Message.conversation_id, Turn.cause)
            .outerjoin(Turn, (Turn.conversation_id == Message.conversation_id) & (Turn.number == Message.turn_number))
            .where(Message.event_id == turn.event_id)
        )
        for conversation_id, cause in db.session.execute(query):
            call.conversation_id = conversation_id
            turn.is_missed = turn.kind == "speech" and cause in NOT_UNDERSTOOD
    before = _newest(call.id)
    if heard.bot_from_ms is not None and before is not None:
        before.said_from_ms, before.said_to_ms = heard.bot_from_ms, heard.bot_to_ms
        before.source = "phone"
    if heard.from_ms is not None and heard.to_ms is not None:
        turn.heard_from_ms, turn.heard_to_ms, turn.source = heard.from_ms, heard.to_ms, "phone"
        said_to = before.said_to_ms if before is not None else None
        turn.is_interrupting = heard.interrupts or (said_to is not None and heard.from_ms < said_to)


# ---- the end ------------------------------------------------------------------------------------------


def end(call_id: int, *, by: str = "caller", failed: bool = False, duration_s: int | None = None) -> None:
    """End a call that nobody has ended; the caller commits. Of one that is over only the length is noted."""
    query = select(VoiceCall).where(VoiceCall.id == call_id).with_for_update(key_share=True)
    call = db.session.scalars(query.execution_options(populate_existing=True)).one()
    if duration_s is not None and call.is_over:
        call.duration_ms = duration_s * 1000
    if call.is_over:
        return
    at = clock.now()
    call.state, call.ended_by, call.ended_at = "failed" if failed else "completed", by, at
    if call.awaits == "dial" and by == "caller":
        call.dialled = call.dialled or "canceled"
    call.awaits = "nothing"
    newest = _newest(call_id)
    call.hung_after_ms = max(round((at - newest.answered_at).total_seconds() * 1000), 0) if newest is not None else None
    if duration_s is not None:
        call.duration_ms = duration_s * 1000
    _close(call)


def _close(call: VoiceCall) -> None:
    """End the conversation of a call that is over, and sum the call up."""
    if call.session_id and db.session.scalar(select(ChannelSession.id).where(ChannelSession.id == call.session_id)):
        hang_up(call.session_id)
    if call.recording == "pending" and call.deployment_id is None:
        call.recording = "off"
    counting.sum_up(call)


def turns_of(call_id: int) -> Sequence[VoiceTurn]:
    """Return the requests of a call in order."""
    return db.session.scalars(select(VoiceTurn).where(VoiceTurn.call_id == call_id).order_by(VoiceTurn.number)).all()
