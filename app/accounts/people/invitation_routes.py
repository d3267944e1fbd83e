"""Calls on invitations: for administrators, and the public ones of the invited person."""

from typing import Any

from flask import current_app

from app.accounts.auth.cookies import give_cookies, give_device
from app.accounts.auth.link_shapes import LinkArgs, LinkPasswordArgs
from app.accounts.auth.own_routes import NO_STORE, device
from app.accounts.auth.service import open_session
from app.accounts.people import invitations, schemas
from app.accounts.people.models import Invitation
from app.accounts.people.routes import writer
from app.core.db.base import db
from app.core.db.tenancy import within
from app.core.http.api import Blueprint
from app.core.http.etags import match_revision, with_etag
from app.core.http.listing import Page, paginate
from app.core.security.operations import PUBLIC, Operation, needs

blp = Blueprint("invitations", __name__, url_prefix="/api/v1/invitations", description="Invitations.")
InvitationReply = tuple[dict[str, Any], int, dict[str, str]]


def _serialize_sent(row: Invitation, status: int) -> InvitationReply:
    """An invitation with its link, which no cache may store."""
    body = {"id": row.id, "user_id": row.user_id, "link": invitations.link_of(row), "expires_at": row.expires_at,
            "mailed": bool(current_app.config["SETTINGS"].smtp_url), "revision": row.revision}  # fmt: skip
    db.session.commit()
    return body, status, NO_STORE


@blp.get("", Operation(needs("create", "User"), query=schemas.InvitationListArgs, answer=schemas.InvitationPageSchema))
def list_invitations(args: dict[str, Any]) -> Page:
    """List open invitations, newest first."""
    query = invitations.list_invitations(args["user_id"])
    return paginate(query, args, key=Invitation.id)


@blp.post(
    "",
    Operation(
        needs("create", "User"),
        audit="invitation:create",
        body=schemas.InvitationArgs,
        answer=schemas.InvitationSchema,
        status=201,
        problems=(409,),
        renders_answer=True,
    ),
)
def invite(args: dict[str, Any]) -> InvitationReply:
    """Invite a person by mail; the link is in this answer only."""
    return _serialize_sent(invitations.invite(writer(), args), 201)


@blp.post(
    "/<int:invitation_id>/resend",
    Operation(
        needs("create", "User"),
        audit="invitation:resend",
        answer=schemas.InvitationSchema,
        problems=(409,),
        renders_answer=True,
    ),
)
def resend(invitation_id: int) -> InvitationReply:
    """Send a new link; the former one becomes invalid."""
    return _serialize_sent(invitations.resend(writer(), invitations.get_invitation(invitation_id)), 200)


@blp.delete(
    "/<int:invitation_id>",
    Operation(
        needs("create", "User"),
        audit="invitation:revoke",
        revisioned=True,
        answer=schemas.OpenInvitationSchema,
        problems=(409,),
    ),
)
def revoke(invitation_id: int) -> tuple[Invitation, dict[str, str]]:
    """Revoke an invitation."""
    row = match_revision(invitations.get_invitation(invitation_id), schemas.OpenInvitationSchema)
    invitations.revoke(writer(), row)
    db.session.commit()
    return with_etag(row)


@blp.get("/link", Operation(PUBLIC, query=LinkArgs, answer=schemas.InvitationCardSchema))
def look_at_invitation(args: dict[str, Any]) -> InvitationReply:
    """Retrieve what a valid link invites to."""
    return invitations.card(args["token"]), 200, NO_STORE


@blp.post(
    "/accept",
    Operation(
        PUBLIC,
        audit="invitation:accept",
        by_service=True,
        body=LinkPasswordArgs,
        answer=schemas.JoinedSchema,
        problems=(404, 410),
        checks_csrf=True,  # The token in the body is the proof; other sites cannot send JSON.
    ),
)
def accept(args: dict[str, Any]) -> dict[str, Any]:
    """Accept an invitation with a password, and sign in."""
    user = invitations.accept(args["token"], args["password"], device())
    with within(user.workspace_id):
        give_device(user)
        give_cookies(open_session(user, "cookie", device(), keep=False))
        db.session.commit()
    return {"next": "/"}
