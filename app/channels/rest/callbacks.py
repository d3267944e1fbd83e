"""Replies that are sent to the address of a token, as Rasa's callback channel sends them: each by a call of its own."""

from collections.abc import Sequence
from datetime import timedelta

import orjson
import structlog

from app.channels.rest.service import replies
from app.channels.sessions.models import ChannelEvent, ChannelSession
from app.channels.sessions.providers import program_answered
from app.channels.sessions.service import events_after
from app.channels.tokens.models import BotToken
from app.core import clock
from app.core.db.base import db
from app.core.http import outgoing
from app.core.jobs import enqueue

log = structlog.get_logger(__name__)
JOB = "rest_callback"
WAITS = tuple(timedelta(seconds=seconds) for seconds in (2, 15, 60, 300))
"""How long a call that fails waits for each further try."""
TIMEOUT_S = 10.0
SPEAKERS = ("bot", "agent")


@program_answered.provide
def want_callback(session: ChannelSession, events: Sequence[ChannelEvent]) -> None:
    """Have a job send what a bot or a person of the inbox says."""
    if any(event.type == "message" and event.speaker in SPEAKERS for event in events):
        _enqueue(session.id, events[0].position - 1, events[-1].position, 0)


def _enqueue(session_id: int, after: int, until: int, tries: int) -> None:
    numbers = {"session_id": session_id, "after": after, "until": until, "tries": tries}
    at = clock.now() + WAITS[tries - 1] if tries else None
    enqueue(JOB, {name: str(number) for name, number in numbers.items()}, run_at=at)


def send_replies(session_id: int, after: int, until: int, tries: int) -> None:
    """Send the replies at some positions of a session; from the one that fails on they are tried again later."""
    session = db.session.get(ChannelSession, session_id)
    token = db.session.get(BotToken, int(session.account)) if session is not None else None
    if session is None or token is None or token.revoked_at is not None or not token.callback_url:
        return
    url, sender = token.callback_url, session.ext_user.removeprefix("user:")
    bodies = [
        (event.position, list(replies(sender, [event])))
        for event in events_after(session_id, after)
        if event.position <= until and event.type == "message" and event.speaker in SPEAKERS
    ]
    db.session.commit()
    for position, messages in bodies:
        if not all(_send(url, orjson.dumps(message)) for message in messages):
            if tries < len(WAITS):
                _enqueue(session_id, position - 1, until, tries + 1)
            return


def _send(url: str, body: bytes) -> bool:
    hosts, headers = outgoing.allowed_hosts(), {"Content-Type": "application/json"}
    answer = outgoing.send("POST", url, headers=headers, body=body, timeout=TIMEOUT_S, hosts=hosts)
    if not answer.ok:
        log.info("callback_failed", status=answer.status, error=answer.error)
    return answer.ok
