"""Who the demonstration company is: client, dealer groups, cities, outlets and bots with their goals."""

from dataclasses import dataclass

from app.bots.catalog.models import Bot, Goal
from app.bots.catalog.service import create_bot
from app.clients.models import City, Client, Outlet, Parent
from app.core.db.base import db

OUTLETS = (
    ("Meridian Pune", "Pune", "Baner"),
    ("Meridian Pune", "Pune", "Hadapsar"),
    ("Meridian Pune", "Pune", "Wakad"),
    ("Meridian Pune", "Nashik", "Gangapur Road"),
    ("Meridian West", "Mumbai", "Andheri East"),
    ("Meridian West", "Mumbai", "Thane"),
    ("Meridian West", "Ahmedabad", "Satellite"),
    ("Meridian West", "Surat", "Adajan"),
    ("Meridian South", "Bengaluru", "Whitefield"),
    ("Meridian South", "Bengaluru", "Jayanagar"),
    ("Meridian South", "Hyderabad", "Gachibowli"),
    ("Meridian South", "Chennai", "Guindy"),
)
BOTS = (
    ("Service Desk", "service", "en", "service_booking_created", 34),
    ("Service Sathi", "service", "hi", "service_booking_created", 14),
    ("Sales Guide", "sales", "en", "enquiry_created", 25),
    ("Test Drive Desk", "sales", "en", "test_drive_booked", 13),
    ("Feedback Caller", "psf", "en", "feedback_completed", 14),
)


@dataclass(frozen=True, slots=True)
class Place:
    """An outlet as dialogues speak of it."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Desk:
    """A bot with its share of the traffic, in percent."""

    bot: Bot
    share: int


def make_places() -> tuple[Client, list[Place]]:
    """The client with its dealer groups, cities and outlets in the bound workspace."""
    client = Client(name="Meridian Motors", zone="Asia/Kolkata", currency="INR", language="en")
    db.session.add(client)
    db.session.flush()
    parents = {name: Parent(client_id=client.id, name=name) for name in dict.fromkeys(row[0] for row in OUTLETS)}
    cities = {name: City(name=name) for name in dict.fromkeys(row[1] for row in OUTLETS)}
    db.session.add_all([*parents.values(), *cities.values()])
    db.session.flush()
    outlets = [
        Outlet(client_id=client.id, parent_id=parents[parent].id, city_id=cities[city].id, name=f"{city} {name}")
        for parent, city, name in OUTLETS
    ]
    db.session.add_all(outlets)
    db.session.flush()
    return client, [Place(outlet.id, outlet.name) for outlet in outlets]


def make_bots(client: Client) -> list[Desk]:
    """The bots, all live, each with the goal it is measured by."""
    desks = []
    for name, group, language, goal, share in BOTS:
        bot = create_bot(name=name, group=group, language=language, client_id=client.id)
        bot.state = "live"
        db.session.add(Goal(bot_id=bot.id, name=goal, top=True))
        desks.append(Desk(bot, share))
    db.session.flush()
    return desks
