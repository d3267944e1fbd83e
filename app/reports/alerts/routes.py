"""Calls on alerts."""

from dataclasses import replace
from typing import Any

from flask import url_for

from app.core.db.base import db, without_lock
from app.core.http.api import Blueprint
from app.core.http.listing import Page, paginate, with_more
from app.core.http.resources import Reply, Resource
from app.core.http.schemas import PageArgs
from app.core.security.operations import UNAUDITED, Operation, needs, transition
from app.core.security.visitor import require_user
from app.reports.alerts import service
from app.reports.alerts.models import Alert, AlertFiring
from app.reports.alerts.rule_schemas import METRICS, AlertChangeSchema, AlertSchema
from app.reports.alerts.schemas import (
    AcknowledgementSchema,
    AlertListArgs,
    AlertPageSchema,
    FiringPageSchema,
    NewAlertSchema,
    RecentFiringPageSchema,
    TrialSchema,
    TriedRuleSchema,
)

blp = Blueprint("alerts", __name__, url_prefix="/api/v1/alerts", description="Rules on numbers of reports.")


ALERTS = Resource(
    lambda row_id: service.get_alert(row_id, require_user()),
    AlertSchema,
    service.show_alert,
    lambda row: url_for("alerts.get_alert", alert_id=row.id),
)


@blp.get("", Operation(needs("read", "Dashboard"), query=AlertListArgs, answer=AlertPageSchema))
def list_alerts(args: dict[str, Any]) -> dict[str, Any]:
    """List your alerts, those that fire first."""
    user, state, q = require_user(), args.pop("state"), args.pop("q")
    page = paginate(service.list_alerts(user, state, q), args, key=Alert.id, sort=service.URGENCY)
    items = service.show_alerts(page.items)
    return with_more(page, items=items, metrics=METRICS, counts=service.count_alerts(user))


@blp.post(
    "",
    Operation(
        needs("read", "Dashboard"),
        audit="alert:create",
        revisioned=True,
        body=NewAlertSchema,
        answer=AlertSchema,
        status=201,
        problems=(409,),
    ),
)
def create_alert(args: dict[str, Any]) -> Reply:
    """Create an alert."""
    return ALERTS.create(service.create_alert(args, require_user()))


@blp.get("/firings", Operation(needs("read", "Dashboard"), query=PageArgs, answer=RecentFiringPageSchema))
def list_recent_firings(args: dict[str, Any]) -> Page:
    """List when your alerts have fired, the latest first."""
    page = paginate(service.list_recent(require_user()), args, key=AlertFiring.id)
    return replace(page, items=service.show_recent(page.items))


@blp.get("/<int:alert_id>", Operation(needs("read", "Dashboard"), revisioned=True, answer=AlertSchema))
def get_alert(alert_id: int) -> Reply:
    """Retrieve an alert."""
    return ALERTS.get(alert_id)


@blp.patch(
    "/<int:alert_id>",
    Operation(
        needs("read", "Dashboard"), audit="alert:update", revisioned=True, body=AlertChangeSchema, answer=AlertSchema
    ),
)
def change_alert(args: dict[str, Any], alert_id: int) -> Reply:
    """Update an alert."""
    return ALERTS.change(alert_id, lambda row: service.change_alert(row, args, require_user()))


@blp.delete("/<int:alert_id>", Operation(needs("read", "Dashboard"), audit="alert:delete", revisioned=True, status=204))
def delete_alert(alert_id: int) -> None:
    """Delete an alert."""
    ALERTS.delete(alert_id, service.delete_alert)


@blp.post(
    "/<int:alert_id>/acknowledge",
    transition(needs("read", "Dashboard"), "alert:acknowledge", body=AcknowledgementSchema, answer=AlertSchema),
)
def acknowledge_alert(args: dict[str, Any], alert_id: int) -> Reply:
    """Acknowledge a firing alert."""
    return ALERTS.apply(alert_id, lambda row: service.acknowledge_alert(row, args["note"], require_user()))


@blp.post(
    "/<int:alert_id>/test",
    Operation(needs("read", "Dashboard"), audit="alert:test", limit="report", answer=TrialSchema, renders_answer=True),
)
def test_alert(alert_id: int) -> dict[str, Any]:
    """Test an alert's rule on the last year."""
    row = service.get_alert(alert_id, require_user())
    with without_lock():
        answer = service.try_rule(row)
    db.session.commit()
    return answer


@blp.post(
    "/test",
    Operation(
        needs("read", "Dashboard"),
        audit=UNAUDITED,
        limit="report",
        body=TriedRuleSchema,
        answer=TrialSchema,
        renders_answer=True,
    ),
)
def test_rule(args: dict[str, Any]) -> dict[str, Any]:
    """Test a rule on the last year before you save it."""
    with without_lock():
        return service.try_rule(service.read_rule(args))


@blp.get("/<int:alert_id>/firings", Operation(needs("read", "Dashboard"), query=PageArgs, answer=FiringPageSchema))
def list_firings(args: dict[str, Any], alert_id: int) -> Page:
    """List the firings of an alert."""
    row = service.get_alert(alert_id, require_user())
    return paginate(service.list_firings(row), args, key=AlertFiring.id)
