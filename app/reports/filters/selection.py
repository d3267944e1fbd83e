"""What a report is about: bots, group, channels, places and zone, with the clients these belong to."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, func, select

from app.accounts.workspaces.models import Workspace
from app.analytics.models import (
    RollupContactDay,
    RollupDay,
    RollupFactDay,
    RollupIntentDay,
    RollupPeople,
    RollupQuarter,
)
from app.bots.catalog.models import Bot
from app.clients.models import Client
from app.clients.moves import Stay, list_stays
from app.conversations.models import Conversation
from app.conversations.provenance import Provenance, knows
from app.core.db.base import db
from app.core.db.tenancy import bound_workspace, current_scope
from app.core.errors import BeyondSchema, Invalid
from app.core.hours import known_zones
from app.reports.filters.places import PARENT, PlaceKey, conversations_in, place_options
from app.reports.filters.ranges import DAY, Period, Range, local_date, midnight, resolve

REAL, TEST = "real", "test"
TRAFFIC = (REAL, TEST, "all")
"""Whose conversations are counted: customers', testers', or both."""
MEASURED, ALL = "measured", "all"
DATA = (MEASURED, ALL)
"""Whether sessions at estimated times are left out."""
CountedTable = (
    type[Conversation]
    | type[RollupDay]
    | type[RollupQuarter]
    | type[RollupContactDay]
    | type[RollupPeople]
    | type[RollupIntentDay]
    | type[RollupFactDay]
)


@dataclass(frozen=True, slots=True)
class Selection:
    """Which sessions are meant, and the zone their days are cut in."""

    bots: tuple[int, ...]
    group: str
    channels: tuple[str, ...]
    tz: str
    zone: ZoneInfo
    zone_source: str
    """Where the zone comes from: client, first_client, workspace, viewer or named."""
    client_zones: frozenset[str]
    currencies: tuple[str, ...]
    places: tuple[PlaceKey, ...] = ()
    lang: str = ""
    traffic: str = REAL
    data: str = MEASURED
    stays: tuple[Stay, ...] = ()
    """Where moved outlets were when, if the places are dealer groups."""

    def where(self, model: CountedTable) -> list[ColumnElement[bool]]:
        """The conditions on rows of a session or rollup model."""
        conditions: list[ColumnElement[bool]] = [model.traffic == self.traffic] if self.traffic != "all" else []
        if self.lang:
            conditions.append(model.language == self.lang)
        if self.data == MEASURED:
            conditions.append(knows(model.provenance, Provenance.TIMES))
        if self.bots:
            conditions.append(model.bot_id.in_(self.bots))
        if self.group != "overall":
            conditions.append(model.bot_group == self.group)
        if self.channels:
            conditions.append(model.channel.in_(self.channels))
        if self.places:
            conditions.append(conversations_in(self.places, self.stays, model))
        return conditions

    @property
    def is_whole(self) -> bool:
        """Whether it is of customers in every channel, place and language."""
        return self.traffic == REAL and not (self.channels or self.places or self.lang)

    @property
    def by_client_day(self) -> bool:
        """Whether rollups by the clients' days are days of the report's zone too."""
        return self.client_zones <= {self.zone.key}

    def has_whole_days(self, period: Period) -> bool:
        """Whether a period is of whole days of the clients: one compared with a range that is not over is cut."""
        return self.by_client_day and midnight(period.last + DAY, self.zone) == period.end

    def during(self, period: Period) -> list[ColumnElement[bool]]:
        """The conditions on the sessions that began in a period."""
        moment = Conversation.started_at
        return [*self.where(Conversation), moment >= period.start, moment < period.end]


def select_conversations(
    *,
    bots: Sequence[int] = (),
    group: str = "overall",
    channels: Sequence[str] = (),
    places: Sequence[PlaceKey] = (),
    tz: str = "client",
    lang: str = "",
    traffic: str = REAL,
    data: str = MEASURED,
) -> Selection:
    """The selection a reader asks for; Invalid when the zone is none."""
    workspace = db.session.get_one(Workspace, bound_workspace())
    clients = _clients(bots)
    zone, source = _zone(tz, [client.zone for client in clients], workspace)
    return Selection(
        bots=tuple(sorted(set(bots))),
        group=group,
        channels=tuple(sorted(set(channels))),
        places=tuple(sorted(set(places))),
        tz=tz,
        zone=zone,
        zone_source=source,
        client_zones=frozenset(client.zone for client in clients),
        currencies=tuple(dict.fromkeys(client.currency for client in clients)) or (workspace.currency,),
        lang=lang,
        traffic=traffic,
        data=data,
        stays=tuple(list_stays()) if any(kind == PARENT for kind, _ in places) else (),
    )


def _clients(bots: Sequence[int]) -> Sequence[Any]:
    """Zone and currency of the clients whose bots are meant, oldest first."""
    owners = select(Bot.client_id)
    bot_ids = bots or sorted(current_scope().measured_bots or ())
    if bot_ids:
        owners = owners.where(Bot.id.in_(bot_ids))
    query = select(Client.zone, Client.currency).where(Client.id.in_(owners)).order_by(Client.id)
    return db.session.execute(query).all()


def _zone(tz: str, zones: list[str], workspace: Workspace) -> tuple[ZoneInfo, str]:
    """The report's zone and where it comes from."""
    if tz == "viewer":
        return ZoneInfo(workspace.zone), "viewer"
    if tz != "client":
        if tz not in known_zones():
            raise Invalid({"tz": [BeyondSchema("Must be client, viewer or a zone such as Asia/Kolkata.")]})
        return ZoneInfo(tz), "named"
    if len(set(zones)) == 1:
        return ZoneInfo(zones[0]), "client"
    if zones:
        first = db.session.scalar(select(Client.zone).order_by(Client.id).limit(1))
        return ZoneInfo(first or zones[0]), "first_client"
    return ZoneInfo(workspace.zone), "workspace"


def find_range(selection: Selection, text: str, *, now: datetime, with_today: bool = False) -> Range:
    """The dates a range text means for this selection; Invalid on `r` when it means none."""
    earliest = _earliest(selection) if text == "all" else None
    try:
        return resolve(text, zone=selection.zone, now=now, with_today=with_today, earliest=earliest)
    except ValueError as error:
        raise Invalid({"r": [error.args[0]]}) from None


def _earliest(selection: Selection) -> date | None:
    """The day of the first session there is."""
    quarter = db.session.scalar(select(func.min(RollupQuarter.quarter)).where(*selection.where(RollupQuarter)))
    return None if quarter is None else local_date(datetime.fromtimestamp(quarter * 900, UTC), selection.zone)


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationFilters:
    """What a reader narrows any list of a report by, as the address says it."""

    bot: Sequence[int] = ()
    grp: str = "overall"
    r: str = "last_28_days"
    tz: str = "client"
    ch: Sequence[str] = ()
    out: Sequence[PlaceKey] = ()
    lang: str = ""
    traffic: str = REAL
    data: str = MEASURED
    today: bool = False

    def select(self) -> Selection:
        """Return the sessions that are meant; Invalid when the zone is none."""
        return select_conversations(
            bots=self.bot, group=self.grp, channels=self.ch, places=self.out, tz=self.tz, lang=self.lang,
            traffic=self.traffic, data=self.data,
        )  # fmt: skip

    def find_range(self, selection: Selection, now: datetime) -> Range:
        """Return the dates that are meant; Invalid on `r` when they are none."""
        return find_range(selection, self.r, now=now, with_today=self.today)


def data_as_of() -> datetime | None:
    """When the newest event in the reader's reach was taken in; None before the first."""
    newest = select(Conversation.received_at).order_by(Conversation.received_at.desc()).limit(1)
    return db.session.scalar(newest)


def bot_options() -> list[dict[str, str]]:
    """The bots a reader can choose from."""
    query = select(Bot.id, Bot.name, Bot.group).where(Bot.state != "deleted").order_by(Bot.name_key, Bot.id)
    bots = current_scope().measured_bots
    if bots is not None:
        query = query.where(Bot.id.in_(sorted(bots)))
    return [{"id": str(bot.id), "name": bot.name, "group": bot.group} for bot in db.session.execute(query)]


def missing_choices(selection: Selection, options: list[dict[str, str]] | None = None) -> list[dict[str, str]]:
    """Return the bots and places a selection names that a reader cannot choose: they are gone, or not theirs to see.

    `options` are the bots there are to choose, where they are known.
    """
    if options is None:
        options = bot_options() if selection.bots else []
    bots = {option["id"] for option in options}
    there = (
        {(place["kind"], place["id"]) for place in place_options(selection.places)}
        if selection.places
        else set[tuple[str, str]]()
    )
    choices = [("bot", str(bot)) for bot in selection.bots if str(bot) not in bots]
    choices += [(kind, str(id_)) for kind, id_ in selection.places if (kind, str(id_)) not in there]
    return [{"kind": kind, "id": id_} for kind, id_ in choices]


def format_instant(at: datetime | None, zone: ZoneInfo) -> str | None:
    """An instant as answers carry it: RFC 3339 with the offset of the report's zone."""
    return None if at is None else at.astimezone(zone).isoformat(timespec="milliseconds")
