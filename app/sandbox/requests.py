"""Trying the request of a call node before anything of it is stored, with values instead of a conversation's."""

from collections.abc import Mapping
from typing import Any

from app.bots.catalog import flows
from app.bots.catalog.models import Bot
from app.bots.catalog.secret_values import secrets_for
from app.bots.engine import new_state, step
from app.bots.engine.flow import types_of
from app.bots.runtime.conversing import flow_of, performer
from app.clients.service import get_client
from app.core import clock
from app.core.db.base import without_lock
from app.core.db.ids import new_id
from app.core.errors import BeyondSchema, Invalid
from app.core.http.outgoing import allowed_hosts
from app.sandbox.values import convert_value

NODE = "request"
"""The name under which the node is tried; one that the flow has stays out of it."""


def try_request(bot: Bot, node: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """Make the request of a call node with example values of variables; return what was sent and answered."""
    flows.check_editable(bot)
    document = _with_node(flows.get_flow(bot).document, dict(node) | {"type": "call"})
    types, zone = types_of(document), get_client(bot.client_id).zone
    perform = performer(document, hosts=allowed_hosts(), workspace=bot.workspace_id, secrets=secrets_for(bot, document))
    flow = flow_of(document, version="request")
    state = new_state(flow, session=f"{new_id()}.0")
    state["variables"] = {name: convert_value(value, types.get(name, "text")) for name, value in values.items()}
    result = step(flow, state, {"type": "start"}, now=clock.now(), zone=zone)
    effect = next((effect for effect in result.effects if effect["type"] == "call"), None)
    if effect is None:
        raise Invalid({"variables": [BeyondSchema("With these values the request is larger than a bot may send.")]})
    with without_lock():
        answer = perform(effect)
    unset = [warning["name"] for warning in result.trace["warnings"] if warning["code"] == "unset_variable"]
    sent = {"headers": effect["headers"] or {}, "body": effect["body"]}
    return dict(answer["trace"]) | sent | {"ok": answer["ok"], "value": answer.get("value"), "unset": unset}


def _with_node(working: Mapping[str, Any], node: Mapping[str, Any]) -> dict[str, Any]:
    """Return a document that begins with a node, whose types and languages are the working copy's; Invalid for none."""
    document = dict(working) | {"start": NODE, "nodes": dict(working["nodes"]) | {NODE: node}}
    try:
        return flows.check_shape(document)
    except Invalid as refused:
        errors = {
            path.replace(f"nodes/{NODE}", "node").replace("/", "."): refused.errors[path] for path in refused.errors
        }
        raise Invalid(errors, "This request is not complete.") from None
