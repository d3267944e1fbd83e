"""Trying a bot's whole chain with one text: nothing of it is stored or counted."""

import time
from typing import Any

from app.bots.catalog import versions
from app.bots.catalog.models import Bot
from app.bots.catalog.secret_values import secrets_for
from app.bots.handlers.chain import Outcome, handling
from app.bots.handlers.service import chain_of, get_handler, seconds_of
from app.bots.runtime.conversing import CALLS_SECONDS, flow_of, performer
from app.bots.runtime.playing import Participant, Play, meanings, open_conversation, read_by, take_turn
from app.clients.service import get_client
from app.core import clock
from app.core.db.base import without_lock
from app.core.db.ids import new_id


def try_out(bot: Bot, text: str, hosts: tuple[str, ...]) -> dict[str, Any]:
    """Return what a new conversation answers to a text: by the live version, else by the working copy."""
    version = versions.WORKING if bot.live_version is None else versions.LIVE
    document, at = versions.runnable_document(bot, version), clock.now()
    reference = read_by(bot, document, at)
    row = get_handler(bot)
    chain, seconds = chain_of(row, document, reference), seconds_of(row)
    outcomes: list[Outcome] = []
    perform = performer(
        document, hosts=hosts, reference=reference, workspace=bot.workspace_id,
        handlers=handling(chain, outcomes.append) if chain is not None else None,
        secrets=secrets_for(bot, document),
    )  # fmt: skip
    play = Play(
        flow_of(document, version=version),
        perform,
        reference,
        get_client(bot.client_id).zone,
        at,
        seconds and min(seconds, CALLS_SECONDS),
    )
    with without_lock():
        return _try_text(play, text, outcomes)


def _try_text(play: Play, text: str, outcomes: list[Outcome]) -> dict[str, Any]:
    """Open a conversation and say the text."""
    state = open_conversation(play, Participant(f"{new_id()}.0", {}, "web", None)).state
    began = time.monotonic()
    event = {"type": "text", "text": text, "parse": meanings(play.reference, [text])[text]}
    result = take_turn(play, state, event)
    ms = round((time.monotonic() - began) * 1000)
    outcome = outcomes[0] if outcomes else Outcome("", None, None, [])
    replies = "\n".join(reply["text"] for reply in result.replies if reply["text"])
    missed = next((trace["fallback"] for trace in result.traces if trace.get("fallback")), "")
    own = {
        "kind": "flow", "ms": max(0, ms - sum(call["ms"] for call in outcome.calls)), "status": None,
        "error": "no_match" if outcomes else missed, "answer": "" if outcomes else replies, "usage": None,
    }  # fmt: skip
    answer = outcome.text or replies
    return {"text": text, "answer": answer, "kind": outcome.kind or "flow", "ms": ms, "calls": [own, *outcome.calls]}
