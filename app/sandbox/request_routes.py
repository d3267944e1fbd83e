"""The call that tries the request of a call node."""

from typing import Any

from app.bots.catalog.service import get_bot
from app.core.http.api import Blueprint
from app.core.security.operations import UNAUDITED, Operation, needs
from app.sandbox.request_schemas import RequestAnswerSchema, TriedRequestSchema
from app.sandbox.requests import try_request

blp = Blueprint("bot_requests", __name__, url_prefix="/api/v1/bots", description="Trying requests of bots.")
blueprints = (blp,)


@blp.post(
    "/<int:bot_id>/requests",
    Operation(needs("update", "Bot"), audit=UNAUDITED, body=TriedRequestSchema, answer=RequestAnswerSchema),
)
def try_bot_request(args: dict[str, Any], bot_id: int) -> dict[str, Any]:
    """Make the request of a call node with example values; nothing is stored, and secrets are not answered."""
    return try_request(get_bot(bot_id), args["node"], args["variables"])
