"""The specified mail calls: everybody's own box."""

from typing import Any

from app.audit.recording import audited
from app.core.db.base import db
from app.core.errors import NotFound
from app.core.http.api import SpecifiedBlueprint
from app.core.security.visitor import require_user, signed_in
from app.office.email import draft_routes, serializers, service
from app.office.email.compat_schemas import (
    EmailArgs,
    EmailDetailSchema,
    EmailNeighbourArgs,
    EmailsArgs,
    EmailsChangedSchema,
    EmailsChangeSchema,
    EmailSchema,
    EmailsLabelSchema,
    EmailsSchema,
)

blp = SpecifiedBlueprint(
    "email", __name__, url_prefix="/apps/email", description="One's own mail, as the specified calls have it."
)


@blp.get("/emails")
@signed_in
@blp.arguments(EmailsArgs, location="query")
@blp.response(200, EmailsSchema)
def emails(args: dict[str, Any]) -> dict[str, Any]:
    """List all mails of a folder, with a label or by words, newest first."""
    user = require_user()
    mails = service.newest_first(service.list_mails(user, args["folder"], args["label"], args["q"]))
    folders = service.counts(user)["folders"]
    meta = {name: folders[name]["unread"] for name in ("inbox", "spam")} | {"draft": folders["draft"]["total"]}
    return {"emails": serializers.specified(user, mails), "emailsMeta": meta}


@blp.post("/update-emails")
@signed_in
@audited("mail:update")
@blp.arguments(EmailsChangeSchema)
@blp.response(200, EmailsChangedSchema)
def update_emails(args: dict[str, Any]) -> dict[str, Any]:
    """Update the folder or marks of mails."""
    user = require_user()
    mails = service.numbered_mails(user, args["emailIds"])
    for mail in mails:
        service.change_mail(mail, args["dataToUpdate"])
    db.session.commit()
    return {"emails": serializers.specified(user, mails)}


@blp.post("/update-emails-label")
@signed_in
@audited("mail:update")
@blp.arguments(EmailsLabelSchema)
@blp.response(200, EmailsChangedSchema)
def update_emails_label(args: dict[str, Any]) -> dict[str, Any]:
    """Add a label to the mails without it, and remove it from the others."""
    user = require_user()
    mails = service.numbered_mails(user, args["emailIds"])
    service.toggle_label(mails, args["label"])
    db.session.commit()
    return {"emails": serializers.specified(user, mails)}


@blp.get("/get-email")
@signed_in
@blp.arguments(EmailArgs, location="query")
@blp.response(200, EmailDetailSchema)
@blp.alt_response(404, "NOT_FOUND")
def get_email(args: dict[str, Any]) -> dict[str, Any]:
    """Retrieve a mail, and whether it has neighbours."""
    user = require_user()
    mail = service.numbered_mail(user, args["id"])
    sides = {"hasPreviousMail": True, "hasNextMail": False}
    beside = {name: service.neighbour(user, mail, newer=newer) is not None for name, newer in sides.items()}
    return serializers.specified(user, [mail])[0] | beside


@blp.get("/paginate-email")
@signed_in
@blp.arguments(EmailNeighbourArgs, location="query")
@blp.response(200, EmailSchema)
@blp.alt_response(404, "NOT_FOUND")
def paginate_email(args: dict[str, Any]) -> dict[str, Any]:
    """Retrieve the mail before or after one in its folder."""
    user = require_user()
    mail = service.numbered_mail(user, args["emailId"])
    beside = service.neighbour(user, mail, newer=args["dir"] == "previous")
    if beside is None:
        raise NotFound("There are no more mails.")
    return serializers.specified(user, [beside])[0]


blueprints = (blp, draft_routes.blp)
