"""Who is notified that what is made in the scope of an owner is made no more."""

from sqlalchemy import select

from app.accounts.users.models import User
from app.accounts.users.rights import abilities_of, may_have
from app.accounts.users.scope import beyond, reach_of
from app.core.db.base import db
from app.core.security.abilities import can
from app.notifications import tell


def can_read(owner: User, subject: str = "Dashboard") -> bool:
    """Whether an owner may sign in and read reports of a subject."""
    return owner.status == "active" and can(abilities_of(owner), "read", subject)


def tell_failure(owner: User, kind: str, link: str, what: str) -> None:
    """Notify an owner of a failure; where they cannot read why, all who may change their access."""
    if can_read(owner):
        tell(owner.id, kind, link, what=what)
        return
    people = select(User).where(User.deleted_at.is_(None), User.status == "active", may_have("update", "User"))
    for user in db.session.scalars(people).all():
        if can(abilities_of(user), "update", "User") and not beyond(owner.scope, user.scope, reach_of(user.scope)):
            tell(user.id, kind, f"/admin/users/{owner.number}?tab=owned", what=what)
