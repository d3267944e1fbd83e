"""Our own calls on people, for the pages: by revisions, with counts, restoring and a file."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import Response, url_for

from app.accounts.people import invitations, service
from app.accounts.people.parts import ScopeSummary, in_words
from app.accounts.people.schemas import (
    MemberChangeSchema,
    MemberSchema,
    NewMemberSchema,
    PeopleCountsSchema,
    PeopleFileArgs,
    PeopleFilterArgs,
    PeopleListArgs,
    PeoplePageSchema,
)
from app.accounts.users.models import User
from app.core.http.api import Blueprint
from app.core.http.csv_lines import attach_csv
from app.core.http.listing import Page, paginate
from app.core.http.resources import Reply, Resource
from app.core.security.operations import Operation, RowOperations, needs
from app.core.security.visitor import current_ability, require_user

blp = Blueprint("people", __name__, url_prefix="/api/v1/people", description="People of the workspace.")
USER_CALLS = RowOperations("User", "user", MemberSchema)


@dataclass(frozen=True, slots=True)
class ListedPerson:
    """A person with what they see in words, and what became of their invitation while they have not joined."""

    user: User
    sees: list[ScopeSummary]
    invitation: str | None

    def __getattr__(self, name: str) -> Any:
        """Whatever else is asked for is the person's."""
        return getattr(self.user, name)


def with_scope(user: User) -> ListedPerson:
    """Return one person with what they see in words."""
    return with_words([user])[0]


PEOPLE = Resource(service.get_user, MemberSchema, with_scope, lambda row: url_for("people.get_person", user_id=row.id))


@blp.get("", Operation(needs("read", "User"), query=PeopleListArgs, answer=PeoplePageSchema))
def list_people(args: dict[str, Any]) -> Page:
    """List people."""
    place, sort = {name: args.pop(name) for name in ("page", "per")}, args.pop("sort")
    column, descending = service.order_of(sort)
    query = service.list_users(**args, emails=True)
    page = paginate(query, place, key=User.id, sort=column, descending=descending, total=service.total(query))
    return replace(page, items=with_words(page.items))


@blp.get("/counts", Operation(needs("read", "User"), query=PeopleFilterArgs, answer=PeopleCountsSchema))
def count_people(args: dict[str, Any]) -> dict[str, dict[str, int]]:
    """Count the people of each filter option, under the other filters."""
    return service.counts(**args)


@blp.get(
    "/file",
    Operation(needs("export", "User"), audit="user:export", query=PeopleFileArgs, content_type="text/csv"),
)
def export_people(args: dict[str, Any]) -> Response:
    """Export the first 10,000 people that match as CSV; the export is logged."""
    text = service.as_file(service.first_users(args.pop("sort"), service.list_users(**args, emails=True)))
    return attach_csv(text, "users", stored=False)


@blp.get("/<int:user_id>", USER_CALLS.read())
def get_person(user_id: int) -> Reply:
    """Retrieve a person by id or number."""
    return PEOPLE.get(user_id)


@blp.post("", USER_CALLS.create(NewMemberSchema))
def create_person(args: dict[str, Any]) -> Reply:
    """Create a person, who cannot sign in until they are invited."""
    return PEOPLE.create(service.add(writer(), args))


@blp.patch("/<int:user_id>", USER_CALLS.update(MemberChangeSchema))
def change_person(args: dict[str, Any], user_id: int) -> Reply:
    """Update a person."""
    return PEOPLE.change(user_id, lambda user: service.change(writer(), user, args))


@blp.delete("/<int:user_id>", USER_CALLS.trash())
def delete_person(user_id: int) -> Reply:
    """Delete a person and end their sessions; they can be restored."""
    return PEOPLE.change(user_id, lambda user: service.remove(writer(), user))


@blp.post("/<int:user_id>/restore", USER_CALLS.restore())
def restore_person(user_id: int) -> Reply:
    """Restore a deleted person, signed out."""
    return PEOPLE.change(user_id, lambda user: service.restore(writer(), user))


def with_words(users: Sequence[User]) -> list[ListedPerson]:
    """Return people with what they see in words."""
    words, states = in_words(users), invitations.states_of(users)
    return [ListedPerson(user, words[user.id], states.get(user.id)) for user in users]


def writer() -> service.Writer:
    """Who makes the present call, and what they may do."""
    return service.Writer(require_user(), current_ability())
