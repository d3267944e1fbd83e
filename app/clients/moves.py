"""Moves of outlets from one dealer group to another: from a day on, with the history of all of them.

`Outlet.parent_id` says which group has an outlet today; a planned move changes it when its day begins in the client's
zone. What belonged to a group on a day is said by the placements.
"""

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

import structlog
from sqlalchemy import ColumnElement, Select, select
from sqlalchemy.exc import IntegrityError

from app.accounts.users.models import User
from app.clients.models import City, Client, DealerGroup, Outlet, Placement
from app.clients.service import check_taking, get_client
from app.core import clock
from app.core.db.base import db, read_only
from app.core.db.tenancy import bound_workspace, within
from app.core.errors import BeyondSchema, Conflict, Invalid

log = structlog.get_logger(__name__)
AHEAD = timedelta(days=5 * 366)
"""How far ahead a move can be planned."""
FAR = timedelta(hours=14)
"""A day begins this long before it does in Greenwich at the earliest."""


class PlannedMove(NamedTuple):
    """A move that is still to come: to which group, from which day on."""

    parent: DealerGroup
    valid_from: date


class Stay(NamedTuple):
    """The days, both included, that an outlet is with a dealer group; the first group has had it always."""

    outlet_id: int
    parent_id: int
    first: date
    last: date
    zone: str

    def holds(self, day: date) -> bool:
        """Whether a day is one of them."""
        return self.first <= day <= self.last


def list_stays() -> list[Stay]:
    """The stays of the outlets in reach that have moved: those of all others have neither beginning nor end."""
    moved_ids = select(Placement.outlet_id).where(Placement.valid_to.is_not(None))
    query = (
        select(Placement.outlet_id, Placement.parent_id, Placement.valid_from, Placement.valid_to, Client.zone)
        .join(Client, Client.id == Placement.client_id)
        .where(Placement.outlet_id.in_(moved_ids))
        .order_by(Placement.outlet_id, Placement.valid_from)
    )
    stays: list[Stay] = []
    for outlet_id, parent_id, first, last, zone in db.session.execute(query):
        is_first = not stays or stays[-1].outlet_id != outlet_id
        stays.append(Stay(outlet_id, parent_id, date.min if is_first else first, last or date.max, zone))
    return stays


def today(client: Client) -> date:
    """Return the day it is in a client's zone."""
    return clock.now().astimezone(ZoneInfo(client.zone)).date()


def check_open(place: DealerGroup | City, field: str) -> None:
    """Raise Conflict where a group or a city is closed."""
    if place.closed_at is not None:
        problem = f"{place.name} is closed. Open it again first."
        raise Conflict(problem, code=f"{field}_closed", errors={field: [problem]})


def begin(outlet: Outlet, since: date, by: User | None) -> None:
    """Write down since when a new outlet is with its first group."""
    db.session.add(_placement(outlet, outlet.parent_id, since, "", by))
    db.session.flush()


def _placement(outlet: Outlet, parent_id: int, since: date, note: str, by: User | None) -> Placement:
    return Placement(
        client_id=outlet.client_id, outlet_id=outlet.id, parent_id=parent_id, valid_from=since, note=note,
        entered_by=by.id if by else None, entered_name=by.full_name if by else "",
    )  # fmt: skip


def list_placements(outlet: Outlet) -> Select[Placement]:
    """Return the groups an outlet has been, is, and will be with."""
    return select(Placement).where(Placement.outlet_id == outlet.id)


def parents_of(placements: Iterable[Placement]) -> dict[int, DealerGroup]:
    """Return the groups that some placements name: its readers see the whole history of an outlet."""
    ids = {placement.parent_id for placement in placements}
    with within(bound_workspace()):
        return {row.id: row for row in db.session.scalars(select(DealerGroup).where(DealerGroup.id.in_(ids)))}


def find_planned_moves(outlets: Iterable[int]) -> dict[int, PlannedMove]:
    """Return the move that is still to come of each of some outlets."""
    return _planned_moves(Placement.outlet_id.in_(list(outlets)))


def find_moves_of_client(client: Client) -> dict[int, PlannedMove]:
    """Return the moves that are still to come of a client's outlets."""
    return _planned_moves(Placement.client_id == client.id)


def _planned_moves(condition: ColumnElement[bool]) -> dict[int, PlannedMove]:
    query = (
        select(Placement.outlet_id, Placement.valid_from, DealerGroup)
        .join(DealerGroup, DealerGroup.id == Placement.parent_id)
        .join(Outlet, Outlet.id == Placement.outlet_id)
        .where(condition, Placement.valid_to.is_(None), Placement.parent_id != Outlet.parent_id)
    )
    with within(bound_workspace()):
        return {outlet_id: PlannedMove(parent, since) for outlet_id, since, parent in db.session.execute(query)}


def check_free(outlet: Outlet, parent_id: int) -> None:
    """Raise Conflict where an outlet that a group has, or is to get, has this one's name or code."""
    coming = select(Placement.outlet_id).where(Placement.parent_id == parent_id, Placement.valid_to.is_(None))
    others = select(Outlet.name_key, Outlet.code_key).where(
        (Outlet.parent_id == parent_id) | Outlet.id.in_(coming),
        Outlet.id != outlet.id,
        (Outlet.name_key == outlet.name_key) | (Outlet.code_key == outlet.code_key),
    )
    place = db.session.execute(others).first()
    if place is not None:
        field = "name" if place.name_key == outlet.name_key else "code"
        problem = f"This dealer group already has, or is to get, an outlet with this {field}."
        raise Conflict(problem, code=f"{field}_taken", errors={field: [problem]})


def move_outlet(outlet: Outlet, parent: DealerGroup, since: date, note: str, by: User) -> None:
    """Let an outlet be with another group from a day on, in the past or to come; its history stays with the former."""
    client = get_client(outlet.client_id)
    if parent.client_id != outlet.client_id:
        raise Invalid({"parent": [BeyondSchema("Must be a dealer group of the same client.")]})
    if find_planned_moves([outlet.id]):
        raise Conflict("Another move is planned already. Cancel it first.", code="move_planned")
    if parent.id == outlet.parent_id:
        raise Invalid({"parent": [BeyondSchema("The outlet is with this dealer group already.")]})
    check_taking(client)
    check_open(parent, "parent")
    last = _last(outlet, client)
    if since <= last.valid_from:
        raise Invalid(
            {"from": [BeyondSchema(f"Must be after {last.valid_from.isoformat()}, when the present placement began.")]}
        )
    if since > today(client) + AHEAD:
        raise Invalid({"from": [BeyondSchema("Must be within five years.")]})
    check_free(outlet, parent.id)
    last.valid_to = since - timedelta(days=1)
    db.session.add(_placement(outlet, parent.id, since, note, by))
    outlet.updated_at = clock.now()
    if since <= today(client):
        outlet.parent_id = parent.id
    db.session.flush()


def _last(outlet: Outlet, client: Client) -> Placement:
    """The placement that has no end yet."""
    row = db.session.scalar(list_placements(outlet).where(Placement.valid_to.is_(None)))
    if row is None:
        begin(outlet, outlet.created_at.astimezone(ZoneInfo(client.zone)).date(), None)
        row = db.session.scalars(list_placements(outlet).where(Placement.valid_to.is_(None))).one()
    return row


def cancel_move(outlet: Outlet) -> None:
    """Let an outlet stay where it is; Conflict where no move is planned."""
    if not find_planned_moves([outlet.id]):
        raise Conflict("No move is planned.", code="invalid_transition")
    rows = db.session.scalars(list_placements(outlet).order_by(Placement.valid_from.desc()).limit(2)).all()
    db.session.delete(rows[0])
    if len(rows) > 1:
        rows[1].valid_to = None
    outlet.updated_at = clock.now()
    db.session.flush()


def sweep() -> datetime | None:
    """Do the planned moves whose day has begun, in every workspace; gives when the next one's day begins."""
    with read_only():
        moves = _waiting()
        db.session.commit()
    following: list[datetime] = []
    for workspace_id, outlet_id, placement_id, begins in moves:
        if begins <= clock.now():
            with within(workspace_id):
                _take_effect(outlet_id, placement_id)
        else:
            following.append(begins)
    return min(following, default=None)


def _waiting() -> list[tuple[int, int, int, datetime]]:
    """The moves that have not taken effect and could within a day, with when their day begins in the client's zone."""
    soon = (clock.now() + FAR + timedelta(days=1)).date()
    query = (
        select(Placement.workspace_id, Placement.outlet_id, Placement.id, Placement.valid_from, Client.zone)
        .join(Outlet, Outlet.id == Placement.outlet_id)
        .join(Client, Client.id == Placement.client_id)
        .where(Placement.valid_to.is_(None), Placement.valid_from <= soon, Placement.parent_id != Outlet.parent_id)
        .order_by(Placement.valid_from, Placement.id)
    )
    return [
        (workspace_id, outlet_id, placement_id, datetime.combine(since, time(), ZoneInfo(zone)))
        for workspace_id, outlet_id, placement_id, since, zone in db.session.execute(query)
    ]


def _take_effect(outlet_id: int, placement_id: int) -> None:
    """Put an outlet into the group it is to be with; anyone who has taken its name there meanwhile must give it up."""
    outlet, placement = db.session.get(Outlet, outlet_id), db.session.get(Placement, placement_id)
    if outlet is None or placement is None:
        return
    outlet.parent_id = placement.parent_id
    try:
        db.session.commit()
    except IntegrityError:
        db.session.rollback()
        log.warning("move_hindered", outlet=outlet_id, placement=placement_id)
