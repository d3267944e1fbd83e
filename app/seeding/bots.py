"""The demonstration's bots: each from a template, with the versions it has been through."""

import random
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.orm import undefer

from app.accounts.users.models import User
from app.bots.catalog.flows import set_flow
from app.bots.catalog.models import Bot, BotRelease, BotVersion, Goal
from app.bots.catalog.service import bot_by_name, create_bot
from app.bots.catalog.versions import list_versions, publish
from app.bots.runtime.conversing import Effect, Perform, Result, performer
from app.bots.templates import document_of
from app.channels.tokens.service import create_token
from app.clients.models import Client
from app.core import clock
from app.core.db.base import db
from app.seeding.understanding import teach

BOTS = (
    ("Service Desk", "service", "en", "service-booking", "service_booking_created", 34),
    ("Service Sathi", "service", "hi", "service-booking", "service_booking_created", 14),
    ("Sales Guide", "sales", "en", "sales-enquiry", "test_drive_booked", 25),
    ("Test Drive Desk", "sales", "en", "sales-enquiry", "test_drive_booked", 13),
    ("Feedback Caller", "psf", "en", "post-service-feedback", "feedback_given", 14),
)
"""Name, group, language, template, top goal and share of the traffic in percent."""
AUTHOR = "Asha Kulkarni"
SITE = "https://www.meridian.example"
CALLED, CHANGED = timedelta(days=75), timedelta(days=24)
"""How long ago the second and the third version went live."""
TIMES_OUT, FAILS = 0.04, 0.04


DAYS = 121
"""A hundred and twenty complete days and today."""


@dataclass(frozen=True, slots=True)
class Desk:
    """A bot with its template, its share of the traffic in percent, and its versions with when they went live."""

    bot: Bot
    template: str
    share: int
    versions: list[tuple[datetime, int, dict[str, Any]]]


def make_bots(client: Client) -> None:
    """Make the bots, all live for as long as the demonstration goes back, each with the goal it is measured by."""
    now = clock.now()
    owner = db.session.scalar(select(User.id).order_by(User.number).limit(1))
    for name, group, language, template, goal, _share in BOTS:
        bot = create_bot(name=name, group=group, language=language, client_id=client.id, owner_id=owner)
        document = document_of(template, language)
        for at, note, changed in _history(document, now):
            set_flow(bot, changed, None)
            version = publish(bot, note=note, live=True, user_id=None, user_name=AUTHOR, train=False)
            version.published_at = at
            of_version = BotRelease.bot_id == bot.id, BotRelease.number == version.number
            db.session.execute(update(BotRelease).where(*of_version).values(at=at))
        db.session.flush()
        for row in db.session.scalars(select(Goal).where(Goal.bot_id == bot.id)):
            row.top = row.name == goal
        teach(bot, document)
        create_token(bot, {"name": "Website", "kind": "web", "origins": [SITE]})
    db.session.flush()


def desks() -> list[Desk]:
    """Return the bots with the versions they have been through."""
    new_desks = []
    for name, _group, _language, template, _goal, share in BOTS:
        bot = bot_by_name(name)
        versions = db.session.scalars(
            list_versions(bot).order_by(BotVersion.number).options(undefer(BotVersion.document))
        )
        new_desks.append(
            Desk(
                bot, template, share, [(version.published_at, version.number, version.document) for version in versions]
            )
        )
    return new_desks


def _history(document: dict[str, Any], now: datetime) -> list[tuple[datetime, str, dict[str, Any]]]:
    """The versions of a bot: without answers at first, then with a call that often failed, and as it is now."""
    first = deepcopy(document) | {"knowledge": []}
    second = deepcopy(document)
    if "booked" in second["nodes"]:
        _register_by_call(second)
    return [
        (now - timedelta(days=DAYS + 7), "First version", first),
        (now - CALLED, "Answers common questions; bookings go to the dealer's system", second),
        (now - CHANGED, "Bookings no longer wait for the dealer's system", document),
    ]


def _register_by_call(document: dict[str, Any]) -> None:
    """Have a booking sent to the dealer's system before it is confirmed."""
    nodes = document["nodes"]
    for option in nodes["confirm"]["options"]:
        option["next"] = "register" if option.get("next") == "booked" else option.get("next")
    nodes["register"] = {
        "type": "call", "method": "POST", "url": "https://dealer.example/bookings", "timeout_s": 6,
        "body": {"day": "{{day}}", "model": "{{model}}"}, "save": "booking",
        "next": "booked", "failed": "not_registered",
    }  # fmt: skip
    nodes["not_registered"] = {
        "type": "message",
        "text": {
            "en": "Something went wrong on our side. Please try again later.",
            "hi": "हमारी ओर से कुछ गड़बड़ हुई। कृपया बाद में प्रयास करें।",
        },
        "next": "bye",
    }


def performing(document: Mapping[str, Any], chance: random.Random) -> Perform:
    """Return what does effects in the demonstration: knowledge is searched, the dealer's system answers by chance."""
    search = performer(document, hosts=())

    def perform(effect: Effect) -> Result:
        if effect["type"] != "call":
            return search(effect)
        fate = chance.random()
        status: int | None = 201
        error, ms = "", chance.randrange(90, 700)
        if fate < TIMES_OUT:
            status, error, ms = None, "timeout", 6000
        elif fate < TIMES_OUT + FAILS:
            status = 502
        answer = {"method": effect["method"], "url": effect["url"], "status": status, "error": error, "ms": ms}
        value = {"id": chance.randrange(1000, 9999)} if status == 201 else None
        return {"ok": status == 201, "status": status, "value": value, "trace": answer}

    return perform
