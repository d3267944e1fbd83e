"""Rules of Rasa's REST channel: the bot of a token, and what it says as the format has it."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from flask import current_app
from sqlalchemy import select

from app.bots.catalog.models import Bot
from app.channels.messaging.adapters.contract import Limits
from app.channels.messaging.degrading import fit, option_of
from app.channels.sessions.dialogue import ConversationInput
from app.channels.sessions.models import ChannelEvent
from app.channels.sessions.named import NamedSession, say
from app.channels.sessions.service import label_of
from app.channels.tokens.models import BotToken
from app.core.db.base import db
from app.core.errors import Conflict, Forbidden, NotFound
from app.core.security.visitor import visitor

CHANNEL = "rest"
LONGEST = 100_000
LIMITS = Limits(
    text=LONGEST, body=LONGEST, buttons=1000, title=LONGEST, rows=0, row_title=0, payload=1000, caption=LONGEST
)
"""The format sets none; a payload is sent back as a message."""


def bot_of_token() -> Bot:
    """Return the published bot of the program that asks; NotFound where it has no live version."""
    if visitor().program is None:
        raise Forbidden("This call needs a token of a bot, which says whom it talks to.", code="token_needed")
    bot = db.session.scalar(select(Bot).where(Bot.state.not_in(("draft", "archived", "deleted"))))
    if bot is None or bot.live_version is None:
        raise NotFound("This token's bot has not been published.", code="no_live_version")
    return bot


def answer(bot: Bot, sender: str, message: str, key: str) -> list[dict[str, Any]]:
    """Say something to a bot and return its replies; one with the key of an earlier message has that one's replies."""
    return list(replies(sender, _say(NamedSession(bot, CHANNEL, sender, sender), message, key)))


def take(bot: Bot, sender: str, message: str, key: str) -> None:
    """Say something to a bot whose replies are sent to the token's address; Conflict where it has none."""
    program = visitor().program
    if program is None or not db.session.get_one(BotToken, program.id).callback_url:
        raise Conflict("Enter an address for replies at this token first.", code="no_callback")
    _say(NamedSession(bot, CHANNEL, f"callback\0{sender}", sender, is_called_back=True), message, key)


def _say(session: NamedSession, message: str, key: str) -> Sequence[ChannelEvent]:
    """Say a text, or choose the option whose payload it is."""
    option = option_of(session.id, message)
    label = label_of(session.id, option)
    utterance = ConversationInput("text", message) if label == option else ConversationInput("choice", label, option)
    utterance.client_id = hashlib.sha256(key.encode()).hexdigest() if key else None
    events, _is_done = say(session, utterance)
    return events


def replies(sender: str, events: Iterable[ChannelEvent]) -> Iterator[dict[str, Any]]:
    """Yield the messages that events become: a text with its buttons, then a picture or a file by itself."""
    for event in events:
        outgoing = fit(event.body, LIMITS, str(current_app.config["SETTINGS"].base_url))
        if outgoing is None:
            continue
        head: Mapping[str, Any] = {"recipient_id": sender}
        buttons = [{"title": title, "payload": payload} for payload, title in outgoing.options]
        if outgoing.text:
            yield {**head, "text": outgoing.text} | ({"buttons": buttons} if buttons else {})
        if outgoing.medium is not None:
            yield {**head, "image" if outgoing.medium.kind == "image" else "attachment": outgoing.medium.url}
