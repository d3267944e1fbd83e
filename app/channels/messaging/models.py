"""Deployments of bots on messaging accounts, what arrived on them, their threads and what was sent."""

from datetime import date, datetime
from typing import Any

import orjson
from sqlalchemy import JSON, ForeignKeyConstraint, Index, Integer, String, text
from sqlalchemy.orm import Mapped, mapped_column

from app.channels.messaging.adapters.contract import Reason
from app.core.clock import now
from app.core.db.base import Base, BotScoped, Measured, OfBot, RevisionMixin, WorkspaceMixin
from app.core.security.encryption import Sealed, seal, unseal

STATES = ("unverified", "verified", "connected", "degraded", "disabled", "error", "removed")
ANSWERING = ("connected", "degraded")
TROUBLES = ("silent", "unreachable")
ENVIRONMENTS = ("test", "live")
QUERY_LENGTH = 200
RAW_STATES = ("received", "processed", "duplicate", "ignored", "rejected", "dead")
SENT_STATES = ("queued", "sending", "sent", "delivered", "read", "failed")
RANK = {"queued": 0, "sending": 0, "sent": 1, "delivered": 2, "read": 3, "failed": 4}
ACCOUNT_LENGTH, USER_LENGTH, PLACE_LENGTH, EVENT_LENGTH = 80, 120, 120, 300


class Deployment(WorkspaceMixin, RevisionMixin, OfBot, Base):
    """A bot on one account of a messaging channel."""

    __tablename__ = "deployment"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "bot_id"], ["bot.workspace_id", "bot.id"]),
        ForeignKeyConstraint(["workspace_id", "outlet_id"], ["outlet.workspace_id", "outlet.id"]),
        Index("ix_deployment_bot", "workspace_id", "bot_id"),
        Index("ix_deployment_account", "workspace_id", "channel", "account"),
    )

    bot_id: Mapped[int]
    earlier_bots: Mapped[list[int]] = mapped_column(JSON, default=list)
    """The ids of the bots that it was moved from: what they have sent is still reported."""
    channel: Mapped[str] = mapped_column(String(12))
    account: Mapped[str] = mapped_column(String(ACCOUNT_LENGTH))
    """What the provider calls the account: a number's id, a page, a team, a bot."""
    environment: Mapped[str] = mapped_column(String(4))
    language: Mapped[str | None] = mapped_column(String(12))
    outlet_id: Mapped[int | None]
    state: Mapped[str] = mapped_column(String(10), default="unverified")
    sealed_credentials: Mapped[str | None] = mapped_column(Sealed)
    """The credentials as JSON; None once it is removed."""
    verify_token: Mapped[str] = mapped_column(String(64))
    settings: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    """`template`: name and language of what is sent when free text may not be; `business`: WhatsApp's account of it."""
    templates_read_at: Mapped[datetime | None]
    last_inbound_at: Mapped[datetime | None]
    trouble: Mapped[str | None] = mapped_column(String(12))
    """Why it is degraded: one of TROUBLES."""
    checked_at: Mapped[datetime | None]
    checks_in_row: Mapped[int] = mapped_column(Integer, default=0)
    """How many checks in a row have found it well; below 0, how many have not."""
    last_error: Mapped[str | None] = mapped_column(String(300))
    last_error_at: Mapped[datetime | None]
    refused: Mapped[int] = mapped_column(Integer, default=0)
    """Requests whose signature did not fit."""

    @property
    def bot_ids(self) -> list[int]:
        """The bots that have written by it."""
        return [self.bot_id, *self.earlier_bots]

    @property
    def credentials(self) -> dict[str, str]:
        """The clear credentials; none once it is removed."""
        if self.sealed_credentials is None:
            return {}
        column = Deployment.sealed_credentials
        clear = unseal(column, self.sealed_credentials, workspace_id=self.workspace_id, row_id=self.id)
        return dict(orjson.loads(clear))

    def keep_credentials(self, credentials: dict[str, str]) -> None:
        """Seal the credentials."""
        column = Deployment.sealed_credentials
        clear = orjson.dumps(credentials)
        self.sealed_credentials = seal(column, clear, workspace_id=self.workspace_id, row_id=self.id)


class AccountDay(WorkspaceMixin, BotScoped, Base):
    """What a day was like on an account: how often it was checked, and how much arrived."""

    __tablename__ = "account_day"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "deployment_id"], ["deployment.workspace_id", "deployment.id"]),
        Index("uq_account_day_day", "workspace_id", "deployment_id", "day", unique=True),
    )

    bot_id: Mapped[int]
    deployment_id: Mapped[int]
    day: Mapped[date]
    """The day in UTC."""
    checks: Mapped[int] = mapped_column(Integer, default=0)
    well: Mapped[int] = mapped_column(Integer, default=0)
    """The checks that an event or the provider's answer has passed."""
    stored_bytes: Mapped[int] = mapped_column(Integer, default=0)
    """The bodies of requests that were stored."""


class MessageTemplate(WorkspaceMixin, BotScoped, Base):
    """A message template of WhatsApp in one language, as it was read back, or as far as a webhook says."""

    __tablename__ = "message_template"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "deployment_id"], ["deployment.workspace_id", "deployment.id"]),
        Index("uq_message_template", "workspace_id", "deployment_id", "name", "language", unique=True),
    )

    bot_id: Mapped[int]
    deployment_id: Mapped[int]
    name: Mapped[str] = mapped_column(String(200))
    language: Mapped[str] = mapped_column(String(12))
    state: Mapped[str] = mapped_column(String(10))
    category: Mapped[str] = mapped_column(String(20))
    quality: Mapped[str | None] = mapped_column(String(10))
    reason: Mapped[str] = mapped_column(String(120))
    """Why it was rejected or paused, in WhatsApp's words."""
    contents: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    """`header`, `body`, `footer`, `buttons` and `variables`; None before it was read."""
    changed_at: Mapped[datetime] = mapped_column(default=now)
    """When its state was seen to change."""


class RawEvent(WorkspaceMixin, BotScoped, Base):
    """A request of a provider as it arrived, kept so that it can be looked at and replayed."""

    __tablename__ = "raw_event"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "deployment_id"], ["deployment.workspace_id", "deployment.id"]),
        Index("ix_raw_event_deployment", "workspace_id", "deployment_id", "id"),
        Index("ix_raw_event_account_at", "workspace_id", "deployment_id", "at"),
        Index("ix_raw_event_at", "at"),
    )

    bot_id: Mapped[int]
    deployment_id: Mapped[int]
    digest: Mapped[str] = mapped_column(String(64))
    """SHA-256 of the body."""
    sealed_body: Mapped[str] = mapped_column(Sealed)
    content_type: Mapped[str] = mapped_column(String(120), default="")
    query: Mapped[str] = mapped_column(String(QUERY_LENGTH), default="")
    """What followed the question mark of its address."""
    state: Mapped[str] = mapped_column(String(10), default="received")
    reason: Mapped[Reason] = mapped_column(String(20), default="")
    at: Mapped[datetime] = mapped_column(default=now)

    @property
    def body(self) -> bytes:
        """The bytes as they arrived."""
        return unseal(RawEvent.sealed_body, self.sealed_body, workspace_id=self.workspace_id, row_id=self.id)


class InboundEvent(WorkspaceMixin, BotScoped, Base):
    """A canonical event of a raw one; each event of a provider is one row, however often it arrives."""

    __tablename__ = "inbound_event"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "deployment_id"], ["deployment.workspace_id", "deployment.id"]),
        Index("uq_inbound_event_event", "workspace_id", "deployment_id", "event_id", unique=True),
        Index(
            "ix_inbound_event_waiting",
            "workspace_id",
            "deployment_id",
            "ext_user",
            sqlite_where=text("processed_at IS NULL"),
            postgresql_where=text("processed_at IS NULL"),
        ),
        Index("ix_inbound_event_received", "workspace_id", "deployment_id", "received_at"),
        Index("ix_inbound_event_at", "received_at"),
    )

    bot_id: Mapped[int]
    deployment_id: Mapped[int]
    raw_id: Mapped[int]
    event_id: Mapped[str] = mapped_column(String(64))
    """SHA-256 of `channel:account:ext_id`."""
    ext_user: Mapped[str] = mapped_column(String(USER_LENGTH))
    kind: Mapped[str] = mapped_column(String(12))
    sealed_content: Mapped[str] = mapped_column(Sealed)
    sent_at: Mapped[datetime]
    received_at: Mapped[datetime] = mapped_column(default=now)
    processed_at: Mapped[datetime | None]
    """When the bot had taken it in; None while it waits."""

    @property
    def content(self) -> dict[str, Any]:
        """The event's fields."""
        column = InboundEvent.sealed_content
        clear = unseal(column, self.sealed_content, workspace_id=self.workspace_id, row_id=self.id)
        return dict(orjson.loads(clear))


class MessagingThread(WorkspaceMixin, BotScoped, Base):
    """One person at one place of an account: the conversation, and how far the bot's side of it has been sent."""

    __tablename__ = "messaging_thread"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "deployment_id"], ["deployment.workspace_id", "deployment.id"]),
        Index("uq_messaging_thread_user", "workspace_id", "deployment_id", "ext_user", "place", unique=True),
        Index("ix_messaging_thread_session", "workspace_id", "session_id"),
    )

    bot_id: Mapped[int]
    deployment_id: Mapped[int]
    ext_user: Mapped[str] = mapped_column(String(USER_LENGTH))
    session_id: Mapped[int | None]
    place: Mapped[str] = mapped_column(String(PLACE_LENGTH), default="")
    """Where in the account it is and replies go, such as a channel and thread of Slack; empty elsewhere."""
    window_ends_at: Mapped[datetime | None]
    """Until when free text may be sent; None where the channel has no such window."""
    sent_position: Mapped[int] = mapped_column(Integer, default=0)
    """The position of the last event of the conversation that was handed to sending."""
    sending_until: Mapped[datetime | None]
    """Until when a job that sends has the thread to itself, or the provider wants no call."""
    has_opted_out: Mapped[bool] = mapped_column(default=False)


class PersonAlias(WorkspaceMixin, BotScoped, Base):
    """Another id of a person on an account, which some of their events have instead."""

    __tablename__ = "person_alias"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "deployment_id"], ["deployment.workspace_id", "deployment.id"]),
        Index("uq_person_alias_alias", "workspace_id", "deployment_id", "alias", unique=True),
        Index("ix_person_alias_user", "workspace_id", "deployment_id", "ext_user"),
    )

    bot_id: Mapped[int]
    deployment_id: Mapped[int]
    alias: Mapped[str] = mapped_column(String(USER_LENGTH))
    ext_user: Mapped[str] = mapped_column(String(USER_LENGTH))
    """The id under which threads and events are kept."""


class SentMessage(WorkspaceMixin, Measured, Base):
    """One message sent, or to be sent, to a provider, with what became of it."""

    __tablename__ = "sent_message"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "deployment_id"], ["deployment.workspace_id", "deployment.id"]),
        ForeignKeyConstraint(["workspace_id", "thread_id"], ["messaging_thread.workspace_id", "messaging_thread.id"]),
        Index("uq_sent_message_position", "workspace_id", "session_id", "position", unique=True),
        Index("ix_sent_message_thread", "workspace_id", "thread_id", "state"),
        Index("ix_sent_message_ext", "workspace_id", "deployment_id", "ext_id"),
        Index("ix_sent_message_sent", "workspace_id", "sent_at"),
    )

    bot_id: Mapped[int]
    deployment_id: Mapped[int]
    thread_id: Mapped[int]
    session_id: Mapped[int]
    position: Mapped[int] = mapped_column(Integer)
    """The event of the conversation it sends."""
    ext_id: Mapped[str | None] = mapped_column(String(200))
    state: Mapped[str] = mapped_column(String(10), default="queued")
    attempts: Mapped[int] = mapped_column(Integer, default=0)
    code: Mapped[str] = mapped_column(String(40), default="")
    detail: Mapped[str] = mapped_column(String(300), default="")
    is_template: Mapped[bool] = mapped_column(default=False)
    created_at: Mapped[datetime] = mapped_column(default=now)
    sent_at: Mapped[datetime | None]
    delivered_at: Mapped[datetime | None]
    read_at: Mapped[datetime | None]
