"""Contacts, threads, sessions, turns and messages by the measurement rules of the product."""

from datetime import datetime
from typing import Any

from sqlalchemy import (
    JSON,
    Boolean,
    Float,
    ForeignKeyConstraint,
    Index,
    Integer,
    String,
    Text,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from app.conversations.provenance import MEASURED
from app.core.clock import now
from app.core.db.base import Base, ClientScoped, Measured, OutletScoped, WorkspaceMixin
from app.core.security.encryption import Sealed

CHANNELS = ("web", "whatsapp", "messenger", "instagram", "telegram", "slack", "voice", "sms", "rest", "openai")
ORIGINS = ("ad", "qr", "page", "offer", "direct")
REFERRAL_LENGTH = 100
OUTCOMES = ("completed", "informed", "handed_off", "abandoned", "error")
CAUSES = ("no_match", "low_confidence", "no_reply", "timeout", "error")
FORGOTTEN = -1
"""`erased_days` of what was erased because its contact was forgotten."""
REACH = {"clients": "=c", "bots": "=b", "outlets": "=o"}
"""How the ids of each kind of scope begin in `Message.reach`; no word that is said begins so."""


def _belongs(column: str, table: str, *, own: bool = False) -> ForeignKeyConstraint:
    """A reference that cannot leave the workspace; one to the `own` table may be checked at the commit."""
    # Anyone who copies a table whole meets rows that point at later ones.
    return ForeignKeyConstraint(
        ["workspace_id", column],
        [f"{table}.workspace_id", f"{table}.id"],
        deferrable=True if own else None,
        initially="IMMEDIATE" if own else None,
    )


class Contact(WorkspaceMixin, ClientScoped, Base):
    """What a channel knows of someone; contacts merged are one person, whom reports count once."""

    __tablename__ = "contact"
    table_args = (
        _belongs("client_id", "client"),
        _belongs("person_id", "contact", own=True),
        _belongs("merged_into_id", "contact", own=True),
        Index("ix_contact_person", "workspace_id", "person_id"),
        Index("ix_contact_last4", "workspace_id", "last4"),
        Index("ix_contact_first", "workspace_id", "first_engaged_at"),
        Index(
            "ix_contact_merged",
            "workspace_id",
            "id",
            sqlite_where=text("person_id <> id"),
            postgresql_where=text("person_id <> id"),
        ),
    )

    client_id: Mapped[int]
    name: Mapped[str] = mapped_column(String(120), default="")
    last4: Mapped[str] = mapped_column(String(4), default="")
    language: Mapped[str] = mapped_column(String(8), default="")
    first_engaged_at: Mapped[datetime | None]
    """Start of the person's first engaged session, which decides new or returning; alike in all their contacts."""
    person_id: Mapped[int]
    """The oldest of the contacts that are this person: itself unless merged."""
    merged_into_id: Mapped[int | None]
    """The person it was merged into, which is what an un-merge takes back."""
    merged_at: Mapped[datetime | None]
    known: Mapped[bool] = mapped_column(Boolean, default=True)
    """Whether a source named the person; one dialogue each has a contact that no source named."""


class ContactKey(WorkspaceMixin, Base):
    """One way a channel names a contact."""

    __tablename__ = "contact_key"
    table_args = (
        _belongs("contact_id", "contact"),
        Index("uq_contact_key", "workspace_id", "client_id", "channel", "account", "ext_user", unique=True),
    )

    client_id: Mapped[int]
    contact_id: Mapped[int]
    channel: Mapped[str] = mapped_column(String(12))
    account: Mapped[str] = mapped_column(String(80), default="")
    ext_user: Mapped[str] = mapped_column(String(120))


class Thread(WorkspaceMixin, Base):
    """A contact on a channel account of a bot: endless."""

    __tablename__ = "thread"
    table_args = (
        _belongs("contact_id", "contact"),
        _belongs("bot_id", "bot"),
        Index("uq_thread", "workspace_id", "contact_id", "bot_id", "channel", "account", unique=True),
    )

    contact_id: Mapped[int]
    bot_id: Mapped[int]
    channel: Mapped[str] = mapped_column(String(12))
    account: Mapped[str] = mapped_column(String(80), default="")


class Conversation(WorkspaceMixin, ClientScoped, Measured, OutletScoped, Base):
    """One session of a thread (product §1.2), with everything its metrics count."""

    __tablename__ = "conversation"
    table_args = (
        _belongs("client_id", "client"),
        _belongs("bot_id", "bot"),
        _belongs("contact_id", "contact"),
        _belongs("thread_id", "thread"),
        Index("ix_conversation_started", "workspace_id", "started_at", "id"),
        Index("ix_conversation_received", "workspace_id", "received_at"),
        Index("ix_conversation_bot_started", "workspace_id", "bot_id", "started_at", "id"),
        Index("ix_conversation_contact", "workspace_id", "contact_id", "started_at"),
        Index(
            "ix_conversation_open",
            "workspace_id",
            "last_event_at",
            sqlite_where=text("ended_at IS NULL"),
            postgresql_where=text("ended_at IS NULL"),
        ),
        Index(
            "ix_conversation_kept",
            "workspace_id",
            "client_id",
            "started_at",
            sqlite_where=text("erased_days IS NULL"),
            postgresql_where=text("erased_days IS NULL"),
        ),
        Index("ix_conversation_import", "workspace_id", "import_id"),
        Index(
            "ix_conversation_offer",
            "workspace_id",
            "offer_id",
            sqlite_where=text("offer_id IS NOT NULL"),
            postgresql_where=text("offer_id IS NOT NULL"),
        ),
        Index("uq_conversation_source", "workspace_id", "source", "source_id", unique=True),
    )

    client_id: Mapped[int]
    outlet_id: Mapped[int | None]
    bot_id: Mapped[int]
    contact_id: Mapped[int]
    thread_id: Mapped[int]
    import_id: Mapped[int | None]
    offer_id: Mapped[int | None]
    """The offer whose answer began it."""
    origin: Mapped[str | None] = mapped_column(String(8))
    """How the person came to it, one of ORIGINS; None where its source does not tell."""
    referral: Mapped[str | None] = mapped_column(String(REFERRAL_LENGTH))
    """What exactly brought the person: an advertisement's id, a link's payload, a page's campaign or path, redacted."""
    channel: Mapped[str] = mapped_column(String(12))
    bot_group: Mapped[str] = mapped_column(String(10))
    language: Mapped[str] = mapped_column(String(8), default="en")
    detected_language: Mapped[str | None] = mapped_column(String(8))
    """The language that the person wrote in, as far as the script tells."""
    traffic: Mapped[str] = mapped_column(String(4), default="real")
    """`real` or `test`."""
    source: Mapped[str] = mapped_column(String(40), default="live")
    source_id: Mapped[str | None] = mapped_column(String(120))
    started_at: Mapped[datetime]
    last_event_at: Mapped[datetime]
    ended_at: Mapped[datetime | None]
    """Null while the session is open; else the time of its last event."""
    duration_ms: Mapped[int | None]
    outcome: Mapped[str | None] = mapped_column(String(12))
    """Null while open; see OUTCOMES."""
    policy_version: Mapped[int] = mapped_column(Integer, default=1)
    bot_version: Mapped[int | None] = mapped_column(Integer)
    provenance: Mapped[int] = mapped_column(Integer, default=int(MEASURED))
    """What is known of it and what its source can tell: see `app.conversations.provenance`."""
    engaged: Mapped[bool] = mapped_column(Boolean, default=False)
    first_engaged: Mapped[bool] = mapped_column(Boolean, default=False)
    """Whether it is its person's first engaged session ever, within its traffic class."""
    bot_session: Mapped[bool] = mapped_column(Boolean, default=False)
    human_opened: Mapped[bool] = mapped_column(Boolean, default=False)
    turns: Mapped[int] = mapped_column(Integer, default=0)
    nlu_turns: Mapped[int] = mapped_column(Integer, default=0)
    accepted_turns: Mapped[int] = mapped_column(Integer, default=0)
    """Turns of `nlu_turns` that were routed to an intent."""
    fallback_turns: Mapped[int] = mapped_column(Integer, default=0)
    fallback_streak: Mapped[int] = mapped_column(Integer, default=0)
    """The most turns one after the other that were fallbacks."""
    error_turns: Mapped[int] = mapped_column(Integer, default=0)
    messages_in: Mapped[int] = mapped_column(Integer, default=0)
    messages_out: Mapped[int] = mapped_column(Integer, default=0)
    messages_human: Mapped[int] = mapped_column(Integer, default=0)
    handoff: Mapped[str | None] = mapped_column(String(10))
    """offered, requested, accepted, closed, missed or cancelled."""
    goal_entered: Mapped[bool] = mapped_column(Boolean, default=False)
    goal_hit: Mapped[bool] = mapped_column(Boolean, default=False)
    """Whether the bot's top goal was reached; any goal where it has no top one."""
    goals: Mapped[list[str]] = mapped_column(JSON, default=list)
    """Every goal reached, in order; any of them completes the session."""
    rating_prompted: Mapped[bool] = mapped_column(Boolean, default=False)
    rating: Mapped[int | None] = mapped_column(Integer)
    """1 to 5."""
    nps: Mapped[int | None] = mapped_column(Integer)
    """How likely the person is to recommend, 0 to 10, where a bot asks so."""
    intent: Mapped[str | None] = mapped_column(String(120))
    """The last accepted intent."""
    topic: Mapped[str | None] = mapped_column(String(80))
    """The group of the last accepted intent: its part before the first dot."""
    resolved: Mapped[bool | None] = mapped_column(Boolean)
    """Of an ended bot session: completed or informed, and no new engaged session of the person on the same
    topic within 24 h. Null for all others."""
    lasting: Mapped[bool | None] = mapped_column(Boolean)
    """The same within seven days."""
    repeats: Mapped[bool] = mapped_column(Boolean, default=False)
    """Whether it is engaged and another engaged one of the person on the same topic began in the 24 h before it."""
    cost_micro: Mapped[int] = mapped_column(default=0)
    """Fees of the session in millionths of the client's currency."""
    first_text: Mapped[str] = mapped_column(String(160), default="")
    nodes: Mapped[list[str]] = mapped_column(JSON, default=list)
    """The nodes of the flow that the bot's replies come from, each once by its last reply."""
    extra: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    """What a source said of the session that we have no column for."""
    received_at: Mapped[datetime] = mapped_column(default=now)
    """When we last took in one of its events: the watermark of reports."""
    erased_days: Mapped[int | None] = mapped_column(Integer)
    """After how many days the client's policy erased what was said; 0 after the client's end,
    FORGOTTEN with the contact, None while it is kept."""

    @property
    def reach(self) -> str:
        """Its client, bot and outlet as its messages carry them."""
        ids = {"clients": self.client_id, "bots": self.bot_id, "outlets": self.outlet_id}
        return " ".join(f"{REACH[kind]}{id_}" for kind, id_ in ids.items() if id_ is not None)


class Turn(WorkspaceMixin, Base):
    """One thing a user said (or chose) and the bot's answer to it."""

    __tablename__ = "turn"
    table_args = (
        _belongs("conversation_id", "conversation"),
        Index("uq_turn_number", "workspace_id", "conversation_id", "number", unique=True),
    )

    conversation_id: Mapped[int]
    number: Mapped[int] = mapped_column(Integer)
    started_at: Mapped[datetime]
    nlu: Mapped[bool] = mapped_column(Boolean, default=True)
    intent: Mapped[str | None] = mapped_column(String(120))
    confidence: Mapped[float | None] = mapped_column(Float)
    accepted: Mapped[bool] = mapped_column(Boolean, default=False)
    fallback: Mapped[bool] = mapped_column(Boolean, default=False)
    cause: Mapped[str | None] = mapped_column(String(16))
    latency_ms: Mapped[int | None] = mapped_column(Integer)


class Message(WorkspaceMixin, Base):
    """One canonical event of a session; its text is redacted, the clear text is in the vault."""

    __tablename__ = "message"
    table_args = (
        _belongs("conversation_id", "conversation"),
        Index("ix_message_conversation", "workspace_id", "conversation_id", "position"),
        Index("uq_message_event", "workspace_id", "event_id", unique=True),
        Index(
            "ix_message_media",
            "workspace_id",
            "sent_at",
            sqlite_where=text("kind = 'media' AND erased_days IS NULL"),
            postgresql_where=text("kind = 'media' AND erased_days IS NULL"),
        ),
    )

    conversation_id: Mapped[int]
    turn_number: Mapped[int] = mapped_column(Integer)
    position: Mapped[int] = mapped_column(Integer)
    """Order within the session, from 0."""
    event_id: Mapped[str] = mapped_column(String(160))
    speaker: Mapped[str] = mapped_column(String(6))
    """user, bot, agent or system."""
    kind: Mapped[str] = mapped_column(String(12), default="text")
    text: Mapped[str] = mapped_column(Text, default="")
    reach: Mapped[str] = mapped_column(String(90))
    """Client, bot and outlet of the conversation, which never change: the index of search is cut by them."""
    payload: Mapped[str | None] = mapped_column(String(500))
    entities: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    acts: Mapped[list[str] | None] = mapped_column(JSON)
    marks: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    """What the message means for measuring: see `app.conversations.events.Marks`."""
    extra: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    """What a source said of the message that we have no column for."""
    sent_at: Mapped[datetime]
    received_at: Mapped[datetime] = mapped_column(default=now)
    erased_days: Mapped[int | None] = mapped_column(Integer)
    """As on the conversation; pictures and files may be erased earlier."""


class ForgottenContact(WorkspaceMixin, ClientScoped, Base):
    """That a contact is to be forgotten, and once it is the certificate of that."""

    __tablename__ = "forgotten_contact"
    table_args = (
        _belongs("contact_id", "contact"),
        Index("uq_forgotten_contact", "workspace_id", "contact_id", unique=True),
        Index("ix_forgotten_contact_job", "workspace_id", "job_id"),
    )

    client_id: Mapped[int]
    contact_id: Mapped[int]
    reason: Mapped[str] = mapped_column(String(500))
    user_id: Mapped[int]
    by: Mapped[str] = mapped_column(String(120))
    """Who wanted it, as they were called then."""
    job_id: Mapped[int]
    asked_at: Mapped[datetime] = mapped_column(default=now)
    forgotten_at: Mapped[datetime | None]
    counts: Mapped[dict[str, int]] = mapped_column(JSON, default=dict)
    """How much was erased, by kind."""
    sha256: Mapped[str] = mapped_column(String(64), default="")

    @property
    def stated(self) -> dict[str, Any]:
        """What the certificate states: the digest is of this as JSON with sorted keys."""
        return {
            "contact": str(self.contact_id),
            "forgotten_at": self.forgotten_at and self.forgotten_at.isoformat(),
            "by": self.by,
            "reason": self.reason,
            "counts": self.counts,
        }

    @property
    def certificate(self) -> dict[str, Any]:
        """The certificate with its digest."""
        return self.stated | {"sha256": self.sha256}


class VaultText(WorkspaceMixin, Base):
    """The clear text of a message that was redacted, encrypted."""

    __tablename__ = "vault_text"
    table_args = (Index("uq_vault_text_message", "workspace_id", "message_id", unique=True),)

    message_id: Mapped[int]
    sealed: Mapped[str] = mapped_column(Sealed)
