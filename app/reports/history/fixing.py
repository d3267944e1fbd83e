"""Putting a turn right that a bot has misunderstood: a phrase for the working copy, and a case that keeps it right."""

from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import select

from app.bots.cases.models import NAME_LENGTH, BotCase
from app.bots.cases.running import Script
from app.bots.cases.service import TURNS, create_case, delete_case, list_cases, prepare_run, script_of
from app.bots.catalog.flows import check_editable, get_flow, set_flow
from app.bots.catalog.intents import intent_title
from app.bots.catalog.models import Bot
from app.bots.catalog.phrases import language_of, merge_phrases, take_back
from app.bots.catalog.service import get_bot
from app.bots.catalog.versions import WORKING
from app.conversations.models import Conversation, Message
from app.conversations.redaction import MASKED
from app.core.db.base import db, hold, without_lock
from app.core.errors import BeyondSchema, Conflict, Invalid, NotFound
from app.ingest.corrections import get_conversation
from app.reports.reviews import service as reviews

PHRASE_LENGTH = 200
TRANSCRIPT = "transcript"
FIXES = ("intent", "value", "answer", "none")
"""What a turn should have been: an intent, with a value, answered by a text, or rightly not understood."""


def intents_of(bot: Bot) -> list[str]:
    """Return the intents a turn of a bot could have been."""
    return sorted(get_flow(bot).document.get("intents", {}))


@dataclass(frozen=True, slots=True)
class Fix:
    """What a turn should have been: an intent, a value, an answer, or rightly nothing."""

    what: str = "intent"
    intent: str = ""
    phrase: str = ""
    """What is taught in place of what was said, where that is written better."""
    variable: str = ""
    value: str | int | float = ""
    answer: str = ""

    def check(self) -> None:
        """Refuse a fix that does not say what would be right."""
        required = {"intent": ("intent",), "value": ("variable", "value"), "answer": ("answer",)}.get(self.what, ())
        if missing := [name for name in required if not getattr(self, name)]:
            raise Invalid({name: [BeyondSchema("Required.")] for name in missing})

    @property
    def expected(self) -> dict[str, Any]:
        """What the case expects of its last turn."""
        expectations: dict[str, dict[str, Any]] = {
            "intent": {"intent": self.intent},
            "none": {"intent": None},
            "value": {"slots": {self.variable: self.value}},
            "answer": {"contains": [self.answer]},
        }
        return expectations[self.what]


@dataclass(frozen=True, slots=True)
class _Turn:
    """A turn that can be fixed: what led to it, what was said in it, and what is taught of that."""

    conversation: Conversation
    bot: Bot
    messages: list[Message]
    number: int
    text: str


def try_fix(conversation_id: int, number: int, change: Fix) -> dict[str, Any]:
    """Play the turn and all cases on the working copy as a fix would change it; nothing is kept."""
    turn = _turn_to_fix(conversation_id, number, change)
    before = get_flow(turn.bot).document
    change = _convert_value(change, before)
    after = deepcopy(before)
    _teach(after, turn, change)
    existing_case = _case_of(turn.bot, turn.conversation.id, number)
    others = [
        case
        for case in db.session.scalars(list_cases(turn.bot))
        if existing_case is None or case.id != existing_case.id
    ]
    script = Script(
        _turns(turn, change), _recording(turn.conversation), turn.conversation.language, f"fix-{turn.conversation.id}"
    )
    scripts = [script_of(case) for case in others]
    now = prepare_run(turn.bot, [script, *scripts], before, WORKING)
    then = prepare_run(turn.bot, [script, *scripts], after, WORKING)
    with without_lock():
        was, results = now(), then()
    last, last_before = results[0].turns[-1], was[0].turns[-1]
    broken = [
        case for case, old, new in zip(others, was[1:], results[1:], strict=True) if old.passed and not new.passed
    ]
    return {
        "passed": last["passed"],
        "before": last_before["actual"]["intent"],
        "intent": last["actual"]["intent"],
        "replies": last["actual"]["replies"],
        "cases": len(others),
        "passing": sum(result.passed for result in results[1:]),
        "broken": [{"id": case.id, "name": case.name} for case in broken],
    }


def fix(conversation_id: int, number: int, change: Fix, user_id: int) -> dict[str, Any]:
    """Say what a turn should have been: the working copy is taught it, and a case replays the conversation up to it."""
    turn = _turn_to_fix(conversation_id, number, change)
    bot = turn.bot
    change = _convert_value(change, get_flow(bot).document)
    before = _case_of(bot, turn.conversation.id, number)
    same = before is not None and _is_same(before, turn, change)
    if before is not None and not same:
        _take_back(bot, before, user_id)
    hold(bot)
    document = deepcopy(get_flow(bot).document)
    taught = _teach(document, turn, change)
    flow = get_flow(bot)
    if taught:
        check_editable(bot)
        flow = set_flow(bot, document, user_id)
    case = _case(turn, change, user_id)
    # A turn that is fixed the same way again keeps what it taught the first time.
    recording = case.recording if same else _recording(turn.conversation) | {"fix": change.what}
    if taught:
        recording = recording | _taught(turn, change)
    case.recording = recording
    db.session.flush()
    reviews.note_fix(turn.conversation, user_id)
    return {
        "what": change.what, "intent": change.intent, "phrase": _phrase(turn, change), "added": taught,
        "case": case.id, "revision": flow.revision,
    }  # fmt: skip


def _turn_to_fix(conversation_id: int, number: int, change: Fix) -> _Turn:
    """A turn with its messages; NotFound or Conflict where it cannot be fixed so."""
    conversation = get_conversation(conversation_id)
    bot = get_bot(conversation.bot_id)
    change.check()
    messages = _messages_of(conversation)
    text = next((message.text for message in reversed(messages) if message.turn_number == number), None)
    if text is None:
        raise NotFound("There is no such turn.")
    if not _is_phrase(messages, number):
        raise Conflict("Nothing was written in this turn that could become a phrase.", code="no_text")
    turn = _Turn(conversation, bot, messages, number, text[:PHRASE_LENGTH])
    taught = {"intent": _phrase(turn, change), "answer": turn.text}.get(change.what, "")
    if MASKED.search(taught):
        raise Conflict("Part of this text is masked, so it cannot become a phrase.", code="masked_text")
    return turn


def _convert_value(change: Fix, document: dict[str, Any]) -> Fix:
    """A fix with its value as the variable has it; Invalid where a number is none."""
    kind = document.get("variables", {}).get(change.variable, {}).get("type")
    if change.what != "value" or kind != "number":
        return change
    try:
        number = float(change.value)
    except ValueError:
        raise Invalid({"value": [BeyondSchema("This variable holds a number.")]}) from None
    return replace(change, value=int(number) if number.is_integer() else number)


def _taught(turn: _Turn, change: Fix) -> dict[str, str]:
    """What a case keeps of what the working copy was taught with it, so that it can be taken back."""
    return {"phrase": _phrase(turn, change)} if change.what == "intent" else {"question": turn.text}


def _is_same(case: BotCase, turn: _Turn, change: Fix) -> bool:
    """Whether a turn was fixed this way before."""
    taught = case.recording.get("phrase", _phrase(turn, change))
    return case.turns[-1].get("expect") == change.expected and taught == _phrase(turn, change)


def _phrase(turn: _Turn, change: Fix) -> str:
    """What an intent is taught."""
    return change.phrase or turn.text


def _teach(document: dict[str, Any], turn: _Turn, change: Fix) -> bool:
    """Put what a fix teaches into a document; whether that was new to it."""
    if change.what == "intent":
        phrase = _phrase(turn, change)
        return bool(merge_phrases(document, change.intent, [phrase], language=turn.conversation.language))
    if change.what == "answer":
        language = language_of(turn.text, turn.conversation.language, document["languages"])
        entries = document.setdefault("knowledge", [])
        new = {"question": {language: turn.text}, "answer": {language: change.answer}}
        if new not in entries:
            entries.append(new)
            return True
    return False


def undo_fix(conversation_id: int, number: int, user_id: int) -> None:
    """Take a turn's phrase out of the working copy again, where it was added for it, and delete its case."""
    conversation = get_conversation(conversation_id)
    bot = get_bot(conversation.bot_id)
    case = _case_of(bot, conversation.id, number)
    if case is None:
        raise NotFound("This turn has not been fixed.")
    _take_back(bot, case, user_id)
    delete_case(case)
    if not fixed_turns(bot, conversation):
        reviews.undo_fix(conversation, user_id)


def fixed_turns(bot: Bot, conversation: Conversation) -> list[dict[str, Any]]:
    """Return the turns of a conversation that were fixed, each with what it should have been."""
    query = list_cases(bot).where(BotCase.link.startswith(link_of(conversation.id, ""), autoescape=True))
    cases = (((case.link or "").rpartition("#t")[2], case) for case in db.session.scalars(query))
    return [
        {
            "turn": int(number),
            "what": case.recording.get("fix", "intent"),
            "intent": (intent := _intent_of(case)),
            "intent_title": intent_title(intent, bots=[bot.id]),
        }
        for number, case in cases
        if number.isdigit()
    ]


def link_of(conversation_id: int, turn: object) -> str:
    """Return where a turn is read, without the mark in its page; of no turn what all of them begin with."""
    return f"/reports/conversations/{conversation_id}?turn={turn}"


def _case_of(bot: Bot, conversation_id: int, number: int) -> BotCase | None:
    """The case that a fix of a turn has made."""
    link = f"{link_of(conversation_id, number)}#t{number}"
    return db.session.scalar(list_cases(bot).where(BotCase.link == link).limit(1))


def _intent_of(case: BotCase) -> str:
    """The intent that a case from a transcript expects of its last turn; empty where it expects another thing."""
    return str(case.turns[-1].get("expect", {}).get("intent") or "")


def _take_back(bot: Bot, case: BotCase, user_id: int) -> None:
    """Remove what a case brought with it from the working copy."""
    phrase, intent, question = case.recording.get("phrase"), _intent_of(case), case.recording.get("question")
    if phrase and intent in intents_of(bot):
        take_back(bot, intent, [phrase], user_id=user_id)
    if question:
        hold(bot)
        check_editable(bot)
        document = deepcopy(get_flow(bot).document)
        answers = case.turns[-1].get("expect", {}).get("contains", [])
        entries = [
            entry
            for entry in document.get("knowledge", [])
            if question not in entry["question"].values() or not set(answers) & set(map(str, entry["answer"].values()))
        ]
        set_flow(bot, document | {"knowledge": entries}, user_id)


def _messages_of(conversation: Conversation) -> list[Message]:
    """What the person has said, in order."""
    query = select(Message).where(Message.conversation_id == conversation.id, Message.speaker == "user")
    return list(db.session.scalars(query.order_by(Message.position)))


def _is_phrase(messages: list[Message], number: int) -> bool:
    """Whether the turn's last words were written or spoken freely."""
    last = [message for message in messages if message.turn_number == number][-1]
    return last.kind in ("text", "speech") and bool(last.text.strip())


def _turns(turn: _Turn, change: Fix) -> list[dict[str, Any]]:
    """The messages up to the turn, and what is expected of it."""
    turns = [_turn(message) for message in turn.messages if message.turn_number <= turn.number][-TURNS:]
    turns[-1] = turns[-1] | {"expect": change.expected}
    return turns


def _recording(conversation: Conversation) -> dict[str, Any]:
    """What a case keeps of the conversation it replays."""
    return {
        "now": conversation.started_at.isoformat(), "channel": conversation.channel,
        "conversation": str(conversation.id),
    }  # fmt: skip


def _case(turn: _Turn, change: Fix, user_id: int) -> BotCase:
    """The case that replays the conversation up to the turn; the same turn is fixed by one case only."""
    turns = _turns(turn, change)
    case = _case_of(turn.bot, turn.conversation.id, turn.number)
    if case is not None:
        case.turns = turns
        db.session.flush()
        return case
    values = {
        "name": f"{change.intent or change.variable or change.what}: {turn.text}"[:NAME_LENGTH],
        "language": turn.conversation.language,
        "turns": turns,
        "source": TRANSCRIPT,
        "link": f"{link_of(turn.conversation.id, turn.number)}#t{turn.number}",
        "recording": _recording(turn.conversation),
    }
    return create_case(turn.bot, values, user_id)


def _turn(message: Message) -> dict[str, Any]:
    """A message as a turn of a case."""
    if message.kind == "choice" and message.payload:
        return {"choice": message.payload, "expect": {}}
    return {"text": message.text or "…", "expect": {}}
