"""What notifications look like in JSON."""

import marshmallow as ma

from app.accounts.auth.file_addresses import FileAddress
from app.core.http.schemas import Id, PageArgs, PageSchema, ResponseSchema, Text, Whole
from app.notifications.service import KINDS


class NoticeListArgs(PageArgs):
    """Notifications are listed newest first; `show=unread` leaves out those one has read."""

    show = Text(load_default="", validate=ma.validate.OneOf(["", "unread"]))


class ActorSchema(ResponseSchema):
    """Who did it, as they were called then."""

    name = Text()
    avatar = FileAddress()


class NoticeSchema(ResponseSchema):
    """That something happened which concerns the reader, and where it is to be seen."""

    id = Id()
    kind = Text(metadata={"enum": list(KINDS)})
    what = Text(metadata={"description": "A title, a file, or a user agent", "example": "Order brochures"})
    link = Text(metadata={"example": "/apps/todo?task=12"})
    by = ma.fields.Nested(ActorSchema, allow_none=True)
    created_at = ma.fields.AwareDateTime()
    is_read = ma.fields.Boolean()
    revision = Whole()


class UnreadSchema(ResponseSchema):
    """How many there are still unread, 100 at most."""

    unread = Whole(metadata={"example": 3})


class NoticePageSchema(PageSchema):
    """One page of notifications, and how many are unread in all."""

    items = ma.fields.List(ma.fields.Nested(NoticeSchema))
    unread = Whole(metadata={"description": "100 at most", "example": 3})
    live = Text(metadata={"description": "From where to listen for what changes after this answer", "example": "17"})
