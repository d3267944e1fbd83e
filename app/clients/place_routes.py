"""Calls on dealer groups, cities and outlets."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from flask import url_for

from app.accounts.users.models import User
from app.audit.recording import record
from app.clients import moves, places, readers
from app.clients.models import City, DealerGroup, Outlet, Placement
from app.clients.place_schemas import (
    CityChangeSchema,
    CityListArgs,
    CityPageSchema,
    CitySchema,
    MoveSchema,
    NewCitySchema,
    NewOutletSchema,
    NewParentSchema,
    OutletChangeSchema,
    OutletHoursSchema,
    OutletListArgs,
    OutletPageSchema,
    OutletReaderPageSchema,
    OutletSchema,
    ParentChangeSchema,
    ParentListArgs,
    ParentPageSchema,
    ParentSchema,
    PlacementPageSchema,
)
from app.clients.schemas import MoveReasonSchema
from app.core.db.base import db
from app.core.http.api import Blueprint
from app.core.http.listing import Page, paginate
from app.core.http.resources import Reply, Resource, single
from app.core.http.schemas import PageArgs
from app.core.security.operations import Operation, RowOperations, needs
from app.core.security.visitor import require_user

parents = Blueprint("parents", __name__, url_prefix="/api/v1/parents", description="Dealer groups of clients.")
cities = Blueprint("cities", __name__, url_prefix="/api/v1/cities", description="Cities with outlets.")
outlets = Blueprint("outlets", __name__, url_prefix="/api/v1/outlets", description="Outlets.")
blueprints = (parents, cities, outlets)
PARENT_CALLS = RowOperations("Client", "parent", ParentSchema)
CITY_CALLS = RowOperations("Client", "city", CitySchema)
OUTLET_CALLS = RowOperations("Client", "outlet", OutletSchema)


def _page(query: Any, args: dict[str, Any], key: Any, column: Any, dump: Callable[[list[Any]], list[Any]]) -> Page:
    """One page of places in the order asked for."""
    descending = args["sort"].startswith("-")
    page = paginate(query, args, key=key, sort=column, descending=descending)
    return replace(page, items=dump(list(page.items)))


def _close(row: places.Place, reason: str) -> None:
    """Close a place; the log keeps why."""
    places.close_place(row, reason)
    record(
        db.session(), f"{row.__tablename__}:close", workspace_id=row.workspace_id, user_id=require_user().id,
        subject_id=row.id, detail=reason,
    )  # fmt: skip


PARENTS = Resource(
    places.get_parent,
    ParentSchema,
    single(places.listed_parents),
    lambda row: url_for("parents.get_parent", parent_id=row.id),
)
CITIES = Resource(
    places.get_city,
    CitySchema,
    single(places.listed_cities),
    lambda row: url_for("cities.get_city", city_id=row.id),
)
OUTLETS = Resource(
    places.get_outlet,
    OutletSchema,
    single(places.listed_outlets),
    lambda row: url_for("outlets.get_outlet", outlet_id=row.id),
)


@parents.get("", Operation(needs("read", "Client"), query=ParentListArgs, answer=ParentPageSchema))
def list_parents(args: dict[str, Any]) -> Page:
    """List dealer groups, by name by default."""
    query = places.list_parents(args["q"], client=args["client"], status=args["state"])
    column = DealerGroup.code_key if args["sort"].endswith("code") else DealerGroup.name_key
    return _page(query, args, DealerGroup.id, column, places.listed_parents)


@parents.get("/<int:parent_id>", PARENT_CALLS.read())
def get_parent(parent_id: int) -> Reply:
    """Retrieve a dealer group."""
    return PARENTS.get(parent_id)


@parents.post("", PARENT_CALLS.create(NewParentSchema))
def create_parent(args: dict[str, Any]) -> Reply:
    """Create a dealer group of a client."""
    return PARENTS.create(places.create_parent(args))


@parents.patch("/<int:parent_id>", PARENT_CALLS.update(ParentChangeSchema, problems=(409,)))
def change_parent(args: dict[str, Any], parent_id: int) -> Reply:
    """Update a dealer group's name, code or make."""
    return PARENTS.change(parent_id, lambda row: places.change_place(row, args))


@parents.post("/<int:parent_id>/close", PARENT_CALLS.transition("close", body=MoveReasonSchema))
def close_parent(args: dict[str, Any], parent_id: int) -> Reply:
    """Close a dealer group without open outlets."""
    return PARENTS.move(parent_id, lambda row: _close(row, args["reason"]))


@parents.post("/<int:parent_id>/reopen", PARENT_CALLS.step("reopen", problems=(409,)))
def reopen_parent(parent_id: int) -> Reply:
    """Reopen a closed dealer group."""
    return PARENTS.move(parent_id, places.reopen_place)


@parents.delete("/<int:parent_id>", PARENT_CALLS.delete(problems=(409,)))
def delete_parent(parent_id: int) -> None:
    """Delete a dealer group that never had an outlet."""
    PARENTS.delete(parent_id, places.delete_place)


# ---- cities -------------------------------------------------------------------------------------------


@cities.get("", Operation(needs("read", "Client"), query=CityListArgs, answer=CityPageSchema))
def list_cities(args: dict[str, Any]) -> Page:
    """List cities, by name by default."""
    query = places.list_cities(args["q"], client=args["client"], status=args["status"])
    column = City.state_key if args["sort"].endswith("state") else City.name_key
    return _page(query, args, City.id, column, places.listed_cities)


@cities.get("/<int:city_id>", CITY_CALLS.read())
def get_city(city_id: int) -> Reply:
    """Retrieve a city."""
    return CITIES.get(city_id)


@cities.post("", CITY_CALLS.create(NewCitySchema))
def create_city(args: dict[str, Any]) -> Reply:
    """Create a city."""
    return CITIES.create(places.create_city(args))


@cities.patch("/<int:city_id>", CITY_CALLS.update(CityChangeSchema, problems=(409,)))
def change_city(args: dict[str, Any], city_id: int) -> Reply:
    """Update a city's name or state."""
    return CITIES.change(city_id, lambda row: places.change_place(row, args))


@cities.post("/<int:city_id>/close", CITY_CALLS.transition("close", body=MoveReasonSchema))
def close_city(args: dict[str, Any], city_id: int) -> Reply:
    """Close a city without open outlets."""
    return CITIES.move(city_id, lambda row: _close(row, args["reason"]))


@cities.post("/<int:city_id>/reopen", CITY_CALLS.step("reopen", problems=(409,)))
def reopen_city(city_id: int) -> Reply:
    """Reopen a closed city."""
    return CITIES.move(city_id, places.reopen_place)


@cities.delete("/<int:city_id>", CITY_CALLS.delete(problems=(409,)))
def delete_city(city_id: int) -> None:
    """Delete a city without outlets."""
    CITIES.delete(city_id, places.delete_place)


# ---- outlets ------------------------------------------------------------------------------------------


@outlets.get("", Operation(needs("read", "Client"), query=OutletListArgs, answer=OutletPageSchema))
def list_outlets(args: dict[str, Any]) -> Page:
    """List outlets, by name by default."""
    names = ("client", "parent", "city", "type", "state", "warning")
    query = places.list_outlets(args["q"], **{name: args[name] for name in names})
    columns = {"name": Outlet.name_key, "code": Outlet.code_key, "created_at": None}
    return _page(query, args, Outlet.id, columns[args["sort"].removeprefix("-")], places.listed_outlets)


@outlets.get("/<int:outlet_id>", OUTLET_CALLS.read())
def get_outlet(outlet_id: int) -> Reply:
    """Retrieve an outlet."""
    return OUTLETS.get(outlet_id)


@outlets.post("", OUTLET_CALLS.create(NewOutletSchema))
def create_outlet(args: dict[str, Any]) -> Reply:
    """Create an outlet of a dealer group."""
    return OUTLETS.create(places.create_outlet(args, require_user()))


@outlets.patch("/<int:outlet_id>", OUTLET_CALLS.update(OutletChangeSchema, problems=(409,)))
def change_outlet(args: dict[str, Any], outlet_id: int) -> Reply:
    """Update an outlet; its dealer group changes by a move."""
    return OUTLETS.change(outlet_id, lambda row: places.change_outlet(row, args, require_user()))


@outlets.put("/<int:outlet_id>/hours", OUTLET_CALLS.step("set_hours", revisioned=True, body=OutletHoursSchema))
def set_hours(args: dict[str, Any], outlet_id: int) -> Reply:
    """Replace an outlet's opening hours; without `open: hours` it has none."""
    return OUTLETS.change(outlet_id, lambda row: places.set_hours(row, args))


@outlets.get(
    "/<int:outlet_id>/placements", Operation(needs("read", "Client"), query=PageArgs, answer=PlacementPageSchema)
)
def list_placements(args: dict[str, Any], outlet_id: int) -> Page:
    """List an outlet's past, present and future dealer groups, newest first."""
    outlet = places.get_outlet(outlet_id)
    sort: Any = Placement.valid_from
    page = paginate(moves.list_placements(outlet), args, key=Placement.id, sort=sort)
    return replace(page, items=places.listed_placements(outlet, list(page.items)))


@outlets.get("/<int:outlet_id>/people", Operation(needs("read", "User"), query=PageArgs, answer=OutletReaderPageSchema))
def list_outlet_people(args: dict[str, Any], outlet_id: int) -> Page:
    """List the people who see an outlet."""
    outlet = places.get_outlet(outlet_id)
    query = readers.list_readers(outlet)
    page: Page = paginate(query, args, key=User.id, sort=readers.BY_PART, descending=False)
    return replace(page, items=readers.with_branches(page.items, outlet))


@outlets.post("/<int:outlet_id>/move", OUTLET_CALLS.step("move", body=MoveSchema, problems=(409,)))
def move_outlet(args: dict[str, Any], outlet_id: int) -> Reply:
    """Move an outlet to another dealer group of its client from a day on."""
    return OUTLETS.move(
        outlet_id,
        lambda row: moves.move_outlet(
            row, places.get_parent(args["parent"], field="parent"), args["from_"], args["note"], require_user()
        ),
    )


@outlets.delete("/<int:outlet_id>/move", OUTLET_CALLS.step("cancel_move", revisioned=True, problems=(409,)))
def cancel_move(outlet_id: int) -> Reply:
    """Cancel a future move of an outlet."""
    return OUTLETS.change(outlet_id, moves.cancel_move)


@outlets.post("/<int:outlet_id>/close", OUTLET_CALLS.transition("close", body=MoveReasonSchema))
def close_outlet(args: dict[str, Any], outlet_id: int) -> Reply:
    """Close an outlet; its conversations and history stay."""
    return OUTLETS.move(outlet_id, lambda row: _close(row, args["reason"]))


@outlets.post("/<int:outlet_id>/reopen", OUTLET_CALLS.step("reopen", problems=(409,)))
def reopen_outlet(outlet_id: int) -> Reply:
    """Reopen a closed outlet."""
    return OUTLETS.move(outlet_id, places.reopen_place)


@outlets.delete("/<int:outlet_id>", OUTLET_CALLS.delete(problems=(409,)))
def delete_outlet(outlet_id: int) -> None:
    """Delete an outlet without conversations."""
    OUTLETS.delete(outlet_id, places.delete_place)
