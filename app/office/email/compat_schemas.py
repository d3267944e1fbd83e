"""Shapes of the specified mail calls, by API.md §11."""

import marshmallow as ma

from app.accounts.auth.file_addresses import FileAddress
from app.core.http.schemas import ResponseSchema, Schema, Switch, Text, Whole
from app.office.email.models import FOLDERS, LABELS
from app.office.email.service import VIEWS


class EmailsArgs(Schema):
    """Words, folder and label; whatever is missing does not narrow, and the folder is the inbox then."""

    q = Text(load_default="", validate=ma.validate.Length(max=200))
    folder = Text(load_default="inbox", validate=ma.validate.OneOf(VIEWS))
    label = Text(load_default="", validate=ma.validate.OneOf(["", *LABELS]))


class EmailPersonSchema(ResponseSchema):
    """Someone a mail is for."""

    name = Text()
    email = Text()


class EmailSenderSchema(EmailPersonSchema):
    """Who wrote a mail."""

    avatar = FileAddress()


class EmailAttachmentSchema(ResponseSchema):
    """A file that hangs on a mail."""

    fileName = Text(attribute="name")
    thumbnail = FileAddress(metadata={"description": "A picture's own address; empty for other files"})
    url = FileAddress()
    size = Text(attribute="size_text", metadata={"example": "31 KB"})


class EmailEarlierSchema(ResponseSchema):
    """A mail as the specified calls show it, without what came before it."""

    id = Whole(attribute="number")
    from_ = ma.fields.Nested(EmailSenderSchema, data_key="from", attribute="sender")
    to = ma.fields.List(ma.fields.Nested(EmailPersonSchema))
    cc = ma.fields.List(ma.fields.Nested(EmailPersonSchema))
    bcc = ma.fields.List(ma.fields.Nested(EmailPersonSchema))
    subject = Text()
    message = Text(metadata={"description": "Cleaned HTML"})
    attachments = ma.fields.List(ma.fields.Nested(EmailAttachmentSchema))
    isStarred = ma.fields.Boolean(attribute="is_starred")
    labels = ma.fields.List(Text(metadata={"enum": list(LABELS)}))
    time = ma.fields.AwareDateTime(attribute="at")
    folder = Text(metadata={"enum": list(FOLDERS)})
    isRead = ma.fields.Boolean(attribute="is_read")


class EmailSchema(EmailEarlierSchema):
    """A mail as the specified calls show it."""

    replies = ma.fields.List(
        ma.fields.Nested(EmailEarlierSchema), metadata={"description": "What was written before it, oldest first"}
    )


class EmailsMetaSchema(ResponseSchema):
    """Unread mails of the inbox and of spam, and all drafts."""

    inbox = Whole()
    draft = Whole()
    spam = Whole()


class EmailsSchema(ResponseSchema):
    """The mails of a folder, newest first."""

    emails = ma.fields.List(ma.fields.Nested(EmailSchema))
    emailsMeta = ma.fields.Nested(EmailsMetaSchema)


class EmailArgs(Schema):
    """Which mail."""

    id = Whole(load_default=0)


class EmailDetailSchema(EmailSchema):
    """A mail, and whether there is one before and one after it in its folder."""

    hasPreviousMail = ma.fields.Boolean()
    hasNextMail = ma.fields.Boolean()


class EmailNeighbourArgs(Schema):
    """Beside which mail, and on which side."""

    dir = Text(load_default="next", validate=ma.validate.OneOf(["previous", "next"]))
    emailId = Whole(load_default=0)


class EmailChangeSchema(Schema):
    """What can be changed of a mail; the rest of a whole mail is left aside."""

    class Meta:
        """Existing clients send whole mails."""

        unknown = ma.EXCLUDE

    folder = Text(validate=ma.validate.OneOf(FOLDERS))
    is_read = Switch(data_key="isRead")
    is_starred = Switch(data_key="isStarred")


def _ids() -> ma.fields.List[int]:
    """A field for the numbers of mails: as many as a folder may have, for the specified list of it has no pages."""
    return ma.fields.List(Whole(), required=True, validate=ma.validate.Length(max=10_000))


class EmailsChangeSchema(Schema):
    """Which mails, and what of them becomes what."""

    emailIds = _ids()
    dataToUpdate = ma.fields.Nested(EmailChangeSchema, required=True)


class EmailsLabelSchema(Schema):
    """Which mails, and the label that is put on or taken off."""

    emailIds = _ids()
    label = Text(required=True, validate=ma.validate.OneOf(LABELS))


class EmailsChangedSchema(ResponseSchema):
    """The mails as they are now."""

    emails = ma.fields.List(ma.fields.Nested(EmailSchema))
