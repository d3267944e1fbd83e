"""What people own that others depend on: areas say what it is and how someone else takes it over."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

import orjson
from sqlalchemy import ColumnElement, Text, and_, cast, false, or_, select, true

from app.accounts.users.models import User
from app.accounts.users.scope import resolve_scope
from app.core.db.base import db
from app.core.db.tenancy import current_scope, within
from app.core.security.abilities import ANONYMOUS, BY_ROLE, can


@dataclass(frozen=True, slots=True)
class Thing:
    """One thing a person owns, and where it is."""

    id: int
    name: str
    link: str


@dataclass(frozen=True, slots=True)
class Kind:
    """What a person owns of one kind: how many, and the first of them."""

    kind: str
    count: int
    items: list[Thing]


@dataclass(frozen=True, slots=True)
class Keeper:
    """How an area lists what a person owns of a kind and gives it to another, and what that one must be allowed."""

    list_things: Callable[[int], list[Thing]]
    give: Callable[[int, int, Collection[int] | None], None]
    needs: tuple[str, str]


SHOWN = 50
"""How many things of a kind are named."""
_keepers: dict[str, Keeper] = {}


def keeps(
    kind: str,
    list_things: Callable[[int], list[Thing]],
    give: Callable[[int, int, Collection[int] | None], None],
    *,
    needs: tuple[str, str],
) -> None:
    """Register a kind of things that people own: `list_things(owner)`, and `give(owner, successor, ids)`, None for all.

    Who takes them over may do what it `needs`: an action and a subject.
    """
    _keepers[kind] = Keeper(list_things, give, needs)


def find_owned(user: User) -> list[Kind]:
    """Return what of the present scope a person owns, kind by kind, also of kinds without any."""
    return [Kind(kind, len(things), things[:SHOWN]) for kind, things in _things_of(user).items()]


def _things_of(user: User) -> dict[str, list[Thing]]:
    """Return all that a person owns within the present scope, by kind."""
    with within(user.workspace_id, current_scope()):
        return {kind: keeper.list_things(user.id) for kind, keeper in sorted(_keepers.items())}


def takers_of(user: User) -> ColumnElement[bool]:
    """Return whether a person can take over what someone owns: they may read each kind, and see each thing of it.

    Many have the same role, abilities and scope, so each of these is judged once.
    """
    owned = {kind: {thing.id for thing in things} for kind, things in _things_of(user).items() if things}
    if not owned:
        return true()
    rights = (User.auth_role, cast(User.extra_abilities, Text), cast(User.scope, Text))
    fitting = [
        and_(*(column == value for column, value in zip(rights, row, strict=True)))
        for row in db.session.execute(select(*rights).distinct())
        if _takes(user, owned, *row)
    ]
    return or_(false(), *fitting)


def _takes(user: User, owned: dict[str, set[int]], role: str, extra: str | None, scope: str | None) -> bool:
    """Whether people of a role, with abilities beyond it and a scope, can read all of what someone owns."""
    ability = [*BY_ROLE.get(role, ANONYMOUS), *(orjson.loads(extra or "null") or [])]
    if not all(can(ability, *_keepers[kind].needs) for kind in owned):
        return False
    with within(user.workspace_id):
        reach = resolve_scope(orjson.loads(scope or "null"))
    with within(user.workspace_id, reach):
        return all(ids <= {thing.id for thing in _keepers[kind].list_things(user.id)} for kind, ids in owned.items())


def hand_over(user: User, successor: User) -> dict[str, list[int]]:
    """Give everything a person owns to someone else; return the ids of what that was, by kind."""
    ids = {kind: [thing.id for thing in things] for kind, things in _things_of(user).items() if things}
    with within(user.workspace_id, current_scope()):
        for keeper in _keepers.values():
            keeper.give(user.id, successor.id, None)
    return ids


def give_back(user: User, successor_id: int, things: dict[str, list[int]]) -> None:
    """Give a person back what someone else took over from them and still owns."""
    with within(user.workspace_id, current_scope()):
        for kind, ids in things.items():
            _keepers[kind].give(successor_id, user.id, ids)
