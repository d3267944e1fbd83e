"""A workspace of two clients whose every part carries a mark of its own, and scopes that hold some of it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from sqlalchemy import select

from app.audit.recording import record
from app.bots.catalog.flows import set_flow
from app.bots.catalog.models import Bot, Goal
from app.bots.catalog.versions import publish
from app.bots.templates import document_of
from app.clients.models import City, Client, DealerGroup, Outlet
from app.conversations.models import Conversation
from app.core import clock
from app.core.db.base import db
from app.core.jobs import Job
from app.imports.models import Import
from app.inbox.service import request as request_person
from app.ingest import dialogues
from app.leads.models import Lead, PriceList
from app.masters.documents.models import CustomerDocument
from app.masters.imports.models import MasterImport
from app.masters.records.models import Customer, JobCard, Vehicle
from app.offers.models import Offer, OfferRecipient
from app.reference.models import Entry, Snippet
from app.webhooks.models import Webhook, WebhookDelivery
from tests.conftest import add_person
from tests.contract.rows import add_webhook
from tests.factories.conversations import dialogue, event

PLACED = {"O11": ("P1", "K1"), "O12": ("P1", "K2"), "O21": ("P2", "K1"), "O22": ("P2", "K2"), "O33": ("P3", "K3")}
"""Outlets with their dealer groups and cities."""
NOWHERE = "O0"
"""Means no outlet in the names of conversations."""
CLIENT_OF = {"P1": "C1", "P2": "C1", "P3": "C2", "B1": "C1", "B2": "C1", "B3": "C2"}
PARTS: dict[str, dict[str, list[str]]] = {
    "whole": {},
    "a dealer group": {"parents": ["P1"]},
    "a dealer group and a city": {"parents": ["P1"], "cities": ["K1"]},
    "an outlet": {"outlets": ["O22"]},
    "a bot": {"bots": ["B1"]},
    "a client": {"clients": ["C1"]},
    "a client and an outlet": {"clients": ["C1"], "outlets": ["O11", "O33"]},
    "no outlet": {"outlets": []},
    "nothing": {"clients": [], "outlets": [], "bots": []},
}
KINDS = {"bot_id": "bots", "client_id": "clients", "conversation_id": "conversations", "contact_id": "contacts",
         "import_id": "imports", "handoff_id": "handoffs", "goal_id": "goals", "outlet_id": "outlets",
         "parent_id": "parents", "city_id": "cities", "customer_id": "customers", "vehicle_id": "vehicles",
         "job_card_id": "job_cards", "customer_document_id": "customer_documents",
         "master_import_id": "master_imports", "reference_entry_id": "entries",
         "text_snippet_id": "snippets", "offer_id": "offers", "lead_id": "leads", "price_list_id": "price_lists",
         "webhook_id": "webhooks", "delivery_id": "deliveries"}  # fmt: skip
"""What parameters of addresses name, of what is cut."""
SHARED = ("entries", "snippets")
"""What everybody sees, but not whose it is used by."""
SUBJECTS = {"clients": "client", "parents": "parent", "cities": "city", "outlets": "outlet", "bots": "bot",
            "customers": "customer", "vehicles": "vehicle", "handoffs": "handoff", "offers": "offer",
            "leads": "lead"}  # fmt: skip
"""What the log calls them."""
MASTERS = ("customers", "vehicles", "job_cards", "customer_documents", "leads")
PEOPLE = ("/api/v1/people/{user_id}", "/api/v1/invitations/{invitation_id}")
"""Single people and invitations: a test of their own tells of them."""


def mark(name: str) -> str:
    """What only one thing is called."""
    return f"Zq{name}x"


@dataclass
class World:
    """The ids of everything by kind and name, and whether a part holds it."""

    ids: dict[str, dict[str, int]] = field(default_factory=dict)

    def add(self, kind: str, name: str, row: Any) -> Any:
        """Store a row and remember its id."""
        db.session.add(row)
        db.session.flush()
        self.ids.setdefault(kind, {})[name] = row.id
        return row


def holds(part: dict[str, list[str]]) -> Callable[[str, str], bool]:
    """Whether a part of the workspace holds something, by its kind and name."""
    parents, cities, outlets = (part.get(kind) for kind in ("parents", "cities", "outlets"))
    visible: set[str] | None = None
    if parents is not None or cities is not None:
        visible = {
            outlet
            for outlet, (parent, city) in PLACED.items()
            if (parents is None or parent in parents) and (cities is None or city in cities)
        } | set(outlets or [])
    elif outlets is not None:
        visible = set(outlets)
    clients, bots = part.get("clients"), part.get("bots")

    def of_client(name: str) -> bool:
        return clients is None or CLIENT_OF[name] in clients

    def is_outlet(name: str) -> bool:
        return (visible is None or name in visible) and of_client(PLACED[name][0])

    def holds_it(kind: str, name: str) -> bool:
        if kind in SHARED:
            return True
        if kind in ("people", "webhooks", "deliveries"):
            return not part
        if kind in ("clients", "price_lists"):
            return clients is None or name in clients
        if kind == "outlets":
            return is_outlet(name)
        if kind == "parents":
            return of_client(name) and (visible is None or any(is_outlet(o) for o in visible if PLACED[o][0] == name))
        if kind == "cities":
            return visible is None or any(is_outlet(o) for o in visible if PLACED[o][1] == name)
        if kind == "offers":
            return of_client(PLACED[name][0])
        if kind in MASTERS:
            return is_outlet(name)
        if kind == "master_imports":
            return visible is None and (clients is None or name in clients)
        bot, _, outlet = name.partition("O")
        if not of_client(bot) or (bots is not None and bot not in bots):
            return False
        if kind in ("bots", "goals"):
            return True
        if kind == "imports":
            return visible is None
        return visible is None if f"O{outlet}" == NOWHERE else is_outlet(f"O{outlet}")

    return holds_it


def build_world() -> World:
    """Two clients with three bots, three dealer groups, three cities and five outlets, all with conversations."""
    world, begun = World(), clock.now() - timedelta(days=3)
    for name in ("C1", "C2"):
        world.add("clients", name, Client(name=mark(name)))
    for name in ("P1", "P2", "P3"):
        world.add("parents", name, DealerGroup(client_id=world.ids["clients"][CLIENT_OF[name]], name=mark(name)))
    for name in ("K1", "K2", "K3"):
        world.add("cities", name, City(name=mark(name)))
    for name, (parent, city) in PLACED.items():
        where = {"parent_id": world.ids["parents"][parent], "city_id": world.ids["cities"][city]}
        client = world.ids["clients"][CLIENT_OF[parent]]
        world.add("outlets", name, Outlet(client_id=client, name=mark(name), **where))
    for name in PLACED:
        _own_vehicle(world, name)
    world.add("snippets", "shared", Snippet(key="shared", texts={"en": "We open at nine."}))
    world.add("entries", "shared", Entry(list_name="lost-reasons", code="shared", labels={}, position=900))
    for name in ("B1", "B2", "B3"):
        client = world.ids["clients"][CLIENT_OF[name]]
        row = Bot(client_id=client, name=mark(name), name_key=mark(name).lower(), group="service", state="live")
        bot: Bot = world.add("bots", name, row)
        document = document_of("service-booking", "en")
        document["nodes"]["hello"]["text"]["en"] = "Hello. {{snippet.shared}}"
        document["intents"][mark(f"{name}intent")] = {"goto": "hello", "phrases": {"en": [mark(f"{name}phrase")]}}
        set_flow(bot, document, None)
        publish(bot, note=mark(f"{name}note"), live=True, user_id=None, user_name="Asha")
        world.add("goals", name, Goal(bot_id=bot.id, name=mark(f"{name}goal")))
        days = {"first_day": begun.date(), "last_day": begun.date()}
        row = Import(client_id=client, bot_id=bot.id, name=mark(f"{name}file"), state="done", **days)
        world.add("imports", name, row)
        for outlet in (NOWHERE, *(o for o, (p, _) in PLACED.items() if CLIENT_OF[p] == CLIENT_OF[name])):
            _talk(world, bot, f"{name}{outlet}", world.ids["outlets"].get(outlet), begun)
    _look_after(world)
    db.session.commit()
    return world


def _look_after(world: World) -> None:
    """A person who sees everything, whose acts on everything are in the log and among the jobs."""
    boss = world.add("people", "boss", add_person("admin"))
    add_webhook(mark("hook"))
    hook, delivery = (db.session.scalars(select(kind)).one() for kind in (Webhook, WebhookDelivery))
    world.ids |= {"webhooks": {"hook": hook.id}, "deliveries": {"hook": delivery.id}}
    for kind, subject in SUBJECTS.items():
        for name, id_ in world.ids[kind].items():
            record(db.session(), f"{subject}:update", workspace_id=boss.workspace_id, user_id=boss.id, subject_id=id_,
                   detail=mark(name))  # fmt: skip
            db.session.add(Job(kind="import", payload={}, state="failed", error=mark(name), user_id=boss.id))


def _own_vehicle(world: World, name: str) -> None:
    """A customer of an outlet, whose vehicle has been to its workshop; and a file of their client."""
    parent = PLACED[name][0]
    client = world.ids["clients"][CLIENT_OF[parent]]
    where = {"client_id": client, "outlet_id": world.ids["outlets"][name]}
    owner = Customer(**where, name=mark(f"{name}owner"), phone=f"+9198220144{name[1:]}")
    owner = world.add("customers", name, owner)
    vin = f"MRDHK4S2XT00000{name[1:]}"
    car = Vehicle(**where, customer_id=owner.id, vin=vin, model=mark(f"{name}model"))
    car = world.add("vehicles", name, car)
    card = JobCard(**where, vehicle_id=car.id, number=mark(f"{name}card"), opened_on=clock.now().date())
    world.add("job_cards", name, card)
    document = CustomerDocument(
        **where, customer_id=owner.id, vehicle_id=car.id, kind="rc", state="classified", media_type="image/png",
        size=9, sha256=mark(f"{name}digest"), fields={"name": mark(f"{name}owner")},
    )  # fmt: skip
    world.add("customer_documents", name, document)
    offer = Offer(client_id=client, name=mark(f"{name}offer"), group="service", type="service", goal="visit",
                  channel="email", outlets=[str(world.ids["outlets"][name])])  # fmt: skip
    offer = world.add("offers", name, offer)
    db.session.add(
        OfferRecipient(**where, offer_id=offer.id, customer_id=owner.id, vehicle_id=car.id, language="en",
                       code=f"code{name}", state="sent")
    )  # fmt: skip
    lead = Lead(**where, number=int(name[1:]), name=mark(f"{name}lead"), vin=vin, vehicle_key=vin,
                price_minor=1_000_000, plan_years=2, source={"kind": "person"})  # fmt: skip
    world.add("leads", name, lead)
    if CLIENT_OF[parent] not in world.ids.get("price_lists", {}):
        prices = {"version": 1, "name": mark(f"{CLIENT_OF[parent]}prices"), "gst_rate": 18.0, "rows": []}
        row = PriceList(client_id=client, valid_from=clock.now().date(), **prices)
        world.add("price_lists", CLIENT_OF[parent], row)
    if CLIENT_OF[parent] not in world.ids.get("master_imports", {}):
        row = MasterImport(client_id=client, kind="vehicles", name=mark(f"{CLIENT_OF[parent]}list"), state="done")
        world.add("master_imports", CLIENT_OF[parent], row)


def _talk(world: World, bot: Bot, name: str, outlet_id: int | None, begun: Any) -> None:
    """One conversation of an outlet with a bot, which asks for a person."""
    word, intent = mark(name), mark(name)
    events = [
        event("user", f"Hello {word}", intent=intent, confidence=0.9, base=begun),
        event("bot", f"Yes {word}", 1, base=begun),
    ]
    talk = dialogue(events, ext_user=word, contact_name=word, outlet_id=outlet_id)
    (session,) = dialogues.store_dialogues([talk], bot=bot, source=name)
    row = db.session.get_one(Conversation, session.id)
    world.ids.setdefault("conversations", {})[name] = row.id
    world.ids.setdefault("contacts", {})[name] = row.contact_id
    handoff = request_person(bot_id=bot.id, conversation_id=row.id, session_id=1, channel="web", queue=word)
    world.ids.setdefault("handoffs", {})[name] = handoff.id


def scope_of(world: World, part: dict[str, list[str]]) -> dict[str, list[str]]:
    """A part as a person's scope names it."""
    return {kind: [str(world.ids[kind][name]) for name in names] for kind, names in part.items()}
