"""Calls of Rasa's REST channel, which has no credentials of its own: a bot's token is asked for."""

from typing import Any

import orjson
from flask import Response, request

from app.channels.rest import service
from app.channels.rest.schemas import RestMessageSchema, RestReplySchema, RestStatusSchema, RestStreamArgs
from app.core.errors import BeyondSchema, Invalid
from app.core.http.api import SpecifiedBlueprint
from app.core.http.idempotency import HEADER
from app.core.security.operations import UNAUDITED, WITHOUT_CREDENTIALS, Answer, Operation, needs

KEY_LENGTH = 200
blp = SpecifiedBlueprint("rest", __name__, url_prefix="/webhooks", description="Bots in Rasa's REST format.")


@blp.get("/rest", Operation(WITHOUT_CREDENTIALS, answer=RestStatusSchema, problems=(429,)), strict_slashes=False)
def read_status() -> dict[str, str]:
    """Report that the channel is there."""
    return {"status": "ok"}


@blp.get("/callback", Operation(WITHOUT_CREDENTIALS, answer=RestStatusSchema, problems=(429,)), strict_slashes=False)
def read_callback_status() -> dict[str, str]:
    """Report that the channel with callbacks is there."""
    return {"status": "ok"}


@blp.post(
    "/rest/webhook",
    Operation(
        needs("create", "Sandbox"),
        audit=UNAUDITED,
        query=RestStreamArgs,
        body=RestMessageSchema,
        answers=(Answer(schema=RestReplySchema(many=True), success=True, description="What the bot says"),),
        problems=(404,),
    ),
)
def answer_message(args: dict[str, Any], message: dict[str, Any]) -> Response:
    """Send a message to the token's bot; a repeated Idempotency-Key gets the answer of the first message."""
    replies = service.answer(service.bot_of_token(), message["sender"], message["message"], _key())
    if args["stream"]:
        content, kind = b"".join(orjson.dumps(reply) + b"\n" for reply in replies), "text/event-stream"
    else:
        content, kind = orjson.dumps(replies), "application/json"
    return Response(content, mimetype=kind, headers={"Cache-Control": "no-store"})


@blp.post(
    "/callback/webhook",
    Operation(
        needs("create", "Sandbox"),
        audit=UNAUDITED,
        body=RestMessageSchema,
        content_type="text/plain",
        problems=(404, 409),
    ),
)
def take_message(message: dict[str, Any]) -> Response:
    """Send a message to the token's bot, whose replies are sent to the token's callback address one by one."""
    service.take(service.bot_of_token(), message["sender"], message["message"], _key())
    return Response("success", mimetype="text/plain")


def _key() -> str:
    """The key of the message, by which a repeat is known; empty where it has none."""
    key = request.headers.get(HEADER, "").strip()
    if len(key) > KEY_LENGTH:
        raise Invalid({HEADER: [BeyondSchema(f"A key has at most {KEY_LENGTH} characters.")]})
    return key
