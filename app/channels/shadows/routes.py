"""Calls on what a bot's shadow has answered."""

from typing import Any

from app.bots.catalog.service import get_bot
from app.channels.shadows import service
from app.channels.shadows.models import ShadowAnswer
from app.channels.shadows.schemas import ShadowPageSchema
from app.core.http.api import Blueprint
from app.core.http.listing import Page, paginate, with_more
from app.core.http.schemas import PageArgs
from app.core.security.operations import Operation, needs

blp = Blueprint("shadows", __name__, url_prefix="/api/v1/bots", description="Answers that are only compared.")


@blp.get(
    "/<int:bot_id>/handler/shadow", Operation(needs("read", "Conversation"), query=PageArgs, answer=ShadowPageSchema)
)
def list_shadow_answers(args: dict[str, Any], bot_id: int) -> dict[str, Any]:
    """List the answers of the shadow handler beside the bot's."""
    bot = get_bot(bot_id)
    page: Page = paginate(service.list_answers(bot), args, key=ShadowAnswer.id)
    return with_more(page, items=service.serialize_comparisons(page.items), counts=service.counts_of(bot))
