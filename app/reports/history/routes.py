"""Reading calls on conversations: list, one conversation, CSV."""

from typing import Any

from flask import Response

from app.conversations.masking import may_see_names
from app.core.db.base import db
from app.core.http.api import Blueprint
from app.core.http.concurrency import REPORTS
from app.core.http.csv_lines import attach_csv
from app.core.http.workbooks import XLSX
from app.core.languages import reading_language
from app.core.security.operations import UNAUDITED, Operation, needs
from app.core.security.visitor import can, require_user
from app.reports.answers.conditional import revalidate
from app.reports.history import export, fixing, service
from app.reports.history.arguments import FilterArgs
from app.reports.history.clauses import MOST
from app.reports.history.fields import describe_fields
from app.reports.history.filters import filters_of
from app.reports.history.journey import journey
from app.reports.history.schemas import (
    ConversationListArgs,
    ConversationPageSchema,
    FilterFieldsSchema,
    FilterOptionsSchema,
    FixedSchema,
    FixSchema,
    JourneySchema,
    NeighbourArgs,
    OptionArgs,
    TranscriptSchema,
    TriedSchema,
)

blp = Blueprint("conversations", __name__, url_prefix="/api/v1", description="Sessions, turns and messages.")


@blp.get(
    "/conversations",
    Operation(needs("read", "Conversation"), query=ConversationListArgs, answer=ConversationPageSchema),
)
def list_conversations(args: dict[str, Any]) -> Response:
    """List conversations, newest first by default."""
    place = {name: args[name] for name in ("sort", "page", "per")}
    language = reading_language()
    return revalidate(service.list_conversations(filters_of(args), **place, names=may_see_names(), language=language))


@blp.get("/conversations/filters", Operation(needs("read", "Conversation"), answer=FilterFieldsSchema))
def list_filter_fields() -> Response:
    """List the fields of the conversation filter."""
    return revalidate({"fields": describe_fields(reading_language()), "most": MOST})


@blp.get(
    "/conversations/filters/<key>/options",
    Operation(needs("read", "Conversation"), limit="report", query=OptionArgs, answer=FilterOptionsSchema),
)
def list_filter_options(args: dict[str, Any], key: str) -> Response:
    """List the values of a filter field."""
    q, args["q"] = args["q"], args.pop("words")
    return revalidate(service.list_options(key, filters_of(args), q, reading_language()))


@blp.get(
    "/conversations.xlsx",
    Operation(
        needs("export", "Conversation"),
        audit="conversation:export",
        limit="report",
        query=FilterArgs,
        content_type=XLSX,
    ),
)
def export_conversation_workbook(args: dict[str, Any]) -> Response:
    """Retrieve the conversation list as a workbook."""
    sort, cols = args["sort"], args["cols"]
    with REPORTS.hold():
        total, book = export.conversations_xlsx(
            filters_of(args), reading_language(), sort=sort, cols=cols, names=may_see_names()
        )
    response = Response(book, content_type=XLSX)
    response.headers["Content-Disposition"] = 'attachment; filename="conversations.xlsx"'
    response.headers["X-Total-Count"] = str(total)
    return response


@blp.get(
    "/conversations.csv",
    Operation(
        needs("export", "Conversation"),
        audit="conversation:export",
        limit="report",
        query=FilterArgs,
        content_type="text/csv",
    ),
)
def export_conversations(args: dict[str, Any]) -> Response:
    """Export at most 10,000 conversations as CSV; `X-Total-Count` and the last line say when there are more."""
    sort, cols = args["sort"], args["cols"]
    with REPORTS.hold():
        total, text = export.conversations_csv(filters_of(args), sort=sort, cols=cols, names=may_see_names())
    response = attach_csv(text, "conversations")
    response.headers["X-Total-Count"] = str(total)
    response.headers["X-Row-Limit"] = str(export.MAX_ROWS)
    return response


@blp.get(
    "/conversations/<int:conversation_id>",
    Operation(needs("read", "Conversation"), query=NeighbourArgs, answer=TranscriptSchema),
)
def get_conversation(args: dict[str, Any], conversation_id: int) -> Response:
    """Retrieve a conversation with turns, messages, and its neighbours in the list."""
    document = service.read_conversation(
        conversation_id, filters_of(args), sort=args["sort"], names=may_see_names(), fixes=can("update", "Bot")
    )
    return revalidate(document)


@blp.post(
    "/conversations/<int:conversation_id>/turns/<int:turn_number>/fix",
    Operation(needs("update", "Bot"), audit="conversation:fix", body=FixSchema, answer=FixedSchema, status=201),
)
def fix_turn(change: fixing.Fix, conversation_id: int, turn_number: int) -> dict[str, Any]:
    """Fix a turn: its text becomes a phrase of the working copy, and a case replays it."""
    fixed = fixing.fix(conversation_id, turn_number, change, require_user().id)
    db.session.commit()
    return fixed


@blp.post(
    "/conversations/<int:conversation_id>/turns/<int:turn_number>/fix/try",
    Operation(
        needs("update", "Bot"), audit=UNAUDITED, limit="report", body=FixSchema, answer=TriedSchema, renders_answer=True
    ),
)
def try_fix(change: fixing.Fix, conversation_id: int, turn_number: int) -> dict[str, Any]:
    """Try a fix on the turn and the bot's cases without storing it."""
    return fixing.try_fix(conversation_id, turn_number, change)


@blp.post(
    "/conversations/<int:conversation_id>/turns/<int:turn_number>/fix/undo",
    Operation(needs("update", "Bot"), audit="conversation:undo_fix", status=204),
)
def undo_fix(conversation_id: int, turn_number: int) -> None:
    """Undo the fix of a turn: its phrase and its case are deleted."""
    fixing.undo_fix(conversation_id, turn_number, require_user().id)
    db.session.commit()


@blp.get(
    "/conversations/<int:conversation_id>/journey",
    Operation(needs("read", "Conversation"), answer=JourneySchema),
)
def get_journey(conversation_id: int) -> Response:
    """List the contact's other conversations, newest first."""
    return revalidate(journey(conversation_id, names=may_see_names()))
