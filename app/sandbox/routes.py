"""Calls of the sandbox."""

from typing import Any

from flask import url_for

from app.bots.cases.shape import serialize_case as shown_case
from app.bots.catalog import versions
from app.bots.catalog.intents import titles_of
from app.bots.catalog.service import get_bot
from app.bots.engine.flow import types_of
from app.core.db.base import db
from app.core.http.api import Blueprint
from app.core.http.etags import etag, match_revision_in
from app.core.http.listing import Page, paginate
from app.core.http.resources import Reply
from app.core.http.schemas import PageArgs
from app.core.mail.delivery import settings
from app.core.security.operations import UNAUDITED, Operation, needs
from app.core.security.visitor import require_user
from app.sandbox import comparing, links, replaying, service
from app.sandbox.link_routes import blueprints as link_blueprints
from app.sandbox.models import Sandbox, SandboxTurn
from app.sandbox.request_routes import blueprints as request_blueprints
from app.sandbox.schemas import (
    CaseNameSchema,
    ComparisonArgs,
    ComparisonSchema,
    NewSandboxSchema,
    RewindSchema,
    SandboxCaseSchema,
    SandboxChangeSchema,
    SandboxInputSchema,
    SandboxPageSchema,
    SandboxReplySchema,
    SandboxResetSchema,
    SandboxSchema,
)

blp = Blueprint("sandbox", __name__, url_prefix="/api/v1/sandbox", description="Sandbox conversations.")
blueprints = (blp, *link_blueprints, *request_blueprints)


@blp.get("", Operation(needs("read", "Sandbox"), query=PageArgs, answer=SandboxPageSchema))
def list_sandboxes(args: dict[str, Any]) -> Page:
    """List your sandbox conversations, newest first."""
    return paginate(service.list_sandboxes(require_user()), args, key=Sandbox.id)


@blp.post(
    "",
    Operation(
        needs("read", "Sandbox"),
        audit=UNAUDITED,
        revisioned=True,
        body=NewSandboxSchema,
        answer=SandboxSchema,
        status=201,
    ),
)
def open_sandbox(args: dict[str, Any]) -> Reply:
    """Create a sandbox conversation with a bot."""
    row = service.open_sandbox(require_user(), args, settings().outgoing_hosts)
    db.session.commit()
    return _response(row, {"Location": url_for("sandbox.get_sandbox", sandbox_id=row.id)})


@blp.get("/<int:sandbox_id>", Operation(needs("read", "Sandbox"), revisioned=True, answer=SandboxSchema))
def get_sandbox(sandbox_id: int) -> Reply:
    """Retrieve a sandbox conversation with all its turns."""
    return _response(service.read_sandbox(sandbox_id, require_user()))


@blp.get(
    "/<int:sandbox_id>/comparison",
    Operation(needs("read", "Sandbox"), limit="report", query=ComparisonArgs, answer=ComparisonSchema),
)
def compare(args: dict[str, Any], sandbox_id: int) -> dict[str, Any]:
    """Compare a sandbox conversation with another version's answers, with recorded answers of calls."""
    row = service.read_sandbox(sandbox_id, require_user())
    return comparing.compare(row, service.turns_of(row), args["with_"])


@blp.post(
    "/<int:sandbox_id>/messages",
    Operation(needs("read", "Sandbox"), audit=UNAUDITED, body=SandboxInputSchema, answer=SandboxReplySchema),
)
def say(args: dict[str, Any], sandbox_id: int) -> dict[str, Any]:
    """Send a message or a choice."""
    row = service.get_sandbox(sandbox_id, require_user())
    turn = service.say(row, *service.event_of(args), settings().outgoing_hosts)
    db.session.commit()
    return _reply(row, turn)


@blp.patch(
    "/<int:sandbox_id>",
    Operation(
        needs("read", "Sandbox"), audit=UNAUDITED, revisioned=True, body=SandboxChangeSchema, answer=SandboxSchema
    ),
)
def change_sandbox(args: dict[str, Any], sandbox_id: int) -> Reply:
    """Update a sandbox conversation's clock, variables, failing calls or node."""
    row = service.get_sandbox(sandbox_id, require_user())
    match_revision_in(row, lambda: row)
    service.change(row, args)
    if "node" in args:
        db.session.commit()
        service.jump(row, args["node"], settings().outgoing_hosts)
    db.session.commit()
    return _response(row)


@blp.post(
    "/<int:sandbox_id>/rewind",
    Operation(needs("read", "Sandbox"), audit=UNAUDITED, revisioned=True, body=RewindSchema, answer=SandboxSchema),
)
def rewind(args: dict[str, Any], sandbox_id: int) -> Reply:
    """Rewind a sandbox conversation to before a turn."""
    row = service.get_sandbox(sandbox_id, require_user())
    service.rewind(row, args["turn"])
    db.session.commit()
    return _response(row)


@blp.post(
    "/<int:sandbox_id>/reset",
    Operation(
        needs("read", "Sandbox"), audit=UNAUDITED, revisioned=True, body=SandboxResetSchema, answer=SandboxSchema
    ),
)
def reset(args: dict[str, Any], sandbox_id: int) -> Reply:
    """Restart a sandbox conversation."""
    user = require_user()
    row = service.get_sandbox(sandbox_id, user)
    service.reset(row, user, keep_contact=args["keep_contact"], hosts=settings().outgoing_hosts)
    db.session.commit()
    return _response(row)


@blp.post(
    "/<int:sandbox_id>/case",
    Operation(
        needs("update", "Bot"),
        audit="bot_case:create",
        revisioned=True,
        body=CaseNameSchema,
        answer=SandboxCaseSchema,
        status=201,
    ),
)
def make_case(args: dict[str, Any], sandbox_id: int) -> Reply:
    """Create a regression case from a sandbox conversation."""
    user = require_user()
    row = service.read_sandbox(sandbox_id, user)
    case = replaying.make_case(row, service.turns_of(row), args["name"], user)
    db.session.commit()
    address = url_for("cases.get_case", bot_id=row.bot_id, case_id=case.id)
    return shown_case(get_bot(row.bot_id), case, {"Location": address})


def _reply(row: Sandbox, turn: SandboxTurn) -> dict[str, Any]:
    """A turn as it is answered."""
    return {
        "turn": turn.number,
        "messages": turn.messages,
        "trace": turn.trace,
        "state": service.serialize_state(row),
        "at": service.time_of_turn(turn),
    }


def _response(row: Sandbox, headers: dict[str, str] | None = None) -> Reply:
    """A conversation as it is answered."""
    document, bot = row.document, get_bot(row.bot_id)
    body = {
        "id": row.id,
        "bot": row.bot_id,
        "bot_name": bot.name,
        "version": row.version,
        "versions": versions.latest(bot),
        "language": row.language,
        "languages": document["languages"],
        "channel": row.channel,
        "now": row.at,
        "clock": service.clock_of(row),
        "contact": row.state["contact"],
        "declared": [{"name": name, "type": kind} for name, kind in types_of(document).items()],
        "failing": [{"node": node} | forced for node, forced in row.failing.items()],
        "messages": row.opening,
        "turns": [service.turn_values(turn) | {"trace": turn.trace} for turn in service.turns_of(row)],
        "titles": titles_of(document),
        "nodes": [{"id": name, "type": node["type"]} for name, node in document["nodes"].items()],
        "state": service.serialize_state(row),
        "link": row.link_id and links.get_visible_link(row.link_id),
        "comments": links.comments_of(row),
        "revision": row.revision,
    }
    return body, etag(row) | (headers or {})
