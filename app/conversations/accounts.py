"""What reached a bot on the accounts of its channels: messaging accounts and the widgets of websites."""

from collections.abc import Iterable
from datetime import timedelta

from sqlalchemy import func, select

from app.conversations.models import Conversation, Thread
from app.core import clock
from app.core.db.base import db

RECENT = timedelta(days=7)


def count_recent(accounts: Iterable[int]) -> dict[int, int]:
    """Count the conversations of customers that began in seven days, by account, in the reader's part."""
    names = [str(key) for key in accounts]
    query = (
        select(Thread.account, func.count())
        .select_from(Conversation)
        .join(Thread, Thread.id == Conversation.thread_id)
        .where(
            Thread.account.in_(names),
            Conversation.started_at > clock.now() - RECENT,
            Conversation.traffic == "real",
        )
        .group_by(Thread.account)
    )
    return {int(account): count for account, count in db.session.execute(query)} if names else {}
