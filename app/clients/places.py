"""Rules of places: dealer groups, cities and outlets, who manages them, and closing them."""

import re
from collections.abc import Collection, Iterable, Sequence
from datetime import date
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import ColumnElement, Select, delete, exists, func, null, or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import InstrumentedAttribute

from app.accounts.users.models import User
from app.clients import moves
from app.clients.models import City, Client, DealerGroup, Outlet, OutletManager, Placement
from app.clients.service import check_taking, get_client
from app.core import clock, hours
from app.core.db.base import db, fetch, rows_by_id, write_or, write_rows
from app.core.errors import BeyondSchema, Conflict, Invalid
from app.core.languages import label_in, reading_language
from app.core.providers import Provider
from app.core.values import phones
from app.notifications import tell

Place = DealerGroup | City | Outlet
P = TypeVar("P", DealerGroup, City, Outlet)
MANAGED = "outlet_manager"
"""What someone is notified of who becomes the manager of an outlet."""
RECENT_DAYS = 28
WARNINGS = ("no_hours", "no_manager", "no_phone")
_TAKEN = {
    "parent": ("This client already has a dealer group with this name.", "This client already has this code."),
    "city": ("This city is already listed in this state.", ""),
    "outlet": (
        "This dealer group already has an outlet with this name.",
        "This dealer group already has an outlet with this code.",
    ),
}
_OF_CODE = re.compile(r"code_key|uq_[a-z]+_code\b")
"""What both databases call the index of codes."""
_NOUNS = {"parent": "dealer group", "city": "city", "outlet": "outlet"}


@Provider
def is_used(outlet_id: int) -> bool:
    """Whether conversations name an outlet."""
    return False


@Provider
def recent_conversations(client: Client) -> dict[int, int]:
    """Real sessions of the last 28 complete days and today by outlet, 0 standing for those without one."""
    return {}


@Provider
def sessions_by_day(client: Client, outlets: Collection[int]) -> dict[tuple[int, date], int]:
    """Real sessions of some outlets of a client by outlet and day of the client's zone."""
    return {}


NEXT_DAYS = 6
"""Holidays to come that an outlet's page has."""


class ListedOutlet(NamedTuple):
    """An outlet with its client, group, city and managers, and the move that is planned."""

    outlet: Outlet
    client: Client
    parent: DealerGroup
    city: City
    managers: list[User]
    move: moves.PlannedMove | None

    @property
    def closed_days(self) -> list[dict[str, Any]]:
        """Its next holidays: their names in the reader's language, and whether they are its own."""
        stored = self.outlet.hours or {}
        today = hours.local(stored, clock.now(), self.client.zone).date()
        names, language = hours.workspace_holidays(), reading_language()
        return [
            {"day": day, "name": label_in(names.get(day, {}), language, ""), "own": day in stored.get("holidays", ())}
            for day in hours.holidays_from(stored, today)[:NEXT_DAYS]
        ]

    @property
    def phones_shown(self) -> list[str]:
        """Its numbers as people write them."""
        return [phones.format_phone(number) for number in self.outlet.phones]

    @property
    def now(self) -> dict[str, Any] | None:
        """Whether it is open at present, and until when or from when."""
        return None if self.outlet.closed_at else moment_of(self.outlet.hours, self.client.zone)

    @property
    def warnings(self) -> list[str]:
        """What an open outlet lacks."""
        lacks = (not self.outlet.hours, not self.managers, not self.outlet.phones)
        return [] if self.outlet.closed_at else [name for name, lack in zip(WARNINGS, lacks, strict=True) if lack]


def moment_of(stored: dict[str, Any] | None, zone: str) -> dict[str, Any] | None:
    """Return whether a place with these hours is open at present, with the local time at which that changes."""
    if not stored:
        return None
    moment = clock.now()
    local = hours.local(stored, moment, zone)
    time = local.strftime("%H:%M")
    spans = sorted(hours.spans_on(stored, moment, zone))
    inside = hours.closing(stored, moment, zone)
    following = next((first for first, _ in spans if first > time), None)
    is_holiday = hours.is_holiday(stored, local.date())
    return {"open": inside is not None, "until": inside, "opens": None if inside else following, "holiday": is_holiday}


# ---- reading ------------------------------------------------------------------------------------------


def _words(q: str, *columns: Any) -> list[ColumnElement[bool]]:
    """Whether each word of a text is in one of the columns."""
    return [or_(*(column.contains(word.casefold(), autoescape=True) for column in columns)) for word in q.split()]


def _status(kind: type[Place], status: str) -> list[ColumnElement[bool]]:
    """What cuts a list to what is open or closed."""
    closed: Any = kind.closed_at
    return {"open": [closed.is_(None)], "closed": [closed.is_not(None)]}.get(status, [])


def list_parents(q: str = "", *, client: int | None = None, status: str = "") -> Select[DealerGroup]:
    """Return dealer groups by words in name or code, of a client and a status."""
    query = select(DealerGroup).where(*_words(q, DealerGroup.name_key, DealerGroup.code_key))
    query = query.where(*_status(DealerGroup, status))
    return query if client is None else query.where(DealerGroup.client_id == client)


def list_cities(q: str = "", *, status: str = "", client: int | None = None) -> Select[City]:
    """Return cities by words in name or state, of a status, and with outlets of a client."""
    query = select(City).where(*_words(q, City.name_key, City.state_key))
    query = query.where(*_status(City, status))
    return (
        query if client is None else query.where(City.id.in_(select(Outlet.city_id).where(Outlet.client_id == client)))
    )


def list_outlets(
    q: str = "",
    *,
    client: int | None = None,
    parent: int | None = None,
    city: int | None = None,
    type: str = "",
    state: str = "",
    warning: str = "",
) -> Select[Outlet]:
    """Return outlets by words in name, code, address or city, and by where they are, what they do and lack."""
    query = select(Outlet)
    if q.split():
        query = query.join(City, City.id == Outlet.city_id)
        query = query.where(*_words(q, Outlet.name_key, Outlet.code_key, City.name_key, func.lower(Outlet.address)))
    for column, value in ((Outlet.client_id, client), (Outlet.parent_id, parent), (Outlet.city_id, city)):
        if value is not None:
            query = query.where(column == value)
    if type:
        query = query.where(Outlet.type == type)
    return query.where(*_status(Outlet, state), *lacking(warning))


def lacking(warning: str) -> list[ColumnElement[bool]]:
    """What cuts outlets to those that are open and lack something."""
    if not warning:
        return []
    managed = (
        select(OutletManager.id)
        .join(User, User.id == OutletManager.user_id)
        .where(OutletManager.outlet_id == Outlet.id, User.deleted_at.is_(None))
    )
    without = {"no_hours": Outlet.hours.is_(null()), "no_manager": ~exists(managed),
               "no_phone": func.json_array_length(Outlet.phones) == 0}  # fmt: skip
    return [Outlet.closed_at.is_(None), without[warning]]


def get_parent(parent_id: int, field: str | None = None) -> DealerGroup:
    """A dealer group the reader may see; NotFound, or Invalid when a field names it."""
    return fetch(list_parents().where(DealerGroup.id == parent_id), "This dealer group does not exist.", field)


def get_city(city_id: int, field: str | None = None) -> City:
    """A city the reader may see; NotFound, or Invalid when a field names it."""
    return fetch(list_cities().where(City.id == city_id), "This city does not exist.", field)


def get_outlet(outlet_id: int) -> Outlet:
    """An outlet the reader may see, or NotFound."""
    return fetch(select(Outlet).where(Outlet.id == outlet_id), "This outlet does not exist.")


def managers_of(outlets: Iterable[int]) -> dict[int, list[User]]:
    """Return who manages each of some outlets, by name."""
    query = (
        select(OutletManager.outlet_id, User)
        .join(User, User.id == OutletManager.user_id)
        .where(OutletManager.outlet_id.in_(list(outlets)), User.deleted_at.is_(None))
        .order_by(User.name_key, User.id)
    )
    managers: dict[int, list[User]] = {}
    for outlet_id, user in db.session.execute(query):
        managers.setdefault(outlet_id, []).append(user)
    return managers


def listed_outlets(outlets: Sequence[Outlet]) -> list[ListedOutlet]:
    """Outlets as lists show them, in the same order."""
    ids = [outlet.id for outlet in outlets]
    managers, planned_moves = managers_of(ids), moves.find_planned_moves(ids)
    clients = rows_by_id(Client, {outlet.client_id for outlet in outlets})
    parents = rows_by_id(DealerGroup, {outlet.parent_id for outlet in outlets})
    cities = rows_by_id(City, {outlet.city_id for outlet in outlets})
    return [
        ListedOutlet(
            outlet, clients[outlet.client_id], parents[outlet.parent_id], cities[outlet.city_id],
            managers.get(outlet.id, []), planned_moves.get(outlet.id),
        )
        for outlet in outlets
    ]  # fmt: skip


class ListedParent(NamedTuple):
    """A dealer group with its client and how many open outlets it has."""

    parent: DealerGroup
    client: Client
    outlets: int


class ListedCity(NamedTuple):
    """A city with how many open outlets it has."""

    city: City
    outlets: int


def _open_outlets(column: InstrumentedAttribute[int], ids: list[int]) -> dict[int, int]:
    """How many open outlets each group or city has."""
    query = select(column, func.count(Outlet.id)).where(column.in_(ids), Outlet.closed_at.is_(None)).group_by(column)
    return {key: number for key, number in db.session.execute(query)}


def listed_parents(parents: Sequence[DealerGroup]) -> list[ListedParent]:
    """Dealer groups as lists show them, in the same order."""
    outlets = _open_outlets(Outlet.parent_id, [parent.id for parent in parents])
    clients = rows_by_id(Client, {parent.client_id for parent in parents})
    return [ListedParent(parent, clients[parent.client_id], outlets.get(parent.id, 0)) for parent in parents]


def listed_cities(cities: Sequence[City]) -> list[ListedCity]:
    """Cities as lists show them, in the same order."""
    outlets = _open_outlets(Outlet.city_id, [city.id for city in cities])
    return [ListedCity(city, outlets.get(city.id, 0)) for city in cities]


class ListedPlacement(NamedTuple):
    """A placement with its group, where it lies in time, and the conversations of its days."""

    placement: Placement
    parent: DealerGroup
    state: str
    sessions: int


def listed_placements(outlet: Outlet, placements: Sequence[Placement]) -> list[ListedPlacement]:
    """Placements as the outlet's page shows them: each keeps the conversations of its own days."""
    client = get_client(outlet.client_id)
    parents, days = moves.parents_of(placements), sessions_by_day(client, [outlet.id])
    now = moves.today(client)
    # What was said before anybody wrote down where the outlet is belongs to its first group.
    first = db.session.scalar(select(func.min(Placement.valid_from)).where(Placement.outlet_id == outlet.id)) or now
    return [
        ListedPlacement(
            placement,
            parents[placement.parent_id],
            "planned"
            if placement.valid_from > now
            else "past"
            if placement.valid_to and placement.valid_to < now
            else "present",
            sum(
                n
                for (_, day), n in days.items()
                if placement.valid_from <= max(day, first) and (placement.valid_to is None or day <= placement.valid_to)
            ),
        )
        for placement in placements
    ]


# ---- changing -----------------------------------------------------------------------------------------


def create_parent(values: dict[str, Any]) -> DealerGroup:
    """Create a dealer group of a client."""
    client = get_client(values.pop("client"), field="client")
    check_taking(client)
    parent = DealerGroup(client_id=client.id, **values)
    _store(parent)
    return parent


def create_city(values: dict[str, Any]) -> City:
    """Create a city."""
    city = City(**values)
    _store(city)
    return city


def create_outlet(values: dict[str, Any], by: User) -> Outlet:
    """Add an outlet to a dealer group, from a day on: today unless another one is given."""
    parent, city = get_parent(values.pop("parent"), field="parent"), get_city(values.pop("city"), field="city")
    client = get_client(parent.client_id)
    check_taking(client)
    moves.check_open(parent, "parent")
    moves.check_open(city, "city")
    managers, since = values.pop("managers", []), values.pop("since", None)
    if since is not None and since > moves.today(client):
        raise Invalid({"since": [BeyondSchema("Must not be in the future.")]})
    outlet = Outlet(client_id=client.id, parent_id=parent.id, city_id=city.id, **_fitting(values, client))
    _store(outlet)
    moves.begin(outlet, since or moves.today(client), by)
    set_managers(outlet, managers, by)
    return outlet


def change_place(place: Place, values: dict[str, Any]) -> None:
    """Give a dealer group or a city other values; keys that are not given stay as they are."""
    for name, value in values.items():
        setattr(place, name, value)
    _store(place)


def change_outlet(outlet: Outlet, values: dict[str, Any], by: User) -> None:
    """Give an outlet other values; keys that are not given stay as they are. Its group changes by a move."""
    values = dict(values)
    if "city" in values:
        city = get_city(values.pop("city"), field="city")
        if city.id != outlet.city_id:
            moves.check_open(city, "city")
            outlet.city_id = city.id
    managers = values.pop("managers", None)
    for name, value in _fitting(values, get_client(outlet.client_id), outlet).items():
        setattr(outlet, name, value)
    if managers is not None:
        set_managers(outlet, managers, by)
        outlet.updated_at = clock.now()
    _store(outlet)


def set_hours(outlet: Outlet, form: dict[str, Any]) -> None:
    """Give an outlet the hours that a form's rows say, or none."""
    outlet.hours = hours.hours_of(form)
    db.session.flush()


def _fitting(values: dict[str, Any], client: Client, outlet: Outlet | None = None) -> dict[str, Any]:
    """An outlet's values as they are stored, or Invalid with everything that does not fit."""
    errors: dict[str, Any] = {}
    if "phones" in values:
        phones_of_places = [
            (place, phones.normalise_phone(phone, client.zone)) for place, phone in enumerate(values["phones"]) if phone
        ]
        errors |= {
            f"phones.{place}": [BeyondSchema("Must be a phone number such as +91 20 6712 4400.")]
            for place, phone in phones_of_places
            if not phone
        }
        values = values | {"phones": list(dict.fromkeys(phone for _, phone in phones_of_places if phone))}
    latitude = values.get("latitude", outlet.latitude if outlet else None)
    longitude = values.get("longitude", outlet.longitude if outlet else None)
    if (latitude is None) != (longitude is None):
        errors["longitude" if longitude is None else "latitude"] = [
            BeyondSchema("Give latitude and longitude, or neither.")
        ]
    if values.get("hours") is not None:
        try:
            values = values | {"hours": hours.check_hours(values["hours"]) or None}
        except Invalid as refused:
            errors |= refused.errors
    if errors:
        raise Invalid(errors)
    return values


def set_managers(outlet: Outlet, ids: list[int], by: User) -> None:
    """Let these people manage an outlet; those who are new to it are notified."""
    manager_ids = list(dict.fromkeys(ids))
    people = {
        user.id: user
        for user in db.session.scalars(select(User).where(User.id.in_(manager_ids), User.deleted_at.is_(None)))
    }
    if unknown := [f"managers.{place}" for place, user_id in enumerate(manager_ids) if user_id not in people]:
        raise Invalid({key: [BeyondSchema("This user does not exist.")] for key in unknown})
    now = set(db.session.scalars(select(OutletManager.user_id).where(OutletManager.outlet_id == outlet.id)))
    if removed_ids := now - set(manager_ids):
        write_rows(
            delete(OutletManager).where(OutletManager.outlet_id == outlet.id, OutletManager.user_id.in_(removed_ids))
        )
    for user_id in manager_ids:
        if user_id not in now:
            db.session.add(OutletManager(client_id=outlet.client_id, outlet_id=outlet.id, user_id=user_id))
            tell(user_id, MANAGED, f"/admin/outlets/{outlet.id}", what=outlet.name, by=by, subject="Client")
    db.session.flush()


def close_place(place: Place, reason: str) -> None:
    """Close a place; Conflict where it is closed, or where it still has open outlets."""
    noun = _NOUNS[place.__tablename__]
    if place.closed_at is not None:
        raise Conflict(f"This {noun} is closed already.", code="invalid_transition")
    if not isinstance(place, Outlet):
        column = Outlet.parent_id if isinstance(place, DealerGroup) else Outlet.city_id
        number = _open_outlets(column, [place.id]).get(place.id, 0)
        if number:
            raise Conflict(
                f"This {noun} still has open outlets ({number}). Close or move them first.", code="has_outlets"
            )
    place.closed_at, place.closed_reason = clock.now(), reason or None
    db.session.flush()


def reopen_place(place: Place) -> None:
    """Open a closed place again; Conflict where it is open, or where what it belongs to is closed."""
    if place.closed_at is None:
        raise Conflict(f"This {_NOUNS[place.__tablename__]} is open.", code="invalid_transition")
    if not isinstance(place, City):
        check_taking(get_client(place.client_id))
    if isinstance(place, Outlet):
        moves.check_open(get_parent(place.parent_id), "parent")
        moves.check_open(get_city(place.city_id), "city")
    place.closed_at = place.closed_reason = None
    db.session.flush()


def delete_place(place: Place) -> None:
    """Delete a place that nothing refers to; Conflict otherwise."""
    noun = _NOUNS[place.__tablename__]
    if isinstance(place, Outlet) and is_used(place.id):
        raise Conflict(f"This {noun} has conversations, so it cannot be deleted. Close it instead.", code="in_use")
    with write_or(Conflict(f"This {noun} has outlets, so it cannot be deleted. Close it instead.", code="in_use")):
        db.session.delete(place)


def _store(place: Place) -> None:
    """Write; the indexes say when a name or a code is taken."""
    kind = place.__tablename__
    if isinstance(place, Outlet):
        moves.check_free(place, place.parent_id)
    db.session.add(place)
    try:
        db.session.flush()
    except IntegrityError as error:
        db.session.rollback()
        field = "code" if _OF_CODE.search(str(error.orig)) else "name"
        problem = _TAKEN[kind][field == "code"]
        raise Conflict(problem, code=f"{field}_taken", errors={field: [problem]}) from None
