"""Shapes of our own mail calls."""

import marshmallow as ma
from flask_smorest.fields import Upload

from app.accounts.auth.file_addresses import FileAddress
from app.core.http.schemas import Id, ResponseSchema, Schema, Switch, Text, Whole, page_schema
from app.office.email.addresses import LONGEST
from app.office.email.compat_schemas import EmailPersonSchema, EmailSenderSchema
from app.office.email.models import FOLDERS, LABELS
from app.office.email.service import MANY, MOST, SUBJECT_LENGTH, TEXT_LENGTH, VIEWS
from app.office.email.writing import ANSWERS, MODES


class MailRowSchema(ResponseSchema):
    """A mail as a list shows it."""

    id = Id()
    number = Whole()
    kind = Text(metadata={"enum": ["received", "sent", "draft"]})
    folder = Text(metadata={"enum": list(FOLDERS)})
    from_ = ma.fields.Nested(EmailSenderSchema, data_key="from", attribute="sender")
    to = ma.fields.List(ma.fields.Nested(EmailPersonSchema))
    subject = Text()
    snippet = Text()
    labels = ma.fields.List(Text(metadata={"enum": list(LABELS)}))
    is_read = ma.fields.Boolean()
    is_starred = ma.fields.Boolean()
    files = Whole(metadata={"description": "How many attachments it has"})
    at = ma.fields.AwareDateTime()
    send_at = ma.fields.AwareDateTime(allow_none=True, metadata={"description": "When a draft is sent, once asked for"})
    revision = Whole()


MailPageSchema = page_schema(MailRowSchema, "MailPageSchema")


class MailFileSchema(ResponseSchema):
    """A file that hangs on a mail."""

    id = Id()
    name = Text()
    kind = Text(metadata={"description": "Its media type, found out from the bytes"})
    size = Whole(metadata={"description": "In bytes"})
    url = FileAddress()
    is_picture = ma.fields.Boolean()


class MailRemoteSchema(ResponseSchema):
    """A picture that is not fetched, and the host it is on."""

    host = Text()
    url = Text()


class MailSchema(MailRowSchema):
    """A mail with its exchange, its files and what lies beside it."""

    cc = ma.fields.List(ma.fields.Nested(EmailPersonSchema))
    bcc = ma.fields.List(ma.fields.Nested(EmailPersonSchema))
    text = Text()
    to_text = Text(metadata={"description": "The people it is for, on one line"})
    cc_text = Text()
    bcc_text = Text()
    attachments = ma.fields.List(ma.fields.Nested(MailFileSchema))
    remote = ma.fields.List(ma.fields.Nested(MailRemoteSchema))
    outside = ma.fields.List(Text(), metadata={"description": "Addresses nothing was delivered to"})
    thread = ma.fields.List(
        ma.fields.Nested(MailRowSchema), metadata={"description": "All of the exchange, oldest first, itself with them"}
    )
    newer = Id(allow_none=True, metadata={"description": "The mail above it in its folder"})
    older = Id(allow_none=True, metadata={"description": "The mail below it in its folder"})


class MailFolderCountSchema(ResponseSchema):
    """How many mails a folder has, and how many of them are unread."""

    total = Whole()
    unread = Whole()


MailFolderCountsSchema = type(
    "MailFolderCountsSchema", (ResponseSchema,), {view: ma.fields.Nested(MailFolderCountSchema) for view in VIEWS}
)
MailLabelCountsSchema = type("MailLabelCountsSchema", (ResponseSchema,), {label: Whole() for label in LABELS})


class MailCountsSchema(ResponseSchema):
    """How many mails there are, by folder and by label."""

    folders = ma.fields.Nested(MailFolderCountsSchema)
    labels = ma.fields.Nested(MailLabelCountsSchema)
    live = Text(metadata={"description": "From where to listen for what changes", "example": "17"})


class MailChangeSchema(Schema):
    """What can be changed of a mail; keys left out stay as they are."""

    folder = Text(validate=ma.validate.OneOf(FOLDERS))
    is_read = Switch()
    is_starred = Switch()
    labels = ma.fields.List(Text(validate=ma.validate.OneOf(LABELS)))


class ManyMailsSchema(Schema):
    """Mails, and what is to be done to all of them."""

    ids = ma.fields.List(Id(), required=True, validate=ma.validate.Length(min=1, max=MOST))
    do = Text(required=True, validate=ma.validate.OneOf(MANY))


class MailUndoSchema(ResponseSchema):
    """What takes a change back: the same call again."""

    do = Text(metadata={"enum": list(MANY)})
    ids = ma.fields.List(Id())


class MailsDoneSchema(ResponseSchema):
    """The mails that it was done to; those it made no difference to are left out."""

    ids = ma.fields.List(Id())
    undo = ma.fields.List(ma.fields.Nested(MailUndoSchema))


class MailDraftChangeSchema(Schema):
    """What is kept of a draft, as it is typed; addresses stand between commas."""

    to = Text(validate=ma.validate.Length(max=LONGEST), metadata={"example": "Asha Kulkarni <asha@meridian.example>"})
    cc = Text(validate=ma.validate.Length(max=LONGEST))
    bcc = Text(validate=ma.validate.Length(max=LONGEST))
    subject = Text(validate=ma.validate.Length(max=SUBJECT_LENGTH))
    text = Text(validate=ma.validate.Length(max=TEXT_LENGTH), metadata={"description": "Text with Markdown marks"})


class SendingSchema(Schema):
    """How a mail is sent."""

    mode = Text(
        load_default="now",
        validate=ma.validate.OneOf(MODES),
        metadata={"description": "`undoable` waits some seconds and refuses a mail without text; "
                  "`undoable_empty` sends that one too"},
    )  # fmt: skip


class MailSendSchema(MailDraftChangeSchema, SendingSchema):
    """What has been typed since the draft was saved, and how it is sent."""


class NewMailSchema(MailDraftChangeSchema):
    """A new mail, and the one it answers."""

    answers = Id(allow_none=True)
    kind = Text(validate=ma.validate.OneOf(ANSWERS))


class NewMailSendSchema(NewMailSchema, SendingSchema):
    """A new mail, and how it is sent."""


class MailRecipientsArgs(Schema):
    """The recipients of a mail, as they are typed into a field."""

    q = Text(load_default="", validate=ma.validate.Length(max=LONGEST))


class MailRecipientsSchema(ResponseSchema):
    """Which of them are nobody of the workspace, and whether mail reaches them."""

    outside = ma.fields.List(Text())
    wrong = ma.fields.List(Text(), metadata={"description": "What is no email address"})
    delivers = ma.fields.Boolean(metadata={"description": "Whether mail leaves this installation"})


class MailNextSchema(MailSchema):
    """A mail, and where its writer goes on."""

    next = Text()


class MailSentSchema(MailNextSchema):
    """A mail that is sent, now or soon."""

    undo_seconds = Whole(
        allow_none=True, metadata={"description": "How long sending can be undone, where it waits for that"}
    )


class MailAnswerArgs(Schema):
    """Which way a mail is answered."""

    kind = Text(load_default="reply", validate=ma.validate.OneOf(ANSWERS))


class MailAnswerSchema(ResponseSchema):
    """What an answer begins with."""

    kind = Text(metadata={"enum": list(ANSWERS)})
    to = Text()
    cc = Text()
    subject = Text()
    quoted = Text()
    mail = ma.fields.Nested(MailRowSchema)
    attachments = ma.fields.List(ma.fields.Nested(MailFileSchema), metadata={"description": "What it brings along"})


class MailFiles(ma.Schema):
    """The file; whose draft it is for is looked at first, so the call says itself that it is missing."""

    file = Upload()


class MailPeopleArgs(Schema):
    """Words of a name or an address."""

    q = Text(load_default="", validate=ma.validate.Length(max=200))


class MailPeopleSchema(ResponseSchema):
    """The people whose names or addresses fit, by name."""

    people = ma.fields.List(ma.fields.Nested(EmailSenderSchema))


class TrashEmptiedSchema(ResponseSchema):
    """How many mails are gone for ever."""

    deleted = Whole()


class MailBodyArgs(Schema):
    """On which skin a mail is read."""

    skin = Text(load_default="auto", validate=ma.validate.OneOf(["auto", "light", "dark"]))
