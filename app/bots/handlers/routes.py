"""Calls on a bot's handlers."""

from typing import Any

from app.bots.catalog.service import get_bot
from app.bots.handlers import service
from app.bots.handlers.schemas import BotHandlerSchema, HandlerSchema, HandlerTestedSchema, HandlerTestSchema
from app.bots.handlers.trying import try_out
from app.core.db.base import db
from app.core.http.api import Blueprint
from app.core.http.etags import etag, match_revision_in
from app.core.http.outgoing import allowed_hosts
from app.core.http.resources import Reply
from app.core.security.operations import UNAUDITED, Operation, needs

blp = Blueprint("handlers", __name__, url_prefix="/api/v1/bots", description="Who answers beside a bot's flow.")


@blp.get("/<int:bot_id>/handler", Operation(needs("read", "Bot"), revisioned=True, answer=BotHandlerSchema))
def get_handler(bot_id: int) -> Reply:
    """Retrieve the handlers that answer what a bot's flow does not."""
    row = service.get_handler(get_bot(bot_id))
    return service.serialize_handlers(row), etag(row)


@blp.put(
    "/<int:bot_id>/handler",
    Operation(
        needs("publish", "Bot"),
        audit="bot_handler:update",
        revisioned=True,
        body=HandlerSchema,
        answer=BotHandlerSchema,
        problems=(409,),
    ),
)
def set_handler(args: dict[str, Any], bot_id: int) -> Reply:
    """Replace a bot's handlers, in every version at once."""
    bot = get_bot(bot_id)
    match_revision_in(bot, lambda: service.get_handler(bot), lambda row: {"current": service.serialize_handlers(row)})
    row = service.set_handler(bot, args)
    db.session.commit()
    return service.serialize_handlers(row), etag(row)


@blp.post(
    "/<int:bot_id>/handler/test",
    Operation(
        needs("publish", "Bot"),
        audit=UNAUDITED,
        body=HandlerTestSchema,
        answer=HandlerTestedSchema,
        problems=(409,),
        renders_answer=True,
    ),
)
def test_handler(args: dict[str, Any], bot_id: int) -> dict[str, Any]:
    """Test which handler answers a text; nothing is counted."""
    return try_out(get_bot(bot_id), args["text"], allowed_hosts())
