"""Rules about people: numbering, creation and the data scope of a reader."""

from typing import Any

from sqlalchemy import or_, select

from app.clients.models import Outlet
from app.clock import now
from app.db import db
from app.ids import new_id
from app.tenancy import Scope, bound_workspace, within
from app.users.models import User, email_key, username_key
from app.workspaces.models import Counter


def next_number(kind: str) -> int:
    """The next small integer of a kind in the bound workspace, from 1."""
    counter = db.session.scalar(select(Counter).where(Counter.kind == kind).with_for_update())
    if counter is None:
        counter = Counter(workspace_id=bound_workspace(), kind=kind, value=0)
        db.session.add(counter)
    counter.value += 1
    db.session.flush()
    return counter.value


def add_user(
    *,
    full_name: str,
    username: str,
    email: str,
    auth_role: str,
    role: str,
    password_hash: str | None = None,
    **more: Any,
) -> User:
    """Add a person to the bound workspace; without a password they cannot sign in until invited."""
    user = User(
        id=new_id(),
        workspace_id=bound_workspace(),
        number=next_number("user"),
        full_name=full_name,
        username=username,
        username_key=username_key(username),
        email=email,
        email_key=email_key(email),
        auth_role=auth_role,
        role=role,
        password_hash=password_hash,
        **more,
    )
    db.session.add(user)
    db.session.flush()
    return user


def delete_user(user: User) -> None:
    """Take a person out of every list, free their address and username, and end their sessions.

    Nothing of theirs goes: what they own stays under their name, so no row is left pointing at nobody.
    """
    user.deleted_at = now()
    # No address and no username begins with a blank, so nobody can sign in by these or take them.
    user.email_key = user.username_key = f" deleted:{user.id}"
    # A sign-in that waits for its one-time code ends by this.
    user.password_version += 1
    db.session.flush()


def restore_user(user: User) -> None:
    """Bring a deleted person back as they were, signed out; see first that nobody has taken their names."""
    user.deleted_at = None
    user.email_key, user.username_key = email_key(user.email), username_key(user.username)
    db.session.flush()


def scope_of(user: User) -> Scope:
    """The user's data scope as sets of ids; parents and cities become the outlets they hold."""
    given = user.scope or {}

    def ids(key: str) -> frozenset[int] | None:
        return frozenset(int(i) for i in given[key]) if key in given else None

    outlets = ids("outlets")
    parents, cities = ids("parents"), ids("cities")
    if parents is not None or cities is not None:
        with within(user.workspace_id):
            held = db.session.scalars(
                select(Outlet.id).where(or_(Outlet.parent_id.in_(parents or []), Outlet.city_id.in_(cities or [])))
            )
            outlets = frozenset(held) | (outlets or frozenset())
    return Scope(clients=ids("clients"), outlets=outlets, bots=ids("bots"))
