"""Rules of bots as models: which bot a name is of, and what it answers to a conversation."""

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from app.bots.catalog import versions
from app.bots.catalog.models import Bot
from app.bots.catalog.secret_values import secrets_for
from app.bots.engine import State, is_over_for
from app.bots.handlers.chain import handling
from app.bots.handlers.service import chain_of, get_handler, seconds_of
from app.bots.media.service import alt_in
from app.bots.runtime.conversing import CALLS_SECONDS, Effect, Perform, Result, flow_of, performer
from app.bots.runtime.playing import Participant, Play, following, meanings, open_conversation, read_by, take_turn
from app.channels.openai.schemas import TURNS
from app.channels.sessions import service as sessions
from app.channels.sessions.dialogue import PAUSED, ConversationInput
from app.channels.sessions.named import NamedSession
from app.channels.sessions.named import say as say_in
from app.clients.service import get_client
from app.core import clock
from app.core.db.base import db, without_lock
from app.core.errors import BeyondSchema, Conflict, DomainError, NotFound, Unavailable

DRAFT = "draft"
_NAME = re.compile(r"(?:bot:)?([^@]{1,120})(?:@([a-z0-9]{1,12}))?")
_VERSION = re.compile(versions.VERSION)
CHARACTERS = 4
"""A token, roughly."""


class Unsupported(DomainError):
    """Something of the format that bots cannot do (400)."""

    status, code = 400, "unsupported_parameter"


@dataclass(frozen=True, slots=True)
class Model:
    """A bot by a name, and the version that is meant."""

    bot: Bot
    version: str

    @property
    def is_live(self) -> bool:
        """Whether it is the version that answers everybody."""
        return self.version == versions.LIVE


def slug_of(bot: Bot) -> str:
    """Return the name of a bot as a model: its words in small letters."""
    return "-".join(re.findall(r"\w+", bot.name.casefold())) or str(bot.id)


def list_bots() -> list[Bot]:
    """Return the bots that the reader may talk to."""
    query = select(Bot).where(Bot.state.not_in(("archived", "deleted"))).order_by(Bot.id)
    return list(db.session.scalars(query))


def find_model(name: str) -> Model:
    """Return the bot that a model's name is of, or NotFound."""
    match = _NAME.fullmatch(name)
    bots = [bot for bot in list_bots() if match and match[1] in (slug_of(bot), str(bot.id))]
    version = (match and match[2]) or versions.LIVE
    version = versions.WORKING if version == DRAFT else version
    if len(bots) != 1 or not _VERSION.fullmatch(version):
        raise unknown(name)
    return Model(bots[0], version)


def unknown(name: str) -> NotFound:
    """Return what is said of a model that there is not."""
    return NotFound(
        f"The model “{name}” does not exist, or this token may not use it.",
        code="model_not_found", errors={"model": [BeyondSchema("There is no such model.")]},
    )  # fmt: skip


def check_supported(args: Mapping[str, Any]) -> None:
    """Refuse what bots cannot do; all else that programs send is left alone."""
    if (args["n"] or 1) != 1:
        raise Unsupported("A bot has one answer: n must be 1.", errors={"n": [BeyondSchema("Must be 1.")]})
    if "audio" in (args["modalities"] or ()) or args["audio"]:
        raise Unsupported("A bot answers with text only.", errors={"modalities": [BeyondSchema("Must be text.")]})
    if any(message["has_audio"] for message in args["messages"]):
        raise Unsupported("A bot reads text only.", errors={"messages": [BeyondSchema("Must be text.")]})
    if sum(message["role"] == "user" for message in args["messages"]) > TURNS:
        raise Unsupported(
            f"A conversation has at most {TURNS} texts of a person. Name a session instead.",
            errors={"messages": [BeyondSchema("Too many.")]},
        )
    if not any(message["role"] == "user" and message["text"] for message in args["messages"]):
        raise DomainError(
            "There is no text of a person.", errors={"messages": [BeyondSchema("A text of a person is missing.")]}
        )


# ---- without a session: the messages are all there is --------------------------------------------------


def complete(model: Model, messages: Sequence[Mapping[str, Any]], user: str | None, hosts: tuple[str, ...]) -> str:
    """Return what the bot answers to the last text, having gone through those before it; nothing is stored."""
    bot = model.bot
    if model.is_live and bot.state == "paused":
        return PAUSED.get(bot.language, PAUSED["en"])
    try:
        document = versions.runnable_document(bot, model.version)
    except (Conflict, NotFound):
        raise unknown(f"{slug_of(bot)}@{model.version}") from None
    at, row = clock.now(), get_handler(bot)
    reference = read_by(bot, document, at)
    chain, seconds = chain_of(row, document, reference), seconds_of(row)
    plain = performer(
        document, hosts=hosts, reference=reference, workspace=bot.workspace_id,
        handlers=handling(chain) if chain is not None else None,
        secrets=secrets_for(bot, document),
    )  # fmt: skip
    play = Play(
        flow_of(document, version=model.version),
        plain,
        reference,
        get_client(bot.client_id).zone,
        at,
        seconds and min(seconds, CALLS_SECONDS),
    )
    turns = _turns(messages)
    # What calls to other systems are known by stays the same when the conversation is gone through again.
    digest = hashlib.sha256(f"{bot.id} {user} {turns[0][0]}".encode()).hexdigest()[:24]
    participant = Participant(f"openai-{digest}.0", {"id": user or digest}, "openai", None)
    with without_lock():
        return _play_turns(play, participant, turns)


def _turns(messages: Sequence[Mapping[str, Any]]) -> list[tuple[str, str]]:
    """The texts of the person, each with what was answered to it."""
    turns: list[tuple[str, str]] = []
    for message in messages:
        if message["role"] == "user" and message["text"]:
            turns.append((message["text"], ""))
        elif message["role"] == "assistant" and turns:
            turns[-1] = (turns[-1][0], message["text"])
    return turns


def _play_turns(play: Play, participant: Participant, turns: list[tuple[str, str]]) -> str:
    """Go through a conversation and return the last answer."""
    state = open_conversation(play, participant).state
    read, reply = meanings(play.reference, [text for text, _ in turns]), ""
    for number, (text, answer) in enumerate(turns, 1):
        event = {"type": "text", "text": text, "parse": read[text]}
        present = play if number == len(turns) else play._replace(perform=_replay_handlers(play.perform, answer))
        state, reply = _take_text(present, participant, state, event)
    return reply


def _take_text(play: Play, participant: Participant, state: State, event: Mapping[str, Any]) -> tuple[State, str]:
    """Take a text in; a conversation that has ended begins again with it."""
    replies = []
    if is_over_for(state, event):
        opening = open_conversation(play, participant._replace(session=following(state["session"])))
        state, replies = opening.state, opening.replies
    result = take_turn(play, state, event)
    return result.state, text_of([*replies, *result.replies])


def _replay_handlers(perform: Perform, text: str) -> Perform:
    """Return what does effects of a turn that is over: its handlers have answered what the messages say."""

    def answer(effect: Effect) -> Result:
        if effect["type"] == "handler":
            return {"ok": bool(text), "status": None, "value": text}
        return perform(effect)

    return answer


def text_of(replies: Sequence[Mapping[str, Any]]) -> str:
    """Return replies as one text: options, links and what pictures show are lines of it."""
    lines = []
    for reply in replies:
        options = [f"- {option['label']}" for option in reply.get("options") or ()]
        links = [f"{link['label']}: {link['url']}" for link in reply.get("links") or ()]
        alt = alt_in(reply.get("media") or {}, str(reply.get("language") or "en"))
        lines.append("\n".join(filter(None, [reply["text"], alt, *options, *links])))
    return "\n\n".join(filter(None, lines))


def tokens_of(*texts: str) -> int:
    """Return about how many tokens some texts have; bots count none."""
    return sum(-(-len(text) // CHARACTERS) for text in texts)


# ---- with a session: a conversation like on any channel ------------------------------------------------


def say(model: Model, session: str, text: str, user: str | None) -> str:
    """Say something in a session that the program has named, and return what comes of it."""
    if not model.is_live:
        raise Unsupported(
            "A session talks to the live version.", errors={"model": [BeyondSchema("Leave out the version.")]}
        )
    if model.bot.live_version is None or model.bot.state == "draft":
        raise unknown(slug_of(model.bot))
    named_session = NamedSession(model.bot, "openai", session, user)
    events, is_done = say_in(named_session, ConversationInput("text", text))
    answer = text_of([sessions.representation(event) for event in events])
    if not answer and not is_done:
        raise Unavailable(
            "The bot still waits for another system. Ask again in a moment.", headers={"Retry-After": "5"}
        )
    return answer
