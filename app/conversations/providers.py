"""What accounts ask of conversations: how one is loaded, to explain who sees it; what clients ask: erasing them.

What bots ask as well: taking personal numbers out of texts, and how many conversations each version has under way.
"""

from collections.abc import Mapping

from sqlalchemy import func, select

from app.accounts.people.subjects import loads
from app.bots.cases.service import forget_conversations
from app.bots.catalog.models import Bot
from app.bots.catalog.versions import count_open_conversations
from app.bots.handlers import service as handlers
from app.conversations.erasing import erases_contents
from app.conversations.models import Conversation
from app.conversations.redaction import redact
from app.core.db.base import db


def _load(conversation_id: int) -> str | None:
    number = db.session.scalar(select(Conversation.id).where(Conversation.id == conversation_id))
    return None if number is None else str(number)


loads("Conversation", _load)
handlers.mask_text.provide(redact)
erases_contents(forget_conversations)


@count_open_conversations.provide
def _count_open(bot: Bot) -> Mapping[int, int]:
    """Count a bot's conversations that have not ended, by version, in the reader's part."""
    query = (
        select(Conversation.bot_version, func.count())
        .where(Conversation.bot_id == bot.id, Conversation.ended_at.is_(None), Conversation.traffic == "real")
        .group_by(Conversation.bot_version)
    )
    return {number: count for number, count in db.session.execute(query) if number is not None}
