"""Calls on testers' links: of the people of a bot, and the public ones of the testers."""

from collections.abc import Sequence
from typing import Any

from flask import request, url_for

from app.accounts.users.models import User
from app.bots.catalog.models import Bot
from app.bots.catalog.service import get_bot
from app.core.db import tenancy
from app.core.db.base import db, rows_by_id
from app.core.http.api import Blueprint
from app.core.http.etags import etag, match_revision
from app.core.http.listing import paginate, with_more
from app.core.http.resources import Reply
from app.core.http.schemas import PageArgs
from app.core.mail.delivery import settings
from app.core.security.limits import (
    LINK_CHATS,
    LINK_COMMENTS,
    LINK_MESSAGES,
    TEST_CHATS,
    TEST_COMMENTS,
    TEST_MESSAGES,
)
from app.core.security.operations import PUBLIC, UNAUDITED, Operation, needs
from app.core.security.visitor import require_user
from app.sandbox import links, service
from app.sandbox.link_schemas import (
    NewTesterChatSchema,
    NewTesterCommentSchema,
    NewTesterLinkSchema,
    TesterCardSchema,
    TesterChatSchema,
    TesterCommentChangeSchema,
    TesterCommentListArgs,
    TesterCommentPageSchema,
    TesterLinkPageSchema,
    TesterLinkSchema,
)
from app.sandbox.models import Sandbox, SandboxComment, SandboxLink
from app.sandbox.schemas import SandboxInputSchema, TesterCommentSchema

blp = Blueprint("test_links", __name__, url_prefix="/api/v1/bots", description="Links for testers of bots.")
testers = Blueprint("testers", __name__, url_prefix="/api/v1/test", description="Conversations of testers.")
blueprints = (blp, testers)
NO_STORE = {"Cache-Control": "no-store"}


# ---- the people of the bot ----------------------------------------------------------------------------


@blp.get("/<int:bot_id>/test-links", Operation(needs("update", "Bot"), query=PageArgs, answer=TesterLinkPageSchema))
def list_test_links(args: dict[str, Any], bot_id: int) -> dict[str, Any]:
    """List a bot's links for testers."""
    page = paginate(links.list_links(get_bot(bot_id)), args, key=SandboxLink.id)
    return with_more(page, items=_representations(page.items))


@blp.post(
    "/<int:bot_id>/test-links",
    Operation(
        needs("update", "Bot"),
        audit="sandbox_link:create",
        revisioned=True,
        body=NewTesterLinkSchema,
        answer=TesterLinkSchema,
        status=201,
        problems=(409,),
    ),
)
def create_test_link(args: dict[str, Any], bot_id: int) -> Reply:
    """Create a link by which testers without an account talk to a version of a bot."""
    row = links.create_link(get_bot(bot_id), args, require_user())
    db.session.commit()
    address = url_for("test_links.list_test_links", bot_id=bot_id)
    return _representations([row])[0], etag(row) | NO_STORE | {"Location": address}


@blp.delete(
    "/<int:bot_id>/test-links/<int:test_link_id>",
    Operation(
        needs("update", "Bot"), audit="sandbox_link:revoke", revisioned=True, answer=TesterLinkSchema, problems=(409,)
    ),
)
def revoke_test_link(bot_id: int, test_link_id: int) -> Reply:
    """Revoke a link for testers: its conversations and comments stay."""
    row = links.get_link(get_bot(bot_id), test_link_id)
    links.revoke_link(match_revision(row, TesterLinkSchema, lambda row: _representations([row])[0]))
    db.session.commit()
    return _representations([row])[0], etag(row)


@blp.get(
    "/<int:bot_id>/test-comments",
    Operation(needs("update", "Bot"), query=TesterCommentListArgs, answer=TesterCommentPageSchema),
)
def list_test_comments(args: dict[str, Any], bot_id: int) -> dict[str, Any]:
    """List what testers have commented on turns of a bot."""
    is_open = None if args["done"] is None else not args["done"]
    query = links.list_comments(get_bot(bot_id), args["link"], is_open=is_open)
    page = paginate(query, args, key=SandboxComment.id)
    return with_more(page, items=links.describe(page.items))


@blp.patch(
    "/<int:bot_id>/test-comments/<int:test_comment_id>",
    Operation(
        needs("update", "Bot"),
        audit="sandbox_comment:update",
        revisioned=True,
        body=TesterCommentChangeSchema,
        answer=TesterCommentSchema,
    ),
)
def change_test_comment(args: dict[str, Any], bot_id: int, test_comment_id: int) -> Reply:
    """Update whether a tester's comment is done."""
    row = links.get_comment(get_bot(bot_id), test_comment_id)
    row = match_revision(row, TesterCommentSchema, lambda row: links.describe([row])[0])
    links.tick_comment(row, require_user(), is_done=args["done"])
    db.session.commit()
    return links.describe([row])[0], etag(row)


def _representations(rows: Sequence[SandboxLink]) -> list[dict[str, Any]]:
    """Links as they are answered."""
    uses, people = links.uses_of(rows), rows_by_id(User, (row.user_id for row in rows))
    names = ("id", "bot_id", "name", "version", "channel", "language", "state", "created_at", "expires_at",
             "revoked_at", "revision")  # fmt: skip
    return [
        {name: getattr(row, name) for name in names}
        | uses.get(row.id, links.Use())._asdict()
        | {
            "made_by": people[row.user_id].full_name if row.user_id in people else None,
            "link": links.address_of(row) if row.state == "open" else None,
        }
        for row in rows
    ]


# ---- testers ------------------------------------------------------------------------------------------


def _link(token: str) -> tuple[SandboxLink, Bot]:
    """The link of a text with its bot, in whose workspace the request goes on."""
    row = links.find_link(token)
    tenancy.bind(row.workspace_id)
    return row, links.bot_of(row)


@testers.get("/<string:token>", Operation(PUBLIC, answer=TesterCardSchema, problems=(404, 410)))
def get_test(token: str) -> Reply:
    """Retrieve which bot a link is for."""
    row, bot = _link(token)
    return {"bot_name": bot.name, "channel": row.channel, "expires_at": row.expires_at}, NO_STORE


@testers.post(
    "/<string:token>/chats",
    Operation(
        PUBLIC,
        audit=UNAUDITED,
        body=NewTesterChatSchema,
        answer=TesterChatSchema,
        status=201,
        problems=(404, 409, 410, 429),
    ),
)
def create_test_chat(args: dict[str, Any], token: str) -> Reply:
    """Create a conversation with the bot of a link; nothing of it counts."""
    row, bot = _link(token)
    links.admit(row, "test-chat", request.remote_addr or "", TEST_CHATS, LINK_CHATS)
    chat = links.begin_chat(row, args["name"], settings().outgoing_hosts)
    db.session.commit()
    return _chat(chat, bot)


@testers.get("/<string:token>/chats/<string:chat>", Operation(PUBLIC, answer=TesterChatSchema, problems=(404, 410)))
def get_test_chat(token: str, chat: str) -> Reply:
    """Retrieve a tester's conversation."""
    row, bot = _link(token)
    return _chat(links.get_chat(row, chat), bot)


@testers.post(
    "/<string:token>/chats/<string:chat>/messages",
    Operation(
        PUBLIC, audit=UNAUDITED, body=SandboxInputSchema, answer=TesterChatSchema, problems=(404, 409, 410, 412, 429)
    ),
)
def say_as_tester(args: dict[str, Any], token: str, chat: str) -> Reply:
    """Send a tester's message or choice."""
    row, bot = _link(token)
    links.admit(row, "test-message", request.remote_addr or "", TEST_MESSAGES, LINK_MESSAGES)
    conversation = links.get_chat(row, chat)
    service.say(conversation, *service.event_of(args), settings().outgoing_hosts)
    db.session.commit()
    return _chat(conversation, bot)


@testers.post(
    "/<string:token>/chats/<string:chat>/comments",
    Operation(
        PUBLIC,
        audit=UNAUDITED,
        body=NewTesterCommentSchema,
        answer=TesterChatSchema,
        status=201,
        problems=(404, 409, 410, 429),
    ),
)
def create_test_comment(args: dict[str, Any], token: str, chat: str) -> Reply:
    """Create a comment on a turn of a tester's conversation."""
    row, bot = _link(token)
    links.admit(row, "test-comment", request.remote_addr or "", TEST_COMMENTS, LINK_COMMENTS)
    conversation = links.get_chat(row, chat)
    links.comment(conversation, row, args)
    db.session.commit()
    return _chat(conversation, bot)


def _chat(row: Sandbox, bot: Bot) -> Reply:
    """A tester's conversation as it is answered: without what the bot has decided by."""
    clock, state = service.clock_of(row), service.serialize_state(row)
    body = {
        "id": links.key_of(row),
        "bot_name": bot.name,
        "channel": row.channel,
        "clock": {"at": clock["at"], "zone": clock["zone"]},
        "messages": row.opening,
        "turns": [service.turn_values(turn) for turn in service.turns_of(row)],
        "state": {"ended": state["ended"], "waiting": state["waiting"]},
        "comments": links.comments_of(row),
    }
    return body, NO_STORE
