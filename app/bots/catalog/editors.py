"""Who edits a bot's working copy now: each person with its editor open, and what open editors are notified of."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from sqlalchemy import delete, select

from app.accounts.users.models import User
from app.bots.catalog.models import Bot, BotEditor
from app.core.clock import now
from app.core.db.base import db, hold
from app.core.realtime import publish

WINDOW = timedelta(minutes=2)
"""How long a person counts as editing after the last sign of them; an open page gives one twice a minute."""
SAVED, EDITORS = "flow:saved", "flow:editors"
"""The kinds of live updates, by the bot's id: its working copy has changed, other people edit it."""


def list_others(bot: Bot, user_id: int) -> list[dict[str, Any]]:
    """Return the other people who edit a bot now, those who began first before the rest."""
    query = (
        select(BotEditor.user_id, User.full_name, BotEditor.since)
        .select_from(BotEditor)
        .join(User, User.id == BotEditor.user_id)
        .where(BotEditor.bot_id == bot.id, BotEditor.user_id != user_id, BotEditor.seen_at > now() - WINDOW)
        .order_by(BotEditor.since, BotEditor.id)
    )
    return [{"id": id_, "name": name, "since": since} for id_, name, since in db.session.execute(query)]


def enter(bot: Bot, user_id: int) -> None:
    """Note that a person edits a bot; the others learn it when they have just begun."""
    hold(bot)
    db.session.execute(delete(BotEditor).where(BotEditor.bot_id == bot.id, BotEditor.seen_at <= now() - WINDOW))
    editor = db.session.scalar(_editors(bot).where(BotEditor.user_id == user_id))
    if editor is not None:
        editor.seen_at = now()
        return
    db.session.add(BotEditor(bot_id=bot.id, user_id=user_id))
    publish(EDITORS, str(bot.id), _others(bot, user_id))


def leave(bot: Bot, user_id: int) -> None:
    """Note that a person no longer edits a bot."""
    editor = db.session.scalar(_editors(bot).where(BotEditor.user_id == user_id))
    if editor is not None:
        db.session.delete(editor)
        publish(EDITORS, str(bot.id), _others(bot, user_id))


def notify_editors(bot: Bot, user_id: int | None) -> None:
    """Tell the other people who edit a bot that its working copy has changed."""
    publish(SAVED, str(bot.id), _others(bot, user_id))


def _editors(bot: Bot) -> Any:
    return select(BotEditor).where(BotEditor.bot_id == bot.id)


def _others(bot: Bot, user_id: int | None) -> Iterator[int]:
    """The ids of the other people who edit a bot now."""
    editors = db.session.scalars(_editors(bot).where(BotEditor.seen_at > now() - WINDOW))
    return (editor.user_id for editor in editors.all() if editor.user_id != user_id)
