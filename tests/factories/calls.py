"""Telephone calls as they are stored."""

from app.channels.voice.models import VoiceCall, VoiceTurn
from app.conversations.models import Conversation
from app.core.clock import now
from app.core.db.base import db
from app.core.db.ids import new_id


def add_call(conversation: Conversation, user_id: int | None = None) -> VoiceCall:
    """Add a call that is over, with one turn; one of a person's telephone in the browser where they are given."""
    key = new_id()
    call = VoiceCall(
        id=key, workspace_id=conversation.workspace_id, client_id=conversation.client_id, bot_id=conversation.bot_id,
        outlet_id=conversation.outlet_id, account="1", sid=f"CA{key}", session_id=0, conversation_id=conversation.id,
        bot_group="service", language="en", number="+912068124410", token="next", traffic="real", user_id=user_id,
        state="completed", ended_by="bot", started_at=now(), ended_at=now(), duration_ms=1000, hits={},
    )  # fmt: skip
    db.session.add(call)
    db.session.flush()
    db.session.add(VoiceTurn(
        workspace_id=call.workspace_id, call_id=key, number=0, token="start", kind="start", hits={},
    ))  # fmt: skip
    db.session.flush()
    return call
