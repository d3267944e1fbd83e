"""Rules of the user list: who is listed, who may be changed by whom, and what deleting means.

Rights never rise here. A role is given only by someone who has all its rights, nobody changes their own role,
state or address, and who is added has no password: they sign in once they are invited.
"""

from collections.abc import Iterable
from typing import Any

from flask import has_request_context
from sqlalchemy import ColumnElement, Select, func, or_, select, true
from sqlalchemy.exc import IntegrityError

from app.accounts.auth import address_notice
from app.accounts.auth import service as accounts
from app.accounts.people.models import Invitation
from app.accounts.users.models import User, email_key, state_now, username_key
from app.accounts.users.rights import abilities_of
from app.accounts.users.scope import beyond, people_within, resolve_scope
from app.accounts.users.service import add_user, delete_user, restore_user
from app.accounts.workspaces.models import Workspace
from app.audit.service import people_in_reach
from app.core.clock import now
from app.core.db.base import db, fetch, flush_or
from app.core.errors import BeyondSchema, Conflict, Forbidden, Invalid
from app.core.http.csv_lines import lines
from app.core.http.listing import nulls_last
from app.core.security.abilities import BY_ROLE, Ability, can
from app.core.security.visitor import visitor

ROLES = ("admin", "author", "editor", "maintainer", "subscriber")
PLANS = ("basic", "team", "company", "enterprise")
STATUS = ("active", "inactive", "pending")
STATES = (*STATUS, "suspended", "locked", "deactivated", "deleted")
"""What a list can be narrowed to: the specified words, the states behind `inactive`, and those deleted."""
GIVEN_ROLES = (*ROLES, "client", "none")
"""Roles that can be given; the list of users knows the first five, and shows the others as subscribers."""
_STATES_OF = {"active": ("active",), "pending": ("invited",), "inactive": ("suspended", "locked", "deactivated")}
MOST = 1_000
"""As many as one page of the specified list may have."""
FILE_ROWS = 10_000
COLUMNS = ("number", "full_name", "username", "email", "role", "current_plan", "status", "company", "country",
           "contact", "billing")  # fmt: skip
_ORDER: dict[str, Any] = {
    "number": None, "name": User.name_key, "email": User.email, "role": User.role, "plan": User.current_plan,
    "status": User.status, "company": User.company, "seen": User.last_seen_at,
}  # fmt: skip
SORTS = tuple(f"{sign}{name}" for name in _ORDER for sign in ("", "-"))
_SPECIFIED: dict[str, Any] = {
    "id": User.number, "fullName": User.name_key, "username": User.username, "email": User.email, "role": User.role,
    "company": User.company, "country": User.country, "contact": User.contact, "currentPlan": User.current_plan,
    "status": User.status, "billing": User.billing,
}  # fmt: skip
SPECIFIED_SORTS = tuple(_SPECIFIED)
_OWN = {
    "role": BeyondSchema("You cannot change your own role."),
    "status": BeyondSchema("You cannot change your own status."),
    "email": BeyondSchema("Change your own email in your account settings."),
}


# ---- reading ------------------------------------------------------------------------------------------


def list_users(q: str = "", role: str = "", plan: str = "", status: str = "", *, emails: bool = False) -> Select[User]:
    """The people that fit, of those whom the reader may see; words are looked for in names, and in addresses too."""
    conditions = [_is(User.role, role), _is(User.current_plan, plan), is_visible()]
    if status == "deleted":
        return select(User).where(User.deleted_at.is_not(None), _says(q, emails), *conditions)
    return select(User).where(User.deleted_at.is_(None), _says(q, emails), _has_state(status), *conditions)


def is_visible() -> ColumnElement[bool]:
    """Whether a person is one whom the present reader may know of: they see no more than the reader does."""
    reader = visitor().user if has_request_context() else None
    return true() if reader is None else people_within(reader)


@people_in_reach.provide
def _select_visible_ids() -> Select[Any] | None:
    reader = visitor().user if has_request_context() else None
    return None if reader is None or not reader.scope else select(User.id).where(people_within(reader))


def _has_state(status: str) -> ColumnElement[bool]:
    """Whether a person is in the states that a word for them represents."""
    return state_now().in_(_STATES_OF.get(status, (status,))) if status else true()


def listed_role(role: str) -> str:
    """The role that the list of users shows for a role."""
    return role if role in ROLES else "subscriber"


def _is(column: Any, value: str) -> ColumnElement[bool]:
    """Whether a column has a value, where one is asked for."""
    return column == value if value else true()


def _says(q: str, emails: bool) -> ColumnElement[bool]:
    """Whether a person's names contain a text, whatever its case."""
    words = q.strip()
    if not words:
        return true()
    places = [User.name_key.contains(words.casefold(), autoescape=True)]
    places += [column.icontains(words, autoescape=True) for column in (User.username, User.email)[: 1 + emails]]
    return or_(*places)


def order_of(sort: str) -> tuple[Any, bool]:
    """The column that an order goes by, none for that of their numbers, and whether downwards."""
    return _ORDER[sort.removeprefix("-")], sort.startswith("-")


def first_users(sort: str, query: Select[User]) -> list[User]:
    """As many as a file holds of the people a query finds, in an order."""
    column, descending = order_of(sort)
    order = [] if column is None else [nulls_last(column, descending)]
    order.append(User.id.desc() if descending else User.id.asc())
    return list(db.session.scalars(query.order_by(*order).limit(FILE_ROWS)))


def all_users() -> list[User]:
    """Everybody, newest first."""
    return list(db.session.scalars(list_users().order_by(User.number.desc())))


def specified_page(args: dict[str, Any]) -> dict[str, Any]:
    """One page of the specified list, and how many there are."""
    query = list_users(args["q"], args["role"], args["currentPlan"], args["status"])
    column = _SPECIFIED[args["sortColumn"] or "id"]
    downwards = args["sort"] == "desc" or (not args["sort"] and not args["sortColumn"])
    order = [column.desc() if downwards else column.asc(), User.number.desc()]
    skipped = (args["page"] - 1) * args["perPage"]
    users = list(db.session.scalars(query.order_by(*order).limit(args["perPage"]).offset(skipped)))
    return {"users": users, "total": total(query)}


def total(query: Select[User]) -> int:
    """How many people a query finds, counted without reading them."""
    return db.session.scalar(query.with_only_columns(func.count(User.id)).order_by(None)) or 0


def counts(q: str, role: str, plan: str, status: str) -> dict[str, dict[str, int]]:
    """How many people each choice of a filter would list, under the other filters; one look at the table."""
    rows = select(User.role, User.current_plan, state_now().label("life"), User.deleted_at.is_not(None).label("gone"))
    each = rows.where(_says(q, emails=True), is_visible()).subquery()
    query = select(*each.c, func.count()).group_by(*each.c)
    result = {"roles": dict.fromkeys(ROLES, 0), "plans": dict.fromkeys(PLANS, 0), "states": dict.fromkeys(STATES, 0)}
    result["all"] = dict.fromkeys(("roles", "plans", "states"), 0)
    for row in db.session.execute(query):
        its_role, its_plan, life, deleted, number = tuple(row)
        words = ["deleted"] if deleted else [word for word in STATES if life in _STATES_OF.get(word, (word,))]
        fits = {"roles": role in ("", its_role), "plans": plan in ("", its_plan),
                "states": status in words or (not status and not deleted)}  # fmt: skip
        for kind, values in (("roles", [its_role]), ("plans", [its_plan]), ("states", words)):
            if not all(fit for other, fit in fits.items() if other != kind):
                continue
            # Without a state the list has everybody but those deleted.
            result["all"][kind] += number if kind != "states" or not deleted else 0
            for value in values:
                if value in result[kind]:
                    result[kind][value] += number
    return result


def get_user(user_id: int) -> User:
    """A person by their id or, since pages are addressed by it, their number; deleted or not. Or NotFound."""
    return _get_user(or_(User.id == user_id, User.number == user_id))


def numbered_user(number: int) -> User:
    """A person by the number that the specified calls know them by, unless they are deleted. Or NotFound."""
    return _get_user((User.number == number) & User.deleted_at.is_(None))


def _get_user(condition: ColumnElement[bool]) -> User:
    return fetch(select(User).where(condition, is_visible()), "This user does not exist.")


def as_file(users: Iterable[User]) -> str:
    """People as CSV that no spreadsheet takes for formulas."""
    return "".join(lines(COLUMNS, ([getattr(user, name) for name in COLUMNS] for user in users)))


# ---- writing ------------------------------------------------------------------------------------------


class Writer:
    """Someone who changes the list, and what they may do."""

    def __init__(self, user: User, ability: list[Ability]) -> None:
        self.user = user
        self.ability = ability

    def check_role(self, role: str) -> None:
        """Refuse to give or to touch a role with rights that the writer has not."""
        self.check_abilities(BY_ROLE[role], f"You need the role {role} to do this.")

    def check_abilities(self, abilities: list[Ability], refusal: str) -> None:
        """Refuse what takes more rights than the writer has."""
        if not all(can(self.ability, rule["action"], rule["subject"]) for rule in abilities):
            raise Forbidden(refusal, code="role_too_high")

    def check_reach(self, user: User) -> None:
        """Refuse to touch someone who may do, or see, what the writer may not."""
        self.check_abilities(abilities_of(user), f"You need the rights of {user.full_name} to do this.")
        if beyond(user.scope, self.user.scope):
            raise Forbidden("You don't have access to all the data of this user.", code="out_of_scope")


def add(writer: Writer, values: dict[str, Any]) -> User:
    """A new person without a password, who sees no more than who adds them."""
    account_values = {"role": "subscriber", "status": "pending", "scope": dict(writer.user.scope or {})} | values
    writer.check_role(account_values["role"])
    _refuse_conflicts(account_values["email"], account_values["username"])
    auth_role = account_values["role"]
    try:
        return add_user(auth_role=auth_role, **account_values | {"role": listed_role(auth_role)})
    except IntegrityError:
        db.session.rollback()
        raise _conflict() from None


def change(writer: Writer, user: User, values: dict[str, Any]) -> None:
    """Give a person other values; keys that are not given stay as they are."""
    if user.deleted_at is not None:
        raise Conflict("This user is deleted. Restore them first.", code="invalid_transition")
    changes = {name: value for name, value in values.items() if getattr(user, name) != value}
    writer.check_reach(user)
    if user.id == writer.user.id and (own := {name: [_OWN[name]] for name in changes if name in _OWN}):
        raise Invalid(own)
    _rename(user, changes)
    role, status = changes.get("role"), changes.get("status")
    if role is not None:
        writer.check_role(role)
        refuse_last(user)
        user.auth_role = role
    if status is not None and status != "active":
        refuse_last(user)
        accounts.revoke_sessions(user)
    if status is not None:
        _check_status(user, status)
    for name, value in changes.items():
        setattr(user, name, value)
    flush_or(_conflict())


def remove(writer: Writer, user: User) -> None:
    """Delete a person; they can be restored. Nobody deletes themselves, or the last who can let others in."""
    if user.deleted_at is not None:
        raise Conflict("This user is already deleted.", code="invalid_transition")
    if user.id == writer.user.id:
        raise Conflict("You cannot delete your own account. Ask another admin.", code="oneself")
    writer.check_reach(user)
    refuse_last(user)
    accounts.revoke_sessions(user)
    delete_user(user)


def restore(writer: Writer, user: User) -> None:
    """Bring a deleted person back as they were; Conflict when someone has their names by now."""
    if user.deleted_at is None:
        raise Conflict("This user is not deleted.", code="invalid_transition")
    writer.check_reach(user)
    _refuse_conflicts(user.email, user.username)
    restore_user(user)


def _rename(user: User, changes: dict[str, Any]) -> None:
    """Follow another address or username with what they are found by."""
    email, username = changes.get("email", user.email), changes.get("username", user.username)
    has_new_email, has_new_username = email_key(email) != user.email_key, username_key(username) != user.username_key
    _refuse_conflicts(email if has_new_email else "", username if has_new_username else "")
    user.email_key, user.username_key = email_key(email), username_key(username)
    if has_new_email:
        _end_links(user)
        if user.state != "invited":
            address_notice.announce(user, user.email)


def _end_links(user: User) -> None:
    """End links that were mailed to a person's former address, which may be that of a stranger."""
    accounts.end_links(user)
    still_open = (Invitation.user_id == user.id, Invitation.used_at.is_(None), Invitation.revoked_at.is_(None))
    for invitation in db.session.scalars(select(Invitation).where(*still_open)):
        invitation.revoked_at = now()


def _refuse_conflicts(email: str, username: str) -> None:
    """Refuse an address or a username that someone has, whatever the case; empty is not looked for."""
    if conflicts := accounts.find_conflicts(email, username):
        raise Conflict(
            " ".join(conflicts.values()), code="taken", errors={name: [message] for name, message in conflicts.items()}
        )


def _conflict() -> Conflict:
    """What the later of two at once gets to know."""
    return Conflict("This email or username is already in use.", code="taken")


def _check_status(user: User, status: str) -> None:
    """Refuse a status that no call of `states` would give to someone who can sign in, or who is out for good."""
    allowed = {"active": "suspended", "inactive": "active"}
    if (user.password_hash is not None and allowed.get(status) != user.state) or user.state == "deactivated":
        raise Conflict(f"This user is {user.state}, so this is not possible.", code="invalid_transition")


def refuse_last(user: User) -> None:
    """Refuse to lose the last administrator who can sign in; one of a part cannot replace one of the whole."""
    if user.auth_role != "admin":
        return
    # One at a time in a workspace, or of two who take each other's rights neither would see the other's going.
    place = select(Workspace.id).where(Workspace.id == user.workspace_id)
    db.session.execute(place.with_for_update(key_share=True))
    others = select(User.scope).where(
        User.auth_role == "admin", User.id != user.id, User.status == "active", User.deleted_at.is_(None),
        User.password_hash.is_not(None),
    )  # fmt: skip
    is_whole = resolve_scope(user.scope).is_open
    if not any(resolve_scope(scope).is_open or not is_whole for scope in db.session.scalars(others)):
        raise Conflict("This is the last admin. Make someone else an admin first.", code="last_admin")
