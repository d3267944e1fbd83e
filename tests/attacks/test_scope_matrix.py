"""Every call, made by people of a part of the workspace: nothing outside of it is in any answer or becomes different.

Everything carries a mark of its own in its name and its texts, so that an answer that tells of it is found whatever
its shape. What calls and the jobs they leave have done is found by comparing all rows that lie outside.
"""

import io
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app import areas
from app.accounts.users.models import User
from app.bots.understanding import jobs as training
from app.bots.understanding.client import TrainingRefused as Untrained
from app.clients import erasing
from app.conversations.models import Contact
from app.core import jobs
from app.core.db.base import db
from app.core.security.abilities import PROGRAM_SCOPES
from app.core.security.limits import limits
from app.inbox.models import Handoff
from tests.attacks.scope_rows import differences, is_whole, outside_of, rows_outside
from tests.attacks.scope_world import KINDS, MASTERS, PARTS, PEOPLE, PLACED, World, holds, mark, scope_of
from tests.conftest import add_person
from tests.endurance import in_turn, is_dealt
from tests.factories.answers import text_of
from tests.factories.operations import CATALOGUE_VALUES, PARAMETER, PLACES, SITE_PATHS, body_of, operations

SignIn = Callable[..., FlaskClient]


EVERYTHING = ("no outlet",)
"""Parts whose administrator also makes the calls on what is one's own and on the office's applications."""
OF_ALL = ("/api/v1/live", "/api/v1/search", "/api/v1/work", "/api/v1/notifications", "/api/v1/autocomplete")
"""What is one's own and tells of everything."""


def is_own(path: str, ability: str) -> bool:
    """Whether a call is on what a scope does not cut."""
    return (ability == "signed in" or ability.endswith("Office")) and not path.startswith(OF_ALL)


def reading(*, everything: bool) -> Iterator[str]:
    """The addresses of the reading calls, or of those on what is cut."""
    for method, path, operation, _ in operations():
        ability = operation["x-required-ability"]
        if method == "get" and path.startswith("/api/v1/") and not path.startswith((*SITE_PATHS, *PEOPLE)):
            if ability != "public" and (everything or not is_own(path, ability)):
                yield path


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
            ("lead", "leads"),
            ("prices", "price_lists"),
        )
        for name in world.ids[kind]
        if not held(kind, name)
    ]
    return (
        masters
        + [
            str(id_)
            for kind in world.ids
            for name, id_ in world.ids[kind].items()
            if kind != "people" and not held(kind, name)
        ]
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
    if not set(names) <= {*KINDS, *PLACES, "figure", "list"}:
        return None
    values = PLACES | {name: CATALOGUE_VALUES[name] for name in ("figure", "list")}
    for name in names:
        if name in KINDS:
            rows = world.ids.get(KINDS[name], {})
            fits = [key for key, row_id in rows.items() if held(KINDS[name], key) == within and row_id]
            if not fits:
                return None
            values[name] = str(rows[fits[0]])
    return re.sub(PARAMETER, lambda match: values[match[1]], path)


@pytest.mark.parametrize("title", in_turn(PARTS))
def test_no_answer_tells_of_what_lies_outside_a_part(as_: SignIn, world: World, title: str) -> None:
    part = PARTS[title]
    held = holds(part)
    tried, refused = look(
        as_("admin", scope=scope_of(world, part)), world, held, title=title, everything=title in EVERYTHING
    )
    assert tried > 30 and (refused > 2 or title == "whole")


def test_a_program_is_notified_of_nothing_but_its_bot(app: Flask, as_: SignIn, world: World) -> None:
    path = f"/api/v1/bots/{world.ids['bots']['B1']}/tokens"
    answer = as_("admin").post(path, json={"name": "CRM", "kind": "api", "scopes": [*PROGRAM_SCOPES]})
    reader = app.test_client()
    reader.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {answer.json['token']}"
    tried, _refused = look(reader, world, holds(PARTS["a bot"]), refusals=(403, 404))
    assert tried > 20


def look(
    reader: FlaskClient,
    world: World,
    held: Callable[[str, str], bool],
    refusals: tuple[int, ...] = (404,),
    *,
    title: str = "",
    everything: bool = False,
) -> tuple[int, int]:
    """How many calls were answered and how many refused; nothing of what lies outside is in any answer."""
    forbidden, tried, refused, leaks = outside(world, held), 0, 0, list[str]()
    for path in reading(everything=everything):
        if title and not is_dealt(f"{title} {path}"):
            continue
        address = path if not PARAMETER.search(path) else aimed(path, world, held, within=True)
        if address is not None:
            wide = "r=all&" if "/reports/" in path or path.endswith(("/conversations", "/contacts")) else ""
            wide += "after=0" if path.endswith("/live") else "per=100" if path.endswith(("/audit", "/jobs")) else ""
            answer = reader.get(f"{address}?{wide}")
            if answer.status_code in (422, 400):
                answer = reader.get(address)
            tried += answer.status_code == 200
            if answer.status_code not in (200, 403, 404, 422):
                leaks.append(f"{address} is answered with {answer.status_code}")
            marks = [mark for mark in forbidden if mark.lower() in text_of(answer).lower()]
            if marks:
                leaks.append(f"{address} tells of {', '.join(marks)}")
        if set(PARAMETER.findall(path)) & set(KINDS):
            closed = aimed(path, world, held, within=False)
            if closed is not None:
                answer = reader.get(closed)
                refused += 1
                if answer.status_code not in refusals:
                    leaks.append(f"{closed} is answered with {answer.status_code}")
    assert not leaks, "\n".join(leaks)
    return tried, refused


@pytest.mark.parametrize("title", in_turn(PARTS))
def test_every_part_sees_all_that_it_holds(as_: SignIn, world: World, title: str) -> None:
    part = PARTS[title]
    held = holds(part)
    reader = as_("admin", scope=scope_of(world, part))
    mine = {str(id_) for name, id_ in world.ids["conversations"].items() if held("conversations", name)}
    listing = reader.get("/api/v1/conversations?r=all&per=100").json
    assert ({row["id"] for row in listing["items"]}, listing["total"]) == (mine, len(mine))
    assert reader.get("/api/v1/reports/dashboard?r=all").json["cards"][0]["value"] == len(mine)
    waiting = {str(id_) for name, id_ in world.ids["handoffs"].items() if held("handoffs", name)}
    assert {row["id"] for row in reader.get("/api/v1/handoffs?per=100").json["items"]} == waiting
    bots = {str(id_) for name, id_ in world.ids["bots"].items() if held("bots", name)}
    assert {row["id"] for row in reader.get("/api/v1/bots?per=100").json["items"]} == bots
    for kind in MASTERS:
        rows = {str(id_) for name, id_ in world.ids[kind].items() if held(kind, name)}
        listing = reader.get(f"/api/v1/{kind.replace('_', '-')}?per=100").json["items"]
        assert {row["id"] for row in listing} == rows, kind
    outlets = {str(id_) for name, id_ in world.ids["outlets"].items() if held("outlets", name)}
    assert {row["id"] for row in reader.get("/api/v1/reports/outlets?per=100").json["items"]} == outlets


def test_the_world_is_whole(world: World) -> None:
    assert len(world.ids["conversations"]) == 2 * 5 + 2
    assert db.session.scalars(select(Handoff.id)).all() and db.session.scalars(select(Contact.id)).all()


WITHIN = {
    "whole": {*PARTS},
    "a dealer group": {"a dealer group", "a dealer group and a city", "no outlet"},
    "a dealer group and a city": {"a dealer group and a city", "no outlet"},
    "an outlet": {"an outlet", "no outlet"},
    "a bot": {"a bot"},
    "a client": {"a client", "a client and an outlet"},
    "a client and an outlet": {"a client and an outlet"},
    "no outlet": {"no outlet"},
    "nothing": {"nothing"},
}
"""Whose scopes lie within each."""
EMPTY = {
    "no outlet",
    "a dealer group",
    "a dealer group and a city",
    "an outlet",
    "a bot",
    "a client",
    "a client and an outlet",
}
"""Within these lies who sees nothing, too."""


@pytest.mark.parametrize("title", in_turn(PARTS))
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
    listing = [row["full_name"] for row in reader.get("/api/v1/people?per=100").json["items"]]
    assert {name for name in listing if "person" in name} == known
    counts = reader.get("/api/v1/people/counts").json
    assert counts["states"]["pending"] == len(known)
    assert sum(counts["roles"].values()) == reader.get("/api/v1/people?per=100").json["total"] == len(listing)
    hidden = {person.full_name for person in people.values()} - known
    for path in (
        "/api/v1/people?per=100", "/api/v1/people/file", "/api/v1/invitations?per=100", "/api/users/list/all-data",
        "/api/users/list/data?perPage=100", "/api/v1/search?q=zqperson", "/api/main-search/data?q=zqperson",
        "/api/v1/people?q=zqperson&per=100",
    ):  # fmt: skip
        answer = reader.get(path)
        assert answer.status_code in (200, 404), path
        leaked = [name for name in hidden if name.lower() in answer.text.lower()]
        assert not leaked, f"{path} tells of {leaked}"
    for name, person in people.items():
        for path in ("", "/access", "/owned", "/sessions"):
            answer = reader.get(f"/api/v1/people/{person.id}{path}")
            assert (answer.status_code == 404) == (people[name].full_name in hidden), (name, path, answer.status_code)
        gone = reader.post(f"/api/v1/people/{person.id}/suspend", json={"reason": "x"})
        assert (gone.status_code == 404) == (person.full_name in hidden)


REFERENCES = {"client": "clients", "outlet": "outlets", "parent": "parents", "city": "cities", "bot": "bots",
              "other": "contacts", "goal": "goals", "customer": "customers", "vehicle": "vehicles"}  # fmt: skip
"""What fields of bodies name."""
BODIES: dict[str, dict[str, Any]] = {
    "PATCH /api/v1/clients/{client_id}": {"policy": {"content_days": 30, "media_days": 30, "erase": True}},
    "POST /api/v1/clients/{client_id}/consents": {"texts": {"en": "Agreed."}},
    "PATCH /api/v1/cities/{city_id}": {"name": "Renamed"},
    "PATCH /api/v1/parents/{parent_id}": {"name": "Renamed", "code": "REN"},
    "PATCH /api/v1/outlets/{outlet_id}": {"address": "Elsewhere", "city": None},
    "PUT /api/v1/outlets/{outlet_id}/hours": {"open": "always"},
    "POST /api/v1/outlets/{outlet_id}/move": {"from": "2026-12-01", "parent": None},
    "PATCH /api/v1/bots/{bot_id}": {"name": "Renamed"},
    "POST /api/v1/bots/pause": {"ids": ["bots"], "reason": "Pause"},
    "PATCH /api/v1/bots/{bot_id}/flow": {"sensitivity": "strict"},
    "PUT /api/v1/bots/{bot_id}/flow/layout": {"places": {"hello": [0, 20]}},
    "POST /api/v1/bots/{bot_id}/versions/{version_number}/live": {},
    "POST /api/v1/bots/{bot_id}/replays/{replay_id}/accept": {"group": "0" * 12, "reason": "Intended"},
    "POST /api/v1/bots/{bot_id}/replays/{replay_id}/reopen": {"group": "0" * 12},
    "POST /api/v1/bots/{bot_id}/splits": {"version": 1, "share": 10},
    "POST /api/v1/bots/{bot_id}/reviews": {"note": "Another greeting"},
    "POST /api/v1/bots/{bot_id}/secrets": {"name": "CRM_KEY", "secret": "sk-live-000000009f2c"},
    "POST /api/v1/bots/{bot_id}/deployments/{deployment_id}/move": {"bot": None},
    "POST /api/v1/bots/{bot_id}/tokens": {"name": "Site", "kind": "web"},
    "POST /api/v1/bots/{bot_id}/phrases": {"intent": "book", "phrases": ["Book me in"], "language": "en"},
    "PUT /api/v1/bots/{bot_id}/theme": {"name": "Renamed"},
    "PUT /api/v1/bots/{bot_id}/handler": {"kind": "knowledge"},
    "POST /api/v1/bots/{bot_id}/requests": {"node": {"url": "https://10.0.0.1/", "method": "GET"}},
    "PUT /api/v1/bots/{bot_id}/voice": {"reprompts": 2},
    "POST /api/v1/bots/{bot_id}/voice/test-call": {},
    "POST /api/v1/bots/{bot_id}/voice/calls/{call_id}/turns": {"token": "next"},
    "POST /api/v1/calls/{call_id}/corrections": {"turn": 1, "text": "hello"},
    "POST /api/v1/bots/{bot_id}/theme/schedule": {"title": "New", "from": "2098-12-18T00:00", "to": "2099-01-01T00:00"},
    "POST /api/v1/customers": {"name": "New", "outlet": None, "client": None},
    "PATCH /api/v1/customers/{customer_id}": {"name": "Renamed"},
    "PATCH /api/v1/customer-documents/{customer_document_id}/fields": {"model": "Renamed"},
    "POST /api/v1/customer-documents/{customer_document_id}/accept": {},
    "POST /api/v1/customer-documents/{customer_document_id}/reject": {"reason": "blurred"},
    "PATCH /api/v1/offers/{offer_id}": {"name": "Renamed", "holdout": 5},
    "POST /api/v1/offers": {"name": "New", "client": None},
    "POST /api/v1/contacts/{contact_id}/consents": {"channel": "email", "state": "opted_in", "source": "Form"},
    "POST /api/v1/vehicles": {"vin": "MRDHK4S2XT0000099", "outlet": None, "owner_phone": "+919822014422",
                              "owner_name": "New"},
    "PATCH /api/v1/vehicles/{vehicle_id}": {"odometer_km": 9, "owner_phone": "+919822014433", "owner_name": "New"},
    "POST /api/v1/leads": {"customer": {"name": "New", "phone": "+919822014455"},
                           "vehicle": {"vin": "MRDHK4S2XT0000098"}, "outlet": None},
    "PATCH /api/v1/leads/{lead_id}": {"customer": {"name": "Renamed"}},
    "POST /api/v1/leads/{lead_id}/events": {"event": "assign", "outlet": None},
    "POST /api/v1/leads/{lead_id}/touches": {"channel": "note", "note": "Renamed"},
    "POST /api/v1/leads/assign": {"ids": ["leads"], "outlet": None},
    "POST /api/v1/price-lists": {"gst_rate": 18, "valid_from": "2026-01-01", "client": None,
                                 "rows": [{"years": 1, "price": 5}]},
    "PATCH /api/v1/price-lists/{price_list_id}": {"name": "Renamed"},
    "PATCH /api/v1/lead-rules/{parent_id}": {"last_days": 90},
    "PATCH /api/v1/reference/entries/{reference_entry_id}": {"labels": {"en": "Renamed"}},
    "POST /api/v1/reference/{list}": {"code": "renamed", "labels": {"en": "New"}},
    "PATCH /api/v1/snippets/{text_snippet_id}": {"texts": {"en": "Renamed"}},
    "POST /api/v1/snippets": {"key": "renamed", "texts": {"en": "New"}},
    "PATCH /api/v1/annotations/{annotation_id}": {"text": "Renamed"},
    "POST /api/v1/targets": {"metric": "csat", "month": "2026-11", "value": 80, "bot": None},
    "POST /api/v1/dashboards": {"name": "New"},
    "POST /api/v1/receipts": {"metric": "csat"},
    "POST /api/v1/snapshots": {"report": "dashboard"},
    "POST /api/v1/month-closes": {"client": None, "month": "2025-01"},
    "POST /api/v1/alerts": {"name": "New", "metric": "csat", "op": "below", "threshold": 80},
    "POST /api/v1/alerts/test": {"metric": "csat", "op": "below", "threshold": 80},
    "PATCH /api/v1/alerts/{alert_id}": {"name": "Renamed"},
    "POST /api/v1/schedules": {"report": "dashboard", "every": "day", "at": "09:00", "zone": "UTC",
                               "recipients": ["asha@example.com"]},
    "PATCH /api/v1/schedules/{schedule_id}": {"name": "Renamed"},
    "POST /api/v1/bookmarks/{bookmark_id}/watch": {},
    "PATCH /api/v1/dashboards/{dashboard_id}": {"name": "Renamed"},
    "POST /api/v1/dashboards/{dashboard_id}/tiles": {"report": "dashboard", "figure": "csat"},
    "PUT /api/v1/workspace/policy": {"second_factor_required": True, "second_factor_from": "2027-01-01"},
    "PATCH /api/v1/languages/{code}": {"name": "Renamed"},
    "PUT /api/v1/people/{user_id}/access": {"role": "none", "abilities": [], "scope": {}},
    "PATCH /api/v1/people/{user_id}": {"full_name": "Renamed"},
    "POST /api/v1/people/{user_id}/suspend": {"reason": "Out"},
    "POST /api/v1/people/{user_id}/reset-factor": {"reason": "Lost phone"},
}  # fmt: skip
"""Bodies that the schema alone does not tell; a None is what the field names."""
FILES = {
    "/api/v1/masters/{kind}/import": "vin,outlet,model\n" + "".join(
        f"MRDHK4S2XT00000{name[1:]},{mark(name)},Taken\n" for name in PLACED
    ),
    "/api/v1/leads/import": "vin,outlet,name,phone\n" + "".join(
        f"MRDHK4S2XT00000{name[1:]},{mark(name)},Taken,+9198220145{name[1:]}\n" for name in PLACED
    ),
    "/api/v1/imports": '{"id": "1", "turns": [{"speaker": "USER", "utterance": "Hello"}]}\n',
}  # fmt: skip
"""Files that touch everything."""
ELSEWHERE = (
    "/api/v1/session",
    "/api/v1/me/",
    "/api/v1/registration",
    "/jwt/",
    "/w/",
    "/api/v1/password-resets",
    "/api/v1/people/{user_id}/view-as",
)
"""Calls about signing in and out, of visitors, and one after which its caller only reads."""
ANYTHING = (
    {
        "node_id": "hello",
        "intent_id": "book",
        "number": "1",
    }
    | PLACES
    | {name: CATALOGUE_VALUES[name] for name in ("kind", "list", "code")}
)


WRITERS = ("whole", "a dealer group", "no outlet", "a bot", "a client", "a client and an outlet")


def writing(*, everything: bool) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """The writing calls of people, or those on what a scope cuts or shares: method, address and operation."""
    for method, path, operation, _ in operations():
        ability = operation["x-required-ability"]
        if method == "get" or ability == "public" or path.startswith(ELSEWHERE):
            continue
        if everything or not is_own(path, ability):
            yield method.upper(), path, operation


@dataclass(frozen=True)
class Aim:
    """Ids of what a part holds, what it shares with others first, or of what it does not hold."""

    world: World
    part: dict[str, list[str]]
    within: bool

    def id_of(self, kind: str) -> str:
        """The id of one thing of a kind; an unknown one where there is none."""
        held, rows = holds(self.part), self.world.ids[kind]
        names = [name for name in rows if held(kind, name) == self.within]
        names.sort(key=lambda name: kind in ("parents", "cities") and is_whole(self.part, kind, name))
        return str(rows[names[0]]) if names else "1"

    def path(self, path: str) -> str:
        """An address with ids for its parameters."""
        kinds = KINDS | {"user_id": "people"}
        return PARAMETER.sub(
            lambda match: self.id_of(kinds[match[1]]) if match[1] in kinds else ANYTHING.get(match[1], "1"), path
        )

    def body(self, method: str, path: str, operation: dict[str, Any]) -> Any:
        """A body that fits, with ids for what it names."""
        template = BODIES.get(f"{method} {path}", body_of(operation))
        if template is None:
            return None
        body = {
            name: self.id_of(REFERENCES[name]) if name in REFERENCES and value in (None, "7") else value
            for name, value in template.items()
        }
        return body | ({"ids": [self.id_of("bots")]} if path == "/api/v1/bots/pause" else {})


def call(person: FlaskClient, method: str, path: str, operation: dict[str, Any], target: Aim, ids: Aim) -> int:
    """Make a call on a target with a body that names things; its status."""
    limits.reset()
    address = target.path(path)
    if path in FILES:
        form = {"file": (io.BytesIO(FILES[path].encode()), "a.csv" if "masters" in path else "a.jsonl")}
        more = {"bot": ids.id_of("bots")} if path == "/api/v1/imports" else {"client": ids.id_of("clients")}
        return person.post(address, data=form | more, content_type="multipart/form-data").status_code
    body = ids.body(method, path, operation)
    return person.open(address, method=method, json=body, headers={"If-Match": "*"}).status_code


def no_trainer(_settings: object) -> Any:
    """Refuse to train: the job writes that down."""
    raise Untrained("There is no trainer here.")


def aims_of(method: str, path: str, operation: dict[str, Any], world: World, part: dict[str, list[str]]) -> list[Any]:
    """What a call is aimed at and what its body names: what lies outside, where it can name that, and inside."""
    beyond, inside = Aim(world, part, within=False), Aim(world, part, within=True)
    names = BODIES.get(f"{method} {path}") or body_of(operation) or {}
    aims = [(beyond, inside)] if any(name in KINDS or name == "user_id" for name in PARAMETER.findall(path)) else []
    if REFERENCES.keys() & names.keys() or path in FILES:
        aims.append((inside, beyond))
    return [*aims, (inside, inside)]


def work_off() -> None:
    """Do all jobs that are ready, and plan those of every day."""
    areas.modules("jobs")
    erasing.plan()
    while (row := jobs.take("tests")) is not None:
        jobs.perform(row)


@pytest.mark.parametrize("title", in_turn(WRITERS))
def test_no_call_reaches_beyond_a_part(as_: SignIn, world: World, title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "understanding_of", no_trainer)
    part, statuses = PARTS[title], Counter[int]()
    person, lies_outside = as_("admin", scope=scope_of(world, part)), outside_of(world, part, holds(part))
    work_off()
    before = rows_outside(lies_outside)
    for method, path, operation in writing(everything=title in EVERYTHING):
        for target, ids in aims_of(method, path, operation, world, part):
            status = call(person, method, path, operation, target, ids)
            assert status < 500, f"{method} {target.path(path)} is answered with {status}"
            statuses[status] += 1
    work_off()
    assert not differences(before, rows_outside(lies_outside))
    assert bool(before) == (title != "whole")
    if title == "whole":
        assert sum(number for status, number in statuses.items() if status < 300) > 60, statuses
    else:
        assert statuses[403] > 10 and statuses[404] > 20, statuses
