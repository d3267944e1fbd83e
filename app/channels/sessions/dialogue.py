"""One step of a conversation on a channel: the engine's, stored with everything that follows from it at once.

A step is one transaction: the engine's state, the visible events, the messages of the store with their rollups, and
the job that sees to it that what the step waits for is done even if this process ends. What a step waits for – a
call, a search – is done between transactions, and its result is the next step.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import orjson
import structlog
from sqlalchemy import select

from app.bots.catalog.models import Bot
from app.bots.catalog.splitting import version_for
from app.bots.catalog.versions import get_version
from app.bots.engine import Flow, fits, is_over_for, new_state, step
from app.bots.handlers.models import BotHandler
from app.bots.handlers.service import seconds_of
from app.bots.media.service import visible_medium
from app.bots.runtime.conversing import (
    DONE_OUTSIDE,
    RESULTS,
    TurnResult,
    entrances_of,
    flow_of,
    join_results,
    result_of_offer,
)
from app.bots.runtime.tracing import amend_trace, trace_of
from app.channels.questions.noting import note_search, searches_of
from app.channels.sessions import recording
from app.channels.sessions.files import ANSWERS, NAMES, SentFile, text_in
from app.channels.sessions.models import CALLED_BACK, ChannelEvent, ChannelSession, StoredState
from app.channels.sessions.origins import origin_of, referral_of, take_marks
from app.channels.sessions.providers import (
    call_back_wanted,
    events_shown,
    file_sent,
    handoff_ended,
    handoff_requested,
    lead_kept,
    notify_agent,
    offer_answered,
    offer_in_conversation,
    opted_out,
    program_answered,
    sample_offer,
    stop_answer,
    values_of_offer,
)
from app.channels.sessions.ratings import THANKS, rate, rating_of
from app.clients.models import City, Client, DealerGroup, Outlet
from app.clients.service import get_client
from app.conversations.events import ConversationEvent, Dialogue, session_timeout
from app.conversations.models import Conversation, Message
from app.conversations.redaction import redact_value
from app.core import clock
from app.core.db.base import db
from app.core.db.ids import new_id
from app.core.errors import Conflict, NotFound
from app.core.jobs import enqueue
from app.core.lru import Recent
from app.core.security.encryption import seal
from app.ingest.live_events import take_step

HISTORY = 6
"""Messages before a text that handlers read."""
GRACE = timedelta(seconds=10)
"""How long a job leaves what a step waits for to the process that made the step."""
PAUSED = {
    "en": "This assistant is paused at the moment. Please try again later.",
    "hi": "यह सहायक अभी रुका हुआ है। कृपया थोड़ी देर बाद फिर कोशिश करें।",
    "ar": "هذا المساعد متوقف مؤقتًا. يرجى المحاولة لاحقًا.",
}
LOST = {
    "en": "Sorry, I cannot go on with our conversation. Let us begin again.",
    "hi": "माफ़ कीजिए, मैं हमारी बातचीत आगे नहीं बढ़ा सकता। चलिए फिर से शुरू करते हैं।",
    "ar": "عذرًا، لا يمكنني متابعة محادثتنا. لنبدأ من جديد.",
}
log = structlog.get_logger(__name__)
_documents: Recent[tuple[int, int], dict[str, Any]] = Recent(64)
"""Documents of versions, which never change, by bot and number."""


@dataclass(slots=True)
class ConversationInput:
    """What a person says: free text, or the choice of an option."""

    type: str
    text: str
    option: str | None = None
    client_id: str | None = None
    parse: Mapping[str, Any] | None = None
    at: datetime | None = None
    kind: str = ""
    """The kind of its message, where that is not its type: speech, or call_input."""
    begins: bool = False
    """Whether it is what an application says for a person who presses its start button."""

    def content(self) -> dict[str, Any]:
        """What is stored of it."""
        return {"type": self.type, "text": self.text, "option": self.option, "kind": self.kind or self.type}

    def event(self) -> dict[str, Any]:
        """The same for the engine."""
        if self.type == "choice":
            return {"type": "choice", "option": self.option}
        return {"type": "text", "text": self.text, "parse": self.parse}


TALKING = ("live", "paused", "draining")
"""States of a bot in which people hear something from it."""


@dataclass(slots=True)
class Progress:
    """Where a conversation is after a step: its newest event, and the effect it waits for."""

    cursor: int
    after: int
    """The position of the sender's own event, or of the newest one before the step."""
    effect: dict[str, Any] | None = None
    events: list[ChannelEvent] = field(default_factory=list)
    compared: dict[str, Any] | None = None
    """What the handler that only compares is asked."""


def document_of(bot: Bot, number: int) -> dict[str, Any]:
    """Return the document of a version, which a process reads once."""
    document = _documents.get((bot.id, number))
    if document is None:
        document = get_version(bot, number).document
        _documents.put((bot.id, number), document)
    return document


def get_live_version(bot: Bot) -> int:
    """Return the number of the version that answers new conversations, or Conflict."""
    if bot.live_version is None:
        raise Conflict("This bot has not been published yet.", code="no_live_version")
    return bot.live_version


def version_of(bot: Bot, person: str, traffic: str) -> int:
    """Return the number of the version that answers a person's new conversation on a channel, or Conflict."""
    return version_for(bot, get_live_version(bot), person, is_real=traffic == "real")


class Stage:
    """A conversation held for one step: the row, its bot, flow and engine state."""

    def __init__(
        self, row: ChannelSession, bot: Bot, client: Client, contact_id: int | None = None,
        handler: BotHandler | None = None,
    ) -> None:  # fmt: skip
        """Read the state; the row is locked, or new. `contact_id` is the one of the conversation under way."""
        self.row, self.bot, self.now, self.handler = row, bot, clock.now(), handler
        self.client = client  # Held, so that what this step leads to need not read it again.
        self.zone, self.contact_id = client.zone, contact_id
        # A new conversation begins by the version that answers this person then.
        number = row.version or version_of(bot, row.ext_user, row.traffic)
        self.flow, self.document = self._flow(number)
        self.is_lost = False
        """Whether the stored state cannot be gone on from, so that the dialogue counts as ended."""
        self.state, self.effect = self._stored_state() if row.sealed_state else StoredState({}, None)
        self.events: list[ChannelEvent] = []
        self.recipient_id: int | None = None
        """The recipient of the offer that this step shows."""

    def _flow(self, number: int) -> tuple[Flow, dict[str, Any]]:
        document = document_of(self.bot, number)
        return flow_of(document, version=str(number)), document

    def awaited_effect(self) -> dict[str, Any] | None:
        """Return the effect that is done while the person waits; a person or a time that is waited for is none."""
        waiting = self.state["waiting"]
        return self.effect if waiting is not None and waiting["type"] in DONE_OUTSIDE else None

    def _stored_state(self) -> StoredState:
        """The stored state; one that cannot be read, or does not fit the flow, is replaced by one that has ended."""
        stored, row = self.row.stored_state, self.row
        contact = {"id": row.ext_user.partition(":")[2]}
        blank = new_state(
            self.flow, session=f"{row.id}.{row.restarts}", contact=contact, channel=row.channel, language=row.language
        )
        if stored is not None and fits(self.flow, stored.state, blank):
            return StoredState(blank | stored.state, stored.effect)
        log.error("conversation_unreadable", session_id=row.id, bot_id=row.bot_id)
        self.is_lost = True
        return StoredState(blank | {"ended": True}, None)

    def begin(self, contact: Mapping[str, Any], variables: Mapping[str, Any] | None = None) -> TurnResult:
        """Begin the dialogue at its start, by the version that answers this person now."""
        row = self.row
        row.version = version_of(self.bot, row.ext_user, row.traffic)
        row.conversation_id, row.is_pause_announced = None, False
        self.flow, self.document = self._flow(row.version)
        self.state = new_state(
            self.flow,
            session=f"{row.id}.{row.restarts}",
            contact=contact,
            channel=row.channel,
            language=row.language,
            outlet=_outlet_of(row),
        )
        of_offer = values_of_offer(row) if row.recipient_id is not None else {}
        values = dict(variables or {}) | of_offer
        self.state["variables"] |= {name: value for name, value in values.items() if name in self.flow.types}
        row.restarts += 1
        return self.step({"type": "start", "offer": bool(of_offer)})

    def step(self, event: Mapping[str, Any]) -> TurnResult:
        """Let the engine take an event in; offers that it wants are looked up in the same transaction."""
        turn = TurnResult(self.state)
        following: Mapping[str, Any] | None = event
        for _ in range(RESULTS):
            if following is None:
                break
            result = step(self.flow, self.state, following, now=self.now, zone=self.zone)
            self.state = result.state
            turn = join_results(turn, TurnResult(result.state, result.replies, result.effects, [result.trace]))
            following = self._result_of_offer(turn)
        return turn

    def _result_of_offer(self, turn: TurnResult) -> dict[str, Any] | None:
        """The offer that the engine waits for, if it does, as its next event."""
        waiting = self.state["waiting"]
        if waiting is None or waiting["type"] != "offer":
            return None
        language = self.state["language"]
        if self.row.traffic == "real":
            self.recipient_id, offer = offer_in_conversation(self.row, language) or (self.recipient_id, None)
        else:
            offer = sample_offer(self.bot, self.row.channel, language, self.now)
        result = result_of_offer(offer)
        turn.calls.append({"node": waiting["node"], "type": "offer"} | result.pop("trace"))
        return {"type": "result", "effect": waiting["id"]} | result

    def is_over(self, event: Mapping[str, Any]) -> bool:
        """Whether what is said begins a new dialogue: after an end, or too long a silence."""
        timeout = session_timeout(self.row.channel, self.bot.session_timeout_s)
        is_late = self.is_lost or self.now - self.row.last_event_at >= timeout
        return is_late or is_over_for(self.state, event)

    def show(self, kind: str, speaker: str, body: Mapping[str, Any], client_id: str | None = None) -> ChannelEvent:
        """Add an event to what the person's side shows."""
        self.row.cursor += 1
        key = new_id()
        event = ChannelEvent(
            id=key, workspace_id=self.row.workspace_id, session_id=self.row.id, position=self.row.cursor, type=kind,
            speaker=speaker, client_id=client_id, at=self.now,
            sealed_body=seal(
                ChannelEvent.sealed_body, orjson.dumps(body), workspace_id=self.row.workspace_id, row_id=key
            ),
        )  # fmt: skip
        db.session.add(event)
        self.events.append(event)
        return event

    def show_taken(self, turn: TurnResult, answered: int | None = None) -> None:
        """Add what the bot says, first the answer to a question of that id, and what it does to the conversation."""
        for number, reply in enumerate(turn.replies):
            names = ("text", "options", "input", "links", "media", "language")
            rated = {"answer": str(answered)} if answered is not None and number == 0 else {}
            body = {name: reply[name] for name in names if reply.get(name)}
            if "media" in body:
                body["media"] = visible_medium(body["media"], self.bot.id)
            self.show("message", "bot", body | rated)
        for effect in turn.effects:
            if effect["type"] == "handoff":
                self.show("handoff", "system", {"state": "requested"})
            elif effect["type"] == "end":
                self.show("end", "system", {})

    def open_question(self) -> dict[str, Any]:
        """Return what the bot's last message lets people answer by, while it waits for an answer to that."""
        if self.state["ended"] or self.state["waiting"] is not None:
            return {}
        query = (
            select(ChannelEvent)
            .where(
                ChannelEvent.session_id == self.row.id, ChannelEvent.type == "message", ChannelEvent.speaker == "bot"
            )
            .order_by(ChannelEvent.position.desc())
            .limit(1)
        )
        event = db.session.scalar(query)
        return {} if event is None else {name: event.body[name] for name in ("options", "input") if name in event.body}

    def keep(self, turn: TurnResult | None) -> None:
        """Keep the state, and see to it that what it waits for comes."""
        waiting = self.state["waiting"]
        if turn is not None:
            effect = next((effect for effect in turn.effects if waiting and effect["id"] == waiting["id"]), None)
            self.effect = effect or (self.effect if waiting else None)
            if effect and waiting["type"] == "handler":
                effect["history"] = self.history()
            if effect and waiting["type"] in DONE_OUTSIDE:
                self._promise(timedelta(seconds=effect.get("timeout_s", 6)) + GRACE)
            elif effect and waiting["type"] == "wait":
                self._promise(timedelta(seconds=effect["seconds"]))
        self.row.store(StoredState(self.state, self.effect))
        self.row.last_event_at = self.now
        db.session.flush()
        events_shown(self.row, self.events)
        if self.row.origin.get(CALLED_BACK):
            program_answered(self.row, self.events)

    def history(self) -> list[dict[str, str]]:
        """Return what was said before the newest text of the person, as handlers read it."""
        db.session.flush()
        query = (
            select(ChannelEvent)
            .where(ChannelEvent.session_id == self.row.id, ChannelEvent.type == "message")
            .order_by(ChannelEvent.position.desc())
            .limit(HISTORY + 1)
        )
        messages = [(event.speaker, str(event.body.get("text") or "")) for event in db.session.scalars(query)]
        newest = next((at for at, (speaker, _) in enumerate(messages) if speaker == "user"), 0)
        others = messages[:newest] + messages[newest + 1 :]
        return [
            {"role": "user" if speaker == "user" else "assistant", "content": text}
            for speaker, text in reversed(others)
            if text
        ]

    def _promise(self, after: timedelta) -> None:
        """Have a job do what is waited for, unless it has been done by then."""
        payload = {"session_id": str(self.row.id), "effect": self.state["waiting"]["id"]}
        enqueue("channel_effect", payload, run_at=clock.now() + after)

    def store(self, events: list[ConversationEvent]) -> None:
        """Bring events into the reported conversation, and open one where there is none yet."""
        if not events:
            return
        contact, origin, referral = self.state["contact"], origin_of(self.row), referral_of(self.row)
        marks = take_marks(self.row) if self.row.conversation_id is None else {}
        dialogue = Dialogue(
            source_id="", events=events, ext_user=self.row.ext_user, channel=self.row.channel,
            account=self.row.account, contact_name=str(contact.get("name") or ""),
            contact_last4=self.row.ext_user[-4:] if self.row.channel == "voice" and "+" in self.row.ext_user else "",
            language=self.state["language"],
            traffic=self.row.traffic, outlet_id=self.row.outlet_id, bot_version=self.row.version, open=True,
            origin=origin, referral=referral, extra=marks or None,
        )  # fmt: skip
        conversation = take_step(
            dialogue, bot=self.bot, conversation_id=self.row.conversation_id, contact_id=self.contact_id
        )
        heard_at = next((event.sent_at for event in events if event.speaker == "user"), None)
        if self.row.recipient_id is not None and heard_at is not None:
            offer_answered(self.row, conversation, heard_at)
        self.row.conversation_id = conversation.id

    def note_offer(self) -> None:
        """Note the offer that this step has shown, which the next message answers."""
        if self.recipient_id is not None:
            self.row.recipient_id = self.recipient_id


def _outlet_of(row: ChannelSession) -> dict[str, Any] | None:
    """Return what a flow knows of the outlet that a conversation belongs to."""
    if row.outlet_id is None:
        return None
    query = (
        select(Outlet.id, Outlet.name, City.name, DealerGroup.name)
        .join(City, City.id == Outlet.city_id)
        .join(DealerGroup, DealerGroup.id == Outlet.parent_id)
        .where(Outlet.id == row.outlet_id)
    )
    outlet = db.session.execute(query).first()
    return dict(zip(("id", "name", "city", "parent"), map(str, outlet), strict=True)) if outlet else None


def hold_session(session_id: int) -> ChannelSession:
    """Return a conversation's row, locked until the transaction ends, or raise NotFound."""
    query = select(ChannelSession).where(ChannelSession.id == session_id).with_for_update(key_share=True)
    row = db.session.scalar(query.execution_options(populate_existing=True))
    if row is None:
        raise NotFound("There is no such session.")
    return row


def _stage(session_id: int) -> Stage:
    """The stage of a conversation, whose row is locked until the transaction ends; NotFound where there is none.

    All is read at once: a turn is short, and each question to the database is a good part of it.
    """
    query = (
        select(ChannelSession, Bot, Client, Conversation.contact_id, BotHandler)
        .join(Bot, Bot.id == ChannelSession.bot_id)
        .join(Client, Client.id == Bot.client_id)
        .outerjoin(BotHandler, BotHandler.bot_id == Bot.id)
        .outerjoin(Conversation, Conversation.id == ChannelSession.conversation_id)
        .where(ChannelSession.id == session_id)
        .with_for_update(of=ChannelSession, key_share=True)
        .execution_options(populate_existing=True)
    )
    row = db.session.execute(query).first()
    if row is None:
        raise NotFound("There is no such session.")
    return Stage(*row)


def open_dialogue(row: ChannelSession, bot: Bot, contact: Mapping[str, Any], variables: Mapping[str, Any]) -> Progress:
    """Let the bot open a new conversation; nothing of it is reported before the person has said something."""
    stage = Stage(row, bot, get_client(bot.client_id))
    turn = stage.begin(contact, variables)
    db.session.add(row)
    stage.note_offer()
    db.session.flush()
    stage.show_taken(turn)
    stage.keep(turn)
    return _progress(stage, 0)


def hear(session_id: int, utterance: ConversationInput) -> Progress:
    """Take in what a person says; a message that has come before changes nothing."""
    stage = _stage(session_id)
    row = stage.row
    earlier_event = _find_event(row, utterance.client_id)
    if earlier_event is not None:
        return Progress(row.cursor, earlier_event.position, stage.awaited_effect())
    rating = rating_of(utterance.option)
    if rating is not None and rate(session_id, *rating):
        return _hear_rating(stage, utterance)
    return _hear_paused(stage, utterance) if stage.bot.state == "paused" else _hear(stage, utterance)


def _hear_rating(stage: Stage, tap: ConversationInput) -> Progress:
    """Thank for a rating by a channel's button; it is no turn, and the open question stays open."""
    question = stage.open_question()
    own = stage.show("message", "user", {"text": tap.text, "option": tap.option}, tap.client_id)
    stage.show("message", "bot", {"text": text_in(stage.state["language"], THANKS)} | question)
    stage.keep(None)
    return _progress(stage, own.position)


def rate_answer(session_id: int, event_id: int, helpful: bool | None) -> None:
    """Keep whether an answer of a conversation helped, or that it has no rating any more."""
    hold_session(session_id)
    if not rate(session_id, event_id, helpful):
        raise NotFound("There is no such answer.")


def hear_file(session_id: int, file: SentFile, client_id: str, at: datetime | None = None) -> Progress:
    """Take in a file that a person sends; the bot's open question stays open."""
    stage = _stage(session_id)
    row, language = stage.row, stage.state["language"]
    earlier_event = _find_event(row, client_id)
    if earlier_event is not None:
        return Progress(row.cursor, earlier_event.position, stage.awaited_effect())
    message = ConversationInput("text", text_in(language, NAMES[file.kind]), None, client_id, at=at, kind="media")
    if stage.bot.state == "paused":
        return _hear_paused(stage, message)
    answer = file.problem or ("received" if row.traffic == "real" else "trial")
    advanced = _answer_outside(stage, message, text_in(language, ANSWERS[answer]), stage.open_question())
    if answer == "received" and row.conversation_id is not None:
        _name_document(row.conversation_id, file_sent(row, row.conversation_id, stage.bot.client_id, file.checked))
    waiting = stage.state["waiting"]
    if waiting is not None and waiting["type"] == "handoff":
        notify_agent(row)
    return advanced


def _name_document(conversation_id: int, document_id: int | None) -> None:
    """Write into the newest file of a conversation which document it has become."""
    query = select(Message).where(Message.conversation_id == conversation_id, Message.kind == "media")
    message = db.session.scalar(query.order_by(Message.id.desc()).limit(1))
    if message is not None and document_id is not None:
        # Not an event's: what comes with events is redacted, long numbers as well.
        message.extra = (message.extra or {}) | {"document": str(document_id)}


def say_beside(session_id: int, text: str) -> None:
    """Say something to a person while the bot's open question stays open."""
    stage = _stage(session_id)
    stage.show("message", "bot", {"text": text} | stage.open_question())
    event = ConversationEvent(event_id=f"{stage.row.channel}:{new_id()}", speaker="bot", sent_at=stage.now, text=text)
    stage.store([event] if stage.row.conversation_id is not None else [])
    stage.keep(None)


def _find_event(row: ChannelSession, client_id: str | None) -> ChannelEvent | None:
    """The event of a message that has come before."""
    if client_id is None:
        return None
    query = select(ChannelEvent).where(ChannelEvent.session_id == row.id, ChannelEvent.client_id == client_id)
    return db.session.scalar(query)


def _hear(stage: Stage, utterance: ConversationInput) -> Progress:
    """Let the engine take in what was said."""
    row, is_text = stage.row, utterance.type == "text"
    if is_text and (answer := stop_answer(row, utterance.text, stage.state["language"])) is not None:
        advanced = _answer_outside(stage, utterance, answer)
        if row.conversation_id is not None:
            opted_out(row, row.conversation_id)
        return advanced
    event, opening, after = _engine_event(stage, utterance), None, row.cursor
    if stage.is_over(event):
        opening = _restart(stage)
        if utterance.begins:
            return _show_unrecorded(stage, opening, after)
    before = stage.state
    is_with_agent = before["waiting"] is not None and before["waiting"]["type"] == "handoff"
    own = stage.show("message", "user", {"text": utterance.text, "option": utterance.option}, utterance.client_id)
    turn = stage.step(event)
    if stage.state["ended"] and before["ended"]:
        # A closing word after the end belongs to no conversation that is reported.
        return _show_unrecorded(stage, turn, own.position)
    trace = None if is_with_agent else trace_of(before, turn, event, 0.0)
    at, answered_at = utterance.at or stage.now, clock.now()
    if trace is not None:
        trace["ms"] = round((answered_at - at).total_seconds() * 1000, 1)
    whole = join_results(opening, turn) if opening is not None else turn
    stage.show_taken(whole)
    key = f"{row.channel}:{row.account}:{own.id}"
    events = [recording.record_utterance(utterance.content(), turn, trace, at=at, key=key)]
    events += _record_answers(stage, whole, answered_at, key)
    _settle(stage, whole, events)
    _note_answered(stage, utterance.text, trace)
    if is_with_agent:
        notify_agent(row)
    advanced = _progress(stage, own.position)
    if is_text and not is_with_agent and stage.handler is not None and stage.handler.values.get("shadow"):
        advanced.compared = _comparison_request(stage, utterance, key)
    return advanced


def _engine_event(stage: Stage, utterance: ConversationInput) -> dict[str, Any]:
    """What the engine takes of an utterance: where that begins a conversation, the flow's own word for it."""
    event = utterance.event()
    if utterance.type == "text":
        event["handlers"] = seconds_of(stage.handler)
    if utterance.begins:
        event["text"] = min(stage.flow.restarts, default=utterance.text)
    return event


def _show_unrecorded(stage: Stage, turn: TurnResult, after: int) -> Progress:
    """Show a turn that adds nothing to a conversation; the progress is what came after a position."""
    stage.show_taken(turn)
    stage.keep(turn)
    return _progress(stage, after)


def _restart(stage: Stage) -> TurnResult:
    """Begin a conversation in place of one that is over; says so where that one was lost."""
    before = stage.state
    waiting = before["waiting"]
    if waiting is not None or stage.is_lost:
        handoff_ended(stage.row)
    if waiting is not None and waiting["type"] == "handoff":
        stage.show("handoff", "system", {"state": "closed" if waiting.get("accepted") else "missed", "text": ""})
    stage.effect = None
    opening = stage.begin(before["contact"])
    if stage.is_lost:
        language = stage.state["language"]
        text = LOST.get(language, LOST["en"])
        opening.replies.insert(0, {"kind": "text", "text": text, "language": language, "node": None})
    return opening


def _note_answered(stage: Stage, text: str, trace: Mapping[str, Any] | None) -> None:
    """Note a question that the flow's own answers have answered."""
    if trace is not None and trace["rule"] == recording.BY_KNOWLEDGE and stage.row.conversation_id is not None:
        search = {"query": text, "question": "", "by": "questions"}
        note_search(stage.row.bot_id, stage.row.conversation_id, search, stage.now, stage.state["language"])


def _comparison_request(stage: Stage, utterance: ConversationInput, key: str) -> dict[str, Any]:
    """What the handler that only compares is asked."""
    row, state = stage.row, stage.state
    return {
        "id": key, "text": utterance.text, "language": state["language"], "channel": row.channel,
        "sender": str(state["contact"].get("id") or row.id), "session": state["session"], "version": str(row.version),
        "history": stage.history(),
    }  # fmt: skip


def _record_answers(stage: Stage, turn: TurnResult, at: datetime, key: str) -> list[ConversationEvent]:
    """What the bot has answered, for the store."""
    entrances = entrances_of(stage.flow, stage.document)
    return list(recording.record_answers(turn, stage.flow, entrances, at=at, name_event=lambda part: f"{key}:{part}"))


def _settle(stage: Stage, turn: TurnResult, events: list[ConversationEvent]) -> None:
    """Store a step's events, keep the state, and ask for a person where the flow wants one."""
    row = stage.row
    stage.keep(turn)
    stage.store(events)
    stage.note_offer()
    for effect in turn.effects:
        if effect["type"] == "handoff" and row.conversation_id is not None:
            handoff_requested(row, row.conversation_id, effect["queue"])
        elif effect["type"] == "call_back" and row.conversation_id is not None:
            call_back_wanted(row, row.conversation_id, effect)
        elif effect["type"] == "lead" and row.conversation_id is not None and row.traffic == "real":
            lead_kept(row, row.conversation_id, effect["lead"], effect["consent_text"])
    if stage.state["ended"]:
        row.conversation_id = None


def _hear_paused(stage: Stage, utterance: ConversationInput) -> Progress:
    """Note what was said to a paused bot, and answer once that it is."""
    row, is_first = stage.row, not stage.row.is_pause_announced
    row.is_pause_announced = True
    return _answer_outside(stage, utterance, PAUSED.get(stage.state["language"], PAUSED["en"]) if is_first else None)


def _answer_outside(
    stage: Stage, utterance: ConversationInput, text: str | None, question: Mapping[str, Any] | None = None
) -> Progress:
    """Note what was said and answer it, without the engine, whose question stays open and may be put again."""
    row = stage.row
    own = stage.show("message", "user", {"text": utterance.text, "option": utterance.option}, utterance.client_id)
    key = f"{row.channel}:{row.account}:{own.id}"
    turn = TurnResult(stage.state)
    events = [recording.record_utterance(utterance.content(), turn, None, at=utterance.at or stage.now, key=key)]
    if text is not None:
        stage.show("message", "bot", {"text": text} | dict(question or {}))
        events.append(ConversationEvent(event_id=f"{key}:b0", speaker="bot", sent_at=clock.now(), text=text))
    stage.store(events)
    stage.keep(None)
    return _progress(stage, own.position)


def give_result(session_id: int, effect_id: str, result: Mapping[str, Any], call: Mapping[str, Any] | None) -> Progress:
    """Go on with the result of what a step has waited for; one that nobody waits for any more changes nothing."""
    stage = _stage(session_id)
    waiting, row = stage.state["waiting"], stage.row
    after = row.cursor
    if waiting is None or waiting["id"] != effect_id:
        return Progress(row.cursor, after, stage.awaited_effect())
    before = stage.state
    kind = "timer" if waiting["type"] == "wait" else "result"
    turn = stage.step({"type": kind, "effect": effect_id} | dict(result))
    if call is not None:
        turn.calls.append({"node": waiting["node"], "type": waiting["type"]} | dict(call))
    conversation_id = row.conversation_id
    searches = {new_id(): search for search in searches_of(turn.calls)} if conversation_id is not None else {}
    stage.show_taken(turn, next((id_ for id_, search in searches.items() if search.get("citations")), None))
    key = f"{row.channel}:{row.account}:{effect_id}"
    events = _record_answers(stage, turn, clock.now(), key)
    if row.conversation_id is None:
        events = []  # Where the bot speaks first, nothing is reported yet.
    _settle(stage, turn, events)
    _amend_trace(stage, trace_of(before, turn, {}, 0.0))
    for id_, search in searches.items():
        note_search(row.bot_id, conversation_id or 0, search, stage.now, before["language"], id_)
    return _progress(stage, after)


def _amend_trace(stage: Stage, later: Mapping[str, Any]) -> None:
    """Add what came of a result to the trace of the turn that wanted it."""
    if stage.row.conversation_id is None:
        return
    query = (
        select(Message)
        .where(Message.conversation_id == stage.row.conversation_id, Message.speaker == "user")
        .order_by(Message.position.desc())
        .limit(1)
    )
    message = db.session.scalar(query)
    trace = ((message.extra or {}) if message is not None else {}).get("trace")
    if message is None or trace is None:
        return
    message.extra = (message.extra or {}) | {"trace": trace | redact_value(amend_trace(trace, later))}


def publish_agent_event(session_id: int, action: str, *, name: str = "", text: str = "") -> Progress:
    """Bring in what an agent does: accepted, said, returned, closed or missed; NotFound where no agent is asked for."""
    stage = _stage(session_id)
    waiting, row = stage.state["waiting"], stage.row
    if waiting is None or waiting["type"] != "handoff":
        raise Conflict("This conversation is not with a person any more.", code="invalid_transition")
    after, key = row.cursor, f"{row.channel}:{row.account}:{new_id()}"
    if action == "said":
        stage.show("message", "agent", {"text": text, "name": name})
        stage.store(
            [ConversationEvent(event_id=key, speaker="agent", sent_at=stage.now, text=text, extra={"agent": name})]
        )
        stage.keep(None)
        return _progress(stage, after)
    stage.show("handoff", "system", {"state": action, "text": name})
    turn = stage.step({"type": "agent", "what": action})
    stage.show_taken(turn)
    answers = _record_answers(stage, turn, clock.now(), key)
    note = recording.agent_did(action, name, at=clock.now() if action == "closed" else stage.now, key=f"{key}:h")
    # The rating that is asked for belongs to a conversation that is over: its last event is the close.
    _settle(stage, turn, [*answers, note] if action == "closed" else [note, *answers])
    return _progress(stage, after)


def is_under_way(row: ChannelSession) -> bool:
    """Whether a conversation has begun, has not ended, and has not been silent for too long."""
    bot = db.session.get_one(Bot, row.bot_id)
    is_late = clock.now() - row.last_event_at >= session_timeout(row.channel, bot.session_timeout_s)
    return bot.state in TALKING and row.conversation_id is not None and not is_late


def leave(session_id: int) -> None:
    """Leave a conversation that is over for one with another bot: who waited in it for a person waits no longer."""
    stage = _stage(session_id)
    if stage.state["waiting"] is not None:
        handoff_ended(stage.row)
    stage.state = stage.state | {"ended": True, "waiting": None}
    stage.effect = stage.row.conversation_id = None
    stage.keep(None)


def hang_up(session_id: int) -> None:
    """End a call: what was waited for is given up, and the conversation under way is over."""
    stage = _stage(session_id)
    row = stage.row
    if stage.state["waiting"] is not None:
        handoff_ended(row)
    if row.conversation_id is not None:
        stage.store([recording.hung_up(at=stage.now, key=f"{row.channel}:{row.account}:{row.id}:end")])
    stage.state = stage.state | {"ended": True, "waiting": None}
    stage.effect = row.conversation_id = None
    stage.keep(None)


def _progress(stage: Stage, after: int) -> Progress:
    """Where the conversation is now."""
    for event in stage.events:
        db.session.expunge(event)  # Stored by now; the answer is made of them after the commit.
    return Progress(stage.row.cursor, after, stage.awaited_effect(), stage.events)
