"""Calls on the parts of a bot's working copy: what an editor that keeps no document of its own changes one by one."""

from collections.abc import Callable
from typing import Any

from app.bots.catalog import flows, layouts, parts
from app.bots.catalog.flow_routes import FLOW_CALLS, TEXT_CALLS
from app.bots.catalog.models import Bot, BotFlow, BotLayout
from app.bots.catalog.part_schemas import (
    FlowEntitySchema,
    FlowIntentSchema,
    FlowNodeSchema,
    FlowPartSchema,
    FlowSettingsSchema,
    LayoutSchema,
    NewFlowEntitySchema,
    NewFlowIntentSchema,
    NewFlowNodeSchema,
    WorkingCopySchema,
)
from app.bots.catalog.service import get_bot
from app.bots.catalog.texts import check_only_texts
from app.bots.flow.validation import errors_of
from app.core.db.base import db, hold
from app.core.http.api import Blueprint
from app.core.http.etags import etag, match_revision_in, with_etag
from app.core.http.resources import Reply
from app.core.security.operations import Operation, needs
from app.core.security.visitor import require_user

blp = Blueprint("flow-parts", __name__, url_prefix="/api/v1/bots", description="Parts of working copies.")


@blp.get("/<int:bot_id>/working-copy", Operation(needs("read", "Bot"), revisioned=True, answer=WorkingCopySchema))
def get_working_copy(bot_id: int) -> Reply:
    """Retrieve the working copy of a bot's flow with its revision and issues."""
    bot = get_bot(bot_id)
    flow, issues = flows.get_flow(bot), flows.issues_of(bot)
    errors = errors_of(issues)
    body = {
        "revision": flow.revision,
        "changed_at": flow.updated_at,
        "document": flow.document,
        "errors": errors,
        "warnings": [issue for issue in issues if issue not in errors],
    }
    return body, etag(flow)


@blp.get("/<int:bot_id>/flow/layout", Operation(needs("read", "Bot"), revisioned=True, answer=LayoutSchema))
def get_layout(bot_id: int) -> tuple[BotLayout, dict[str, str]]:
    """Retrieve the places of a bot's nodes on the canvas; they are no part of the flow."""
    return with_etag(layouts.get_layout(get_bot(bot_id)))


@blp.put(
    "/<int:bot_id>/flow/layout",
    Operation(
        needs("update", "Bot"),
        audit="flow:arrange",
        revisioned=True,
        body=LayoutSchema,
        answer=LayoutSchema,
        problems=(409,),
    ),
)
def put_layout(args: dict[str, Any], bot_id: int) -> tuple[BotLayout, dict[str, str]]:
    """Replace the places of a bot's nodes; neither the flow nor its revision changes."""
    bot = get_bot(bot_id)
    match_revision_in(bot, lambda: layouts.get_layout(bot), lambda layout: {"current": LayoutSchema().dump(layout)})
    layout = layouts.set_layout(bot, args["places"])
    db.session.commit()
    return with_etag(layout)


@blp.patch("/<int:bot_id>/flow", TEXT_CALLS.update(FlowSettingsSchema))
def change_flow(args: dict[str, Any], bot_id: int) -> Reply:
    """Update the settings of a flow; an empty key is removed."""

    def change(bot: Bot) -> BotFlow:
        user, before = require_user(), flows.get_flow(bot).document
        flow = parts.change_settings(bot, args, user.id)
        check_only_texts(before, flow.document, user)
        return flow

    flow = _change_flow(bot_id, change)
    return flow.document, etag(flow)


@blp.post(
    "/<int:bot_id>/flow/nodes",
    Operation(needs("update", "Bot"), audit="flow:update", body=NewFlowNodeSchema, answer=FlowPartSchema, status=201),
)
def add_node(args: dict[str, Any], bot_id: int) -> Reply:
    """Create a node, optionally after another one."""
    return _add_part(bot_id, "nodes", lambda bot: parts.add_node(bot, args, require_user().id))


@blp.put(
    "/<int:bot_id>/flow/nodes/<node_id>",
    Operation(needs("update", "Bot"), audit="flow:update", revisioned=True, body=FlowNodeSchema, answer=FlowPartSchema),
)
def put_node(args: dict[str, Any], bot_id: int, node_id: str) -> Reply:
    """Replace a node."""
    return _replace_part(bot_id, "nodes", node_id, args)


@blp.delete("/<int:bot_id>/flow/nodes/<node_id>", FLOW_CALLS.step("update", revisioned=True))
def delete_node(bot_id: int, node_id: str) -> Reply:
    """Delete a node; what led to it leads to its successor, or nowhere."""
    return _remove_part(bot_id, "nodes", node_id)


@blp.post(
    "/<int:bot_id>/flow/intents",
    Operation(needs("update", "Bot"), audit="flow:update", body=NewFlowIntentSchema, answer=FlowPartSchema, status=201),
)
def add_intent(args: dict[str, Any], bot_id: int) -> Reply:
    """Create an intent."""
    return _add_part(bot_id, "intents", lambda bot: parts.add_part(bot, "intents", args, require_user().id))


@blp.put(
    "/<int:bot_id>/flow/intents/<intent_id>",
    Operation(
        needs("update", "Bot"), audit="flow:update", revisioned=True, body=FlowIntentSchema, answer=FlowPartSchema
    ),
)
def put_intent(args: dict[str, Any], bot_id: int, intent_id: str) -> Reply:
    """Replace an intent."""
    return _replace_part(bot_id, "intents", intent_id, args)


@blp.delete("/<int:bot_id>/flow/intents/<intent_id>", FLOW_CALLS.step("update", revisioned=True))
def delete_intent(bot_id: int, intent_id: str) -> Reply:
    """Delete an intent with its phrases."""
    return _remove_part(bot_id, "intents", intent_id)


@blp.post(
    "/<int:bot_id>/flow/entities",
    Operation(needs("update", "Bot"), audit="flow:update", body=NewFlowEntitySchema, answer=FlowPartSchema, status=201),
)
def add_entity(args: dict[str, Any], bot_id: int) -> Reply:
    """Create an entity."""
    return _add_part(bot_id, "entities", lambda bot: parts.add_part(bot, "entities", args, require_user().id))


@blp.put(
    "/<int:bot_id>/flow/entities/<entity_id>",
    Operation(
        needs("update", "Bot"), audit="flow:update", revisioned=True, body=FlowEntitySchema, answer=FlowPartSchema
    ),
)
def put_entity(args: dict[str, Any], bot_id: int, entity_id: str) -> Reply:
    """Replace an entity."""
    return _replace_part(bot_id, "entities", entity_id, args)


@blp.delete("/<int:bot_id>/flow/entities/<entity_id>", FLOW_CALLS.step("update", revisioned=True))
def delete_entity(bot_id: int, entity_id: str) -> Reply:
    """Delete an entity; inputs of its type then take any text."""
    return _remove_part(bot_id, "entities", entity_id)


def _change_flow(bot_id: int, change: Callable[[Bot], BotFlow], part: tuple[str, str] | None = None) -> BotFlow:
    """Change the working copy as one who has seen its present revision; a part that is not there is 404."""
    bot = get_bot(bot_id)
    if part is not None:
        parts.get_part(flows.get_flow(bot), *part)
    present = match_revision_in(bot, lambda: flows.get_flow(bot), lambda flow: {"current": flow.document})
    if part is not None:
        parts.get_part(present, *part)  # Another person may have taken it out.
    flow = change(bot)
    db.session.commit()
    return flow


def _add_part(bot_id: int, kind: str, add: Callable[[Bot], tuple[BotFlow, str]]) -> Reply:
    """What was added: nobody's work is lost by it, so it needs no revision."""
    bot = get_bot(bot_id)
    hold(bot)
    flow, name = add(bot)
    db.session.commit()
    return {"id": name, "value": flow.document[kind][name]}, etag(flow)


def _replace_part(bot_id: int, kind: str, name: str, args: dict[str, Any]) -> Reply:
    """A part as it is stored by now, under its name of now."""
    flow = _change_flow(bot_id, lambda bot: parts.change_part(bot, kind, name, args, require_user().id), (kind, name))
    new = (args.get("id") or "").strip() or name
    return {"id": new, "value": flow.document[kind][new]}, etag(flow)


def _remove_part(bot_id: int, kind: str, name: str) -> Reply:
    """The document without the part."""
    flow = _change_flow(bot_id, lambda bot: parts.remove_part(bot, kind, name, require_user().id), (kind, name))
    return flow.document, etag(flow)
