"""Calls on webhooks and their deliveries."""

from typing import Any

from flask import url_for

from app.core.db.base import db
from app.core.http.api import Blueprint
from app.core.http.listing import Page, paginate
from app.core.http.resources import Reply, Resource
from app.core.http.schemas import ListArgs, PageArgs
from app.core.security.operations import Operation, needs
from app.core.security.visitor import require_user
from app.webhooks import service
from app.webhooks.models import Webhook, WebhookDelivery
from app.webhooks.schemas import (
    CreatedWebhookSchema,
    NewWebhookSchema,
    WebhookChangeSchema,
    WebhookDeliveryPageSchema,
    WebhookDeliverySchema,
    WebhookPageSchema,
    WebhookSchema,
)

blp = Blueprint("webhooks", __name__, url_prefix="/api/v1/webhooks", description="Events sent to other systems.")


WEBHOOKS = Resource(
    service.get_webhook, WebhookSchema, address=lambda row: url_for("webhooks.get_webhook", webhook_id=row.id)
)


@blp.get("", Operation(needs("read", "Webhook"), query=ListArgs, answer=WebhookPageSchema))
def list_webhooks(args: dict[str, Any]) -> Page:
    """List webhooks."""
    return paginate(service.list_webhooks(), args, key=Webhook.id)


@blp.post(
    "",
    Operation(
        needs("create", "Webhook"),
        audit="webhook:create",
        body=NewWebhookSchema,
        answer=CreatedWebhookSchema,
        status=201,
        problems=(409,),
        renders_answer=True,
    ),
)
def create_webhook(args: dict[str, Any]) -> Reply:
    """Create a webhook; its secret is in this answer only."""
    return WEBHOOKS.create(service.create_webhook(args, require_user()))


@blp.get("/<int:webhook_id>", Operation(needs("read", "Webhook"), revisioned=True, answer=WebhookSchema))
def get_webhook(webhook_id: int) -> Reply:
    """Retrieve a webhook."""
    return WEBHOOKS.get(webhook_id)


@blp.patch(
    "/<int:webhook_id>",
    Operation(
        needs("update", "Webhook"),
        audit="webhook:update",
        revisioned=True,
        body=WebhookChangeSchema,
        answer=WebhookSchema,
    ),
)
def change_webhook(args: dict[str, Any], webhook_id: int) -> Reply:
    """Update a webhook, or enable or disable it."""
    return WEBHOOKS.change(webhook_id, lambda row: service.change_webhook(row, args))


@blp.delete(
    "/<int:webhook_id>", Operation(needs("delete", "Webhook"), audit="webhook:delete", revisioned=True, status=204)
)
def delete_webhook(webhook_id: int) -> None:
    """Delete a webhook with its deliveries."""
    WEBHOOKS.delete(webhook_id, service.delete_webhook)


@blp.get(
    "/<int:webhook_id>/deliveries",
    Operation(needs("read", "Webhook"), query=PageArgs, answer=WebhookDeliveryPageSchema),
)
def list_deliveries(args: dict[str, Any], webhook_id: int) -> Page:
    """List the deliveries of a webhook."""
    query = service.list_deliveries(service.get_webhook(webhook_id))
    return paginate(query, args, key=WebhookDelivery.id)


@blp.post(
    "/<int:webhook_id>/deliveries/<int:delivery_id>/replay",
    Operation(needs("update", "Webhook"), audit="webhook:replay", answer=WebhookDeliverySchema, problems=(409,)),
)
def replay_delivery(webhook_id: int, delivery_id: int) -> WebhookDelivery:
    """Send a delivery again under the same id."""
    row = service.get_webhook(webhook_id)
    delivery = service.get_delivery(row, delivery_id)
    service.replay(row, delivery)
    db.session.commit()
    return delivery
