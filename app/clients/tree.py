"""A client's dealer groups, cities and outlets as one tree with counts, in a fixed number of queries."""

from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Any

import orjson
from sqlalchemy import Text, cast, select

from app.accounts.users.models import User
from app.clients import moves, places
from app.clients.models import City, Client, DealerGroup, Outlet, OutletManager
from app.core.db.base import db

EVERYTHING = "all"
NUMBERS = ("outlets", "open", "closed", "open_now", "moving", *places.WARNINGS)
_COLUMNS = (
    Outlet.id, Outlet.parent_id, Outlet.city_id, Outlet.name, Outlet.code, Outlet.type, Outlet.phones,
    cast(Outlet.hours, Text).label("hours"), Outlet.closed_at, Outlet.name_key,
)  # fmt: skip
_NO_HOURS = (None, "{}")


def tree_of(client: Client, args: dict[str, Any]) -> dict[str, Any]:
    """Return the branches that hold an outlet that fits, with their counts; outlets stand in open branches only.

    `totals` count all outlets in reach, whatever the filters. A branch is named by its group, or by group and city.
    """
    rows = db.session.execute(
        select(*_COLUMNS).where(Outlet.client_id == client.id).order_by(Outlet.name_key, Outlet.id)
    ).all()
    parents = _by_name({row.id: row for row in db.session.scalars(places.list_parents(client=client.id))})
    within = select(City).where(City.id.in_({row.city_id for row in rows}))
    cities = _by_name({row.id: row for row in db.session.scalars(within)})
    managers, planned_moves = _managers(client), moves.find_moves_of_client(client)
    sessions = places.recent_conversations(client)
    by_group = _split(client, rows, sessions)
    moments = Moments(client.zone)
    every = [_outlet(row, managers, planned_moves, by_group.get((row.parent_id, row.id), 0), moments) for row in rows]
    has_filters = bool(args["q"].split() or args["type"] or args["state"] or args["warning"])
    outlets = [outlet for outlet in every if _fits(outlet, args, parents, cities)]
    by_parent = _group_outlets(outlets, "parent_id")
    open_keys = None if args["open"] == EVERYTHING else frozenset(args["open"].split(","))
    return {
        "totals": _counts(every) | {"parents": len(parents), "cities": len(cities),
                                    "sessions_28d": sum(sessions.values())},
        "matching": len(outlets),
        "no_outlet_28d": sessions.get(0, 0),
        "parents": [
            _parent(parent, by_parent.get(parent.id, []), cities, open_keys, args["each"])
            | ({} if has_filters else {"sessions_28d": sum(n for (of, _), n in by_group.items() if of == parent.id)})
            for parent in parents.values()
            if parent.id in by_parent or not has_filters
        ],
    }  # fmt: skip


def _split(client: Client, rows: Sequence[Any], sessions: dict[int, int]) -> dict[tuple[int, int], int]:
    """Recent sessions by dealer group and outlet: those of a day belong to the group that had the outlet then."""
    now = moves.today(client)
    stays = [stay for stay in moves.list_stays() if stay.last >= now - timedelta(days=places.RECENT_DAYS)]
    moved_ids = {stay.outlet_id for stay in stays if stay.last < now} & sessions.keys()
    figures = {
        (row.parent_id, row.id): sessions[row.id] for row in rows if row.id in sessions and row.id not in moved_ids
    }
    days = places.sessions_by_day(client, moved_ids) if moved_ids else {}
    for (outlet, day), number in days.items():
        if now - timedelta(days=places.RECENT_DAYS) <= day < now:
            of = next(stay.parent_id for stay in stays if stay.outlet_id == outlet and stay.holds(day))
            figures[of, outlet] = figures.get((of, outlet), 0) + number
    return figures


def _managers(client: Client) -> dict[int, list[str]]:
    """The names of who manages each outlet of a client."""
    query = (
        select(OutletManager.outlet_id, User.full_name)
        .join(User, User.id == OutletManager.user_id)
        .where(OutletManager.client_id == client.id, User.deleted_at.is_(None))
        .order_by(User.name_key, User.id)
    )
    names: dict[int, list[str]] = {}
    for outlet_id, name in db.session.execute(query):
        names.setdefault(outlet_id, []).append(name)
    return names


class Moments:
    """Whether places are open at present: read and asked once of each hours, which many outlets of a client share."""

    def __init__(self, zone: str) -> None:
        self._zone = zone
        self._moments: dict[str, dict[str, Any] | None] = {}

    def of(self, hours: str | None) -> dict[str, Any] | None:
        """What `places.moment_of` says of some hours, as they are written."""
        if hours is None:
            return None
        if hours not in self._moments:
            self._moments[hours] = places.moment_of(orjson.loads(hours), self._zone)
        return self._moments[hours]


def _outlet(
    row: Any, managers: dict[int, list[str]], planned_moves: dict[int, moves.PlannedMove], sessions: int,
    moments: Moments,
) -> dict[str, Any]:  # fmt: skip
    """One outlet with what it lacks and whether it is open at present."""
    names, is_closed = managers.get(row.id, []), row.closed_at is not None
    lacks = zip(places.WARNINGS, (row.hours in _NO_HOURS, not names, not row.phones), strict=True)
    return {
        "id": row.id, "parent_id": row.parent_id, "city_id": row.city_id, "name": row.name, "code": row.code,
        "type": row.type, "state": "closed" if is_closed else "open", "managers": names,
        "warnings": [] if is_closed else [name for name, lack in lacks if lack],
        "now": None if is_closed else moments.of(row.hours), "move": planned_moves.get(row.id),
        "sessions_28d": sessions, "key": row.name_key,
    }  # fmt: skip


def _fits(
    outlet: dict[str, Any], args: dict[str, Any], parents: dict[int, DealerGroup], cities: dict[int, City]
) -> bool:
    """Whether an outlet is among those asked for."""
    if args["type"] and outlet["type"] != args["type"]:
        return False
    if args["state"] and outlet["state"] != args["state"]:
        return False
    if args["warning"] and args["warning"] not in outlet["warnings"]:
        return False
    words = args["q"].casefold().split()
    if not words:
        return True
    parent, city = parents[outlet["parent_id"]], cities[outlet["city_id"]]
    text = " ".join(
        (outlet["key"], outlet["code"].lower(), parent.name_key, parent.code_key, city.name_key, city.state_key)
    )
    return all(word in text for word in words)


def _by_name(holders: dict[int, Any]) -> dict[int, Any]:
    """The same groups or cities in the order of their names."""
    return dict(sorted(holders.items(), key=lambda item: (item[1].name_key, item[0])))


def _group_outlets(outlets: list[dict[str, Any]], key: str) -> dict[int, list[dict[str, Any]]]:
    """Outlets by what holds them."""
    groups: dict[int, list[dict[str, Any]]] = {}
    for outlet in outlets:
        groups.setdefault(outlet[key], []).append(outlet)
    return groups


def _counts(outlets: list[dict[str, Any]]) -> dict[str, int]:
    """How many of some outlets are open, closed, open at present, about to move, and lack something."""
    counts = dict.fromkeys(NUMBERS, 0) | {"outlets": len(outlets)}
    for outlet in outlets:
        counts[outlet["state"]] += 1
        for name in outlet["warnings"]:
            counts[name] += 1
        if outlet["now"] is not None and outlet["now"]["open"]:
            counts["open_now"] += 1
        if outlet["move"] is not None:
            counts["moving"] += 1
    return counts


def _parent(
    parent: DealerGroup,
    outlets: list[dict[str, Any]],
    cities: dict[int, City],
    opened: Collection[str] | None,
    each: int,
) -> dict[str, Any]:
    """A group's branch; its cities stand in it when it is open."""
    key = str(parent.id)
    by_city = _group_outlets(outlets, "city_id")
    is_open = opened is None or any(key_ == key or key_.startswith(f"{key}.") for key_ in opened)
    inside = [
        _city(city, by_city[city.id], f"{key}.{city.id}", opened, each)
        for city in (cities.values() if is_open else ())
        if city.id in by_city
    ]
    return {
        "branch": key, "opened": is_open, "parent": parent, "counts": _counts(outlets),
        "city_count": len(by_city),
        "sessions_28d": sum(outlet["sessions_28d"] for outlet in outlets), "cities": inside,
    }  # fmt: skip


def _city(
    city: City, outlets: list[dict[str, Any]], key: str, opened: Collection[str] | None, each: int
) -> dict[str, Any]:
    """A city's branch; the first of its outlets stand in it when it is open."""
    is_open = opened is None or key in opened
    return {
        "branch": key, "opened": is_open, "city": city, "counts": _counts(outlets),
        "sessions_28d": sum(outlet["sessions_28d"] for outlet in outlets), "outlets": outlets[:each] if is_open else [],
    }  # fmt: skip
