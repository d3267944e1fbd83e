"""Mails as they are answered: with their files, their exchange and what lies beside them."""

from collections import defaultdict
from typing import Any

from app.accounts.users.models import User
from app.office.email import cleaning, files, service
from app.office.email.addresses import write
from app.office.email.models import Attachment, Mail

_STEPS = ((2**20, "MB"), (2**10, "KB"))
_OWN = ("id", "number", "kind", "folder", "sender", "to", "cc", "bcc", "subject", "snippet", "message", "text",
        "labels", "is_read", "is_starred", "outside", "send_at", "at", "revision")  # fmt: skip


def size_text(size: int) -> str:
    """A size in the words of the specified calls: `31 KB`."""
    return next((f"{round(size / step)} {unit}" for step, unit in _STEPS if size >= step), f"{size} B")


def list_files(mail: Mail) -> list[dict[str, Any]]:
    """The files of a mail."""
    return [_file(attachment) for attachment in files.attachments_of([mail])]


def _file(attachment: Attachment) -> dict[str, Any]:
    """A file as both kinds of calls show it."""
    values = {name: getattr(attachment, name) for name in ("id", "name", "kind", "size", "url", "is_picture")}
    return values | {
        "thumbnail": attachment.url if attachment.is_picture else "",
        "size_text": size_text(attachment.size),
    }


def serialize_specified(user: User, mails: list[Mail]) -> list[dict[str, Any]]:
    """Mails as the specified calls show them, each with what was written before it."""
    before = {mail.id: earlier for mail, earlier in zip(mails, service.earlier_of(user, mails), strict=True)}
    hanging = defaultdict(list)
    for reply in files.attachments_of([*mails, *(attachment for many in before.values() for attachment in many)]):
        hanging[reply.mail_id].append(_file(reply))

    def serialize_mail(mail: Mail) -> dict[str, Any]:
        """A mail without what came before it."""
        return {name: getattr(mail, name) for name in _OWN} | {"attachments": hanging[mail.id]}

    return [serialize_mail(mail) | {"replies": [serialize_mail(reply) for reply in before[mail.id]]} for mail in mails]


def mail(user: User, row: Mail) -> dict[str, Any]:
    """A mail as our page shows it."""
    newer, older = (service.neighbour(user, row, newer=newer) for newer in (True, False))
    return {name: getattr(row, name) for name in (*_OWN, "files")} | {
        "to_text": write(row.to),
        "cc_text": write(row.cc),
        "bcc_text": write(row.bcc),
        "attachments": list_files(row),
        "remote": cleaning.hosts(row.remote),
        "thread": service.thread_of(user, row),
        "newer": newer and newer.id,
        "older": older and older.id,
    }
