"""Texts of a workspace as the bot would say them in a conversation, for people who answer in its place."""

from collections.abc import Mapping, Sequence

from sqlalchemy import select

from app.bots.catalog.service import get_bot
from app.bots.engine.texts import fill, pick
from app.bots.runtime.conversing import flow_of
from app.channels.sessions.dialogue import document_of
from app.channels.sessions.models import ChannelSession
from app.conversations.masking import may_see_names
from app.conversations.redaction import redact_value
from app.core.db.base import db


def worded(session_id: int, texts: Sequence[Mapping[str, str]], language: str) -> list[str]:
    """Each text in the conversation's language with variables filled in; the language given is for one that is gone.

    What the reader may not see of the person is left out, as if it were not known.
    """
    row = db.session.scalar(select(ChannelSession).where(ChannelSession.id == session_id))
    kept = row.kept if row is not None and row.version else None
    if row is None or kept is None:
        return [said.get(language) or next(iter(said.values()), "") for said in texts]
    flow = flow_of(document_of(get_bot(row.bot_id), row.version), version=str(row.version))
    state = kept.state
    if not may_see_names():
        known = state["variables"]
        shown = {name: value for name, value in known.items() if redact_value(value) == value}
        state = state | {"contact": {}, "variables": shown}
    return [fill(pick(said, flow, state), flow, state, []) for said in texts]
