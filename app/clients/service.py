"""Rules of clients: whom a bot or an import may belong to, what a client is like, and its life cycle."""

import hashlib
from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, delete, func, select

from app.accounts.settings.pictures import Bounds, reencode_picture
from app.accounts.users.models import User
from app.accounts.users.scope import outlets_of
from app.accounts.workspaces.models import Workspace
from app.clients import erasing
from app.clients.models import STATES, TAKING, Client, ClientConsent, ClientLogo, DealerGroup, Outlet
from app.core import clock
from app.core.colours import CONTRAST, contrast
from app.core.db.base import db, fetch, flush_or, write_or
from app.core.db.tenancy import bound_workspace
from app.core.errors import BeyondSchema, Conflict, Invalid
from app.core.hours import known_zones, quiet_errors
from app.core.lifecycles import Lifecycle

LIFE = Lifecycle("client", STATES, {
    "activate": ("trial", "active"),
    "suspend": ("active", "suspended"),
    "resume": ("suspended", "active"),
    "close": ("suspended", "closed"),
})  # fmt: skip
LOGO = Bounds(least_side=32)
LOGOS = "/media/logos/"
TAKEN = "There is already a client with this name."


class ListedClient(NamedTuple):
    """A client with how many dealer groups and open outlets it has, and which consent text is in force."""

    client: Client
    parents: int
    outlets: int
    consent_version: int | None

    @property
    def logo(self) -> str:
        """The address of its picture; empty without one."""
        return LOGOS + self.client.logo if self.client.logo else ""

    @property
    def branding(self) -> "ListedClient":
        """What of it its branding is made from."""
        return self

    @property
    def policy(self) -> "ListedClient":
        """What of it its policy is made from."""
        return self


def list_clients(q: str = "", state: str = "") -> Select[Client]:
    """Clients by words in their name, and of one state where asked."""
    query = select(Client).where(*(Client.name_key.contains(word.casefold(), autoescape=True) for word in q.split()))
    return query.where(Client.state == state) if state else query


def count_states() -> dict[str, int]:
    """Return how many clients there are in each state."""
    numbers = dict.fromkeys(STATES, 0)
    for state, number in db.session.execute(select(Client.state, func.count(Client.id)).group_by(Client.state)):
        numbers[state] = number
    return numbers


def get_client(client_id: int, field: str | None = None) -> Client:
    """A client the present reader may see; NotFound, or Invalid when a field names it."""
    return fetch(select(Client).where(Client.id == client_id), "This client does not exist.", field)


def list_figures(clients: Sequence[Client]) -> list[ListedClient]:
    """Clients as lists show them, in the same order."""
    ids = [client.id for client in clients]

    def numbers(query: Any) -> dict[int, int]:
        return {key: value for key, value in db.session.execute(query)}

    outlets = numbers(
        select(Outlet.client_id, func.count(Outlet.id))
        .where(Outlet.client_id.in_(ids), Outlet.closed_at.is_(None))
        .group_by(Outlet.client_id)
    )
    parents = numbers(
        select(DealerGroup.client_id, func.count(DealerGroup.id))
        .where(DealerGroup.client_id.in_(ids))
        .group_by(DealerGroup.client_id)
    )
    texts = numbers(
        select(ClientConsent.client_id, func.max(ClientConsent.version))
        .where(ClientConsent.client_id.in_(ids))
        .group_by(ClientConsent.client_id)
    )
    return [
        ListedClient(client, parents.get(client.id, 0), outlets.get(client.id, 0), texts.get(client.id))
        for client in clients
    ]


def only_client() -> Client:
    """The workspace's first client, made after the workspace when there is none yet."""
    client = db.session.scalar(select(Client).order_by(Client.id).limit(1))
    if client is None:
        workspace = db.session.get_one(Workspace, bound_workspace())
        client = Client(name=workspace.name, zone=workspace.zone, currency=workspace.currency)
        db.session.add(client)
        db.session.flush()
    return client


def sole_client(field: str, choose: str, *conditions: ColumnElement[bool]) -> Client:
    """Return the only client in reach; Invalid where there is none, or where a field has to choose one of several."""
    clients = db.session.scalars(select(Client).where(*conditions).order_by(Client.id).limit(2)).all()
    if not clients:
        raise Invalid({"client": [BeyondSchema("Add a client first.")]})
    if len(clients) > 1:
        raise Invalid({field: [BeyondSchema(choose)]})
    return clients[0]


def usual_zone() -> str:
    """Return the zone of the first client a reader may see, or else the workspace's."""
    zone = db.session.scalar(select(Client.zone).order_by(Client.id).limit(1))
    return zone or db.session.get_one(Workspace, bound_workspace()).zone


def check_taking(client: Client) -> None:
    """Raise Conflict where a client takes no new bots and places."""
    if client.state not in TAKING:
        problem = f"{client.name} is {client.state}, so it takes no new bots, dealer groups or outlets."
        raise Conflict(problem, code=f"client_{client.state}", errors={"client": [problem]})


def outlets_by_name(client_id: int) -> dict[str, int]:
    """A client's outlets as name in lower case -> id."""
    query = select(Outlet.name_key, Outlet.id).where(Outlet.client_id == client_id)
    return {key: value for key, value in db.session.execute(query)}


@outlets_of.provide
def _outlet_ids(parents: frozenset[int] | None, cities: frozenset[int] | None) -> frozenset[int]:
    conditions = ((Outlet.parent_id, parents), (Outlet.city_id, cities))
    query = select(Outlet.id).where(*(column.in_(ids) for column, ids in conditions if ids is not None))
    return frozenset(db.session.scalars(query))


# ---- changing -----------------------------------------------------------------------------------------


def create_client(values: dict[str, Any]) -> Client:
    """Add a client on trial; Conflict where its name is taken."""
    client = Client(name=values["name"], state="trial")
    db.session.add(client)
    _set(client, values)
    return client


def change_client(client: Client, values: dict[str, Any]) -> None:
    """Give a client other values; keys that are not given stay as they are."""
    _set(client, values)


def _set(client: Client, values: dict[str, Any]) -> None:
    errors: dict[str, list[str]] = {}
    plain = {name: value for name, value in values.items() if name not in ("branding", "policy")}
    if plain.get("zone", "UTC") not in known_zones():
        errors["zone"] = [BeyondSchema("Must be a zone such as Asia/Kolkata.")]
    if "languages" in plain:
        plain["languages"] = list(dict.fromkeys(plain["languages"]))
    branding, policy = values.get("branding", {}), dict(values.get("policy", {}))
    colour = branding.get("colour")
    if colour and (ratio := contrast(colour, "#ffffff")) < CONTRAST:
        errors["branding.colour"] = [
            BeyondSchema(
                f"White text on {colour} has a contrast of {ratio:.1f}:1; at least {CONTRAST}:1 is needed. "
                "Choose a darker colour."
            )
        ]
    quiet = (policy.get(name, getattr(client, name)) for name in ("quiet_from", "quiet_to"))
    errors |= {f"policy.{name}": quiet_error for name, quiet_error in quiet_errors(*quiet).items()}
    if not policy.pop("erase", False) and (number := _would_erase(client, policy)):
        errors["policy.erase"] = [
            f"This period is shorter: as of now, it erases contents of {number} conversation{'s' * (number > 1)}. "
            "Confirm to save."
        ]
    if errors:
        raise Invalid(errors)
    for name, value in (plain | branding | policy).items():
        setattr(client, name, value)
    flush_or(Conflict(TAKEN, code="name_taken", errors={"name": [TAKEN]}))


def _would_erase(client: Client, policy: dict[str, Any]) -> int:
    """Return how many conversations a shorter policy would erase contents of at once."""
    days = {name: policy[name] for name in ("content_days", "media_days") if name in policy}
    if client.content_days is None or all(getattr(client, name) <= number for name, number in days.items()):
        return 0
    return erasing.count_due(client, **days)


def move_client(client: Client, event: str, reason: str, user: User) -> None:
    """Take a client to the next state of its life; Conflict from any state the event is not for."""
    LIFE.move(client, event, reason=reason, user_id=user.id)
    client.state_reason, client.state_at = reason or None, clock.now()
    db.session.flush()


def delete_client(client: Client) -> None:
    """Delete a client that nothing refers to; Conflict otherwise."""
    in_use = "This client has bots or dealer groups, so it cannot be deleted. Suspend it, then close it."
    with write_or(Conflict(in_use, code="in_use")):
        db.session.delete(client)


# ---- branding and consent -----------------------------------------------------------------------------


def set_logo(client: Client, content: bytes) -> None:
    """Give a client a picture in place of the one it had."""
    kind, content = reencode_picture(content, LOGO)
    db.session.execute(delete(ClientLogo).where(ClientLogo.client_id == client.id))
    client.logo = hashlib.sha256(content).hexdigest()[:32]
    db.session.add(ClientLogo(client_id=client.id, digest=client.logo, kind=kind, content=content))
    db.session.flush()


def remove_logo(client: Client) -> None:
    """Delete a client's logo."""
    db.session.execute(delete(ClientLogo).where(ClientLogo.client_id == client.id))
    client.logo = None
    db.session.flush()


def find_logo(digest: str) -> ClientLogo:
    """Return the picture an address names, or raise NotFound."""
    return fetch(select(ClientLogo).where(ClientLogo.digest == digest).limit(1))


def list_consents(client: Client) -> Select[ClientConsent]:
    """Return a client's consent texts."""
    return select(ClientConsent).where(ClientConsent.client_id == client.id)


def add_consent(client: Client, texts: dict[str, str], user: User) -> ClientConsent:
    """Put a new version of the consent text in force; the earlier ones stay readable."""
    filled_texts = {language: text.strip() for language, text in texts.items() if text.strip()}
    if client.language not in filled_texts:
        raise Invalid({f"texts.{client.language}": [BeyondSchema("Write the text in the client's first language.")]})
    last = db.session.scalar(list_consents(client).order_by(ClientConsent.version.desc()).limit(1))
    if last is not None and last.texts == filled_texts:
        raise Conflict(f"This is what version {last.version} says.", code="unchanged")
    row = ClientConsent(
        client_id=client.id, version=last.version + 1 if last else 1, texts=filled_texts, written_by=user.id,
        written_name=user.full_name,
    )  # fmt: skip
    db.session.add(row)
    db.session.flush()
    return row
