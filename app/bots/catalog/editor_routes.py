"""Calls on the people who edit a bot's working copy now."""

from typing import Any

from app.bots.catalog import editors
from app.bots.catalog.flow_schemas import BotEditorsSchema
from app.bots.catalog.flows import check_editable
from app.bots.catalog.service import get_bot
from app.core.db.base import db
from app.core.http.api import Blueprint
from app.core.security.operations import UNAUDITED, Operation, needs
from app.core.security.visitor import require_user

blp = Blueprint("bot_editors", __name__, url_prefix="/api/v1/bots", description="People who edit working copies.")


@blp.post("/<int:bot_id>/editors", Operation(needs("update", "Text"), audit=UNAUDITED, answer=BotEditorsSchema))
def enter_editor(bot_id: int) -> dict[str, Any]:
    """Note for two minutes that the reader edits a bot, and list the other people who do."""
    bot, user_id = get_bot(bot_id), require_user().id
    check_editable(bot)
    editors.enter(bot, user_id)
    db.session.commit()
    return {"items": editors.list_others(bot, user_id)}


@blp.post("/<int:bot_id>/editors/leave", Operation(needs("update", "Text"), audit=UNAUDITED, status=204))
def leave_editor(bot_id: int) -> None:
    """Note that the reader no longer edits a bot."""
    editors.leave(get_bot(bot_id), require_user().id)
    db.session.commit()
