"""What a bot did not understand: the texts of its fallback turns, those that say nearly the same in one group."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import Any

from rapidfuzz import fuzz, process
from sqlalchemy import func, select

from app.bots.catalog.flows import get_flow
from app.bots.catalog.intents import intent_title
from app.bots.catalog.models import Bot
from app.conversations.models import Conversation, Message, Turn
from app.conversations.provenance import Provenance, knows
from app.core.db.base import db
from app.core.text import normalise
from app.reports.filters.links import Links, turn_link
from app.reports.filters.ranges import Range
from app.reports.filters.selection import Selection, find_range, select_conversations

WEEK = "last_7_days"
MOST_TURNS = 2_000
"""Turns whose texts are grouped, the newest first."""
ALIKE = 74.0
"""Likeness of two texts, of 100, from which they say the same."""
EXAMPLES = 4
PHRASES = 60
"""Texts of a group that can become phrases at once."""
LESSON = ("id", "text", "language", "phrases", "nearest", "added")
"""What of a group a bot learns from."""


@dataclass(slots=True)
class Miss:
    """A text that was not understood, with the intent that came nearest and how near."""

    bot_id: int
    conversation_id: int
    turn: int
    text: str
    language: str
    intent: str | None
    score: float | None


@dataclass(slots=True)
class Group:
    """Texts that say nearly the same; the first one leads."""

    key: str
    misses: list[Miss] = field(default_factory=list)


def misses(bot: Bot, now: datetime, most: int) -> dict[str, Any]:
    """Return the groups with most turns of seven complete days and today, and how many turns there are in all."""
    selection = select_conversations(bots=[bot.id])
    span = find_range(selection, WEEK, now=now, with_today=True)
    intents = get_flow(bot).document.get("intents", {})
    groups = group_misses(read_misses(selection, span))
    phrase_intents = _phrase_intents(intents)
    turns = _turns(selection, span)
    return {
        "turns": turns,
        "read": min(turns, MOST_TURNS),
        "groups": len(groups),
        "link": Links(selection, f"{span.first}..{span.last}").to(evidence="fallback"),
        "items": [_serialize(bot, group, intents, phrase_intents) for group in groups[:most]],
    }


def lessons(groups: Iterable[Group]) -> list[dict[str, Any] | None]:
    """Return what the bot that most of each group was said to can learn from it; None of bots that do not learn."""
    parts: list[Group] = []
    for group in groups:
        bot_id = Counter(miss.bot_id for miss in group.misses).most_common(1)[0][0]
        parts.append(Group(group.key, [miss for miss in group.misses if miss.bot_id == bot_id]))
    ids = {part.misses[0].bot_id for part in parts}
    bots = {bot.id: bot for bot in db.session.scalars(select(Bot).where(Bot.id.in_(ids), Bot.state != "archived"))}
    intents = {bot.id: get_flow(bot).document.get("intents", {}) for bot in bots.values()}
    phrases = {bot_id: _phrase_intents(of_bot) for bot_id, of_bot in intents.items()}
    return [
        {"bot": str(bot_id), "bot_name": bots[bot_id].name}
        | {name: value for name, value in lesson.items() if name in LESSON}
        if (bot_id := part.misses[0].bot_id) in bots
        and (lesson := _serialize(bots[bot_id], part, intents[bot_id], phrases[bot_id]))
        else None
        for part in parts
    ]


def _phrase_intents(intents: Mapping[str, Any]) -> dict[str, str]:
    """The intent of each phrase, by the phrase as it is compared."""
    return {
        normalise(phrase): name
        for name, intent in intents.items()
        for phrases in intent.get("phrases", {}).values()
        for phrase in phrases
    }


def _fallback_conditions(selection: Selection, span: Range) -> list[Any]:
    """The conditions under which the fallback rate counts a session's fallback turns."""
    return [
        *selection.during(span),
        knows(Conversation.provenance, Provenance.UNDERSTANDING),
    ]


def _turns(selection: Selection, span: Range) -> int:
    """All fallback turns: the numerator of the fallback rate."""
    query = select(func.sum(Conversation.fallback_turns)).where(*_fallback_conditions(selection, span))
    return int(db.session.scalar(query) or 0)


def read_misses(selection: Selection, span: Range) -> list[Miss]:
    """The newest fallback turns with the texts of their messages."""
    turns = (
        select(
            Conversation.bot_id, Turn.conversation_id, Turn.number, Turn.intent, Turn.confidence, Conversation.language
        )
        .join(Conversation, Conversation.id == Turn.conversation_id)
        .where(*_fallback_conditions(selection, span), Conversation.fallback_turns > 0, Turn.fallback)
        .order_by(Conversation.started_at.desc(), Conversation.id.desc(), Turn.number.desc())
        .limit(MOST_TURNS)
        .subquery()
    )
    query = (
        select(turns, Message.text)
        .join(
            Message,
            (Message.conversation_id == turns.c.conversation_id) & (Message.turn_number == turns.c.number),
        )
        .where(Message.speaker == "user", Message.text != "")
        .order_by(Message.conversation_id, Message.position)
    )
    by_turn: dict[tuple[int, int], Miss] = {}
    for bot_id, conversation_id, number, intent, score, language, text in db.session.execute(query):
        miss = by_turn.get((conversation_id, number))
        if miss is None:
            by_turn[conversation_id, number] = Miss(bot_id, conversation_id, number, text, language, intent, score)
        else:
            miss.text = f"{miss.text} {text}"
    return list(by_turn.values())


def group_misses(misses: Iterable[Miss]) -> list[Group]:
    """Put texts that say nearly the same together: the more often one is said, the sooner it leads a group."""
    by_text: dict[str, list[Miss]] = {}
    for miss in misses:
        if key := normalise(miss.text):
            by_text.setdefault(key, []).append(miss)
    groups: dict[str, Group] = {}
    for key in sorted(by_text, key=lambda text: (-len(by_text[text]), text)):
        like = process.extractOne(key, groups.keys(), scorer=fuzz.token_sort_ratio, score_cutoff=ALIKE)
        group = groups[like[0]] if like else groups.setdefault(key, Group(key))
        group.misses += by_text[key]
    return sorted(groups.values(), key=lambda group: (-len(group.misses), group.key))


def _serialize(bot: Bot, group: Group, intents: Mapping[str, Any], phrase_intents: Mapping[str, str]) -> dict[str, Any]:
    """A group as JSON."""
    by_key = {group.key: group.misses[0]}
    for miss in group.misses:
        by_key.setdefault(normalise(miss.text), miss)
    texts = [miss.text.strip() for miss in by_key.values()]
    added = Counter(phrase_intents[key] for key in by_key if key in phrase_intents)
    return {
        "id": sha256(group.key.encode()).hexdigest()[:12],
        "turns": len(group.misses),
        "conversations": len({miss.conversation_id for miss in group.misses}),
        "text": texts[0],
        "language": Counter(miss.language for miss in group.misses).most_common(1)[0][0],
        "phrases": [text for text in texts if len(text) <= 500][:PHRASES],
        "examples": [
            {
                "text": miss.text.strip(),
                "conversation": str(miss.conversation_id),
                "turn": miss.turn,
                "link": turn_link(miss.conversation_id, miss.turn),
            }
            for miss in list(by_key.values())[:EXAMPLES]
        ],
        "nearest": _nearest(bot, group, intents),
        "added": _existing_phrases(bot, added, by_key, phrase_intents),
    }


def _nearest(bot: Bot, group: Group, intents: Mapping[str, Any]) -> dict[str, Any] | None:
    """The intent that came nearest in most of the turns, and how near on average; None where no model could tell."""
    scored = [miss for miss in group.misses if miss.intent in intents and miss.score is not None]
    if not scored:
        return None
    name = Counter(miss.intent for miss in scored).most_common(1)[0][0]
    scores = [miss.score for miss in scored if miss.intent == name and miss.score is not None]
    return {"intent": name, "title": intent_title(name, bots=[bot.id]), "score": round(sum(scores) / len(scores), 2)}


def _existing_phrases(
    bot: Bot, counts: Counter[str], by_key: Mapping[str, Miss], phrase_intents: Mapping[str, str]
) -> dict[str, Any] | None:
    """Which texts of the group are phrases of the working copy by now, and of which intent."""
    if not counts:
        return None
    intent = counts.most_common(1)[0][0]
    return {
        "intent": intent,
        "title": intent_title(intent, bots=[bot.id]),
        "phrases": [miss.text.strip() for key, miss in by_key.items() if phrase_intents.get(key) == intent],
    }
