"""Rules of bots: what they may be called, and what a list of them shows."""

from copy import deepcopy
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, String, case, cast, false, or_, select

from app.accounts.users.models import User
from app.bots.catalog.models import GROUPS, LANGUAGES, NAME_LENGTH, STATES, Bot, BotFlow, BotVersion, Goal
from app.bots.catalog.splitting import close_split
from app.bots.catalog.training import begin_training
from app.bots.flow.schema import FORMAT
from app.clients.models import Client
from app.clients.service import check_taking, get_client, only_client
from app.core.db.base import db, fetch, flush_or, rows_by_id
from app.core.errors import Conflict, Invalid, NotFound
from app.core.lifecycles import Lifecycle
from app.core.providers import Provider

REASON_LENGTH = 200
MOST_OWNERS = 100
"""People that a list can be narrowed to."""
LIFE = Lifecycle("bot", STATES, {
    "pause": ("live", "paused"),
    "resume": ("paused", "live"),
    "archive": (("draft", "paused"), "archived"),
    "restore": ("archived", "paused"),
})  # fmt: skip
IMPORTED = "Imported assistant"
TAKEN = "This client already has a bot with this name."


class ListedBot(NamedTuple):
    """A bot with its client, its owner, its sessions of 28 days and today, and what of its document a list shows."""

    bot: Bot
    client: Client
    owner: User | None
    sessions_28d: int
    estimated_28d: int
    """Those at times that an import has estimated, which lists and reports leave out unless they are asked for."""
    languages: list[str]
    """Those of the version that is live, else of the working copy."""
    live_since: datetime | None


def list_bots(
    q: str = "", *, state: str = "", group: str = "", channel: str = "", language: str = "", owner: int | None = None
) -> Select[Bot]:
    """Bots that are not deleted, by words in their name, a state, group, channel, language and owner."""
    query = select(Bot).where(Bot.state == state if state else Bot.state != "deleted")
    if group:
        query = query.where(Bot.group == group)
    if channel:
        query = query.where(Bot.id.in_(bots_on(channel)))
    if language:
        query = query.where(_speaks(language))
    if owner is not None:
        query = query.where(Bot.owner_id == owner)
    words = q.split()
    return query.where(*(_has(word) for word in words))


@Provider
def bots_on(channel: str) -> Select[Any]:
    """The ids of the bots that serve customers on a channel."""
    return select(Bot.id).where(false())


def _speaks(language: str) -> ColumnElement[bool]:
    """Whether a language is among those of the live version, else of the working copy."""

    def names(languages: Any) -> ColumnElement[bool]:
        return cast(languages, String).contains(f'"{language}"', autoescape=True)

    live = select(BotVersion.id).where(
        BotVersion.bot_id == Bot.id, BotVersion.number == Bot.live_version, names(BotVersion.document["languages"])
    )
    draft = select(BotFlow.id).where(BotFlow.bot_id == Bot.id, names(BotFlow.document["languages"]))
    return case((Bot.live_version.is_not(None), live.exists()), else_=or_(draft.exists(), Bot.language == language))


def list_owners() -> list[User]:
    """Return the owners of the bots that the reader sees, by name."""
    owned = select(Bot.owner_id).where(Bot.state != "deleted")
    people = select(User).where(User.id.in_(owned)).order_by(User.name_key, User.id)
    return list(db.session.scalars(people.limit(MOST_OWNERS)))


def _has(word: str) -> ColumnElement[bool]:
    """Whether a bot's name contains a word, whatever its case."""
    return Bot.name_key.contains(word.casefold(), autoescape=True)


def get_bot(bot_id: int) -> Bot:
    """A bot the present reader may see, or NotFound."""
    return fetch(select(Bot).where(Bot.id == bot_id), "There is no such bot.")


def list_figures(bots: list[Bot]) -> list[ListedBot]:
    """Bots as lists show them, in the same order."""
    clients = {client.id: client for client in db.session.scalars(select(Client))}
    sessions, live = recent_conversations(bots), _live_languages(bots)
    drafts = _draft_languages([bot for bot in bots if bot.id not in live])
    owners = rows_by_id(User, [bot.owner_id for bot in bots])
    rows = []
    for bot in bots:
        languages, since = live.get(bot.id) or (drafts.get(bot.id) or [bot.language], None)
        recent = sessions.get(bot.id) or Recent()
        client, owner = clients[bot.client_id], owners.get(bot.owner_id)
        rows.append(ListedBot(bot, client, owner, recent.measured, recent.estimated, languages, since))
    return rows


def _live_languages(bots: list[Bot]) -> dict[int, tuple[list[str], datetime | None]]:
    """The languages of each bot's live version and since when it is live."""
    ids = [bot.id for bot in bots if bot.live_version is not None]
    if not ids:
        return {}
    query = select(BotVersion.bot_id, BotVersion.document["languages"], BotVersion.live_at).join(
        Bot, (Bot.id == BotVersion.bot_id) & (Bot.live_version == BotVersion.number)
    )
    return {bot_id: (list(languages), at) for bot_id, languages, at in db.session.execute(query.where(Bot.id.in_(ids)))}


def _draft_languages(bots: list[Bot]) -> dict[int, list[str]]:
    """The languages of each bot's working copy."""
    if not bots:
        return {}
    query = select(BotFlow.bot_id, BotFlow.document["languages"]).where(BotFlow.bot_id.in_([bot.id for bot in bots]))
    return {bot_id: list(languages) for bot_id, languages in db.session.execute(query)}


@dataclass(slots=True)
class Recent:
    """How many sessions a bot had lately, at measured times and at estimated ones."""

    measured: int = 0
    estimated: int = 0


@Provider
def recent_conversations(bots: list[Bot]) -> dict[int, Recent]:
    """Real sessions of the last 28 complete days and today by bot, days being those of its client."""
    return {}


@Provider
def check_unconnected(bot: Bot) -> None:
    """Refuse to archive a bot that still answers on a channel."""


@Provider
def bot_archived(bot: Bot) -> None:
    """Hear that a bot is out of use: what reached it until now reaches it no more, even when it is restored."""


@Provider
def bot_cloned(bot: Bot, clone: Bot) -> None:
    """Hear that a bot was made of another: what belongs to its working copy besides the document is copied."""


def create_bot(
    *,
    name: str,
    group: str,
    language: str = "en",
    client_id: int | None = None,
    document: dict[str, Any] | None = None,
    train: bool = False,
    owner_id: int | None = None,
) -> Bot:
    """A draft bot with a working copy; the name is unique within the client whatever its case.

    With `train` it begins to learn the phrases of its document.
    """
    values = _fitting({"name": name, "group": group, "language": language})
    client = get_client(client_id, field="client") if client_id is not None else only_client()
    check_taking(client)
    if find_bot(client.id, values["name"]) is not None:
        raise _name_conflict()
    bot = Bot(client_id=client.id, name_key=values["name"].casefold(), owner_id=owner_id, **values)
    db.session.add(bot)
    flush_or(_name_conflict())
    db.session.add(BotFlow(bot_id=bot.id, document=document or empty_flow(bot.language)))
    db.session.flush()
    if train and document is not None:
        begin_training(bot, document)
    return bot


def empty_flow(language: str) -> dict[str, Any]:
    """Return the document a bot without a template begins with: one greeting that still says and leads nowhere."""
    return {
        "format": FORMAT,
        "languages": [language],
        "start": "hello",
        "intents": {},
        "nodes": {"hello": {"type": "message", "text": {language: ""}}},
    }


def clone_bot(bot: Bot, name: str, document: dict[str, Any], owner_id: int | None = None) -> Bot:
    """A draft with the working copy of another bot; versions, conversations and goals' figures stay with that one."""
    clone = create_bot(
        name=name, group=bot.group, language=bot.language, client_id=bot.client_id, document=deepcopy(document),
        owner_id=owner_id,
    )  # fmt: skip
    clone.session_timeout_s = bot.session_timeout_s
    db.session.flush()
    bot_cloned(bot, clone)
    return clone


def change_bot(bot: Bot, **changes: Any) -> None:
    """Give a bot another name, group, language or session timeout; an archived one is for reading only."""
    if bot.state == "archived":
        raise Conflict("An archived bot cannot be changed. Restore it first.", code="archived")
    values = _fitting(changes)
    if "name" in values:
        other = find_bot(bot.client_id, values["name"])
        if other is not None and other.id != bot.id:
            raise _name_conflict()
        bot.name_key = values["name"].casefold()
    for key, value in values.items():
        setattr(bot, key, value)
    flush_or(_name_conflict())


def move_bot(bot: Bot, event: str, reason: str | None = None) -> None:
    """Pause, resume, archive or restore a bot; Conflict from any state the event is not for."""
    target = LIFE.target(bot.state, event)
    if event == "resume" and not bot.was_live:
        raise Conflict("This bot has never been live, so it cannot be resumed.", code="invalid_transition")
    if event == "archive":
        check_unconnected(bot)
    bot.state, bot.state_reason = target, reason
    db.session.flush()
    if event == "archive":
        close_split(bot, "end")
        bot_archived(bot)


def pause_bots(ids: list[int], reason: str) -> dict[str, Any]:
    """Pause those of several bots that are live; the others are listed with the reason."""
    bots = {bot.id: bot for bot in db.session.scalars(select(Bot).where(Bot.id.in_(ids)))}
    if len(bots) != len(set(ids)):
        raise NotFound("There is no such bot.")
    paused, refused = [], []
    for bot_id in dict.fromkeys(ids):
        bot = bots[bot_id]
        try:
            move_bot(bot, "pause", reason)
            paused.append(bot.id)
        except Conflict as error:
            refused.append({"id": bot.id, "name": bot.name, "message": error.detail})
    return {"ids": paused, "refused": refused}


def _fitting(values: dict[str, Any]) -> dict[str, Any]:
    """The values as they are stored, or Invalid with everything that does not fit."""
    errors: dict[str, list[str]] = {}
    if "name" in values:
        values = values | {"name": " ".join(values["name"].split())}
        if not 1 <= len(values["name"]) <= NAME_LENGTH:
            errors["name"] = [f"Must be 1 to {NAME_LENGTH} characters long."]
    for key, choices in (("group", GROUPS), ("language", LANGUAGES)):
        if key in values and values[key] not in choices:
            errors[key] = [f"Must be one of: {', '.join(choices)}."]
    if errors:
        raise Invalid(errors)
    return values


def _name_conflict() -> Conflict:
    """The refusal of a name that another bot of the client has."""
    return Conflict(TAKEN, code="name_taken", errors={"name": [TAKEN]})


def find_bot(client_id: int, name: str) -> Bot | None:
    """A client's bot by name."""
    query = select(Bot).where(Bot.client_id == client_id, Bot.name_key == " ".join(name.split()).casefold())
    return db.session.scalar(query)


def bot_by_name(name: str) -> Bot:
    """The workspace's bot of that name, or NotFound."""
    query = select(Bot).where(Bot.name_key == " ".join(name.split()).casefold()).order_by(Bot.id).limit(1)
    return fetch(query, f"There is no bot named {name!r}.")


def imported_bot() -> Bot:
    """The bot that imports without a bot of their own go to, made when first needed."""
    client = only_client()
    bot = find_bot(client.id, IMPORTED)
    if bot is None:
        bot = create_bot(name=IMPORTED, group="service", client_id=client.id)
        bot.state = "live"
        db.session.flush()
    return bot


def goals_of(bot_id: int) -> list[Goal]:
    """The goals a bot is measured by."""
    return list(db.session.scalars(select(Goal).where(Goal.bot_id == bot_id).order_by(Goal.name)))
