"""Places as the tests of clients need them."""

from datetime import datetime
from typing import Any

from flask.testing import FlaskClient

from app.bots.catalog.service import create_bot
from app.clients.models import City, Client, DealerGroup, Outlet
from app.core.db.base import db
from app.ingest import dialogues
from tests.factories.conversations import asked_and_answered, dialogue

API = "/api/v1"


def add_client(name: str = "Meridian Motors", **more: Any) -> Client:
    """Add a client below the API."""
    return _added(Client(name=name, **more))


def add_parent(client: Client, name: str = "Suryodaya Autos", **more: Any) -> DealerGroup:
    """Add a dealer group below the API."""
    return _added(DealerGroup(client_id=client.id, name=name, **more))


def add_city(name: str = "Pune", state: str = "Maharashtra") -> City:
    """Add a city below the API."""
    return _added(City(name=name, state=state))


def add_outlet(parent: DealerGroup, city: City, name: str = "Baner", **more: Any) -> Outlet:
    """Add an outlet below the API."""
    return _added(Outlet(client_id=parent.client_id, parent_id=parent.id, city_id=city.id, name=name, **more))


def speak(client: Client, *begun: datetime, outlet_id: int) -> None:
    """Store conversations at an outlet that began at these moments."""
    bot = create_bot(name="Desk", group="service", client_id=client.id)
    spoken = [dialogue(asked_and_answered(at), ext_user=f"p{n}", outlet_id=outlet_id) for n, at in enumerate(begun)]
    dialogues.store_dialogues(spoken, bot=bot, source="test")


def _added(row: Any) -> Any:
    db.session.add(row)
    db.session.flush()
    return row


def revision(visitor: FlaskClient, url: str) -> dict[str, str]:
    """The headers of a write on what is at an address."""
    return {"If-Match": visitor.get(url).headers["ETag"]}
