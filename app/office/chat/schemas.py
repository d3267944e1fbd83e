"""Shapes of the chat's calls: the specified ones by API.md §12, and our own."""

from typing import Any

import marshmallow as ma

from app.accounts.auth.file_addresses import FileAddress
from app.core.http.schemas import (
    Id,
    Line,
    NonBlankText,
    PageArgs,
    PageSchema,
    ResponseSchema,
    Schema,
    Text,
    Whole,
    page_schema,
)
from app.office.chat.models import ABOUT_LENGTH, MESSAGE_LENGTH, STATUS

_STATUS: dict[str, Any] = {"metadata": {"enum": list(STATUS)}}


# ---- the specified calls ------------------------------------------------------------------------------


class ChatMessageLineSchema(ResponseSchema):
    """A message as the specified calls show it."""

    message = Text()
    time = ma.fields.AwareDateTime()
    senderId = Whole()


class ChatContactSchema(ResponseSchema):
    """A person as the specified calls show them."""

    id = Whole(attribute="number")
    fullName = Text(attribute="full_name")
    role = Text(attribute="title")
    about = Text()
    avatar = FileAddress()
    status = Text(**_STATUS)


class ChatBriefSchema(ResponseSchema):
    """What a list says of a conversation."""

    id = Whole()
    unseenMsgs = Whole()
    lastMessage = ma.fields.Nested(ChatMessageLineSchema)


class ChatTalkerSchema(ChatContactSchema):
    """A person one talks with, and what was said last."""

    chat = ma.fields.Nested(ChatBriefSchema)


class ChatOneselfSchema(ResponseSchema):
    """The reader, beside the lists."""

    id = Whole(attribute="number")
    avatar = FileAddress()
    fullName = Text(attribute="full_name")
    status = Text(**_STATUS)


class ChatListsSchema(ResponseSchema):
    """One's conversations, everybody one can talk with, and the reader."""

    chatsContacts = ma.fields.List(ma.fields.Nested(ChatTalkerSchema))
    contacts = ma.fields.List(ma.fields.Nested(ChatContactSchema))
    profileUser = ma.fields.Nested(ChatOneselfSchema)


class ChatSettingsSchema(ResponseSchema):
    """What of one's account settings the chat shows."""

    isTwoStepAuthVerificationEnabled = ma.fields.Boolean()
    isNotificationsOn = ma.fields.Boolean()


class ChatProfileUserSchema(ChatContactSchema):
    """The reader."""

    settings = ma.fields.Nested(ChatSettingsSchema)


class ChatArgs(Schema):
    """With whom the conversation is."""

    id = Whole(required=True)


class ChatWholeSchema(ResponseSchema):
    """A conversation with all that was said."""

    id = Whole()
    userId = Whole()
    unseenMsgs = Whole()
    chat = ma.fields.List(ma.fields.Nested(ChatMessageLineSchema))


class ChatAnswerSchema(ResponseSchema):
    """Someone, and the conversation with them where there is one."""

    chat = ma.fields.Nested(ChatWholeSchema, metadata={"optional": True})
    contact = ma.fields.Nested(ChatContactSchema)


class ChatReceiverSchema(Schema):
    """Whom a message is for; more that an existing client sends of the person is left aside."""

    class Meta:
        """Existing clients send whole people."""

        unknown = ma.EXCLUDE

    id = Whole(required=True)


class ChatSentSchema(Schema):
    """A message and whom it is for."""

    class Meta:
        """Existing clients send the sender and a time too."""

        unknown = ma.EXCLUDE

    contact = ma.fields.Nested(ChatReceiverSchema, required=True)
    message = NonBlankText(MESSAGE_LENGTH, required=True, metadata={"example": "The car is ready at six."})


class ChatSendSchema(Schema):
    """A message to be sent."""

    obj = ma.fields.Nested(ChatSentSchema, required=True)


class ChatResponseSchema(ResponseSchema):
    """What was sent, with whom, and the conversation where this began it."""

    newMessageData = ma.fields.Nested(ChatMessageLineSchema)
    id = Whole()
    chat = ma.fields.Nested(ChatWholeSchema, metadata={"optional": True})


class ChatSendAnswerSchema(ResponseSchema):
    """What became of a message."""

    response = ma.fields.Nested(ChatResponseSchema)


# ---- our own calls ------------------------------------------------------------------------------------


class TalkListArgs(PageArgs):
    """What is looked for: in names, or in what was said."""

    q = Text(load_default="", validate=ma.validate.Length(max=200))


class TalkPersonSchema(ResponseSchema):
    """A person of the workspace as the chat shows them."""

    id = Id()
    full_name = Text()
    title = Text(attribute="user.designation", metadata={"description": "What they do in their own words, or empty"})
    role = Text(attribute="user.role")
    avatar = FileAddress()
    about = Text()
    status = Text(**_STATUS)
    is_gone = ma.fields.Boolean(metadata={"description": "Has left the workspace: can be read, not written to"})


class TalkPersonDetailSchema(TalkPersonSchema):
    """A person with what is known of them."""

    email = Text(attribute="user.email")
    company = Text(attribute="user.company")
    country = Text(attribute="user.country")


TalkPersonPageSchema = page_schema(TalkPersonSchema)


class OwnTalkPersonSchema(TalkPersonDetailSchema):
    """The reader as others see them, and the revision one changes it on."""

    revision = Whole()


class OwnTalkPersonChangeSchema(Schema):
    """What people say about themselves; keys left out stay as they are."""

    status = Text(validate=ma.validate.OneOf(STATUS))
    about = Line(validate=ma.validate.Length(max=ABOUT_LENGTH))


class TalkMessageSchema(ResponseSchema):
    """A message."""

    id = Id()
    sender_id = Id()
    text = Text()
    sent_at = ma.fields.AwareDateTime()


class TalkSchema(ResponseSchema):
    """A conversation in a list; its id is that of the other person."""

    id = Id()
    person = ma.fields.Nested(TalkPersonSchema)
    unseen = Whole()
    last = ma.fields.Nested(TalkMessageSchema)


class TalkPageSchema(PageSchema):
    """One page of conversations, and how much is unread in all of them."""

    items = ma.fields.List(ma.fields.Nested(TalkSchema))
    unseen = Whole()
    live = Text(metadata={"description": "From where to listen for what changes after this answer", "example": "17"})


class TalkWindowArgs(Schema):
    """Which part of a conversation: the newest, up to a message, or around one."""

    upto = Id()
    around = Id()


class TalkWindowSchema(ResponseSchema):
    """Some messages of a conversation, oldest first."""

    person = ma.fields.Nested(TalkPersonSchema)
    messages = ma.fields.List(ma.fields.Nested(TalkMessageSchema))
    older = Id(allow_none=True, metadata={"description": "`upto` of the messages before these"})
    at_end = ma.fields.Boolean(metadata={"description": "Whether the newest message is among them"})
    unseen = Whole()
    read_id = Id(metadata={"description": "The newest message the other one has read, or 0"})


class TalkHitSchema(ResponseSchema):
    """A message that was looked for, and with whom it was spoken."""

    id = Id()
    person = ma.fields.Nested(TalkPersonSchema)
    message = ma.fields.Nested(TalkMessageSchema)


TalkHitPageSchema = page_schema(TalkHitSchema)


class NewTalkMessageSchema(Schema):
    """What is to be said."""

    text = NonBlankText(MESSAGE_LENGTH, required=True, metadata={"example": "The car is ready at six."})


class TalkReadSchema(Schema):
    """Up to which message one has read; all of it where none is named."""

    message_id = Id()


class TalkUnseenSchema(ResponseSchema):
    """How much of a conversation is unread."""

    unseen = Whole()
