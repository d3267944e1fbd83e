"""Our own calls on mails, for the pages: lists, one with its exchange, changes to one and to many."""

from html import escape
from typing import Any
from urllib.parse import quote

from flask import Response

from app.core.db.base import db
from app.core.errors import NotFound
from app.core.http.api import Blueprint
from app.core.http.headers import SANDBOXED
from app.core.http.listing import Page, paginate
from app.core.http.resources import Reply, Resource
from app.core.http.schemas import ListArgs
from app.core.realtime import position
from app.core.security.operations import SIGNED_IN, Operation
from app.core.security.visitor import require_user
from app.office.email import addresses, files, serializers, service, writing
from app.office.email.models import LABELS, Mail
from app.office.email.schemas import (
    MailAnswerArgs,
    MailAnswerSchema,
    MailBodyArgs,
    MailChangeSchema,
    MailCountsSchema,
    MailPageSchema,
    MailPeopleArgs,
    MailPeopleSchema,
    MailRecipientsArgs,
    MailRecipientsSchema,
    MailSchema,
    MailsDoneSchema,
    ManyMailsSchema,
    TrashEmptiedSchema,
)

blp = Blueprint("mail", __name__, url_prefix="/api/v1/mail", description="Email.")
SANDBOX = "sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox"
BODY_HEADERS = {
    # Nothing in it acts or is fetched from anywhere; only our own pages may show it. Without scripts
    # its own origin gives it nothing: it lets the page around it see how tall it is.
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
    f"frame-ancestors 'self'; {SANDBOX}",
    "X-Frame-Options": "SAMEORIGIN",
    "Referrer-Policy": "no-referrer",
}
FILE_HEADERS = SANDBOXED | {"Cache-Control": "private, max-age=3600"}
FRAME = (
    '<!doctype html><html><head><meta charset="utf-8"><meta name="color-scheme" content="{scheme}">'
    '<base target="_blank">'
    "<title>{title}</title><style>"
    ":root{{color-scheme:{scheme}}}html{{overflow-x:auto}}"
    'body{{margin:0;font:14px/1.55 ui-sans-serif,system-ui,"Segoe UI",Roboto,"Noto Sans","Noto Sans Devanagari",'
    '"Noto Sans Arabic",sans-serif;color:light-dark(#201e1a,#edebe7);overflow-wrap:anywhere}}'
    "a[href]{{color:light-dark(#005b78,#76c4dd)}}body>:first-child{{margin-top:0}}body>:last-child{{margin-bottom:0}}"
    "blockquote{{margin:12px 0;padding-inline-start:12px;border-inline-start:2px solid light-dark(#e2dfda,#32302c);"
    "color:light-dark(#5b5852,#b4b1ab)}}pre{{overflow-x:auto}}table{{border-collapse:collapse;max-width:100%}}"
    "th,td{{padding:4px 10px 4px 0;text-align:start;vertical-align:top}}th{{font-weight:600}}"
    "hr{{border:0;border-top:1px solid light-dark(#e2dfda,#32302c)}}h1,h2,h3{{font-size:16px;line-height:1.4}}"
    '</style></head><body dir="auto">{body}</body></html>'
)


def own_mail(mail: Mail) -> dict[str, Any]:
    """A mail as its reader is answered."""
    return serializers.mail(require_user(), mail)


OWN_MAILS = Resource(lambda row_id: service.get_mail(require_user(), row_id), MailSchema, own_mail)


@blp.get("/folders/<string:folder>", Operation(SIGNED_IN, query=ListArgs, answer=MailPageSchema))
def list_folder(args: dict[str, Any], folder: str) -> Page:
    """List the mails of a folder, or the starred ones."""
    if folder not in service.VIEWS:
        raise NotFound("This folder does not exist.")
    return _page(args, service.list_mails(require_user(), folder, q=args["q"]))


@blp.get("/labels/<string:label>", Operation(SIGNED_IN, query=ListArgs, answer=MailPageSchema))
def list_label(args: dict[str, Any], label: str) -> Page:
    """List the mails with a label, except in spam and trash."""
    if label not in LABELS:
        raise NotFound("This label does not exist.")
    return _page(args, service.list_labelled(require_user(), label, args["q"]))


def _page(args: dict[str, Any], query: Any) -> Page:
    """One page of a list, newest first."""
    return paginate(query, args, key=Mail.id, sort=Mail.at)


@blp.get("/counts", Operation(SIGNED_IN, answer=MailCountsSchema))
def count_mails() -> dict[str, Any]:
    """Count the mails of every folder and label, and the unread ones."""
    # Asked for first: what comes meanwhile is reported once more rather than not at all.
    live = str(position())
    return service.counts(require_user()) | {"live": live}


@blp.get("/people", Operation(SIGNED_IN, query=MailPeopleArgs, answer=MailPeopleSchema))
def find_people(args: dict[str, Any]) -> dict[str, Any]:
    """Search people of the workspace by name or address."""
    people = service.people(args["q"], require_user())
    return {"people": [{"name": person.full_name, "email": person.email, "avatar": person.avatar} for person in people]}


@blp.get("/recipients", Operation(SIGNED_IN, query=MailRecipientsArgs, answer=MailRecipientsSchema))
def check_recipients(args: dict[str, Any]) -> dict[str, Any]:
    """Check which recipients are outside the workspace, and whether mail reaches them."""
    people = addresses.read(args["q"])
    wrong = [person["email"] for person in people if not addresses.is_good(person["email"])]
    good = [person for person in people if person["email"] not in wrong]
    return {"outside": writing.outside_of(good), "wrong": wrong, "delivers": writing.delivers()}


@blp.get("/<int:mail_id>", Operation(SIGNED_IN, revisioned=True, answer=MailSchema))
def get_mail(mail_id: int) -> Reply:
    """Retrieve a mail with its thread, attachments and neighbours; it is not marked as read."""
    return OWN_MAILS.get(mail_id)


@blp.patch(
    "/<int:mail_id>",
    Operation(SIGNED_IN, audit="mail:update", revisioned=True, body=MailChangeSchema, answer=MailSchema),
)
def change_mail(args: dict[str, Any], mail_id: int) -> Reply:
    """Update a mail's folder, marks or labels."""
    return OWN_MAILS.change(mail_id, lambda mail: service.change_mail(mail, args))


@blp.delete("/<int:mail_id>", Operation(SIGNED_IN, audit="mail:delete", revisioned=True, status=204, problems=(409,)))
def delete_mail(mail_id: int) -> None:
    """Delete a mail in the trash permanently."""
    OWN_MAILS.delete(mail_id, service.delete_mail)


@blp.post("/trash/empty", Operation(SIGNED_IN, audit="mail:empty_trash", answer=TrashEmptiedSchema))
def empty_trash() -> dict[str, int]:
    """Delete everything in the trash permanently."""
    deleted = service.empty_trash(require_user())
    db.session.commit()
    return {"deleted": deleted}


@blp.post(
    "/many",
    Operation(SIGNED_IN, audit="mail:update_many", body=ManyMailsSchema, answer=MailsDoneSchema, problems=(404,)),
)
def change_many(args: dict[str, Any]) -> dict[str, Any]:
    """Mark, star, move or label many mails; the answer has what changed and how to undo it."""
    result = service.do_to_many(require_user(), args["ids"], args["do"])
    db.session.commit()
    return result


@blp.get("/answers/<int:mail_id>", Operation(SIGNED_IN, query=MailAnswerArgs, answer=MailAnswerSchema))
def begin_answer(args: dict[str, Any], mail_id: int) -> dict[str, Any]:
    """Retrieve the draft of a reply, a reply to all or a forwarded mail."""
    user, kind = require_user(), args["kind"]
    mail = service.get_mail(user, mail_id)
    brings = serializers.list_files(mail) if kind == "forward" else []
    return writing.answer_to(user, mail, kind) | {"attachments": brings}


@blp.get("/bodies/<int:mail_id>", Operation(SIGNED_IN, query=MailBodyArgs, content_type="text/html"))
def get_body(args: dict[str, Any], mail_id: int) -> Response:
    """Retrieve a mail's body as a document for a sandboxed frame."""
    mail = service.get_mail(require_user(), mail_id)
    scheme = {"auto": "light dark"}.get(args["skin"], args["skin"])
    page = FRAME.format(scheme=scheme, title=escape(mail.subject), body=mail.message)
    return Response(page, content_type="text/html; charset=utf-8", headers=BODY_HEADERS)


@blp.get(
    "/<int:mail_id>/attachments/<int:attachment_id>",
    Operation(SIGNED_IN, content_type="application/octet-stream", by_address=True),
)
def get_attachment(mail_id: int, attachment_id: int) -> Response:
    """Download an attachment; pictures are shown inline.

    Answers to bearer tokens name it by an address that is signed for the session and good for an hour at most.
    """
    attachment = files.find(service.get_mail(require_user(), mail_id), attachment_id)
    disposition = "inline" if attachment.is_picture else "attachment"
    headers = {"Content-Disposition": f"{disposition}; filename*=UTF-8''{quote(attachment.name, safe='')}"}
    return Response(files.content_of(attachment), content_type=attachment.kind, headers=FILE_HEADERS | headers)
