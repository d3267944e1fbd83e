"""Restatements: a line for every number of a day that changes after the day was final."""

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta

from sqlalchemy import distinct, func, select

from app.analytics.models import Restatement, RollupContactDay, RollupDay
from app.analytics.rollups import COUNTS, Ledger, Zones, key_names
from app.bots.catalog.models import Bot
from app.conversations.events import FINAL_AFTER
from app.conversations.persons import person
from app.core import clock
from app.core.db.base import db

PEOPLE = "users_active"
BotDay = tuple[int, int, date]
"""A client, one of its bots and a day of the client."""
_NAMES = key_names(RollupDay)
_BOT, _CLIENT, _TRAFFIC, _DAY = (_NAMES.index(name) for name in ("bot_id", "client_id", "traffic", "day"))


def write(ledger: Ledger, cause: str) -> None:
    """Write the ledger, and down what it changes in days that are final."""
    changes: dict[BotDay, list[int]] = {}
    for key, values in ledger.rows[RollupDay].items():
        if key[_TRAFFIC] == "real" and any(values) and is_final(ledger.zones, key[_CLIENT], key[_DAY]):
            place = (key[_CLIENT], key[_BOT], key[_DAY])
            changes[place] = [a + b for a, b in zip(changes.get(place, [0] * len(values)), values, strict=True)]
    before = people_on(changes)
    for place, values in changes.items():
        for name, old, change in zip(COUNTS, _present(place), values, strict=True):
            _restate(place, name, old, old + change, cause)
    ledger.write()
    restate_people(before, cause)


def restate_people(before: dict[BotDay, int], cause: str) -> None:
    """Write down which of these numbers of people are others now."""
    after = people_on(before)
    for place, old in before.items():
        _restate(place, PEOPLE, old, after[place], cause)
    db.session.flush()


def people_on(places: Iterable[BotDay]) -> dict[BotDay, int]:
    """The active people of some bots' days."""
    numbers = dict.fromkeys(places, 0)
    if numbers:
        day, bots, days = RollupContactDay, {bot for _, bot, _ in numbers}, {on for _, _, on in numbers}
        query = (
            select(day.client_id, day.bot_id, day.day, func.count(distinct(person(day.contact_id))))
            .where(day.bot_id.in_(bots), day.day.in_(days), day.traffic == "real")
            .group_by(day.client_id, day.bot_id, day.day)
        )
        counts = {(client, bot, on): count for client, bot, on, count in db.session.execute(query)}
        numbers |= {place: counts.get(place, 0) for place in numbers}
    return numbers


def final_days(contact_ids: Iterable[int]) -> list[BotDay]:
    """The final days on which some contacts were active, by bot."""
    day, zones = RollupContactDay, Zones()
    query = select(day.client_id, day.bot_id, day.day).where(day.contact_id.in_(contact_ids), day.traffic == "real")
    return [
        (client, bot, on) for client, bot, on in db.session.execute(query.distinct()) if is_final(zones, client, on)
    ]


def restate_import(import_id: int, bot: Bot, sessions: int, name: str) -> None:
    """Keep the one line for everything an import of history brings."""
    row = db.session.scalar(select(Restatement).where(Restatement.import_id == import_id))
    if row is None:
        row = Restatement(
            import_id=import_id,
            client_id=bot.client_id,
            bot_id=bot.id,
            metric="sessions",
            new=0,
            cause=f"import: {name}"[:120],
        )
        db.session.add(row)
    row.new = (row.new or 0) + sessions
    db.session.flush()


def is_final(zones: Zones, client_id: int, day: date) -> bool:
    """Whether the client's day ended 72 hours ago or earlier."""
    end = datetime.combine(day + timedelta(days=1), time.min, zones.zone(client_id))
    return clock.now() - end >= FINAL_AFTER


def _restate(place: BotDay, metric: str, old: int, new: int, cause: str) -> None:
    """One line, if the number is another."""
    if old != new:
        client_id, bot_id, day = place
        line = Restatement(
            client_id=client_id, bot_id=bot_id, day=day, metric=metric, old=old, new=new, cause=cause[:120]
        )
        db.session.add(line)


def _present(place: BotDay) -> list[int]:
    """The stored counts of a bot's day over its real traffic, in the order of COUNTS."""
    sums = [func.coalesce(func.sum(getattr(RollupDay, name)), 0) for name in COUNTS]
    _, bot_id, day = place
    query = select(*sums).where(RollupDay.bot_id == bot_id, RollupDay.day == day, RollupDay.traffic == "real")
    return [int(value) for value in db.session.execute(query).one()]
