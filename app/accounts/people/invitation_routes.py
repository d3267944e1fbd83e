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
from app.audit.recording import audited
from app.core.db.base import db
from app.core.db.tenancy import within
from app.core.http.api import Blueprint
from app.core.http.etags import matched, revisioned, with_etag
from app.core.http.listing import Page, paginate
from app.core.security.visitor import needs, public, renders_answer

blp = Blueprint("invitations", __name__, url_prefix="/api/v1/invitations", description="Invitations.")
InvitationReply = tuple[dict[str, Any], int, dict[str, str]]


def _sent(row: Invitation, status: int) -> InvitationReply:
    """An invitation with its link, which no cache may store."""
    body = {"id": row.id, "user_id": row.user_id, "link": invitations.link_of(row), "expires_at": row.expires_at,
            "mailed": bool(current_app.config["SETTINGS"].smtp_url), "revision": row.revision}  # fmt: skip
    db.session.commit()
    return body, status, NO_STORE


@blp.get("")
@needs("create", "User")
@blp.arguments(schemas.InvitationListArgs, location="query")
@blp.response(200, schemas.InvitationPageSchema)
def list_invitations(args: dict[str, Any]) -> Page:
    """List open invitations, newest first."""
    query = invitations.list_invitations(args["user_id"])
    return paginate(query, args, key=Invitation.id)


@blp.post("")
@needs("create", "User")
@audited("invitation:create")
@renders_answer
@blp.arguments(schemas.InvitationArgs)
@blp.response(201, schemas.InvitationSchema)
@blp.alt_response(409, "CONFLICT")
def invite(args: dict[str, Any]) -> InvitationReply:
    """Invite a person by mail; the link is in this answer only."""
    return _sent(invitations.invite(writer(), args), 201)


@blp.post("/<int:invitation_id>/resend")
@needs("create", "User")
@audited("invitation:resend")
@renders_answer
@blp.response(200, schemas.InvitationSchema)
@blp.alt_response(409, "CONFLICT")
def resend(invitation_id: int) -> InvitationReply:
    """Send a new link; the former one becomes invalid."""
    return _sent(invitations.resend(writer(), invitations.get_invitation(invitation_id)), 200)


@blp.delete("/<int:invitation_id>")
@needs("create", "User")
@audited("invitation:withdraw")
@revisioned
@blp.response(200, schemas.OpenInvitationSchema)
@blp.alt_response(409, "CONFLICT")
def revoke(invitation_id: int) -> tuple[Invitation, dict[str, str]]:
    """Revoke an invitation."""
    row = matched(invitations.get_invitation(invitation_id), schemas.OpenInvitationSchema)
    invitations.revoke(writer(), row)
    db.session.commit()
    return with_etag(row)


@blp.get("/link")
@public
@blp.arguments(LinkArgs, location="query")
@blp.response(200, schemas.InvitationCardSchema)
def look_at_invitation(args: dict[str, Any]) -> InvitationReply:
    """Retrieve what a valid link invites to."""
    return invitations.card(args["token"]), 200, NO_STORE


@blp.post("/accept")
@public
@audited("invitation:accept", by_service=True)
@blp.arguments(LinkPasswordArgs)
@blp.response(200, schemas.JoinedSchema)
@blp.alt_response(404, "NOT_FOUND")
@blp.alt_response(410, "GONE")
def accept(args: dict[str, Any]) -> dict[str, Any]:
    """Accept an invitation with a password, and sign in."""
    user = invitations.accept(args["token"], args["password"], device())
    with within(user.workspace_id):
        give_device(user)
        give_cookies(open_session(user, "cookie", device(), keep=False))
        db.session.commit()
    return {"next": "/"}


# The token in the body is the proof; other sites cannot send JSON.
accept.checks_csrf = True
