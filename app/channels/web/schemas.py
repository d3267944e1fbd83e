"""What the web channel takes and gives."""

from typing import Any

import marshmallow as ma
from flask_smorest.fields import Upload

from app.channels.themes.shape import ThemeSchema
from app.core.errors import BeyondSchema
from app.core.http.schemas import Id, ResponseSchema, Schema, Switch, Text, Whole

TEXT_LENGTH = 2000


class PlainSchema(ma.Schema):
    """Values of other people's pages: keys that nobody knows are nobody's business."""

    class Meta:
        """Pages of any age use the channel."""

        unknown = ma.INCLUDE


class UserSchema(PlainSchema):
    """Who a page says its visitor is, signed by its identity secret."""

    id = Text(load_default=None, allow_none=True, validate=ma.validate.Length(min=1, max=100))
    hash = Text(load_default=None, allow_none=True, validate=ma.validate.Length(max=64))
    attrs = ma.fields.Dict(keys=Text(), load_default=dict)


class NewSessionSchema(PlainSchema):
    """A conversation to open."""

    token = Text(required=True, validate=ma.validate.Length(max=64))
    lang = Text(load_default=None, allow_none=True, validate=ma.validate.Length(max=12))
    page_url = Text(load_default="", validate=ma.validate.Length(max=4000))
    referrer = Text(load_default="", validate=ma.validate.Length(max=4000))
    vars = ma.fields.Dict(keys=Text(), load_default=dict)
    trial = Text(load_default="", validate=ma.validate.Length(max=200))
    user = ma.fields.Nested(UserSchema, load_default=None, allow_none=True)


class OpenedSchema(ResponseSchema):
    """What a widget goes on with."""

    session_id = Id()
    secret = Text()
    cursor = Whole()
    theme_etag = Text()


class OfferQuestionSchema(PlainSchema):
    """Who visits a page."""

    token = Text(required=True, validate=ma.validate.Length(max=64))
    user = ma.fields.Nested(UserSchema, required=True)


class VisitorOfferSchema(ResponseSchema):
    """An offer to show beside the launcher."""

    code = Text(metadata={"description": "Its code in `POST /o/{code}/dismissed`"})
    text = Text()
    language = Text()
    link = Text(allow_none=True, metadata={"description": "Where pressing it leads; the chat where it is null"})
    mark = Text(metadata={"description": "The query parameter `parley_offer` of the page that a chat is opened with"})


class OfferAnswerSchema(ResponseSchema):
    """The offer that waits for the visitor, if any."""

    offer = ma.fields.Nested(VisitorOfferSchema, allow_none=True)


class ChosenSchema(PlainSchema):
    """An option."""

    id = Text(required=True, validate=ma.validate.Length(min=1, max=120))


class NewMessageSchema(PlainSchema):
    """What a visitor says; a repeat of its id gets the first answer."""

    client_msg_id = ma.fields.UUID(required=True)
    type = Text(required=True, validate=ma.validate.OneOf(["text", "choice"]))
    text = Text(load_default="", validate=ma.validate.Length(max=TEXT_LENGTH))
    payload = ma.fields.Nested(ChosenSchema, load_default=None, allow_none=True)

    @ma.validates_schema
    def check_content(self, data: dict[str, Any], **_kwargs: Any) -> None:
        """A text has words, a choice its option."""
        if data["type"] == "text" and not data["text"].strip():
            raise ma.ValidationError(BeyondSchema("Must not be empty."), "text")
        if data["type"] == "choice" and data["payload"] is None:
            raise ma.ValidationError(BeyondSchema("A choice needs the id of its option."), "payload")


class WebFiles(ma.Schema):
    """A file that a visitor sends: a JPEG, PNG or WebP picture, or a PDF, of at most 10 MB."""

    file = Upload(required=True)


class WebFileForm(PlainSchema):
    """What comes with a file; a repeat of its id gets the first answer."""

    client_msg_id = ma.fields.UUID(required=True)


class OptionSchema(ResponseSchema):
    """Something to choose."""

    id = Text()
    label = Text()


class NewAnswerRatingSchema(PlainSchema):
    """Whether an answer from documents helped; null takes it back."""

    event = Id(required=True)
    helpful = Switch(required=True, allow_none=True)


class AnswerRatingSchema(ResponseSchema):
    """What the visitor has said of an answer."""

    helpful = Switch(allow_none=True)


class WebEventSchema(ResponseSchema):
    """One thing a widget shows."""

    id = Id()
    type = Text(metadata={"enum": ["message", "typing", "handoff", "end"]})
    speaker = Text(metadata={"enum": ["bot", "agent", "user", "system"]})
    text = Text()
    options = ma.fields.List(ma.fields.Nested(OptionSchema))
    input = ma.fields.Dict(metadata={"optional": True})
    links = ma.fields.List(ma.fields.Dict(), metadata={"optional": True})
    media = ma.fields.Raw(metadata={"optional": True})
    language = Text(metadata={"optional": True})
    name = Text(metadata={"optional": True, "description": "The person who answers"})
    state = Text(metadata={"optional": True, "enum": ["requested", "accepted", "returned", "closed", "missed"]})
    option = Text(metadata={"optional": True, "description": "The option the visitor has chosen"})
    rating = ma.fields.Nested(
        AnswerRatingSchema, metadata={"optional": True, "description": "Of an answer from documents"}
    )
    client_msg_id = Text(metadata={"optional": True, "description": "The id the visitor's own message was sent with"})
    at = ma.fields.AwareDateTime()


class WebEventsSchema(ResponseSchema):
    """Events in order, and where to ask on."""

    events = ma.fields.List(ma.fields.Nested(WebEventSchema))
    cursor = Whole()
    place = Whole(metadata={"optional": True, "description": "The visitor's place among those who wait for a person"})


class EventsArgs(Schema):
    """From where to listen, and for how many seconds at most."""

    after = Whole(load_default=0, validate=ma.validate.Range(min=0, max=2**31 - 1))
    wait = Whole(load_default=0, validate=ma.validate.Range(min=0, max=25))
    place = Whole(
        load_default=None, validate=ma.validate.Range(min=0, max=100_000),
        metadata={"description": "The place among those who wait that the visitor knows of: another one is answered"},
    )  # fmt: skip


class WidgetThemeSchema(ResponseSchema, ThemeSchema):
    """What a widget knows of its bot."""

    languages = ma.fields.List(Text())
    language = Text()
    handoff = Switch()


class TrySchema(ResponseSchema):
    """What the page on which a bot is tried says of it."""

    bot = Text()
    languages = ma.fields.List(Text())
    published = Switch(metadata={"description": "Whether it has a live version, without which it does not answer"})
    trial = Text(metadata={"description": "What makes a conversation a test; empty for all but the bot's own people"})
