"""The demonstration but for its conversations: places, bots, vehicles, offers, leads, documents, notifications."""

from app.accounts.workspaces.models import Workspace
from app.seeding.bots import make_bots
from app.seeding.customer_documents import make_customer_documents
from app.seeding.knowledge import make_documents
from app.seeding.leads import make_leads
from app.seeding.masters import make_masters
from app.seeding.notifications import seed as seed_notifications
from app.seeding.offers import make_offers
from app.seeding.places import make_places


def seed(workspace: Workspace) -> None:
    """Make them in the bound workspace."""
    seed_notifications(workspace)
    client = make_places()
    make_bots(client)
    make_documents()
    make_masters(client)
    make_offers(client)
    make_leads(client)
    make_customer_documents(client)
