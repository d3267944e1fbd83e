"""What publishing asks of cases: none of them fails, or a person says why that does not matter; what clients ask."""

from typing import Any

from sqlalchemy import func, select

from app.bots.cases.models import BotCase, BotCaseResult
from app.bots.cases.service import CaseRun, keep, list_cases, prepare_run, script_of, serialize_run
from app.bots.cases.words import shows_words
from app.bots.catalog.models import Bot
from app.bots.catalog.summaries import failed_cases
from app.bots.catalog.versions import WORKING, check_cases
from app.clients.erasing import EraseStep, erases, remove
from app.clients.models import Client
from app.core.db.base import commit_now, db, without_lock
from app.core.errors import Conflict


@check_cases.provide
def check(bot: Bot, document: dict[str, Any], *, override: str | None) -> bool:
    """Run all cases on a document; Conflict with those that fail, unless a reason overrides them."""
    cases = list(db.session.scalars(list_cases(bot)))
    if not cases:
        return False
    ready = prepare_run(bot, [script_of(case) for case in cases], document, WORKING)
    with without_lock():
        ran = [CaseRun(case, result) for case, result in zip(cases, ready(), strict=True)]
    failing = [run for run in ran if not run.result.passed]
    keep(ran, document, WORKING)
    if failing and override is None:
        # The refusal undoes what is not stored, and the cases' own page shows how they went.
        commit_now()
        raise Conflict(
            f"Cases that fail: {len(failing)} of {len(ran)}. Fix the flow, change the case, or publish with a reason.",
            code="failing_cases",
            extra={
                "cases": [_failing(run) for run in failing],
                "link": f"/admin/bots/{bot.id}/cases?case={failing[0].case.id}",
            },
        )
    return bool(failing)


@failed_cases.provide
def count_failed(bot: Bot) -> int:
    """Count the cases whose last run failed."""
    failed = select(func.count()).where(BotCaseResult.bot_id == bot.id, BotCaseResult.passed.is_(False))
    return db.session.scalar(failed.select_from(BotCaseResult)) or 0


def _failing(run: CaseRun) -> dict[str, Any]:
    """A case that fails, with the turns that do."""
    serialized = serialize_run(run)
    turns = [turn for turn in serialized["turns"] if not turn["passed"]]
    return {
        "id": serialized["id"],
        "name": serialized["name"],
        "link": run.case.link if shows_words(run.case) else None,
        "turns": [{key: turn[key] for key in ("number", "input", "kind", "differences")} for turn in turns],
    }


@erases
def _purge_client(client: Client, step: EraseStep) -> None:
    """Remove the cases that repeat what customers of a purged client have said."""
    bots = select(Bot.id).where(Bot.client_id == client.id)
    repeating = BotCase.bot_id.in_(bots) & (BotCase.source == "transcript")
    remove(BotCaseResult, BotCaseResult.case_id.in_(select(BotCase.id).where(repeating)), step)
    remove(BotCase, repeating, step, "cases")
