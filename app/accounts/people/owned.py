"""What people own that others depend on: areas say what it is and how somebody else takes it over."""

from collections.abc import Callable
from dataclasses import dataclass

from app.accounts.users.models import User
from app.core.db.tenancy import current_scope, within


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
    """How an area lists what a person owns of a kind, all of it, and gives it to somebody else."""

    listed: Callable[[int], list[Thing]]
    give: Callable[[int, int], None]


SHOWN = 50
"""How many things of a kind are named."""
_keepers: dict[str, Keeper] = {}


def keeps(kind: str, listed: Callable[[int], list[Thing]], give: Callable[[int, int], None]) -> None:
    """Register a kind of things that people own: `listed(owner)`, and `give(owner, successor)`."""
    _keepers[kind] = Keeper(listed, give)


def owned_by(user: User) -> list[Kind]:
    """Return what of the present scope a person owns, kind by kind, also of kinds without any."""
    with within(user.workspace_id, current_scope()):
        found = {kind: keeper.listed(user.id) for kind, keeper in sorted(_keepers.items())}
    return [Kind(kind, len(things), things[:SHOWN]) for kind, things in found.items()]


def hand_over(user: User, successor: User) -> int:
    """Give everything a person owns to somebody else; return how many things that was."""
    count = sum(kind.count for kind in owned_by(user))
    with within(user.workspace_id, current_scope()):
        for keeper in _keepers.values():
            keeper.give(user.id, successor.id)
    return count
