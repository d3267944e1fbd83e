"""Calls on a bot's secrets."""

from typing import Any

import marshmallow as ma
from flask import url_for

from app.bots.catalog import secrets
from app.bots.catalog.models import Bot, BotSecret
from app.bots.catalog.service import get_bot
from app.bots.engine.flow import KEY_PATTERN
from app.core.db.base import db
from app.core.http.api import Blueprint
from app.core.http.etags import etag, match_revision
from app.core.http.listing import Page, paginate, with_more
from app.core.http.resources import Reply
from app.core.http.schemas import Id, PageArgs, Pattern, ResponseSchema, Schema, Text, Whole, page_schema
from app.core.security.operations import Operation, needs
from app.core.security.visitor import require_user

blp = Blueprint("bot_secrets", __name__, url_prefix="/api/v1/bots", description="Secrets that a bot's calls send.")
LENGTHS = (8, 2000)
"""Characters of a secret: a shorter one occurs in other texts as well, of which it has to be hidden."""
PRINTABLE = r"^[!-~](?:[ -~]*[!-~])?$"


class SecretChangeSchema(Schema):
    """Another value of a secret."""

    secret = Text(
        required=True, load_only=True, validate=[ma.validate.Length(*LENGTHS), Pattern(PRINTABLE)],
        metadata={"description": "Write-only: no call answers it"},
    )  # fmt: skip


class NewSecretSchema(SecretChangeSchema):
    """A secret and the name it is used by, such as `{{secret.CRM_KEY}}`."""

    name = Text(required=True, validate=Pattern(rf"^{KEY_PATTERN}$"), metadata={"example": "CRM_KEY"})


class SecretUseSchema(ResponseSchema):
    """What names a secret: a node of the working copy or of a version that answers, or a handler."""

    kind = Text(metadata={"enum": ["node", "handler"]})
    node = Text(allow_none=True)
    version = Whole(allow_none=True, metadata={"description": "Null for the working copy"})
    handler = Text(allow_none=True)


class SecretSchema(ResponseSchema):
    """A secret, but for its value."""

    id = Id()
    name = Text()
    secret_end = Text(metadata={"description": "The end of a long secret"})
    set_at = ma.fields.AwareDateTime()
    set_by = Text()
    used_by = ma.fields.List(ma.fields.Nested(SecretUseSchema))
    revision = Whole()


SecretPageSchema = page_schema(SecretSchema)


@blp.get("/<int:bot_id>/secrets", Operation(needs("read", "Bot"), query=PageArgs, answer=SecretPageSchema))
def list_secrets(args: dict[str, Any], bot_id: int) -> dict[str, Any]:
    """List a bot's secrets by name, each with what uses it."""
    bot = get_bot(bot_id)
    query = secrets.list_secrets(bot)
    page: Page = paginate(query, args, key=BotSecret.id, sort=BotSecret.name, descending=False)
    return with_more(page, items=secrets.serialize_secrets(bot, list(page.items)))


@blp.post(
    "/<int:bot_id>/secrets",
    Operation(
        needs("publish", "Bot"),
        audit="bot_secret:create",
        revisioned=True,
        body=NewSecretSchema,
        answer=SecretSchema,
        status=201,
        problems=(409,),
    ),
)
def create_secret(args: dict[str, Any], bot_id: int) -> Reply:
    """Create a secret that the bot's calls can send."""
    bot = get_bot(bot_id)
    row = secrets.create_secret(bot, args["name"], args["secret"], require_user())
    db.session.commit()
    return _serialize(bot, row, {"Location": url_for("bot_secrets.get_secret", bot_id=bot_id, secret_id=row.id)})


@blp.get("/<int:bot_id>/secrets/<int:secret_id>", Operation(needs("read", "Bot"), revisioned=True, answer=SecretSchema))
def get_secret(bot_id: int, secret_id: int) -> Reply:
    """Retrieve a secret's name, when it was set, and what uses it."""
    bot = get_bot(bot_id)
    return _serialize(bot, secrets.get_secret(bot, secret_id))


@blp.put(
    "/<int:bot_id>/secrets/<int:secret_id>",
    Operation(
        needs("publish", "Bot"),
        audit="bot_secret:replace",
        revisioned=True,
        body=SecretChangeSchema,
        answer=SecretSchema,
        problems=(409,),
    ),
)
def replace_secret(args: dict[str, Any], bot_id: int, secret_id: int) -> Reply:
    """Replace the value of a secret, for every version at once."""
    bot = get_bot(bot_id)
    row = _match_secret(bot, secret_id)
    secrets.replace_secret(bot, row, args["secret"], require_user())
    db.session.commit()
    return _serialize(bot, row)


@blp.delete(
    "/<int:bot_id>/secrets/<int:secret_id>",
    Operation(needs("publish", "Bot"), audit="bot_secret:delete", revisioned=True, status=204, problems=(409,)),
)
def delete_secret(bot_id: int, secret_id: int) -> None:
    """Delete a secret that nothing uses; a conflict lists what does."""
    bot = get_bot(bot_id)
    secrets.delete_secret(bot, _match_secret(bot, secret_id))
    db.session.commit()


def _match_secret(bot: Bot, secret_id: int) -> BotSecret:
    return match_revision(secrets.get_secret(bot, secret_id), SecretSchema, lambda row: _serialize(bot, row)[0])


def _serialize(bot: Bot, row: BotSecret, headers: dict[str, str] | None = None) -> Reply:
    (body,) = secrets.serialize_secrets(bot, [row])
    return body, etag(row) | (headers or {})
