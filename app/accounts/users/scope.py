"""The data scope of a person: which clients, outlets and bots they see, and whether one scope lies within another."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Protocol

import orjson
from sqlalchemy import ColumnElement, Text, cast, select, true

from app.accounts.users.models import User
from app.core.db.base import db
from app.core.db.tenancy import Scope, bound_workspace, within
from app.core.providers import Provider

KINDS = ("clients", "parents", "cities", "outlets", "bots")
"""What a scope may name, from the widest place to the narrowest, and bots."""
PLACES = ("parents", "cities", "outlets")
AUTHOR = "author"
"""The role that reads reports of its own bots alone."""
StoredScope = dict[str, Any]
"""A scope as it is stored: lists of ids by kind. A missing or null key means all of the kind, an empty list none."""


@Provider
def outlets_of(parents: frozenset[int] | None, cities: frozenset[int] | None) -> frozenset[int]:
    """The outlets of the bound workspace that are held by these parents and stand in these cities; None is any."""
    return frozenset()


def ids_in(scope: StoredScope | None, kind: str) -> frozenset[int] | None:
    """The ids that a scope names of a kind; None where it means all."""
    ids = (scope or {}).get(kind)
    return None if ids is None else frozenset(int(id_) for id_ in ids)


@Provider
def bots_owned_by(user_id: int) -> frozenset[int]:
    """The bots of the bound workspace that a person answers for."""
    return frozenset()


@Provider
def owner_of_bot(bot_id: int) -> int | None:
    """Who answers for a bot of the bound workspace."""
    return None


def scope_of(user: User) -> Scope:
    """Return what a person sees as sets of ids; an author reads reports of their own bots, or of those they are given.

    The bots that their scope names are given to them.
    """
    with within(user.workspace_id):
        scope = resolve_scope(user.scope)
        return replace(scope, measured=bots_owned_by(user.id)) if _reads_own(user, scope) else scope


def _reads_own(user: User, scope: Scope) -> bool:
    """Whether a person reads reports of their own bots alone: an author whose scope names none."""
    return user.auth_role == AUTHOR and scope.bots is None


def resolve_scope(scope: StoredScope | None) -> Scope:
    """Return a scope of the bound workspace as sets of ids.

    Parents and cities given together are intersected, single outlets are added to what they hold.
    """
    parents, cities, outlets = (ids_in(scope, kind) for kind in PLACES)
    if parents is not None or cities is not None:
        outlets = outlets_of(parents, cities) | (outlets or frozenset())
    return Scope(clients=ids_in(scope, "clients"), outlets=outlets, bots=ids_in(scope, "bots"))


def normal(scope: StoredScope | None) -> StoredScope:
    """Return a scope as it is stored: without keys that mean all, each id once and as text."""
    ids_by_kind = {kind: ids_in(scope, kind) for kind in KINDS}
    return {kind: [str(id_) for id_ in sorted(ids)] for kind, ids in ids_by_kind.items() if ids is not None}


def people_within(reader: User) -> ColumnElement[bool]:
    """Return whether a person of the bound workspace sees no more than a reader, who sees themselves at any rate."""
    if not reader.scope:
        return true()
    reach = reach_of(reader.scope)
    return _is_or_has(reader, lambda scope: not beyond(scope, reader.scope, reach))


def colleagues_of(reader: User) -> ColumnElement[bool]:
    """Return whether a person of the bound workspace is offered to a reader where people work together.

    That is who sees everything, and who sees a part of the workspace that the reader sees a part of as well:
    people of one dealer write to those who run the workspace, and never learn who works for another dealer.
    """
    if not reader.scope:
        return true()
    own = scope_of(reader)
    return _is_or_has(reader, lambda scope: _meet(own, resolve_scope(scope)))


def people_who_see(client_id: int, outlet_id: int) -> ColumnElement[bool]:
    """Return whether an outlet of a client lies within the scope of a person of the bound workspace."""

    def sees(stored: StoredScope | None) -> bool:
        scope = resolve_scope(stored)
        cuts = ((scope.clients, client_id), (scope.outlets, outlet_id))
        return all(ids is None or value in ids for ids, value in cuts)

    return _has_scope(sees)


def _is_or_has(reader: User, fits: Callable[[StoredScope | None], bool]) -> ColumnElement[bool]:
    """Whether someone is the reader, or has a scope that fits."""
    return (User.id == reader.id) | _has_scope(fits)


def _has_scope(fits: Callable[[StoredScope | None], bool]) -> ColumnElement[bool]:
    """Whether someone has a scope that fits: many have the same, so each is judged once."""
    scope_text = cast(User.scope, Text)
    texts = [text for text in db.session.scalars(select(scope_text).distinct()) if fits(orjson.loads(text))]
    return scope_text.in_(texts)


def _meet(scope: Scope, other: Scope) -> bool:
    """Whether two scopes may have something in common, kind by kind."""
    pairs = ((getattr(scope, kind), getattr(other, kind)) for kind in ("clients", "outlets", "bots"))
    return all(first is None or second is None or bool(first & second) for first, second in pairs)


class Placed(Protocol):
    """A row of a client's bot, and of an outlet or none."""

    client_id: Any
    outlet_id: Any
    bot_id: Any


def those_who_see(users: Iterable[User], row: Placed) -> list[User]:
    """Return the people within whose scope a row of what a bot has talked lies."""
    owner_id = owner_of_bot(row.bot_id)

    def sees(user: User) -> bool:
        scope = resolve_scope(user.scope)
        cuts = ((scope.clients, row.client_id), (scope.outlets, row.outlet_id), (scope.bots, row.bot_id))
        is_within = all(ids is None or value in ids for ids, value in cuts)
        return is_within and (user.id == owner_id or not _reads_own(user, scope))

    return [user for user in users if sees(user)]


def reach_of(giver: StoredScope | None) -> frozenset[int] | None:
    """Return the outlets of the bound workspace that a scope holds as things are now; None is all."""
    with within(bound_workspace()):
        return resolve_scope(giver).outlets


_UNKNOWN: frozenset[int] = frozenset({0})
"""That nobody has looked yet what a giver's scope holds."""


def beyond(scope: StoredScope | None, giver: StoredScope | None, reach: frozenset[int] | None = _UNKNOWN) -> list[str]:
    """Return the kinds by which a scope of the bound workspace reaches beyond a giver's own, which holds `reach`.

    What a parent or a city holds changes, so it is within the giver's only if that parent and that city are.
    """
    kinds = [kind for kind in ("clients", "bots") if not _holds(ids_in(giver, kind), ids_in(scope, kind))]
    own = {kind: ids_in(giver, kind) for kind in PLACES}
    if all(ids is None for ids in own.values()):
        return kinds
    new = {kind: ids_in(scope, kind) for kind in PLACES}
    if all(ids is None for ids in new.values()):
        return [*kinds, *(kind for kind in PLACES if own[kind] is not None)]
    is_open = new["parents"] is not None or new["cities"] is not None
    if is_open and frozenset() not in (new["parents"], new["cities"]):
        has_open = own["parents"] is not None or own["cities"] is not None
        kinds += [kind for kind in ("parents", "cities") if not has_open or not _holds(own[kind], new[kind])]
    if reach is _UNKNOWN:
        reach = reach_of(giver)
    return kinds if _holds(reach, new["outlets"] or frozenset()) else [*kinds, "outlets"]


def _holds(own: frozenset[int] | None, new: frozenset[int] | None) -> bool:
    """Whether a set of ids lies within another; None is all."""
    return own is None or (new is not None and new <= own)
