"""Where the demonstration company is: client, dealer groups, cities and outlets."""

from dataclasses import dataclass

from sqlalchemy import select

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


@dataclass(frozen=True, slots=True)
class Place:
    """An outlet as dialogues speak of it."""

    id: int
    name: str


def make_places() -> Client:
    """Make the client with its dealer groups, cities and outlets in the bound workspace."""
    client = Client(name="Meridian Motors", zone="Asia/Kolkata", currency="INR", languages=["en", "hi"])
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
    return client


def places_of() -> tuple[Client, list[Place]]:
    """Return the client and its outlets as dialogues speak of them."""
    outlets = db.session.scalars(select(Outlet).order_by(Outlet.id))
    return db.session.scalars(select(Client)).one(), [Place(outlet.id, outlet.name) for outlet in outlets]
