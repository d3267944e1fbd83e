"""What steps wait for, done between transactions: calls to other systems and searches in a bot's knowledge."""

import time
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as Late
from dataclasses import dataclass
from functools import partial
from typing import Any

import structlog
from flask import Flask, current_app

from app.bots.catalog.models import Bot
from app.bots.runtime.conversing import RESULTS, performer
from app.bots.understanding.service import Reference, reference
from app.channels.sessions.dialogue import Advanced, document_of, give_result
from app.config import Settings
from app.core.db import tenancy
from app.core.db.base import begin_as, db
from app.core.errors import DomainError, TooMany
from app.core.http.concurrency import EFFECTS, idle

log = structlog.get_logger(__name__)
SECONDS = 2.0
"""How long an answer waits for what the bot itself waits for."""
_pool = ThreadPoolExecutor(8, thread_name_prefix="effect")


@dataclass(frozen=True, slots=True)
class Means:
    """What effects are done by: the version's document, and what reads texts for it."""

    document: Mapping[str, Any]
    reference: Reference | None


def means_of(bot: Bot, version: int) -> Means:
    """Read what effects of a version are done by."""
    return Means(document_of(bot, version), reference(bot, version))


def perform(means: Means, effect: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Do an effect; return its result for the engine, and what the trace tells of it."""
    settings: Settings = current_app.config["SETTINGS"]
    doing = performer(means.document, hosts=settings.outgoing_hosts, reference=means.reference)
    result = doing(dict(effect))
    return result, result.pop("told", {})


def go_on(session_id: int, means: Means, advanced: Advanced) -> tuple[Advanced, bool]:
    """Do what a conversation waits for, step after step; whether it waits no longer.

    The caller has committed. What takes longer than an answer may wait is finished by a thread of its own.
    """
    until = time.monotonic() + SECONDS
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    for _ in range(RESULTS):
        effect = advanced.effect
        if effect is None:
            return advanced, True
        future = _pool.submit(partial(_within, app, perform, means, effect))
        try:
            with EFFECTS.taken(), idle():
                result, told = future.result(max(0.0, until - time.monotonic()))
        except (Late, TooMany):
            workspace = tenancy.bound_workspace()
            future.add_done_callback(partial(_finish, app, workspace, session_id, means, effect))
            return advanced, False
        before = advanced
        advanced = give_result(session_id, effect["id"], result, told)
        advanced.after = before.after
        advanced.events = [*before.events, *advanced.events]
        db.session.commit()
    return advanced, True


def _within(app: Flask, work: Any, *given: Any) -> Any:
    """Do something in a context of the application."""
    with app.app_context():
        return work(*given)


def _finish(
    app: Flask, workspace: int, session_id: int, means: Means, effect: Mapping[str, Any],
    future: "Future[tuple[dict[str, Any], dict[str, Any]]]",
) -> None:  # fmt: skip
    """Go on with a result that came too late for the answer; if that fails, the job of the step does it again."""
    try:
        result, told = future.result()
        with app.app_context(), tenancy.within(workspace):
            begin_as("IMMEDIATE")
            advanced = give_result(session_id, effect["id"], result, told)
            db.session.commit()
            go_on(session_id, means, advanced)
    except DomainError as error:
        log.warning("effect_dropped", session_id=session_id, code=error.code)
    except Exception:
        log.exception("effect_not_finished", session_id=session_id)
