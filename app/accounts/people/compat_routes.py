"""The specified calls of the user list."""

from typing import Any

from app.accounts.people import access_routes, invitation_routes, service
from app.accounts.people.routes import writer
from app.accounts.people.schemas import (
    ListedUserSchema,
    NewUserSchema,
    UserAnswerSchema,
    UserArgs,
    UserListDataArgs,
    UserListDataSchema,
)
from app.accounts.users.models import User
from app.core.db.base import db
from app.core.http.api import SpecifiedBlueprint
from app.core.security.operations import Operation, needs

blp = SpecifiedBlueprint("users", __name__, description="Users.")


@blp.get("/api/users/list/all-data", Operation(needs("read", "User"), answer=ListedUserSchema(many=True)))
def all_data() -> list[User]:
    """List all users, newest first."""
    return service.all_users()


@blp.get("/api/users/list/data", Operation(needs("read", "User"), query=UserListDataArgs, answer=UserListDataSchema))
def list_data(args: dict[str, Any]) -> dict[str, Any]:
    """List users, one page at a time, newest first by default."""
    return service.specified_page(args)


@blp.get("/api/users/user", Operation(needs("read", "User"), query=UserArgs, answer=UserAnswerSchema))
def get_user(args: dict[str, Any]) -> dict[str, User]:
    """Retrieve a user."""
    return {"user": service.numbered_user(args["id"])}


@blp.post(
    "/apps/users/add-user",
    Operation(needs("create", "User"), audit="user:create", body=NewUserSchema, answer=UserAnswerSchema, status=201),
)
def add_user(args: dict[str, Any]) -> dict[str, User]:
    """Create a user with the next id, who cannot sign in until they are invited."""
    user = service.add(writer(), args)
    db.session.commit()
    return {"user": user}


@blp.delete(
    "/apps/users/delete",
    Operation(needs("delete", "User"), audit="user:delete", query=UserArgs, answer=UserAnswerSchema),
)
def delete_user(args: dict[str, Any]) -> dict[str, User]:
    """Delete a user and end their sessions; neither yourself nor the last administrator."""
    user = service.numbered_user(args["id"])
    service.remove(writer(), user)
    db.session.commit()
    return {"user": user}


blueprints = (blp, invitation_routes.blp, access_routes.blp)
