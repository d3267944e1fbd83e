"""What tokens look like in JSON."""

import re
from typing import Any

import marshmallow as ma

from app.channels.tokens.models import CALLBACK_LENGTH, IDENTITY, KINDS, SCOPES, STATES
from app.core.http.schemas import (
    NO_SPACE,
    Id,
    Moment,
    NonBlankLine,
    Pattern,
    ResponseSchema,
    Schema,
    Text,
    Whole,
    page_schema,
)

_ORIGINS = ma.validate.Length(max=50)
DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
LONGEST = 50 * 301
"""How long a text of that many origins can be."""


def _end_of(day: str) -> str | None:
    """The end of a day, which forms name alone; anything else as it is, and nothing for an empty line."""
    return f"{day}T23:59:59+00:00" if DAY.fullmatch(day) else day or None


class TokenChangeSchema(Schema):
    """What of a token can be changed; keys left out stay as they are."""

    name = NonBlankLine(60)
    origins = ma.fields.List(Text(validate=ma.validate.Length(max=300)), validate=_ORIGINS)
    scopes = ma.fields.List(Text(validate=ma.validate.OneOf(SCOPES)))
    identity = Text(validate=ma.validate.OneOf(IDENTITY))
    outlet = Id(allow_none=True, metadata={"description": "The outlet that conversations through this token belong to"})
    callback_url = Text(
        allow_none=True, validate=[ma.validate.Length(max=CALLBACK_LENGTH), Pattern(rf"^https?://{NO_SPACE}+$")],
        metadata={"description": "Where replies of Rasa's callback format are sent"},
    )  # fmt: skip
    expires_at = Moment(allow_none=True)

    @ma.pre_load
    def split_lines(self, data: Any, **_kwargs: Any) -> Any:
        """Take what forms send: origins as lines of one text, an empty choice or end, the last day of a token."""
        if isinstance(data, dict):
            data = data | {name: None for name in ("outlet", "callback_url") if data.get(name) == ""}
        if isinstance(data, dict) and isinstance(data.get("expires_at"), str):
            data = data | {"expires_at": _end_of(data["expires_at"])}
        origins = data.get("origins") if isinstance(data, dict) else None
        if not isinstance(origins, list):
            return data
        lines = [
            origin.splitlines() if isinstance(origin, str) and len(origin) <= LONGEST else [origin]
            for origin in origins
        ]
        return data | {"origins": [line for group in lines for line in group]}


class NewTokenSchema(TokenChangeSchema):
    """A token to make."""

    name = NonBlankLine(60, required=True)
    kind = Text(required=True, validate=ma.validate.OneOf(KINDS))
    origins = ma.fields.List(Text(validate=ma.validate.Length(max=300)), load_default=list, validate=_ORIGINS)
    scopes = ma.fields.List(Text(validate=ma.validate.OneOf(SCOPES)), load_default=list)


class TokenOutletSchema(ResponseSchema):
    """The outlet that conversations through a token belong to."""

    id = Id()
    name = Text()


class RefusedPageSchema(ResponseSchema):
    """The origin of pages that could not use a web token."""

    origin = Text()
    at = ma.fields.AwareDateTime()


class TokenSchema(ResponseSchema):
    """A token; its text is there of a web token always, of a program's only when it has just been drawn."""

    id = Id()
    name = Text()
    kind = Text(metadata={"enum": list(KINDS)})
    token = Text(allow_none=True)
    script = Text(
        allow_none=True, metadata={"description": "The address of the script a page embeds; web tokens have one"}
    )
    curl = Text(allow_none=True, metadata={"description": "A command that tries it, beside a program's text"})
    prefix = Text()
    origins = ma.fields.List(Text())
    scopes = ma.fields.List(Text())
    identity = Text(metadata={"enum": list(IDENTITY)})
    outlet = ma.fields.Nested(TokenOutletSchema, allow_none=True)
    callback_url = Text(allow_none=True)
    expires_at = ma.fields.AwareDateTime(allow_none=True)
    state = Text(metadata={"enum": list(STATES)})
    previous_until = ma.fields.AwareDateTime(
        allow_none=True, metadata={"description": "Until when the token before the last rotation is good"}
    )
    last_used_at = ma.fields.AwareDateTime(allow_none=True)
    last_page = Text(allow_none=True)
    refused = ma.fields.List(
        ma.fields.Nested(RefusedPageSchema),
        metadata={"description": "Pages that were refused in the last seven days and are not allowed yet"},
    )
    conversations = Whole(metadata={"description": "Conversations of customers that began in the last seven days"})
    revision = Whole()


TokenPageSchema = page_schema(TokenSchema)


class IdentitySchema(ResponseSchema):
    """A new identity secret, shown this once."""

    secret = Text()
