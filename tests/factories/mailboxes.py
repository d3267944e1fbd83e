"""Mail in people's mailboxes, and the calls that read and write it."""

import io
from datetime import timedelta
from typing import Any

from flask.testing import FlaskClient

from app.accounts.users.models import User
from app.core import clock
from app.core.db.base import db
from app.office.email.models import Mail
from app.office.email.service import add_mail

SENDER = {"sender_name": "Vaishali Pawar", "sender_email": "v@x.example"}
COMMON: dict[str, Any] = {"to": [], "cc": [], "bcc": [], "outside": [], "is_read": True, "is_starred": False}
MAIL = "/api/v1/mail"


def put_mail(user: User, subject: str = "Numbers", *, ago: int = 0, **more: Any) -> Mail:
    """Put a mail into a mailbox, `ago` minutes old."""
    at = clock.now() - timedelta(minutes=ago)
    values = COMMON | SENDER | {"kind": "received", "folder": "inbox", "text": "Some text.", "thread_id": None,
                                "label_text": ",", "subject": subject, "at": at}  # fmt: skip
    html = more.pop("html", None)
    mail = add_mail(user, values | more, html=html)
    db.session.commit()
    return mail


def if_match(mail: dict[str, Any]) -> dict[str, str]:
    """Return the header of a write on the revision of a mail."""
    return {"If-Match": f'"{mail["revision"]}"'}


def list_subjects(client: FlaskClient, place: str = "folders/inbox", **query: Any) -> list[str]:
    """Return the subjects of a list."""
    return [mail["subject"] for mail in client.get(f"{MAIL}/{place}", query_string=query).json["items"]]


def send_draft(client: FlaskClient, draft: dict[str, Any], **more: Any) -> Any:
    """Send a draft."""
    return client.post(f"{MAIL}/drafts/{draft['id']}/send", json=more, headers=if_match(draft))


def attach_file(client: FlaskClient, draft: dict[str, Any], name: str, data: bytes) -> Any:
    """Attach a file to a draft."""
    form = {"file": (io.BytesIO(data), name)}
    return client.post(f"{MAIL}/drafts/{draft['id']}/attachments", data=form, content_type="multipart/form-data")
