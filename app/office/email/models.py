"""Mails, each in one person's box, and the files that hang on them."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Boolean, ForeignKeyConstraint, Index, Integer, LargeBinary, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from app.core.clock import now
from app.core.db.base import Base, BigInt, RevisionMixin, WorkspaceMixin

FOLDERS = ("inbox", "sent", "draft", "spam", "trash")
LABELS = ("personal", "company", "important", "private")
HOME = {"received": "inbox", "sent": "sent", "draft": "draft"}
"""The folder a mail belongs into by what it is, wherever it lies now."""


class Mail(WorkspaceMixin, RevisionMixin, Base):
    """One person's copy of a mail; the specified calls know it by its number, ours by its id."""

    __tablename__ = "mail"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "user_id"], ["user.workspace_id", "user.id"], ondelete="CASCADE"),
        Index("uq_mail_number", "workspace_id", "number", unique=True),
        Index("ix_mail_folder", "workspace_id", "user_id", "folder", "at"),
        Index("ix_mail_thread", "workspace_id", "user_id", "thread_id"),
    )

    user_id: Mapped[int] = mapped_column(BigInt)
    """Whose box it is in."""
    number: Mapped[int] = mapped_column(BigInt)
    kind: Mapped[str] = mapped_column(String(10))
    """Received, sent or draft: what it is, wherever it lies."""
    folder: Mapped[str] = mapped_column(String(10))
    thread_id: Mapped[int] = mapped_column(BigInt)
    """The id of the first mail of the exchange, the same in everybody's box."""
    sender_name: Mapped[str] = mapped_column(String(120))
    sender_email: Mapped[str] = mapped_column(String(254))
    sender_avatar: Mapped[str] = mapped_column(String(500), default="")
    to: Mapped[Any] = mapped_column(JSON, default=list)
    cc: Mapped[Any] = mapped_column(JSON, default=list)
    bcc: Mapped[Any] = mapped_column(JSON, default=list)
    subject: Mapped[str] = mapped_column(String(300), default="")
    message: Mapped[str] = mapped_column(Text, default="")
    """Cleaned HTML; only `app.office.email.cleaning` makes it."""
    text: Mapped[str] = mapped_column(Text, default="")
    """What it says as text; of a draft what has been typed."""
    search_text: Mapped[str] = mapped_column(Text, default="")
    """People, subject and text without case, to be searched."""
    remote: Mapped[Any] = mapped_column(JSON, default=list)
    """Addresses of the pictures that cleaning has taken out."""
    outside: Mapped[Any] = mapped_column(JSON, default=list)
    """Addresses nothing was delivered to: they belong to nobody in this workspace."""
    label_text: Mapped[str] = mapped_column(String(60), default=",")
    """The labels, each between commas, so that any database can look for one."""
    is_read: Mapped[bool] = mapped_column(Boolean, default=False)
    is_starred: Mapped[bool] = mapped_column(Boolean, default=False)
    files: Mapped[int] = mapped_column(Integer, default=0)
    """How many attachments it has."""
    send_at: Mapped[datetime | None]
    """Of a draft that is about to be sent: when. Until then its writer can take it back."""
    at: Mapped[datetime] = mapped_column(default=now)
    """When it was sent; of a draft when it was written at last."""

    @property
    def labels(self) -> list[str]:
        """The labels as a list."""
        return [label for label in self.label_text.split(",") if label]

    @labels.setter
    def labels(self, labels: list[str]) -> None:
        chosen = [label for label in LABELS if label in labels]
        self.label_text = ",".join(["", *chosen, ""]) if chosen else ","

    @property
    def sender(self) -> dict[str, str]:
        """Who wrote it."""
        return {"name": self.sender_name, "email": self.sender_email, "avatar": self.sender_avatar}

    @property
    def snippet(self) -> str:
        """How it begins, on one line."""
        return " ".join(self.text[:600].split())[:200]


class MailFile(WorkspaceMixin, Base):
    """The content of attachments: kept once, however many copies of a mail it hangs on."""

    __tablename__ = "mail_file"

    content: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)


class Attachment(WorkspaceMixin, Base):
    """A file that hangs on one mail."""

    __tablename__ = "mail_attachment"
    table_args = (
        ForeignKeyConstraint(["workspace_id", "mail_id"], ["mail.workspace_id", "mail.id"], ondelete="CASCADE"),
        ForeignKeyConstraint(["workspace_id", "file_id"], ["mail_file.workspace_id", "mail_file.id"]),
        Index("ix_mail_attachment_mail", "workspace_id", "mail_id"),
        Index("ix_mail_attachment_file", "workspace_id", "file_id"),
    )

    mail_id: Mapped[int] = mapped_column(BigInt)
    file_id: Mapped[int] = mapped_column(BigInt)
    name: Mapped[str] = mapped_column(String(200))
    kind: Mapped[str] = mapped_column(String(100))
    """Its media type, found out from the bytes."""
    size: Mapped[int] = mapped_column(BigInt)

    @property
    def url(self) -> str:
        """Where it is fetched."""
        return f"/api/v1/mail/{self.mail_id}/attachments/{self.id}"

    @property
    def is_picture(self) -> bool:
        """Whether it can be shown."""
        return self.kind.startswith("image/")
