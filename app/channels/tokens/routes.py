"""Calls on a bot's tokens."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from flask import request, url_for

from app.bots.catalog.service import get_bot
from app.channels.tokens import service
from app.channels.tokens.models import BotToken
from app.channels.tokens.schemas import (
    IdentitySchema,
    NewTokenSchema,
    TokenChangeSchema,
    TokenPageSchema,
    TokenSchema,
)
from app.conversations.accounts import count_recent
from app.core.db.base import db
from app.core.http.api import Blueprint
from app.core.http.etags import etag, match_revision
from app.core.http.listing import Page, paginate, with_more
from app.core.http.resources import Reply
from app.core.http.schemas import PageArgs
from app.core.security.operations import Operation, RowOperations, needs
from app.core.security.visitor import require_user

blp = Blueprint("tokens", __name__, url_prefix="/api/v1/bots", description="Web and API tokens of bots.")

TRIALS = {
    "read_reports": "'{address}/api/v1/reports/dashboard?r=last_7_days'",
    "read_conversations": "'{address}/api/v1/conversations?r=last_7_days'",
    "read_bot": "'{address}/api/v1/bots/{bot}'",
    "ingest": "-F 'file=@dialogues.jsonl' '{address}/api/v1/imports'",
    "sandbox": "-H 'Content-Type: application/json' -d '{\"bot\":\"{bot}\"}' '{address}/api/v1/sandbox'",
    "openai": "'{address}/openai/v1/models'",
}
"""What tries each scope of a program's token."""
TOKEN_CALLS = RowOperations("Token", "token", TokenSchema)


def _is_secret(answer: Any) -> bool:
    """Return whether an answer contains a secret, which is shown only once."""
    return isinstance(answer, dict) and answer.get("kind") == "api"


@blp.get("/<int:bot_id>/tokens", Operation(needs("read", "Token"), query=PageArgs, answer=TokenPageSchema))
def list_tokens(args: dict[str, Any], bot_id: int) -> dict[str, Any]:
    """List a bot's tokens."""
    page: Page = paginate(service.list_tokens(get_bot(bot_id)), args, key=BotToken.id)
    names, counts = _outlets(page.items), count_recent(row.id for row in page.items)
    return with_more(page, items=[_representation(row, names=names, counts=counts) for row in page.items])


@blp.post("/<int:bot_id>/tokens", TOKEN_CALLS.create(NewTokenSchema, renders_answer=_is_secret))
def create_token(args: dict[str, Any], bot_id: int) -> Reply:
    """Create a token; a program's token is in this answer only."""
    row, text = service.create_token(get_bot(bot_id), args, require_user().id)
    db.session.commit()
    address = url_for("tokens.list_tokens", bot_id=bot_id)
    return _representation(row, text), etag(row) | {"Location": address, "Cache-Control": "no-store"}


@blp.patch("/<int:bot_id>/tokens/<int:token_id>", TOKEN_CALLS.update(TokenChangeSchema, problems=(409,)))
def change_token(args: dict[str, Any], bot_id: int, token_id: int) -> Reply:
    """Update a token's name, origins, scopes, identity or expiry."""
    row = match_revision(service.get_token(get_bot(bot_id), token_id), TokenSchema, _representation)
    service.change_token(row, args)
    db.session.commit()
    return _representation(row), etag(row)


@blp.post(
    "/<int:bot_id>/tokens/<int:token_id>/rotate", TOKEN_CALLS.step("rotate", problems=(409,), renders_answer=_is_secret)
)
def rotate_token(bot_id: int, token_id: int) -> Reply:
    """Rotate a token; the former one is valid for seven more days."""
    row = service.get_token(get_bot(bot_id), token_id)
    text = service.rotate_token(row)
    db.session.commit()
    return _representation(row, text), {"Cache-Control": "no-store"}


@blp.post(
    "/<int:bot_id>/tokens/<int:token_id>/identity",
    Operation(
        needs("update", "Token"), audit="token:identity", answer=IdentitySchema, problems=(409,), renders_answer=True
    ),
)
def renew_identity(bot_id: int, token_id: int) -> tuple[dict[str, str], dict[str, str]]:
    """Rotate the identity secret; the former one is valid for seven more days."""
    secret = service.renew_identity(service.get_token(get_bot(bot_id), token_id))
    db.session.commit()
    return {"secret": secret}, {"Cache-Control": "no-store"}


@blp.delete(
    "/<int:bot_id>/tokens/<int:token_id>",
    Operation(needs("delete", "Token"), audit="token:revoke", revisioned=True, status=204, problems=(409,)),
)
def revoke_token(bot_id: int, token_id: int) -> None:
    """Revoke a token: pages that use it lose their bot at once."""
    service.revoke_token(match_revision(service.get_token(get_bot(bot_id), token_id), TokenSchema, _representation))
    db.session.commit()


def _outlets(rows: Iterable[BotToken]) -> dict[int, str]:
    """The names of the outlets of some tokens, all read at once."""
    ids = {row.outlet_id for row in rows if row.outlet_id is not None}
    return {key: name for key, name in db.session.execute(service.outlet_names(ids))} if ids else {}


def _command(row: BotToken, text: str) -> str:
    """A command that tries a program's token, by the first of its scopes."""
    rest = TRIALS.get(row.scopes[0], TRIALS["read_bot"]).replace("{bot}", str(row.bot_id))
    return f"curl -H 'Authorization: Bearer {text}' \\\n  {rest.replace('{address}', request.host_url.rstrip('/'))}"


def _representation(
    row: BotToken,
    text: str | None = None,
    names: dict[int, str] | None = None,
    counts: dict[int, int] | None = None,
) -> dict[str, Any]:
    """A token as it is answered."""
    outlets = _outlets([row]) if names is None else names
    conversations = (count_recent([row.id]) if counts is None else counts).get(row.id, 0)
    outlet = {"id": row.outlet_id, "name": outlets[row.outlet_id]} if row.outlet_id in outlets else None
    columns = ("id", "name", "kind", "prefix", "origins", "scopes", "identity", "callback_url", "expires_at", "state",
             "previous_until", "last_used_at", "last_page", "revision")  # fmt: skip
    script = f"{request.host_url}w/1/{row.public_token}.js" if row.public_token else None
    curl = _command(row, text) if row.kind == "api" and text else None
    refused = [
        {"origin": page["origin"], "at": datetime.fromisoformat(page["at"])} for page in service.refused_pages(row)
    ]
    more = {"outlet": outlet, "token": row.public_token or text, "script": script, "curl": curl, "refused": refused,
            "conversations": conversations}  # fmt: skip
    return {name: getattr(row, name) for name in columns} | more
