"""Calls on a bot's regression cases."""

from typing import Any

from flask import url_for

from app.bots.cases import service
from app.bots.cases.case_schemas import CasePageSchema, CaseSchema
from app.bots.cases.models import BotCase
from app.bots.cases.schemas import CaseChangeSchema, CaseRunResultSchema, CaseRunSchema, NewCaseSchema
from app.bots.cases.shape import row_of, serialize_case
from app.bots.cases.words import check_words
from app.bots.catalog.flows import get_flow
from app.bots.catalog.service import get_bot
from app.bots.flow.documents import checksum
from app.core.db.base import db
from app.core.http.api import Blueprint
from app.core.http.etags import match_revision
from app.core.http.listing import Page, paginate, with_more
from app.core.http.resources import Reply
from app.core.http.schemas import PageArgs
from app.core.security.operations import UNAUDITED, Operation, needs
from app.core.security.visitor import require_user

blp = Blueprint("cases", __name__, url_prefix="/api/v1/bots", description="Regression cases of bots.")


@blp.get("/<int:bot_id>/cases", Operation(needs("read", "Bot"), query=PageArgs, answer=CasePageSchema))
def list_cases(args: dict[str, Any], bot_id: int) -> dict[str, Any]:
    """List a bot's cases with their last results."""
    bot = get_bot(bot_id)
    page: Page = paginate(service.list_cases(bot), args, key=BotCase.id, descending=False)
    last, digest = service.last_results(page.items), checksum(get_flow(bot).document)
    return with_more(page, items=[row_of(case, last.get(case.id), digest) for case in page.items])


@blp.post(
    "/<int:bot_id>/cases",
    Operation(
        needs("update", "Bot"),
        audit="bot_case:create",
        revisioned=True,
        body=NewCaseSchema,
        answer=CaseSchema,
        status=201,
    ),
)
def create_case(args: dict[str, Any], bot_id: int) -> Reply:
    """Create a case."""
    bot = get_bot(bot_id)
    case = service.create_case(bot, args, require_user().id)
    db.session.commit()
    return serialize_case(bot, case, {"Location": url_for("cases.get_case", bot_id=bot_id, case_id=case.id)})


@blp.post(
    "/<int:bot_id>/cases/run",
    Operation(needs("update", "Bot"), audit=UNAUDITED, body=CaseRunSchema, answer=CaseRunResultSchema),
)
def run_cases(args: dict[str, Any], bot_id: int) -> dict[str, Any]:
    """Run all cases, or some, on the working copy or on a version, and store their results."""
    ran = service.run_cases(get_bot(bot_id), args["version"], args["cases"])
    db.session.commit()
    passed = sum(run.result.passed for run in ran)
    items = [service.serialize_run(run) for run in ran]
    return {"version": args["version"], "passed": passed, "failed": len(ran) - passed, "items": items}


@blp.get("/<int:bot_id>/cases/<int:case_id>", Operation(needs("read", "Bot"), revisioned=True, answer=CaseSchema))
def get_case(bot_id: int, case_id: int) -> Reply:
    """Retrieve a case with its turns and their last results."""
    bot = get_bot(bot_id)
    return serialize_case(bot, service.get_case(bot, case_id))


@blp.put(
    "/<int:bot_id>/cases/<int:case_id>",
    Operation(
        needs("update", "Bot"), audit="bot_case:update", revisioned=True, body=CaseChangeSchema, answer=CaseSchema
    ),
)
def put_case(args: dict[str, Any], bot_id: int, case_id: int) -> Reply:
    """Replace a case."""
    bot = get_bot(bot_id)
    case = match_revision(service.get_case(bot, case_id), CaseSchema, lambda row: serialize_case(bot, row)[0])
    check_words(case)
    service.change_case(bot, case, args)
    db.session.commit()
    return serialize_case(bot, case)


@blp.delete(
    "/<int:bot_id>/cases/<int:case_id>",
    Operation(needs("update", "Bot"), audit="bot_case:delete", revisioned=True, status=204),
)
def delete_case(bot_id: int, case_id: int) -> None:
    """Delete a case."""
    bot = get_bot(bot_id)
    service.delete_case(
        match_revision(service.get_case(bot, case_id), CaseSchema, lambda row: serialize_case(bot, row)[0])
    )
    db.session.commit()
