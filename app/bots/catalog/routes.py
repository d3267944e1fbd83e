"""Calls on bots."""

from dataclasses import replace
from typing import Any

from flask import url_for

from app.accounts.users.rights import abilities_of
from app.bots import templates
from app.bots.catalog import (
    editing_routes,
    editor_routes,
    flow_routes,
    flows,
    goal_routes,
    part_routes,
    review_routes,
    reviews,
    secret_routes,
    service,
    split_routes,
    text_routes,
)
from app.bots.catalog.listing import BotListArgs, page_of_bots
from app.bots.catalog.schemas import (
    BotChangeSchema,
    BotOwnersSchema,
    BotPageSchema,
    BotSchema,
    NewBotSchema,
    PauseSchema,
)
from app.bots.imports.choices import with_choices
from app.core.db.base import db
from app.core.errors import Forbidden
from app.core.http.api import Blueprint
from app.core.http.listing import Page
from app.core.http.resources import Reply, Resource, single
from app.core.security.abilities import can
from app.core.security.operations import Operation, RowOperations, needs
from app.core.security.visitor import require_user

blp = Blueprint("bots", __name__, url_prefix="/api/v1/bots", description="Bots by name, group and language.")


BOTS = Resource(
    service.get_bot, BotSchema, single(service.list_figures), lambda row: url_for("bots.get_bot", bot_id=row.id)
)
BOT_CALLS = RowOperations("Bot", "bot", BotSchema)


@blp.get("", Operation(needs("read", "Bot"), query=BotListArgs, answer=BotPageSchema))
def list_bots(args: dict[str, Any]) -> Page:
    """List bots, by name by default."""
    page = page_of_bots(args)
    return replace(page, items=service.list_figures(list(page.items)))


@blp.get("/owners", Operation(needs("read", "Bot"), answer=BotOwnersSchema))
def list_owners() -> dict[str, Any]:
    """List the people who answer for bots."""
    return {"items": service.list_owners()}


@blp.get("/<int:bot_id>", BOT_CALLS.read())
def get_bot(bot_id: int) -> Reply:
    """Retrieve a bot."""
    return BOTS.get(bot_id)


@blp.post("", BOT_CALLS.create(NewBotSchema))
def create_bot(args: dict[str, Any]) -> Reply:
    """Create a bot as a draft."""
    return BOTS.create(
        service.create_bot(
            name=args["name"],
            group=args["group"],
            language=args["language"],
            client_id=args["client"],
            document=_document(args),
            train=args["train"],
            owner_id=require_user().id,
        )
    )


def _document(args: dict[str, Any]) -> dict[str, Any] | None:
    """What a new bot's working copy begins with: a document, a template in the bot's language, or nothing yet."""
    if args["flow"] is not None:
        return with_choices(flows.check_shape(args["flow"]), args["choices"])
    if args["template"] is not None:
        return templates.document_of(args["template"], args["language"])
    return None


@blp.patch("/<int:bot_id>", BOT_CALLS.update(BotChangeSchema))
def change_bot(args: dict[str, Any], bot_id: int) -> Reply:
    """Update a bot's name, group or language."""
    bot = BOTS.match(bot_id)
    if bot.state != "draft" and not can(abilities_of(require_user()), "publish", "Bot"):
        raise Forbidden("Only people who publish versions can change a bot that has been live.")
    if "approvals" in args:
        reviews.set_approvals(bot, args.pop("approvals"), require_user())
    service.change_bot(bot, **args)
    db.session.commit()
    return BOTS.answer(bot)


@blp.post(
    "/<int:bot_id>/pause",
    Operation(needs("publish", "Bot"), audit="bot:pause", revisioned=True, body=PauseSchema, answer=BotSchema),
)
def pause_bot(args: dict[str, Any], bot_id: int) -> Reply:
    """Pause a live bot with a reason."""
    return _move_bot(bot_id, "pause", args["reason"])


@blp.post(
    "/<int:bot_id>/resume", Operation(needs("publish", "Bot"), audit="bot:resume", revisioned=True, answer=BotSchema)
)
def resume_bot(bot_id: int) -> Reply:
    """Resume a paused bot that has been live."""
    return _move_bot(bot_id, "resume")


@blp.post(
    "/<int:bot_id>/archive", Operation(needs("delete", "Bot"), audit="bot:archive", revisioned=True, answer=BotSchema)
)
def archive_bot(bot_id: int) -> Reply:
    """Archive a draft or paused bot; its reports remain."""
    return _move_bot(bot_id, "archive")


@blp.post("/<int:bot_id>/restore", BOT_CALLS.restore())
def restore_bot(bot_id: int) -> Reply:
    """Restore an archived bot, paused."""
    return _move_bot(bot_id, "restore")


def _move_bot(bot_id: int, event: str, reason: str | None = None) -> Reply:
    """The bot after an event."""
    return BOTS.change(bot_id, lambda bot: service.move_bot(bot, event, reason))


blueprints = (blp, goal_routes.blp, flow_routes.blp, part_routes.blp, text_routes.blp, editing_routes.blp,
              review_routes.blp, split_routes.blp, editor_routes.blp, secret_routes.blp)  # fmt: skip
