"""Rules of dashboards: whose they are, who reads them, and their tiles."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Select, func, or_, select

from app.accounts.users.models import User
from app.core.db.base import db, fetch, hold, rows_by_id
from app.core.errors import BeyondSchema, Conflict, Forbidden, Invalid
from app.core.http.listing import Page
from app.reports.dashboards.models import Dashboard
from app.reports.dashboards.schemas import MOST_TILES
from app.reports.dashboards.tiles import Tile, problems_of

MOST = 25
"""Dashboards of one person."""


def list_dashboards(user: User) -> Select[Dashboard]:
    """Select a person's own dashboards and those that are shared."""
    return select(Dashboard).where(or_(Dashboard.owner_id == user.id, Dashboard.shared.is_(True)))


def get_dashboard(dashboard_id: int, user: User) -> Dashboard:
    """Return a dashboard that a person may read, or raise NotFound."""
    return fetch(list_dashboards(user).where(Dashboard.id == dashboard_id), "This dashboard does not exist.")


def own_dashboard(dashboard_id: int, user: User) -> Dashboard:
    """Return a person's own dashboard; Refused where it is shared with them."""
    row = get_dashboard(dashboard_id, user)
    if row.owner_id != user.id:
        raise Forbidden("Only its owner can change this dashboard.", code="not_owner")
    return row


def create_dashboard(values: Mapping[str, Any], user: User) -> Dashboard:
    """Add a dashboard."""
    count = select(func.count(Dashboard.id)).where(Dashboard.owner_id == user.id)
    if (db.session.scalar(count) or 0) >= MOST:
        raise Conflict(f"You can have {MOST} dashboards. Delete one first.", code="too_many")
    _check_tiles(values["tiles"])
    row = Dashboard(owner_id=user.id, **values)
    db.session.add(row)
    db.session.flush()
    return row


def change_dashboard(row: Dashboard, values: Mapping[str, Any]) -> None:
    """Rename, share or fill a dashboard, or put its tiles in another order; those the order leaves out are removed."""
    _check_tiles(values.get("tiles", []))
    for name in ("name", "shared", "tiles"):
        if name in values:
            setattr(row, name, values[name])
    if "order" in values:
        order = [int(number) for number in values["order"].split(",") if number]
        if len(set(order)) < len(order) or not set(order) <= set(range(1, len(row.tiles) + 1)):
            raise Invalid({"order": [BeyondSchema(f"Must be different numbers from 1 to {len(row.tiles)}.")]})
        row.tiles = [row.tiles[number - 1] for number in order]
    db.session.flush()


def _check_tiles(tiles: list[Tile]) -> None:
    """Refuse tiles that no report has; Invalid names each and its field."""
    problems = {str(place): errors for place, tile in enumerate(tiles) if (errors := problems_of(tile))}
    if problems:
        raise Invalid({"tiles": problems})


def add_tile(row: Dashboard, tile: Tile, position: int | None) -> None:
    """Add a tile, at the end or at a place."""
    if problems := problems_of(tile):
        raise Invalid(problems)
    hold(row)
    if len(row.tiles) >= MOST_TILES:
        raise Conflict(f"A dashboard has at most {MOST_TILES} tiles. Remove one first.", code="too_many")
    tiles = list(row.tiles)
    tiles.insert(len(tiles) if position is None else position - 1, tile)
    row.tiles = tiles
    db.session.flush()


def delete_dashboard(row: Dashboard) -> None:
    """Delete a dashboard."""
    db.session.delete(row)
    db.session.flush()


def serialize_dashboard(row: Dashboard, user: User, owners: Mapping[int, User] | None = None) -> dict[str, Any]:
    """A dashboard as JSON."""
    owner = (owners if owners is not None else rows_by_id(User, [row.owner_id])).get(row.owner_id)
    names = ("id", "name", "shared", "tiles", "updated_at", "revision")
    return {name: getattr(row, name) for name in names} | {
        "own": row.owner_id == user.id, "owner": owner.full_name if owner is not None else "",
    }  # fmt: skip


def serialize_dashboards(page: Page, user: User) -> list[dict[str, Any]]:
    """The dashboards of a page as JSON."""
    owners = rows_by_id(User, (row.owner_id for row in page.items))
    return [serialize_dashboard(row, user, owners) for row in page.items]
