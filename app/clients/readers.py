"""The people who see an outlet, and which part of their scope it is in."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Select, Text, case, cast, select

from app.accounts.people.service import is_visible
from app.accounts.users.models import User
from app.accounts.users.scope import ids_in, people_who_see
from app.clients.models import City, Client, DealerGroup, Outlet
from app.core.db.base import db

BRANCHES = ("outlet", "city", "parent", "client", "all")
"""What gives a person an outlet, the narrowest first."""
BY_PART: Any = case((cast(User.scope, Text) == "{}", "1"), else_="0") + User.name_key
"""The order of readers: by name, those who see everything after those who see a part."""


def list_readers(outlet: Outlet) -> Select[User]:
    """Select the people who see an outlet and whom the reader may see."""
    return select(User).where(
        User.deleted_at.is_(None), User.deactivated_at.is_(None), User.status.in_(("active", "pending")), is_visible(),
        people_who_see(outlet.client_id, outlet.id),
    )  # fmt: skip


def with_branches(users: Iterable[User], outlet: Outlet) -> list[dict[str, Any]]:
    """Return people with the narrowest part of their scope that an outlet is in."""
    names = {
        "outlet": "", "all": "",
        "city": db.session.get_one(City, outlet.city_id).name,
        "parent": db.session.get_one(DealerGroup, outlet.parent_id).name,
        "client": db.session.get_one(Client, outlet.client_id).name,
    }  # fmt: skip
    branches = {user: _branch_of(user, outlet) for user in users}
    return [{"user": user, "branch": branch, "place": names[branch]} for user, branch in branches.items()]


def _branch_of(user: User, outlet: Outlet) -> str:
    """Return what gives a person an outlet that they see."""
    ids = (("outlet", outlet.id), ("city", outlet.city_id), ("parent", outlet.parent_id), ("client", outlet.client_id))
    kinds = {"outlet": "outlets", "city": "cities", "parent": "parents", "client": "clients"}
    return next((name for name, id_ in ids if id_ in (ids_in(user.scope, kinds[name]) or ())), "all")
