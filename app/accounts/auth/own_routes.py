"""Calls about one's own account: second factor, password, sessions; and what the workspace asks of everybody."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from flask import request

from app.accounts.auth import factor_notice, factors, schemas, service
from app.accounts.auth.models import AuthSession
from app.accounts.auth.passwords import NONE as NO_PASSWORD
from app.accounts.workspaces.models import Workspace
from app.core.db.base import db
from app.core.errors import Conflict
from app.core.http.api import Blueprint
from app.core.http.etags import match_revision_in, with_etag
from app.core.http.listing import Page, paginate
from app.core.http.schemas import ListArgs
from app.core.security.cookies import DEVICE, cookie_name
from app.core.security.operations import SIGNED_IN, Operation, needs
from app.core.security.visitor import require_user, visitor

own = Blueprint("own", __name__, url_prefix="/api/v1", description="The signed-in account.")
NO_STORE = {"Cache-Control": "no-store"}
Secret = tuple[dict[str, Any], int, dict[str, str]]


def device() -> service.Device:
    """Where the request comes from."""
    mark = request.cookies.get(cookie_name(DEVICE), "")[:1000]
    return service.Device(request.remote_addr or "", request.user_agent.string, mark)


def _workspace() -> Workspace:
    """The workspace one is in."""
    workspace = visitor().workspace
    assert workspace is not None  # noqa: S101 - every call here is a signed-in person's
    return workspace


def _session() -> AuthSession:
    """The session this call is made in."""
    session = visitor().session
    assert session is not None  # noqa: S101 - every call here is a signed-in person's
    return session


@own.get("/me/second-factor", Operation(SIGNED_IN, answer=schemas.SecondFactorSchema, enrolling=True))
def get_second_factor() -> Secret:
    """Retrieve your second factor; one in set-up has what the device needs."""
    user, workspace = require_user(), _workspace()
    # A seed is its owner's alone.
    enrolment = factors.enrolment(user) if visitor().viewer is None else None
    body = {
        "since": user.second_factor_at,
        "codes_left": factors.count_codes(user),
        "required": workspace.asks_for_factor,
        "required_from": workspace.second_factor_from if workspace.second_factor_required else None,
        "has_password": user.password_hash != NO_PASSWORD,
        "enrolment": factors.card(enrolment, user) if enrolment else None,
    }
    return body, 200, NO_STORE


@own.post(
    "/me/second-factor",
    Operation(
        SIGNED_IN,
        audit="factor:begin",
        body=schemas.FactorArgs,
        answer=schemas.EnrolmentSchema,
        status=201,
        problems=(409,),
        enrolling=True,
    ),
)
def begin_second_factor(args: dict[str, Any]) -> Secret:
    """Start setting up a second factor; it counts once confirmed by a code.

    Who signs in by single sign-on and has no password has done so in the last 10 minutes.
    """
    user = require_user()
    body = factors.card(factors.begin(user, args["password"], device(), _session()), user)
    db.session.commit()
    return body, 201, NO_STORE


@own.post(
    "/me/second-factor/confirmation",
    Operation(
        SIGNED_IN,
        audit="factor:confirm",
        body=schemas.OwnCodeArgs,
        answer=schemas.RecoveryCodesSchema,
        problems=(409,),
        renders_answer=True,
        enrolling=True,
    ),
)
def confirm_second_factor(args: dict[str, Any]) -> Secret:
    """Confirm the second factor by a code; the answer has the recovery codes, and your other sessions end."""
    user = require_user()
    codes = factors.confirm(user, args["code"], device())
    service.close_all_sessions(user, but=_session().id)
    db.session.commit()
    return {"codes": codes}, 200, NO_STORE


@own.post(
    "/me/second-factor/codes",
    Operation(
        SIGNED_IN,
        audit="factor:renew_codes",
        body=schemas.OwnCodeArgs,
        answer=schemas.RecoveryCodesSchema,
        problems=(409,),
        renders_answer=True,
    ),
)
def renew_recovery_codes(args: dict[str, Any]) -> Secret:
    """Create new recovery codes in place of the old ones."""
    codes = factors.renew_codes(require_user(), args["code"], device())
    db.session.commit()
    return {"codes": codes}, 200, NO_STORE


@own.post(
    "/me/second-factor/removal",
    Operation(SIGNED_IN, audit="factor:remove", body=schemas.RemovalArgs, status=204, problems=(409,)),
)
def remove_second_factor(args: dict[str, Any]) -> None:
    """Remove your second factor by password and code."""
    factors.remove(require_user(), args["password"], args["code"], device(), _session())
    db.session.commit()


@own.post("/me/password", Operation(SIGNED_IN, audit="user:change_password", body=schemas.NewPasswordArgs, status=204))
def change_password(args: dict[str, Any]) -> None:
    """Change your password; all your other sessions end."""
    service.change_password(require_user(), args["password"], args["new_password"], _session(), device())
    db.session.commit()


@own.get("/me/sessions", Operation(SIGNED_IN, query=ListArgs, answer=schemas.AuthSessionPageSchema))
def list_sessions(args: dict[str, Any]) -> Page:
    """List your sessions, newest first."""
    present = _session().id
    page = paginate(service.open_sessions(require_user()), args, key=AuthSession.id)
    for row in page.items:
        row.current = row.id == present
    return page


@own.post("/me/sessions/<int:session_id>/end", Operation(SIGNED_IN, audit="session:end", by_service=True, status=204))
def end_session(session_id: int) -> None:
    """End one of your sessions; its tokens become invalid at once."""
    service.end_session(require_user(), session_id)
    db.session.commit()


@dataclass(slots=True)
class Policy:
    """What a workspace asks: a switch and a day, which are its revision: who saw them so has seen all there is."""

    second_factor_required: bool
    second_factor_from: date | None
    revision: int


def _policy(workspace: Workspace) -> Policy:
    """The policy of a workspace as it is now."""
    is_required, day = workspace.second_factor_required, workspace.second_factor_from
    return Policy(is_required, day, (2 if is_required else 1) + 2 * (day.toordinal() if day else 0))


@own.get("/workspace/policy", Operation(SIGNED_IN, revisioned=True, answer=schemas.PolicySchema))
def get_policy() -> tuple[Policy, dict[str, str]]:
    """Retrieve the workspace's security policy."""
    return with_etag(_policy(_workspace()))


@own.put(
    "/workspace/policy",
    Operation(
        needs("manage", "all"),
        audit="workspace:update_policy",
        revisioned=True,
        body=schemas.PolicyArgs,
        answer=schemas.PolicySchema,
        problems=(409,),
    ),
)
def set_policy(args: dict[str, Any]) -> tuple[Policy, dict[str, str]]:
    """Update whether and from which day members must have a second factor; only members who have one may."""
    workspace = _workspace()
    match_revision_in(workspace, lambda: _policy(workspace), lambda now: {"current": schemas.PolicySchema().dump(now)})
    if args["second_factor_required"] and require_user().second_factor_at is None:
        raise Conflict("Set up your own second factor first.", code="own_factor_missing")
    before = _policy(workspace).revision
    workspace.second_factor_required = args["second_factor_required"]
    workspace.second_factor_from = args["second_factor_from"] if workspace.second_factor_required else None
    if _policy(workspace).revision != before:
        factor_notice.announce(workspace)
    db.session.commit()
    return with_etag(_policy(workspace))
