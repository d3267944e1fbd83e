"""Shapes of one's own account: by API.md §6 for the specified call, and our own."""

from typing import Any

import marshmallow as ma
from flask_smorest.fields import Upload

from app.accounts.auth.file_addresses import FileAddress
from app.accounts.settings.links import NETWORKS, SERVICES
from app.core.http.hours_schemas import TimeOfDay
from app.core.http.schemas import (
    Day,
    Email,
    Id,
    NonBlankLine,
    Pattern,
    ResponseSchema,
    Schema,
    Switch,
    Text,
    Whole,
)

NOTIFICATIONS = ("commentOnArticle", "answerOnForm", "followMe", "newAnnouncements", "productUpdates", "blogDigest")
PHONE = r"^(?:[+(]?[0-9](?:[ ().-]{0,2}[0-9]){5,14})?$"
WEBSITE = (
    r"^(?:https?://[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})+(?::[0-9]{2,5})?(?:/[A-Za-z0-9._~/?#&=%+@-]{0,100})?)?$"
)
ACCOUNT = r"^@?[A-Za-z0-9][A-Za-z0-9_.+@-]{0,78}$"


class GeneralSchema(ResponseSchema):
    """Who one is, in the specified words."""

    avatar = FileAddress()
    username = Text(metadata={"example": "asha"})
    fullName = Text(metadata={"example": "Asha Rao"})
    email = Text(metadata={"example": "asha@example.com"})
    company = Text()


class InfoSchema(ResponseSchema):
    """What people say about themselves, in the specified words; without a phone its number is 0."""

    bio = Text()
    dob = ma.fields.Date(allow_none=True)
    country = Text()
    website = Text()
    phone = Whole()


SocialLinksSchema = ResponseSchema.from_dict({name: Text() for name in NETWORKS}, name="SocialLinksSchema")


class LinkedAccountSchema(ResponseSchema):
    """An account elsewhere; empty when none is noted."""

    profileImg = Text(metadata={"optional": True})
    id = Text(metadata={"optional": True})


LinkedAccountsSchema = ResponseSchema.from_dict(
    {name: ma.fields.Nested(LinkedAccountSchema) for name in SERVICES}, name="LinkedAccountsSchema"
)
NotificationSchema = ResponseSchema.from_dict(
    {name: ma.fields.Boolean() for name in NOTIFICATIONS}, name="NotificationSchema"
)


class SocialSchema(ResponseSchema):
    """Where one is found elsewhere."""

    socialLinks = ma.fields.Nested(SocialLinksSchema)
    connections = ma.fields.Nested(LinkedAccountsSchema)


class AccountSettingSchema(ResponseSchema):
    """The account settings, as specified."""

    general = ma.fields.Nested(GeneralSchema)
    info = ma.fields.Nested(InfoSchema)
    social = ma.fields.Nested(SocialSchema)
    notification = ma.fields.Nested(NotificationSchema)


class ConnectionSchema(ResponseSchema):
    """An account one says one has elsewhere."""

    id = Id()
    service = Text(metadata={"enum": list(SERVICES)})
    account = Text()
    revision = Whole()
    created_at = ma.fields.AwareDateTime()


class AccountSchema(ResponseSchema):
    """One's own account as our pages know it."""

    avatar = FileAddress()
    username = Text()
    full_name = Text()
    email = Text()
    next_email = Text(allow_none=True, metadata={"description": "The address that waits for confirmation by mail"})
    confirms_email = ma.fields.Boolean(
        metadata={"description": "Whether a new address must be confirmed by a link that is mailed to it"}
    )
    company = Text()
    designation = Text()
    bio = Text()
    dob = ma.fields.Date(allow_none=True)
    country = Text()
    website = Text()
    phone = Text(attribute="contact")
    links = ma.fields.Nested(SocialLinksSchema)
    connections = ma.fields.List(ma.fields.Nested(ConnectionSchema))
    notifications = ma.fields.Nested(NotificationSchema)
    quiet_from = Text(allow_none=True, metadata={"example": "21:00"})
    quiet_to = Text(allow_none=True, metadata={"example": "08:00"})
    revision = Whole()


class _TrimmedSchema(Schema):
    """Blanks around a text are no part of it."""

    @ma.pre_load
    def trim(self, data: Any, **_kwargs: Any) -> Any:
        """Trim every text of the body but for passwords."""
        if not isinstance(data, dict):
            return data
        return {k: v.strip() if isinstance(v, str) and k != "password" else v for k, v in data.items()}


def _line(longest: int) -> Text:
    """A field for one line of text."""
    return Text(validate=ma.validate.Length(max=longest))


def _matching(pattern: str, longest: int) -> Text:
    """A field for text of a certain form."""
    return Text(validate=[ma.validate.Length(max=longest), Pattern(pattern)])


class GeneralArgs(_TrimmedSchema):
    """What of one's name is to change; another e-mail address asks for the password."""

    username = NonBlankLine(60)
    full_name = NonBlankLine(120)
    email = Email()
    company = _line(120)
    password = Text(validate=ma.validate.Length(max=200), load_only=True)


class InformationArgs(_TrimmedSchema):
    """What of what people say about themselves is to change."""

    designation = _line(80)
    bio = _line(1000)
    dob = Day(allow_none=True)
    country = _line(80)
    website = _matching(WEBSITE, 200)
    phone = _matching(PHONE, 40)


LinksArgs = _TrimmedSchema.from_dict(
    {name: _matching(network.pattern, 150) for name, network in NETWORKS.items()}, name="LinksArgs"
)
_QUIET: dict[str, Any] = {name: TimeOfDay("21:00") for name in ("quiet_from", "quiet_to")}
NotificationsArgs = Schema.from_dict(_QUIET | {name: Switch() for name in NOTIFICATIONS}, name="NotificationsArgs")


class ConnectionArgs(_TrimmedSchema):
    """Which account of which service."""

    service = Text(required=True, validate=ma.validate.OneOf(SERVICES))
    account = Text(required=True, validate=Pattern(ACCOUNT), metadata={"example": "asha.rao"})


class AvatarFiles(ma.Schema):
    """The picture."""

    file = Upload(required=True)


class AvatarSchema(ResponseSchema):
    """Where one's picture is; empty without one."""

    avatar = FileAddress()
