"""Calls on dashboards."""

from typing import Any

from flask import Response, url_for

from app.core import clock
from app.core.db.base import db
from app.core.http.api import Blueprint
from app.core.http.etags import etag, match_revision
from app.core.http.listing import paginate, with_more
from app.core.http.resources import Reply
from app.core.http.schemas import PageArgs
from app.core.languages import reading_language
from app.core.security.operations import Operation, needs
from app.core.security.visitor import can, require_user
from app.reports.answers.conditional import computed_once, revalidate
from app.reports.context import ReportQuery
from app.reports.dashboards import service
from app.reports.dashboards.models import Dashboard
from app.reports.dashboards.schemas import (
    AddedTileSchema,
    DashboardChangeSchema,
    DashboardPageSchema,
    NewDashboardSchema,
    OwnDashboardSchema,
    TilesArgs,
    TilesSchema,
)
from app.reports.dashboards.tiles import NAMES, show_tiles
from app.reports.standard.service import report_of

blp = Blueprint(
    "own_dashboards", __name__, url_prefix="/api/v1/dashboards", description="Tiles of reports on one page."
)


@blp.get("", Operation(needs("read", "Dashboard"), query=PageArgs, answer=DashboardPageSchema))
def list_dashboards(args: dict[str, Any]) -> dict[str, Any]:
    """List your own and shared dashboards."""
    user = require_user()
    page = paginate(service.list_dashboards(user), args, key=Dashboard.id)
    return with_more(page, items=service.serialize_dashboards(page, user))


@blp.post(
    "",
    Operation(
        needs("read", "Dashboard"),
        audit="dashboard:create",
        revisioned=True,
        body=NewDashboardSchema,
        answer=OwnDashboardSchema,
        status=201,
        problems=(409,),
    ),
)
def create_dashboard(args: dict[str, Any]) -> Reply:
    """Create a dashboard."""
    row = service.create_dashboard(args, require_user())
    db.session.commit()
    return _representation(row, {"Location": url_for("own_dashboards.get_dashboard", dashboard_id=row.id)})


@blp.get("/<int:dashboard_id>", Operation(needs("read", "Dashboard"), revisioned=True, answer=OwnDashboardSchema))
def get_dashboard(dashboard_id: int) -> Reply:
    """Retrieve a dashboard."""
    return _representation(service.get_dashboard(dashboard_id, require_user()))


@blp.get(
    "/<int:dashboard_id>/tiles",
    Operation(needs("read", "Dashboard"), limit="report", query=TilesArgs, answer=TilesSchema),
)
def show_dashboard_tiles(args: dict[str, Any], dashboard_id: int) -> Response:
    """Retrieve the contents of a dashboard's tiles."""
    user, question, language = require_user(), ReportQuery(**args), reading_language()
    row = service.get_dashboard(dashboard_id, user)
    dashboard = OwnDashboardSchema().dump(service.serialize_dashboard(row, user))
    tiles, minute = list(row.tiles), clock.now().replace(second=0, microsecond=0)
    readable = tuple(name for name in NAMES if can("read", report_of(name).subject))

    def compute() -> dict[str, Any]:
        return show_tiles(tiles, question, minute, language) | {"dashboard": dashboard}

    return revalidate(computed_once(compute, "tiles", repr(dashboard), question, minute, readable))


@blp.post(
    "/<int:dashboard_id>/tiles",
    Operation(
        needs("read", "Dashboard"),
        audit="dashboard:update",
        body=AddedTileSchema,
        answer=OwnDashboardSchema,
        status=201,
        problems=(409,),
    ),
)
def add_tile(args: dict[str, Any], dashboard_id: int) -> Reply:
    """Create a tile of a dashboard."""
    row = service.own_dashboard(dashboard_id, require_user())
    service.add_tile(row, {name: args[name] for name in ("report", "figure", "query")}, args["position"])
    db.session.commit()
    return _representation(row)


@blp.patch(
    "/<int:dashboard_id>",
    Operation(
        needs("read", "Dashboard"),
        audit="dashboard:update",
        revisioned=True,
        body=DashboardChangeSchema,
        answer=OwnDashboardSchema,
    ),
)
def change_dashboard(args: dict[str, Any], dashboard_id: int) -> Reply:
    """Update a dashboard."""
    row = _get_for_change(dashboard_id)
    service.change_dashboard(row, args)
    db.session.commit()
    return _representation(row)


@blp.delete(
    "/<int:dashboard_id>", Operation(needs("read", "Dashboard"), audit="dashboard:delete", revisioned=True, status=204)
)
def delete_dashboard(dashboard_id: int) -> None:
    """Delete a dashboard."""
    service.delete_dashboard(_get_for_change(dashboard_id))
    db.session.commit()


def _get_for_change(dashboard_id: int) -> Dashboard:
    """One's own dashboard, if If-Match names its revision."""
    user = require_user()
    return match_revision(
        service.own_dashboard(dashboard_id, user),
        OwnDashboardSchema,
        lambda row: service.serialize_dashboard(row, user),
    )


def _representation(row: Dashboard, headers: dict[str, str] | None = None) -> Reply:
    """A dashboard as JSON with its revision."""
    return service.serialize_dashboard(row, require_user()), etag(row) | (headers or {})
