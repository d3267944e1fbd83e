"""Contacts' names as a reader may see them: whole with the right to reveal personal data, otherwise as initials."""

from app.accounts.users.models import User
from app.accounts.users.rights import abilities_of
from app.core.security import abilities
from app.core.security.visitor import can


def may_see_names() -> bool:
    """Whether the present visitor sees contacts' names whole."""
    return can("reveal", "Pii")


def sees_names(user: User) -> bool:
    """Whether a person sees contacts' names whole, for work done on their behalf."""
    return abilities.can(abilities_of(user), "reveal", "Pii")


def mask_name(name: str) -> str:
    """A name as its initials."""
    return " ".join(f"{part[0]}." for part in name.split())
