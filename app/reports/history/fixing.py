"""Putting a turn right that a bot has misunderstood: a phrase for the working copy, and a case that keeps it right."""

from typing import Any

from sqlalchemy import select

from app.bots.cases.models import NAME_LENGTH, BotCase
from app.bots.cases.service import TURNS, create_case, delete_case, list_cases
from app.bots.catalog.flows import get_flow
from app.bots.catalog.models import Bot
from app.bots.catalog.phrases import add_phrases, take_back
from app.bots.catalog.service import get_bot
from app.conversations.models import Conversation, Message
from app.conversations.redaction import MASKED
from app.core.db.base import db
from app.core.errors import Conflict, NotFound
from app.ingest.corrections import get_conversation

PHRASE_LENGTH = 200
TRANSCRIPT = "transcript"


def intents_of(bot: Bot) -> list[str]:
    """Return the intents a turn of a bot could have been."""
    return sorted(get_flow(bot).document.get("intents", {}))


def fix(conversation_id: int, number: int, intent: str, user_id: int) -> dict[str, Any]:
    """Say which intent a turn should have been: its text becomes a phrase of that, and a case that replays up to it."""
    session = get_conversation(conversation_id)
    bot = get_bot(session.bot_id)
    said = _said(session)
    text = next((one.text for one in reversed(said) if one.turn_number == number), None)
    if text is None:
        raise NotFound("There is no such turn.")
    if not _is_phrase(said, number):
        raise Conflict("Nothing was written in this turn that could become a phrase.", code="no_text")
    if MASKED.search(text):
        raise Conflict("Part of this text is masked, so it cannot become a phrase.", code="masked_text")
    phrase = text[:PHRASE_LENGTH]
    before = _fixed(bot, session.id, number)
    if before is not None and _intent_of(before) != intent:
        _take_back(bot, before, user_id)
    flow, added = add_phrases(bot, intent, [phrase], goto=None, language=session.language, user_id=user_id)
    case = _case(bot, session, said, number, intent, user_id)
    if added:
        case.recording = case.recording | {"phrase": phrase}
    return {"intent": intent, "phrase": phrase, "added": bool(added), "case": case.id, "revision": flow.revision}


def undo_fix(conversation_id: int, number: int, user_id: int) -> None:
    """Take a turn's phrase out of the working copy again, where it was added for it, and delete its case."""
    session = get_conversation(conversation_id)
    bot = get_bot(session.bot_id)
    case = _fixed(bot, session.id, number)
    if case is None:
        raise NotFound("This turn has not been fixed.")
    _take_back(bot, case, user_id)
    delete_case(case)


def fixed_turns(bot: Bot, session: Conversation) -> list[dict[str, Any]]:
    """Return the turns of a conversation that were fixed, each with the intent it should have been."""
    query = list_cases(bot).where(BotCase.link.startswith(_link(session.id, ""), autoescape=True))
    cases = (((case.link or "").rpartition("#t")[2], case) for case in db.session.scalars(query))
    return [{"turn": int(number), "intent": _intent_of(case)} for number, case in cases if number.isdigit()]


def _link(session_id: int, turn: object) -> str:
    return f"/reports/conversations/{session_id}?turn={turn}"


def _fixed(bot: Bot, session_id: int, number: int) -> BotCase | None:
    """The case that a turn was fixed by."""
    link = f"{_link(session_id, number)}#t{number}"
    return db.session.scalar(list_cases(bot).where(BotCase.link == link).limit(1))


def _intent_of(case: BotCase) -> str:
    """The intent that a case from a transcript expects of its last turn."""
    return str(case.turns[-1].get("expect", {}).get("intent", ""))


def _take_back(bot: Bot, case: BotCase, user_id: int) -> None:
    """Remove the phrase that a case brought with it from the working copy."""
    phrase, intent = case.recording.get("phrase"), _intent_of(case)
    if phrase and intent in intents_of(bot):
        take_back(bot, intent, [phrase], user_id=user_id)


def _said(session: Conversation) -> list[Message]:
    """What the person has said, in order."""
    query = select(Message).where(Message.conversation_id == session.id, Message.speaker == "user")
    return list(db.session.scalars(query.order_by(Message.position)))


def _is_phrase(said: list[Message], number: int) -> bool:
    """Whether the turn's last words were written or spoken freely."""
    last = [one for one in said if one.turn_number == number][-1]
    return last.kind in ("text", "speech") and bool(last.text.strip())


def _case(bot: Bot, session: Conversation, said: list[Message], number: int, intent: str, user_id: int) -> BotCase:
    """The case that replays the conversation up to the turn; the same turn is fixed by one case only."""
    turns = [_turn(one) for one in said if one.turn_number <= number][-TURNS:]
    turns[-1] = turns[-1] | {"expect": {"intent": intent}}
    known = _fixed(bot, session.id, number)
    if known is not None:
        known.turns = turns
        db.session.flush()
        return known
    values = {
        "name": f"{intent}: {turns[-1].get('said', '')}"[:NAME_LENGTH],
        "language": session.language,
        "turns": turns,
        "source": TRANSCRIPT,
        "link": f"{_link(session.id, number)}#t{number}",
        "recording": {"now": session.started_at.isoformat(), "channel": session.channel},
    }
    return create_case(bot, values, user_id)


def _turn(message: Message) -> dict[str, Any]:
    """What was said, as a case says it."""
    if message.kind == "choice" and message.payload:
        return {"choice": message.payload, "expect": {}}
    return {"said": message.text or "…", "expect": {}}
