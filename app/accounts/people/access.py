"""Rules of access: who may give what to whom, and why someone may do something or not."""

from dataclasses import dataclass
from typing import Any

from app.accounts.auth.notices import tell
from app.accounts.people.parts import check_parts
from app.accounts.people.service import Writer, listed_role, refuse_last
from app.accounts.people.subjects import find_visible_name, loadable
from app.accounts.users.models import User
from app.accounts.users.rights import extras_of
from app.accounts.users.scope import StoredScope, beyond, normal, scope_of
from app.core.db.base import db
from app.core.db.tenancy import Scope
from app.core.errors import BeyondSchema, Conflict, Forbidden, Invalid, NotFound
from app.core.security.abilities import ANONYMOUS, BY_ROLE, Ability, can

MOST_EXTRAS = 40


@dataclass(slots=True)
class Access:
    """What a person may do, and where."""

    role: str
    abilities: list[Ability]
    scope: StoredScope
    revision: int


def access_of(user: User) -> Access:
    """Return a person's access as it is stored; kinds that are not limited are null."""
    scope = {kind: None for kind in ("clients", "parents", "cities", "outlets", "bots")} | normal(user.scope)
    return Access(user.auth_role, extras_of(user), scope, user.revision)


def give(writer: Writer, user: User, values: dict[str, Any]) -> None:
    """Give a person a role, abilities beyond it and a scope; never more than the giver has, and never to yourself."""
    if user.id == writer.user.id:
        raise Forbidden("You cannot change your own access. Ask another admin.", code="own_access")
    if user.deleted_at is not None or user.state == "deactivated":
        raise Conflict("This user is deleted or deactivated.", code="invalid_transition")
    writer.check_reach(user)
    role, scope = values["role"], normal(values["scope"])
    extras = [{"action": action, "subject": subject} for action, subject in sorted(_pairs(values["abilities"]))]
    check_gift(writer, role, values["abilities"], scope)
    if role != user.auth_role or scope:
        refuse_last(user)
    now = {"auth_role": role, "role": listed_role(role), "extra_abilities": extras, "scope": scope}
    if user.auth_role == role:
        del now["role"]  # The list may show another role than the one they have.
    changed = {name: value for name, value in now.items() if getattr(user, name) != value}
    for name, value in changed.items():
        setattr(user, name, value)
    db.session.flush()
    if changed and user.password_hash is not None:
        tell(user.id, "access", "/access-control", what=writer.user.full_name)


def _pairs(abilities: list[Ability]) -> set[tuple[str, str]]:
    """Abilities as pairs, each once."""
    return {(ability["action"], ability["subject"]) for ability in abilities}


def check_gift(writer: Writer, role: str, abilities: list[Ability], scope: StoredScope) -> None:
    """Refuse to give a role, abilities or a scope beyond the giver's own, or parts that are not there."""
    writer.check_role(role)
    writer.check_abilities(abilities, "You can only give permissions that you have yourself.")
    if too_far := beyond(scope, writer.user.scope):
        errors = {f"scope.{kind}": ["This is beyond what you have access to yourself."] for kind in too_far}
        raise Forbidden("You can only give access to data that you have access to yourself.", code="out_of_scope",
                      errors=errors)  # fmt: skip
    check_parts(scope)


# ---- why ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason for or against: a code with what its sentence names."""

    code: str
    allows: bool
    role: str | None = None
    action: str | None = None
    subject: str | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a person may do something, and the reasons."""

    allowed: bool
    because: list[Reason]


def explain(user: User, action: str, subject: str, thing_id: int | None) -> Verdict:
    """Return whether a person may do something to a subject, or to one thing of it, and why.

    The answer on one thing comes from the same query and the same filter by which they would read it themselves.
    """
    reasons = _about_state(user)
    question = {"action": action, "subject": subject}
    if can(BY_ROLE.get(user.auth_role, ANONYMOUS), action, subject):
        reasons.append(Reason("by_role", True, role=user.auth_role, **question))
    elif can(extras_of(user), action, subject):
        reasons.append(Reason("by_extra", True, **question))
    else:
        reasons.append(Reason("no_rule", False, role=user.auth_role, **question))
    if thing_id is not None:
        reasons += _about_thing(user, subject, thing_id)
    return Verdict(all(reason.allows for reason in reasons), reasons)


def _about_state(user: User) -> list[Reason]:
    """Why a person can do nothing at all, if so."""
    if user.deleted_at is not None:
        return [Reason("deleted", False)]
    return [] if user.state in ("active", "locked") else [Reason(user.state, False)]


def _about_thing(user: User, subject: str, thing_id: int) -> list[Reason]:
    """Whether one thing lies within a person's scope, dimension by dimension; NotFound when the reader sees it not."""
    if subject not in loadable():
        raise Invalid({"subject": [BeyondSchema(f"Single items can be checked for: {', '.join(loadable())}.")]})
    place, scope = user.workspace_id, scope_of(user)
    name = find_visible_name(subject, thing_id, place)
    if name is None:
        raise NotFound
    if scope == Scope():
        return [Reason("sees_all", True, name=name)]
    alone = {"clients": Scope(clients=scope.clients), "outlets": Scope(outlets=scope.outlets),
             "bots": Scope(bots=scope.bots), "measured": Scope(measured=scope.measured)}  # fmt: skip
    limited = {kind: scope_ids for kind, scope_ids in alone.items() if getattr(scope, kind) is not None}
    visible = {
        kind: find_visible_name(subject, thing_id, place, scope_ids) is not None for kind, scope_ids in limited.items()
    }
    return [
        Reason(f"{'inside' if inside else 'outside'}_{kind}", inside, name=name) for kind, inside in visible.items()
    ]
