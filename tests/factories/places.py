"""Clients, dealer groups, cities and outlets for tests."""

from typing import NamedTuple

from app.clients.models import City, Client, DealerGroup, Outlet
from app.clients.service import only_client
from app.core.db.base import db


def add_parent(name: str) -> DealerGroup:
    """A dealer group of the bound workspace's client."""
    row = DealerGroup(client_id=only_client().id, name=name)
    db.session.add(row)
    db.session.flush()
    return row


def add_city(name: str) -> City:
    """A city of the bound workspace."""
    row = City(name=name)
    db.session.add(row)
    db.session.flush()
    return row


def add_outlet(name: str, parent: DealerGroup, city: City) -> Outlet:
    """An outlet of a dealer group in a city."""
    row = Outlet(client_id=parent.client_id, parent_id=parent.id, city_id=city.id, name=name)
    db.session.add(row)
    db.session.flush()
    return row


def add_client(name: str) -> Client:
    """Add a client of the bound workspace."""
    row = Client(name=name)
    db.session.add(row)
    db.session.flush()
    return row


class ForeignRow(NamedTuple):
    """What an attacker may know of a row of another workspace."""

    id: int
    workspace_id: int
    client_id: int
