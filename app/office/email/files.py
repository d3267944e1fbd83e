"""What hangs on mails: known by its bytes, kept once, served to its owner."""

import re

from sqlalchemy import delete, select

from app.accounts.settings.pictures import Bounds, picture_kind, reencode_picture
from app.core.db.base import db, fetch
from app.core.errors import BeyondSchema, Invalid
from app.office.email.models import Attachment, Mail, MailFile

MAX_BYTES = 5 * 2**20
MAX_ALL = 20 * 2**20
MAX_FILES = 10
_PICTURE = Bounds(most_bytes=MAX_BYTES, least_side=1, moves=True)
_OFFICE = "application/vnd.openxmlformats-officedocument."
_ZIPPED = {
    "docx": f"{_OFFICE}wordprocessingml.document",
    "xlsx": f"{_OFFICE}spreadsheetml.sheet",
    "pptx": f"{_OFFICE}presentationml.presentation",
    "zip": "application/zip",
}
_TEXTS = {"csv": "text/csv", "ics": "text/calendar"}
_UNSAFE = re.compile(r"[\x00-\x1f\x7f/\\\u202a-\u202e\u2066-\u2069]")


def kind_of(name: str, data: bytes) -> str:
    """The media type by the bytes; the name only tells kinds of archives and of text apart."""
    ending = name.rpartition(".")[2].lower()
    picture = picture_kind(data)
    if picture is not None:
        return picture
    if data.startswith(b"%PDF-"):
        return "application/pdf"
    if data.startswith(b"PK\x03\x04"):
        return _ZIPPED.get(ending, "application/zip")
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = "\x00"
    if "\x00" in text:
        raise Invalid(
            {"file": [BeyondSchema("Choose a picture, PDF, Office document, ZIP or text file.")]}, code="file_kind"
        )
    return _TEXTS.get(ending, "text/plain")


def attach(mail: Mail, name: str, data: bytes) -> Attachment:
    """Hang a file on a draft, a picture as its pixels alone; Invalid says why it cannot be."""
    if not data:
        raise Invalid({"file": [BeyondSchema("The file is empty.")]}, code="file_empty")
    if len(data) > MAX_BYTES:
        raise Invalid({"file": ["Must be at most 5 MB."]}, code="file_bytes")
    kind = kind_of(name, data)
    if kind.startswith("image/"):
        # A camera writes where and when it was: that is nobody's business but the sender's.
        kind, data = reencode_picture(data, _PICTURE)
    there = attachments_of([mail])
    if len(there) >= MAX_FILES or sum(file.size for file in there) + len(data) > MAX_ALL:
        raise Invalid({"file": [f"A mail can have {MAX_FILES} files and 20 MB in all."]}, code="file_many")
    file = MailFile(content=data)
    db.session.add(file)
    db.session.flush()
    return _hang(mail, file.id, _UNSAFE.sub("", name).strip()[-200:] or "file", kind, len(data))


def _hang(mail: Mail, file_id: int, name: str, kind: str, size: int) -> Attachment:
    """One more attachment of a mail."""
    attachment = Attachment(mail_id=mail.id, file_id=file_id, name=name, kind=kind, size=size)
    db.session.add(attachment)
    mail.files += 1
    db.session.flush()
    return attachment


def copy(source: Mail, target: Mail) -> None:
    """Hang on one mail what hangs on another."""
    for attachment in attachments_of([source]):
        _hang(target, attachment.file_id, attachment.name, attachment.kind, attachment.size)


def attachments_of(mails: list[Mail]) -> list[Attachment]:
    """What hangs on some mails, in the order it came."""
    if not any(mail.files for mail in mails):
        return []
    ids = [mail.id for mail in mails]
    return list(db.session.scalars(select(Attachment).where(Attachment.mail_id.in_(ids)).order_by(Attachment.id)))


def find(mail: Mail, attachment_id: int) -> Attachment:
    """One of a mail's attachments, or NotFound."""
    conditions = (Attachment.id == attachment_id, Attachment.mail_id == mail.id)
    return fetch(select(Attachment).where(*conditions))


def content_of(attachment: Attachment) -> bytes:
    """The bytes of an attachment."""
    return db.session.scalars(select(MailFile.content).where(MailFile.id == attachment.file_id)).one()


def remove(mail: Mail, attachment: Attachment) -> None:
    """Take a file off a mail."""
    db.session.delete(attachment)
    mail.files -= 1
    db.session.flush()
    _sweep([attachment.file_id])


def forget(mails: list[Mail]) -> None:
    """Delete mails for ever, and the content that hangs on no other."""
    files = [attachment.file_id for attachment in attachments_of(mails)]
    ids = [mail.id for mail in mails]
    db.session.execute(delete(Attachment).where(Attachment.mail_id.in_(ids)))
    for mail in mails:
        db.session.delete(mail)
    db.session.flush()
    _sweep(files)


def _sweep(file_ids: list[int]) -> None:
    """Delete the content that no mail has any more."""
    used = select(Attachment.file_id).where(Attachment.file_id.in_(file_ids))
    used_ids = set(db.session.scalars(used))
    unused_ids = [file_id for file_id in file_ids if file_id not in used_ids]
    if unused_ids:
        db.session.execute(delete(MailFile).where(MailFile.id.in_(unused_ids)))
