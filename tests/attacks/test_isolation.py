"""Attacks across workspaces and roles, over every operation there is (14 to 17)."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select

from app.accounts.auth.models import AuthSession
from app.accounts.settings.models import Connection
from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.bookmarks.models import Bookmark
from app.bots.catalog.flows import set_flow
from app.bots.catalog.models import Bot, Goal
from app.bots.catalog.service import get_bot
from app.bots.catalog.versions import publish
from app.bots.templates import document_of
from app.clients.models import City, Client, Outlet, Parent
from app.conversations.models import Contact, Conversation
from app.core.db.base import Base, WorkspaceRow, db
from app.core.db.tenancy import everywhere, within
from app.core.jobs import Job
from app.core.security.abilities import BY_ROLE, can
from app.imports.models import Import
from app.inbox.service import request as request_person
from app.masters.imports.models import MasterImport
from app.masters.records.models import Customer, JobCard, Vehicle
from app.notifications.models import Notification
from app.office.calendar.models import Event
from app.office.email.models import Attachment, Mail
from app.office.invoices.models import Invoice, InvoiceEvent
from app.office.profile.models import Poll, PollOption, Post, Source
from app.office.shop.models import Address, CartLine, Product, Purchase
from app.office.todo.models import Task
from app.reference.models import Entry, Snippet
from app.samples.datatables.models import TableRow
from tests.conftest import add_workspace
from tests.contract.rows import grow
from tests.contract.test_api import operations, resolved

SignIn = Callable[..., FlaskClient]
NEVER = 4_611_686_018_427_387_904
SEEN = {"instance", "request_id"}
SMUGGLED = {"workspace_id": 2, "role": "admin", "id": 9, "created_at": "2026-01-01T00:00:00Z", "is_superuser": True}
OF_CATALOGUE = {
    "digest": "0" * 32,
    "figure": "cards",
    "kind": "vehicles",
    "code": "hi",
    "folder": "inbox",
    "label": "personal",
    "list": "lost-reasons",
    "token": "w_unknown",
    "provider_id": "1",
}
"""Parameters that name something everybody has, and such a thing."""
SITE = ("/api/v1/articles", "/api/v1/blog", "/api/v1/faq", "/api/v1/knowledge-base", "/api/v1/posts")
"""Public content belongs to the site's workspace and is judged there: `tests/app/content` asks it as everybody."""
PARAMETER = re.compile(r"{(\w+)}")
PART = 7_300_000_001
"""What a node, an intent and an entity of the flow are called."""


@pytest.fixture
def owned(workspace: Workspace, as_: SignIn) -> dict[str, int]:
    """One row of everything in the bound workspace, by the name addresses have for it."""
    grow(2, "a")
    export = as_("admin").post("/api/v1/exports?r=all")
    assert export.status_code == 202, export.text
    kinds = {"bot_id": Bot, "client_id": Client, "contact_id": Contact, "conversation_id": Conversation,
             "parent_id": Parent, "city_id": City, "outlet_id": Outlet, "customer_id": Customer, "vehicle_id": Vehicle,
             "job_card_id": JobCard, "master_import_id": MasterImport,
             "reference_entry_id": Entry,
             "text_snippet_id": Snippet,
             "import_id": Import, "goal_id": Goal, "job_id": Job, "session_id": AuthSession,
             "connection_id": Connection, "post_id": Post, "poll_id": Poll, "source_id": Source, "user_id": User,
             "option_id": PollOption, "bookmark_id": Bookmark, "task_id": Task, "event_id": Event,
             "invoice_id": Invoice, "product_id": Product, "product_slug": Product, "cart_line_id": CartLine,
             "address_id": Address, "purchase_id": Purchase, "row_id": TableRow,
             "mail_id": Mail, "attachment_id": Attachment, "notification_id": Notification}  # fmt: skip
    ids = {
        name: int(db.session.scalars(select(kind.id).order_by(kind.id)).first() or 0) for name, kind in kinds.items()
    }
    payment = select(InvoiceEvent.id).where(InvoiceEvent.invoice_id == ids["invoice_id"])
    ids["payment_id"] = db.session.scalar(payment.where(InvoiceEvent.kind == "payment")) or 0
    assert all(ids.values())
    invited = as_("admin").post("/api/v1/invitations", json={"email": "ira@example.com", "full_name": "Ira Joshi"})
    assert invited.status_code == 201, invited.text
    talking = as_("admin").post("/api/v1/sandbox", json={"bot": str(published(ids["bot_id"]))})
    assert talking.status_code == 201, talking.text
    token = as_("admin").post(f"/api/v1/bots/{ids['bot_id']}/tokens", json={"name": "Site", "kind": "web"})
    assert token.status_code == 201, token.text
    turns = [{"said": "hello", "expect": {}}]
    case = as_("admin").post(f"/api/v1/bots/{ids['bot_id']}/cases", json={"name": "Greets", "turns": turns})
    assert case.status_code == 201, case.text
    made = {"export_id": export, "invitation_id": invited, "sandbox_id": talking, "token_id": token, "case_id": case}
    ids["handoff_id"] = handed_off(ids)
    parts = dict.fromkeys(("node_id", "intent_id", "entity_id"), PART)
    return (
        ids
        | parts
        | {"version_number": 1, "turn_number": 1}
        | {name: int(answer.json["id"]) for name, answer in made.items()}
    )


def handed_off(ids: dict[str, int]) -> int:
    """A request for a person to go on with a conversation."""
    row = request_person(
        bot_id=ids["bot_id"], conversation_id=ids["conversation_id"], session_id=1, channel="web", queue="service"
    )
    db.session.commit()
    return row.id


def published(bot_id: int) -> int:
    """The bot, with a flow of which one version is published."""
    bot = get_bot(bot_id)
    document = document_of("service-booking", "en")
    document["nodes"][str(PART)] = {"type": "end"}
    document["intents"][str(PART)] = {"goto": "hello"}
    document["entities"][str(PART)] = {"values": {}}
    set_flow(bot, document, None)
    publish(bot, note="First", live=True, user_id=None, user_name="Asha")
    db.session.commit()
    return bot_id


def body_of(operation: dict[str, Any]) -> dict[str, Any] | None:
    """A body that fits the operation's schema."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if content is None:
        return None
    schema = resolved(content["schema"])
    wanted = schema.get("required", list(schema["properties"])[:1])
    if "phrases" in wanted and "language" in wanted:
        return {"language": "en", "phrases": ["Seven"]}
    if "turns" in wanted:
        return {"name": "Seven", "turns": [{"said": "Hello"}]}
    return {name: _value(schema["properties"][name]) for name in wanted}


def _value(schema: dict[str, Any]) -> Any:
    """A value that fits a property."""
    schema = resolved(schema)
    if "enum" in schema:
        return schema["enum"][0]
    if schema.get("format") == "date":
        return "2026-11-25"
    if schema.get("minItems"):
        return [_value(schema["items"])] * int(schema["minItems"])
    kinds = schema.get("type", "string")
    kind = kinds if isinstance(kinds, str) else kinds[0]
    if kind == "object":
        return {name: _value(schema["properties"][name]) for name in schema.get("required", ())}
    return {"integer": 1, "number": 1, "boolean": True, "array": []}.get(kind, "7")


def calls() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Method, address pattern and operation of our own calls."""
    for method, path, operation, _ in operations():
        if path.startswith("/api/v1/") and not path.startswith(SITE):
            yield method, path, operation


def aimed(path: str, owned: dict[str, int]) -> str:
    """An address with something of the workspace's, or of everybody's, for each parameter."""
    return PARAMETER.sub(lambda found: str(owned.get(found[1]) or OF_CATALOGUE[found[1]]), path)


def ask(client: FlaskClient, method: str, path: str, operation: dict[str, Any]) -> Any:
    """Make a call as somebody would who knows the rules."""
    return client.open(path, method=method.upper(), json=body_of(operation), headers={"If-Match": '"1"'})


def rows() -> dict[str, int]:
    """How many rows each table of workspaces has."""
    with everywhere():
        return {
            mapper.class_.__name__: db.session.scalar(select(func.count()).select_from(mapper.class_)) or 0
            for mapper in Base.registry.mappers
            if issubclass(mapper.class_, WorkspaceRow)
            and mapper.class_.__name__ not in {"AuthSession", "User", "Counter", "AuditEvent"}
        }


def test_attack_14_another_workspaces_rows_never_were(
    app: Flask, as_: SignIn, workspace: Workspace, owned: dict[str, int]
) -> None:
    attacker, before, tried = as_("admin", add_workspace("B")), rows(), 0
    for method, path, operation in calls():
        if not PARAMETER.search(path):
            continue
        missing = set(PARAMETER.findall(path)) - {*owned, *OF_CATALOGUE}
        assert not missing, f"{path}: say in `owned` what {missing} is"
        if OF_CATALOGUE.keys() & set(PARAMETER.findall(path)):
            continue
        theirs = ask(attacker, method, aimed(path, owned), operation)
        never = ask(attacker, method, PARAMETER.sub(str(NEVER), path), operation)
        assert theirs.status_code == never.status_code == 404, (
            f"{method} {path}: {theirs.status_code}, {never.status_code}"
        )
        assert {k: v for k, v in theirs.json.items() if k not in SEEN} == {
            k: v for k, v in never.json.items() if k not in SEEN
        }
        tried += 1
    assert tried > 15
    assert rows() == before


def test_attack_14_lists_counts_and_searches_show_ones_own_only(
    as_: SignIn, workspace: Workspace, owned: dict[str, int]
) -> None:
    attacker, tried = as_("admin", add_workspace("B")), 0
    for method, path, operation in calls():
        if method != "get" or PARAMETER.search(path) or operation["x-required-ability"] in {"public", "signed in"}:
            continue
        answer = attacker.get(path)
        assert answer.status_code == 200, path
        for name, number in owned.items():
            # Versions of a bot count from one.
            assert name in ("version_number", "turn_number") or str(number) not in answer.text, f"{path} shows {name}"
        tried += 1
    assert tried > 6
    for query in (f"bot={owned['bot_id']}", f"contact={owned['contact_id']}", "q=service"):
        answer = attacker.get(f"/api/v1/conversations?r=all&{query}")
        assert answer.status_code == 200 and answer.json["total"] == 0, query
    board = attacker.get(f"/api/v1/reports/dashboard?r=all&bot={owned['bot_id']}").json
    assert not any(card["value"] for card in board["cards"]) and board["as_of"] is None


def test_attack_15_another_workspaces_ids_in_bodies_are_refused(
    as_: SignIn, workspace: Workspace, owned: dict[str, int]
) -> None:
    place = add_workspace("B")
    with within(place.id):
        grow(1, "b")
        own = db.session.scalars(select(Contact)).first()
        poll_id = db.session.scalars(select(Poll.id)).first()
        bot = db.session.scalars(select(Bot)).first()
        assert own is not None and bot is not None
        own_id, bot_id = own.id, bot.id
    attacker, before = as_("admin", place), rows()
    tries: list[tuple[str, dict[str, Any], str]] = [
        ("/api/v1/bots", {"name": "Mine", "group": "sales", "client": str(owned["client_id"])}, "client"),
        (f"/api/v1/contacts/{own_id}/merge", {"other": str(owned["contact_id"])}, "other"),
        (f"/api/v1/bots/{bot_id}/goals/top", {"goal": str(owned["goal_id"])}, "goal"),
        ("/api/v1/parents", {"client": str(owned["client_id"]), "code": "X", "name": "X"}, "client"),
        ("/api/v1/vehicles", {"outlet": str(owned["outlet_id"]), "vin": "MRDHK4S2XT0000000"}, "outlet"),
        ("/api/v1/customers", {"outlet": str(owned["outlet_id"]), "name": "X"}, "outlet"),
        (
            "/api/v1/outlets",
            {"parent": str(owned["parent_id"]), "city": str(owned["city_id"]), "code": "X", "name": "X"},
            "parent",
        ),
        ("/api/v1/shop/cart", {"product": str(owned["product_id"])}, "product"),
        (f"/api/v1/profile/polls/{poll_id}/vote", {"option": str(owned["option_id"])}, "option"),
    ]
    for path, body, field in tries:
        answer = attacker.post(path, json=body)
        assert (answer.status_code, list(answer.json["errors"])) == (422, [field]), path
    import io

    form = {"bot": str(owned["bot_id"]), "file": (io.BytesIO(b'{"id":"a","turns":[]}'), "a.jsonl")}
    answer = attacker.post("/api/v1/imports", data=form, content_type="multipart/form-data")
    assert (answer.status_code, list(answer.json["errors"])) == (422, ["bot"])
    assert rows() == before


def test_attack_16_no_field_is_set_that_is_not_offered(
    as_: SignIn, workspace: Workspace, owned: dict[str, int]
) -> None:
    admin, before, tried = as_("admin"), rows(), 0
    for method, path, operation in calls():
        body = body_of(operation)
        if method == "get" or body is None:
            continue
        target = aimed(path, owned)
        offered = resolved(operation["requestBody"]["content"]["application/json"]["schema"])["properties"]
        for name, value in SMUGGLED.items():
            if name in offered:
                continue
            answer = admin.open(target, method=method.upper(), json=body | {name: value}, headers={"If-Match": '"1"'})
            assert answer.status_code == 422, f"{method} {path} takes {name}: {answer.status_code}"
            assert name in answer.json["errors"]
        tried += 1
    assert tried > 5
    assert rows() == before


@pytest.mark.parametrize("role", ["anonymous", "suspended", "admin elsewhere", *BY_ROLE])
def test_attack_17_every_operation_asks_for_its_ability(
    app: Flask, client: FlaskClient, as_: SignIn, workspace: Workspace, owned: dict[str, int], role: str
) -> None:
    if role == "suspended":
        caller = as_("admin")
        with within(workspace.id):
            db.session.query(User).order_by(User.id.desc()).first().status = "inactive"  # type: ignore[union-attr]
            db.session.commit()
    elif role == "admin elsewhere":
        caller = as_("admin", add_workspace("B"))
    else:
        caller = client if role == "anonymous" else as_(role)
    signed_in = role in BY_ROLE or role == "admin elsewhere"
    for method, path, operation in calls():
        ability = operation["x-required-ability"]
        if ability == "public" or "/session" in path:
            continue
        target = aimed(path, owned)
        answer = ask(caller, method, target, operation)
        if role == "admin elsewhere" and owned.keys() & set(PARAMETER.findall(path)):
            assert answer.status_code == 404, f"{role} {method} {path}"
            continue
        abilities = BY_ROLE.get(role, BY_ROLE["admin"])
        allowed = signed_in and (ability == "signed in" or can(abilities, *ability.split(" ", 1)))
        if not allowed:
            assert answer.status_code in ((403,) if signed_in else (401, 403)), f"{role} {method} {path}"
        else:
            assert answer.status_code not in (401, 403) and answer.status_code < 500, f"{role} {method} {path}"
