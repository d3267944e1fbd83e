"""Calls on targets."""

from typing import Any

from app.core.db.base import db
from app.core.http.api import Blueprint
from app.core.http.listing import paginate, with_more
from app.core.security.operations import Operation, needs
from app.core.security.visitor import require_user
from app.reports.records.models import Target
from app.reports.targets import service
from app.reports.targets.schemas import NewTargetSchema, TargetListArgs, TargetPageSchema, TargetSchema

blp = Blueprint("targets", __name__, url_prefix="/api/v1/targets", description="What metrics are meant to come to.")


@blp.get("", Operation(needs("read", "Dashboard"), query=TargetListArgs, answer=TargetPageSchema))
def list_targets(args: dict[str, Any]) -> dict[str, Any]:
    """List targets, or all their changes."""
    query = service.list_targets(args["metric"], history=args["history"])
    sort = None if args["history"] else Target.month
    rows = paginate(query, args, key=Target.id, sort=sort)
    return with_more(rows, **service.target_options())


@blp.post(
    "",
    Operation(
        needs("update", "Dashboard"),
        audit="target:create",
        body=NewTargetSchema,
        answer=TargetSchema,
        status=201,
        problems=(409,),
    ),
)
def set_target(args: dict[str, Any]) -> Target:
    """Set a target."""
    row = service.set_target(require_user(), **args)
    db.session.commit()
    return row
