"""Rows of everything that lists show."""

from datetime import date, datetime, timedelta

from sqlalchemy import func, select

from app.accounts.people.models import Invitation
from app.accounts.settings.models import Connection
from app.accounts.users.models import User
from app.accounts.users.service import add_user
from app.accounts.workspaces.models import Workspace
from app.analytics.models import Restatement
from app.bookmarks.models import Bookmark
from app.bots.catalog.models import Bot, Goal
from app.channels.tokens import service as tokens
from app.clients.models import City, Client, ClientConsent, DealerGroup, Outlet, OutletManager, Placement
from app.content.blog.models import BlogComment, BlogPost
from app.content.faq.models import FaqEntry
from app.content.faq.seed import seed as seed_faq
from app.content.knowledge_base.models import KnowledgeQuestion
from app.content.knowledge_base.seed import seed as seed_knowledge_base
from app.conversations.models import Conversation
from app.core import clock
from app.core.db.base import db
from app.core.db.ids import new_id
from app.core.db.tenancy import Scope, bound_workspace
from app.core.jobs import Job
from app.core.security.encryption import seal
from app.imports.models import Import, ImportProblem
from app.inbox.service import request as request_person
from app.ingest import dialogues
from app.leads.models import Lead, PriceList
from app.masters.documents.models import CustomerDocument
from app.masters.imports.models import MasterImport, MasterImportError, MasterRow
from app.masters.records.models import Customer, JobCard, Vehicle
from app.notifications import tell
from app.offers.consents import add_consent, contact_of
from app.offers.models import Offer, OfferRecipient
from app.office.calendar.service import add_event
from app.office.chat.people import get_person
from app.office.chat.service import send
from app.office.email import writing
from app.office.email.files import attach
from app.office.invoices.service import add_invoice, add_payment
from app.office.profile.models import Poll, PollOption, Post, Source
from app.office.shop.cart import add_to_cart
from app.office.shop.models import money
from app.office.shop.ordering import add_address, place
from app.office.shop.seed import add_product
from app.office.shop.sums import sum_up
from app.office.todo.service import add_task
from app.reference.models import Entry, Snippet
from app.reports.alerts.models import Alert, AlertFiring
from app.reports.dashboards.models import Dashboard
from app.reports.receipts.models import Receipt
from app.reports.records.models import Annotation, Target
from app.reports.schedules.models import ReportSchedule, ScheduleDelivery
from app.samples.datatables.models import TableRow
from app.sandbox.models import Sandbox, SandboxComment, SandboxLink
from app.webhooks.models import Webhook, WebhookDelivery
from tests.conftest import add_person
from tests.factories.conversations import asked_and_answered, dialogue, make_bot


def _handoff(bot: Bot) -> None:
    """Let someone wait for a person."""
    session = db.session.scalars(select(Conversation).where(Conversation.bot_id == bot.id)).first()
    assert session is not None
    request_person(bot_id=bot.id, conversation_id=session.id, session_id=1, channel="web", queue="service")


def add_tested(bot: Bot, owner: User, count: int, mark: str) -> None:
    """Add as many links for testers of a bot, each with a conversation and a comment."""
    for n in range(count):
        link = SandboxLink(
            id=new_id(), bot_id=bot.id, name=f"{mark} {n:03}", user_id=owner.id, version="working", channel="web",
            expires_at=clock.now() + timedelta(days=7),
        )  # fmt: skip
        db.session.add(link)
        db.session.flush()
        chat = Sandbox(
            id=new_id(), bot_id=bot.id, user_id=owner.id, link_id=link.id, version="working", document={},
            channel="web", state={},
        )  # fmt: skip
        db.session.add(chat)
        db.session.flush()
        where = {"bot_id": bot.id, "link_id": link.id, "sandbox_id": chat.id, "turn": 0}
        db.session.add(SandboxComment(**where, text=mark, author="", done_at=clock.now(), done_by=owner.id))


def add_numbers(owner_id: int, mark: str, at: datetime) -> None:
    """Add a receipt, and an alert that fires."""
    counted = {"value": 1, "num": 1, "den": None, "sessions": 1, "sha256": "0" * 64, "marks": [], "sources": []}
    query, alert_id = "r=2026-01-01..2026-01-31", new_id()
    db.session.add(
        Receipt(key=mark, metric="engaged_sessions", version=1, query=query, scope=Scope().serialize(), counted=counted)
    )
    rule = {"metric": "csat", "window": "day", "op": "below", "threshold": 80, "min_n": 30, "cooldown_h": 24}
    later = at + timedelta(days=3650)
    db.session.add(Alert(id=alert_id, owner_id=owner_id, name=mark, state="firing", next_at=later, **rule))
    db.session.flush()
    db.session.add(
        AlertFiring(alert_id=alert_id, start=at, end=at, value=70, n=40, provisional=False, link="/reports/alerts")
    )
    add_schedule(owner_id, mark, at)


def add_schedule(owner_id: int, mark: str, at: datetime) -> None:
    """Add a schedule that was mailed."""
    schedule_id, later = new_id(), at + timedelta(days=3650)
    daily = {"report": "dashboard", "every": "day", "at": "09:00", "zone": "UTC", "formats": ["html"]}
    emails = [f"{mark}@example.com"]
    db.session.add(
        ReportSchedule(id=schedule_id, owner_id=owner_id, name=mark, recipients=emails, next_at=later, **daily)
    )
    db.session.flush()
    mails = [{"to": emails[0], "state": "sent", "reason": ""}]
    db.session.add(ScheduleDelivery(schedule_id=schedule_id, due_at=at, at=at, state="mailed", mails=mails))


def grow(count: int, mark: str) -> None:
    """Add as many of each: bots, clients, goals, restatements, imports with problems, jobs, tasks, events, posts."""
    now, owner = clock.now(), add_person("maintainer")
    bots = [make_bot(f"Bot {mark} {n:03}") for n in range(count)]
    _places(count, mark)
    _masters(count, mark)
    _offers(count, mark)
    for n in range(count):
        add_webhook(f"{mark}{n}")
        db.session.add(Target(metric="csat", month=date(2000 + n, 1, 1), value=80, set_by=mark))
        db.session.add(Dashboard(owner_id=owner.id, name=f"Board {mark} {n:03}", shared=True, tiles=[]))
        add_numbers(owner.id, f"{mark}{n}", now)
        db.session.add(Annotation(at=now - timedelta(days=n), text=f"Note {mark} {n:03}", kind="note"))
    db.session.add_all(
        Entry(list_name="lost-reasons", code=f"{mark}-{n:03}", labels={"en": f"Reason {mark} {n:03}"}, position=n + 1)
        for n in range(count)
    )
    db.session.add_all(Snippet(key=f"text_{mark}_{n:03}", texts={"en": f"Text {mark}"}) for n in range(count))
    for bot in bots:
        row = _import(bot)
        db.session.add(row)
        db.session.flush()
        db.session.add(ImportProblem(import_id=row.id, line=1, reason="no dialogue"))
    for n, bot in enumerate(bots):
        spoken = asked_and_answered(now - timedelta(days=3, minutes=n))
        dialogues.store_dialogues([dialogue(spoken, ext_user=f"{mark}-{n}")], bot=bot, source="contract")
    tokens.create_token(bots[-1], {"name": "Site", "kind": "web"})
    _handoff(bots[-1])
    add_tested(bots[-1], owner, count, mark)
    first = db.session.scalars(select(Bot).order_by(Bot.id)).first()
    assert first is not None
    db.session.add_all(Goal(bot_id=first.id, name=f"goal {mark} {n:03}") for n in range(count))
    db.session.add_all(
        Restatement(client_id=bot.client_id, bot_id=bot.id, day=date(2026, 1, 1), metric="engaged", cause="contract")
        for bot in bots
    )
    for n in range(count):
        _blog_post(f"{mark}-{n}", count)
    _help(count, mark)
    db.session.add_all(Job(kind="test", payload={}, state="failed", error=f"{mark} {n}") for n in range(count))
    for n in range(count):
        add_task({"title": f"Task {mark} {n:03}"})
        add_event({"title": f"Event {mark} {n:03}", "start": f"2026-11-22T09:{n % 60:02}:00Z"})
        line = {"item": "Plan", "note": "", "cost": "20", "quantity": "1", "discount": "0"}
        client = {"name": f"Payer {mark} {n:03}"}
        bill = add_invoice({"client": client, "service": "Software Development", "note": "", "lines": [line]})
        add_payment(bill, {"amount": "5"}, "A")
    numbered = db.session.scalar(select(func.max(TableRow.number))) or 0
    db.session.add_all(
        TableRow(number=numbered + n + 1, full_name=f"Person {mark} {n:03}", post="Host", email="p@example.com",
                 city="Pune", start_date=date(2026, 1, 1), salary_cents=100, age=30, experience=2, status=1)
        for n in range(count)
    )  # fmt: skip
    _share(count, mark)
    db.session.commit()


def _places(count: int, mark: str) -> None:
    """As many clients, and of the first of them groups, cities, outlets with a manager, and consent texts."""
    clients = [Client(name=f"Client {mark} {n:03}") for n in range(count)]
    cities = [City(name=f"City {mark} {n:03}") for n in range(count)]
    db.session.add_all([*clients, *cities])
    db.session.flush()
    owner = clients[0].id
    parents = [DealerGroup(client_id=owner, name=f"Group {mark} {n:03}") for n in range(count)]
    texts = [ClientConsent(client_id=owner, version=n + 1, texts={}, written_name="A") for n in range(count)]
    db.session.add_all([*parents, *texts])
    db.session.flush()
    manager = add_person("maintainer")
    for n, city in enumerate(cities):
        outlet = Outlet(client_id=owner, parent_id=parents[0].id, city_id=city.id, name=f"Outlet {mark} {n:03}")
        db.session.add(outlet)
        db.session.flush()
        db.session.add(OutletManager(client_id=owner, outlet_id=outlet.id, user_id=manager.id))
        for day, parent in enumerate(parents):
            since, to = date(2026, 1, 1) + timedelta(days=day), date(2026, 1, 1) + timedelta(days=day)
            db.session.add(Placement(client_id=owner, outlet_id=outlet.id, parent_id=parent.id, valid_from=since,
                                     valid_to=to))  # fmt: skip


def _masters(count: int, mark: str) -> None:
    """As many customers of the newest outlet, each with a vehicle that has been to the workshop, and as many files."""
    outlet = db.session.scalars(select(Outlet).order_by(Outlet.id.desc())).first()
    first = db.session.scalar(select(func.count()).select_from(Vehicle)) or 0
    assert outlet is not None
    where = {"client_id": outlet.client_id, "outlet_id": outlet.id}
    for n in range(first, first + count):
        owner = Customer(**where, name=f"Owner {mark} {n:03}", phone=f"+9198220{n:05}")
        db.session.add(owner)
        db.session.flush()
        car = Vehicle(**where, customer_id=owner.id, vin=f"MRDHK4S2XT{n:07}", registration=f"MH12AB{n:04}")
        db.session.add(car)
        db.session.flush()
        db.session.add(JobCard(**where, vehicle_id=car.id, number=f"JC-{n:04}", opened_on=date(2026, 1, 1)))
        db.session.add(CustomerDocument(
            **where, customer_id=owner.id, vehicle_id=car.id, kind="rc", state="classified", media_type="image/png",
            size=9, sha256=f"{mark}{n}", vin=car.vin, registration=car.registration, fields={"vin": car.vin},
        ))  # fmt: skip
        lead = {"number": n + 1, "name": owner.name, "vin": car.vin, "vehicle_key": car.vin}
        db.session.add(Lead(**where, **lead, source={"kind": "person"}))
        prices = {"version": n + 1, "name": f"{mark} {n}", "gst_rate": 18.0, "valid_from": date(2026, 1, 1)}
        db.session.add(PriceList(client_id=outlet.client_id, **prices))
        db.session.add(MasterImport(client_id=outlet.client_id, kind="vehicles", name=f"{mark} {n}.csv", state="done"))
    db.session.flush()
    newest = select(MasterImport.id).order_by(MasterImport.id.desc()).limit(1)
    at = db.session.scalar(newest)
    for n in range(count):
        db.session.add(MasterRow(import_id=at, row=n + 2, cells={"vin": mark}))
        db.session.add(MasterImportError(import_id=at, row=n + 2, field="vin", value=mark, message="Missing."))
    db.session.flush()


def add_webhook(name: str) -> None:
    """Add a webhook that has received an event."""
    key = new_id()
    sealed = seal(Webhook.sealed_secret, b"whsec_AAAA", workspace_id=bound_workspace(), row_id=key)
    hook = Webhook(id=key, url=f"https://{name}.example/x", events=["goal.reached"], sealed_secret=sealed)
    db.session.add(hook)
    db.session.flush()
    db.session.add(WebhookDelivery(webhook_id=key, event="goal.reached", body="{}", state="delivered", attempts=[]))
    db.session.flush()


def _offers(count: int, mark: str) -> None:
    """As many offers of the newest customers' client, each of which has been sent to all of them."""
    customers = db.session.scalars(select(Customer).order_by(Customer.id.desc()).limit(count)).all()
    where = {"client_id": customers[0].client_id}
    for n in range(count):
        offer = Offer(**where, name=f"Offer {mark} {n:03}", group="service", type="service", goal="visit",
                      channel="email", state="sent", message={"en": {"subject": "A", "text": "B"}})  # fmt: skip
        db.session.add(offer)
        db.session.flush()
        for customer in customers:
            db.session.add(
                OfferRecipient(**where, offer_id=offer.id, customer_id=customer.id, outlet_id=customer.outlet_id,
                               language="en", code=f"{offer.id % 10**6}{customer.id % 10**6:06}"[:12], state="sent")
            )  # fmt: skip
    for customer in customers:
        add_consent(contact_of(customer), "email", "opted_in", "Form")
    db.session.flush()


def _share(count: int, mark: str) -> None:
    """Have someone write as many posts, polls and pages, and keep a bookmark and an account elsewhere."""
    author = add_person("author")
    reader = db.session.scalars(select(User).where(User.auth_role == "admin").order_by(User.id.desc())).first()
    for n in range(count):
        name = f"person-{mark}-{n:03}"
        add_user(full_name=name, username=name, email=f"{name}@example.test", auth_role="maintainer", role="maintainer")
        user_id = db.session.scalars(select(User.id).where(User.username == name)).one()
        db.session.add(Invitation(user_id=user_id, digest=name, expires_at=clock.now() + timedelta(days=7)))
        tell((reader or author).id, "task", f"/apps/todo?task={n}", what=name)
        if reader is not None:
            friend = db.session.scalars(select(User).where(User.username == name)).one()
            send(friend, get_person(friend, reader.id), f"{mark} {n:03}")
    db.session.add_all(Post(user_id=author.id, text=f"{mark} {n:03}") for n in range(count))
    db.session.add_all(Source(kind="page", name=f"Page {mark} {n:03}", about="") for n in range(count))
    polls = [Poll(question=f"{mark} {n:03}?") for n in range(count)]
    bookmark = Bookmark(user_id=author.id, title=mark, url="/admin/bots", view=mark, position=1)
    db.session.add_all([*polls, bookmark, Connection(user_id=author.id, service="github", account=mark)])
    db.session.flush()
    _shop(author, count, mark)
    _mail(author, count, mark)
    db.session.add_all(PollOption(poll_id=poll.id, position=0, name="Yes") for poll in polls)


def _shop(buyer: User, count: int, mark: str) -> None:
    """As many products, an address, an order, and something in the cart."""
    about = {"brand": "Torvex", "category": "care", "description": "", "rating": 3, "price": 10}
    products = [add_product(about | {"name": f"Product {mark} {n:03}"}) for n in range(count)]
    where = {"name": "A", "phone": "123456", "street": "1", "landmark": "", "city": "B", "state": "C", "pin": "411004"}
    address = add_address(buyer, where)
    line = add_to_cart(buyer, products[0])
    place(buyer, address.id, "upi", str(money(sum_up([line]).total)), "INR")
    add_to_cart(buyer, products[0])


def _mail(writer: User, count: int, mark: str) -> None:
    """As many mails to yourself with a file, and a draft."""
    for n in range(count):
        draft = writing.begin(writer, {"to": writer.email, "subject": f"Mail {mark} {n:03}"})
        attach(draft, "a.txt", b"a")
        writing.send(writer, draft)
    writing.begin(writer, {"subject": mark})


def _blog_post(slug: str, comments: int) -> None:
    """A published post with comments."""
    number = (db.session.scalar(select(func.max(BlogPost.number))) or 0) + 1
    texts = {"en": {"title": slug, "excerpt": "", "content": ""}}
    row = BlogPost(number=number, slug=slug, category="Food", tags=[], status="Published", texts=texts, author="A",
               published_at=clock.now())  # fmt: skip
    db.session.add(row)
    db.session.flush()
    db.session.add_all(
        BlogComment(post_id=row.id, author="A", text=f"{n}", approved_at=clock.now()) for n in range(comments)
    )


def _help(count: int, mark: str) -> None:
    """What is built in, and as many questions and articles more."""
    workspace = db.session.get_one(Workspace, bound_workspace())
    seed_faq(workspace)
    seed_knowledge_base(workspace)
    number = db.session.scalar(select(func.max(KnowledgeQuestion.number))) or 0
    for n in range(count):
        name = f"{mark}-{n}"
        question = {"question": name, "ans": name, "content": name}
        db.session.add(FaqEntry(category="payment", position=n, texts={"en": question}, status="Published"))
        db.session.add(KnowledgeQuestion(category="reports", position=n, texts={"en": question}, status="Published",
                                         number=number + n + 1, slug=name, published_at=clock.now()))  # fmt: skip
    db.session.flush()


def _import(bot: Bot) -> Import:
    """A finished import."""
    now = clock.now()
    return Import(
        client_id=bot.client_id, bot_id=bot.id, name="dialogues.jsonl", state="done", problem_count=1, lines=2,
        first_day=date(2026, 1, 1), last_day=date(2026, 1, 2), earliest_at=now, latest_at=now,
    )  # fmt: skip
