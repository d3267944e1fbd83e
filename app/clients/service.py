"""Rules of clients: whom a bot or an import may belong to."""

from sqlalchemy import Select, select

from app.accounts.users.scope import outlets_of
from app.accounts.workspaces.models import Workspace
from app.clients.models import Client, Outlet
from app.core.db.base import db
from app.core.db.tenancy import bound_workspace
from app.core.errors import Invalid, NotFound


def list_clients(q: str = "") -> Select[Client]:
    """Clients by words in their name."""
    return select(Client).where(*(Client.name.icontains(word, autoescape=True) for word in q.split()))


def get_client(client_id: int, field: str | None = None) -> Client:
    """A client the present reader may see; NotFound, or Invalid when a field names it."""
    client = db.session.scalar(select(Client).where(Client.id == client_id))
    if client is None and field is not None:
        raise Invalid({field: ["This client does not exist."]})
    if client is None:
        raise NotFound("This client does not exist.")
    return client


def only_client() -> Client:
    """The workspace's first client, made after the workspace when there is none yet."""
    client = db.session.scalar(select(Client).order_by(Client.id).limit(1))
    if client is None:
        workspace = db.session.get_one(Workspace, bound_workspace())
        client = Client(name=workspace.name, zone=workspace.zone, currency=workspace.currency)
        db.session.add(client)
        db.session.flush()
    return client


def usual_zone() -> str:
    """Return the zone of the first client a reader may see, or else the workspace's."""
    zone = db.session.scalar(select(Client.zone).order_by(Client.id).limit(1))
    return zone or db.session.get_one(Workspace, bound_workspace()).zone


def outlets_by_name(client_id: int) -> dict[str, int]:
    """A client's outlets as name in lower case -> id."""
    query = select(Outlet.name, Outlet.id).where(Outlet.client_id == client_id)
    return {name.casefold(): outlet_id for name, outlet_id in db.session.execute(query)}


@outlets_of.provide
def _held(parents: frozenset[int] | None, cities: frozenset[int] | None) -> frozenset[int]:
    asked = ((Outlet.parent_id, parents), (Outlet.city_id, cities))
    found = select(Outlet.id).where(*(column.in_(ids) for column, ids in asked if ids is not None))
    return frozenset(db.session.scalars(found))
