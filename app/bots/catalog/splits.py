"""Rules of traffic splits: a published version beside the live one, promoted or stopped by a person."""

from sqlalchemy import Select, select

from app.accounts.users.models import User
from app.bots.catalog.flows import check_editable
from app.bots.catalog.models import Bot, BotSplit
from app.bots.catalog.splitting import LIFE, close_split
from app.bots.catalog.training import begin_training
from app.bots.catalog.versions import get_version, set_live
from app.core.db.base import db, fetch, hold
from app.core.errors import BeyondSchema, Conflict, Invalid, field_error

SHARES = (1, 99)
"""Per cent of new conversations."""


def list_splits(bot: Bot) -> Select[BotSplit]:
    """Select a bot's splits."""
    return select(BotSplit).where(BotSplit.bot_id == bot.id)


def get_split(bot: Bot, split_id: int) -> BotSplit:
    """Return a split of a bot, or raise NotFound."""
    return fetch(list_splits(bot).where(BotSplit.id == split_id), "There is no such traffic split.")


def start_split(bot: Bot, number: int, share: int, user: User) -> BotSplit | None:
    """Let a version receive a share of new conversations; None where its model is being trained first."""
    hold(bot)
    check_editable(bot)
    if bot.live_version is None:
        raise Conflict("No version of this bot is live yet.", code="no_live_version")
    if bot.split_id is not None:
        raise Conflict("A traffic split of this bot is running. Promote or stop it first.", code="already_running")
    if bot.next_version is not None:
        raise Conflict(f"Version {bot.next_version} is about to go live.", code="waiting")
    if number == bot.live_version:
        raise Invalid({"version": [BeyondSchema("This version is live. Choose another one.")]})
    with field_error("version"):
        version = get_version(bot, number)
    if begin_training(bot, version.document):
        return None
    split = BotSplit(bot_id=bot.id, live=bot.live_version, number=number, share=share, user_name=user.full_name)
    db.session.add(split)
    db.session.flush()
    bot.split_id = split.id
    db.session.flush()
    return split


def promote(bot: Bot, split: BotSplit, user: User) -> None:
    """Make the version of a split live for everybody."""
    _hold_running(bot, split, "promote")
    close_split(bot, "promote", user_id=user.id, by=user.full_name)
    set_live(bot, split.number)


def stop(bot: Bot, split: BotSplit, user: User) -> None:
    """Send all new conversations to the live version again."""
    _hold_running(bot, split, "stop")
    close_split(bot, "stop", user_id=user.id, by=user.full_name)


def _hold_running(bot: Bot, split: BotSplit, event: str) -> None:
    hold(bot)
    hold(split)
    check_editable(bot)
    LIFE.target(split.state, event)
