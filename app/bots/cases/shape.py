"""Cases as calls answer them."""

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from app.bots.cases import service
from app.bots.cases.models import BotCase, BotCaseResult
from app.bots.cases.words import HIDDEN, hide_results, hide_turns, shows_words
from app.bots.catalog.flows import get_flow
from app.bots.catalog.models import Bot
from app.bots.catalog.versions import WORKING
from app.bots.flow.documents import checksum
from app.clients.service import get_client
from app.core.http.etags import etag
from app.core.http.resources import Reply
from app.core.security.visitor import require_user


def serialize_case(bot: Bot, case: BotCase, headers: dict[str, str] | None = None) -> Reply:
    """Return a case as it is answered."""
    last = service.last_results([case]).get(case.id)
    row = row_of(case, last, checksum(get_flow(bot).document))
    turns, results = case.turns, last.turns if last is not None else []
    if row["hidden"]:
        turns, results = hide_turns(turns), hide_results(results)
    last_result = row["last"] and row["last"] | {"turns": results}
    now = datetime.fromisoformat(case.recording["now"]).astimezone(UTC)
    local = now.astimezone(ZoneInfo(get_client(bot.client_id).zone)).strftime("%Y-%m-%dT%H:%M")
    return row | {"now": now, "local": local, "turns": turns, "last": last_result}, etag(case) | (headers or {})


def row_of(case: BotCase, last: BotCaseResult | None, digest: str) -> dict[str, Any]:
    """Return a case as lists show it; `digest` is of the working copy."""
    names = ("id", "name", "language", "source", "link", "created_at", "revision")
    row: dict[str, Any] = {name: getattr(case, name) for name in names} | {"turns": len(case.turns), "last": None}
    # A conversation of the sandbox belongs to the person who had it.
    if case.source == "sandbox" and case.made_by != require_user().id:
        row["link"] = None
    row["hidden"] = not shows_words(case)
    if row["hidden"]:
        row["name"], row["link"] = HIDDEN, None
    if last is None:
        return row
    is_stale = last.case_revision != case.revision or (last.version == WORKING and last.checksum != digest)
    failing = sum(not turn["passed"] for turn in last.turns)
    result = {"passed": last.passed, "version": last.version, "ran_at": last.ran_at}
    return row | {"last": result | {"stale": is_stale, "failing": failing}}
