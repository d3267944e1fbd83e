"""The canonical event of a conversation, and what its marks say to the measuring."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Protocol, TypedDict

from app.conversations.provenance import MEASURED, Provenance

SPEAKERS = ("user", "bot", "agent", "system")
FREE_INPUT = ("text", "speech")
USER_INPUT = ("text", "speech", "choice", "media", "location", "contact", "call_input")
TIMEOUTS = {"web": timedelta(minutes=30), "voice": timedelta(minutes=15)}
MESSAGING_TIMEOUT = timedelta(hours=4)
POLICY_VERSION = 1
FINAL_AFTER = timedelta(hours=72)
"""So long after its end a day's numbers are final: what changes them later is written down."""


class Marks(TypedDict, total=False):
    """What a source may say of a message beyond its text; every key may be missing."""

    intent: str
    confidence: float
    cause: str
    goal: str
    """The name of a goal that is reached."""
    reached: bool
    """Whether a goal without a name is reached."""
    missed: bool
    """Whether the goal cannot be reached any more."""
    enters: bool | str
    waits: bool
    handoff: str
    routed: bool
    """Whether a text was one for the classifier; false of what answers the bot's own question. True if left out."""
    returned: bool
    """Whether the bot answers again from here on: an agent has given the conversation back, or none has come."""
    rating: int
    nps: int
    """An answer on the scale of 0 to 10."""
    asks_rating: bool
    cost_micro: int
    ends: bool


class Measurable(Protocol):
    """What measuring reads of an event: stored messages and events on their way in have it alike."""

    @property
    def speaker(self) -> str:
        """One of SPEAKERS."""

    @property
    def kind(self) -> str:
        """Text, speech, choice, launch, call_end and so on."""

    @property
    def text(self) -> str:
        """Human-visible text."""

    @property
    def sent_at(self) -> datetime:
        """When it was said."""

    @property
    def marks(self) -> Any:
        """The Marks, or None."""

    @property
    def extra(self) -> Any:
        """What else a source says of it, or None: of a reply the flow's `node` it comes from."""


@dataclass(slots=True, kw_only=True)
class ConversationEvent:
    """One event on its way in."""

    event_id: str
    speaker: str
    sent_at: datetime
    kind: str = "text"
    text: str = ""
    payload: str | None = None
    entities: dict[str, Any] | None = None
    acts: list[str] | None = None
    marks: Marks = field(default_factory=Marks)
    extra: dict[str, Any] | None = None


@dataclass(slots=True, kw_only=True)
class Dialogue:
    """One whole session on its way in, already over unless `open`."""

    source_id: str
    """What its source calls it; empty where it has no name there, so that nothing tells it from another."""
    events: list[ConversationEvent]
    ext_user: str
    channel: str = "web"
    account: str = ""
    contact_name: str = ""
    contact_last4: str = ""
    language: str | None = None
    traffic: str = "real"
    outlet_id: int | None = None
    bot_version: int | None = None
    origin: str | None = None
    referral: str | None = None
    provenance: Provenance = MEASURED
    open: bool = False
    extra: dict[str, Any] | None = None


def session_timeout(channel: str, override_s: int | None = None) -> timedelta:
    """How long a thread may be silent before its session is over: the bot's own value before the channel's."""
    if override_s is not None and channel != "voice":
        return timedelta(seconds=override_s)
    return TIMEOUTS.get(channel, MESSAGING_TIMEOUT)
