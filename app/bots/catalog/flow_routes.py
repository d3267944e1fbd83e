"""Calls on a bot's flow document, its versions and the templates."""

from typing import Any

from flask import Response, url_for

from app.bots import templates
from app.bots.catalog import flows, versions
from app.bots.catalog.bot_files import attach_flow
from app.bots.catalog.flow_schemas import (
    ChangesArgs,
    FlowChangesSchema,
    FlowFileArgs,
    FlowSchema,
    JsonSchemaSchema,
    PublishSchema,
    TemplatesSchema,
    ValidationSchema,
    VersionPageSchema,
    VersionSchema,
)
from app.bots.catalog.models import Bot, BotFlow, BotVersion
from app.bots.catalog.service import get_bot
from app.bots.catalog.texts import check_only_texts
from app.bots.flow.schema import SCHEMA
from app.core.db.base import db
from app.core.http.api import Blueprint
from app.core.http.etags import etag, match_revision_in
from app.core.http.listing import Page, paginate, with_more
from app.core.http.schemas import PageArgs
from app.core.security.operations import PUBLIC, UNAUDITED, Operation, RowOperations, needs
from app.core.security.visitor import require_user

blp = Blueprint("flows", __name__, url_prefix="/api/v1", description="Flow documents, versions and templates of bots.")
FLOW_CALLS = RowOperations("Bot", "flow", FlowSchema)
TEXT_CALLS = RowOperations("Text", "flow", FlowSchema)
"""Calls that change texts as well as the flow; see `check_only_texts`."""


@blp.get("/bot-templates", Operation(needs("read", "Bot"), answer=TemplatesSchema))
def list_templates() -> dict[str, Any]:
    """List the templates of new bots."""
    return {"items": templates.list_templates()}


@blp.get("/schemas/parley-flow-1.json", Operation(PUBLIC, answer=JsonSchemaSchema, problems=(429,)))
def get_flow_schema() -> dict[str, Any]:
    """Retrieve the JSON Schema of flow documents."""
    return SCHEMA


@blp.get("/bots/<int:bot_id>/flow", FLOW_CALLS.read())
def get_flow(bot_id: int) -> tuple[Any, dict[str, str]]:
    """Retrieve the working copy of a bot's flow document."""
    flow = flows.get_flow(get_bot(bot_id))
    return flow.document, etag(flow)


@blp.put("/bots/<int:bot_id>/flow", TEXT_CALLS.update(FlowSchema))
def put_flow(document: Any, bot_id: int) -> tuple[Any, dict[str, str]]:
    """Replace the working copy of a flow; it may be unfinished but must match the schema."""
    bot = get_bot(bot_id)
    match_revision_in(bot, lambda: flows.get_flow(bot), lambda flow: {"current": flow.document})
    user, before = require_user(), flows.get_flow(bot).document
    flow = flows.set_flow(bot, document, user.id)
    check_only_texts(before, flow.document, user)
    db.session.commit()
    return flow.document, etag(flow)


@blp.get(
    "/bots/<int:bot_id>/flow/file",
    Operation(needs("read", "Bot"), query=FlowFileArgs, content_type="application/octet-stream"),
)
def get_flow_file(args: dict[str, Any], bot_id: int) -> Response:
    """Export the working copy as a JSON or YAML file."""
    bot = get_bot(bot_id)
    return attach_flow(flows.get_flow(bot).document, bot.name, args["format"])


@blp.post("/bots/<int:bot_id>/validation", Operation(needs("read", "Bot"), audit=UNAUDITED, answer=ValidationSchema))
def validate_flow(bot_id: int) -> dict[str, Any]:
    """Validate the working copy."""
    issues = flows.issues_of(get_bot(bot_id))
    return {
        "errors": [issue for issue in issues if issue.level == "error"],
        "warnings": [issue for issue in issues if issue.level == "warning"],
    }


@blp.post(
    "/bots/<int:bot_id>/publish",
    Operation(needs("publish", "Bot"), audit="bot:publish", body=PublishSchema, answer=VersionSchema, status=201),
)
def publish_bot(args: dict[str, Any], bot_id: int) -> tuple[Any, dict[str, str]]:
    """Publish the working copy as a version."""
    bot, user = get_bot(bot_id), require_user()
    reason = (args.pop("override") or {}).get("reason")
    version = versions.publish(bot, **args, override=reason, user_id=user.id, user_name=user.full_name)
    db.session.commit()
    address = url_for("flows.get_version_flow", bot_id=bot.id, version_number=version.number)
    return _serialize_version(bot, version), {"Location": address}


@blp.get("/bots/<int:bot_id>/versions", Operation(needs("read", "Bot"), query=PageArgs, answer=VersionPageSchema))
def list_versions(args: dict[str, Any], bot_id: int) -> dict[str, Any]:
    """List a bot's versions, newest first."""
    bot = get_bot(bot_id)
    page: Page = paginate(versions.list_versions(bot), args, key=BotVersion.id)
    under_way = versions.count_open_conversations(bot)
    items = [
        _serialize_version(bot, version) | {"open_conversations": under_way.get(version.number, 0)}
        for version in page.items
    ]
    return with_more(page, items=items)


@blp.get("/bots/<int:bot_id>/versions/<int:version_number>/flow", Operation(needs("read", "Bot"), answer=FlowSchema))
def get_version_flow(bot_id: int, version_number: int) -> Any:
    """Retrieve the flow document of a version."""
    return versions.get_version(get_bot(bot_id), version_number).document


@blp.get(
    "/bots/<int:bot_id>/versions/<int:version_number>/changes",
    Operation(needs("read", "Bot"), query=ChangesArgs, answer=FlowChangesSchema),
)
def get_changes(args: dict[str, Any], bot_id: int, version_number: int) -> dict[str, Any]:
    """List what a version changed."""
    return {"items": versions.changes(get_bot(bot_id), version_number, args["from_"])}


@blp.get(
    "/bots/<int:bot_id>/flow/changes", Operation(needs("read", "Bot"), query=ChangesArgs, answer=FlowChangesSchema)
)
def get_working_changes(args: dict[str, Any], bot_id: int) -> dict[str, Any]:
    """List what the working copy changes against a version, by default the live one."""
    return {"items": versions.working_changes(get_bot(bot_id), args["from_"])}


@blp.post(
    "/bots/<int:bot_id>/versions/<int:version_number>/live",
    Operation(needs("publish", "Bot"), audit="bot:live", answer=VersionSchema),
)
def set_live(bot_id: int, version_number: int) -> Any:
    """Make a version live; 200 if it is live already."""
    bot = get_bot(bot_id)
    version = versions.set_live(bot, version_number)
    db.session.commit()
    return _serialize_version(bot, version)


@blp.post("/bots/<int:bot_id>/versions/<int:version_number>/restore", FLOW_CALLS.step("restore", revisioned=True))
def restore_version(bot_id: int, version_number: int) -> tuple[Any, dict[str, str]]:
    """Restore a version as the working copy; the present one becomes the backup."""
    flow: BotFlow = versions.restore(get_bot(bot_id), version_number, require_user().id)
    db.session.commit()
    return flow.document, etag(flow)


@blp.post("/bots/<int:bot_id>/flow/backup", FLOW_CALLS.step("restore", revisioned=True))
def swap_backup(bot_id: int) -> tuple[Any, dict[str, str]]:
    """Undo the restoration of a version, or an import of texts, by swapping the working copy with its backup."""
    flow: BotFlow = versions.swap_backup(get_bot(bot_id), require_user().id)
    db.session.commit()
    return flow.document, etag(flow)


def _serialize_version(bot: Bot, version: BotVersion) -> dict[str, Any]:
    """A version as it is answered."""
    states = {bot.next_version: "waiting", bot.live_version: "live"}
    names = ("number", "checksum", "note", "published_name", "published_at", "live_at", "override_reason")
    return {name: getattr(version, name) for name in names} | {"state": states.get(version.number, "published")}
