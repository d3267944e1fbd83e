"""Filling the demonstration workspace."""

import random
from datetime import datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import select

from app.accounts.people.seed import seed_users
from app.accounts.workspaces.models import Workspace
from app.analytics.planner_statistics import refresh_statistics
from app.bots.runtime.conversing import flow_of
from app.content.blog.seed import seed as seed_blog
from app.content.faq.seed import seed as seed_faq
from app.content.knowledge_base.seed import seed as seed_knowledge_base
from app.content.pricing.seed import seed as seed_pricing
from app.core import clock
from app.core.db.base import db
from app.core.db.tenancy import within
from app.ingest import dialogues as ingest
from app.office.calendar.seed import seed as seed_calendar
from app.office.chat.seed import seed as seed_chat
from app.office.email.seed import seed as seed_email
from app.office.invoices.seed import seed as seed_invoices
from app.office.profile.seed import seed as seed_profile
from app.office.shop.seed import seed as seed_shop
from app.office.todo.seed import seed as seed_todo
from app.samples.datatables.seed import seed as seed_datatables
from app.seeding.bots import Desk, make_bots, performing
from app.seeding.customers import people, starts
from app.seeding.notifications import seed as seed_notifications
from app.seeding.places import Place, make_places
from app.seeding.visitors import Bot, Conversation, Person, Understand

SLUG = "demo"
SEED = 20_240_229
DAYS = 121
"""A hundred and twenty complete days and today."""
SESSIONS = 1_800
OPEN = 4
AT_ONCE = 200
CONTACTS_SHARE = 0.42


def seed_demo() -> Workspace | None:
    """Fill an empty database with the demonstration workspace; None when there is a workspace already."""
    if db.session.scalar(select(Workspace.id).limit(1)) is not None:
        return None
    workspace = Workspace(name="Meridian Motors", slug=SLUG, zone="Asia/Kolkata", currency="INR")
    db.session.add(workspace)
    db.session.flush()
    with within(workspace.id):
        seed_users()
        seed_faq(workspace)
        seed_knowledge_base(workspace)
        seed_blog(workspace)
        seed_pricing(workspace)
        seed_todo(workspace)
        seed_calendar(workspace)
        seed_invoices(workspace)
        seed_datatables(workspace)
        seed_profile(workspace)
        seed_chat(workspace)
        seed_shop(workspace)
        seed_email(workspace)
        seed_notifications(workspace)
        client, places = make_places()
        chance = random.Random(SEED)  # noqa: S311 - sample data
        zone, now = ZoneInfo(client.zone), clock.now()
        midnight = datetime.combine(now.astimezone(zone).date(), time.min, zone)
        for place, desk in enumerate(make_bots(client, now, midnight - timedelta(days=DAYS))):
            _converse(desk, place, places, chance, zone)
    return workspace


def _converse(desk: Desk, place: int, places: list[Place], chance: random.Random, zone: ZoneInfo) -> None:
    """Four months of one bot's conversations, as its visitors had them with the version of then."""
    bot, now = desk.bot, clock.now()
    midnight = datetime.combine(now.astimezone(zone).date(), time.min, zone)
    count = round(SESSIONS * desk.share / 100)
    customers = people(chance, places, bot.language, bot.group, round(count * CONTACTS_SHARE))
    begins = sorted(starts(chance, now, midnight, DAYS, count))
    if place == 0:
        begins += [now - timedelta(minutes=minutes, seconds=7) for minutes in range(OPEN, 0, -1)]
    talking = [(at, _talking(desk, number, document, zone, chance)) for at, number, document in desk.versions]
    busy_until: dict[str, datetime] = {}
    dialogues = []
    for number, start in enumerate(begins):
        person = _someone(customers, busy_until, start, chance)
        busy_until[person.key] = start + timedelta(hours=6)
        present = [one for at, one in talking if at <= start][-1]
        conversation = Conversation(place * 100_000 + number, present, person, start, chance)
        conversation.talk()
        if conversation.events:
            dialogues.append(conversation.dialogue(now))
    for first in range(0, len(dialogues), AT_ONCE):
        ingest.store_dialogues(dialogues[first : first + AT_ONCE], bot=bot, source="demo")
        refresh_statistics()


def _talking(desk: Desk, number: int, document: dict[str, Any], zone: ZoneInfo, chance: random.Random) -> Bot:
    """What a version of a bot talks by."""
    return Bot(
        template=desk.template, flow=flow_of(document, version=str(number)), document=document, version=number,
        zone=zone.key, understand=_understanding(desk), perform=performing(document, chance),
    )  # fmt: skip


def _understanding(desk: Desk) -> Understand:
    """How texts to a bot are understood."""
    return lambda text, language: None


def _someone(
    customers: list[Person], busy_until: dict[str, datetime], start: datetime, chance: random.Random
) -> Person:
    """A customer with no conversation going on; the first of the list come more often than the last."""
    while True:
        person = customers[int(len(customers) * chance.random() ** 1.6)]
        if busy_until.get(person.key, start) <= start:
            return person
