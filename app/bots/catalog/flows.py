"""Rules of a bot's working copy: its document is stored whole, may be unfinished, and has the right shape."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import orjson
from sqlalchemy import select

from app.bots.catalog.editors import notify_editors
from app.bots.catalog.models import Bot, BotFlow
from app.bots.catalog.secret_values import secret_names
from app.bots.catalog.service import empty_flow
from app.bots.flow.schema import shape_errors
from app.bots.flow.validation import Issue, errors_of, validate
from app.core.db.base import db, hold, without_lock
from app.core.errors import BeyondSchema, Conflict, Invalid, Stale

LARGEST = 900_000
"""Bytes of a document as compact JSON."""
LARGE = 50_000
"""Bytes of a document from which its checks take longer than others may wait for the write lock."""
MISFIT = "This document does not fit the schema of flow documents."


def get_flow(bot: Bot) -> BotFlow:
    """Return a bot's working copy; a bot from before flows gets an empty one when it is first asked for."""
    flow = db.session.scalar(select(BotFlow).where(BotFlow.bot_id == bot.id))
    return flow or BotFlow(bot_id=bot.id, document=empty_flow(bot.language), revision=0)


def check_shape(document: Any) -> dict[str, Any]:
    """Return a document of the right shape, or Invalid with paths."""
    errors = shape_errors(document)
    if errors:
        raise Invalid({path: [BeyondSchema(message) for message in errors[path]] for path in errors}, MISFIT)
    text = orjson.dumps(document)
    if len(text) > LARGEST:
        raise Invalid({"document": [f"Has {len(text)} bytes; at most {LARGEST} can be stored."]})
    if b"\\u0000" in text:
        raise Invalid({"document": [BeyondSchema("Contains characters that cannot be stored.")]})
    return dict(document)


def set_flow(bot: Bot, document: Any, user_id: int | None, *, keeps: bool = False) -> BotFlow:
    """Store a bot's working copy, finished or not; `keeps` makes what it replaces the backup."""
    check_editable(bot)
    with checks(bot, document):
        shaped = check_shape(document)
    flow = get_flow(bot)
    if keeps:
        flow.backup = flow.document
    flow.document, flow.changed_by = shaped, user_id
    if flow.revision == 0:
        flow.revision = 1
        db.session.add(flow)
    db.session.flush()
    notify_editors(bot, user_id)
    return flow


@contextmanager
def checks(bot: Bot, document: Any) -> Iterator[None]:
    """Check a document before anything is written; a large one without the lock, and Stale if the bot then changes."""
    if len(orjson.dumps(document)) < LARGE:
        yield
        return
    revision = get_flow(bot).revision
    with without_lock():
        yield
    hold(bot)
    check_editable(bot)
    if get_flow(bot).revision != revision:
        raise Stale("The working copy was changed while it was checked. Load it again.", code="overtaken")


def check_editable(bot: Bot) -> None:
    """Conflict where a bot is archived."""
    if bot.state == "archived":
        raise Conflict("An archived bot cannot be changed. Restore it first.", code="archived")


def issues_of(bot: Bot) -> list[Issue]:
    """Return what is wrong with a bot's working copy."""
    document, secrets = get_flow(bot).document, secret_names(bot)
    with without_lock():
        return validate(document, secrets)


def check_publishable(bot: Bot, document: dict[str, Any]) -> None:
    """Conflict with the errors where a document cannot be published."""
    errors = errors_of(validate(document, secret_names(bot)))
    if errors:
        raise Conflict(
            f"Errors to fix first: {len(errors)}.",
            code="invalid_flow",
            errors={issue.path: [issue.message] for issue in errors},
            extra={"issues": [issue._asdict() for issue in errors], "link": f"/admin/bots/{bot.id}/flow"},
        )
