"""Calls on replays of a bot's conversations."""

from collections.abc import Sequence
from typing import Any

from flask import url_for

from app.bots.cases.case_schemas import CaseSchema
from app.bots.cases.shape import serialize_case
from app.bots.catalog.flows import get_flow
from app.bots.catalog.models import Bot
from app.bots.catalog.service import get_bot
from app.bots.flow.documents import checksum
from app.channels.replays import keeping, service
from app.channels.replays.models import BotReplay
from app.channels.replays.schemas import (
    AcceptReplayGroupSchema,
    ReplayedConversationSchema,
    ReplayGroupArgs,
    ReplayPageSchema,
    ReplayRowSchema,
    ReplaySchema,
    ReplayStartedSchema,
)
from app.core.db.base import db
from app.core.http.api import Blueprint
from app.core.http.listing import Page, paginate, with_more
from app.core.http.resources import Reply
from app.core.http.schemas import PageArgs
from app.core.security.operations import Operation, needs
from app.core.security.visitor import require_user

blp = Blueprint("replays", __name__, url_prefix="/api/v1/bots", description="Replays of a bot's conversations.")
COLUMNS = (
    "id", "state", "progress", "error", "live_version", "checksum", "sessions", "verdict", "user_name", "created_at",
    "finished_at",
)  # fmt: skip
FIGURES = ("turns", "conversations", "rates", "calls")


@blp.post(
    "/<int:bot_id>/replay",
    Operation(needs("update", "Bot"), audit="bot:replay", answer=ReplayStartedSchema, status=202),
)
def start_replay(bot_id: int) -> BotReplay:
    """Replay the newest conversations on the working copy."""
    user = require_user()
    replay = service.start_replay(get_bot(bot_id), user.id, user.full_name)
    db.session.commit()
    return replay


@blp.get("/<int:bot_id>/replays", Operation(needs("read", "Conversation"), query=PageArgs, answer=ReplayPageSchema))
def list_replays(args: dict[str, Any], bot_id: int) -> dict[str, Any]:
    """List a bot's replays."""
    bot = get_bot(bot_id)
    service.check_reader(bot)
    page: Page = paginate(service.list_replays(bot), args, key=BotReplay.id)
    return with_more(page, items=_representations(bot, page.items))


@blp.get("/<int:bot_id>/replays/<int:replay_id>", Operation(needs("read", "Conversation"), answer=ReplaySchema))
def get_replay(bot_id: int, replay_id: int) -> dict[str, Any]:
    """Retrieve a replay with the conversations that would differ."""
    bot = get_bot(bot_id)
    service.check_reader(bot)
    replay = service.get_replay(bot, replay_id)
    return _whole(bot, replay)


@blp.post(
    "/<int:bot_id>/replays/<int:replay_id>/accept",
    Operation(needs("publish", "Bot"), audit="bot:accept_group", body=AcceptReplayGroupSchema, answer=ReplayRowSchema),
)
def accept_group(args: dict[str, Any], bot_id: int, replay_id: int) -> dict[str, Any]:
    """Accept a group of conversations that went worse or differently, with a reason."""
    bot = get_bot(bot_id)
    replay = service.get_replay(bot, replay_id)
    service.accept_group(bot, replay, args["group"], args["reason"], require_user())
    db.session.commit()
    return _representations(bot, [replay])[0]


@blp.post(
    "/<int:bot_id>/replays/<int:replay_id>/reopen",
    Operation(needs("publish", "Bot"), audit="bot:reopen_group", body=ReplayGroupArgs, answer=ReplayRowSchema),
)
def reopen_group(args: dict[str, Any], bot_id: int, replay_id: int) -> dict[str, Any]:
    """Reopen a group of conversations that was accepted."""
    bot = get_bot(bot_id)
    replay = service.get_replay(bot, replay_id)
    service.reopen_group(bot, replay, args["group"])
    db.session.commit()
    return _representations(bot, [replay])[0]


@blp.post(
    "/<int:bot_id>/replays/<int:replay_id>/case",
    Operation(
        needs("update", "Bot"),
        audit="bot_case:create",
        revisioned=True,
        body=ReplayedConversationSchema,
        answer=CaseSchema,
        status=201,
    ),
)
def make_case(args: dict[str, Any], bot_id: int, replay_id: int) -> Reply:
    """Create a regression case from a replayed conversation."""
    bot = get_bot(bot_id)
    replay = service.get_replay(bot, replay_id)
    case = keeping.make_case(bot, replay, args["conversation"], require_user())
    db.session.commit()
    return serialize_case(bot, case, {"Location": url_for("cases.get_case", bot_id=bot_id, case_id=case.id)})


def _whole(bot: Bot, replay: BotReplay) -> dict[str, Any]:
    """A replay with its groups and conversations."""
    items = service.items_of(replay)
    cases = keeping.cases_of(bot, [item["conversation"] for item in items])
    return _representations(bot, [replay])[0] | {
        "groups": service.groups_of(replay),
        "items": [item | {"case": cases.get(item["conversation"])} for item in items],
    }


def _representations(bot: Bot, replays: Sequence[BotReplay]) -> list[dict[str, Any]]:
    """Replays as they are answered; figures are null until there are some."""
    counts, present = service.count_open(replays), checksum(get_flow(bot).document)
    return [
        {
            **{name: getattr(replay, name) for name in COLUMNS},
            **{name: getattr(replay, name) or None for name in FIGURES},
            "deltas": service.deltas_of(replay),
            "current": present == replay.checksum,
            "open": counts[replay.id],
        }
        for replay in replays
    ]
