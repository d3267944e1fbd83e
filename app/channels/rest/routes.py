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


@blp.get("/rest/", Operation(WITHOUT_CREDENTIALS, answer=RestStatusSchema))
def read_status() -> dict[str, str]:
    """Report that the channel is there."""
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
    key = request.headers.get(HEADER, "").strip()
    if len(key) > KEY_LENGTH:
        raise Invalid({HEADER: [BeyondSchema(f"A key has at most {KEY_LENGTH} characters.")]})
    replies = service.answer(service.bot_of_token(), message["sender"], message["message"], key)
    if args["stream"]:
        content, kind = b"".join(orjson.dumps(reply) + b"\n" for reply in replies), "text/event-stream"
    else:
        content, kind = orjson.dumps(replies), "application/json"
    return Response(content, mimetype=kind, headers={"Cache-Control": "no-store"})
