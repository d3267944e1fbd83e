"""Our own calls on drafts: kept while one types, with files, until they are sent."""

from typing import Any

from flask import url_for

from app.core.db.base import db
from app.core.errors import BeyondSchema, Invalid
from app.core.http.api import Blueprint
from app.core.http.etags import match_revision
from app.core.http.resources import Reply, Resource
from app.core.mail.delivery import settings
from app.core.security.limits import MAILS, limits
from app.core.security.operations import LARGEST_UPLOAD, SIGNED_IN, Operation
from app.core.security.visitor import require_user
from app.office.email import files, service, writing
from app.office.email.models import Mail
from app.office.email.routes import OWN_MAILS, own_mail
from app.office.email.schemas import (
    MailDraftChangeSchema,
    MailFiles,
    MailNextSchema,
    MailSchema,
    MailSendSchema,
    MailSentSchema,
    NewMailSchema,
    NewMailSendSchema,
)

blp = Blueprint("drafts", __name__, url_prefix="/api/v1/mail", description="Composing email.")
DRAFTS = Resource(lambda row_id: writing.get_draft(require_user(), row_id), MailSchema, own_mail)


@blp.post(
    "/drafts",
    Operation(SIGNED_IN, audit="mail:draft", revisioned=True, body=NewMailSchema, answer=MailNextSchema, status=201),
)
def create_draft(args: dict[str, Any]) -> Reply:
    """Create a draft."""
    draft = writing.begin(require_user(), args)
    db.session.commit()
    body, headers = OWN_MAILS.answer(draft)
    address = f"/apps/email/compose?draft={draft.id}&done=draft"
    return body | {"next": address}, headers | {"Location": url_for("mail.get_mail", mail_id=draft.id)}


@blp.post(
    "/messages",
    Operation(
        SIGNED_IN,
        audit="mail:send",
        revisioned=True,
        body=NewMailSendSchema,
        answer=MailSentSchema,
        status=201,
        problems=(429,),
    ),
)
def send_new(args: dict[str, Any]) -> Reply:
    """Send a new mail in one call."""
    user = require_user()
    mode = args.pop("mode")
    with limits.count_success(MAILS, f"mail:{user.id}"):
        mail = writing.begin(user, args)
        writing.send_soon(user, mail, mode)
        db.session.commit()
    return _serialize_sent(mail)


@blp.patch(
    "/drafts/<int:mail_id>",
    Operation(
        SIGNED_IN, audit="mail:draft", revisioned=True, body=MailDraftChangeSchema, answer=MailSchema, problems=(409,)
    ),
)
def change_draft(args: dict[str, Any], mail_id: int) -> Reply:
    """Update a draft."""
    return DRAFTS.change(mail_id, lambda draft: writing.save(draft, args))


@blp.post(
    "/drafts/<int:mail_id>/send",
    Operation(
        SIGNED_IN, audit="mail:send", revisioned=True, body=MailSendSchema, answer=MailSentSchema, problems=(409, 429)
    ),
)
def send_draft(args: dict[str, Any], mail_id: int) -> Reply:
    """Send a draft with its last changes; the mode `undoable` waits some seconds."""
    user = require_user()
    mode = args.pop("mode")
    draft = match_revision(writing.get_draft(user, mail_id), MailSchema, own_mail)
    with limits.count_success(MAILS, f"mail:{user.id}"):
        writing.save(draft, args)
        writing.send_soon(user, draft, mode)
        db.session.commit()
    return _serialize_sent(draft)


@blp.post(
    "/drafts/<int:mail_id>/unsend",
    Operation(SIGNED_IN, audit="mail:unsend", revisioned=True, answer=MailNextSchema, problems=(409,)),
)
def unsend(mail_id: int) -> Reply:
    """Undo the sending of a mail that still waits."""
    draft = match_revision(service.get_mail(require_user(), mail_id), MailSchema, own_mail)
    writing.unsend(draft)
    db.session.commit()
    body, headers = OWN_MAILS.answer(draft)
    return body | {"next": f"/apps/email/compose?draft={draft.id}&done=unsent"}, headers


@blp.post(
    "/drafts/<int:mail_id>/attachments",
    Operation(
        SIGNED_IN,
        audit="mail:attach",
        largest=LARGEST_UPLOAD,
        files=MailFiles,
        answer=MailSchema,
        status=201,
        problems=(404, 409),
    ),
)
def attach(upload: dict[str, Any], mail_id: int) -> Reply:
    """Attach a file to a draft: picture, PDF, Office document, ZIP or text, of at most 5 MB."""
    draft = writing.get_draft(require_user(), mail_id)
    file = upload.get("file")
    if file is None:
        raise Invalid({"file": [BeyondSchema("Choose a file.")]})
    files.attach(draft, file.filename or "", file.stream.read(files.MAX_BYTES + 1))
    db.session.commit()
    return OWN_MAILS.answer(draft)


@blp.delete(
    "/drafts/<int:mail_id>/attachments/<int:attachment_id>",
    Operation(SIGNED_IN, audit="mail:detach", revisioned=True, answer=MailSchema, problems=(409,)),
)
def detach(mail_id: int, attachment_id: int) -> Reply:
    """Delete an attachment of a draft."""
    return DRAFTS.change(mail_id, lambda draft: files.remove(draft, files.find(draft, attachment_id)))


def _serialize_sent(mail: Mail) -> Reply:
    """A mail that is sent: its writer goes on among the sent ones, or where the sending can still be undone."""
    body, headers = OWN_MAILS.answer(mail)
    if mail.send_at is not None:
        undo_seconds = settings().mail_undo_seconds
        return body | {"next": f"/apps/email/compose?draft={mail.id}", "undo_seconds": undo_seconds}, headers
    return body | {"next": "/apps/email/sent?done=sent", "undo_seconds": None}, headers
