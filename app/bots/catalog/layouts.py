"""Rules of a canvas: places of a bot's nodes are stored apart from its flow, so that moving one publishes nothing."""

from collections.abc import Mapping

from sqlalchemy import select

from app.bots.catalog.flows import check_editable
from app.bots.catalog.models import Bot, BotLayout
from app.core.db.base import db


def get_layout(bot: Bot) -> BotLayout:
    """Return the positions of a bot's nodes; revision 0 before the first node is moved."""
    layout = db.session.scalar(select(BotLayout).where(BotLayout.bot_id == bot.id))
    return layout or BotLayout(bot_id=bot.id, places={}, revision=0)


def set_layout(bot: Bot, places: Mapping[str, list[int]]) -> BotLayout:
    """Store the places of a bot's nodes."""
    check_editable(bot)
    layout = get_layout(bot)
    layout.places = dict(places)
    if layout.revision == 0:
        layout.revision = 1
        db.session.add(layout)
    db.session.flush()
    return layout
