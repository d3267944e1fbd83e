"""The specified mail calls: everybody's own box."""

from typing import Any

from app.core.db.base import db
from app.core.errors import NotFound
from app.core.http.api import SpecifiedBlueprint
from app.core.security.operations import SIGNED_IN, Operation
from app.core.security.visitor import require_user
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


@blp.get("/emails", Operation(SIGNED_IN, query=EmailsArgs, answer=EmailsSchema))
def emails(args: dict[str, Any]) -> dict[str, Any]:
    """List all mails of a folder, with a label or by words, newest first."""
    user = require_user()
    mails = service.newest_first(service.list_mails(user, args["folder"], args["label"], args["q"]))
    folders = service.counts(user)["folders"]
    meta = {name: folders[name]["unread"] for name in ("inbox", "spam")} | {"draft": folders["draft"]["total"]}
    return {"emails": serializers.serialize_specified(user, mails), "emailsMeta": meta}


@blp.post(
    "/update-emails", Operation(SIGNED_IN, audit="mail:update", body=EmailsChangeSchema, answer=EmailsChangedSchema)
)
def update_emails(args: dict[str, Any]) -> dict[str, Any]:
    """Update the folder or marks of mails."""
    user = require_user()
    mails = service.numbered_mails(user, args["emailIds"])
    for mail in mails:
        service.change_mail(mail, args["dataToUpdate"])
    db.session.commit()
    return {"emails": serializers.serialize_specified(user, mails)}


@blp.post(
    "/update-emails-label",
    Operation(SIGNED_IN, audit="mail:update", body=EmailsLabelSchema, answer=EmailsChangedSchema),
)
def update_emails_label(args: dict[str, Any]) -> dict[str, Any]:
    """Add a label to the mails without it, and remove it from the others."""
    user = require_user()
    mails = service.numbered_mails(user, args["emailIds"])
    service.toggle_label(mails, args["label"])
    db.session.commit()
    return {"emails": serializers.serialize_specified(user, mails)}


@blp.get("/get-email", Operation(SIGNED_IN, query=EmailArgs, answer=EmailDetailSchema, problems=(404,)))
def get_email(args: dict[str, Any]) -> dict[str, Any]:
    """Retrieve a mail, and whether it has neighbours."""
    user = require_user()
    mail = service.numbered_mail(user, args["id"])
    sides = {"hasPreviousMail": True, "hasNextMail": False}
    beside = {name: service.neighbour(user, mail, newer=newer) is not None for name, newer in sides.items()}
    return serializers.serialize_specified(user, [mail])[0] | beside


@blp.get("/paginate-email", Operation(SIGNED_IN, query=EmailNeighbourArgs, answer=EmailSchema, problems=(404,)))
def paginate_email(args: dict[str, Any]) -> dict[str, Any]:
    """Retrieve the mail before or after one in its folder."""
    user = require_user()
    mail = service.numbered_mail(user, args["emailId"])
    beside = service.neighbour(user, mail, newer=args["dir"] == "previous")
    if beside is None:
        raise NotFound("There are no more mails.")
    return serializers.serialize_specified(user, [beside])[0]


blueprints = (blp, draft_routes.blp)
