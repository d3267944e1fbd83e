"""Calls that make bots of files and templates, and change working copies in parts."""

from typing import Any

from flask import Response

from app.bots.catalog import bot_files, flows, phrases, service, summaries
from app.bots.catalog.editing_schemas import (
    BotFileAnswerSchema,
    BotFileSchema,
    NewPhrasesSchema,
    PhrasesAnswerSchema,
    PhrasesSchema,
)
from app.bots.catalog.flow_schemas import BotSummarySchema, FlowFileArgs
from app.bots.catalog.models import BotFlow
from app.bots.catalog.schemas import BotSchema, CloneSchema, PausedSchema, PauseManySchema
from app.bots.catalog.versions import get_version
from app.core.db.base import db
from app.core.http.api import Blueprint
from app.core.http.etags import etag
from app.core.security.operations import LARGEST_UPLOAD, UNAUDITED, Operation, needs
from app.core.security.visitor import require_user

blp = Blueprint("bot_editing", __name__, url_prefix="/api/v1", description="Creating and editing bots.")


@blp.post(
    "/bot-files",
    Operation(
        needs("create", "Bot"),
        audit=UNAUDITED,
        largest=LARGEST_UPLOAD,
        files=BotFileSchema,
        answer=BotFileAnswerSchema,
        renders_answer=True,
    ),
)
def look_into_file(files: dict[str, Any]) -> dict[str, Any]:
    """Read a bot's file of Parley, Typebot, Botpress 12 or Rasa without storing it; 422 says why it is none."""
    return bot_files.look_into(files["file"].filename or "", files["file"].stream)


@blp.post(
    "/bots/pause",
    Operation(
        needs("publish", "Bot"), audit="bot:pause", body=PauseManySchema, answer=PausedSchema, renders_answer=True
    ),
)
def pause_bots(args: dict[str, Any]) -> dict[str, Any]:
    """Pause several live bots with a reason; the answer lists those that were not live."""
    result = service.pause_bots(args["ids"], args["reason"])
    db.session.commit()
    return result


@blp.post(
    "/bots/<int:bot_id>/clone",
    Operation(
        needs("create", "Bot"), audit="bot:clone", revisioned=True, body=CloneSchema, answer=BotSchema, status=201
    ),
)
def clone_bot(args: dict[str, Any], bot_id: int) -> tuple[service.ListedBot, dict[str, str]]:
    """Clone a bot's working copy into a new draft."""
    bot = service.get_bot(bot_id)
    clone = service.clone_bot(bot, args["name"], flows.get_flow(bot).document, require_user().id)
    db.session.commit()
    return service.list_figures([clone])[0], etag(clone)


@blp.get("/bots/<int:bot_id>/summary", Operation(needs("read", "Bot"), answer=BotSummarySchema))
def get_summary(bot_id: int) -> dict[str, Any]:
    """Retrieve a summary of a bot's working copy: issues, contents, unpublished changes, editors, newest version."""
    return summaries.summary(service.get_bot(bot_id), require_user().id)


@blp.post(
    "/bots/<int:bot_id>/phrases",
    Operation(needs("update", "Bot"), audit="flow:add_phrases", body=NewPhrasesSchema, answer=PhrasesAnswerSchema),
)
def add_phrases(args: dict[str, Any], bot_id: int) -> dict[str, Any]:
    """Add phrases to an intent of the working copy; `goto` creates the intent."""
    flow, added = phrases.add_phrases(
        service.get_bot(bot_id),
        args["intent"],
        args["phrases"],
        goto=args["goto"],
        language=args["language"],
        user_id=require_user().id,
    )
    return _response(flow, args["intent"], added)


@blp.post(
    "/bots/<int:bot_id>/phrases/undo",
    Operation(needs("update", "Bot"), audit="flow:remove_phrases", body=PhrasesSchema, answer=PhrasesAnswerSchema),
)
def take_phrases_back(args: dict[str, Any], bot_id: int) -> dict[str, Any]:
    """Remove phrases that were added to an intent of the working copy."""
    user_id = require_user().id
    flow, removed_phrases = phrases.take_back(service.get_bot(bot_id), args["intent"], args["phrases"], user_id=user_id)
    return _response(flow, args["intent"], removed_phrases)


def _response(flow: BotFlow, intent: str, texts: list[str]) -> dict[str, Any]:
    """What became of phrases, once it is stored."""
    db.session.commit()
    return {"intent": intent, "phrases": texts, "revision": flow.revision}


@blp.get(
    "/bots/<int:bot_id>/versions/<int:version_number>/file",
    Operation(needs("read", "Bot"), query=FlowFileArgs, content_type="application/octet-stream"),
)
def get_version_file(args: dict[str, Any], bot_id: int, version_number: int) -> Response:
    """Export a version as a JSON or YAML file."""
    bot = service.get_bot(bot_id)
    version = get_version(bot, version_number)
    return bot_files.attach_flow(version.document, f"{bot.name} v{version.number}", args["format"])
