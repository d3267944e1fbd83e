"""What steps wait for, done between transactions: calls to other systems and searches in a bot's knowledge."""

import time
from collections.abc import Mapping
from concurrent.futures import Future
from concurrent.futures import TimeoutError as Late
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import structlog
from flask import Flask, current_app

from app.bots.catalog.models import Bot
from app.bots.catalog.secret_values import secrets_for
from app.bots.handlers.asking import HandlerQuestion
from app.bots.handlers.chain import Chain, compare, handling
from app.bots.handlers.service import chain_of, get_handler
from app.bots.runtime.conversing import RESULTS, performer
from app.bots.understanding.service import Reference, reference
from app.channels.sessions.dialogue import Progress, document_of, give_result
from app.channels.shadows import service as shadows
from app.config import Settings
from app.core.db import tenancy
from app.core.db.base import begin_as, commit_now, db
from app.core.errors import DomainError
from app.core.http.concurrency import idle
from app.core.shares import Full, Owners, SharedPool, Shares

log = structlog.get_logger(__name__)
Performed = tuple[dict[str, Any], dict[str, Any]]
SECONDS = 2.0
"""How long an answer waits for what the bot itself waits for."""
WAITS = Shares(6, bot=3, workspace=4)
"""Answers of a process that wait so; beyond it the visitor's side asks for what comes later."""
_pool = SharedPool("effect", Shares(64, bot=4, workspace=8), threads=64, waiting=100)
_shadows = SharedPool("shadow", Shares(8, bot=2, workspace=4), threads=8, waiting=20)


@dataclass(frozen=True, slots=True)
class Means:
    """What effects are done by: the version's document, and what reads texts for it."""

    document: Mapping[str, Any]
    reference: Reference | None
    owners: Owners
    handlers: Chain | None = None
    """Who answers what the flow does not."""
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)
    """What the document's calls send by name."""


def means_of(bot: Bot, version: int) -> Means:
    """Read what effects of a version are done by."""
    document, reads = document_of(bot, version), reference(bot, version)
    owners = {"bot": bot.id, "workspace": bot.workspace_id}
    chain = chain_of(get_handler(bot), document, reads)
    return Means(document, reads, owners, chain, secrets_for(bot, document))


def perform(means: Means, effect: Mapping[str, Any]) -> Performed:
    """Do an effect; return its result for the engine, and what the trace tells of it."""
    settings: Settings = current_app.config["SETTINGS"]
    handlers = handling(means.handlers) if means.handlers is not None else None
    doing = performer(
        means.document, hosts=settings.outgoing_hosts, reference=means.reference, handlers=handlers,
        secrets=means.secrets,
    )  # fmt: skip
    result = doing(dict(effect))
    return result, result.pop("trace", {})


def go_on(session_id: int, means: Means, advanced: Progress, seconds: float | None = None) -> tuple[Progress, bool]:
    """Do what a conversation waits for, step after step; whether it waits no longer.

    The caller has committed. What takes longer than an answer may wait, or so many seconds, is finished by a thread of
    its own.
    """
    if advanced.compared is not None:
        compare_later(means, advanced.compared)
    if advanced.effect is None:
        return advanced, True
    with WAITS.hold(means.owners) as may_wait:
        return _go_on(session_id, means, advanced, (SECONDS if seconds is None else seconds) if may_wait else 0.0)


def go_on_later(session_id: int, means: Means, advanced: Progress) -> None:
    """Have what a conversation waits for done by threads of their own."""
    _go_on(session_id, means, advanced, 0.0)


def _go_on(session_id: int, means: Means, advanced: Progress, seconds: float) -> tuple[Progress, bool]:
    """Do what a conversation waits for; what is not done in so many seconds is finished by a thread of its own."""
    until = time.monotonic() + seconds
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    for _ in range(RESULTS):
        effect = advanced.effect
        if effect is None:
            return advanced, True
        future = _submit(app, means, effect)
        try:
            with idle():
                result, trace = future.result(max(0.0, until - time.monotonic()))
        except Late:
            workspace = tenancy.bound_workspace()
            future.add_done_callback(partial(_finish, app, workspace, session_id, means, effect))
            return advanced, False
        before = advanced
        advanced = give_result(session_id, effect["id"], result, trace)
        advanced.after = before.after
        advanced.events = [*before.events, *advanced.events]
        commit_now()
    return advanced, True


def _submit(app: Flask, means: Means, effect: Mapping[str, Any]) -> "Future[Performed]":
    """Have an effect done when its bot has a place; one that has none in its own time has failed."""
    latest = time.monotonic() + effect.get("timeout_s", SECONDS)

    def work() -> Performed:
        if time.monotonic() > latest:
            return refuse_effect(effect)
        with app.app_context():
            return perform(means, effect)

    try:
        return _pool.submit(means.owners, work)
    except Full:
        full: Future[Performed] = Future()
        full.set_result(refuse_effect(effect))
        return full


def compare_later(means: Means, question: Mapping[str, Any]) -> None:
    """Have the handler that only compares asked by a thread of its own; where too many wait, it is left out."""
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    try:
        _shadows.submit(means.owners, partial(_compare, app, tenancy.bound_workspace(), means, question))
    except Full:
        log.warning("shadow_left_out", **means.owners)


def _compare(app: Flask, workspace: int, means: Means, question: Mapping[str, Any]) -> None:
    """Ask it, and keep its answer; nothing else hears of what fails."""
    try:
        with app.app_context():
            chain = means.handlers
            call = compare(chain, HandlerQuestion.of(question)) if chain is not None else None
            if chain is not None and call is not None:
                with tenancy.within(workspace):
                    begin_as("IMMEDIATE")
                    shadows.note(chain.bot, question["id"], call)
                    db.session.commit()
    except Exception:
        log.exception("shadow_not_kept", **means.owners)


def refuse_effect(effect: Mapping[str, Any]) -> Performed:
    """The result of an effect that was not done, as too much of the same bot is under way."""
    log.warning("effect_refused", effect=effect["id"])
    trace = {"method": effect.get("method"), "url": effect.get("url"), "status": None, "error": "busy", "ms": 0}
    return {"ok": False, "status": None}, trace


def _finish(
    app: Flask, workspace: int, session_id: int, means: Means, effect: Mapping[str, Any],
    future: "Future[Performed]",
) -> None:  # fmt: skip
    """Go on with a result that came too late for the answer; if that fails, the job of the step does it again."""
    try:
        result, trace = future.result()
        with app.app_context(), tenancy.within(workspace):
            begin_as("IMMEDIATE")
            advanced = give_result(session_id, effect["id"], result, trace)
            db.session.commit()
            go_on_later(session_id, means, advanced)
    except DomainError as error:
        log.warning("effect_dropped", session_id=session_id, code=error.code)
    except Exception:
        log.exception("effect_not_finished", session_id=session_id)
