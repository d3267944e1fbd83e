"""How a bot speaks on the telephone, its calls with what was counted in each, and their recordings."""

from datetime import datetime
from typing import Any

import orjson
from sqlalchemy import JSON, Boolean, Float, ForeignKeyConstraint, Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import now
from app.core.db.base import Base, ClientScoped, Measured, OfBot, OutletScoped, RevisionMixin, WorkspaceMixin
from app.core.security.encryption import Sealed, seal, unseal

STATES = ("in_progress", "completed", "failed")
ENDS = ("caller", "bot", "limit", "silence", "transfer", "lost")
"""Who or what has ended a call; `lost` where nothing was heard of its end."""
DIALLED = ("completed", "no-answer", "busy", "failed", "canceled")
"""What a transfer came to, as the provider says it."""
RECORDINGS = ("off", "refused", "pending", "fetching", "ready", "failed", "expired")
HEARING = ("ready", "not_installed", "needs_provider")
"""Whether what is said in a language can be written down here."""
TRANSCRIPTS = ("ready", "needs_provider", "failed")
KINDS = ("start", "consent", "speech", "keys", "silence", "wait", "dial")
"""What a request of a call brings."""
AWAITED = ("answer", "consent", "wait", "dial", "nothing")
SOURCES = ("", "phone", "recording")
"""Where the times of speech come from; empty where nothing tells them."""


class BotVoice(WorkspaceMixin, RevisionMixin, OfBot, Base):
    """How a bot speaks and listens on the telephone, in all its versions at once."""

    __tablename__ = "bot_voice"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "bot_id"], ["bot.workspace_id", "bot.id"]),
        Index("uq_bot_voice", "workspace_id", "bot_id", unique=True),
    )

    bot_id: Mapped[int]
    values: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)


class VoiceCall(WorkspaceMixin, ClientScoped, Measured, OutletScoped, Base):
    """One call, with the numbers that reports add up."""

    __tablename__ = "voice_call"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "client_id"], ["client.workspace_id", "client.id"]),
        ForeignKeyConstraint(["workspace_id", "bot_id"], ["bot.workspace_id", "bot.id"]),
        ForeignKeyConstraint(["workspace_id", "deployment_id"], ["deployment.workspace_id", "deployment.id"]),
        Index("uq_voice_call_sid", "workspace_id", "account", "sid", unique=True),
        Index("ix_voice_call_started", "workspace_id", "started_at", "id"),
        Index("ix_voice_call_conversation", "workspace_id", "conversation_id"),
        Index("ix_voice_call_session", "workspace_id", "session_id"),
        Index("ix_voice_call_state", "state", "started_at"),
    )

    client_id: Mapped[int]
    bot_id: Mapped[int]
    outlet_id: Mapped[int | None]
    deployment_id: Mapped[int | None]
    """None for a call in the browser."""
    account: Mapped[str] = mapped_column(String(24))
    """The deployment's id, or what a call in the browser has in its place."""
    sid: Mapped[str] = mapped_column(String(64))
    """The provider's id of the call."""
    session_id: Mapped[int]
    conversation_id: Mapped[int | None]
    """None where the caller has said nothing."""
    bot_group: Mapped[str] = mapped_column(String(10))
    bot_version: Mapped[int] = mapped_column(Integer, default=0)
    language: Mapped[str] = mapped_column(String(12))
    traffic: Mapped[str] = mapped_column(String(4))
    number: Mapped[str] = mapped_column(String(80))
    """The number of the bot."""
    user_id: Mapped[int | None]
    """Who speaks, of a call in the browser."""
    state: Mapped[str] = mapped_column(String(12), default="in_progress")
    ended_by: Mapped[str | None] = mapped_column(String(10))
    started_at: Mapped[datetime]
    ended_at: Mapped[datetime | None]
    token: Mapped[str] = mapped_column(String(40))
    """What the next request of the call has to carry."""
    number_of_turns: Mapped[int] = mapped_column(Integer, default=0)
    shown_position: Mapped[int] = mapped_column(Integer, default=0)
    """The newest event of the conversation that was said."""
    silent_in_a_row: Mapped[int] = mapped_column(Integer, default=0)
    dialled: Mapped[str | None] = mapped_column(String(12))
    """What its transfer came to; empty while it rings, None where there was none."""
    awaits: Mapped[str] = mapped_column(String(8), default="answer")
    """What its next request brings: one of AWAITED."""
    node: Mapped[str | None] = mapped_column(String(80))
    """The node whose question is open, or was at the end."""
    hung_after_ms: Mapped[int | None] = mapped_column(Integer)
    """How long after the bot's last answer the caller has hung up."""
    hits: Mapped[dict[str, list[str]]] = mapped_column(JSON, default=dict)
    """By phrase list, who has said one of its phrases: bot or caller."""
    consent_version: Mapped[int | None] = mapped_column(Integer)
    recording: Mapped[str] = mapped_column(String(10), default="off")
    recording_sid: Mapped[str] = mapped_column(String(64), default="")
    recording_from_ms: Mapped[int] = mapped_column(Integer, default=0)
    """When the recording begins, from the start of the call."""
    recording_ms: Mapped[int | None] = mapped_column(Integer)
    peaks: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    masked: Mapped[list[list[int]]] = mapped_column(JSON, default=list)
    """Spans of the recording that are silent because a number was said or keyed, in ms."""
    keep_until: Mapped[datetime | None]

    answered: Mapped[int] = mapped_column(Integer, default=0)
    """1 once the bot has spoken."""
    duration_ms: Mapped[int | None] = mapped_column(Integer)
    asks: Mapped[int] = mapped_column(Integer, default=0)
    """Questions that an answer was waited for."""
    silences: Mapped[int] = mapped_column(Integer, default=0)
    spoken: Mapped[int] = mapped_column(Integer, default=0)
    missed: Mapped[int] = mapped_column(Integer, default=0)
    """Spoken answers that were not understood."""
    keyed: Mapped[int] = mapped_column(Integer, default=0)
    words: Mapped[int] = mapped_column(Integer, default=0)
    confidence_sum: Mapped[int] = mapped_column(Integer, default=0)
    """Confidence times the weight of its turn in ms, summed."""
    confidence_weight: Mapped[int] = mapped_column(Integer, default=0)
    timed: Mapped[int] = mapped_column(Integer, default=0)
    """1 where it is known when who has spoken."""
    timed_ms: Mapped[int] = mapped_column(Integer, default=0)
    """The length of a call that is timed."""
    timed_words: Mapped[int] = mapped_column(Integer, default=0)
    user_ms: Mapped[int] = mapped_column(Integer, default=0)
    bot_ms: Mapped[int] = mapped_column(Integer, default=0)
    silence_ms: Mapped[int] = mapped_column(Integer, default=0)
    """Silences of three seconds and more."""
    longest_ms: Mapped[int] = mapped_column(Integer, default=0)
    interruptions: Mapped[int] = mapped_column(Integer, default=0)
    transferred: Mapped[int] = mapped_column(Integer, default=0)
    corrected_turns: Mapped[int] = mapped_column(Integer, default=0)
    corrected_words: Mapped[int] = mapped_column(Integer, default=0)
    word_errors: Mapped[int] = mapped_column(Integer, default=0)

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self.state != "in_progress"

    def offset_ms(self, at: datetime) -> int:
        """Return how long after its start a moment of it was."""
        return max(round((at - self.started_at).total_seconds() * 1000), 0)


class VoiceTurn(WorkspaceMixin, Base):
    """One request of a call and its answer; a repeat of the request is answered with the same bytes."""

    __tablename__ = "voice_turn"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "call_id"], ["voice_call.workspace_id", "voice_call.id"]),
        Index("uq_voice_turn_number", "workspace_id", "call_id", "number", unique=True),
        Index("uq_voice_turn_token", "workspace_id", "call_id", "token", unique=True),
    )

    call_id: Mapped[int]
    number: Mapped[int] = mapped_column(Integer)
    token: Mapped[str] = mapped_column(String(40))
    kind: Mapped[str] = mapped_column(String(8))
    node: Mapped[str | None] = mapped_column(String(80))
    """The node whose question this answers."""
    event_id: Mapped[str | None] = mapped_column(String(160))
    """The message of the conversation that was said."""
    sealed_answer: Mapped[str | None] = mapped_column(Sealed)
    """What was said to it, and how to go on; for a while."""
    heard_at: Mapped[datetime] = mapped_column(default=now)
    answered_at: Mapped[datetime] = mapped_column(default=now)
    source: Mapped[str] = mapped_column(String(10), default="")
    heard_from_ms: Mapped[int | None] = mapped_column(Integer)
    """When the caller began to speak, from the start of the call."""
    heard_to_ms: Mapped[int | None] = mapped_column(Integer)
    said_from_ms: Mapped[int | None] = mapped_column(Integer)
    """When the answer was first heard."""
    said_to_ms: Mapped[int | None] = mapped_column(Integer)
    words: Mapped[int] = mapped_column(Integer, default=0)
    confidence: Mapped[float | None] = mapped_column(Float)
    is_missed: Mapped[bool] = mapped_column(Boolean, default=False)
    is_interrupting: Mapped[bool] = mapped_column(Boolean, default=False)
    is_masked: Mapped[bool] = mapped_column(Boolean, default=False)
    """Whether a personal number was said or keyed."""
    key: Mapped[str] = mapped_column(String(1), default="")
    """The key that was pressed, where it was one of a menu."""
    hits: Mapped[dict[str, list[str]]] = mapped_column(JSON, default=dict)
    sealed_correction: Mapped[str | None] = mapped_column(Sealed)
    """What a person has heard instead."""
    corrected_words: Mapped[int | None] = mapped_column(Integer)
    word_errors: Mapped[int | None] = mapped_column(Integer)

    @property
    def answer(self) -> bytes:
        """The answer's bytes; none once the call is over."""
        return self._unseal(VoiceTurn.sealed_answer, self.sealed_answer)

    def keep_answer(self, answer: bytes) -> None:
        """Seal the answer; the row has its id."""
        self.sealed_answer = seal(VoiceTurn.sealed_answer, answer, workspace_id=self.workspace_id, row_id=self.id)

    @property
    def correction(self) -> str:
        """What a person has heard instead; empty where nobody has corrected it."""
        return self._unseal(VoiceTurn.sealed_correction, self.sealed_correction).decode()

    def keep_correction(self, text: str) -> None:
        """Seal a correction."""
        self.sealed_correction = seal(
            VoiceTurn.sealed_correction, text.encode(), workspace_id=self.workspace_id, row_id=self.id
        )

    def _unseal(self, column: Any, sealed: str | None) -> bytes:
        if sealed is None:
            return b""
        return unseal(column, sealed, workspace_id=self.workspace_id, row_id=self.id)


class CallAudio(WorkspaceMixin, Base):
    """Some seconds of a recording, sealed; both channels, eight bits a sample by the µ-law."""

    __tablename__ = "call_audio"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "call_id"], ["voice_call.workspace_id", "voice_call.id"]),
        Index("uq_call_audio_number", "workspace_id", "call_id", "number", unique=True),
    )

    call_id: Mapped[int]
    number: Mapped[int] = mapped_column(Integer)
    sealed_samples: Mapped[str] = mapped_column(Sealed)

    @property
    def samples(self) -> bytes:
        """The samples."""
        return unseal(CallAudio.sealed_samples, self.sealed_samples, workspace_id=self.workspace_id, row_id=self.id)


class CallTranscript(WorkspaceMixin, Base):
    """What is said in a recording, written down: sealed, without personal numbers."""

    __tablename__ = "call_transcript"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "call_id"], ["voice_call.workspace_id", "voice_call.id"]),
        Index("uq_call_transcript", "workspace_id", "call_id", unique=True),
    )

    call_id: Mapped[int]
    state: Mapped[str] = mapped_column(String(16))
    language: Mapped[str] = mapped_column(String(12))
    sealed_segments: Mapped[str] = mapped_column(Sealed)

    @property
    def segments(self) -> list[dict[str, Any]]:
        """The segments in order; times in ms from the start of the call."""
        data = unseal(
            CallTranscript.sealed_segments, self.sealed_segments, workspace_id=self.workspace_id, row_id=self.id
        )
        segments: list[dict[str, Any]] = orjson.loads(data)
        return segments

    def keep_segments(self, segments: list[dict[str, Any]]) -> None:
        """Seal the segments; the row has its id."""
        self.sealed_segments = seal(
            CallTranscript.sealed_segments, orjson.dumps(segments), workspace_id=self.workspace_id, row_id=self.id
        )
