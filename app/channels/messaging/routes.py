"""Calls on a bot's messaging accounts, and the webhooks that providers send to."""

from collections.abc import Iterable
from typing import Any

from flask import Response, url_for
from sqlalchemy import func, select

from app.bots.catalog.listing import BotListArgs, page_of_bots
from app.bots.catalog.service import get_bot
from app.channels.messaging import activity, intake, reading, service, templates
from app.channels.messaging.adapters.contract import Outgoing, Receipt
from app.channels.messaging.models import Deployment, InboundEvent, MessageTemplate, RawEvent
from app.channels.messaging.schemas import (
    BotsChannelsSchema,
    DeliverySchema,
    DeploymentChangeSchema,
    DeploymentMoveSchema,
    DeploymentPageSchema,
    DeploymentSchema,
    MessageTemplatePageSchema,
    NewDeploymentSchema,
    RawEventListArgs,
    RawEventPageSchema,
    RawEventSchema,
    TemplatesWantedSchema,
    TestMessageSchema,
    TestResultSchema,
)
from app.channels.messaging.service import LIFE
from app.clients.models import Outlet
from app.core.db.base import db, rows_by_id, writing
from app.core.errors import Conflict, field_error
from app.core.http.api import Blueprint
from app.core.http.etags import etag, match_revision
from app.core.http.listing import Page, paginate, with_more
from app.core.http.resources import Reply
from app.core.http.schemas import PageArgs
from app.core.jobs import Job, enqueue
from app.core.security.encryption import secret_end
from app.core.security.operations import UNAUDITED, WITHOUT_CREDENTIALS, Operation, RowOperations, needs

blp = Blueprint(
    "deployments", __name__, url_prefix="/api/v1/bots", description="Messaging accounts that bots answer on."
)
hooks_blp = Blueprint("hooks", __name__, url_prefix="/hooks", description="Webhooks of messaging providers.")
TEST_TEXT = "This is a test message."
DEPLOYMENT_CALLS = RowOperations("Deployment", "deployment", DeploymentSchema)


@blp.get("/channels", Operation(needs("read", "Deployment"), query=BotListArgs, answer=BotsChannelsSchema))
def list_channels(args: dict[str, Any]) -> dict[str, Any]:
    """List the channels of bots with their states."""
    items = activity.list_channels(list(page_of_bots(args).items))
    return {"items": items, "attention": activity.count_attention(), "refused": activity.list_refused()}


@blp.get(
    "/<int:bot_id>/deployments", Operation(needs("read", "Deployment"), query=PageArgs, answer=DeploymentPageSchema)
)
def list_deployments(args: dict[str, Any], bot_id: int) -> dict[str, Any]:
    """List a bot's messaging accounts."""
    query = service.list_deployments(get_bot(bot_id))
    page: Page = paginate(query, args, key=Deployment.id)
    return with_more(page, items=_serialize_all(page.items))


@blp.get("/<int:bot_id>/deployments/delivery", Operation(needs("read", "Deployment"), answer=DeliverySchema))
def get_delivery(bot_id: int) -> dict[str, Any]:
    """Retrieve what became of a bot's messages, and requests that were not accepted, in the last 24 hours."""
    return activity.read_delivery(get_bot(bot_id))


@blp.post("/<int:bot_id>/deployments", DEPLOYMENT_CALLS.create(NewDeploymentSchema, problems=(409,)))
def create_deployment(args: dict[str, Any], bot_id: int) -> Reply:
    """Create a messaging account for a bot."""
    row = service.create_deployment(get_bot(bot_id), args)
    db.session.commit()
    address = url_for("deployments.get_deployment", bot_id=bot_id, deployment_id=row.id)
    return _serialize(row), etag(row) | {"Location": address}


@blp.get("/<int:bot_id>/deployments/<int:deployment_id>", DEPLOYMENT_CALLS.read())
def get_deployment(bot_id: int, deployment_id: int) -> Reply:
    """Retrieve a messaging account."""
    row = service.get_deployment(get_bot(bot_id), deployment_id)
    return _serialize(row), etag(row)


@blp.patch("/<int:bot_id>/deployments/<int:deployment_id>", DEPLOYMENT_CALLS.update(DeploymentChangeSchema))
def change_deployment(args: dict[str, Any], bot_id: int, deployment_id: int) -> Reply:
    """Update a messaging account."""
    bot = get_bot(bot_id)
    row = match_revision(service.get_deployment(bot, deployment_id), DeploymentSchema, _serialize)
    service.change_deployment(bot, row, args)
    db.session.commit()
    return _serialize(row), etag(row)


@blp.delete(
    "/<int:bot_id>/deployments/<int:deployment_id>",
    Operation(
        needs("delete", "Deployment"),
        audit="deployment:remove",
        by_service=True,
        revisioned=True,
        status=204,
        problems=(409,),
    ),
)
def remove_deployment(bot_id: int, deployment_id: int) -> None:
    """Remove a messaging account and erase its credentials."""
    row = match_revision(service.get_deployment(get_bot(bot_id), deployment_id), DeploymentSchema, _serialize)
    service.remove_deployment(row)
    db.session.commit()


@blp.post("/<int:bot_id>/deployments/<int:deployment_id>/verify", DEPLOYMENT_CALLS.transition("verify"))
def verify_deployment(bot_id: int, deployment_id: int) -> Reply:
    """Verify a messaging account with its provider."""
    bot = get_bot(bot_id)
    row = service.get_deployment(bot, deployment_id)
    receipt = service.verify_deployment(row)
    db.session.commit()
    if not receipt.ok:
        raise Conflict(_refusal(receipt), code="provider_refused")
    return _serialize(row), etag(row)


@blp.post("/<int:bot_id>/deployments/<int:deployment_id>/enable", DEPLOYMENT_CALLS.transition("enable"))
def enable_deployment(bot_id: int, deployment_id: int) -> Reply:
    """Enable a messaging account."""
    return _apply(bot_id, deployment_id, "enable")


@blp.post("/<int:bot_id>/deployments/<int:deployment_id>/disable", DEPLOYMENT_CALLS.transition("disable"))
def disable_deployment(bot_id: int, deployment_id: int) -> Reply:
    """Disable a messaging account: what arrives is stored and not answered."""
    return _apply(bot_id, deployment_id, "disable")


@blp.post(
    "/<int:bot_id>/deployments/<int:deployment_id>/move",
    DEPLOYMENT_CALLS.step("move", body=DeploymentMoveSchema, problems=(409,)),
)
def move_deployment(args: dict[str, Any], bot_id: int, deployment_id: int) -> Reply:
    """Move a messaging account to another bot of the client; conversations under way stay until they end."""
    row = service.get_deployment(get_bot(bot_id), deployment_id)
    with field_error("bot"):
        bot = get_bot(args["bot"])
    service.move_deployment(row, bot)
    db.session.commit()
    return _serialize(row), etag(row) | {
        "Location": url_for("deployments.get_deployment", bot_id=bot.id, deployment_id=row.id)
    }


@blp.post(
    "/<int:bot_id>/deployments/<int:deployment_id>/test",
    Operation(
        needs("update", "Deployment"),
        audit="deployment:test",
        body=TestMessageSchema,
        answer=TestResultSchema,
        renders_answer=True,
    ),
)
def test_deployment(args: dict[str, Any], bot_id: int, deployment_id: int) -> dict[str, Any]:
    """Send a test message, or check the credentials if there is no recipient."""
    row = service.get_deployment(get_bot(bot_id), deployment_id)
    adapter = service.adapter_of(row)
    address, credentials = service.provider_address(row), row.credentials
    if args["to"]:
        message = Outgoing(args["text"] or TEST_TEXT)
        call = adapter.write(message, args["to"], row.account, credentials, address)
    else:
        call = adapter.probe(row.account, credentials, address, service.webhook_url(row))
    receipt, ms = service.try_call(adapter, call, is_message=bool(args["to"]))
    db.session.commit()
    return {"ok": receipt.ok, "id": receipt.ext_id if args["to"] else "", "code": receipt.code,
            "detail": receipt.detail, "ms": ms}  # fmt: skip


@blp.get(
    "/<int:bot_id>/deployments/<int:deployment_id>/templates",
    Operation(needs("read", "Deployment"), query=PageArgs, answer=MessageTemplatePageSchema),
)
def list_templates(args: dict[str, Any], bot_id: int, deployment_id: int) -> dict[str, Any]:
    """List the message templates of a WhatsApp account as they were last read."""
    row = service.get_deployment(get_bot(bot_id), deployment_id)
    page: Page = paginate(
        templates.list_templates(row), args, key=MessageTemplate.id,
        sort=MessageTemplate.name, descending=False,
    )  # fmt: skip
    return with_more(page, items=[_serialize_template(row, template) for template in page.items])


@blp.post(
    "/<int:bot_id>/deployments/<int:deployment_id>/templates/read",
    Operation(
        needs("update", "Deployment"),
        audit="deployment:read_templates",
        answer=TemplatesWantedSchema,
        status=202,
        problems=(409,),
    ),
)
def read_templates(bot_id: int, deployment_id: int) -> Job:
    """Read the message templates of a WhatsApp account again; a job does it."""
    job = templates.want_templates(service.get_deployment(get_bot(bot_id), deployment_id))
    db.session.commit()
    return job


@blp.get(
    "/<int:bot_id>/deployments/<int:deployment_id>/events",
    Operation(needs("read", "Deployment"), query=RawEventListArgs, answer=RawEventPageSchema),
)
def list_raw_events(args: dict[str, Any], bot_id: int, deployment_id: int) -> dict[str, Any]:
    """List the requests received on a messaging account."""
    query = service.list_raw_events(service.get_deployment(get_bot(bot_id), deployment_id))
    if args["state"]:
        query = query.where(RawEvent.state == args["state"])
    page: Page = paginate(query, args, key=RawEvent.id)
    return with_more(page, items=_serialize_events(page.items))


@blp.post(
    "/<int:bot_id>/deployments/<int:deployment_id>/events/<int:raw_id>/replay",
    Operation(needs("update", "Deployment"), audit="deployment:replay", answer=RawEventSchema, problems=(409,)),
)
def replay_raw_event(bot_id: int, deployment_id: int, raw_id: int) -> dict[str, Any]:
    """Process a received request again; known events change nothing."""
    row = service.get_deployment(get_bot(bot_id), deployment_id)
    raw = service.get_raw_event(row, raw_id)
    if raw.state == "rejected":
        raise Conflict("This request was not genuine, so it was not kept.", code="not_kept")
    if row.channel == "voice":
        raise Conflict("A call is answered while it lasts. It cannot be replayed.", code="not_replayable")
    reading.read_raw_event(reading.lock_deployment(row.id), raw)
    enqueue("channel_inbound", {"deployment_id": str(row.id), "raw_id": str(raw.id)})
    db.session.commit()
    (answer,) = _serialize_events([raw])
    return answer


def _apply(bot_id: int, deployment_id: int, event: str) -> Reply:
    bot = get_bot(bot_id)
    row = service.get_deployment(bot, deployment_id)
    service.apply_event(bot, row, event)
    db.session.commit()
    return _serialize(row), etag(row)


def _refusal(receipt: Receipt) -> str:
    reason = f"{receipt.code} {receipt.detail}".strip()
    return f"The provider did not accept the credentials: {reason}. Check them and verify again."


def _serialize(row: Deployment) -> dict[str, Any]:
    (answer,) = _serialize_all([row])
    return answer


def _serialize_all(rows: Iterable[Deployment]) -> list[dict[str, Any]]:
    """Return deployments as they are answered, with counts read at once."""
    deployments = list(rows)
    outlets = rows_by_id(Outlet, [row.outlet_id for row in deployments])
    figures = activity.read_activity(deployments)
    names = ("id", "channel", "account", "environment", "language", "state", "verify_token", "settings",
             "templates_read_at", "last_inbound_at", "last_error", "last_error_at", "refused", "trouble",
             "revision")  # fmt: skip
    return [
        {name: getattr(row, name) for name in names}
        | {
            "outlet": outlets.get(row.outlet_id), "possible": LIFE.possible(row.state),
            "webhook_url": service.webhook_url(row), "window_hours": service.adapter_of(row).window_hours or None,
            "secrets": [{"name": name, "last4": secret_end(text)} for name, text in sorted(row.credentials.items())],
        }
        | figures[row.id]
        for row in deployments
    ]  # fmt: skip


def _serialize_template(deployment: Deployment, row: MessageTemplate) -> dict[str, Any]:
    """Return a template as it is answered."""
    names = ("id", "name", "language", "state", "reason", "category", "quality", "changed_at")
    contents = row.contents or {"header": "", "body": "", "footer": "", "buttons": [], "variables": []}
    template = deployment.settings.get("template") or {}
    is_used = (template.get("name"), template.get("language") or "en") == (row.name, row.language)
    return (
        {name: getattr(row, name) for name in names}
        | contents
        | {"usable": templates.is_usable(row), "used": is_used}
    )  # fmt: skip


def _serialize_events(raws: Iterable[RawEvent]) -> list[dict[str, Any]]:
    """Return raw events as they are answered, without their bodies."""
    events = list(raws)
    query = (
        select(InboundEvent.raw_id, func.count())
        .where(InboundEvent.raw_id.in_([raw.id for raw in events]))
        .group_by(InboundEvent.raw_id)
    )
    counts = {raw_id: count for raw_id, count in db.session.execute(query)} if events else {}
    return [
        {name: getattr(raw, name) for name in ("id", "at", "state", "reason")} | {"events": counts.get(raw.id, 0)}
        for raw in events
    ]


# ---- webhooks -----------------------------------------------------------------------------------------


@hooks_blp.get(
    "/<string(maxlength=12):channel>/<int:deployment_id>",
    Operation(WITHOUT_CREDENTIALS, content_type="text/plain", problems=(404,)),
)
def answer_challenge(channel: str, deployment_id: int) -> Response:
    """Answer a provider's verification of a webhook."""
    with writing():
        return _take(channel, deployment_id)


@hooks_blp.post(
    "/<string(maxlength=12):channel>/<int:deployment_id>",
    Operation(WITHOUT_CREDENTIALS, audit=UNAUDITED, content_type="text/plain", problems=(401, 404)),
)
def receive_events(channel: str, deployment_id: int) -> Response:
    """Receive events of a messaging provider."""
    return _take(channel, deployment_id)


def _take(channel: str, deployment_id: int) -> Response:
    handshake = intake.take_request(intake.find_deployment(channel, deployment_id))
    response = Response(handshake.body, handshake.status, content_type="text/plain; charset=utf-8")
    response.headers["Cache-Control"] = "no-store"
    return response


blueprints = (blp, hooks_blp)
