"""Calls on bots."""

from dataclasses import replace
from typing import Any

from app.api import Blueprint
from app.bots import service
from app.bots.models import Bot
from app.bots.schemas import BotListArgs, BotPageSchema, BotSchema, NewBotSchema
from app.db import db
from app.listing import Page, paginate
from app.security import needs

blp = Blueprint("bots", __name__, url_prefix="/api/v1/bots", description="Bots by name, group and language.")


@blp.get("")
@needs("read", "Bot")
@blp.arguments(BotListArgs, location="query")
@blp.response(200, BotPageSchema)
def list_bots(args: dict[str, Any]) -> Page:
    """List bots, by name unless asked otherwise."""
    sort, descending = args["sort"].removeprefix("-"), args["sort"].startswith("-")
    column: Any = Bot.name_key if sort == "name" else None
    page = paginate(
        service.list_bots(args["q"]), page=args["page"], per=args["per"], key=Bot.id, sort=column, descending=descending
    )
    return replace(page, items=service.listed(list(page.items)))


@blp.get("/<int:bot_id>")
@needs("read", "Bot")
@blp.response(200, BotSchema)
def get_bot(bot_id: int) -> service.ListedBot:
    """One bot."""
    return service.listed([service.get_bot(bot_id)])[0]


@blp.post("")
@needs("create", "Bot")
@blp.arguments(NewBotSchema)
@blp.response(201, BotSchema)
def create_bot(args: dict[str, Any]) -> service.ListedBot:
    """Create a draft bot."""
    bot = service.create_bot(
        name=args["name"], group=args["group"], language=args["language"], client_id=args["client"]
    )
    db.session.commit()
    return service.listed([bot])[0]
