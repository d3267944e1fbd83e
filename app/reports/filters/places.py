"""Where conversations belong: the dealer groups, cities and outlets that reports are narrowed to."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, Select, and_, func, or_, select

from app.analytics.models import RollupQuarter
from app.channels.voice.models import VoiceCall
from app.clients.models import City, DealerGroup, Outlet
from app.clients.moves import Stay
from app.conversations.models import Conversation
from app.core.db.base import db
from app.core.db.tenancy import Scope, bound_workspace, current_scope, within
from app.masters.documents.models import CustomerDocument
from app.reports.filters.ranges import DAY, midnight

PARENT, CITY, OUTLET = "parent", "city", "outlet"
KINDS = (PARENT, CITY, OUTLET)
PlaceKey = tuple[str, int]
"""A kind and an id."""
MOST_OFFERED = 50
_COLUMNS: dict[str, Any] = {PARENT: Outlet.parent_id, CITY: Outlet.city_id, OUTLET: Outlet.id}
_NAMED: dict[str, Any] = {PARENT: DealerGroup, CITY: City, OUTLET: Outlet}


def outlets_in(places: Iterable[PlaceKey]) -> Select[int]:
    """Select the ids of the outlets that some places hold, all of them together."""
    return select(Outlet.id).where(_is_in(places))


def conversations_in(places: Iterable[PlaceKey], stays: Sequence[Stay], model: Any) -> ColumnElement[bool]:
    """Return the condition that sessions or their rollups were in some places, in groups by the group of their day."""
    groups = {id_ for kind, id_ in places if kind == PARENT}
    others = [place for place in places if place[0] != PARENT]
    moved_ids = {stay.outlet_id for stay in stays} if groups else set()
    conditions = [model.outlet_id.in_(outlets_in(others))] if others else []
    if groups:
        unmoved_ids = outlets_in((PARENT, id_) for id_ in groups).where(Outlet.id.not_in(moved_ids))
        conditions += [
            model.outlet_id.in_(unmoved_ids),
            *(_during(stay, model) for stay in stays if stay.parent_id in groups),
        ]
    return or_(*conditions)


def _during(stay: Stay, model: Any) -> ColumnElement[bool]:
    """Return the condition that a row belongs to a stay."""
    of: list[ColumnElement[bool]] = [model.outlet_id == stay.outlet_id]
    zone = ZoneInfo(stay.zone)
    column, edge = _MOMENTS.get(model, (None, None))
    if column is None or edge is None:
        return and_(*of, model.day >= stay.first, model.day <= stay.last)
    if stay.first != date.min:
        of.append(column >= edge(midnight(stay.first, zone)))
    if stay.last != date.max:
        of.append(column < edge(midnight(stay.last + DAY, zone)))
    return and_(*of)


_MOMENTS: dict[Any, tuple[Any, Callable[[datetime], Any]]] = {
    Conversation: (Conversation.started_at, lambda moment: moment),
    VoiceCall: (VoiceCall.started_at, lambda moment: moment),
    CustomerDocument: (CustomerDocument.received_at, lambda moment: moment),
    RollupQuarter: (RollupQuarter.quarter, lambda moment: int(moment.timestamp()) // 900),
}
"""The columns of rows that know no day of their client, and what they are compared with."""


def names_of(places: Iterable[PlaceKey]) -> list[str]:
    """Return places as addresses name them."""
    return [f"{kind}:{id_}" for kind, id_ in places]


def _is_in(places: Iterable[PlaceKey]) -> ColumnElement[bool]:
    """Return the condition that an outlet is in one of some places."""
    by_kind = defaultdict[str, list[int]](list)
    for kind, id_ in places:
        by_kind[kind].append(id_)
    return or_(*(_COLUMNS[kind].in_(ids) for kind, ids in sorted(by_kind.items())))


def place_options(places: Iterable[PlaceKey]) -> list[dict[str, str]]:
    """Return the dealer groups and cities to choose from by name, and the chosen places with theirs."""
    place_keys = set(places)
    options = list[dict[str, str]]()
    for kind in KINDS:
        model, ids = _NAMED[kind], sorted(id_ for of, id_ in place_keys if of == kind)
        holders = select(_COLUMNS[kind]) if kind != OUTLET else None
        query = select(model.id, model.name).order_by(model.name, model.id).limit(MOST_OFFERED)
        condition = model.id.in_(ids)
        if holders is None:
            query = query.where(condition)
        else:
            # The outlets a reader may see tell which groups and cities they see.
            query = query.where(model.id.in_(holders)).order_by(None).order_by(condition.desc(), model.name, model.id)
        if holders is not None or ids:
            options += [{"kind": kind, "id": str(id_), "name": name} for id_, name in db.session.execute(query)]
    return options


def scope_of_clients() -> Scope:
    """Return the reader's scope with all outlets of the clients they see an outlet of: what they are compared with."""
    scope = current_scope()
    if scope.outlets is None:
        return scope
    return replace(scope, outlets=None, clients=frozenset(db.session.scalars(select(Outlet.client_id).distinct())))


def visible_places(places: Iterable[PlaceKey]) -> dict[str, Any] | None:
    """Return how many of the chosen outlets the reader may see, and how many there are; None for all."""
    place_keys, scope = tuple(places), current_scope()
    if scope.outlets is None and scope.clients is None:
        return None
    query = select(func.count(Outlet.id))
    if place_keys:
        query = query.where(_is_in(place_keys))
    visible = db.session.scalar(query) or 0
    # Counted, never named: how many there are says nothing of which.
    with within(bound_workspace(), scope_of_clients()):
        there = db.session.scalar(query) or 0
    return {"visible": visible, "of": there, "ranked": None} if visible < there else None
