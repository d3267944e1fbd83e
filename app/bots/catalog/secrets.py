"""Rules of a bot's secrets: they cannot be read again, and are kept as long as something names them."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from sqlalchemy import Select, select

from app.accounts.users.models import User
from app.bots.catalog.flows import check_editable, get_flow
from app.bots.catalog.models import Bot, BotSecret
from app.bots.catalog.secret_values import secret_names
from app.bots.catalog.versions import answering, get_version
from app.bots.flow.secrets import secrets_in
from app.clients.erasing import LAST, EraseStep, erases
from app.clients.models import Client
from app.core import clock
from app.core.db.base import db, fetch, hold, write_or
from app.core.db.ids import new_id
from app.core.errors import Conflict
from app.core.providers import Provider

MOST = 50


class SecretUse(NamedTuple):
    """What names a secret: a node of the working copy or of a version that answers, or a handler."""

    name: str
    kind: str
    node: str | None = None
    version: int | None = None
    """None is the working copy."""
    handler: str | None = None


@Provider
def handlers_that_name(bot: Bot) -> list[SecretUse]:
    """Return the secrets that a bot's handlers name."""
    return []


def list_secrets(bot: Bot) -> Select[BotSecret]:
    """Select a bot's secrets."""
    return select(BotSecret).where(BotSecret.bot_id == bot.id)


def get_secret(bot: Bot, secret_id: int) -> BotSecret:
    """Return a secret of a bot, or raise NotFound."""
    return fetch(list_secrets(bot).where(BotSecret.id == secret_id), "There is no such secret.")


def create_secret(bot: Bot, name: str, secret: str, user: User) -> BotSecret:
    """Add a secret."""
    hold(bot)
    check_editable(bot)
    names = secret_names(bot)
    if name in names:
        raise _has_secret(name)
    if len(names) >= MOST:
        raise Conflict(f"A bot has at most {MOST} secrets. Delete one first.", code="too_many")
    row = BotSecret(id=new_id(), workspace_id=bot.workspace_id, bot_id=bot.id, name=name)
    _set(row, secret, user)
    with write_or(_has_secret(name)):
        db.session.add(row)
    return row


def replace_secret(bot: Bot, row: BotSecret, secret: str, user: User) -> None:
    """Put another value in a secret's place; what names it uses that from now on."""
    check_editable(bot)
    _set(row, secret, user)
    db.session.flush()


def delete_secret(bot: Bot, row: BotSecret) -> None:
    """Remove a secret that nothing names; Conflict with the places otherwise."""
    hold(bot)
    uses = [use for use in uses_of(bot) if use.name == row.name]
    if uses:
        raise Conflict(
            f"“{row.name}” is in use. Take it out there first.",
            code="in_use", extra={"used_by": [serialize_use(use) for use in uses]},
        )  # fmt: skip
    db.session.delete(row)
    db.session.flush()


def _has_secret(name: str) -> Conflict:
    return Conflict(f"The bot already has a secret “{name}”. Replace it instead.", code="duplicate")


def _set(row: BotSecret, secret: str, user: User) -> None:
    row.keep(secret.strip())
    row.set_at, row.set_by = clock.now(), user.full_name


def uses_of(bot: Bot) -> list[SecretUse]:
    """Return what of a bot names secrets: nodes of its working copy and of the versions that answer, and handlers."""
    return [*dict.fromkeys(_nodes(bot)), *handlers_that_name(bot)]


def _nodes(bot: Bot) -> Iterator[SecretUse]:
    for secret in secrets_in(get_flow(bot).document):
        yield SecretUse(secret.name, "node", secret.node)
    for number in answering(bot):
        for secret in secrets_in(get_version(bot, number).document):
            yield SecretUse(secret.name, "node", secret.node, number)


def serialize_use(use: SecretUse) -> dict[str, Any]:
    """Return what names a secret, without the name."""
    return {"kind": use.kind, "node": use.node, "version": use.version, "handler": use.handler}


def serialize_secrets(bot: Bot, rows: list[BotSecret]) -> list[dict[str, Any]]:
    """Return secrets as they are answered: when each was set, the end of a long one, and what names it."""
    uses = uses_of(bot) if rows else []
    return [
        {name: getattr(row, name) for name in ("id", "name", "secret_end", "set_at", "set_by", "revision")}
        | {"used_by": [serialize_use(use) for use in uses if use.name == row.name]}
        for row in rows
    ]


@erases
def _erase_secrets(client: Client, step: EraseStep) -> None:
    """Delete the secrets of a purged client's bots."""
    bots = select(Bot.id).where(Bot.client_id == client.id)
    for row in db.session.scalars(select(BotSecret).where(BotSecret.bot_id.in_(bots))).all():
        db.session.delete(row)
    step(LAST)
