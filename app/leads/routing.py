"""Which outlet, and who there, takes a lead: of the last service, then the nearest, then by turns in the city."""

from math import asin, cos, radians, sin, sqrt
from typing import Any

from sqlalchemy import ColumnElement, Text, cast, func, literal, select

from app.accounts.users.models import User
from app.accounts.users.rights import abilities_of, may_have
from app.clients.models import Client, Outlet, OutletManager
from app.core.db.base import db
from app.core.db.json_lists import texts_in
from app.core.security.abilities import can
from app.leads.models import OPEN, Lead
from app.leads.rules import outlet_of, rules_of
from app.masters.records.models import JobCard, Vehicle

WORKSHOPS = ("service", "both")
NEAR_KM = 60.0
EARTH_KM = 6371.0


def route(client: Client, vehicle: Vehicle | None, home: Outlet | None = None) -> Outlet | None:
    """Return the open outlet that a lead belongs to; None where the client has none in reach."""
    last_outlet = _last_service_outlet(vehicle) if vehicle is not None else None
    if last_outlet is not None:
        return last_outlet
    if home is None and vehicle is not None:
        home = outlet_of(vehicle)
    if home is not None and home.closed_at is None and home.type in WORKSHOPS:
        return home
    return _nearest(client, home) or _by_turns(client, home)


def _last_service_outlet(vehicle: Vehicle) -> Outlet | None:
    query = (
        select(Outlet)
        .join(JobCard, JobCard.outlet_id == Outlet.id)
        .where(JobCard.vehicle_id == vehicle.id, *_takes_leads())
        .order_by(JobCard.opened_on.desc(), JobCard.id.desc())
        .limit(1)
    )
    return db.session.scalar(query)


def _takes_leads() -> tuple[ColumnElement[bool], ...]:
    """What cuts outlets to those that sell warranties: open workshops."""
    return Outlet.closed_at.is_(None), Outlet.type.in_(WORKSHOPS)


def _nearest(client: Client, home: Outlet | None) -> Outlet | None:
    if home is None or home.latitude is None or home.longitude is None:
        return None
    query = select(Outlet).where(Outlet.client_id == client.id, Outlet.latitude.is_not(None), *_takes_leads())
    near = [(distance_km(home, outlet), outlet.id, outlet) for outlet in db.session.scalars(query)]
    nearest = min(near, default=None)
    return nearest[2] if nearest is not None and nearest[0] <= NEAR_KM else None


def distance_km(first: Outlet, second: Outlet) -> float:
    """Return how far two outlets are from each other as the crow flies."""
    latitudes = [radians(float(outlet.latitude or 0)) for outlet in (first, second)]
    longitudes = [radians(float(outlet.longitude or 0)) for outlet in (first, second)]
    across = sin((latitudes[1] - latitudes[0]) / 2) ** 2
    along = cos(latitudes[0]) * cos(latitudes[1]) * sin((longitudes[1] - longitudes[0]) / 2) ** 2
    return 2 * EARTH_KM * asin(sqrt(across + along))


def _by_turns(client: Client, home: Outlet | None) -> Outlet | None:
    """The outlet of the city, or of the client, that has taken the fewest leads for its weight and has room."""
    query = select(Outlet).where(Outlet.client_id == client.id, *_takes_leads())
    if home is not None:
        query = query.where(Outlet.city_id == home.city_id)
    outlets = db.session.scalars(query.order_by(Outlet.id)).all()
    if not outlets:
        return None
    rules = rules_of(list({outlet.parent_id for outlet in outlets}))
    lead_counts = _counts([outlet.id for outlet in outlets])
    waiting = _counts([outlet.id for outlet in outlets], Lead.state.in_(OPEN))

    def share(outlet: Outlet, name: str, default: Any) -> Any:
        rule = rules.get(outlet.parent_id)
        return rule.shares.get(str(outlet.id), {}).get(name, default) if rule is not None else default

    free = [
        (lead_counts.get(outlet.id, 0) / share(outlet, "weight", 1), outlet.id, outlet)
        for outlet in outlets
        if share(outlet, "weight", 1) > 0 and waiting.get(outlet.id, 0) < share(outlet, "capacity", float("inf"))
    ]
    return min(free)[2] if free else None


def _counts(outlets: list[int], *conditions: ColumnElement[bool]) -> dict[int, int]:
    """How many leads each outlet has."""
    query = (
        select(Lead.outlet_id, func.count()).where(Lead.outlet_id.in_(outlets), *conditions).group_by(Lead.outlet_id)
    )
    return {outlet_id: number for outlet_id, number in db.session.execute(query) if outlet_id is not None}


def owner_of(outlet: Outlet) -> User | None:
    """Return the manager of an outlet who may work on leads and has the fewest open ones."""
    load = select(func.count()).where(Lead.owner_id == User.id, Lead.state.in_(OPEN)).scalar_subquery()
    query = (
        select(User)
        .join(OutletManager, OutletManager.user_id == User.id)
        .where(OutletManager.outlet_id == outlet.id, User.deleted_at.is_(None), User.status == "active")
        .order_by(load, User.id)
    )
    return next((user for user in db.session.scalars(query) if can(abilities_of(user), "update", "Lead")), None)


def managers_of(outlet_id: int | None) -> list[int]:
    """Return the people who manage an outlet."""
    query = select(OutletManager.user_id).where(OutletManager.outlet_id == outlet_id)
    return list(db.session.scalars(query)) if outlet_id else []


def people_of_group(outlet: Outlet | None) -> list[int]:
    """Return the people who work on leads and whose scope names the dealer group of an outlet."""
    if outlet is None:
        return []
    # A scope without dealer groups is a JSON null or nothing at all: text has one NULL for both.
    scope_groups = texts_in(User.scope["parents"].as_string())
    names_group = (
        select(literal(1)).select_from(scope_groups).where(cast(scope_groups.c.value, Text) == str(outlet.parent_id))
    )
    query = select(User).where(
        User.deleted_at.is_(None), User.status == "active", names_group.exists(),
        User.scope["cities"].as_string().is_(None),
        may_have("update", "Lead"),
    )  # fmt: skip
    people = db.session.scalars(query.order_by(User.id))
    return [user.id for user in people if can(abilities_of(user), "update", "Lead")]
