"""The demonstration's conversations: four months of them, talked through by the bots themselves."""

import random
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from datetime import datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from app.analytics.planner_statistics import refresh_statistics
from app.bots.runtime.conversing import flow_of
from app.core import clock
from app.core.values.batches import batched
from app.ingest import dialogues as ingest
from app.seeding.alerts import add_alerts
from app.seeding.bookmarks import add_bookmarks
from app.seeding.bots import DAYS, Desk, desks, performing
from app.seeding.calls import make_calls
from app.seeding.customers import people, starts
from app.seeding.knowledge import ask_documents
from app.seeding.places import SeededOutlet, places_of
from app.seeding.size import Computing, current_size
from app.seeding.understanding import understanding
from app.seeding.visitors import Bot, SeededConversation, SeededPerson

SEED = 20_240_229
OPEN = 4
"""Conversations that have begun in the last minutes."""
AT_ONCE = 25
CONTACTS_SHARE = 0.42
Progress = Callable[[float], None]


def converse(progress: Progress, computing: Computing = nullcontext) -> None:
    """Have all bots talk; `progress` hears how far it is, from 0 to 1, and may commit. What is stored already stays.

    Slow work that stores nothing runs within `computing`, where a job holds no write lock.
    """
    with computing():
        client, places = places_of()
        zone, done_count, all_desks = ZoneInfo(client.zone), 0, desks()
    for number, desk in enumerate(all_desks):
        for count in _talk(desk, number, places, zone, computing):
            done_count += count
            progress(min(done_count / current_size().conversations, 0.99))
    # Calls ask documents, too: what visitors have asked comes first.
    ask_documents(random.Random(f"{SEED}:documents"), computing)  # noqa: S311 - sample data
    progress(0.99)
    make_calls()
    add_alerts()
    add_bookmarks()


def customers_of(desk: Desk, places: list[SeededOutlet], chance: random.Random) -> list[SeededPerson]:
    """The people who talk to a bot: the first that its chance brings about."""
    count = round(round(current_size().conversations * desk.share / 100) * CONTACTS_SHARE)
    return people(chance, places, desk.bot.language, desk.bot.group, max(count, 1))


def chance_of(number: int) -> random.Random:
    """What is left to chance about a bot, by its place among them."""
    return random.Random(f"{SEED}:{number}")  # noqa: S311 - sample data


def _talk(desk: Desk, place: int, places: list[SeededOutlet], zone: ZoneInfo, computing: Computing) -> Iterator[int]:
    """One bot's conversations, as its visitors had them with the version of then; yields how many were stored."""
    bot, now, chance = desk.bot, clock.now(), chance_of(place)
    midnight = datetime.combine(now.astimezone(zone).date(), time.min, zone)
    count = round(current_size().conversations * desk.share / 100)
    with computing():
        customers = customers_of(desk, places, chance)
        begins = sorted(starts(chance, now, midnight, DAYS, count))
        talking = [(at, _talking(desk, number, document, zone, chance)) for at, number, document in desk.versions]
    if place == 0:
        begins += [now - timedelta(minutes=minutes, seconds=7) for minutes in range(OPEN, 0, -1)]
    busy_until: dict[str, datetime] = {}
    for batch in batched(enumerate(begins), AT_ONCE):
        dialogues = []
        with computing():
            for number, start in batch:
                person = _someone(customers, busy_until, start, chance)
                busy_until[person.key] = start + timedelta(hours=6)
                present = [bot for at, bot in talking if at <= start][-1]
                conversation = SeededConversation(place * 100_000 + number, present, person, start, chance)
                conversation.talk()
                if conversation.events:
                    dialogues.append(conversation.dialogue(now))
        ingest.store_dialogues(dialogues, bot=bot, source="demo")
        refresh_statistics()
        yield len(dialogues)


def _talking(desk: Desk, number: int, document: dict[str, Any], zone: ZoneInfo, chance: random.Random) -> Bot:
    """What a version of a bot talks by."""
    return Bot(
        template=desk.template, flow=flow_of(document, version=str(number)), document=document, version=number,
        zone=zone.key, understand=understanding(desk.bot, document), perform=performing(document, chance),
    )  # fmt: skip


def _someone(
    customers: list[SeededPerson], busy_until: dict[str, datetime], start: datetime, chance: random.Random
) -> SeededPerson:
    """A customer with no conversation going on, or whose ends first; the first of the list come most often."""
    if all(busy_until.get(person.key, start) > start for person in customers):
        return min(customers, key=lambda person: busy_until[person.key])
    while True:
        person = customers[int(len(customers) * chance.random() ** 1.6)]
        if busy_until.get(person.key, start) <= start:
            return person
