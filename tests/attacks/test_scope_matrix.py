"""Every reading call, asked by readers of a part of the workspace: nothing of what lies outside is in any answer.

Everything carries a mark of its own in its name and its texts, so that an answer that tells of it is found whatever
its shape.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app.accounts.users.models import User
from app.bots.catalog.flows import set_flow
from app.bots.catalog.models import Bot, Goal
from app.bots.catalog.versions import publish
from app.bots.templates import document_of
from app.clients.models import City, Client, Outlet, Parent
from app.conversations.models import Contact, Conversation
from app.core import clock
from app.core.db.base import db
from app.core.security.abilities import PROGRAM_SCOPES
from app.imports.models import Import
from app.inbox.models import Handoff
from app.inbox.service import request as request_person
from app.ingest import dialogues
from app.masters.imports.models import MasterImport
from app.masters.records.models import Customer, JobCard, Vehicle
from app.reference.models import Entry, Snippet
from tests.attacks.test_isolation import OF_CATALOGUE, PARAMETER, SITE
from tests.conftest import add_person
from tests.contract.test_api import operations
from tests.factories.conversations import dialogue, event

pytestmark = pytest.mark.both
SignIn = Callable[..., FlaskClient]
PLACED = {"O11": ("P1", "K1"), "O12": ("P1", "K2"), "O21": ("P2", "K1"), "O22": ("P2", "K2"), "O33": ("P3", "K3")}
"""Outlets with their dealer groups and cities."""
NOWHERE = "O0"
"""Stands for no outlet in the names of conversations."""
CLIENT_OF = {"P1": "C1", "P2": "C1", "P3": "C2", "B1": "C1", "B2": "C1", "B3": "C2"}
PARTS: dict[str, dict[str, list[str]]] = {
    "whole": {},
    "a dealer group": {"parents": ["P1"]},
    "a dealer group and a city": {"parents": ["P1"], "cities": ["K1"]},
    "an outlet": {"outlets": ["O22"]},
    "a bot": {"bots": ["B1"]},
    "a client": {"clients": ["C1"]},
    "a client and an outlet": {"clients": ["C1"], "outlets": ["O11", "O33"]},
    "nothing": {"clients": [], "outlets": [], "bots": []},
}
KINDS = {"bot_id": "bots", "client_id": "clients", "conversation_id": "conversations", "contact_id": "contacts",
         "import_id": "imports", "handoff_id": "handoffs", "goal_id": "goals", "outlet_id": "outlets",
         "parent_id": "parents", "city_id": "cities", "customer_id": "customers", "vehicle_id": "vehicles",
         "job_card_id": "job_cards", "master_import_id": "master_imports", "reference_entry_id": "entries",
         "text_snippet_id": "snippets"}  # fmt: skip
"""What parameters of addresses name, of what is cut."""
SHARED = ("entries", "snippets")
"""What everybody sees, but not whose it is used by."""
MASTERS = ("customers", "vehicles", "job_cards")
UNCUT = ("/api/v1/live", "/api/v1/audit", "/api/v1/jobs", "/api/v1/people", "/api/v1/invitations", "/api/v1/operations")
"""Calls of those who look after the workspace itself: what works for it is no part of the data; of its people the last
test here tells."""


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
    shown: set[str] | None = None
    if parents is not None or cities is not None:
        shown = {
            outlet
            for outlet, (parent, city) in PLACED.items()
            if (parents is None or parent in parents) and (cities is None or city in cities)
        } | set(outlets or [])
    elif outlets is not None:
        shown = set(outlets)
    clients, bots = part.get("clients"), part.get("bots")

    def of_client(name: str) -> bool:
        return clients is None or CLIENT_OF[name] in clients

    def is_outlet(name: str) -> bool:
        return (shown is None or name in shown) and of_client(PLACED[name][0])

    def holds_it(kind: str, name: str) -> bool:
        if kind in SHARED:
            return True
        if kind == "clients":
            return clients is None or name in clients
        if kind == "outlets":
            return is_outlet(name)
        if kind == "parents":
            return of_client(name) and (shown is None or any(is_outlet(o) for o in shown if PLACED[o][0] == name))
        if kind == "cities":
            return shown is None or any(is_outlet(o) for o in shown if PLACED[o][1] == name)
        if kind in MASTERS:
            return is_outlet(name)
        if kind == "master_imports":
            return shown is None and (clients is None or name in clients)
        bot, _, outlet = name.partition("O")
        if not of_client(bot) or (bots is not None and bot not in bots):
            return False
        if kind in ("bots", "imports", "goals"):
            return True
        return shown is None if f"O{outlet}" == NOWHERE else is_outlet(f"O{outlet}")

    return holds_it


@pytest.fixture
def world(workspace: object) -> World:
    """Two clients with three bots, three dealer groups, three cities and five outlets, all of whom talk."""
    found, begun = World(), clock.now() - timedelta(days=3)
    for name in ("C1", "C2"):
        found.add("clients", name, Client(name=mark(name)))
    for name in ("P1", "P2", "P3"):
        found.add("parents", name, Parent(client_id=found.ids["clients"][CLIENT_OF[name]], name=mark(name)))
    for name in ("K1", "K2", "K3"):
        found.add("cities", name, City(name=mark(name)))
    for name, (parent, city) in PLACED.items():
        where = {"parent_id": found.ids["parents"][parent], "city_id": found.ids["cities"][city]}
        client = found.ids["clients"][CLIENT_OF[parent]]
        found.add("outlets", name, Outlet(client_id=client, name=mark(name), **where))
    for name in PLACED:
        _own_vehicle(found, name)
    found.add("snippets", "shared", Snippet(key="shared", texts={"en": "We open at nine."}))
    found.add("entries", "shared", Entry(list_name="lost-reasons", code="shared", labels={}, position=900))
    for name in ("B1", "B2", "B3"):
        client = found.ids["clients"][CLIENT_OF[name]]
        row = Bot(client_id=client, name=mark(name), name_key=mark(name).lower(), group="service", state="live")
        bot: Bot = found.add("bots", name, row)
        document = document_of("service-booking", "en")
        document["nodes"]["hello"]["text"]["en"] = "Hello. {{snippet.shared}}"
        document["intents"][mark(f"{name}intent")] = {"goto": "hello", "phrases": {"en": [mark(f"{name}phrase")]}}
        set_flow(bot, document, None)
        publish(bot, note=mark(f"{name}note"), live=True, user_id=None, user_name="Asha")
        found.add("goals", name, Goal(bot_id=bot.id, name=mark(f"{name}goal")))
        days = {"first_day": begun.date(), "last_day": begun.date()}
        row = Import(client_id=client, bot_id=bot.id, name=mark(f"{name}file"), state="done", **days)
        found.add("imports", name, row)
        for outlet in (NOWHERE, *(o for o, (p, _) in PLACED.items() if CLIENT_OF[p] == CLIENT_OF[name])):
            _talk(found, bot, f"{name}{outlet}", found.ids["outlets"].get(outlet), begun)
    db.session.commit()
    return found


def _own_vehicle(found: World, name: str) -> None:
    """A customer of an outlet, whose vehicle has been to its workshop; and a file of their client."""
    parent = PLACED[name][0]
    client = found.ids["clients"][CLIENT_OF[parent]]
    where = {"client_id": client, "outlet_id": found.ids["outlets"][name]}
    owner = Customer(**where, name=mark(f"{name}owner"), phone=f"+9198220144{name[1:]}")
    owner = found.add("customers", name, owner)
    vin = f"MRDHK4S2XT00000{name[1:]}"
    car = Vehicle(**where, customer_id=owner.id, vin=vin, model=mark(f"{name}model"))
    car = found.add("vehicles", name, car)
    card = JobCard(**where, vehicle_id=car.id, number=mark(f"{name}card"), opened_on=clock.now().date())
    found.add("job_cards", name, card)
    if CLIENT_OF[parent] not in found.ids.get("master_imports", {}):
        row = MasterImport(client_id=client, kind="vehicles", name=mark(f"{CLIENT_OF[parent]}list"), state="done")
        found.add("master_imports", CLIENT_OF[parent], row)


def _talk(found: World, bot: Bot, name: str, outlet_id: int | None, begun: Any) -> None:
    """One conversation of an outlet with a bot, which asks for a person."""
    said, intent = mark(name), mark(name)
    events = [
        event("user", f"Hello {said}", intent=intent, confidence=0.9, base=begun),
        event("bot", f"Yes {said}", 1, base=begun),
    ]
    talk = dialogue(events, ext_user=said, contact_name=said, outlet_id=outlet_id)
    (session,) = dialogues.store_dialogues([talk], bot=bot, source=name)
    row = db.session.get_one(Conversation, session.id)
    found.ids.setdefault("conversations", {})[name] = row.id
    found.ids.setdefault("contacts", {})[name] = row.contact_id
    handoff = request_person(bot_id=bot.id, conversation_id=row.id, session_id=1, channel="web", queue=said)
    found.ids.setdefault("handoffs", {})[name] = handoff.id


def reading() -> Iterator[tuple[str, str]]:
    """The reading calls on what is cut: their addresses and abilities."""
    for method, path, operation, _ in operations():
        ability = operation["x-required-ability"]
        if method == "get" and path.startswith("/api/v1/") and not path.startswith((*SITE, *UNCUT)):
            if ability not in {"public"}:
                yield path, ability


def outside(world: World, held: Callable[[str, str], bool]) -> list[str]:
    """The marks of everything that a part does not hold."""
    kinds = ("clients", "parents", "cities", "outlets", "bots", "conversations")
    masters = [
        mark(f"{name}{what}")
        for what, kind in (
            ("owner", "customers"),
            ("model", "vehicles"),
            ("card", "job_cards"),
            ("list", "master_imports"),
        )
        for name in world.ids[kind]
        if not held(kind, name)
    ]
    return (
        masters
        + [mark(name) for kind in kinds for name in world.ids[kind] if not held(kind, name)]
        + [
            mark(f"{bot}{what}")
            for bot in world.ids["bots"]
            if not held("bots", bot)
            for what in ("intent", "phrase", "note", "goal", "file")
        ]
    )


def aimed(path: str, world: World, held: Callable[[str, str], bool], *, within: bool) -> str | None:
    """An address with something a part holds, or does not hold; None where there is no such thing."""
    names = PARAMETER.findall(path)
    if not set(names) <= {*KINDS, "figure", "list", "version_number", "turn_number"}:
        return None
    values = {"version_number": "1", "turn_number": "1"} | {name: OF_CATALOGUE[name] for name in ("figure", "list")}
    for name in names:
        if name in KINDS:
            rows = world.ids.get(KINDS[name], {})
            fits = [key for key, one in rows.items() if held(KINDS[name], key) == within and one]
            if not fits:
                return None
            values[name] = str(rows[fits[0]])
    return re.sub(PARAMETER, lambda found: values[found[1]], path)


@pytest.mark.parametrize("title", PARTS)
def test_no_answer_tells_of_what_lies_outside_a_part(as_: SignIn, world: World, title: str) -> None:
    part = PARTS[title]
    held = holds(part)
    scope = {kind: [str(world.ids[kind][name]) for name in names] for kind, names in part.items()}
    tried, refused = look(as_("admin", scope=scope), world, held)
    assert tried > 30 and (refused > 2 or title == "whole")


def test_a_program_is_told_of_nothing_but_its_bot(app: Flask, as_: SignIn, world: World) -> None:
    path = f"/api/v1/bots/{world.ids['bots']['B1']}/tokens"
    made = as_("admin").post(path, json={"name": "CRM", "kind": "api", "scopes": [*PROGRAM_SCOPES]})
    reader = app.test_client()
    reader.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {made.json['token']}"
    tried, _refused = look(reader, world, holds(PARTS["a bot"]), refusals=(403, 404))
    assert tried > 20


def look(
    reader: FlaskClient, world: World, held: Callable[[str, str], bool], refusals: tuple[int, ...] = (404,)
) -> tuple[int, int]:
    """How many calls were answered and how many refused; nothing of what lies outside is in any answer."""
    forbidden, tried, refused, leaks = outside(world, held), 0, 0, list[str]()
    for path, _ability in reading():
        address = path if not PARAMETER.search(path) else aimed(path, world, held, within=True)
        if address is not None:
            wide = "r=all&" if "/reports/" in path or path.endswith(("/conversations", "/contacts")) else ""
            answer = reader.get(f"{address}?{wide}")
            if answer.status_code in (422, 400):
                answer = reader.get(address)
            tried += answer.status_code == 200
            if answer.status_code not in (200, 403, 404, 422):
                leaks.append(f"{address} is answered with {answer.status_code}")
            found = [one for one in forbidden if one.lower() in answer.text.lower()]
            if found:
                leaks.append(f"{address} tells of {', '.join(found)}")
        if set(PARAMETER.findall(path)) & set(KINDS):
            closed = aimed(path, world, held, within=False)
            if closed is not None:
                answer = reader.get(closed)
                refused += 1
                if answer.status_code not in refusals:
                    leaks.append(f"{closed} is answered with {answer.status_code}")
    assert not leaks, "\n".join(leaks)
    return tried, refused


@pytest.mark.parametrize("title", PARTS)
def test_every_part_sees_all_that_it_holds(as_: SignIn, world: World, title: str) -> None:
    part = PARTS[title]
    held = holds(part)
    reader = as_("admin", scope={k: [str(world.ids[k][n]) for n in names] for k, names in part.items()})
    mine = {str(id_) for name, id_ in world.ids["conversations"].items() if held("conversations", name)}
    listed = reader.get("/api/v1/conversations?r=all&per=100").json
    assert ({row["id"] for row in listed["items"]}, listed["total"]) == (mine, len(mine))
    assert reader.get("/api/v1/reports/dashboard?r=all").json["cards"][0]["value"] == len(mine)
    waiting = {str(id_) for name, id_ in world.ids["handoffs"].items() if held("handoffs", name)}
    assert {row["id"] for row in reader.get("/api/v1/handoffs?per=100").json["items"]} == waiting
    bots = {str(id_) for name, id_ in world.ids["bots"].items() if held("bots", name)}
    assert {row["id"] for row in reader.get("/api/v1/bots?per=100").json["items"]} == bots
    for kind in MASTERS:
        rows = {str(id_) for name, id_ in world.ids[kind].items() if held(kind, name)}
        listed = reader.get(f"/api/v1/{kind.replace('_', '-')}?per=100").json["items"]
        assert {row["id"] for row in listed} == rows, kind
    outlets = {str(id_) for name, id_ in world.ids["outlets"].items() if held("outlets", name)}
    assert {row["id"] for row in reader.get("/api/v1/reports/outlets?per=100").json["items"]} == outlets


def test_the_world_is_whole(world: World) -> None:
    assert len(world.ids["conversations"]) == 2 * 5 + 2
    assert db.session.scalars(select(Handoff.id)).all() and db.session.scalars(select(Contact.id)).all()


WITHIN = {
    "whole": {*PARTS},
    "a dealer group": {"a dealer group", "a dealer group and a city"},
    "a dealer group and a city": {"a dealer group and a city"},
    "an outlet": {"an outlet"},
    "a bot": {"a bot"},
    "a client": {"a client", "a client and an outlet"},
    "a client and an outlet": {"a client and an outlet"},
    "nothing": {"nothing"},
}
"""Whose scopes lie within each."""
EMPTY = {"a dealer group", "a dealer group and a city", "an outlet", "a bot", "a client", "a client and an outlet"}
"""Within these lies who sees nothing, too."""


@pytest.mark.parametrize("title", PARTS)
def test_an_administrator_of_a_part_knows_of_nobody_who_sees_more(as_: SignIn, world: World, title: str) -> None:
    people: dict[str, User] = {}
    for name, part in PARTS.items():
        people[name] = add_person("subscriber", scope=scope_of(world, part))
        people[name].full_name = mark(f"person{name.replace(' ', '')}")
        people[name].status = "pending"
    db.session.commit()
    reader = as_("admin", scope=scope_of(world, PARTS[title]))
    whole = as_("admin")
    for person in people.values():
        assert whole.post("/api/v1/invitations", json={"email": person.email}).status_code in (201, 422)
    known = {people[name].full_name for name in WITHIN[title] | ({"nothing"} if title in EMPTY else set())}
    listed = [row["full_name"] for row in reader.get("/api/v1/people?per=100").json["items"]]
    assert {name for name in listed if "person" in name} == known
    shown = reader.get("/api/v1/people/counts").json
    assert shown["states"]["pending"] == len(known)
    assert sum(shown["roles"].values()) == reader.get("/api/v1/people?per=100").json["total"] == len(listed)
    hidden = {person.full_name for person in people.values()} - known
    for path in (
        "/api/v1/people?per=100", "/api/v1/people/file", "/api/v1/invitations?per=100", "/api/users/list/all-data",
        "/api/users/list/data?perPage=100", "/api/v1/search?q=zqperson", "/api/main-search/data?q=zqperson",
        "/api/v1/people?q=zqperson&per=100",
    ):  # fmt: skip
        answer = reader.get(path)
        assert answer.status_code in (200, 404), path
        told = [name for name in hidden if name.lower() in answer.text.lower()]
        assert not told, f"{path} tells of {told}"
    for name, person in people.items():
        for path in ("", "/access", "/owned", "/sessions"):
            answer = reader.get(f"/api/v1/people/{person.id}{path}")
            assert (answer.status_code == 404) == (people[name].full_name in hidden), (name, path, answer.status_code)
        gone = reader.post(f"/api/v1/people/{person.id}/suspend", json={"reason": "x"})
        assert (gone.status_code == 404) == (person.full_name in hidden)


def scope_of(world: World, part: dict[str, list[str]]) -> dict[str, list[str]]:
    """A part as a person's scope names it."""
    return {kind: [str(world.ids[kind][name]) for name in names] for kind, names in part.items()}
