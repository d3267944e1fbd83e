"""Calls on traffic splits of a bot."""

from typing import Any

from app.bots.catalog import splits
from app.bots.catalog.models import BotSplit
from app.bots.catalog.service import get_bot
from app.bots.catalog.split_schemas import BotSplitPageSchema, BotSplitSchema, NewBotSplitSchema
from app.core.db.base import db
from app.core.errors import Conflict
from app.core.http.api import Blueprint
from app.core.http.listing import Page, paginate, with_more
from app.core.http.schemas import PageArgs
from app.core.security.operations import Operation, needs
from app.core.security.visitor import require_user

blp = Blueprint("bot_splits", __name__, url_prefix="/api/v1/bots", description="Traffic shared by two versions.")


@blp.get("/<int:bot_id>/splits", Operation(needs("read", "Bot"), query=PageArgs, answer=BotSplitPageSchema))
def list_splits(args: dict[str, Any], bot_id: int) -> dict[str, Any]:
    """List a bot's traffic splits, newest first."""
    bot = get_bot(bot_id)
    page: Page = paginate(splits.list_splits(bot), args, key=BotSplit.id)
    return with_more(page, items=page.items)


@blp.post(
    "/<int:bot_id>/splits",
    Operation(
        needs("publish", "Bot"), audit="bot_split:start", body=NewBotSplitSchema, answer=BotSplitSchema, status=201
    ),
)
def start_split(args: dict[str, Any], bot_id: int) -> BotSplit:
    """Create a traffic split: a version receives a share of new conversations; 409 while its model is trained."""
    bot = get_bot(bot_id)
    split = splits.start_split(bot, args["version"], args["share"], require_user())
    db.session.commit()
    if split is None:
        raise Conflict(f"Version {args['version']} is trained first. Try again in a moment.", code="training")
    return split


@blp.post(
    "/<int:bot_id>/splits/<int:split_id>/promote",
    Operation(needs("publish", "Bot"), audit="bot_split:promote", by_service=True, answer=BotSplitSchema),
)
def promote_split(bot_id: int, split_id: int) -> BotSplit:
    """Promote the version of a traffic split: it is live for all new conversations."""
    bot = get_bot(bot_id)
    split = splits.get_split(bot, split_id)
    splits.promote(bot, split, require_user())
    db.session.commit()
    return split


@blp.post(
    "/<int:bot_id>/splits/<int:split_id>/stop",
    Operation(needs("publish", "Bot"), audit="bot_split:stop", by_service=True, answer=BotSplitSchema),
)
def stop_split(bot_id: int, split_id: int) -> BotSplit:
    """Stop a traffic split: the live version receives all new conversations again."""
    bot = get_bot(bot_id)
    split = splits.get_split(bot, split_id)
    splits.stop(bot, split, require_user())
    db.session.commit()
    return split
