"""What accounts ask of conversations: how one is loaded, to explain who sees it; what clients ask: erasing them.

What handlers of bots ask as well: taking personal numbers out of texts.
"""

from sqlalchemy import select

from app.accounts.people.subjects import loads
from app.bots.handlers import service as handlers
from app.conversations import erasing  # noqa: F401 - provides what clients ask
from app.conversations.models import Conversation
from app.conversations.redaction import redact
from app.core.db.base import db


def _load(conversation_id: int) -> str | None:
    number = db.session.scalar(select(Conversation.id).where(Conversation.id == conversation_id))
    return None if number is None else str(number)


loads("Conversation", _load)
handlers.mask_text.provide(redact)
