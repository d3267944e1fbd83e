"""What conversations on channels ask of the inbox."""

from app.channels.sessions import providers
from app.channels.sessions.models import ChannelSession
from app.core import clock
from app.inbox import service


@providers.handoff_requested.provide
def request_handoff(session: ChannelSession, conversation_id: int, queue: str) -> None:
    """Ask for a person to go on with a conversation."""
    service.request(
        bot_id=session.bot_id, conversation_id=conversation_id, session_id=session.id, channel=session.channel,
        queue=queue,
    )  # fmt: skip


@providers.handoff_ended.provide
def end_handoff(session: ChannelSession) -> None:
    """Take back what was asked for."""
    handoff = service.open_handoff(session.id)
    if handoff is not None:
        service.cancel(handoff)


@providers.said_to_agent.provide
def note_text(session: ChannelSession) -> None:
    """Note that the visitor has said something."""
    handoff = service.open_handoff(session.id)
    if handoff is not None:
        handoff.said_at, handoff.awaits_agent = clock.now(), True
        service.tell(handoff)
