"""Conversations in sessions that programs name: opened by the first text, answered in the request that has it."""

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from app.bots.catalog.models import Bot
from app.bots.understanding.service import understand
from app.channels.sessions import effects, service
from app.channels.sessions.dialogue import ConversationInput, hear, open_dialogue
from app.channels.sessions.models import CALLED_BACK, ChannelEvent, ChannelSession
from app.core import clock
from app.core.db.base import db, read_only
from app.core.security.limits import limits
from app.core.security.visitor import require_user, visitor

WAIT_S = 20.0
"""How long a request waits for what the bot itself waits for."""


LARGEST_ID = 10**18 - 1
"""Jobs are given ids of at most 18 digits."""


def id_of(digest: str) -> int:
    """Return the id that a session has by its digest."""
    return int(digest[:15], 16) % LARGEST_ID + 1


class NamedSession(NamedTuple):
    """A session of a bot by what a program calls it; `user` is who speaks in it, if the program says so."""

    bot: Bot
    channel: str
    name: str
    user: str | None
    is_called_back: bool = False
    """Whether what is said in it is sent to the address of the program."""

    @property
    def account(self) -> str:
        """Whose sessions these are: the token's, or a person's who tries the call."""
        program = visitor().program
        return str(program.id) if program is not None else f"person-{require_user().id}"

    @property
    def digest(self) -> str:
        """What no other session has."""
        return hashlib.sha256(f"{self.bot.id} {self.channel} {self.account} {self.name}".encode()).hexdigest()

    @property
    def id(self) -> int:
        """Its id."""
        return id_of(self.digest)


def say(session: NamedSession, utterance: ConversationInput) -> tuple[Sequence[ChannelEvent], bool]:
    """Say something in a session, and return what comes of it; whether the bot waits for nothing any more."""
    key = session.id
    limits.admit("message", key)
    if db.session.scalar(select(ChannelSession.id).where(ChannelSession.id == key)) is None:
        _open(session)
    with read_only():
        row = db.session.scalars(select(ChannelSession).where(ChannelSession.id == key)).one()
        means, language = effects.means_of(session.bot, row.version), row.language
        db.session.rollback()
    if means.reference is not None and utterance.type == "text":
        (utterance.parse,) = understand(means.reference, [utterance.text], language)
    utterance.at = clock.now()
    advanced = hear(key, utterance)
    db.session.commit()
    advanced, is_done = effects.go_on(key, means, advanced, WAIT_S)
    events = [event for event in advanced.events if event.position > advanced.after]
    answers = events or service.answer_to(key, advanced.after)
    return [event for event in answers if event.type == "message" and event.speaker != "user"], is_done


def _open(session: NamedSession) -> None:
    """Open a session, unless another request has just opened it."""
    bot, key, user = session.bot, session.id, session.user
    row = ChannelSession(
        id=key, workspace_id=bot.workspace_id, bot_id=bot.id, channel=session.channel, account=session.account,
        ext_user=f"user:{user}" if user else f"anon:{key}", secret_hash=None, version=0, outlet_id=None,
        sealed_state="", cursor=0, restarts=0, conversation_id=None, is_pause_announced=False, language=None,
        origin={CALLED_BACK: True} if session.is_called_back else {}, traffic="real",
    )  # fmt: skip
    try:
        with db.session.begin_nested():
            advanced = open_dialogue(row, bot, {"id": user or str(key)}, {})
    except IntegrityError:
        return
    means = effects.means_of(bot, row.version)
    db.session.commit()
    effects.go_on(key, means, advanced, WAIT_S)
