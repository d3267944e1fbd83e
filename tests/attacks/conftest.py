"""What several attacks stand on."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from app.accounts.auth.models import AuthSession
from app.accounts.settings.models import Connection
from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.bookmarks.models import Bookmark
from app.bots.catalog.models import Bot, BotReview, BotSplit, Goal
from app.channels.replays.models import BotReplay
from app.clients.models import City, Client, DealerGroup, Outlet
from app.conversations.models import Contact, Conversation
from app.core.db.base import db
from app.core.jobs import Job
from app.imports.models import Import
from app.leads.models import Lead, PriceList
from app.masters.documents.models import CustomerDocument
from app.masters.imports.models import MasterImport
from app.masters.records.models import Customer, JobCard, Vehicle
from app.notifications.models import Notification
from app.offers.models import Offer
from app.office.calendar.models import Event
from app.office.email.models import Attachment, Mail
from app.office.invoices.models import Invoice, InvoiceEvent
from app.office.profile.models import Poll, PollOption, Post, Source
from app.office.shop.models import Address, CartLine, Product, Purchase
from app.office.todo.models import Task
from app.reference.models import Entry, Snippet
from app.reports.records.models import Annotation
from app.samples.datatables.models import TableRow
from app.sandbox.models import SandboxComment
from app.webhooks.models import Webhook, WebhookDelivery
from tests.attacks.scope_world import World, build_world
from tests.contract.rows import grow
from tests.factories.bots import PART_ID, publish_template
from tests.factories.calls import add_call
from tests.factories.documents import add_document
from tests.factories.inbox import add_handoff
from tests.factories.media import add_medium
from tests.factories.messaging import add_deployment, add_raw_event
from tests.factories.operations import PLACES

SignIn = Callable[..., FlaskClient]


@pytest.fixture
def world(workspace: object) -> World:
    """Two clients with three bots, three dealer groups, three cities and five outlets, all with conversations."""
    return build_world()


@pytest.fixture
def owned(workspace: Workspace, as_: SignIn) -> dict[str, Any]:
    """One row of everything in the bound workspace, by the name addresses have for it."""
    grow(2, "a")
    export = as_("admin").post("/api/v1/exports?r=all")
    assert export.status_code == 202, export.text
    kinds = {"bot_id": Bot, "client_id": Client, "contact_id": Contact, "conversation_id": Conversation,
             "parent_id": DealerGroup, "city_id": City, "outlet_id": Outlet, "customer_id": Customer,
             "vehicle_id": Vehicle,
             "customer_document_id": CustomerDocument,
             "offer_id": Offer, "webhook_id": Webhook, "delivery_id": WebhookDelivery, "annotation_id": Annotation,
             "job_card_id": JobCard, "master_import_id": MasterImport, "lead_id": Lead, "price_list_id": PriceList,
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
    talking = as_("admin").post("/api/v1/sandbox", json={"bot": str(publish_template(ids["bot_id"]))})
    assert talking.status_code == 201, talking.text
    token = as_("admin").post(f"/api/v1/bots/{ids['bot_id']}/tokens", json={"name": "Site", "kind": "web"})
    assert token.status_code == 201, token.text
    values = {"name": "CRM_KEY", "secret": "sk-live-000000009f2c"}
    secret = as_("admin").post(f"/api/v1/bots/{ids['bot_id']}/secrets", json=values)
    assert secret.status_code == 201, secret.text
    turns = [{"text": "hello", "expect": {}}]
    case = as_("admin").post(f"/api/v1/bots/{ids['bot_id']}/cases", json={"name": "Greets", "turns": turns})
    assert case.status_code == 201, case.text
    span = {"from": "2098-12-18T00:00", "to": "2099-01-04T00:00"}
    theme = as_("admin").post(f"/api/v1/bots/{ids['bot_id']}/theme/schedule", json=span)
    assert theme.status_code == 201, theme.text
    board = as_("admin").post("/api/v1/dashboards", json={"name": "Mine"})
    assert board.status_code == 201, board.text
    receipt = as_("admin").post("/api/v1/receipts", json={"metric": "csat"})
    close = {"client": str(ids["client_id"]), "month": "2025-01"}
    closed = as_("admin").post("/api/v1/month-closes", json=close)
    alert = as_("admin").post("/api/v1/alerts", json={"name": "Low", "metric": "csat", "op": "below", "threshold": 80})
    frozen = as_("admin").post("/api/v1/snapshots", json={"report": "dashboard"})
    daily = {"report": "dashboard", "every": "day", "at": "09:00", "zone": "UTC", "recipients": ["asha@example.com"]}
    mailed = as_("admin").post("/api/v1/schedules", json=daily)
    for answer in (receipt, closed, alert, frozen, mailed):
        assert answer.status_code == 201, answer.text
    deployment = add_deployment(db.session.get_one(Bot, ids["bot_id"]))
    ids |= {"deployment_id": deployment.id, "raw_id": add_raw_event(deployment).id}
    admin = db.session.scalars(select(User).where(User.role == "admin").order_by(User.id)).first()
    conversation_row = db.session.get_one(Conversation, ids["conversation_id"])
    conversation_row.bot_id = ids["bot_id"]
    ids["call_id"] = add_call(conversation_row, admin.id if admin is not None else None).id
    ids |= add_document(ids["bot_id"], ids["conversation_id"])
    ids["medium_id"] = add_medium(ids["bot_id"])
    replay = BotReplay(bot_id=ids["bot_id"], checksum="0" * 64)
    db.session.add(replay)
    db.session.flush()
    review = BotReview(
        bot_id=ids["bot_id"], checksum="0" * 64, theme_checksum="0" * 64, note="Look at it", user_name="Asha"
    )
    split = BotSplit(bot_id=ids["bot_id"], live=1, number=2, share=10, user_name="Asha", state="stopped")
    db.session.add_all([review, split])
    db.session.flush()
    ids |= {"replay_id": replay.id, "review_id": review.id, "split_id": split.id}
    db.session.commit()
    link = as_("admin").post(f"/api/v1/bots/{ids['bot_id']}/test-links", json={"name": "Dealers"})
    assert link.status_code == 201, link.text
    comment = SandboxComment(bot_id=ids["bot_id"], link_id=int(link.json["id"]), sandbox_id=int(talking.json["id"]),
                             turn=0, text="Too short", author="")  # fmt: skip
    db.session.add(comment)
    db.session.commit()
    ids["test_comment_id"] = comment.id
    answers = {"export_id": export, "invitation_id": invited, "sandbox_id": talking, "token_id": token, "case_id": case,
            "secret_id": secret, "test_link_id": link,
            "theme_schedule_id": theme, "dashboard_id": board, "receipt_id": receipt, "close_id": closed,
            "alert_id": alert, "schedule_id": mailed}  # fmt: skip
    conversation = f"/api/v1/conversations/{ids['conversation_id']}"
    answers["comment_id"] = as_("admin").post(f"{conversation}/comments", json={"text": "Is this right?"})
    assert (
        as_("admin").put(f"{conversation}/tags", json={"tags": ["price"]}, headers={"If-Match": "*"}).status_code == 200
    )
    view = {"area": "conversations", "name": "Errors", "query": "outcome=error"}
    answers["view_id"] = as_("admin").post("/api/v1/saved-views", json=view)
    ids["handoff_id"] = add_handoff(ids)
    parts = dict.fromkeys(("node_id", "intent_id", "entity_id"), PART_ID)
    return (
        ids
        | parts
        | {name: int(place) for name, place in PLACES.items()}
        | {"snapshot": frozen.json["id"]}
        | {name: int(answer.json["id"]) for name, answer in answers.items()}
    )
