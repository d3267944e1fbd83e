"""The sample mails as rows of a workspace: everybody who can sign in gets them, so that each can try it."""

import base64
from datetime import timedelta
from pathlib import Path
from typing import Any

import orjson
from sqlalchemy import select

from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.core import clock
from app.core.db.base import db
from app.core.db.tenancy import within
from app.office.email import files
from app.office.email.models import Mail
from app.office.email.service import add_mail


def seed(workspace: Workspace) -> int:
    """Add the sample mails, of the last weeks, to a workspace that has none; returns how many. The caller commits."""
    samples = orjson.loads(Path(__file__).with_name("content.json").read_bytes())
    with within(workspace.id):
        if db.session.scalar(select(Mail.id).limit(1)) is not None:
            return 0
        readers = db.session.scalars(select(User).where(User.password_hash.is_not(None)).order_by(User.number))
        return sum(_fill(user, samples) for user in readers.all())


def _fill(user: User, samples: dict[str, Any]) -> int:
    """One person's box, oldest mail first, so that numbers rise with time."""
    threads: dict[str, int] = {}
    for sample in sorted(samples["mails"], key=lambda mail: -mail["ago"]):
        thread = sample.get("thread")
        mail = add_mail(user, _values(user, sample) | {"thread_id": threads.get(thread)}, html=sample.get("html"))
        if thread:
            threads.setdefault(thread, mail.thread_id)
        for name in sample.get("files", ()):
            files.attach(mail, name, _bytes(samples["files"][name]))
    return len(samples["mails"])


def _values(user: User, sample: dict[str, Any]) -> dict[str, Any]:
    """A sample as the columns of a mail."""
    me = [user.full_name, user.email]
    own = sample["folder"] in ("sent", "draft")
    name, email = me if own else sample["from"]
    mail = {
        "kind": sample["folder"] if own else "received",
        "folder": sample["folder"],
        "sender_name": name,
        "sender_email": email,
        "sender_avatar": user.avatar if own else "",
        "to": _people(sample["to"] if own else [me]),
        "cc": _people(sample.get("cc", [])),
        "bcc": [],
        "outside": [],
        "subject": sample["subject"],
        "text": sample.get("text", "").replace("Dear Asha", f"Dear {user.full_name.split()[0]}"),
        "is_read": not sample.get("unread"),
        "is_starred": bool(sample.get("star")),
        "at": clock.now() - timedelta(minutes=sample["ago"]),
        "label_text": ",",
    }
    return mail | {"labels": sample.get("labels", [])}


def _people(pairs: list[list[str]]) -> list[dict[str, str]]:
    """Names and addresses as a mail keeps them."""
    return [{"name": name, "email": email} for name, email in pairs]


def _bytes(file: dict[str, str]) -> bytes:
    """The content of a sample file."""
    return base64.b64decode(file["base64"]) if "base64" in file else file["text"].encode()
