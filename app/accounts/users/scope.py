"""The data scope of a person: which clients, outlets and bots they see."""

from app.accounts.users.models import User
from app.core.db.tenancy import Scope, within
from app.core.providers import Provider


@Provider
def outlets_of(parents: frozenset[int], cities: frozenset[int]) -> frozenset[int]:
    """The outlets that parents and cities of the bound workspace hold."""
    return frozenset()


def scope_of(user: User) -> Scope:
    """The user's data scope as sets of ids; parents and cities become the outlets they hold."""
    given = user.scope or {}

    def ids(key: str) -> frozenset[int] | None:
        return frozenset(int(i) for i in given[key]) if key in given else None

    outlets = ids("outlets")
    parents, cities = ids("parents"), ids("cities")
    if parents is not None or cities is not None:
        with within(user.workspace_id):
            held = outlets_of(parents or frozenset(), cities or frozenset())
        outlets = held | (outlets or frozenset())
    return Scope(clients=ids("clients"), outlets=outlets, bots=ids("bots"))
