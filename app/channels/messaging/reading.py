"""Reading what has arrived: raw requests to canonical events once each, and events of a thread in order to its bot."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from typing import Any

import orjson
import structlog
from prometheus_client import Histogram
from sqlalchemy import Select, select

from app.bots.catalog.models import Bot
from app.bots.understanding.service import understand
from app.channels.messaging import statuses
from app.channels.messaging.adapters.contract import SAID, UNREADABLE, Call, Inbound, Reason, UnreadableRequest
from app.channels.messaging.degrading import option_of
from app.channels.messaging.identities import identify
from app.channels.messaging.media import MediaSource, fetch_files, source_of
from app.channels.messaging.models import ANSWERING, PLACE_LENGTH, Deployment, InboundEvent, MessagingThread, RawEvent
from app.channels.messaging.outreach import person_wrote, work_answered
from app.channels.messaging.service import adapter_of, languages_of, make_call, provider_address
from app.channels.messaging.templates import note_template
from app.channels.sessions import effects, service
from app.channels.sessions.dialogue import (
    TALKING,
    ConversationInput,
    Progress,
    hear,
    hear_file,
    hold_session,
    is_under_way,
    leave,
    open_dialogue,
    version_of,
)
from app.channels.sessions.files import SentFile
from app.channels.sessions.models import ChannelSession
from app.channels.sessions.origins import marks_of
from app.channels.sessions.providers import opted_out
from app.core import clock
from app.core.db.base import db, read_only
from app.core.db.ids import new_id
from app.core.jobs import Postponed, enqueue
from app.core.security.encryption import seal

log = structlog.get_logger(__name__)
EARLIEST, LATEST = timedelta(days=7), timedelta(seconds=60)
"""How far from its arrival an event may say that it was sent."""
LAG = Histogram(
    "webhook_lag_seconds", "From the arrival of a provider's event until its bot had taken it in", ["channel"],
    buckets=(0.25, 0.5, 1, 2, 5, 15, 60, 300, 3600),
)  # fmt: skip
BATCH = 100
HELD_UP_S = 15
"""How long a request waits for an earlier one of the same person that is tried again."""
KEY_LENGTH = 60
"""Digits of an event's id in the ids of its files."""


def read_raw_events(deployment_id: int) -> None:
    """Read all requests of a deployment that have not been read, in the order of their arrival, and commit."""
    deployment = lock_deployment(deployment_id)
    query = select(RawEvent).where(RawEvent.deployment_id == deployment_id, RawEvent.state == "received")
    for raw in db.session.scalars(query.order_by(RawEvent.id).limit(BATCH)).all():
        read_raw_event(deployment, raw)
    db.session.commit()


def read_raw_event(deployment: Deployment, raw: RawEvent) -> None:
    """Store the events of a request that are new; the caller holds the deployment."""
    try:
        events = adapter_of(deployment).read(raw.body, {"content-type": raw.content_type, "query": raw.query})
    except UnreadableRequest as error:
        raw.state, raw.reason = "dead", error.reason
        return
    except Exception:
        # A body of an unknown shape must not be read again and again.
        log.exception("raw_event_unreadable", raw_id=raw.id)
        raw.state, raw.reason = "dead", "unreadable"
        return
    own = [event for event in events if event.account in ("", deployment.account)]
    new = [event for event in own if event.kind != UNREADABLE and _store_event(deployment, raw, event)]
    raw.state, raw.reason = _outcome(events, own, new)
    db.session.flush()


def _outcome(events: list[Inbound], own: list[Inbound], new: list[Inbound]) -> tuple[str, Reason]:
    """Return the state of a request by what of it is new."""
    if not events:
        return "ignored", "no_events"
    if not own:
        return "ignored", "other_account"
    if reasons := [event.more["reason"] for event in own if event.kind == UNREADABLE]:
        return "dead", reasons[0]
    if not new:
        return "duplicate", ""
    if all(event.kind == "ignored" for event in new):
        return "ignored", "other_kind"
    return "processed", ""


def _store_event(deployment: Deployment, raw: RawEvent, event: Inbound) -> bool:
    """Store an event unless it is known."""
    key = hashlib.sha256(f"{deployment.channel}:{deployment.account}:{event.ext_id}".encode()).hexdigest()
    existing_event = select(InboundEvent.id).where(
        InboundEvent.deployment_id == deployment.id, InboundEvent.event_id == key
    )
    if db.session.scalar(existing_event) is not None:
        return False
    row_id = new_id()
    content = orjson.dumps(asdict(event))
    db.session.add(InboundEvent(
        id=row_id, workspace_id=deployment.workspace_id, bot_id=deployment.bot_id, deployment_id=deployment.id,
        raw_id=raw.id, event_id=key, ext_user=identify(deployment, event), kind=event.kind, received_at=raw.at,
        sent_at=_sent_at(event.sent_at, raw.at), processed_at=clock.now() if event.kind == "ignored" else None,
        sealed_content=seal(InboundEvent.sealed_content, content, workspace_id=deployment.workspace_id, row_id=row_id),
    ))  # fmt: skip
    db.session.flush()
    return True


def _sent_at(ms: int, received: datetime) -> datetime:
    """Return when an event was sent, as far as that can be believed."""
    if not ms:
        return received
    at = datetime.fromtimestamp(ms / 1000, UTC)
    return min(max(at, received - EARLIEST), received + LATEST)


def lock_deployment(deployment_id: int) -> Deployment:
    """Return a deployment, locked until the transaction ends."""
    query = select(Deployment).where(Deployment.id == deployment_id).with_for_update(key_share=True)
    return db.session.scalars(query.execution_options(populate_existing=True)).one()


# ---- what a thread's events do -----------------------------------------------------------------------


def _waiting(deployment_id: int) -> Select[str]:
    query = select(InboundEvent.ext_user).distinct()
    return query.where(InboundEvent.deployment_id == deployment_id, InboundEvent.processed_at.is_(None))


def waiting_users(deployment_id: int) -> list[str]:
    """List whose events wait to be processed."""
    with read_only():
        users = list(db.session.scalars(_waiting(deployment_id)))
        db.session.rollback()
    return users


def process_all(deployment_id: int, raw_id: int) -> None:
    """Process what waits on a deployment, each person for themselves; raises what holds up events of that request.

    Postponed where that is an event of another request: the job of that one tries it again, and gives it up.
    """
    failures: dict[str, Exception] = {}
    for ext_user in waiting_users(deployment_id):
        try:
            process_thread(deployment_id, ext_user)
        except Exception as error:
            db.session.rollback()
            log.exception("events_not_processed", deployment_id=deployment_id)
            failures[ext_user] = error
    held_up = [_pending(deployment_id, user) for user in _waiting_of(deployment_id, raw_id)] if failures else []
    for event in held_up:
        if event is not None and event.raw_id == raw_id and event.ext_user in failures:
            raise failures[event.ext_user]
    if any(held_up):
        raise Postponed(HELD_UP_S)


def put_aside(deployment_id: int, raw_id: int) -> None:
    """Make a dead letter of a request: of each person the first event that waits goes, and the others are tried again.

    A replay of the request takes in again what went.
    """
    raw = db.session.get_one(RawEvent, raw_id)
    for ext_user in _waiting_of(deployment_id, raw_id):
        event = _pending(deployment_id, ext_user)
        if event is not None and event.raw_id == raw_id:
            raw.state, raw.reason = "dead", "not_processed"
            db.session.delete(event)
            db.session.flush()
    if _waiting_of(deployment_id, raw_id):
        enqueue("channel_inbound", {"deployment_id": str(deployment_id), "raw_id": str(raw_id)})


def _waiting_of(deployment_id: int, raw_id: int) -> Sequence[str]:
    """List whose events of a request wait to be processed."""
    return db.session.scalars(_waiting(deployment_id).where(InboundEvent.raw_id == raw_id)).all()


def process_thread(deployment_id: int, ext_user: str) -> None:
    """Process what waits of one person, in the order it was sent."""
    while _process_next(deployment_id, ext_user):
        pass


def _pending(deployment_id: int, ext_user: str) -> InboundEvent | None:
    query = (
        select(InboundEvent)
        .where(
            InboundEvent.deployment_id == deployment_id, InboundEvent.processed_at.is_(None),
            InboundEvent.ext_user == ext_user,
        )
        .order_by(InboundEvent.sent_at, InboundEvent.id)
        .limit(1)
    )  # fmt: skip
    return db.session.scalar(query)


def _process_next(deployment_id: int, ext_user: str) -> bool:
    """Process the next event of a person; False where none waits."""
    with read_only():
        event = _pending(deployment_id, ext_user)
        source = None if event is None else _source(deployment_id, event)
        parse = None if event is None else _understood(event)
        event_id, place = (None, "") if event is None else (event.id, _place_of(event))
        db.session.rollback()
    if event_id is None:
        return False
    files = fetch_files(source) if source is not None else []
    thread = _lock_or_add_thread(deployment_id, ext_user, place)
    event = _pending(deployment_id, ext_user)
    if event is None or event.id != event_id:
        db.session.rollback()  # Another job came first, or an earlier event has arrived since.
        return event is not None
    deployment, content = db.session.get_one(Deployment, deployment_id), Inbound(**event.content)
    event.processed_at = clock.now()
    advanced = _apply(deployment, thread, event, content, parse, files)
    channel, lag = deployment.channel, (clock.now() - event.received_at).total_seconds()
    call, session_id = _acknowledgement(deployment, content), thread.session_id
    db.session.commit()
    LAG.labels(channel).observe(max(0.0, lag))
    if call is not None and (answer := make_call(call)).error:
        log.info("event_not_acknowledged", deployment_id=deployment_id, error=answer.error)
    if advanced is not None and session_id is not None and advanced.effect is not None:
        with read_only():
            row = db.session.get_one(ChannelSession, session_id)
            means = effects.means_of(db.session.get_one(Bot, row.bot_id), row.version)
            db.session.rollback()
        effects.go_on(session_id, means, advanced)
    return True


def _source(deployment_id: int, event: InboundEvent) -> MediaSource | None:
    """Return where the files of an event are."""
    if event.kind not in SAID or event.kind == "choice":
        return None
    return source_of(db.session.get_one(Deployment, deployment_id), Inbound(**event.content))


def _threads_of(deployment_id: int, ext_user: str, place: str) -> Select[MessagingThread]:
    """Select the one thread of a person at a place of an account."""
    return select(MessagingThread).where(
        MessagingThread.deployment_id == deployment_id, MessagingThread.ext_user == ext_user,
        MessagingThread.place == place,
    )  # fmt: skip


def _place_of(event: InboundEvent) -> str:
    """Return where in an account an event has happened; empty where there are no places."""
    return str(event.content["more"].get("thread") or "")[:PLACE_LENGTH]


def _lock_or_add_thread(deployment_id: int, ext_user: str, place: str) -> MessagingThread:
    """Return a person's thread, locked until the transaction ends; a new one where there is none."""
    query = _threads_of(deployment_id, ext_user, place)
    locked = query.with_for_update(key_share=True).execution_options(populate_existing=True)
    thread = db.session.scalar(locked)
    if thread is not None:
        return thread
    # The account is locked while a thread is added, so that two jobs do not add it at once.
    deployment = lock_deployment(deployment_id)
    thread = db.session.scalar(locked)
    if thread is None:
        thread = MessagingThread(
            workspace_id=deployment.workspace_id, bot_id=deployment.bot_id, deployment_id=deployment_id,
            ext_user=ext_user, place=place,
        )  # fmt: skip
        db.session.add(thread)
        db.session.flush()
    return thread


def _understood(event: InboundEvent) -> dict[str, Any] | None:
    """Return how the bot's model reads a text, before the transaction that takes it in."""
    if event.kind not in SAID or event.kind == "choice":
        return None
    thread = db.session.scalar(_threads_of(event.deployment_id, event.ext_user, _place_of(event)))
    session = db.session.get(ChannelSession, thread.session_id) if thread is not None and thread.session_id else None
    deployment = db.session.get_one(Deployment, event.deployment_id)
    bot = db.session.get_one(Bot, _bot_of(deployment, thread) if thread is not None else deployment.bot_id)
    if bot.live_version is None:
        return None
    if session is not None and session.bot_id != bot.id:
        session = None
    if session is not None:
        version = session.version
    else:
        version = version_of(bot, event.ext_user, traffic_of(deployment))
    means = effects.means_of(bot, version)
    text = event.content["text"]
    db.session.rollback()
    if means.reference is None or not text:
        return None
    (parse,) = understand(means.reference, [text], session.language if session is not None else None)
    return dict(parse or {})


def _apply(
    deployment: Deployment, thread: MessagingThread, event: InboundEvent, content: Inbound,
    parse: dict[str, Any] | None, files: Sequence[SentFile] = (),
) -> Progress | None:  # fmt: skip
    """Do what an event says; return where the conversation is after it."""
    if event.kind == "status":
        statuses.apply_status(deployment, thread, content, event.sent_at)
        return None
    if event.kind == "template":
        note_template(deployment, content)
        return None
    hours = adapter_of(deployment).window_hours
    if hours and event.kind in SAID:
        thread.window_ends_at = event.received_at + timedelta(hours=hours)
    if event.kind == "opt_out":
        thread.has_opted_out = True
        session = db.session.get(ChannelSession, thread.session_id) if thread.session_id else None
        if session is not None and session.conversation_id is not None:
            opted_out(session, session.conversation_id)
        return None
    bot = db.session.get_one(Bot, _bot_of(deployment, thread, leaves=event.kind in SAID))
    is_answering = deployment.state in ANSWERING and bot.state in TALKING and bot.live_version is not None
    if event.kind not in SAID or not is_answering:
        return None
    thread.has_opted_out = False
    recipient_id = person_wrote(deployment, thread.ext_user, event.sent_at)
    work_answered(deployment, thread.ext_user, event.sent_at)
    session_id = _session_of(thread)
    if session_id is None:
        session_id, opened = _open_session(bot, deployment, thread, content, recipient_id)
        if content.more.get("begins"):
            return opened
    elif (marks := marks_of(content.ref)) or recipient_id is not None:
        session = hold_session(session_id)
        session.recipient_id = recipient_id or session.recipient_id
        session.origin = session.origin | marks
        db.session.flush()
    advanced = None
    for number, file in enumerate(files):
        advanced = hear_file(session_id, file, f"{event.event_id[:KEY_LENGTH]}.{number}", event.sent_at)
    if advanced is not None and not content.text:
        return advanced
    return hear(session_id, _utterance(session_id, event, content, parse))


def _bot_of(deployment: Deployment, thread: MessagingThread, *, leaves: bool = False) -> int:
    """Return the id of the bot that answers a thread: that of its conversation under way, though the account was moved.

    With `leaves` a conversation of another bot that is over is left.
    """
    session = db.session.get(ChannelSession, thread.session_id) if thread.session_id is not None else None
    if session is None or session.bot_id == deployment.bot_id:
        return deployment.bot_id
    if not is_under_way(session):
        if leaves:
            leave(session.id)
            thread.session_id, thread.bot_id = None, deployment.bot_id
        return deployment.bot_id
    return session.bot_id


def _session_of(thread: MessagingThread) -> int | None:
    """Return the conversation of a thread; None before the first, and where it is no longer kept."""
    query = select(ChannelSession.id).where(ChannelSession.id == thread.session_id)
    return db.session.scalar(query) if thread.session_id is not None else None


def traffic_of(deployment: Deployment) -> str:
    """Return how conversations of an account are counted."""
    return "test" if deployment.environment == "test" else "real"


def _open_session(
    bot: Bot, deployment: Deployment, thread: MessagingThread, content: Inbound, recipient_id: int | None
) -> tuple[int, Progress]:
    """Open the conversation of a thread; what the bot opens it with is sent before its first answer."""
    key = new_id()
    row = ChannelSession(
        id=key, workspace_id=deployment.workspace_id, bot_id=bot.id, channel=deployment.channel,
        account=str(deployment.id), ext_user=thread.ext_user, secret_hash=None, version=0,
        outlet_id=deployment.outlet_id, sealed_state="", cursor=0, restarts=0, conversation_id=None,
        is_pause_announced=False,
        language=deployment.language or _language(bot, content.language),
        origin={"page": "", "referrer": ""} | content.ref,
        traffic=traffic_of(deployment), recipient_id=recipient_id,
    )  # fmt: skip
    name = content.name
    contact = {"name": name, "first_name": name.partition(" ")[0]} if name else {}
    if number := service.number_of(deployment.channel, thread.ext_user):
        contact["phone"] = number
    opened = open_dialogue(row, bot, contact | {"id": thread.ext_user}, {})
    thread.session_id, thread.sent_position = key, 0
    db.session.flush()
    return key, opened


def _language(bot: Bot, locale: str) -> str | None:
    """Return the bot's language that a person's application is in."""
    short = locale.partition("-")[0]
    return short if short in languages_of(bot) else None


def _utterance(
    session_id: int, event: InboundEvent, content: Inbound, parse: dict[str, Any] | None
) -> ConversationInput:
    """Return a person's words as the dialogue takes them in."""
    if event.kind == "choice" and content.payload:
        option = option_of(session_id, content.payload)
        return ConversationInput(
            "choice", content.text or service.label_of(session_id, option), option, event.event_id, at=event.sent_at
        )
    text = content.text or _describe(content)
    begins = bool(content.more.get("begins"))
    return ConversationInput("text", text, None, event.event_id, parse, at=event.sent_at, begins=begins)


def _describe(content: Inbound) -> str:
    """Return words for what has none."""
    kinds: Iterable[str] = (str(medium.get("type") or "file") for medium in content.media)
    return f"[{', '.join(kinds) or content.kind}]"


def _acknowledgement(deployment: Deployment, event: Inbound) -> Call | None:
    """Return the call that an event wants at once; what comes of it changes nothing."""
    if deployment.sealed_credentials is None:
        return None
    return adapter_of(deployment).acknowledge(event, deployment.credentials, provider_address(deployment))
