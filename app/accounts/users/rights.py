"""What a person may do: their role's abilities, and those given to them beyond it."""

from sqlalchemy import ColumnElement, String, cast

from app.accounts.users.models import User
from app.core.security.abilities import ANONYMOUS, BY_ROLE, Ability, roles_with


def abilities_of(user: User) -> list[Ability]:
    """Return everything a person may do."""
    return [*BY_ROLE.get(user.auth_role, ANONYMOUS), *extras_of(user)]


def may_have(action: str, subject: str) -> ColumnElement[bool]:
    """What cuts people to those who have an ability by their role, or may have it by what was given to them beyond."""
    return User.auth_role.in_(roles_with(action, subject)) | (cast(User.extra_abilities, String) != "[]")


def office_of(user: User) -> str:
    """Return what a person sees of what no scope has a part of: `whole` without a scope or by an ability, or `part`."""
    is_cut = any(ids is not None for ids in (user.scope or {}).values())
    subjects = {ability["subject"] for ability in extras_of(user)} & {"Office", "all"}
    return "part" if is_cut and not subjects else "whole"


def extras_of(user: User) -> list[Ability]:
    """Return what a person may do beyond their role."""
    return [
        {"action": extra_ability["action"], "subject": extra_ability["subject"]}
        for extra_ability in user.extra_abilities or []
    ]
