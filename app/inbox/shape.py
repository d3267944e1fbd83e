"""A hand-off with its conversation, as its page shows it."""

from collections.abc import Sequence
from typing import Any

from app.channels.sessions.worded import fill_texts, greeting_of
from app.conversations.models import Message
from app.core.security.visitor import require_user
from app.inbox import service
from app.inbox.models import Handoff
from app.reference.snippets import all_snippets

HIDDEN = frozenset({"goal"})
"""Kinds of events that nobody in the conversation sees."""


def serialize_handoff(handoff: Handoff) -> dict[str, Any]:
    """Return a hand-off with what was said, what the bot knows, and why a person is asked for."""
    (item,) = service.list_details([handoff])
    messages = service.messages_of(handoff)
    conversation = service.conversation_of(handoff)
    return item._asdict() | {
        "messages": [message for message in messages if message.kind not in HIDDEN],
        "greeting": greeting_of(handoff.session_id, messages[0].event_id) if messages else [],
        "notes": service.notes_of(handoff),
        "phone": service.number_of(handoff, require_user()),
        "known": _known_values(messages),
        "reason": _reason(messages, handoff),
        "bot_version": conversation.bot_version if conversation else None,
        "turns": conversation.turns if conversation else 0,
    }


def list_snippets(handoff: Handoff) -> list[dict[str, str]]:
    """Return the workspace's snippets as the bot would say them here."""
    (item,) = service.list_details([handoff])
    snippets = all_snippets()
    texts = fill_texts(handoff.session_id, [snippet.texts for snippet in snippets], item.contact.language)
    return [
        {"key": snippet.key, "note": snippet.note, "text": text} for snippet, text in zip(snippets, texts, strict=True)
    ]


def _last_trace(messages: Sequence[Message]) -> dict[str, Any]:
    """The trace of the last turn the bot has taken in."""
    traces = [(message.extra or {}).get("trace") for message in messages if message.speaker == "user"]
    return next((trace for trace in reversed(traces) if trace), {})


def _known_values(messages: Sequence[Message]) -> list[dict[str, str]]:
    """The values of the bot's variables, redacted."""
    values = _last_trace(messages).get("variables", {}).get("after", {})
    return [
        {"name": name, "value": str(value)}
        for name, value in values.items()
        if value is not None and not isinstance(value, dict | list)
    ]


def _reason(messages: Sequence[Message], handoff: Handoff) -> str:
    """Why a person is asked for: wished, not understood, or because the flow leads there."""
    trace = _last_trace([message for message in messages if message.sent_at <= handoff.requested_at])
    if trace.get("fallback"):
        return "not_understood"
    return "asked" if trace.get("intent") else "flow"
