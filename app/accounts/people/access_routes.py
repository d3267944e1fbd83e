"""Calls on the state and the access of people, and on what they own."""

from dataclasses import dataclass, replace
from typing import Any

from flask import request

from app.accounts.auth import service as accounts
from app.accounts.auth.models import AuthSession
from app.accounts.people import access, importing, schemas, service, states, viewing
from app.accounts.people.owned import find_owned
from app.accounts.people.parts import parts_of
from app.accounts.people.routes import PEOPLE, ListedPerson, with_scope, with_words, writer
from app.accounts.users.models import User
from app.audit.recording import forgo_operation
from app.core.clock import now
from app.core.db.base import db, hold
from app.core.errors import field_error
from app.core.http.api import Blueprint
from app.core.http.csv_files import MOST_BYTES
from app.core.http.csv_schemas import CsvFiles, CsvImportArgs, CsvImportSchema
from app.core.http.etags import match_revision, with_etag
from app.core.http.listing import Page, paginate
from app.core.http.resources import Reply
from app.core.http.schemas import ListArgs
from app.core.security.operations import LARGEST_UPLOAD, SIGNED_IN, Answer, Operation, RowOperations, needs, transition
from app.core.security.visitor import visitor

blp = Blueprint("access", __name__, url_prefix="/api/v1/people", description="Status and access of people.")
USER_CALLS = RowOperations("User", "user", schemas.MemberSchema)


@dataclass(frozen=True, slots=True)
class Undoable(ListedPerson):
    """A person who was deactivated, with what undoes it."""

    undo: str


# ---- state --------------------------------------------------------------------------------------------


@blp.post("/<int:user_id>/suspend", USER_CALLS.transition("suspend", body=schemas.ReasonSchema))
def suspend(args: dict[str, Any], user_id: int) -> Reply:
    """Suspend an active person and end their sessions."""
    return PEOPLE.move(user_id, lambda user: states.suspend(writer(), user, args["reason"]))


@blp.post("/<int:user_id>/reactivate", USER_CALLS.transition("reactivate", body=schemas.ReasonSchema))
def reactivate(args: dict[str, Any], user_id: int) -> Reply:
    """Reactivate a suspended person."""
    return PEOPLE.move(user_id, lambda user: states.reactivate(writer(), user, args["reason"]))


@blp.post("/<int:user_id>/unlock", USER_CALLS.transition("unlock", body=schemas.ReasonSchema))
def unlock(args: dict[str, Any], user_id: int) -> Reply:
    """Unlock an account that was locked after wrong passwords."""
    return PEOPLE.move(user_id, lambda user: states.unlock(writer(), user, args["reason"]))


@blp.post("/<int:user_id>/reset-factor", USER_CALLS.transition("reset_factor", body=schemas.ReasonSchema))
def reset_factor(args: dict[str, Any], user_id: int) -> Reply:
    """Turn off the second factor of a person whose device is lost, end their sessions and mail them."""
    return PEOPLE.move(user_id, lambda user: states.reset_factor(writer(), user, args["reason"]))


@blp.post(
    "/<int:user_id>/deactivate",
    transition(
        needs("delete", "User"), "user:deactivate", body=schemas.DeactivationSchema, answer=schemas.DeactivatedSchema
    ),
)
def deactivate(args: dict[str, Any], user_id: int) -> tuple[Undoable, dict[str, str]]:
    """Deactivate a person and give what they own to a successor; it can be undone for ten minutes."""
    user = _lock_user(user_id)
    undo = states.deactivate(writer(), user, _successor(args["successor"]), args["reason"])
    db.session.commit()
    return with_etag(Undoable(user, with_scope(user).sees, None, undo))


@blp.post(
    "/<int:user_id>/reinstate",
    transition(
        needs("delete", "User"), "user:reinstate", body=schemas.ReinstatementSchema, answer=schemas.MemberSchema
    ),
)
def reinstate(args: dict[str, Any], user_id: int) -> Reply:
    """Reinstate a deactivated person, suspended; with the token of the deactivation as before."""
    return PEOPLE.move(user_id, lambda user: states.reinstate(writer(), user, args["undo"], args["reason"]))


@blp.get(
    "/<int:user_id>/successors", Operation(needs("update", "User"), query=ListArgs, answer=schemas.PeoplePageSchema)
)
def list_successors(args: dict[str, Any], user_id: int) -> Page:
    """List active people who can take over what a person owns."""
    user = service.get_user(user_id)
    writer().check_reach(user)
    query = service.list_users(args["q"]).where(states.can_take_over(user))
    page = paginate(query, args, key=User.id, sort=User.name_key, descending=False)
    return replace(page, items=with_words(page.items))


@blp.get("/<int:user_id>/owned", Operation(needs("update", "User"), answer=schemas.OwnedSchema))
def list_owned(user_id: int) -> dict[str, Any]:
    """List what a person owns that others depend on."""
    user = service.get_user(user_id)
    writer().check_reach(user)
    kinds = find_owned(user)
    return {"total": sum(kind.count for kind in kinds), "kinds": kinds}


# ---- access -------------------------------------------------------------------------------------------


@blp.get("/parts", Operation(needs("create", "User"), answer=schemas.PartsSchema))
def list_parts() -> dict[str, Any]:
    """List clients, dealer groups, cities, outlets and bots that a scope can have."""
    return {"parts": parts_of()}


@blp.get("/<int:user_id>/access", Operation(needs("read", "User"), revisioned=True, answer=schemas.AccessSchema))
def get_access(user_id: int) -> tuple[access.Access, dict[str, str]]:
    """Retrieve a person's role, permissions and scope."""
    return with_etag(access.access_of(service.get_user(user_id)))


@blp.put(
    "/<int:user_id>/access",
    Operation(
        needs("update", "User"),
        audit="user:access",
        revisioned=True,
        body=schemas.AccessChangeSchema,
        answer=schemas.AccessSchema,
    ),
)
def set_access(args: dict[str, Any], user_id: int) -> tuple[access.Access, dict[str, str]]:
    """Replace a person's role, permissions and scope, in force with their next request."""
    user = match_revision(service.get_user(user_id), schemas.AccessSchema, access.access_of)
    access.give(writer(), user, args)
    db.session.commit()
    return with_etag(access.access_of(user))


@blp.get(
    "/<int:user_id>/access/explain",
    Operation(needs("read", "User"), query=schemas.ExplainArgs, answer=schemas.ExplanationSchema),
)
def explain_access(args: dict[str, Any], user_id: int) -> access.Verdict:
    """Explain whether a person may do something, and why."""
    return access.explain(service.get_user(user_id), args["action"], args["subject"], args["id"])


# ---- sessions -----------------------------------------------------------------------------------------


@blp.get(
    "/<int:user_id>/sessions",
    Operation(needs("update", "User"), query=ListArgs, answer=schemas.PersonSessionPageSchema),
)
def list_sessions(args: dict[str, Any], user_id: int) -> Page:
    """List a person's sessions, newest first."""
    user = service.get_user(user_id)
    writer().check_reach(user)
    return paginate(accounts.open_sessions(user), args, key=AuthSession.id)


@blp.post("/<int:user_id>/sessions/end", Operation(needs("update", "User"), audit="user:end_sessions", status=204))
def end_sessions(user_id: int) -> None:
    """End all sessions of a person."""
    user = _lock_user(user_id)
    writer().check_reach(user)
    accounts.revoke_sessions(user)
    db.session.commit()


@blp.post(
    "/<int:user_id>/sessions/<int:session_id>/end",
    Operation(needs("update", "User"), audit="user:end_session", status=204),
)
def end_session(user_id: int, session_id: int) -> None:
    """End one session of a person."""
    user = service.get_user(user_id)
    writer().check_reach(user)
    accounts.get_session(user, session_id).revoked_at = now()
    db.session.commit()


def _lock_user(user_id: int) -> Any:
    """A person, locked against other writers."""
    user = service.get_user(user_id)
    hold(user)
    return user


def _successor(user_id: int | None) -> Any:
    """Who takes over; Invalid when there is no such person."""
    if user_id is None:
        return None
    with field_error("successor"):
        return service.get_user(user_id)


# ---- a file of people ---------------------------------------------------------------------------------


@blp.post(
    "/import",
    Operation(
        needs("create", "User"),
        audit="user:import",
        largest=LARGEST_UPLOAD,
        files=CsvFiles,
        form=schemas.PeopleImportForm,
        query=CsvImportArgs,
        answer=CsvImportSchema,
        status=201,
        answers=(Answer(schema=CsvImportSchema, description="The file was only checked"),),
        renders_answer=True,
    ),
)
def import_people(
    files: dict[str, Any], form: dict[str, Any], args: dict[str, Any]
) -> tuple[importing.FileContents, int]:
    """Invite the people of a CSV file, all or none; with `dry` the file is only checked."""
    stream = files["file"].stream if "file" in files else request.stream
    people = importing.read(writer(), stream.read(MOST_BYTES + 1))
    if form["dry"] or args["dry"]:
        forgo_operation()
        db.session.rollback()
        return people, 200
    importing.invite_all(writer(), people)
    db.session.commit()
    return people, 201


# ---- viewing as someone else -------------------------------------------------------------------------


@blp.post(
    "/<int:user_id>/view-as",
    Operation(
        needs("manage", "all"), audit="user:view_as", by_service=True, answer=schemas.ViewSchema, problems=(409,)
    ),
)
def view_as(user_id: int) -> dict[str, Any]:
    """View the application as a person for 15 minutes, without changing anything."""
    user, session = service.get_user(user_id), _session()
    viewing.begin(writer(), user, session)
    db.session.commit()
    return {"user": user, "until": session.viewing_until, "next": "/"}


@blp.post(
    "/view-as/end",
    Operation(SIGNED_IN, audit="user:view_as_end", by_service=True, answer=schemas.ViewEndSchema, ends_viewing=True),
)
def end_view() -> dict[str, str]:
    """End viewing as another person."""
    user = visitor().user if visitor().viewer is not None else None
    viewing.end(_session())
    db.session.commit()
    return {"next": f"/admin/users/{user.number}" if user is not None else "/"}


def _session() -> AuthSession:
    """The session this call is made in."""
    session = visitor().session
    assert session is not None  # noqa: S101 - every call here is a signed-in person's
    return session
