"""A replayed conversation kept: as a script of the words that are left of it, and as a regression case."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import select

from app.accounts.users.models import User
from app.bots.cases.models import NAME_LENGTH, BotCase
from app.bots.cases.running import Script, differences
from app.bots.cases.service import CaseRun, create_case, keep, list_cases, prepare_run, script_of
from app.bots.catalog.models import Bot
from app.bots.catalog.versions import WORKING, get_version, runnable_document
from app.channels.replays import judging
from app.channels.replays.judging import ReplayTurn
from app.channels.replays.models import BotReplay, BotReplayItem
from app.channels.replays.service import TURNS, check_reader, messages_of
from app.conversations.models import Conversation
from app.conversations.redaction import MASKED
from app.core.db.base import db, fetch, without_lock
from app.core.errors import Conflict, Forbidden
from app.core.security.visitor import can

NOT_REPRODUCIBLE = "The words that are kept of this conversation do not lead to its answer again."
MOST_PARTS, PART_LENGTH = 20, 500
"""What a case can expect of a turn's replies."""


def check_words_reader(bot: Bot) -> None:
    """Forbidden for those who may not read the bot's conversations, all of them."""
    if not can("read", "Conversation"):
        raise Forbidden
    check_reader(bot)


def stored_turns(conversation: Conversation) -> list[ReplayTurn]:
    """Return what was said in a conversation as it is stored, redacted."""
    return judging.turns_of(messages_of([conversation.id])[conversation.id], {})[0][:TURNS]


def make_case(bot: Bot, replay: BotReplay, conversation_id: int, user: User) -> BotCase:
    """Make a case of a conversation up to where it went otherwise, which expects the better of both answers.

    What was said is kept redacted, so an answer is expected only where the same words lead to it again.
    """
    check_words_reader(bot)
    query = select(BotReplayItem).where(
        BotReplayItem.replay_id == replay.id, BotReplayItem.conversation_id == conversation_id
    )
    item = fetch(query, "This conversation is not in the replay.")
    conversation = fetch(select(Conversation).where(Conversation.id == conversation_id))
    if cases_of(bot, [conversation_id]):
        raise Conflict("This conversation is a case already.", code="already_a_case")
    at = next(number for number, turn in enumerate(item.turns) if turn["grade"] == item.grade)
    originals, turn, is_better = stored_turns(conversation)[: at + 1], item.turns[at], item.grade == "better"
    if len(originals) <= at:
        # Its words were erased since.
        raise Conflict(NOT_REPRODUCIBLE, code="not_reproducible")
    script = judging.script_of(conversation, originals, {})
    version = WORKING if is_better else str(conversation.bot_version)
    working = runnable_document(bot, WORKING)
    document = working if is_better else get_version(bot, int(version)).document
    ready = prepare_run(bot, [script], document, version)
    with without_lock():
        (result,) = ready()
    expect = _expectations(turn, originals[-1], result.turns[-1]["actual"], is_better=is_better)
    if not expect:
        raise Conflict(NOT_REPRODUCIBLE, code="not_reproducible")
    turns = [{**entry, "expect": {}} for entry in script.turns]
    turns[-1]["expect"] = expect
    name = originals[-1].message.text or originals[-1].text
    case = create_case(
        bot,
        {
            "name": name[:NAME_LENGTH], "language": conversation.language, "turns": turns, "source": "transcript",
            "link": _link_of(conversation_id), "recording": dict(script.recording),
        },
        user.id,
    )  # fmt: skip
    _run_now(bot, case, working)
    return case


def _expectations(
    turn: Mapping[str, Any], original: ReplayTurn, facts: Mapping[str, Any], *, is_better: bool
) -> dict[str, Any]:
    """What a turn came to on its better side, as far as that can be repeated."""
    replies: Sequence[str] = turn["replies"] if is_better else original.replies
    parts = [reply[:PART_LENGTH] for reply in replies if not MASKED.search(reply)][:MOST_PARTS]
    expect: dict[str, Any] = {"contains": [part for part in parts if not differences({"contains": [part]}, facts)]}
    if not is_better and original.goals and not differences({"goal": original.goals[-1]}, facts):
        expect["goal"] = original.goals[-1]
    intent = turn["intent_now" if is_better else "intent"]
    if turn["kind"] == "missed" and intent and not MASKED.search(original.text):
        expect["intent"] = intent
    return {what: value for what, value in expect.items() if value}


def _run_now(bot: Bot, case: BotCase, document: dict[str, Any]) -> None:
    """Run a new case on the working copy, so that its page shows how it goes."""
    run: Callable[[], Any] = prepare_run(bot, [script_of(case)], document, WORKING)
    keep([CaseRun(case, run()[0])], document, WORKING)


def cases_of(bot: Bot, conversation_ids: Sequence[int]) -> dict[int, int]:
    """Return the ids of the cases that replayed conversations have become, by conversation."""
    ids = {_link_of(conversation_id): conversation_id for conversation_id in conversation_ids}
    rows = db.session.scalars(list_cases(bot).where(BotCase.link.in_(ids)))
    return {ids[case.link]: case.id for case in rows if case.link}


def script_until(conversation: Conversation, until: int | None) -> Script:
    """Return the words of a conversation as a script, up to a turn where one is named."""
    originals = [turn for turn in stored_turns(conversation) if until is None or turn.message.turn_number <= until]
    if not originals:
        raise Conflict("Nothing that was said in this conversation can be replayed.", code="nothing_said")
    return judging.script_of(conversation, originals, {})


def _link_of(conversation_id: int) -> str:
    """Where the conversation of a case is read; a fix of a turn has another address."""
    return f"/reports/conversations/{conversation_id}"
