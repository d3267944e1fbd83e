"""Taking conversations in: whole dialogues in batches, or one live event at a time.

Both write text redacted, facts measured and rollups exact, in the caller's transaction; a source's id
or an event's id that is known already changes nothing.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import select

from app.analytics import restatements
from app.analytics.measure import ConversationMeasures, measure
from app.analytics.rollups import Ledger
from app.bots.catalog.goals import note_goals, top_goal
from app.bots.catalog.models import Bot
from app.bots.engine.languages import detect_by_script
from app.conversations import vault
from app.conversations.events import POLICY_VERSION, ConversationEvent, Dialogue
from app.conversations.models import Contact, Conversation, Message, Thread, Turn, VaultText
from app.conversations.provenance import Provenance
from app.conversations.redaction import redact, redact_value
from app.core import clock
from app.core.db.base import db
from app.core.db.ids import new_id
from app.core.db.tenancy import bound_workspace, everywhere, within
from app.ingest import contacts
from app.reference.service import group_for, group_of_intents
from app.webhooks.service import publish_event

IDS_FROM = 2024
REDACTED = ("text", "payload", "entities", "extra")
TURN_COLUMNS = ("number", "started_at", "nlu", "intent", "confidence", "accepted", "fallback", "cause", "latency_ms")


def store_dialogues(
    dialogues: Sequence[Dialogue], *, bot: Bot, source: str, import_id: int | None = None
) -> list[Conversation]:
    """Store whole dialogues of one bot, one conversation each; returns the new conversations.

    A dialogue whose id this source has brought before is left out.
    """
    with within(bound_workspace()):
        fresh = _unknown(dialogues, source)
        if not fresh:
            return []
        threads = contacts.find_or_make(bot, fresh)
        people = contacts.lock(thread.contact_id for thread in threads.values())
        return store_new(fresh, threads, people, bot=bot, source=source, import_id=import_id)


def store_new(
    dialogues: Sequence[Dialogue],
    threads: Mapping[contacts.Address, Thread],
    people: Sequence[Contact],
    *,
    bot: Bot,
    source: str,
    import_id: int | None = None,
    cause: str = "",
) -> list[Conversation]:
    """Store dialogues that are not known yet, of threads whose people are locked; returns their conversations.

    With a cause, final numbers that change are restated under it; history comes without.
    """
    received, own, top, groups = clock.now(), Ledger(), top_goal(bot.id), group_of_intents()
    stored: list[tuple[Conversation, ConversationMeasures]] = []
    rows: dict[Any, list[dict[str, Any]]] = {Message: [], VaultText: [], Turn: []}
    ids = conversation_ids([min(event.sent_at for event in dialogue.events) for dialogue in dialogues])
    for dialogue, key in zip(dialogues, ids, strict=True):
        thread = threads[contacts.address(dialogue)]
        conversation, measured = _conversation(dialogue, bot, thread, received, top, groups)
        conversation.id = key
        conversation.source, conversation.source_id, conversation.import_id = (
            source,
            dialogue.source_id or None,
            import_id,
        )
        _collect(rows, conversation, dialogue.events, measured, received)
        stored.append((conversation, measured))
    conversations = [conversation for conversation, _ in stored]
    note_goals(bot.id, (name for conversation in conversations for name in conversation.goals))
    db.session.add_all(conversations)
    db.session.flush()
    for model, values in rows.items():
        if values:
            db.session.execute(model.__table__.insert(), values)
    contacts.settle(people, own, conversations)
    for conversation, measured in stored:
        own.add(conversation, measured.turns)
    if cause:
        restatements.write(own, cause)
    else:
        own.write()
    return conversations


def _unknown(dialogues: Sequence[Dialogue], source: str) -> list[Dialogue]:
    """The dialogues this source has not brought before, each once."""
    by_source = {dialogue.source_id: dialogue for dialogue in dialogues}
    existing = db.session.scalars(
        select(Conversation.source_id).where(Conversation.source == source, Conversation.source_id.in_(by_source))
    )
    for source_id in existing:
        by_source.pop(source_id or "", None)
    return list(by_source.values())


def _conversation(
    dialogue: Dialogue, bot: Bot, thread: Thread, received: datetime, top: str | None, groups: dict[str, str]
) -> tuple[Conversation, ConversationMeasures]:
    """A dialogue's conversation row with its measured facts; its events are redacted on the way."""
    dialogue.events.sort(key=lambda event: event.sent_at)
    events, timed = [_RedactedEvent(event) for event in dialogue.events], bool(dialogue.provenance & Provenance.TIMES)
    measured = measure(events, ended=not dialogue.open, top=top, timed=timed)
    conversation = Conversation(
        workspace_id=bot.workspace_id,
        client_id=bot.client_id,
        bot_id=bot.id,
        bot_group=group_for(measured.facts.intent, groups) or bot.group,
        outlet_id=dialogue.outlet_id,
        contact_id=thread.contact_id,
        thread_id=thread.id,
        channel=dialogue.channel,
        language=dialogue.language or detect_by_script(measured.facts.first_text) or bot.language,
        traffic=dialogue.traffic,
        policy_version=POLICY_VERSION,
        bot_version=dialogue.bot_version,
        origin=dialogue.origin,
        referral=dialogue.referral,
        provenance=int(dialogue.provenance),
        first_engaged=False,
        extra=redact_value(dialogue.extra),
        received_at=received,
    )
    apply_facts(conversation, measured, ended=not dialogue.open)
    return conversation, measured


class _RedactedEvent:
    """An event as measuring sees it: with the text that will be stored."""

    __slots__ = ("extra", "kind", "marks", "sent_at", "speaker", "text")

    def __init__(self, event: ConversationEvent) -> None:
        self.speaker, self.kind, self.sent_at = event.speaker, event.kind, event.sent_at
        self.marks, self.extra, self.text = event.marks, event.extra, redact(event.text)


def apply_facts(conversation: Conversation, measured: ConversationMeasures, *, ended: bool) -> None:
    """Bring measured facts into a conversation's row."""
    facts, before, was_open = measured.facts, set(conversation.goals or ()), conversation.ended_at is None
    for name in facts.__slots__:
        setattr(conversation, name, getattr(facts, name))
    conversation.ended_at = facts.last_event_at if ended else None
    if conversation.source == "live" and conversation.traffic == "real":
        for goal in [goal for goal in conversation.goals if goal not in before]:
            publish_event("goal.reached", _summary(conversation) | {"goal": goal})
        if ended and was_open:
            publish_event("conversation.closed", _summary(conversation))
    duration = facts.last_event_at - facts.started_at
    conversation.duration_ms = round(duration.total_seconds() * 1000) if ended else None


def _summary(conversation: Conversation) -> dict[str, Any]:
    """What other systems hear of a conversation: nothing that its person has said."""
    outlet = str(conversation.outlet_id) if conversation.outlet_id is not None else None
    return {
        "conversation": str(conversation.id), "bot": str(conversation.bot_id), "client": str(conversation.client_id),
        "contact": str(conversation.contact_id), "outlet": outlet, "channel": conversation.channel,
        "outcome": conversation.outcome, "goals": conversation.goals,
    }  # fmt: skip


def _collect(
    rows: dict[Any, list[dict[str, Any]]],
    conversation: Conversation,
    events: Sequence[ConversationEvent],
    measured: ConversationMeasures,
    received: datetime,
) -> None:
    """Add a conversation's turns, messages and sealed texts to the rows to insert."""
    for turn in measured.turns:
        rows[Turn].append(turn_values(conversation, turn))
    for position, (event, number) in enumerate(zip(events, measured.numbers, strict=True)):
        message, sealed = message_values(conversation, event, position, number, received)
        rows[Message].append(message)
        if sealed is not None:
            rows[VaultText].append(sealed)


def turn_values(conversation: Conversation, turn: Any) -> dict[str, Any]:
    """The columns of a turn's row."""
    values = {name: getattr(turn, name) for name in TURN_COLUMNS}
    return {"id": new_id(), "workspace_id": conversation.workspace_id, "conversation_id": conversation.id, **values}


def message_values(
    conversation: Conversation, event: ConversationEvent, position: int, number: int, received: datetime
) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """The columns of an event's message row, redacted, and of its vault row if something was taken out."""
    message_id = new_id()
    clear = {"text": event.text, "payload": event.payload, "entities": event.entities, "extra": event.extra}
    redacted = {name: redact_value(value) if value else value for name, value in clear.items()}
    redactions = {name: clear[name] for name in REDACTED if redacted[name] != clear[name]}
    message = {
        "id": message_id,
        "workspace_id": conversation.workspace_id,
        "conversation_id": conversation.id,
        "reach": conversation.reach,
        "turn_number": number,
        "position": position,
        "event_id": event.event_id,
        "speaker": event.speaker,
        "kind": event.kind,
        "acts": event.acts,
        "marks": dict(event.marks) or None,
        "sent_at": event.sent_at,
        "received_at": received,
        **redacted,
    }
    return message, vault.values(conversation.workspace_id, message_id, redactions) if redactions else None


def conversation_ids(starts: Sequence[datetime]) -> list[int]:
    """A new id for each conversation that sorts by its start, as far back as our ids reach.

    Sources that know whole seconds only, or whole days, have many conversations share the few ids of a millisecond:
    anyone who finds theirs taken gets one of the present.
    """
    ids: list[int] = []
    seen: set[int] = set()
    for at in starts:
        key = new_id(at) if at.year >= IDS_FROM else new_id()
        ids.append(new_id() if key in seen else key)
        seen.add(ids[-1])
    with everywhere():
        existing_ids = set(db.session.scalars(select(Conversation.id).where(Conversation.id.in_(seen))))
    return [new_id() if key in existing_ids else key for key in ids]
