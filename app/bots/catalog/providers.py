"""What accounts ask of clients and bots: the parts of a workspace, single ones of them, and who owns which bot."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import String, cast, select, true

from app.accounts.people.owned import Thing, keeps
from app.accounts.people.parts import ScopePart, names_of, parts_of
from app.accounts.people.subjects import loads
from app.accounts.users.scope import bots_owned_by, owner_of_bot
from app.bots.catalog.models import Bot, BotFlow, BotVersion, Goal
from app.bots.engine.texts import SNIPPET, snippet_texts
from app.clients.models import City, Client, DealerGroup, Outlet
from app.core.db.base import db
from app.core.values.placeholders import VARIABLE
from app.reference import snippets
from app.reference.uses import ExternalEntry, Use, source_of, uses_of

KINDS: dict[str, Any] = {"clients": Client, "parents": DealerGroup, "cities": City, "outlets": Outlet, "bots": Bot}
WITHIN = {"client_id": "clients", "parent_id": "parents", "city_id": "cities"}


@bots_owned_by.provide
def owned(user_id: int) -> frozenset[int]:
    """The bots that a person answers for."""
    return frozenset(db.session.scalars(select(Bot.id).where(Bot.owner_id == user_id)))


@owner_of_bot.provide
def owner(bot_id: int) -> int | None:
    """Who answers for a bot."""
    bot = db.session.get(Bot, bot_id)
    return None if bot is None else bot.owner_id


@parts_of.provide
def parts() -> list[ScopePart]:
    """Every client, dealer group, city, outlet and bot that the present reader may see, by name."""
    rows = []
    for kind, model in KINDS.items():
        # A client's `client_id` and an outlet's `outlet_id` are themselves.
        holders = {column: of for column, of in WITHIN.items() if of != kind and hasattr(model, column)}
        columns = [getattr(model, column) for column in holders]
        for part_id, name, *ids in db.session.execute(select(model.id, model.name, *columns).order_by(model.name)):
            rows.append(ScopePart(kind, part_id, name, within=dict(zip(holders.values(), ids, strict=True))))
    return rows


@names_of.provide
def names(ids_by_kind: dict[str, set[int]]) -> dict[tuple[str, int], str]:
    """The names of parts that the present reader may see."""
    return {
        (kind, part_id): name
        for kind, ids in ids_by_kind.items()
        if ids
        for part_id, name in db.session.execute(select(KINDS[kind].id, KINDS[kind].name).where(KINDS[kind].id.in_(ids)))
    }


def _load_bot(bot_id: int) -> str | None:
    return db.session.scalar(select(Bot.name).where(Bot.id == bot_id))


def _load_client(client_id: int) -> str | None:
    return db.session.scalar(select(Client.name).where(Client.id == client_id))


def _bots_of(owner_id: int) -> list[Thing]:
    query = select(Bot.id, Bot.name).where(Bot.owner_id == owner_id, Bot.state != "deleted").order_by(Bot.name)
    return [Thing(bot_id, name, f"/admin/bots/{bot_id}") for bot_id, name in db.session.execute(query)]


def _give_bots(owner_id: int, successor_id: int, ids: Collection[int] | None) -> None:
    condition = Bot.id.in_(ids) if ids is not None else true()
    for bot in db.session.scalars(select(Bot).where(Bot.owner_id == owner_id, condition)):
        bot.owner_id = successor_id
    db.session.flush()


loads("Bot", _load_bot)
loads("Client", _load_client)
keeps("bots", _bots_of, _give_bots, needs=("read", "Bot"))


@source_of("goals")
def read_goals() -> list[ExternalEntry]:
    """The goals of bots by name, with the bots that have each."""
    query = (
        select(Goal.name, Bot.id, Bot.name)
        .join(Bot, Bot.id == Goal.bot_id)
        .where(Bot.state != "deleted")
        .order_by(Goal.name, Bot.name_key, Bot.id)
    )
    goals: dict[str, ExternalEntry] = {}
    for name, bot_id, bot_name in db.session.execute(query):
        goal = goals.setdefault(name, ExternalEntry(name, {}, url=f"/admin/bots/{bot_id}"))
        goal.uses.append(Use("bot", bot_name, f"/admin/bots/{bot_id}"))
    return list(goals.values())


snippet_texts.provide(snippets.texts_of)


@uses_of(snippets.SNIPPETS)
def bots_that_say(keys: Collection[str]) -> dict[str, list[Use]]:
    """The bots whose working copy or live version names a snippet."""
    by_key: dict[str, dict[int, Use]] = {}
    live = (BotVersion.bot_id == Bot.id) & (BotVersion.number == Bot.live_version)
    for document, join in ((BotFlow.document, BotFlow.bot_id == Bot.id), (BotVersion.document, live)):
        query = (
            select(Bot.id, Bot.name, cast(document, String))
            .join(document.class_, join)
            .where(Bot.state != "deleted", cast(document, String).contains(f"{SNIPPET}."))
            .order_by(Bot.name_key, Bot.id)
        )
        for bot_id, name, text in db.session.execute(query):
            for used in {variable.partition(".")[2] for variable in VARIABLE.findall(text)} & set(keys):
                by_key.setdefault(used, {})[bot_id] = Use("bot", name, f"/admin/bots/{bot_id}/flow")
    return {key: list(uses.values()) for key, uses in by_key.items()}
