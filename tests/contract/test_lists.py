"""Every list pages: by number, by its next link, to the end, without a row twice or missing."""

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app.accounts.workspaces.models import Workspace
from app.bots.catalog.models import Bot
from app.bots.documents.models import BotDocument
from app.bots.media.models import BotMedium
from app.channels.messaging.models import Deployment
from app.clients.models import Client, Outlet
from app.conversations.models import Contact, Conversation
from app.core.db.base import db
from app.core.db.ids import new_id
from app.core.http import listing
from app.ingest.dialogues import store_dialogues
from app.masters.imports.models import MasterImport
from app.masters.records.models import Customer
from app.offers.consents import contact_of
from app.offers.models import Offer
from app.reports.explanations.service import metrics_of
from app.reports.standard.service import REPORTS
from app.webhooks.models import Webhook
from tests.contract.rows import add_webhook, grow
from tests.factories.conversations import dialogue, make_bot
from tests.factories.media import add_medium
from tests.factories.messaging import add_deployment
from tests.factories.operations import operations, resolve
from tests.factories.places import add_city, add_outlet, add_parent

ROWS = 23
As = Callable[..., FlaskClient]


def lists() -> dict[str, dict[str, Any]]:
    """Every call of ours whose answer is a page of items, with the schema of that answer."""
    list_operations = {}
    for method, path, operation, _ in operations():
        content = resolve(operation["responses"].get("200", {})).get("content", {})
        schema = resolve(content.get("application/json", {}).get("schema", {}))
        if method == "get" and path.startswith("/api/v1/") and "items" in schema.get("properties", {}):
            list_operations[path] = schema
    return list_operations


# Not pages of rows: metrics, languages and templates are fixed dictionaries, work under way is ten at most, and the
# differences of two flow documents belong together.
WHOLE = {"/api/v1/bot-templates", "/api/v1/languages", "/api/v1/metrics", "/api/v1/reference", "/api/v1/work"}
CHANGES = "/api/v1/bots/{bot_id}/versions/{version_number}/changes"
# One conversation a template; figures of the bots that are asked for; the groups that most turns fall into; the newest
# conversations of one person; the steps a funnel can have; the nodes of a flow.
# Themes of a bot for a while are fifty at most, people who answer for bots a hundred.
WHOLE |= {
    "/api/v1/bots/{bot_id}/theme/schedule",
    "/api/v1/bot-templates/previews",
    "/api/v1/bots/channels",
    "/api/v1/bots/health",
    "/api/v1/bots/owners",
    "/api/v1/bots/{bot_id}/misses",
    "/api/v1/bots/{bot_id}/nodes",
    "/api/v1/bots/{bot_id}/traffic",
    "/api/v1/bots/{bot_id}/handler/calls",
}
WHOLE |= {"/api/v1/conversations/{conversation_id}/journey", "/api/v1/reports/journey/steps"}
# The fifty most frequent values of a field, and a search among all of them.
WHOLE |= {"/api/v1/conversations/filters/{key}/options", "/api/v1/saved-views/counts"}
# The key figures of one report.
WHOLE |= {"/api/v1/snapshots/{snapshot}/changes"}
# The few parts of a change.
WHOLE |= {f"/api/v1/reports/{name}/explain" for name in ("dashboard", *REPORTS) if metrics_of(name)}
# The conversations of a replay are 200 at most.
WHOLE |= {"/api/v1/bots/{bot_id}/replays/{replay_id}"}
WHOLE |= {CHANGES, "/api/v1/bots/{bot_id}/flow/changes"}
GOALS = "/api/v1/bots/{bot_id}/goals"
SHARED = [
    GOALS,
    "/api/v1/annotations",
    "/api/v1/articles",
    "/api/v1/bots",
    "/api/v1/chat/people",
    "/api/v1/cities",
    "/api/v1/clients",
    "/api/v1/customer-documents",
    "/api/v1/customers",
    "/api/v1/job-cards",
    "/api/v1/leads",
    "/api/v1/price-lists",
    "/api/v1/masters/imports",
    "/api/v1/vehicles",
    "/api/v1/contacts",
    "/api/v1/conversations",
    "/api/v1/dashboards",
    "/api/v1/datatables",
    "/api/v1/events",
    "/api/v1/faq",
    "/api/v1/imports",
    "/api/v1/invitations",
    "/api/v1/invoices",
    "/api/v1/jobs",
    "/api/v1/outlets",
    "/api/v1/parents",
    "/api/v1/offers",
    "/api/v1/people",
    "/api/v1/people/{user_id}/successors",
    "/api/v1/posts",
    "/api/v1/profile/posts",
    "/api/v1/reference/{list}",
    "/api/v1/restatements",
    "/api/v1/shop/products",
    "/api/v1/snippets",
    "/api/v1/targets",
    "/api/v1/tasks",
    "/api/v1/webhooks",
]
# Of these everybody sees their own rows only, or rows are figures; the area's own tests walk them.
OWN = [
    "/api/v1/calls",
    "/api/v1/alerts",
    "/api/v1/alerts/firings",
    "/api/v1/alerts/{alert_id}/firings",
    "/api/v1/schedules",
    "/api/v1/schedules/{schedule_id}/deliveries",
    "/api/v1/month-closes",
    "/api/v1/snapshots",
    "/api/v1/saved-views",
    "/api/v1/customers/{customer_id}/conversations",
    "/api/v1/masters/imports/{master_import_id}/rows",
    "/api/v1/clients/{client_id}/consents",
    "/api/v1/outlets/{outlet_id}/people",
    "/api/v1/outlets/{outlet_id}/placements",
    "/api/v1/reports/groups/psf/due",
    "/api/v1/reports/outlets",
    "/api/v1/contacts/{contact_id}/timeline",
    "/api/v1/bookmarks",
    "/api/v1/conversations/{conversation_id}/comments",
    "/api/v1/chat/chats",
    "/api/v1/chat/messages",
    "/api/v1/exports",
    "/api/v1/lead-rules",
    "/api/v1/leads/leaks",
    "/api/v1/mail/folders/{folder}",
    "/api/v1/mail/labels/{label}",
    "/api/v1/me/sessions",
    "/api/v1/notifications",
    "/api/v1/people/{user_id}/sessions",
    "/api/v1/shop/addresses",
    "/api/v1/shop/orders",
    "/api/v1/sandbox",
    "/api/v1/bots/{bot_id}/test-comments",
    "/api/v1/bots/{bot_id}/test-links",
    "/api/v1/bots/{bot_id}/tokens",
    "/api/v1/bots/{bot_id}/deployments",
    "/api/v1/bots/{bot_id}/deployments/{deployment_id}/events",
    "/api/v1/bots/{bot_id}/deployments/{deployment_id}/templates",
    "/api/v1/bots/{bot_id}/handler/shadow",
    "/api/v1/bots/{bot_id}/replays",
    "/api/v1/bots/{bot_id}/reviews",
    "/api/v1/bots/{bot_id}/secrets",
    "/api/v1/bots/{bot_id}/splits",
    "/api/v1/bots/{bot_id}/documents",
    "/api/v1/bots/{bot_id}/documents/{bot_document_id}/chunks",
    "/api/v1/bots/{bot_id}/documents/{bot_document_id}/citations",
    "/api/v1/bots/{bot_id}/media",
    "/api/v1/bots/{bot_id}/media/{medium_id}/uses",
    "/api/v1/bots/{bot_id}/questions",
    "/api/v1/bots/{bot_id}/cases",
    "/api/v1/bots/{bot_id}/versions",
    "/api/v1/handoffs",
    "/api/v1/shop/wishlist",
    "/api/v1/contacts/{contact_id}/consents",
    "/api/v1/offers/{offer_id}/recipients",
    "/api/v1/webhooks/{webhook_id}/deliveries",
]
# Walking it, each writer adds to it; `tests/app/audit` walks it.
LOG = ["/api/v1/audit"]
# It is the site workspace's; `tests/app/content` walks it.
SITE = ["/api/v1/blog", "/api/v1/posts/comments"]
# Page sizes that the specification gives a list of its own.
SPECIFIED = {"/api/v1/shop/products": [9]}
PAGED = sorted([*SHARED, *OWN, *LOG, *SITE])


def test_every_list_is_one_that_pages(app: Flask) -> None:
    assert sorted(set(lists()) - WHOLE) == PAGED


@pytest.mark.parametrize("path", PAGED)
def test_its_arguments_and_answer_are_those_of_a_page(app: Flask, path: str) -> None:
    (parameters,) = [arguments for method, place, _, arguments in operations() if (method, place) == ("get", path)]
    schemas = {parameter["name"]: parameter["schema"] for parameter in parameters}
    assert {"page", "per"} <= set(schemas)
    assert schemas["per"]["enum"] == [*SPECIFIED.get(path, ()), 10, 25, 50, 100]
    assert {"items", "total", "page", "per", "next", "previous"} <= set(lists()[path]["properties"])


def filled(path: str) -> str:
    """The path about the workspace's first bot or person, a folder or a label, where it is about one."""
    bot_id = db.session.scalar(select(Bot.id).order_by(Bot.id).limit(1))
    path = path.replace("{user_id}", "1")  # Numbers of people begin with it.
    for name, kind in (
        ("{client_id}", Client), ("{outlet_id}", Outlet), ("{customer_id}", Customer),
        ("{master_import_id}", MasterImport), ("{offer_id}", Offer),
        ("{conversation_id}", Conversation), ("{webhook_id}", Webhook),
        ("{contact_id}", Contact), ("{deployment_id}", Deployment), ("{bot_document_id}", BotDocument),
        ("{medium_id}", BotMedium),
    ):  # fmt: skip
        path = path.replace(name, str(db.session.scalar(select(kind.id).order_by(kind.id).limit(1))))
    path = path.replace("{list}", "lost-reasons")
    return path.replace("{bot_id}", str(bot_id)).replace("{folder}", "inbox").replace("{label}", "company")


def test_each_is_walked_to_the_end(app: Flask, as_: As, workspace: Workspace) -> None:
    grow(ROWS, "a")
    admin = as_("admin")
    for path in map(filled, SHARED):
        seen, page, pages = list[str](), "1", 0
        while page:
            body = admin.get(path, query_string={"page": page, "per": "10"}).json
            assert body["total"] >= ROWS and body["per"] == 10 and len(body["items"]) <= 10, path
            seen += [item["id"] for item in body["items"]]
            page, pages = body["next"], pages + 1
        assert len(set(seen)) == len(seen) == body["total"], path
        assert pages == -(-body["total"] // 10), path
        again = admin.get(path, query_string={"page": "2", "per": "10"}).json
        assert [item["id"] for item in again["items"]] == seen[10:20] and again["previous"] == "1", path


def orders(path: str) -> list[str]:
    """The orders that a list offers."""
    (parameters,) = [arguments for method, place, _, arguments in operations() if (method, place) == ("get", path)]
    return next((parameter["schema"]["enum"] for parameter in parameters if parameter["name"] == "sort"), [""])


def test_each_is_walked_in_every_order_beyond_what_numbers_reach(
    app: Flask, as_: As, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    grow(ROWS, "a")
    admin, walked = as_("admin"), 0
    for path in SHARED:
        for order in orders(path):
            query = {"per": "10"} | ({"sort": order} if order else {})
            whole = admin.get(filled(path), query_string=query | {"per": "100"}).json
            monkeypatch.setattr(listing, "MAX_NUMBERED_ROWS", 10)
            seen, page = list[str](), "1"
            while page:
                answer = admin.get(filled(path), query_string=query | {"page": page})
                assert answer.status_code == 200, f"{path} {order}: {answer.text}"
                seen += [item["id"] for item in answer.json["items"]]
                page = answer.json["next"]
                assert page is None or page.startswith("c"), f"{path} {order}"
            monkeypatch.undo()
            assert seen == [item["id"] for item in whole["items"]], f"{path} {order}"
            assert len(seen) == whole["total"] >= ROWS, f"{path} {order}"
            walked += 1
    assert walked > 2 * len(SHARED)


WRONG = (("per", "11"), ("page", "0"), ("page", "x"), ("page", "c!!"), ("page", "100001"), ("sort", "nothing"))


def test_what_is_no_page_of_one_is_refused(as_: As, workspace: Workspace) -> None:
    bot = make_bot()
    add_deployment(bot)
    db.session.add(BotDocument(bot_id=bot.id, title="Prices", source="file", kind="text"))
    add_medium(bot.id)
    outlet = add_outlet("Baner", add_parent("West"), add_city("Pune"))
    customer = Customer(client_id=outlet.client_id, outlet_id=outlet.id, name="Asha")
    db.session.add(customer)
    db.session.flush()
    contact_of(customer)
    db.session.add(
        Offer(client_id=outlet.client_id, name="Tyres", group="service", type="event", goal="visit", channel="email")
    )
    store_dialogues([dialogue()], bot=make_bot("Sales"), source="test")
    add_webhook("a")
    db.session.add(MasterImport(client_id=outlet.client_id, kind="vehicles", name="a.csv"))
    contact_id = new_id()
    db.session.add(Contact(id=contact_id, person_id=contact_id, client_id=outlet.client_id))
    db.session.flush()
    admin = as_("admin")
    rule = {"name": "Low", "metric": "csat", "op": "below", "threshold": 80}
    alert = admin.post("/api/v1/alerts", json=rule).json["id"]
    daily = {"report": "dashboard", "every": "day", "at": "09:00", "zone": "UTC", "recipients": ["a@example.com"]}
    schedule = admin.post("/api/v1/schedules", json=daily).json["id"]
    for path in PAGED:
        for field, value in WRONG:
            place = filled(path).replace("{alert_id}", alert).replace("{schedule_id}", schedule)
            answer = admin.get(place, query_string={field: value})
            assert (answer.status_code, list(answer.json["errors"])) == (422, [field]), f"{path} {field}={value}"
