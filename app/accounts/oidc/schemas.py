"""Shapes of single sign-on."""

import re
from typing import Any

import marshmallow as ma

from app.accounts.oidc.models import DOMAINS_LENGTH
from app.accounts.people.service import GIVEN_ROLES
from app.core.errors import BeyondSchema
from app.core.http.schemas import Email, Id, Name, Pattern, ResponseSchema, Schema, Switch, Text, Whole

ROLES = tuple(role for role in GIVEN_ROLES if role != "admin")
"""What someone may be whom nobody has invited."""
MOST_DOMAINS = 20
DOMAIN = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]")
ISSUER = r"^https?://[^\s\u0000-\u001f\u0085?#@]{1,280}$"


class Domains(Text):
    """Domains in one text, between blanks, commas or lines."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> list[str]:  # type: ignore[override]
        text = super()._deserialize(value, attr, data, **kwargs)
        domains = list(dict.fromkeys(part.lower().removeprefix("@") for part in re.split(r"[\s,;]+", text) if part))
        wrong = [domain for domain in domains if len(domain) > 253 or not DOMAIN.fullmatch(domain)]
        if wrong:
            raise ma.ValidationError(BeyondSchema(f"This is not a domain: {wrong[0][:100]}"))
        if not 1 <= len(domains) <= MOST_DOMAINS or len(" ".join(domains)) > DOMAINS_LENGTH - 2:
            raise ma.ValidationError(BeyondSchema(f"Enter 1 to {MOST_DOMAINS} domains."))
        return domains


class IdentityProviderSchema(ResponseSchema):
    """The identity provider of a workspace; without one everything is empty and the revision is 0."""

    configured = ma.fields.Boolean()
    id = Id(allow_none=True)
    issuer = Text()
    client_id = Text()
    has_secret = ma.fields.Boolean()
    label = Text()
    domains = ma.fields.List(Text())
    creates = ma.fields.Boolean()
    role = Text(metadata={"enum": list(ROLES)})
    exclusive = ma.fields.Boolean()
    redirect_uri = Text()
    """What the provider must know of us."""
    sign_in_page = Text()
    """Where members sign in by it, whatever their address."""
    linked = ma.fields.Boolean()
    """Whether the reader has signed in by it."""
    revision = Whole()


class IdentityProviderArgs(Schema):
    """What the identity provider of a workspace is to be; an empty secret leaves the one there is."""

    issuer = Text(
        required=True,
        validate=[ma.validate.Length(max=300), Pattern(ISSUER, error="Must be an https:// address.")],
        metadata={"example": "https://login.example.com"},
    )
    client_id = Name(200, required=True)
    client_secret = Text(load_default="", validate=ma.validate.Length(max=500), load_only=True)
    label = Name(60, required=True)
    domains = Domains(required=True, validate=None, metadata={"example": "example.com, example.in"})
    creates = Switch(load_default=False)
    role = Text(load_default="none", validate=ma.validate.OneOf(ROLES))
    exclusive = Switch(load_default=False)


class ConnectionTestSchema(ResponseSchema):
    """What a provider has answered: an empty code where all is well."""

    code = Text()
    detail = Text()
    issuer = Text()
    keys = Whole()


class OfferArgs(Schema):
    """For whom providers are asked: the domain of an address, or a workspace by its name in addresses."""

    domain = Text(load_default="", validate=ma.validate.Length(max=253))
    workspace = Text(load_default="", validate=ma.validate.Length(max=60))


class OfferSchema(ResponseSchema):
    """A provider that one can sign in at."""

    id = Id()
    label = Text()
    workspace = Text()


class OffersSchema(ResponseSchema):
    """The providers there are."""

    providers = ma.fields.List(ma.fields.Nested(OfferSchema))


class SignOnArgs(Schema):
    """The address of who wants to sign in, and where to go on."""

    email = Email(required=True)
    next = Text(load_default="/", validate=ma.validate.Length(max=2000))


class SignOnNextSchema(ResponseSchema):
    """The page that leads to the provider."""

    next = Text()


class StartArgs(Schema):
    """Where to go on after signing in."""

    next = Text(load_default="/", validate=ma.validate.Length(max=2000))


class LinkedIdentitySchema(ResponseSchema):
    """Who a person is at an identity provider."""

    issuer = Text(metadata={"example": "https://login.example.com"})
    created_at = ma.fields.AwareDateTime()
    used_at = ma.fields.AwareDateTime()
    only_way = ma.fields.Boolean(metadata={"description": "Whether there is no password to sign in with instead"})


class SignOnIdentitySchema(ResponseSchema):
    """The identity provider's account that a person is linked to, or null."""

    identity = ma.fields.Nested(LinkedIdentitySchema, allow_none=True)
