"""The jobs of webhooks: one attempt each, and forgetting old deliveries."""

from sqlalchemy import delete

from app.core.clock import now
from app.core.db.base import write_rows
from app.core.jobs import Job, job, named_id
from app.core.jobs.schedule import daily
from app.webhooks import service
from app.webhooks.models import WebhookDelivery


@job("webhook")
def deliver_webhook(row: Job) -> None:
    """Try a delivery once."""
    service.attempt(named_id(row, "delivery_id"))


@daily
def sweep_deliveries() -> None:
    """Delete deliveries that are no longer kept."""
    write_rows(delete(WebhookDelivery).where(WebhookDelivery.created_at < now() - service.KEPT))
