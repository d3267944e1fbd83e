"""Calls on the texts of a bot's working copy: how far each language is, changes by path, and a file both ways."""

from typing import Any

from flask import Response, request

from app.audit.recording import forgo_operation
from app.bots.catalog import flows, texts
from app.bots.catalog.flow_schemas import FlowSchema
from app.bots.catalog.models import BotFlow
from app.bots.catalog.part_schemas import (
    TextsArgs,
    TextsFileArgs,
    TextsFileSchema,
    TextsForm,
    TextsImportSchema,
    TextsProgressSchema,
    TextsSchema,
)
from app.bots.catalog.service import get_bot
from app.core.db.base import db, hold
from app.core.http.api import Blueprint
from app.core.http.csv_lines import attach_csv
from app.core.http.etags import etag, match_revision_in
from app.core.security.operations import LARGEST_UPLOAD, Answer, Operation, needs
from app.core.security.visitor import require_user

blp = Blueprint("flow-texts", __name__, url_prefix="/api/v1/bots", description="Texts of working copies.")


@blp.get("/<int:bot_id>/texts", Operation(needs("read", "Bot"), answer=TextsProgressSchema))
def get_texts(bot_id: int) -> dict[str, Any]:
    """Retrieve the state of the working copy's translations, and texts that lag behind the first language."""
    return {"languages": texts.progress(get_bot(bot_id))}


@blp.patch(
    "/<int:bot_id>/texts",
    Operation(needs("update", "Text"), audit="flow:update", revisioned=True, body=TextsSchema, answer=FlowSchema),
)
def change_texts(args: dict[str, Any], bot_id: int) -> tuple[dict[str, Any], dict[str, str]]:
    """Update texts of the working copy by their paths; languages that are left out keep theirs."""
    bot = get_bot(bot_id)
    match_revision_in(bot, lambda: flows.get_flow(bot), lambda flow: {"current": flow.document})
    flow: BotFlow = texts.change_texts(bot, args["texts"], require_user().id)
    db.session.commit()
    return flow.document, etag(flow)


@blp.get(
    "/<int:bot_id>/texts/file",
    Operation(needs("read", "Bot"), query=TextsFileArgs, content_type="application/octet-stream"),
)
def get_texts_file(args: dict[str, Any], bot_id: int) -> Response:
    """Export the texts of the working copy: all languages as CSV, or one translation as XLIFF 1.2."""
    bot = get_bot(bot_id)
    if args["format"] == "csv":
        return attach_csv(texts.as_csv(bot), f"bot-{bot.id}-texts")
    response = Response(texts.as_xliff(bot, args["language"]), mimetype="application/x-xliff+xml")
    response.headers["Content-Disposition"] = f'attachment; filename="bot-{bot.id}-{args["language"]}.xlf"'
    return response


@blp.post(
    "/<int:bot_id>/texts/import",
    Operation(
        needs("update", "Text"),
        audit="flow:import_texts",
        largest=LARGEST_UPLOAD,
        files=TextsFileSchema,
        form=TextsForm,
        query=TextsArgs,
        answer=TextsImportSchema,
        status=201,
        answers=(Answer(schema=TextsImportSchema, description="The file was only checked"),),
        renders_answer=True,
    ),
)
def import_texts(files: dict[str, Any], form: dict[str, Any], args: dict[str, Any], bot_id: int) -> tuple[Any, int]:
    """Import texts from a CSV file, all or none, or what fits from an XLIFF file; `dry` only checks the file."""
    bot = get_bot(bot_id)
    hold(bot)
    stream = files["file"].stream if "file" in files else request.stream
    raw, conflicts = stream.read(texts.MOST_BYTES + 1), {*form["conflicts"], *args["conflicts"]}
    reading = texts.read(bot, raw, conflicts)
    if form["dry"] or args["dry"]:
        forgo_operation()
        db.session.rollback()
        return reading, 200
    texts.take_in(bot, reading, require_user().id)
    db.session.commit()
    return reading, 201
