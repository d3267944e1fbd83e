"""Every page of the built interface, rendered by the real worker, costs as many queries for many rows as for few."""

import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import time_machine
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event, select, update

from app.accounts.auth import service, tokens
from app.accounts.auth.models import AuthSession
from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.bots.catalog.models import Bot
from app.channels.tokens.models import BotToken
from app.channels.voice.models import VoiceCall
from app.clients.models import Client, Outlet
from app.config import ROOT, Settings
from app.content.blog.models import BlogPost
from app.content.faq.models import FaqEntry
from app.content.knowledge_base.models import KnowledgeQuestion
from app.conversations.models import Contact, Conversation
from app.core import clock
from app.core.db.base import db
from app.core.lru import Recent
from app.imports.models import Import
from app.inbox.models import Handoff
from app.leads.models import Lead
from app.masters.documents.models import CustomerDocument
from app.masters.imports.models import MasterImport
from app.masters.records.models import Customer, Vehicle
from app.offers.models import Offer
from app.office.email.models import Mail
from app.office.invoices.models import Invoice
from app.office.shop.models import Purchase
from app.processes.supervisor import node
from app.reports import service as reports
from app.reports.alerts.models import Alert
from app.reports.dashboards.models import Dashboard
from app.reports.receipts.models import Receipt
from app.reports.schedules.models import ReportSchedule
from app.sandbox.links import address_of
from app.sandbox.models import SandboxLink
from app.web.health_probe import answers
from app.web.page_cache import PageCache
from app.web.site import Assets, Site
from app.web.snapshots import Copies
from app.web.table import Page, TableFile
from app.web.worker import Renderer
from tests.conftest import add_person
from tests.contract.rows import grow
from tests.endurance import is_dealt
from tests.factories.calls import add_call

BUILD = ROOT / "app" / "static" / "build"
WORKER = ROOT / "ssr" / "dist" / "worker.mjs"
FEW, MANY = 3, 9
"""Both on one page of ten."""
MOST = 75
"""No page has reason to ask more often than this; the sample cards, which are of three dashboards, come nearest."""


@pytest.fixture(scope="module")
def worker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The socket of a real render worker."""
    assert WORKER.exists(), "the interface is not built: run `make build`"
    path = str(tmp_path_factory.mktemp("ssr") / "w.sock")
    process = subprocess.Popen([node(), str(WORKER), path], stdout=subprocess.DEVNULL)
    for _ in range(600):
        try:
            if answers(path, 1):
                break
        except OSError:
            time.sleep(0.05)
    yield path
    process.terminate()
    process.wait(10)


def pages() -> list[Page]:
    """The pages of the table."""
    return list(TableFile(BUILD / "pages.json", watch=False).current().pages)


def fresh_site(settings: Settings, worker: str, folder: Path) -> Site:
    """The built interface, remembering nothing."""
    return Site(
        settings=replace(settings, ssr_timeout_ms=10_000, ssr_workers=1),
        tables=TableFile(BUILD / "pages.json", watch=False),
        renderer=Renderer([worker]),
        assets=Assets(BUILD),
        cache=PageCache(),
        copies=Copies(folder),
    )


@contextmanager
def counted() -> Iterator[list[str]]:
    """The statements sent meanwhile, transactions' own words left out."""
    sent: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
        """Write one down."""
        if not statement.startswith(("BEGIN", "SAVEPOINT", "RELEASE")):
            sent.append(" ".join(statement.split()))

    event.listen(db.engine, "before_cursor_execute", note)
    try:
        yield sent
    finally:
        event.remove(db.engine, "before_cursor_execute", note)


def address(page: Page) -> str:
    """The page's address, of the newest thing where it is about one."""
    things = {"/api/v1/conversations/:id": Conversation.id, "/api/v1/imports/:id": Import.id,
              "/api/v1/blog/:id": BlogPost.number, "/api/v1/posts/:id": BlogPost.number,
              "/api/v1/faq/:id": FaqEntry.id, "/api/v1/articles/:id": KnowledgeQuestion.id,
              "/api/v1/invoices/:id": Invoice.id, "/api/v1/shop/orders/:id": Purchase.id,
              "/api/v1/chat/people/:id": User.id, "/api/v1/people/:id": User.id, "/api/v1/mail/:id": Mail.id,
              "/api/v1/bots/:id": Bot.id, "/api/v1/handoffs/:id": Handoff.id,
              "/api/v1/clients/:id": Client.id, "/api/v1/outlets/:id": Outlet.id,
              "/api/v1/vehicles/:id": Vehicle.id, "/api/v1/customers/:id": Customer.id,
              "/api/v1/masters/imports/:id": MasterImport.id, "/api/v1/offers/:id": Offer.id,
              "/api/v1/leads/:id": Lead.id, "/api/v1/customer-documents/:id": CustomerDocument.id,
              "/api/v1/contacts/:id": Contact.id,
              "/api/v1/dashboards/:id": Dashboard.id, "/api/v1/receipts/:id": Receipt.id,
              "/api/v1/alerts/:id": Alert.id, "/api/v1/schedules/:id": ReportSchedule.id,
              "/api/v1/calls/:id": VoiceCall.id}  # fmt: skip
    if page.name == "test":
        link = db.session.scalars(select(SandboxLink).order_by(SandboxLink.id.desc())).first()
        assert link is not None
        return urlsplit(address_of(link)).path
    path = page.path.replace(":category", "reports").replace(":question", "figures-differ")
    newest = select(BotToken.public_token).order_by(BotToken.id.desc()).limit(1)
    path = path.replace(":token", str(db.session.scalar(newest)))
    path = (
        path.replace(":list", "lost-reasons")
        .replace(":group", "sales")
        .replace(":folder", "sent")
        .replace(":label", "company")
    )
    if page.proof not in things:
        # A page still to be built shows nothing of what its address names.
        return re.sub(r":\w+", "1", path)
    name = things[page.proof]
    return path.replace(":id", str(db.session.scalar(select(name).order_by(name.desc()).limit(1))))


def add_calls(count: int) -> None:
    """Have the newest conversations be calls."""
    query = select(Conversation).order_by(Conversation.id.desc()).limit(count)
    for conversation in db.session.scalars(query).all():
        add_call(conversation)


def signed_in(app: Flask) -> FlaskClient:
    """A browser of a new administrator."""
    session = service.open_session(add_person("admin"), "cookie", service.Device("127.0.0.1", "tests"))
    db.session.commit()
    browser = app.test_client()
    browser.set_cookie("access", tokens.access_token(session))
    return browser


def costs(
    app: Flask, admin: FlaskClient, worker: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> dict[str, list[str]]:
    """The statements that each page sends, by its name; the databases share the pages."""
    # One's orders and one's mail are one's own.
    reader = db.session.scalar(select(AuthSession.user_id).order_by(AuthSession.id.desc()).limit(1))
    for model in (Purchase, Mail):
        db.session.execute(update(model).values(user_id=reader))
    for model in (Alert, ReportSchedule):
        db.session.execute(update(model).values(owner_id=reader))
    page_costs = {}
    for page in pages():
        if not is_dealt(page.name):
            continue
        browser = app.test_client() if page.access.kind == "guest" else admin
        app.extensions["site"] = fresh_site(app.config["SETTINGS"], worker, folder)
        # What one page left for the next would be there or not by the minute.
        monkeypatch.setattr(reports, "_bodies", Recent(1))
        url = address(page)
        db.session.commit()
        with counted() as page_costs[page.name]:
            answer = browser.get(url, headers={"Accept": "text/html"})
            text = answer.text
        assert answer.status_code == 200, url
        assert '<div id="root"><' in text, f"{url} was not rendered"
    return page_costs


def test_no_page_asks_more_for_more_rows(
    app: Flask, workspace: Workspace, worker: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(app.extensions, "site", None)
    workspace.slug = app.config["SETTINGS"].site_workspace
    # In the first minute of a quarter of an hour nothing is counted behind the last full one, and all pages ask less.
    with time_machine.travel(clock.now().replace(minute=35, second=0)):
        admin = signed_in(app)
        grow(FEW, "a")
        add_calls(FEW)
        few = costs(app, admin, worker, tmp_path, monkeypatch)
        grow(MANY - FEW, "b")
        add_calls(MANY - FEW)
        many = costs(app, admin, worker, tmp_path, monkeypatch)
    assert len(many) > 50
    for name, sent in many.items():
        more = dict.fromkeys(statement for statement in sent if sent.count(statement) > few[name].count(statement))
        assert len(sent) <= len(few[name]), "\n".join([name, *more])
        assert len(sent) <= MOST, name
