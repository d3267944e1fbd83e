"""Calls on previews."""

from typing import Any

from app.bots import templates
from app.bots.flow.contents import contents_of
from app.bots.previews.schemas import PreviewArgs, PreviewsSchema
from app.bots.previews.service import play
from app.clients.service import usual_zone
from app.core import clock
from app.core.http.api import Blueprint
from app.core.security.operations import Operation, needs
from app.core.security.visitor import require_user

blp = Blueprint("bot_previews", __name__, url_prefix="/api/v1", description="Previews of bot templates.")


@blp.get("/bot-templates/previews", Operation(needs("read", "Bot"), query=PreviewArgs, answer=PreviewsSchema))
def list_previews(args: dict[str, Any]) -> dict[str, Any]:
    """Preview a conversation with the bot of each template."""
    return {"items": [_preview(name, args["speech"]) for name in templates.TEMPLATES]}


def _preview(name: str, speech: str) -> dict[str, Any]:
    """One of them."""
    language = "hi" if speech == "hi" else "en"
    document = templates.document_of(name, language)
    visitor = require_user().full_name.split()[0]
    lines, zone = templates.lines_of(name)[speech], usual_zone()
    played = play(document, lines, language=language, visitor=visitor, now=clock.now(), zone=zone)
    return {"id": name, "inside": contents_of(document)} | played
