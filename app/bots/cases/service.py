"""Rules of regression cases: making and changing them, running them, and what publishing asks of them."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import orjson
from sqlalchemy import Select, delete, select

from app.bots.cases.models import BotCase, BotCaseResult
from app.bots.cases.running import Result, Script, run
from app.bots.cases.words import HIDDEN, hide_results, shows_words
from app.bots.catalog.models import Bot
from app.bots.catalog.versions import runnable_document
from app.bots.flow.documents import checksum
from app.bots.runtime.playing import local_moment
from app.bots.understanding.service import reference_of
from app.clients.service import get_client
from app.core import clock
from app.core.db.base import db, fetch, hold, without_lock, write_rows
from app.core.db.ids import new_id
from app.core.errors import BeyondSchema, Conflict, Invalid

CASES = 200
"""Cases a bot may have."""
TURNS = 100
"""Turns of one case."""
ALL_TURNS = 2000
"""Turns of all cases of a bot: what one request runs."""
TRANSCRIPT = re.compile(r"/reports/conversations/(\d{1,20})(?![^?#])", re.ASCII)
"""The page of a conversation that a case is made from."""
LARGEST = 500_000
"""Bytes of what was recorded for one case."""


class CaseRun(NamedTuple):
    """A case and how it went."""

    case: BotCase
    result: Result


def list_cases(bot: Bot) -> Select[BotCase]:
    """Select a bot's cases."""
    return select(BotCase).where(BotCase.bot_id == bot.id)


def get_case(bot: Bot, case_id: int) -> BotCase:
    """Return one of a bot's cases, or raise NotFound."""
    return fetch(list_cases(bot).where(BotCase.id == case_id), "There is no such case.")


def last_results(cases: Iterable[BotCase]) -> dict[int, BotCaseResult]:
    """Return the last result of each case that was ever run."""
    query = select(BotCaseResult).where(BotCaseResult.case_id.in_([case.id for case in cases]))
    return {row.case_id: row for row in db.session.scalars(query)}


def create_case(bot: Bot, values: Mapping[str, Any], user_id: int | None) -> BotCase:
    """Make a case of a bot; `recording` is what the conversation it comes from has recorded."""
    hold(bot)
    turns = check_turns(values["turns"])
    count, turn_count = _count_cases(bot)
    if count >= CASES:
        raise Conflict(f"A bot has at most {CASES} cases. Delete one first.", code="too_many_cases")
    _check_room(turn_count + len(turns))
    # A case keeps the moment it was made at: "tomorrow" is the same day whenever it is run.
    recording = {"now": (moment_of(bot, values) or clock.now()).isoformat()} | values.get("recording", {})
    transcript = TRANSCRIPT.match(values.get("link") or "") if values.get("source") == "transcript" else None
    if transcript is not None:
        recording["conversation"] = transcript[1]
    if len(orjson.dumps(recording)) > LARGEST:
        raise Conflict("What this conversation has recorded is too large for a case.", code="too_large")
    case = BotCase(
        id=values.get("id") or new_id(),
        bot_id=bot.id,
        name=values["name"],
        language=values.get("language"),
        source=values.get("source", "typed"),
        link=values.get("link"),
        turns=turns,
        recording=recording,
        made_by=user_id,
    )
    db.session.add(case)
    db.session.flush()
    return case


def moment_of(bot: Bot, values: Mapping[str, Any]) -> datetime | None:
    """Return the moment that `now` or the bot's own clock says; None where neither is given."""
    if "local" not in values:
        return values.get("now")
    return local_moment(values["local"], get_client(bot.client_id).zone)


def change_case(bot: Bot, case: BotCase, values: Mapping[str, Any]) -> None:
    """Give a case another name, language or turns; what was recorded stays with turns that say what they said."""
    turns = check_turns(values["turns"])
    turn_counts = db.session.scalars(select(BotCase.turns).where(BotCase.bot_id == case.bot_id, BotCase.id != case.id))
    _check_room(sum(map(len, turn_counts)) + len(turns))
    case.name, case.language, case.turns = values["name"], values.get("language"), turns
    moment = moment_of(bot, values)
    if moment is not None:
        case.recording = case.recording | {"now": moment.isoformat()}
    db.session.flush()


def delete_case(case: BotCase) -> None:
    """Remove a case with its result."""
    write_rows(delete(BotCaseResult).where(BotCaseResult.case_id == case.id))
    db.session.delete(case)
    db.session.flush()


def repeating_cases(conversation_ids: Iterable[int]) -> Select[int]:
    """Select the ids of the cases that repeat what was said in some conversations."""
    conversation = BotCase.recording["conversation"].as_string()
    return select(BotCase.id).where(conversation.in_([str(key) for key in conversation_ids]))


def forget_conversations(conversation_ids: Sequence[int]) -> None:
    """Remove the cases that repeat what was said in some conversations, with their results."""
    ids = repeating_cases(conversation_ids)
    write_rows(delete(BotCaseResult).where(BotCaseResult.case_id.in_(ids)))
    write_rows(delete(BotCase).where(BotCase.id.in_(ids)))


def check_turns(turns: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return turns as they are stored, without what expects nothing; Invalid where there are too many."""
    if len(turns) > TURNS:
        raise Invalid({"turns": [f"A case has at most {TURNS} turns."]})
    return [
        {key: value for key, value in turn.items() if key != "expect"}
        | {"expect": {what: value for what, value in turn.get("expect", {}).items() if value not in ([], {})}}
        for turn in turns
    ]


def _count_cases(bot: Bot) -> tuple[int, int]:
    """How many cases a bot has, and how many turns they have together."""
    turns = list(db.session.scalars(select(BotCase.turns).where(BotCase.bot_id == bot.id)))
    return len(turns), sum(map(len, turns))


def _check_room(turns: int) -> None:
    """Conflict where the cases of a bot would have more turns than one request runs."""
    if turns > ALL_TURNS:
        raise Conflict(
            f"The cases of a bot have at most {ALL_TURNS} turns together. Delete or shorten one first.",
            code="too_many_turns",
        )


def script_of(case: BotCase) -> Script:
    """Return a case as it is run."""
    return Script(case.turns, case.recording, case.language, f"case-{case.id}.0")


def prepare_run(
    bot: Bot, scripts: Sequence[Script], document: dict[str, Any], version: str
) -> Callable[[], list[Result]]:
    """Read all that running cases on a document takes; return what runs them, which needs no database."""
    zone, reference = get_client(bot.client_id).zone, reference_of(bot, document)
    return lambda: [run(script, document, zone=zone, reference=reference, version=version) for script in scripts]


def run_cases(bot: Bot, version: str, case_ids: Sequence[int] | None = None) -> list[CaseRun]:
    """Run a bot's cases, or some of them, and keep how they went."""
    query = list_cases(bot).order_by(BotCase.id)
    cases = list(db.session.scalars(query if case_ids is None else query.where(BotCase.id.in_(case_ids))))
    if case_ids is not None and len(cases) < len(set(case_ids)):
        raise Invalid({"cases": [BeyondSchema("There is no such case.")]})
    document = runnable_document(bot, version)
    ready = prepare_run(bot, [script_of(case) for case in cases], document, version)
    with without_lock():
        results = ready()
    ran = [CaseRun(case, result) for case, result in zip(cases, results, strict=True)]
    keep(ran, document, version)
    return ran


def keep(ran: Sequence[CaseRun], document: Mapping[str, Any], version: str) -> None:
    """Keep how cases went, instead of how they went before."""
    rows, digest = last_results([entry.case for entry in ran]), checksum(document)
    for case, result in ran:
        row = rows.get(case.id) or BotCaseResult(bot_id=case.bot_id, case_id=case.id)
        row.version, row.checksum, row.case_revision = version, digest, case.revision
        row.passed, row.turns, row.ran_at = result.passed, result.turns, clock.now()
        db.session.add(row)
    db.session.flush()


def serialize_run(run: CaseRun) -> dict[str, Any]:
    """Return a case and how it went, for an answer."""
    is_shown = shows_words(run.case)
    return {
        "id": str(run.case.id), "name": run.case.name if is_shown else HIDDEN, "passed": run.result.passed,
        "turns": run.result.turns if is_shown else hide_results(run.result.turns),
    }  # fmt: skip
