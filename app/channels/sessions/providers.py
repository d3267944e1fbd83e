"""What conversations on channels ask of the areas above them, such as the inbox and offers."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from app.bots.catalog.models import Bot
from app.channels.sessions.models import ChannelEvent, ChannelSession
from app.channels.tokens.models import BotToken
from app.conversations.models import Conversation
from app.core.errors import BeyondSchema, Invalid
from app.core.providers import Provider


@Provider
def program_answered(session: ChannelSession, events: Sequence[ChannelEvent]) -> None:
    """Have what a bot or a person says sent to the program that has opened a session, in the step's transaction."""


@Provider
def handoff_requested(session: ChannelSession, conversation_id: int, queue: str) -> None:
    """Ask for a person to go on with a conversation, in the transaction of the step that wants one."""


@Provider
def call_back_wanted(session: ChannelSession, conversation_id: int, request: Mapping[str, Any]) -> None:
    """Note that the visitor wants to be called: by `name` and `phone`, by the people of a `queue`."""


@Provider
def stop_answer(session: ChannelSession, text: str, language: str) -> str | None:
    """Return the answer to a visitor who asks for no more messages; None where the text does not, or is no news."""
    return None


@Provider
def opted_out(session: ChannelSession, conversation_id: int) -> None:
    """Note that the visitor of a conversation wants no more messages on its channel."""


@Provider
def visit_of_offer(bot: Bot, page: str) -> int | None:
    """Return the recipient of an offer whose tracked link led to a page of a bot's widget."""
    return None


@Provider
def offer_awaits(token: BotToken, visitor: str) -> bool:
    """Whether an offer may wait to be shown to a visitor of a widget."""
    return False


@Provider
def offer_shown(token: BotToken, visitor: str) -> dict[str, Any] | None:
    """Return the offer that a visitor of a widget is shown now, and note it as shown; None without any."""
    return None


@Provider
def offer_in_conversation(session: ChannelSession, language: str) -> tuple[int, dict[str, Any]] | None:
    """Return the recipient and the content of an offer that waits for a session's visitor, and note it as shown."""
    return None


@Provider
def sample_offer(bot: Bot, channel: str, language: str, at: datetime) -> dict[str, Any] | None:
    """Return the content of an offer that a bot would show at a moment, for trying it; it counts nowhere."""
    return None


@Provider
def values_of_offer(session: ChannelSession) -> dict[str, str]:
    """Return what a flow is given of the offer that its visitor answers; nothing where it is no longer known."""
    return {}


@Provider
def offer_answered(session: ChannelSession, conversation: Conversation, at: datetime) -> None:
    """Note what a person has said in a conversation as the answer to an offer; a new one has begun with it."""


@Provider
def lead_kept(session: ChannelSession, conversation_id: int, lead: Mapping[str, Any], consent_text: str) -> None:
    """Keep a lead of what the visitor has said, in the transaction of the step that has it."""


@Provider
def check_file(content: bytes) -> tuple[str, Any]:
    """Return the kind of a file that a visitor sends, photo or pdf, and what is kept of it; Invalid for any other."""
    raise Invalid({"file": [BeyondSchema("Files are not taken here.")]})


@Provider
def file_sent(session: ChannelSession, conversation_id: int, client_id: int, checked: Any) -> int | None:
    """Keep a checked file that a visitor has sent, in the transaction of the step; return its document's id."""
    return None


@Provider
def place_in_line(session: ChannelSession) -> int | None:
    """Return how many wait for a person up to this visitor, themselves included; None where they do not wait."""
    return None


@Provider
def handoff_ended(session: ChannelSession) -> None:
    """Take back what was asked for, because the visitor has begun again or the conversation is over."""


@Provider
def notify_agent(session: ChannelSession) -> None:
    """Tell of something the visitor has said while a person answers or is waited for."""


@Provider
def events_shown(session: ChannelSession, events: Sequence[ChannelEvent]) -> None:
    """Take on what a step has added to a conversation, in the transaction of the step."""


@Provider
def call_answered(session: ChannelSession) -> None:
    """Note that a person has taken the call of a hand-off, and that it is over."""


@Provider
def call_unanswered(session: ChannelSession) -> None:
    """Note that nobody has taken the call of a hand-off: the bot goes on."""
