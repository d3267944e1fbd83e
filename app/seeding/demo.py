"""Filling the demonstration workspace."""

from sqlalchemy import select

from app.accounts.people.seed import seed_users
from app.accounts.workspaces.models import Workspace
from app.content.blog.seed import seed as seed_blog
from app.content.faq.seed import seed as seed_faq
from app.content.knowledge_base.seed import seed as seed_knowledge_base
from app.content.pricing.seed import seed as seed_pricing
from app.core.db.base import db
from app.core.db.tenancy import within
from app.core.jobs import enqueue
from app.office.calendar.seed import seed as seed_calendar
from app.office.chat.seed import seed as seed_chat
from app.office.email.seed import seed as seed_email
from app.office.invoices.seed import seed as seed_invoices
from app.office.profile.seed import seed as seed_profile
from app.office.shop.seed import seed as seed_shop
from app.office.todo.seed import seed as seed_todo
from app.samples.datatables.seed import seed as seed_datatables
from app.seeding.bots import make_bots
from app.seeding.conversations import converse
from app.seeding.notifications import seed as seed_notifications
from app.seeding.places import make_places

SLUG = "demo"


def seed_demo(*, later: bool = False) -> Workspace | None:
    """Fill an empty database with the demonstration workspace; None when there is a workspace already.

    Its conversations are the long part: `later` leaves them to a job.
    """
    if db.session.scalar(select(Workspace.id).limit(1)) is not None:
        return None
    workspace = Workspace(name="Meridian Motors", slug=SLUG, zone="Asia/Kolkata", currency="INR")
    db.session.add(workspace)
    db.session.flush()
    with within(workspace.id):
        seed_users()
        seed_faq(workspace)
        seed_knowledge_base(workspace)
        seed_blog(workspace)
        seed_pricing(workspace)
        seed_todo(workspace)
        seed_calendar(workspace)
        seed_invoices(workspace)
        seed_datatables(workspace)
        seed_profile(workspace)
        seed_chat(workspace)
        seed_shop(workspace)
        seed_email(workspace)
        seed_notifications(workspace)
        make_bots(make_places())
        if later:
            enqueue("fill_demo", {})
        else:
            converse(lambda progress: None)
    return workspace
