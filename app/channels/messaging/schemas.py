"""What deployments on messaging channels look like in JSON."""

import re
from typing import Any

import marshmallow as ma

from app.channels.messaging.adapters import CHANNELS
from app.channels.messaging.adapters.contract import REASONS
from app.channels.messaging.adapters.whatsapp_templates import QUALITIES
from app.channels.messaging.adapters.whatsapp_templates import STATES as TEMPLATE_STATES
from app.channels.messaging.models import ACCOUNT_LENGTH, ENVIRONMENTS, RAW_STATES, STATES, TROUBLES
from app.channels.messaging.service import LIFE, NUMBERED
from app.core.http.schemas import Id, Line, PageArgs, Pattern, ResponseSchema, Schema, Text, Whole, page_schema

SECRET_LENGTH, TEXT_LENGTH = 600, 1000
LAG = "Seconds from a request's arrival until its bot had taken it in, median of 24 hours"
SLOWEST_LAG = "What 5 of 100 requests of 24 hours wait or more; null under 20"
NO_ACCOUNT = "Must be an id of the provider: letters and digits without spaces."
_LANGUAGE = ma.validate.Length(max=12)


class CredentialsSchema(Schema):
    """What an account is used with; which of them a channel needs is in `GET /api/v1/channels`."""

    app_secret = Text(validate=ma.validate.Length(max=SECRET_LENGTH))
    access_token = Text(validate=ma.validate.Length(max=SECRET_LENGTH))
    bot_token = Text(validate=ma.validate.Length(max=SECRET_LENGTH))
    secret_token = Text(validate=[ma.validate.Length(max=256), Pattern(r"^[A-Za-z0-9_-]*$")])
    signing_secret = Text(validate=ma.validate.Length(max=SECRET_LENGTH))
    auth_token = Text(validate=ma.validate.Length(max=SECRET_LENGTH))
    account_sid = Text(validate=ma.validate.Length(max=64))


class UsedTemplateSchema(Schema):
    """An approved template of WhatsApp that is sent when free text may not be."""

    name = Line(required=True, validate=ma.validate.Length(max=200))
    language = Line(load_default="en", validate=ma.validate.Length(max=12))


class DeploymentSettingsSchema(Schema):
    """What an account does its own way."""

    template = ma.fields.Nested(UsedTemplateSchema, allow_none=True)
    business = Line(
        validate=[ma.validate.Length(max=40), Pattern(r"^[0-9]*$")],
        metadata={"description": "The id of the WhatsApp Business account, whose message templates are read"},
    )

    @ma.pre_load
    def drop_empty_template(self, data: Any, **_kwargs: Any) -> Any:
        """Take a form's empty name as no template."""
        if isinstance(data, dict) and isinstance(data.get("template"), dict) and not data["template"].get("name"):
            return data | {"template": None}
        return data


class DeploymentChangeSchema(Schema):
    """What of a deployment can be changed; keys left out stay as they are."""

    language = Text(allow_none=True, validate=_LANGUAGE)
    outlet = Id(allow_none=True)
    credentials = ma.fields.Nested(CredentialsSchema)
    settings = ma.fields.Nested(DeploymentSettingsSchema)

    @ma.pre_load
    def take_empty(self, data: Any, **_kwargs: Any) -> Any:
        """Take a form's empty choices as none."""
        if not isinstance(data, dict):
            return data
        return data | {name: None for name in ("language", "outlet") if data.get(name) == ""}


class NewDeploymentSchema(DeploymentChangeSchema):
    """An account for a bot to answer on."""

    channel = Text(required=True, validate=ma.validate.OneOf(CHANNELS))
    account = Line(
        required=True, validate=[ma.validate.Length(1, ACCOUNT_LENGTH), Pattern(r"^[\w.@:+-]+$", error=NO_ACCOUNT)],
        metadata={"example": "106540352242922", "description": "The provider's id of the number, page, team or bot"},
    )  # fmt: skip
    environment = Text(required=True, validate=ma.validate.OneOf(ENVIRONMENTS))
    language = Text(allow_none=True, load_default=None, validate=_LANGUAGE)
    outlet = Id(allow_none=True, load_default=None)
    credentials = ma.fields.Nested(CredentialsSchema, required=True)
    settings = ma.fields.Nested(DeploymentSettingsSchema, load_default=dict)

    @ma.pre_load
    def take_number(self, data: Any, **_kwargs: Any) -> Any:
        """Take a telephone number as people write it."""
        if isinstance(data, dict) and data.get("channel") in NUMBERED and isinstance(data.get("account"), str):
            return data | {"account": re.sub(r"[\s().-]", "", data["account"])}
        return data


class DeploymentMoveSchema(Schema):
    """The bot that an account goes to."""

    bot = Id(required=True)


class DeploymentOutletSchema(ResponseSchema):
    """The outlet that an account's conversations belong to."""

    id = Id()
    name = Text()


class DeploymentSecretSchema(ResponseSchema):
    """A credential that is kept: its name, and its last characters."""

    name = Text()
    last4 = Text()


class DeploymentSchema(ResponseSchema):
    """A bot on an account of a messaging channel; credentials are never answered."""

    id = Id()
    channel = Text(metadata={"enum": list(CHANNELS)})
    account = Text()
    environment = Text(metadata={"enum": list(ENVIRONMENTS)})
    language = Text(allow_none=True)
    outlet = ma.fields.Nested(DeploymentOutletSchema, allow_none=True)
    state = Text(metadata={"enum": list(STATES)})
    possible = ma.fields.List(Text(metadata={"enum": list(LIFE.events)}))
    webhook_url = Text()
    verify_token = Text()
    secrets = ma.fields.List(ma.fields.Nested(DeploymentSecretSchema))
    settings = ma.fields.Nested(DeploymentSettingsSchema)
    last_inbound_at = ma.fields.AwareDateTime(allow_none=True)
    last_error = Text(allow_none=True)
    last_error_at = ma.fields.AwareDateTime(allow_none=True)
    templates_read_at = ma.fields.AwareDateTime(allow_none=True)
    refused = Whole(metadata={"description": "Requests whose signature did not fit"})
    waiting = Whole(metadata={"description": "Messages that wait to be sent"})
    failed = Whole(metadata={"description": "Messages that could not be sent in the last seven days"})
    errors_24h = Whole(metadata={"description": "Messages not sent and requests not accepted in the last 24 hours"})
    inbound_24h = ma.fields.List(
        Whole(), metadata={"description": "Events that arrived in each of the last 24 hours, the oldest first"}
    )
    window_hours = Whole(
        allow_none=True, metadata={"description": "For how long a person can be answered freely; null has no limit"}
    )
    people_open = Whole(metadata={"description": "People whose reply window is open"})
    conversations = Whole(metadata={"description": "Conversations of customers that began in the last seven days"})
    trouble = Text(allow_none=True, metadata={"enum": [*TROUBLES, None], "description": "Why it is degraded"})
    availability = ma.fields.Float(
        allow_none=True, metadata={"description": "Percent of the checks of seven days that it passed; null before any"}
    )
    lag_median_s = ma.fields.Float(allow_none=True, metadata={"description": LAG})
    lag_slowest_s = ma.fields.Float(allow_none=True, metadata={"description": SLOWEST_LAG})
    revision = Whole()


DeploymentPageSchema = page_schema(DeploymentSchema)


class BotChannelSchema(ResponseSchema):
    """A channel with the state that asks for most among its accounts; a website unseen so far is unverified."""

    channel = Text(metadata={"enum": ["web", *CHANNELS]})
    state = Text(metadata={"enum": [state for state in STATES if state != "removed"]})


class BotChannelsSchema(ResponseSchema):
    """The channels on which a bot serves customers."""

    id = Id()
    channels = ma.fields.List(ma.fields.Nested(BotChannelSchema))


class RefusedAccountSchema(ResponseSchema):
    """An account whose credentials the provider refuses."""

    id = Id()
    channel = Text(metadata={"enum": list(CHANNELS)})
    account = Text()
    bot_id = Id()
    bot_name = Text()
    last_error_at = ma.fields.AwareDateTime(allow_none=True)


class BotsChannelsSchema(ResponseSchema):
    """The channels of the bots of a page of the list, and which accounts of all bots need attention."""

    items = ma.fields.List(ma.fields.Nested(BotChannelsSchema))
    attention = Whole(metadata={"description": "Accounts that are degraded or in error"})
    refused = ma.fields.List(
        ma.fields.Nested(RefusedAccountSchema), metadata={"description": "The latest three, of all bots"}
    )


class RefusedRequestsSchema(ResponseSchema):
    """Requests on an account that were not accepted for one reason."""

    id = Id(metadata={"description": "The account"})
    channel = Text(metadata={"enum": list(CHANNELS)})
    account = Text()
    state = Text(metadata={"enum": ["rejected", "dead"]})
    reason = Text(metadata={"enum": list(REASONS)})
    requests = Whole()
    at = ma.fields.AwareDateTime(metadata={"description": "When the latest arrived"})


class DeliverySchema(ResponseSchema):
    """What became of a bot's messages on its accounts for customers in the last 24 hours."""

    sent = Whole(metadata={"description": "Messages that the provider accepted"})
    delivered = Whole()
    read = Whole(metadata={"description": "Those known to be read; not every channel tells"})
    failed = Whole()
    median_s = ma.fields.Float(
        allow_none=True, metadata={"description": "Seconds from an answer to the provider's acceptance"}
    )
    slowest_s = ma.fields.Float(
        allow_none=True, metadata={"description": "What 5 of 100 messages take or more; null under 20"}
    )
    lag_median_s = ma.fields.Float(allow_none=True, metadata={"description": LAG})
    lag_slowest_s = ma.fields.Float(allow_none=True, metadata={"description": SLOWEST_LAG})
    refused = ma.fields.List(ma.fields.Nested(RefusedRequestsSchema))


class MessageTemplateSchema(ResponseSchema):
    """A message template of WhatsApp in one language."""

    id = Id()
    name = Text()
    language = Text()
    state = Text(metadata={"enum": list(TEMPLATE_STATES)})
    reason = Text(metadata={"description": "Why it was rejected or paused"})
    category = Text(metadata={"example": "utility"})
    quality = Text(allow_none=True, metadata={"enum": [*QUALITIES, None]})
    header = Text()
    body = Text()
    footer = Text()
    buttons = ma.fields.List(Text())
    variables = ma.fields.List(Text())
    usable = ma.fields.Boolean(metadata={"description": "Whether it can be sent with one text"})
    used = ma.fields.Boolean(metadata={"description": "Whether the account sends it when free text may not be"})
    changed_at = ma.fields.AwareDateTime(metadata={"description": "When its state was seen to change"})


MessageTemplatePageSchema = page_schema(MessageTemplateSchema)


class TemplatesWantedSchema(ResponseSchema):
    """The job that reads the templates."""

    job = Id(attribute="id")


class TestMessageSchema(Schema):
    """A message to try an account with; without a recipient only the credentials are tried."""

    to = Line(load_default="", validate=ma.validate.Length(max=120))
    text = Text(load_default="", validate=ma.validate.Length(max=TEXT_LENGTH))


class TestResultSchema(ResponseSchema):
    """What the provider answered."""

    ok = ma.fields.Boolean()
    id = Text(metadata={"description": "The provider's id of the message"})
    code = Text()
    detail = Text()
    ms = Whole()


class RawEventSchema(ResponseSchema):
    """A request that arrived on an account."""

    id = Id()
    at = ma.fields.AwareDateTime()
    state = Text(metadata={"enum": list(RAW_STATES)})
    reason = Text(metadata={"enum": list(REASONS)})
    events = Whole(metadata={"description": "Events it brought that were new"})


RawEventPageSchema = page_schema(RawEventSchema)


class RawEventListArgs(PageArgs):
    """Requests are listed newest first."""

    state = Text(load_default="", validate=ma.validate.OneOf(("", *RAW_STATES)))
