"""Rules about people: numbering, creation and the data scope of a reader."""

from typing import Any

from app.accounts.users.models import User, email_key, username_key
from app.core.clock import now
from app.core.db.base import db
from app.core.db.ids import new_id
from app.core.db.numbering import next_number
from app.core.db.tenancy import bound_workspace


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
